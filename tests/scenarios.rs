//! Every scenario of every shipped pack passes, and its log is the recorded one.

use cardwright::{load, scenario, shelf, texts};
use std::path::Path;

#[test]
fn scenarios_pass_and_their_logs_stand() {
    let mut wrong = Vec::new();
    for pack in shelf::all_shipped().expect("shipped packs") {
        let pages = shelf::files(&pack, "scenarios", "md");
        if pages.is_empty() {
            continue;
        }
        let game = load::pack(&pack).unwrap_or_else(|failure| panic!("{failure}"));
        let words = game.words(None).expect("a first language");
        texts::with_texts(&pack, |texts| {
            for page in &pages {
                let text = std::fs::read_to_string(page).expect("a page");
                let report = scenario::run(&game, texts, words, &text);
                let said = |line: usize, column: usize, message: &str| format!("{}:{line}:{column}: {message}", page.display());
                wrong.extend(report.troubles.iter().map(|t| said(t.line, t.column, &t.message)));
                for outcome in &report.outcomes {
                    wrong.extend(outcome.troubles.iter().map(|t| said(t.line, t.column, &t.message)));
                }
                if report.passed() {
                    record(page, &report.record());
                }
            }
        });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The record lies beside the page, where `cardwright test --accept` writes it too.
fn record(page: &Path, log: &str) {
    let mut settings = insta::Settings::clone_current();
    let folder = page.parent().expect("a folder").canonicalize().expect("a folder that is there");
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let name = page.file_stem().and_then(|s| s.to_str()).expect("a name").to_owned();
    settings.bind(|| insta::assert_snapshot!(name, log));
}

//! Broken packs: one folder each, with `# error: id` (or `# warning: id`) on every guilty line. A problem that no line
//! claims and a claim that no problem meets both fail; insta keeps how it is shown.

use cardwright::load;
use cardwright_grammar::diagnostic::render_text;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What a line claims or a problem says: file, line, id.
type Claim = (String, usize, String);

fn root() -> PathBuf { Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken") }

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() { files(&path, out) } else { out.push(path) }
    }
    out.sort();
}

/// The packs: folders with a `pack.yaml`, at any depth; what they need lies beside them.
fn packs() -> Vec<PathBuf> {
    let mut all = Vec::new();
    if root().is_dir() { files(&root(), &mut all); }
    all.retain(|path| path.file_name().is_some_and(|name| name == "pack.yaml"));
    all.into_iter().filter_map(|path| path.parent().map(Path::to_owned)).collect()
}

fn claims(folder: &Path) -> BTreeSet<Claim> {
    let mut all = Vec::new();
    files(folder, &mut all);
    let mut claims = BTreeSet::new();
    for path in all {
        let text = String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned();
        for (number, line) in text.lines().enumerate() {
            if let Some((_, comment)) = line.split_once("# ").or_else(|| line.split_once("-- "))
                && let Some(ids) = comment.strip_prefix("error:").or_else(|| comment.strip_prefix("warning:"))
            {
                claims.extend(ids.split(',').map(|id| (shown(&path), number + 1, id.trim().to_owned())));
            }
        }
    }
    claims
}

fn shown(path: &Path) -> String { path.strip_prefix(root()).unwrap_or(path).display().to_string() }

#[test]
fn broken_packs_are_told_where_they_break() {
    let mut wrong = Vec::new();
    for pack in packs() {
        let loaded = load::loaded(&pack);
        let found: BTreeSet<Claim> = loaded.diagnostics.iter().map(|d| {
            let (line, _) = loaded.sources.line_column(d.label.file, d.label.span.start);
            (shown(Path::new(loaded.sources.path(d.label.file))), line, d.id.to_owned())
        }).collect();
        let claimed = claims(&pack);
        for (file, line, id) in found.difference(&claimed) { wrong.push(format!("{file}:{line}: `{id}` is found, but not claimed")); }
        for (file, line, id) in claimed.difference(&found) { wrong.push(format!("{file}:{line}: `{id}` is claimed, but not found")); }
        let base = format!("{}/", root().display());
        let text = render_text(&loaded.diagnostics, &loaded.sources, false).replace(&base, "");
        insta::assert_snapshot!(shown(&pack).replace('/', "."), text);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_error_id_has_a_broken_pack() {
    // Ids as the sources write them: `.error("id", …)`, `Diagnostic::error("id", …)`, `.warning("id", …)`.
    let mut ids = BTreeSet::new();
    for folder in ["content/src", "src"] {
        let mut all = Vec::new();
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut all);
        for path in all.iter().filter(|p| p.extension().is_some_and(|e| e == "rs") && !p.ends_with("tests.rs")) {
            let text = fs::read_to_string(path).expect("a file");
            for mark in ["error(\"", "warning(\""] {
                for part in text.split(mark).skip(1) {
                    let id = part.split('"').next().unwrap_or("");
                    if id.chars().all(|c| c.is_ascii_lowercase() || c == '-') && id.contains('-') { ids.insert(id.to_owned()); }
                }
            }
        }
    }
    let claimed: BTreeSet<String> = packs().iter().flat_map(|pack| claims(pack)).map(|(_, _, id)| id).collect();
    let lacking: Vec<&String> = ids.difference(&claimed).collect();
    // Printed, not failed, until the pages are written: see the issue that asks for them.
    if !lacking.is_empty() { println!("{} error ids have no broken pack: {lacking:?}", lacking.len()); }
}

//! One broken pack for each fault: the smallest sound pack with one thing changed. What is said stands in one snapshot,
//! so that the voice of all messages can be read at once.

use cardwright_content::{Loaded, Options, load};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A change of one file of the sound pack.
enum Change {
    /// These words become those.
    Swap(&'static str, &'static str, &'static str),
    /// These lines are added at the end.
    Add(&'static str, &'static str),
    /// A new file.
    New(&'static str, &'static str),
}
use Change::{Add, New, Swap};

const RIN: &str = "cards/rin.yaml";
const RULES: &str = "rules.yaml";

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let there = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &there) } else { std::fs::copy(&path, &there).map(|_| ()).unwrap() }
    }
}

fn options() -> Options {
    Options { roots: vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("packs")], base: true }
}

fn changed(name: &str, changes: &[Change]) -> (PathBuf, Loaded) {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults").join(name.replace(' ', "-"));
    let _ = std::fs::remove_dir_all(&root);
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mini"), &root);
    for change in changes {
        match change {
            Swap(file, old, new) => {
                let text = std::fs::read_to_string(root.join(file)).unwrap();
                assert!(text.contains(old), "{name}: {old} is not in {file}");
                std::fs::write(root.join(file), text.replacen(old, new, 1)).unwrap();
            }
            Add(file, lines) => {
                let text = std::fs::read_to_string(root.join(file)).unwrap();
                std::fs::write(root.join(file), text + lines).unwrap();
            }
            New(file, text) => {
                std::fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
                std::fs::write(root.join(file), text).unwrap();
            }
        }
    }
    let loaded = load(std::slice::from_ref(&root), &options());
    (root, loaded)
}

fn said(root: &Path, loaded: &Loaded) -> String {
    let plain =
        |path: &str| path.replace(&format!("{}/", root.display()), "").replace(&format!("{}/", env!("CARGO_MANIFEST_DIR")), "");
    let mut out = String::new();
    for d in &loaded.diagnostics {
        let (line, column) = loaded.sources.line_column(d.label.file, d.label.span.start);
        let path = plain(loaded.sources.path(d.label.file));
        writeln!(out, "{path}:{line}:{column} {} {}: {}", d.severity.name(), d.id, d.message).unwrap();
        for other in &d.others {
            let (line, column) = loaded.sources.line_column(other.file, other.span.start);
            let path = plain(loaded.sources.path(other.file));
            writeln!(out, "    also {path}:{line}:{column} {}", other.text).unwrap();
        }
        if let Some(help) = &d.help {
            writeln!(out, "    help: {help}").unwrap();
        }
    }
    out
}

#[test]
fn the_sound_pack_is_sound() {
    let (root, loaded) = changed("sound", &[]);
    assert_eq!(said(&root, &loaded), "");
    let rules = loaded.ruleset.unwrap();
    assert_eq!(rules.kinds.iter().map(|k| k.id.as_str()).collect::<Vec<_>>(), ["game", "player", "model"]);
    assert_eq!(rules.cards.len(), 1);
    assert_eq!(loaded.texts.len(), 2);
    let fury = &rules.abilities[0];
    assert_eq!(fury.standing.len(), 2, "a modifier and a listener");
    assert_eq!(fury.id, "rin/fury");
}

#[test]
fn one_edited_card_is_checked_alone() {
    let (root, _) = changed("edited", &[]);
    cardwright_content::session(std::slice::from_ref(&root), &options(), |mut session| {
        let path = root.join(RIN);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(session.recheck(&path, &text).unwrap(), []);
        let worse = text.replace("Each Blue model", "Each Bleu model");
        let found = session.recheck(&path, &worse).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].id, "text-not-understood");
        assert_eq!(session.recheck(&path, &text).unwrap(), [], "nothing of the worse text is left");
        assert_eq!(session.recheck(&path, &text.replace("en: Rin", "en: Ran")), None, "a title is everyone's concern");
    });
}

/// The shipped packs that are here are sound.
#[test]
fn shipped_packs_load() {
    let moonstone = Path::new(env!("CARGO_MANIFEST_DIR")).join("packs/moonstone");
    let loaded = load(std::slice::from_ref(&moonstone), &options());
    assert_eq!(said(&moonstone, &loaded), "");
}

/// Name, changes, the ids that must be said and no others.
type Case = (&'static str, &'static [Change], &'static [&'static str]);

const CASES: &[Case] = &[
    ("unknown key", &[Swap(RIN, "strength_stat: 3", "strength_stat: 3\nwisdom: 2")], &["unknown-key"]),
    ("misspelt key", &[Swap(RIN, "strength_stat: 3", "strenght_stat: 3")], &["missing-field", "unknown-key"]),
    ("missing name", &[Swap(RIN, "name: {en: Rin, zh-Hant: 凜}\n", "")], &["missing-field"]),
    ("missing language", &[Swap(RIN, "{en: Rin, zh-Hant: 凜}", "{en: Rin}")], &["missing-language"]),
    ("unknown language", &[Swap(RIN, "{en: Rin, zh-Hant: 凜}", "{en: Rin, zh-Hant: 凜, xx: Rin}")], &["unknown-language"]),
    ("wrong type", &[Swap(RIN, "strength_stat: 3", "strength_stat: strong")], &["wrong-type"]),
    ("length without unit", &[Swap(RIN, "reach: 3\"", "reach: 3")], &["wrong-argument"]),
    ("number out of range", &[Swap(RIN, "strength_stat: 3", "strength_stat: 99999999")], &["number-out-of-range"]),
    (
        "number beyond all range",
        &[Swap(RIN, "strength_stat: 3", "strength_stat: 99999999999999999999999")],
        &["number-out-of-range"],
    ),
    ("unknown kind", &[Swap(RIN, "kind: model", "kind: modle")], &["unknown-kind"]),
    ("unknown term", &[Swap(RIN, "[Red, blue]", "[Redd, blue]")], &["unknown-term"]),
    ("missing column", &[Swap(RIN, "{red: 1, blue: N}", "{red: 1}")], &["missing-column"]),
    ("unknown column", &[Swap(RIN, "{red: 1, blue: N}", "{red: 1, blue: N, green: 2}")], &["unknown-column"]),
    ("unknown ability kind", &[Swap(RIN, "kind: passive", "kind: pasive")], &["unknown-ability-kind"]),
    ("unknown shared ability", &[Swap(RIN, "abilities:", "abilities:\n  - use: weakling")], &["unknown-ability"]),
    ("ability without a field", &[Swap(RIN, "    cost: 2\n", "")], &["missing-field"]),
    ("text not understood", &[Swap(RIN, "each Red model suffers", "each Red modal suffers")], &["text-not-understood"]),
    ("texts differ", &[Swap(RIN, "每個紅色模型受到2點傷", "每個紅色模型受到3點傷")], &["text-differs"]),
    ("not canonical", &[Swap(RIN, "each Red model suffers 2", "each Red model takes 2")], &["not-canonical"]),
    ("duplicate id", &[New("more.yaml", "tests:\n  can_act:\n    takes: {who: model}\n    means: yes\n")], &["duplicate-id"]),
    (
        "duplicate card",
        &[New(
            "cards/other/rin.yaml",
            "kind: model\nname: {en: Ran, zh-Hant: 嵐}\nstrength_stat: 1\ncolours: []\nhits: {red: 1, blue: 1}\n",
        )],
        &["duplicate-id"],
    ),
    ("duplicate step", &[Swap(RULES, "step: after", "step: round")], &["duplicate-id"]),
    ("unknown section", &[New("more.yaml", "efects: {}\n")], &["unknown-section"]),
    ("unknown effect", &[Swap(RULES, "do: [{next_round: {}}]", "do: [{next_rond: {}}]")], &["unknown-effect"]),
    (
        "unknown parameter",
        &[Swap(RULES, "{increase: {it.wounds: n}}", "{wound: {who: it, n: n}}")],
        &["missing-argument", "unknown-parameter"],
    ),
    ("unknown field", &[Swap(RULES, "it.wounds: n", "it.wonds: n")], &["unknown-field"]),
    ("unknown name", &[Swap(RULES, "means: who.wounds < 3", "means: whom.wounds < 3")], &["unknown-name"]),
    ("wrong argument", &[Swap(RULES, "wound(by, -1)", "wound(3, by)")], &["wrong-argument", "wrong-argument"]),
    ("wrong operand", &[Swap(RULES, "who.wounds < 3", "who.wounds < 3\"")], &["wrong-type"]),
    ("bad expression", &[Swap(RULES, "who.wounds < 3", "who.wounds <")], &["bad-expression"]),
    ("unknown statistic", &[Swap(RULES, "modify: strength", "modify: strenth")], &["unknown-statistic"]),
    ("unknown status", &[Swap(RULES, "give: dazed", "give: dased")], &["unknown-status"]),
    (
        "unused status",
        &[Add(RULES, "\n"), Swap(RULES, "statuses:", "statuses:\n  lost: {name: {en: Lost, zh-Hant: 迷失}, rules: []}")],
        &["unused-status"],
    ),
    ("unknown hook", &[Swap(RULES, "- increase: {game.round: 1}", "- hook: count_rounds")], &["unknown-hook"]),
    ("unused hook", &[New("scripts/count_rounds.luau", "return {}\n")], &["unused-hook"]),
    ("unknown action", &[Swap(RULES, "act: [rest]", "act: [rests]")], &["unknown-action"]),
    ("unknown step", &[Swap(RULES, "ends: round", "ends: rond")], &["unknown-step"]),
    ("unknown type", &[Swap(RULES, "takes: {to: models, n: number}", "takes: {to: modles, n: number}")], &["unknown-type"]),
    ("unknown option", &[Swap(RULES, "option.long_game", "option.lon_game")], &["unknown-option"]),
    ("event outside a listener", &[Swap(RULES, "it.wounds: n", "it.wounds: event.n")], &["no-event"]),
    ("unknown event argument", &[Swap(RULES, "that: event.to", "that: event.who")], &["unknown-parameter"]),
    ("unknown rule form", &[Swap(RULES, "{forbid: can_act", "{forbids: can_act")], &["unknown-rule"]),
    ("slot that is no parameter", &[Swap(RULES, "{c} model", "{d} model")], &["unknown-slot"]),
    (
        "two phrases of one wording",
        &[Swap(
            RULES,
            "  next_round:",
            "  hurt:\n    takes: {to: models, n: number}\n    says: {en: \"{to} {to?suffers|suffer} {n} {n?wound|wounds}\", zh-Hant: \"{to}損失{n}\"}\n    does: []\n  next_round:",
        )],
        &["same-template"],
    ),
    ("cyclic needs", &[Swap("pack.yaml", "needs: [base]", "needs: [base, mini]")], &["cyclic-needs"]),
    ("missing pack", &[Swap("pack.yaml", "needs: [base]", "needs: [base, moonstones]")], &["missing-pack"]),
    ("unknown format", &[Swap("pack.yaml", "format: 1", "format: 2")], &["unknown-format"]),
    ("unused change", &[Swap("pack.yaml", "needs: [base]", "needs: [base]\nchanges: [nothing_here]")], &["unused-change"]),
    ("change not said", &[New("more.yaml", "values:\n  who_decides: {gives: player, means: player}\n")], &["duplicate-id"]),
    (
        "change said",
        &[
            New("more.yaml", "values:\n  who_decides: {gives: player, means: player}\n"),
            Swap("pack.yaml", "needs: [base]", "needs: [base]\nchanges: [who_decides]"),
        ],
        &[],
    ),
    (
        "macro that names itself",
        &[Swap(RULES, "- {modify: stat, of: who, add: n}", "- \"has_more(who, n, stat)\"")],
        &["endless-definition"],
    ),
    ("reserved name", &[Swap(RULES, "  next_round:\n", "  within:\n    does: []\n  next_round:\n")], &["reserved-name"]),
];

#[test]
fn every_fault_is_said_once_and_at_its_place() {
    let mut all = String::new();
    let mut wrong = Vec::new();
    for (name, changes, ids) in CASES {
        let (root, loaded) = changed(name, changes);
        let mut found: Vec<&str> = loaded.diagnostics.iter().map(|d| d.id).collect();
        found.sort_unstable();
        if found != *ids {
            wrong.push(format!("{name}: {found:?} where {ids:?} is wanted\n{}", said(&root, &loaded)));
        }
        writeln!(all, "## {name}\n{}", said(&root, &loaded)).unwrap();
        assert_eq!(loaded.ruleset.is_none(), loaded.faulty(), "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    insta::assert_snapshot!(all);
}

/// No line can be left out, doubled or cut in half so that loading panics.
#[test]
fn nothing_panics() {
    let sound = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mini");
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults").join("mangled");
    let _ = std::fs::remove_dir_all(&root);
    copy(&sound, &root);
    for file in [RIN, RULES, "pack.yaml"] {
        let text = std::fs::read_to_string(sound.join(file)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for at in 0..lines.len() {
            let half: String = lines[at].chars().take(lines[at].chars().count() / 2).collect();
            for put in [vec![], vec![lines[at], lines[at]], vec![half.as_str()]] {
                let mangled: Vec<&str> = lines[..at].iter().copied().chain(put).chain(lines[at + 1..].iter().copied()).collect();
                std::fs::write(root.join(file), mangled.join("\n")).unwrap();
                let loaded = load(std::slice::from_ref(&root), &options());
                assert_eq!(loaded.ruleset.is_none(), loaded.faulty());
            }
        }
        std::fs::write(root.join(file), text).unwrap();
    }
}

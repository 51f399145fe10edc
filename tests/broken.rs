//! Broken pages: what an author may do wrong, one folder for a theme. The files of a page lie over the sound pack in
//! `content/tests/mini`, packs under `beside` next to it. Every guilty line says `# error: id` (or `# warning: id`, in
//! scripts `-- error: id`). A problem that no line claims and a claim that no problem meets both fail; insta keeps how all
//! of it is shown, so that the voice of the messages can be read at once.

use cardwright::shelf::from_here;
use cardwright_grammar::diagnostic::render_text;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What a line claims or a problem says: file, line, id.
type Claim = (String, usize, String);

fn home() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn work() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("broken")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for path in entries(folder) {
        if path.is_dir() { files(&path, out) } else { out.push(path) }
    }
}

fn pages() -> Vec<PathBuf> {
    entries(&home().join("tests/broken")).into_iter().filter(|path| path.is_dir()).collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for path in entries(from) {
        let there = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &there) } else { fs::copy(&path, &there).map(|_| ()).unwrap() }
    }
}

/// Files that no editor writes, and what is said of them: page, file, content, line, id.
fn unwritable() -> Vec<(&'static str, &'static str, Vec<u8>, usize, &'static str)> {
    let huge = format!("kind: model\n{}", "# nothing\n".repeat(110_000));
    vec![
        ("yaml", "cards/binary.yaml", b"kind: model\nname: {en: Bin\xffary}\n".to_vec(), 2, "not-utf8"),
        ("yaml", "cards/nothing.yaml", Vec::new(), 1, "empty-file"),
        ("yaml", "cards/large.yaml", huge.into_bytes(), 1, "file-too-large"),
        ("rules", "scripts/binary.luau", vec![0xff, 0xfe, 0x00], 1, "unreadable-file"),
    ]
}

/// A page over the sound pack, in a folder of the test's own, since tests run at the same time: the folder of the pack.
fn laid_out(page: &Path, test: &str) -> PathBuf {
    let name = page.file_name().unwrap();
    let root = work().join(test).join(name);
    let _ = fs::remove_dir_all(&root);
    let pack = root.join("mini");
    copy(&home().join("content/tests/mini"), &pack);
    for path in entries(page) {
        let there = pack.join(path.file_name().unwrap());
        if path.ends_with("beside") {
            copy(&path, &root)
        } else if path.is_dir() {
            copy(&path, &there)
        } else {
            fs::copy(&path, &there).map(|_| ()).unwrap()
        }
    }
    for (_, file, bytes, ..) in unwritable().iter().filter(|(page, ..)| *page == name) {
        let path = pack.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    pack
}

fn claims(pack: &Path, page: &str) -> BTreeSet<Claim> {
    let mut all = Vec::new();
    files(pack.parent().unwrap(), &mut all);
    let mut claims: BTreeSet<Claim> = unwritable()
        .into_iter()
        .filter(|(of, ..)| *of == page)
        .map(|(_, file, _, line, id)| (shown(&pack.join(file)), line, id.to_owned()))
        .collect();
    for path in all {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (number, line) in text.lines().enumerate() {
            let comment = ["# error: ", "# warning: ", "-- error: "].iter().find_map(|mark| line.split_once(mark));
            let Some((_, ids)) = comment else { continue };
            claims.extend(ids.split(',').map(|id| (shown(&path), number + 1, id.trim().to_owned())));
        }
    }
    claims
}

fn shown(path: &Path) -> String {
    // Some files are shown as seen from here.
    let whole = home().join(path);
    whole.strip_prefix(work().join("pages")).unwrap_or(path).display().to_string()
}

#[test]
fn broken_pages_are_told_where_they_break() {
    let mut wrong = Vec::new();
    let mut all = String::new();
    for page in pages() {
        let pack = laid_out(&page, "pages");
        let name = page.file_name().unwrap().to_str().unwrap();
        let loaded = cardwright::command::check::checked(&pack);
        let found: BTreeSet<Claim> = loaded
            .diagnostics
            .iter()
            .map(|d| {
                let (line, _) = loaded.sources.line_column(d.label.file, d.label.span.start);
                (shown(Path::new(loaded.sources.path(d.label.file))), line, d.id.to_owned())
            })
            .collect();
        let claimed = claims(&pack, name);
        for (file, line, id) in found.difference(&claimed) {
            wrong.push(format!("{file}:{line}: `{id}` is found, but not claimed"));
        }
        for (file, line, id) in claimed.difference(&found) {
            wrong.push(format!("{file}:{line}: `{id}` is claimed, but not found"));
        }
        let pages = work().join("pages");
        let text = render_text(&loaded.diagnostics, &loaded.sources, false)
            .replace(&format!("{}/", from_here(&pages).display()), "")
            .replace(&format!("{}/", work().join("pages").display()), "")
            .replace(&format!("{}/", home().display()), "");
        all.push_str(&format!("######## {name}\n\n{}\n\n", text.trim_end()));
    }
    if let Ok(path) = std::env::var("CARDWRIGHT_BROKEN_OUT") {
        fs::write(path, &all).unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    insta::assert_snapshot!(all);
}

/// Files that swell when they are read, or nest without end, are refused at once.
#[test]
fn bombs_do_not_go_off() {
    let laughs: String = std::iter::once("a0: &a0 [x, x]\n".to_owned())
        .chain((1..2000).map(|n| format!("a{n}: &a{n} [*a{}, *a{}, *a{}]\n", n - 1, n - 1, n - 1)))
        .collect();
    let bombs = [
        laughs,
        "[".repeat(400_000),
        "{a: ".repeat(100_000),
        "- ".repeat(200_000),
        "? ".repeat(200_000),
        "a: \"".repeat(50_000),
        (0..5_000).map(|n| format!("{}k{n}:\n", " ".repeat(n % 90))).collect(),
        "kind: model\n".repeat(20_000),
        "\t".repeat(300_000),
    ];
    let pack = laid_out(&home().join("tests/broken/script"), "bombs");
    fs::remove_file(pack.join("scripts/counts.luau")).unwrap();
    fs::remove_file(pack.join("more.yaml")).unwrap();
    for (number, bomb) in bombs.iter().enumerate() {
        fs::write(pack.join("cards/bomb.yaml"), bomb).unwrap();
        let start = std::time::Instant::now();
        let loaded = cardwright::load::loaded(&pack);
        let bang = loaded.diagnostics.iter().any(|d| loaded.sources.path(d.label.file).ends_with("bomb.yaml"));
        assert!(bang && loaded.ruleset.is_none(), "bomb {number} passes");
        assert!(start.elapsed().as_secs() < 5, "bomb {number} takes {:?}", start.elapsed());
        assert!(loaded.diagnostics.len() < 200, "bomb {number} is told {} times", loaded.diagnostics.len());
    }
}

/// Ids in the sources that `check` cannot say of a pack, and why.
const NEVER: &[(&str, &str)] = &[
    ("unknown-value", "of the walker `yaml::Reader`, which no loader of packs uses"),
    ("slot-twice", "two parameters of a name are a `duplicate-key` first"),
    ("two-wordings", "two wordings in one language are a `duplicate-key` first"),
    ("missing-wording", "a wording that is missing is a `missing-language` first"),
    ("missing-name", "a name that is missing is a `missing-language` first"),
    ("empty-name", "a name that is empty is an `empty-text` first"),
    ("endless-category", "what nothing gives is left out or an `unknown-category` first"),
    ("sentence-not-understood", "said as `text-not-understood`"),
    ("no-such-category", "an ability field of such a type has no texts to read"),
    ("text-too-involved", "a text is too long before it is too involved"),
    ("wrong-quotation", "only sentences that stand are read in quotation marks"),
    ("no-sentence", "whatever holds a quotation makes standing rules its sentences"),
];

/// Words with a dash that are no ids.
const NO_IDS: &[&str] = &["zh-hant", "zh-hans"];

#[test]
fn every_id_has_a_broken_page() {
    let mut ids = BTreeSet::new();
    let mut all = vec![home().join("src/command/check.rs"), home().join("src/face.rs")];
    for folder in ["content/src", "grammar/src", "src/boards", "src/face"] {
        files(&home().join(folder), &mut all);
    }
    for path in all.iter().filter(|p| p.extension().is_some_and(|e| e == "rs") && !p.to_string_lossy().contains("tests")) {
        let text = fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for word in line.split('"').skip(1).step_by(2) {
                let whole = word.contains('-')
                    && word
                        .split('-')
                        .all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()));
                if whole && !NO_IDS.contains(&word) {
                    ids.insert(word.to_owned());
                }
            }
        }
    }
    let mut claimed: BTreeSet<String> = unwritable().iter().map(|(.., id)| (*id).to_owned()).collect();
    for page in pages() {
        claimed.extend(
            claims(&laid_out(&page, "ids"), page.file_name().unwrap().to_str().unwrap()).into_iter().map(|(_, _, id)| id),
        );
    }
    let never: BTreeSet<String> = NEVER.iter().map(|(id, _)| (*id).to_owned()).collect();
    let lacking: Vec<_> = ids.iter().filter(|id| !claimed.contains(*id) && !never.contains(*id)).collect();
    assert!(lacking.is_empty(), "ids without a page in tests/broken: {lacking:?}");
    let gone: Vec<_> = never.iter().filter(|id| !ids.contains(*id) || claimed.contains(*id)).collect();
    assert!(gone.is_empty(), "ids that NEVER names for nothing: {gone:?}");
    let unknown: Vec<_> = claimed.iter().filter(|id| !ids.contains(*id)).collect();
    assert!(unknown.is_empty(), "pages claim ids that no source says: {unknown:?}");
}

//! The program as people run it, in a folder of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An empty folder of a test's own.
pub(crate) fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program in a folder: its status, what it printed, what it complained of.
pub(crate) fn cardwright(here: &Path, words: &str) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(words.split(' '))
        .current_dir(here)
        .env("CARDWRIGHT_PACKS", Path::new(env!("CARGO_MANIFEST_DIR")).join("content/packs"))
        .env("COLUMNS", "80")
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The same, where all must be well.
pub(crate) fn well(here: &Path, words: &str) -> String {
    let (status, out, err) = cardwright(here, words);
    assert_eq!(status, 0, "{words}\n{out}{err}");
    out
}

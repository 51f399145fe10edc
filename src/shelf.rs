//! Where packs lie: the shipped ones, and those that a command names.

use crate::failure::Failure;
use std::path::{Path, PathBuf};

/// The folder of the shipped packs: `CARDWRIGHT_PACKS`, else `content/packs` here or above, else beside the program, else
/// where the program was built.
pub fn shipped() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CARDWRIGHT_PACKS") {
        return Some(PathBuf::from(named));
    }
    let beneath = |start: &Path| start.ancestors().map(|dir| dir.join("content").join("packs")).find(|dir| dir.is_dir());
    let here = std::env::current_dir().ok().and_then(|dir| beneath(&dir));
    let beside = || std::env::current_exe().ok().and_then(|exe| beneath(&exe));
    let built = || Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("content").join("packs")).filter(|dir| dir.is_dir());
    here.or_else(beside).or_else(built)
}

/// The folders of the shipped packs, by name.
///
/// Errors: there are none.
pub fn all_shipped() -> Result<Vec<PathBuf>, Failure> {
    let Some(folder) = shipped() else {
        return Err(Failure::problem("no packs were found; set CARDWRIGHT_PACKS to the folder they lie in"));
    };
    let packs: Vec<PathBuf> = packs_in(&folder).into_iter().map(|pack| from_here(&pack)).collect();
    if packs.is_empty() {
        return Err(Failure::problem(format!("no packs lie in {}", folder.display())));
    }
    Ok(packs)
}

/// A path as seen from the present folder, where it lies below it.
pub fn from_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().ok();
    here.and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned)).unwrap_or_else(|| path.to_owned())
}

/// Whether a pack is a game, or adds to one; what is neither is only loaded by others.
pub fn is_game(pack: &Path) -> bool {
    std::fs::read_to_string(pack.join("pack.yaml")).is_ok_and(|text| text.lines().any(|line| line.starts_with("game:")))
}

/// Folders with a `pack.yaml` directly in a folder, by name.
pub fn packs_in(folder: &Path) -> Vec<PathBuf> {
    let mut packs: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join("pack.yaml").is_file())
        .collect();
    packs.sort();
    packs
}

/// The pack that a path lies in, or the packs in it.
///
/// Errors: there is no such path, or no pack.
pub fn packs_of(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.exists() {
        return Err(Failure::usage(format!("{} is not there", path.display())));
    }
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if let Some(root) = whole.ancestors().find(|dir| dir.join("pack.yaml").is_file()) {
        // The path as it was written, as long as it is the pack itself.
        return Ok(vec![if root == whole { path.to_owned() } else { root.to_owned() }]);
    }
    let inside = packs_in(path);
    if inside.is_empty() {
        return Err(Failure::usage(format!("{} is no pack: it has no pack.yaml", path.display())));
    }
    Ok(inside)
}

/// Files with an ending below a folder of a pack, sorted; an absent folder has none.
pub fn files(pack: &Path, folder: &str, ending: &str) -> Vec<PathBuf> {
    fn walk(dir: &Path, ending: &str, depth: usize, out: &mut Vec<PathBuf>) {
        if depth > 8 {
            return;
        }
        let mut entries: Vec<PathBuf> = std::fs::read_dir(dir).into_iter().flatten().flatten().map(|e| e.path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                walk(&path, ending, depth + 1, out);
            } else if path.extension().is_some_and(|e| e == ending) {
                out.push(path);
            }
        }
    }
    let mut out = Vec::new();
    walk(&pack.join(folder), ending, 0, &mut out);
    out
}

use cardwright_content::*;
use std::path::*;
fn main() {
    let root = PathBuf::from("/tmp/probe");
    let o = Options { roots: vec!["/work/main/content/packs".into()], base: true };
    for (pack, files) in [("/work/main/content/tests/mini", vec!["cards/rin.yaml", "rules.yaml"]), ("/work/main/content/packs/moonstone", vec!["cards/hoff.yaml", "cards/young-jack.yaml", "rules/melee.yaml", "words/standing.yaml"])] {
        let _ = std::fs::remove_dir_all(&root);
        std::process::Command::new("cp").arg("-r").arg(pack).arg(&root).status().unwrap();
        for file in files {
            let text = std::fs::read_to_string(root.join(file)).unwrap();
            let (mut n, mut silent) = (0, 0);
            let mut line = 1;
            let bytes: Vec<char> = text.chars().collect();
            let mut i = 0; let mut comment = false;
            while i < bytes.len() {
                if bytes[i] == '\n' { line += 1; comment = false; i += 1; continue; }
                if bytes[i] == '#' { comment = true; }
                let start = i;
                while i < bytes.len() && bytes[i].is_alphabetic() { i += 1; }
                if i - start >= 3 && !comment {
                    let mut m = bytes.clone();
                    m.swap(start + 1, start + 2);
                    if m[start + 1] == m[start + 2] { i += 1; continue; }
                    std::fs::write(root.join(file), m.iter().collect::<String>()).unwrap();
                    let l = load(std::slice::from_ref(&root), &o);
                    n += 1;
                    let at = l.diagnostics.iter().any(|d| l.sources.line_column(d.label.file, d.label.span.start).0 == line);
                    if l.diagnostics.is_empty() { silent += 1; println!("{file}:{line} silent: {}", bytes[start..i].iter().collect::<String>()); }
                    else if !at && l.diagnostics.len() > 0 { let d = &l.diagnostics[0]; println!("{file}:{line} elsewhere {}: {} -> {}:{} {}", l.diagnostics.len(), bytes[start..i].iter().collect::<String>(), l.sources.path(d.label.file), l.sources.line_column(d.label.file, d.label.span.start).0, d.message); }
                    else if l.diagnostics.len() > 4 { println!("{file}:{line} many {}: {}", l.diagnostics.len(), bytes[start..i].iter().collect::<String>()); }
                }
                if i == start { i += 1; }
            }
            std::fs::write(root.join(file), text).unwrap();
            println!("{file}: {n} slips, {silent} silent");
        }
    }
    let big = PathBuf::from("/tmp/big");
    let t = std::time::Instant::now();
    session(std::slice::from_ref(&big), &o, |mut s| {
        println!("load {:?}", t.elapsed());
        let path = big.join("cards/c5.yaml");
        let text = std::fs::read_to_string(&path).unwrap();
        for _ in 0..3 { let t = std::time::Instant::now(); let r = s.recheck(&path, &text); println!("recheck {:?} {:?}", t.elapsed(), r.map(|r| r.len())); }
    });
}

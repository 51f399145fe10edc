//! Loads a pack and prints what is wrong with it.
fn main() {
    let path = std::env::args().nth(1).unwrap_or_default();
    let start = std::time::Instant::now();
    let loaded = cardwright_content::load(&[path.into()], &Default::default());
    eprintln!("{:?}", start.elapsed());
    for d in loaded.diagnostics.iter().take(400) {
        let (line, column) = loaded.sources.line_column(d.label.file, d.label.span.start);
        println!("{}:{line}:{column}: [{}] {}{}", loaded.sources.path(d.label.file), d.id, d.message, d.help.as_ref().map(|h| format!("  -- {h}")).unwrap_or_default());
    }
    if let Some(rules) = &loaded.ruleset { println!("nodes {} attachments {} defs {} cards {}", rules.nodes.len(), rules.attachments.len(), rules.defs.len(), rules.cards.len()); }
    println!("{} problems", loaded.diagnostics.len());
}

//! The editor types that a pack ships are those of its rules.

use cardwright::{load, shelf};

#[test]
fn editor_types_are_fresh() {
    for pack in shelf::all_shipped().expect("shipped packs").iter().filter(|pack| shelf::is_game(pack)) {
        let loaded = load::loaded(pack);
        let rules = loaded.ruleset.as_ref().unwrap_or_else(|| panic!("{} has errors", pack.display()));
        let file = pack.join("types.d.luau");
        let shipped = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            shipped == load::editor_types(rules, &loaded),
            "{} is stale: write it anew by `cardwright show --types --game {} > {}`",
            file.display(),
            pack.display(),
            file.display()
        );
    }
}

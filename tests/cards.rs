//! The sheet of every card in every language: text, calls, numbers. A change of meaning shows here.

use cardwright::command::show::sheet;
use cardwright::{load, shelf};
use cardwright_core::rules::Card;
use cardwright_core::value::CardId;
use std::path::Path;

#[test]
fn card_sheets_stand() {
    for pack in shelf::all_shipped().expect("shipped packs").iter().filter(|pack| shelf::is_game(pack)) {
        let loaded = load::loaded(pack);
        let Some(rules) = &loaded.ruleset else { panic!("{} has errors", pack.display()) };
        let name = pack.file_name().and_then(|name| name.to_str()).expect("a folder");
        // A pack that others build upon shows its cards itself; of those the sheets are their own and what they change.
        let own = |card: &Card| {
            let file = rules.files.get(card.origin.file as usize).expect("a file");
            Path::new(file).components().any(|part| part.as_os_str() == name)
        };
        for (number, card) in rules.cards.iter().enumerate().filter(|(_, card)| !card.abilities.is_empty() && own(card)) {
            let sheets: Vec<String> = (0..loaded.names.languages.len())
                .map(|language| sheet(&loaded, rules, CardId(number as u32), language))
                .collect();
            // Places change with every edit of a file and say nothing about a card.
            let text: Vec<&str> = sheets.iter().flat_map(|sheet| sheet.lines()).filter(|line| !line.contains(".yaml:")).collect();
            insta::assert_snapshot!(format!("{name}.{}", card.id), text.join("\n"));
        }
    }
}

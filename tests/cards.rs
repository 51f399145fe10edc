//! The sheet of every card in every language: text, calls, numbers. A change of meaning shows here.

use cardwright::command::show::sheet;
use cardwright::{load, shelf};
use cardwright_core::value::CardId;

#[test]
fn card_sheets_stand() {
    for pack in shelf::all_shipped().expect("shipped packs").iter().filter(|pack| shelf::is_game(pack)) {
        let loaded = load::loaded(pack);
        let Some(rules) = &loaded.ruleset else { panic!("{} has errors", pack.display()) };
        let game = &rules.game;
        for (number, card) in rules.cards.iter().enumerate().filter(|(_, card)| !card.abilities.is_empty()) {
            let sheets: Vec<String> = (0..loaded.names.languages.len())
                .map(|language| sheet(&loaded, rules, CardId(number as u32), language))
                .collect();
            // Places change with every edit of a file and say nothing about a card.
            let text: Vec<&str> = sheets.iter().flat_map(|sheet| sheet.lines()).filter(|line| !line.contains(".yaml:")).collect();
            insta::assert_snapshot!(format!("{game}.{}", card.id), text.join("\n"));
        }
    }
}

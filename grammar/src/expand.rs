//! What a template may be read as: literal words in normal form and slots, nothing else.

use crate::normal::{Script, normalise_literal};
use crate::template::Piece;

/// A template as the reader sees it: literal words in normal form and slots, nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// Words.
    Text(String),
    /// A slot by its index.
    Slot(usize),
}

/// How many readings one template may have.
const MOST: usize = 256;

/// All the ways in which a template may be read, the written one first; `None` if they are too many.
pub(crate) fn expand(script: Script, pieces: &[Piece]) -> Option<Vec<Vec<Item>>> {
    let mut found: Vec<Vec<Item>> = Vec::new();
    for raw in product(pieces)? {
        for items in settle(script, raw) {
            if !found.contains(&items) {
                found.push(items);
            }
        }
        if found.len() > MOST {
            return None;
        }
    }
    Some(found)
}

fn product(pieces: &[Piece]) -> Option<Vec<Vec<Item>>> {
    let mut rows: Vec<Vec<Item>> = vec![Vec::new()];
    for piece in pieces {
        let choices: Vec<Vec<Item>> = match piece {
            Piece::Text(text) => vec![vec![Item::Text(text.clone())]],
            Piece::Slot { slot, .. } => vec![vec![Item::Slot(*slot)]],
            Piece::Number { singular, plural, .. } => {
                vec![vec![Item::Text(singular.clone())], vec![Item::Text(plural.clone())]]
            }
            Piece::Any(any) => {
                let mut all = Vec::new();
                for one in any {
                    all.extend(product(one)?);
                }
                all
            }
        };
        rows =
            rows.iter().flat_map(|row| choices.iter().map(move |choice| row.iter().chain(choice).cloned().collect())).collect();
        if rows.len() > MOST {
            return None;
        }
    }
    Some(rows)
}

/// Joins neighbouring words and brings them into normal form. In a script without blanks a blank beside a slot may be there
/// or not, which gives two readings.
fn settle(script: Script, raw: Vec<Item>) -> Vec<Vec<Item>> {
    let mut joined: Vec<Item> = Vec::new();
    for item in raw {
        match (joined.last_mut(), item) {
            (Some(Item::Text(before)), Item::Text(text)) => before.push_str(&text),
            (_, item) => joined.push(item),
        }
    }
    let last = joined.len().saturating_sub(1);
    let mut rows: Vec<Vec<Item>> = vec![Vec::new()];
    for (index, item) in joined.into_iter().enumerate() {
        let choices = match item {
            Item::Slot(slot) => vec![Item::Slot(slot)],
            Item::Text(text) => {
                let text = normalise_literal(script, &text, index > 0);
                let text = if index == 0 { text.trim_start() } else { &text };
                let text = if index == last { text.trim_end() } else { text };
                match script {
                    Script::Spaced => vec![Item::Text(text.to_owned())],
                    Script::Unspaced => {
                        let mut texts = vec![text, text.trim_start(), text.trim_end(), text.trim()];
                        texts.sort_unstable();
                        texts.dedup();
                        // The first reading is the one that is usual in print: without blanks.
                        texts.sort_by_key(|text| text.len());
                        texts.into_iter().map(|text| Item::Text(text.to_owned())).collect()
                    }
                }
            }
        };
        rows = rows
            .iter()
            .flat_map(|row| {
                choices.iter().map(move |choice| {
                    let mut row = row.clone();
                    if !matches!(choice, Item::Text(text) if text.is_empty()) {
                        row.push(choice.clone());
                    }
                    row
                })
            })
            .collect();
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Slot;
    use crate::template::parse;

    fn slots() -> Vec<Slot> {
        ["to", "n"].map(|name| Slot { name: name.to_owned(), category: "x".to_owned() }).to_vec()
    }

    fn shown(script: Script, text: &str) -> Vec<String> {
        let pieces = parse(text, &slots()).expect("a good template");
        expand(script, &pieces)
            .expect("few readings")
            .iter()
            .map(|items| {
                items
                    .iter()
                    .map(|item| match item {
                        Item::Text(text) => text.clone(),
                        Item::Slot(slot) => format!("<{slot}>"),
                    })
                    .collect()
            })
            .collect()
    }

    #[test]
    fn alternatives_and_numbers_give_readings() {
        assert_eq!(
            shown(Script::Spaced, "{to} {to?suffers|suffer} (all |){n}\\("),
            ["<0> suffers all <1>(", "<0> suffers <1>(", "<0> suffer all <1>(", "<0> suffer <1>("]
        );
        assert_eq!(shown(Script::Spaced, "x (y|) z"), ["x y z", "x z"]);
        assert_eq!(shown(Script::Unspaced, "受到 {n} 點，"), ["受到<1>點,", "受到<1> 點,", "受到 <1>點,", "受到 <1> 點,"]);
    }
}

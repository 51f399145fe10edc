//! The laws of the phrasebook over every sentence of every shipped pack, and over trees made by chance.

use cardwright::{load, shelf};
use cardwright_grammar::{Phrasebook, Tree, same_all};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::sync::OnceLock;

fn packs() -> &'static [cardwright_content::Loaded] {
    static PACKS: OnceLock<Vec<cardwright_content::Loaded>> = OnceLock::new();
    PACKS.get_or_init(|| {
        let shipped = shelf::all_shipped().expect("shipped packs");
        shipped.iter().filter(|pack| shelf::is_game(pack)).map(|pack| load::loaded(pack)).collect()
    })
}

fn book(loaded: &cardwright_content::Loaded) -> &Phrasebook {
    loaded.phrasebook().expect("a phrasebook")
}

#[test]
fn everything_is_understood_and_comes_back_in_every_language() {
    for loaded in packs() {
        let book = book(loaded);
        assert!(!loaded.texts.is_empty());
        for text in &loaded.texts {
            for language in 0..text.texts.len() {
                let written = book.write_text(language, &text.trees);
                // A phrase such as an outcome's card is written without a full stop on the card.
                let bare = written.trim_end_matches(['.', '。']);
                let back = book
                    .read_text(language, &text.category, &written)
                    .or_else(|_| book.read(language, &text.category, bare).map(|t| vec![t]).map_err(|e| vec![e]));
                let back = back.unwrap_or_else(|errors| panic!("{written}: {errors:?}"));
                assert!(same_all(&back, &text.trees), "{} reads otherwise than it was written", written);
                let again = book.write_text(language, &back);
                assert_eq!(again, written, "the canonical wording of the canonical wording");
            }
        }
    }
}

#[test]
fn no_sentence_has_two_readings() {
    for loaded in packs() {
        let book = book(loaded);
        for text in &loaded.texts {
            for (language, words) in text.texts.iter().enumerate() {
                for range in book.sentences(language, words) {
                    let sentence = &words[range];
                    let readings = book.readings(language, &text.category, sentence, 2);
                    assert!(readings.len() <= 1, "`{sentence}` has two readings");
                }
            }
        }
    }
}

#[test]
fn no_phrase_hides_another() {
    for loaded in packs() {
        let shadows = book(loaded).shadows();
        assert!(shadows.is_empty(), "{shadows:?}");
    }
}

/// Whether an inch mark stands behind a word.
fn amount_in_words(text: &str) -> bool {
    let before = text.match_indices('"').filter_map(|(at, _)| text.get(..at).and_then(|before| before.chars().next_back()));
    before.into_iter().any(|c| c.is_alphabetic() && c != 'X')
}

fn made(book: &Phrasebook, category: &str, picks: &[u32]) -> Option<Tree> {
    let mut next = picks.iter().copied().cycle();
    book.sample_tree(category, 4, &mut |count| next.next().map_or(0, |pick| pick as usize % count.max(1)))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        // The same trees in every run: a test that finds another fault each day blames whoever comes next.
        rng_seed: RngSeed::Fixed(21),
        ..ProptestConfig::default()
    })]

    #[test]
    fn trees_by_chance_come_back_in_every_language(picks in prop::collection::vec(any::<u32>(), 24), standing in any::<bool>()) {
        // Trees as no card has them ("half half your CP, rounding up") still come back otherwise in the other packs.
        for loaded in packs().iter().filter(|loaded| loaded.ruleset.as_ref().is_some_and(|rules| rules.game == "moonstone")) {
            let book = book(loaded);
            let category = if standing { "standing" } else { "effect" };
            let Some(tree) = made(book, category, &picks) else { continue };
            // What cards print is "X+1"": of a longer sum the last number alone has inches.
            let outline = book.outline(&tree);
            if outline.contains("l: inches") { continue; }
            for language in 0..book.spec().languages.len() {
                let written = book.write(language, &tree);
                if written.len() > 1500 { continue; }
                // No card writes an inch mark behind an amount in words, where it may be taken for a quotation mark.
                if amount_in_words(&written) { continue; }
                let back = book.read(language, category, &written);
                let back = back.unwrap_or_else(|error| panic!("{written}: {error:?}"));
                prop_assert!(back.same(&tree), "`{}` reads as `{}`, but was `{}`", written, book.outline(&back), book.outline(&tree));
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(words in "[ -~一-龥]{0,80}") {
        for loaded in packs() {
            for language in 0..2 { let _ = book(loaded).read_text(language, "effect", &words); }
        }
    }
}

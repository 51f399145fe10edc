//! The laws of the grammar, over trees and texts that are made up.

mod toy;

use std::sync::LazyLock;

use cardwright_grammar::{Phrasebook, Tree, same_all};
use proptest::prelude::*;
use toy::{EN, ZH};

static BOOK: LazyLock<Phrasebook> = LazyLock::new(toy::book);

/// A tree from a list of choices.
fn tree(choices: &[u8], depth: usize) -> Tree {
    let mut choices = choices.iter().cycle();
    let mut pick = |below: usize| usize::from(*choices.next().unwrap_or(&0)) % below.max(1);
    BOOK.sample_tree("sentence", depth, &mut pick).expect("a sentence can be made up")
}

/// A tree, as proptest makes it.
fn trees() -> impl Strategy<Value = Tree> {
    (prop::collection::vec(any::<u8>(), 1..60), 1_usize..6).prop_map(|(choices, depth)| tree(&choices, depth))
}

/// Text that is nearly right: sentences cut up and mixed.
fn soup() -> impl Strategy<Value = (usize, String)> {
    let words = prop::collection::vec((any::<prop::sample::Index>(), 0_u8..12), 1..30);
    (0_usize..2, trees(), trees(), words).prop_map(|(language, one, other, changes)| {
        let text = BOOK.write_text(language, &[one, other]);
        let mut parts: Vec<String> = if language == EN {
            text.split_inclusive(' ').map(str::to_owned).collect()
        } else {
            text.chars().map(String::from).collect()
        };
        for (at, change) in changes.into_iter().take(4) {
            let at = at.index(parts.len());
            match change {
                0 => drop(parts.remove(at)),
                1 => parts.insert(at, parts[at].clone()),
                2 => parts.insert(at, "“".to_owned()),
                3 => parts.insert(at, "”".to_owned()),
                4 => parts.insert(at, "3\" ".to_owned()),
                5 => parts.insert(at, ". ".to_owned()),
                6 => parts.swap(at, 0),
                _ => {}
            }
            if parts.is_empty() {
                parts.push("x".to_owned());
            }
        }
        (language, parts.concat())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_as_the_same_tree(tree in trees()) {
        prop_assert!(BOOK.can_be_said(&tree));
        for language in [EN, ZH] {
            let text = BOOK.write(language, &tree);
            let read = BOOK.read(language, "sentence", &text);
            let same = read.as_ref().is_ok_and(|read| read.same(&tree));
            prop_assert!(same, "{text}\n{}\n{:?}", BOOK.outline(&tree), read.map(|read| BOOK.outline(&read)));
            let readings = BOOK.readings(language, "sentence", &text, 3);
            prop_assert_eq!(readings.len(), 1, "{}: {:?}", text, readings.iter().map(|tree| BOOK.outline(tree)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn two_languages_have_one_rule(one in trees(), other in trees()) {
        let trees = [one, other];
        let english = BOOK.write_text(EN, &trees);
        let read = BOOK.read_text(EN, "sentence", &english).map_err(|errors| TestCaseError::fail(format!("{english}: {errors:#?}")))?;
        prop_assert!(same_all(&read, &trees), "{}", english);
        let chinese = BOOK.write_text(ZH, &read);
        let again = BOOK.read_text(ZH, "sentence", &chinese).map_err(|errors| TestCaseError::fail(format!("{chinese}: {errors:#?}")))?;
        prop_assert!(same_all(&again, &trees), "{}", chinese);
        prop_assert_eq!(BOOK.write_text(EN, &again), english);
    }

    #[test]
    fn the_canonical_wording_is_its_own(tree in trees()) {
        for language in [EN, ZH] {
            let text = BOOK.write_text(language, std::slice::from_ref(&tree));
            prop_assert_eq!(BOOK.canonical(language, "sentence", &text), None);
        }
    }

    #[test]
    fn typography_changes_nothing(tree in trees()) {
        for language in [EN, ZH] {
            let text = BOOK.write_text(language, std::slice::from_ref(&tree));
            let set = text.replace(' ', "  ").replace('\'', "\u{2019}").replace('-', "\u{2010}").replace('+', "＋");
            let wide: String = set.chars().map(|char| match char {
                '0'..='9' if language == ZH => char::from_u32(u32::from(char) + 0xFEE0).unwrap_or(char),
                '，' => ',',
                _ => char,
            }).collect();
            let read = BOOK.read_text(language, "sentence", &wide);
            prop_assert!(read.as_ref().is_ok_and(|read| same_all(read, std::slice::from_ref(&tree))), "{}: {:?}", wide, read);
        }
    }

    #[test]
    fn the_readers_agree((language, text) in soup()) {
        let result = BOOK.read_text(language, "sentence", &text);
        if let Err(errors) = &result {
            prop_assert!(!errors.is_empty());
            for error in errors {
                prop_assert!(text.get(error.span.clone()).is_some(), "{}: {:?}", text, error);
                prop_assert!(!error.message().is_empty());
            }
        }
        for span in BOOK.sentences(language, &text) {
            let Some(sentence) = text.get(span) else {
                return Err(TestCaseError::fail("a span off the text"));
            };
            let readings = BOOK.readings(language, "sentence", sentence, 20);
            match BOOK.read(language, "sentence", sentence) {
                Ok(tree) => prop_assert!(readings.iter().any(|other| other.same(&tree)), "{sentence}"),
                Err(error) => prop_assert!(readings.is_empty(), "{sentence}: {error:?}"),
            }
        }
    }

    #[test]
    fn one_pass_gives_what_two_readers_give((language, text) in soup()) {
        for span in BOOK.sentences(language, &text) {
            let Some(sentence) = text.get(span) else {
                return Err(TestCaseError::fail("a span off the text"));
            };
            let readings = BOOK.readings(language, "sentence", sentence, 2);
            let clear = BOOK.read_clear(language, "sentence", sentence);
            prop_assert_eq!(clear.is_some(), readings.len() == 1, "{}", sentence);
            // Spans too: messages point with them.
            prop_assert!(clear.is_none() || clear == BOOK.read(language, "sentence", sentence).ok(), "{}", sentence);
        }
        let clear = BOOK.read_clear_text(language, "sentence", &text);
        prop_assert!(clear.is_none() || clear == BOOK.read_text(language, "sentence", &text).ok(), "{}", text);
    }

    #[test]
    fn what_is_written_is_clear(one in trees(), other in trees()) {
        for language in [EN, ZH] {
            let text = BOOK.write_text(language, &[one.clone(), other.clone()]);
            let clear = BOOK.read_clear_text(language, "sentence", &text);
            prop_assert_eq!(clear, BOOK.read_text(language, "sentence", &text).ok(), "{}", text);
        }
    }

    #[test]
    fn no_text_makes_trouble(text in "\\PC{0,300}", language in 0_usize..2) {
        let _ = BOOK.read_text(language, "sentence", &text);
        let _ = BOOK.readings(language, "sentence", &text, 2);
    }

    #[test]
    fn no_templates_make_trouble(template in "[a-c{}()|?*=\\\\ .“”\"3]{0,16}", other in "[ab{}|() ]{0,8}") {
        let mut spec = toy::spec();
        let mut next = || 0;
        spec.phrases.push(toy::phrase("new", "effect", "a: number, b: effect", &[&[&template], &[&other]], &mut next));
        if let Ok(book) = Phrasebook::build(spec) {
            let _ = book.read(EN, "effect", "a b c 3\" draw 2 cards");
        }
    }
}

//! Reading and writing, by example.

mod toy;

use cardwright_grammar::{Suggestion, TextErrorKind};
use toy::{EN, ZH, book};

/// Reads a sentence, and tells its structure.
fn outline(language: usize, text: &str) -> String {
    let book = book();
    match book.read_text(language, "sentence", text) {
        Ok(trees) => trees.iter().map(|tree| book.outline(tree)).collect::<Vec<_>>().join("; "),
        Err(errors) => panic!("{text}: {errors:#?}"),
    }
}

#[test]
fn one_rule_in_two_languages() {
    for (en, zh) in [
        ("This model suffers 3 impact Dmg.", "此模型受到3點衝擊傷害。"),
        ("Each enemy model within 3\" of this model is Stunned.", "距離此模型3\"內的每個敵方模型進入暈眩狀態。"),
        ("All enemy models suffer 1 Wd.", "所有敵方模型受到1點傷。"),
        (
            "If this model is slain, draw 2 cards, then that model gains X+1 Energy.",
            "如果此模型被殺死，抽2張牌，然後該模型獲得X+1點能量。",
        ),
        (
            "This model suffers half X, rounding up impact Dmg until the end of the turn.",
            "此模型受到X的一半（無條件進位）點衝擊傷害直到回合結束。",
        ),
        ("This model may jump 1.5\". Otherwise, draw 1 card.", "此模型可以跳躍1.5\"。否則，抽1張牌。"),
        ("Up to 2 Wood Elves gain 2d6 Energy.", "最多2個木Elf精獲得2d6點能量。"),
        (
            "This model gains “When this model is slain, draw 1 card. Otherwise, draw 2 cards.” until the end of the turn.",
            "此模型獲得「當此模型被殺死時，抽1張牌。否則，抽2張牌」直到回合結束。",
        ),
        ("This model gains “This model may jump 3\".” Draw 1 card.", "此模型獲得「此模型可以跳躍3\"」。抽1張牌。"),
    ] {
        let book = book();
        let trees = book.read_text(EN, "sentence", en).unwrap_or_else(|errors| panic!("{en}: {errors:#?}"));
        assert_eq!(book.write_text(EN, &trees), en);
        assert_eq!(book.write_text(ZH, &trees), zh, "{}", outline(EN, en));
        let again = book.read_text(ZH, "sentence", zh).unwrap_or_else(|errors| panic!("{zh}: {errors:#?}"));
        assert!(cardwright_grammar::same_all(&trees, &again), "{} / {}", outline(EN, en), outline(ZH, zh));
    }
}

#[test]
fn tails_lean_to_the_left_and_a_prefix_takes_the_rest() {
    assert_eq!(
        outline(EN, "Draw 1 card, then draw 2 cards, then draw 3 cards."),
        "does(a: then(a: then(a: draw(n: literal(n: 1)), b: draw(n: literal(n: 2))), b: draw(n: literal(n: 3))))"
    );
    assert_eq!(
        outline(EN, "Draw X cards, then if it is slain, draw X cards, then draw X cards."),
        "does(a: then(a: draw(n: x), b: if(c: slain(m: that), a: then(a: draw(n: x), b: draw(n: x)))))"
    );
}

#[test]
fn accepted_wordings_have_a_canonical_one() {
    let book = book();
    assert_eq!(
        book.canonical(EN, "sentence", "Deal 2 slicing damage to that model until end of turn."),
        Some("That model suffers 2 slicing Dmg until the end of the turn.".to_owned())
    );
    assert_eq!(book.canonical(EN, "sentence", "This  model may jump 3″."), None, "typography does not count");
    assert_eq!(book.canonical(ZH, "sentence", "此模型 受到 ３ 點 傷."), None);
}

#[test]
fn other_capitals_are_read_and_their_own_are_written() {
    let book = book();
    for (text, is) in [
        ("Each Enemy Model is Stunned.", None),
        (
            "Each enemy Model suffers 3 impact dmg Until the End of the Turn.",
            Some("Each enemy model suffers 3 impact Dmg until the end of the turn."),
        ),
        ("this model suffers 2 wds.", Some("This model suffers 2 Wds.")),
    ] {
        let read = book.read_text(EN, "sentence", text);
        assert_eq!(read.as_ref().ok().map(|trees| book.write_text(EN, trees)).as_deref(), is, "{text}: a term is as it is");
        assert_eq!(book.read_clear_text(EN, "sentence", text), read.ok(), "{text}");
    }
}

#[test]
fn a_sentence_may_go_on_from_the_one_before() {
    let mut spec = toy::spec();
    spec.phrases.retain(|phrase| phrase.id != "otherwise");
    let mut next = || 0;
    let (en, zh) = ("if {c}, {a}; otherwise, {b}", "如果{c}，{a}；否則，{b}");
    spec.phrases.push(toy::phrase("either", "effect", "c: test, a: effect, b: effect", &[&[en], &[zh]], &mut next));
    let book = cardwright_grammar::Phrasebook::build(spec).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let [en, zh] = [
        "Draw 1 card. If it is slain, draw 2 cards. Otherwise, draw 3 cards. Draw X cards.",
        "抽1張牌。如果該模型被殺死，抽2張牌。否則，抽3張牌。抽X張牌。",
    ];
    let trees = book.read_text(EN, "sentence", en).unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert_eq!(
        book.write_text(EN, &trees),
        "Draw 1 card. If that model is slain, draw 2 cards; otherwise, draw 3 cards. Draw X cards."
    );
    let one = trees.get(1).expect("three sentences");
    assert_eq!(en.get(one.span.clone()), Some("If it is slain, draw 2 cards. Otherwise, draw 3 cards"));
    let again = book.read_text(ZH, "sentence", zh).unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert!(cardwright_grammar::same_all(&trees, &again));
    for faulty in [
        "Draw 1 card. Otherwise, draw 3 cards.",
        "Otherwise, draw 1 card.",
        "If it is slain, draw 1 card. Othrwise, draw 2 cards.",
    ] {
        assert_eq!(book.read_text(EN, "sentence", faulty).expect_err(faulty).len(), 1);
    }
}

#[test]
fn number_words_are_numbers() {
    let book = book();
    for (text, is) in [
        ("Draw two cards.", "Draw 2 cards."),
        ("Up to Three Gnomes gain ten Energy.", "Up to 3 Gnomes gain 10 Energy."),
        ("This model may jump three inches.", "This model may jump 3\"."),
        ("This model suffers X+one Wds.", "This model suffers X+1 Wds."),
    ] {
        let trees = book.read_text(EN, "sentence", text).unwrap_or_else(|errors| panic!("{text}: {errors:#?}"));
        assert_eq!(book.write_text(EN, &trees), is);
    }
    assert!(book.read_text(EN, "sentence", "Draw twofold cards.").is_err());
    assert!(book.read_text(EN, "sentence", "Draw eleven cards.").is_err());
    assert!(book.read_text(ZH, "sentence", "抽two張牌。").is_err());
}

#[test]
fn amounts_carry_inch_marks_and_factors() {
    let mut spec = toy::spec();
    let mut next = || 0;
    for (id, gives, slots, en, zh) in [
        ("inches", "measure", "n: number", "{n}\"", "{n}\""),
        ("measured", "measure", "l: length", "{l}", "{l}"),
        ("sum", "measure", "n: number, l: measure", "{n}+{l}", "{n}+{l}"),
        ("times*", "number", "k: integer, n: number", "{k}{n}", "{k}{n}"),
        ("brackets", "number", "n: number", "\\({n}\\)", "\\({n}\\)"),
        ("add", "number", "a: number, b: number", "{a} and {b}", "{a}加{b}"),
        ("walk", "effect", "d: measure", "walk {d}", "走{d}"),
    ] {
        spec.phrases.push(toy::phrase(id, gives, slots, &[&[en], &[zh]], &mut next));
    }
    let book = cardwright_grammar::Phrasebook::build(spec).unwrap_or_else(|problems| panic!("{problems:#?}"));
    for (text, is) in [
        ("walk X\"", "inches(n: x)"),
        ("walk 2X”", "inches(n: times(k: 2, n: x))"),
        ("walk 3 \"", "measured(l: 3\")"),
        ("walk X+2\"", "sum(n: x, l: measured(l: 2\"))"),
        ("walk X+X\"", "sum(n: x, l: inches(n: x))"),
        ("walk (X+1)\"", "inches(n: brackets(n: plus(a: x, n: 1)))"),
    ] {
        let readings = book.readings(EN, "effect", text, 3);
        let outlines: Vec<_> = readings.iter().map(|tree| book.outline(tree)).collect();
        assert_eq!(outlines, [format!("walk(d: {is})")], "{text}");
        let tree = book.read(EN, "effect", text).expect(text);
        for language in [EN, ZH] {
            let again = book.read(language, "effect", &book.write(language, &tree));
            assert!(again.is_ok_and(|again| again.same(&tree)), "{}", book.write(language, &tree));
        }
    }
    let of = |text: &str| book.readings(EN, "number", text, 3).iter().map(|tree| book.outline(tree)).collect::<Vec<_>>();
    assert_eq!(of("2X and X"), ["add(a: times(k: 2, n: x), b: x)"]);
    assert_eq!(of("3X+1"), ["plus(a: times(k: 3, n: x), n: 1)"]);
    assert_eq!(of("X and 2X and X"), ["add(a: add(a: x, b: times(k: 2, n: x)), b: x)"]);
    assert!(book.shadows().is_empty(), "{:?}", book.shadows());
}

#[test]
fn a_word_is_not_the_head_of_a_longer_one() {
    let book = book();
    assert!(book.read_text(EN, "sentence", "This models may jump 3\".").is_err());
    assert_eq!(outline(EN, "This model is Stun-locked."), "does(a: status(to: this, s: stun-locked))");
    assert!(book.read_text(EN, "sentence", "This model is Stunnedx.").is_err());
}

#[test]
fn errors_point_at_the_word_and_propose_another() {
    let book = book();
    for (language, text, found, help) in [
        (EN, "This model sufers 3 impact Dmg.", "sufers", "suffers"),
        (EN, "This model suffers 3 impcat Dmg.", "impcat", "impact"),
        (EN, "This model suffers 3 Impact Dmg.", "Impact", "impact"),
        (EN, "Each enemy model within 3\" of tis model may jump 3\".", "tis", "this"),
        (EN, "Ths model may jump 3\".", "Ths", "This"),
        (EN, "Up to 2 Wod Elves gain 3 Energy.", "Wod Elves", "Wood Elves"),
        (EN, "This model gains “This model may jmp 3\".” Draw 2 cards.", "jmp", "jump"),
        (ZH, "此模型受道3點衝擊傷害。", "受道", "受到"),
        (ZH, "此模型受到3點衝激傷害。", "衝激", "衝擊"),
    ] {
        let errors = book.read_text(language, "sentence", text).expect_err(text);
        let error = errors.first().expect(text);
        assert_eq!(text.get(error.span.clone()), Some(found), "{text}: {error:#?}");
        assert_eq!(error.suggestion, Some(Suggestion::Words(help.to_owned())), "{text}: {error:#?}");
    }
}

#[test]
fn errors_say_what_was_expected() {
    let book = book();
    let of = |text: &str| {
        let errors = book.read_text(EN, "sentence", text).expect_err(text);
        let error = errors.first().expect("an error").clone();
        (error.kind, text.get(error.span.clone()).unwrap_or("?").to_owned(), error.expected.join(" / "))
    };
    let row = |kind, found: &str, expected: &str| (kind, found.to_owned(), expected.to_owned());
    assert_eq!(of("This model is quick."), row(TextErrorKind::Unread, "quick", "a status"));
    assert_eq!(of("This model may jump far."), row(TextErrorKind::Unread, "far", "a length such as 3\""));
    assert_eq!(of("This model may jump."), row(TextErrorKind::Unfinished, "", "a length such as 3\""));
    assert_eq!(of("Draw 2 cards twice."), row(TextErrorKind::Unread, "twice", "`, then` / `until` / the end of the sentence"));
    assert_eq!(of("If this model is slain draw 2 cards."), row(TextErrorKind::Unread, "draw", "`,` / `and`"));
    // Of a word that is read in part the whole is told, not its tail.
    assert_eq!(of("When this mo is slain, draw 1 card."), row(TextErrorKind::Unread, "mo", "`model`"));
    assert_eq!(
        of("This model gai 2 Energy."),
        row(TextErrorKind::Unread, "gai", "`gain` / `gains` / `are` / `is` / `may` / `suffer` / `suffers` / `takes`")
    );
    let zh = book.read_text(ZH, "sentence", "此模受到2點傷。").expect_err("no such model");
    assert!(zh.iter().all(|error| error.expected.iter().any(|words| words == "`模型`")), "{zh:#?}");
    // What is expected is told with an example where the text is not in the language of the messages.
    let zh = book.read_text(ZH, "sentence", "此模型進入快狀態。").expect_err("no such status");
    assert_eq!(zh.first().map(|error| error.expected.join(" / ")).unwrap_or_default(), "a status such as `暈眩`");
    assert_eq!(of("Draw 2 cards"), row(TextErrorKind::NoStop, "cards", ""));
    assert_eq!(of("Draw 2 cards.."), row(TextErrorKind::Empty, ".", ""));
    assert_eq!(of("This model gains “draw 2 cards."), row(TextErrorKind::LoneMark, "“", ""));
    assert_eq!(of(""), row(TextErrorKind::Empty, "", ""));
    assert_eq!(of(&"Draw 2 cards. ".repeat(200)).0, TextErrorKind::TooLong);
}

#[test]
fn a_list_is_called_after_its_members() {
    let book = book();
    assert_eq!(book.label("status list"), book.label("status"));
    assert_eq!(book.label("model_filter list list"), "a model filter");
}

#[test]
fn every_bad_sentence_is_reported() {
    let errors = book().read_text(EN, "sentence", "Draw 2 crds. Draw 1 card. Drw 2 cards.").expect_err("two faults");
    assert_eq!(errors.len(), 2, "{errors:#?}");
}

#[test]
fn deep_nesting_ends_in_an_error() {
    let book = book();
    for text in [
        "if ".repeat(600),
        "if it is slain, ".repeat(100),
        format!("{}draw 1 card", "if it is slain, ".repeat(100)),
        "half ".repeat(350),
        format!("draw X{} cards", "+1".repeat(900)),
        format!("{}draw 1 card{}", "it gains “".repeat(90), "”".repeat(90)),
    ] {
        let _ = book.read(EN, "effect", &text);
        let _ = book.readings(EN, "effect", &text, 2);
    }
}

#[test]
fn nothing_hides_another() {
    let shadows = book().shadows();
    assert!(shadows.is_empty(), "{shadows:#?}");
}

#[test]
fn readers_give_both_readings() {
    let mut spec = toy::spec();
    let mut next = || 0;
    for (id, gives, slots, en, zh) in [
        ("of-which", "models", "t: test", "models of which {t}", "模型（{t}）"),
        ("near", "test", "m: models, o: models", "{m} is near {o}", "{m}接近{o}"),
    ] {
        spec.phrases.push(toy::phrase(id, gives, slots, &[&[en], &[zh]], &mut next));
    }
    let book = cardwright_grammar::Phrasebook::build(spec).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let text = "models of which it is near this model within 3\" of it";
    let (one, other) = book.ambiguous(EN, "models", text).expect("two readings");
    let mut both = [book.outline(&one), book.outline(&other)];
    both.sort();
    assert_eq!(
        both,
        [
            "of-which(t: near(m: that, o: within(g: this, r: 3\", of: that)))",
            "within(g: of-which(t: near(m: that, o: this)), r: 3\", of: that)"
        ]
    );
    assert!(book.read(EN, "models", text).is_ok());
    assert!(book.ambiguous(EN, "effect", "it is Blind").is_none());
}

#[test]
fn the_exhaustive_reader_helps_where_pest_commits_too_soon() {
    let mut spec = toy::spec();
    let mut next = || 0;
    // pest takes "this model's" whole, and then misses its "'s target".
    spec.phrases.push(toy::phrase("owned", "models", "", &[&["this model's friend"], &["此模型的友"]], &mut next));
    spec.phrases.push(toy::phrase("kin", "effect", "m: models", &[&["{m}'s friend leaves"], &["{m}的友離開"]], &mut next));
    let book = cardwright_grammar::Phrasebook::build(spec).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let tree = book.read(EN, "effect", "this model\u{2019}s friend leaves").expect("a reading");
    assert_eq!(book.outline(&tree), "kin(m: this)");
    let tree = book.read(ZH, "effect", "此模型的友離開").expect("a reading");
    assert_eq!(book.outline(&tree), "kin(m: this)");
}

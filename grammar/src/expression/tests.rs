use super::*;

fn args(args: &[Arg]) -> String {
    args.iter()
        .map(|a| match &a.name {
            Some((name, _)) => format!(" {name}:{}", show(&a.value)),
            None => format!(" {}", show(&a.value)),
        })
        .collect()
}

fn show(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Number(n) => n.to_string(),
        ExprKind::Length(n) => format!("{n}th"),
        ExprKind::None => "none".into(),
        ExprKind::Truth(t) => t.to_string(),
        ExprKind::Name(n) => n.clone(),
        ExprKind::Call { name, args: a, .. } => format!("({name}!{})", args(a)),
        ExprKind::Member { base, name, args: None, .. } => format!("{}.{name}", show(base)),
        ExprKind::Member { base, name, args: Some(a), .. } => format!("({}.{name}!{})", show(base), args(a)),
        ExprKind::Unary(op, a) => format!("({op:?} {})", show(a)),
        ExprKind::Binary(op, a, b) => format!("({op:?} {} {})", show(a), show(b)),
        ExprKind::If { then, test, otherwise } => format!("(if {} {} {})", show(test), show(then), show(otherwise)),
        ExprKind::Where { list, test } => format!("(where {} {})", show(list), show(test)),
        ExprKind::Each { list, value } => format!("(each {} {})", show(list), show(value)),
        ExprKind::List(list) => format!("[{}]", list.iter().map(show).collect::<Vec<_>>().join(" ")),
    }
}

fn tree(text: &str) -> String {
    match parse(text) {
        Ok(e) => show(&e),
        Err(e) => panic!("{text}: {} at {:?}", e.message, e.span),
    }
}

fn refusal(text: &str) -> String {
    match parse(text) {
        Ok(e) => panic!("{text} was read as {}", show(&e)),
        Err(e) => format!("{} [{}] {}", e.message, &text[e.span.clone()], e.help.unwrap_or_default()).trim_end().to_owned(),
    }
}

#[test]
fn atoms() {
    for (text, want) in [
        ("12", "12"),
        ("3\"", "3000th"),
        ("1.5\"", "1500th"),
        ("0.125\"", "125th"),
        ("30mm", "1181th"),
        ("40mm", "1575th"),
        ("none", "none"),
        ("true", "true"),
        ("false", "false"),
        ("nonesuch", "nonesuch"),
        ("inner", "inner"),
        ("鷹鼻_2", "鷹鼻_2"),
        ("_x", "_x"),
        ("[]", "[]"),
        ("[a, [b]]", "[a [b]]"),
        ("f()", "(f!)"),
        ("hand(player)", "(hand! player)"),
        ("e.melee", "e.melee"),
        ("e.melee(1, to: b)", "(e.melee! 1 to:b)"),
        ("f(x).in", "(f! x).in"),
        ("put(in: a)", "(put! in:a)"),
        ("event.n", "event.n"),
        ("(a)", "a"),
    ] {
        assert_eq!(tree(text), want, "{text}");
    }
}

#[test]
fn precedence() {
    for (text, want) in [
        ("a - b - c", "(Subtract (Subtract a b) c)"),
        ("a + b * c mod d", "(Add a (Modulo (Multiply b c) d))"),
        ("-a.b + c", "(Add (Minus a.b) c)"),
        ("a-b", "(Subtract a b)"),
        ("a - -2", "(Subtract a (Minus 2))"),
        ("not a in b and c = d or e", "(Or (And (Not (In a b)) (Equal c d)) e)"),
        ("a not in b", "(NotIn a b)"),
        ("not not a", "(Not (Not a))"),
        (
            "models where it in g and it.owner = originator.owner",
            "(where models (And (In it g) (Equal it.owner originator.owner)))",
        ),
        ("models where a each it.b", "(each (where models a) it.b)"),
        ("a if b else c if d else e", "(if b a (if d c e))"),
        ("list where a if b else c", "(if b (where list a) c)"),
        ("list each (a if b else c)", "(each list (if b a c))"),
        ("any(models where engages(it, who)) and x >= 3\"", "(And (any! (where models (engages! it who))) (AtLeast x 3000th))"),
    ] {
        assert_eq!(tree(text), want, "{text}");
    }
}

#[test]
fn places() {
    let e = parse("  (a + b) * cd.ef(n: 2)").unwrap();
    assert_eq!(e.span, 2..23);
    let ExprKind::Binary(Binary::Multiply, a, b) = e.kind else { panic!() };
    assert_eq!((a.span, b.span), (2..9, 12..23));
    let ExprKind::Member { name_span, args: Some(args), .. } = b.kind else { panic!() };
    assert_eq!(name_span, 15..17);
    assert_eq!(args[0].name, Some(("n".into(), 18..19)));
}

#[test]
fn refusals() {
    for (text, want) in [
        ("", "nothing stands where a value was expected []"),
        ("a +", "the expression ends where a value was expected []"),
        ("a == b", "`==` stands where an operator or the end was expected [==] write `=`"),
        ("a < b < c", "`<` stands where an operator or the end was expected [<] comparisons do not chain; join them with `and`"),
        ("a && b", "`&&` stands where an operator or the end was expected [&&] write `and`"),
        ("a if b", "the expression ends where an operator or `else` was expected []"),
        ("f(a", "the expression ends where an operator, `)` or `,` was expected []"),
        ("f(a,)", "`)` stands where a value was expected [)]"),
        ("a)", "`)` closes nothing [)] remove it"),
        ("(a]", "`]` closes what `(` opened; `)` was expected []]"),
        ("1.5", "`1.5` is neither a number nor a length [1.5] only lengths have fractions: `1.5\"`"),
        ("2d6", "`2d6` is neither a number nor a length [2d6] lengths are written `3\"` or `30mm`; names begin with a letter"),
        ("99999999999999999999", "`99999999999999999999` is too large a number [99999999999999999999]"),
        ("1.0001\"", "`1.0001\"` has more than three digits after the point [1.0001\"]"),
        ("e.", "the expression ends where a name was expected []"),
        ("and", "`and` stands where a value was expected [and] `and` is a word of the notation and cannot be a name"),
        ("a b", "`b` stands where an operator or the end was expected [b]"),
        ("30 mm", "`mm` stands where an operator or the end was expected [mm] write the number and `mm` together: `30mm`"),
        ("類 ≥ 2", "`≥` stands where an operator or the end was expected [≥] write `>=`"),
    ] {
        assert_eq!(refusal(text), want, "{text}");
    }
}

#[test]
fn limits() {
    assert!(refusal(&"a".repeat(LONGEST + 1)).contains("at most"));
    assert!(refusal(&"鷹".repeat(LONGEST)).contains("at most"));
    assert!(refusal(&format!("{}a{}", "(".repeat(65), ")".repeat(65))).contains("levels"));
    assert_eq!(tree(&format!("{}a{}", "(".repeat(64), ")".repeat(64))), "a");
    assert!(parse(&format!("{}a{}", "[".repeat(63), "]".repeat(63))).is_ok());
    for long in [
        "-".repeat(900) + "a",
        "not ".repeat(400) + "a",
        "a+".repeat(900) + "a",
        "a if a else ".repeat(150) + "a",
        "a.b".to_owned() + &".b".repeat(900),
        "a where ".repeat(200) + "a",
    ] {
        assert!(refusal(&long).contains("levels"), "{long}");
    }
}

#[test]
fn garbage() {
    let words = [
        "a",
        "(",
        ")",
        "[",
        "]",
        ",",
        ":",
        ".",
        "not",
        "in",
        " ",
        " ",
        "mod",
        "-",
        "=",
        "!=",
        "\"",
        "1",
        "2.5\"",
        "mm",
        "if",
        "else",
        "where",
        "each",
        "鷹",
        "\u{301}",
        "\u{0}",
        "true",
        "none",
        "<",
        "≥",
        "\n",
        "'",
        "{",
        "9999999999",
        "🦀",
    ];
    let mut seed = 7_u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        for step in 0..(seed >> 33) % 24 {
            let pick = seed.rotate_left(step as u32 * 7) ^ step.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            text.push_str(words[(pick >> 20) as usize % words.len()]);
        }
        match parse(&text) {
            Ok(e) => assert!(text.get(e.span).is_some()),
            Err(e) => assert!(text.get(e.span.clone()).is_some(), "{text:?} {:?}", e.span),
        }
    }
}

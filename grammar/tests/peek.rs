//! Throw-away.
mod toy;
use toy::*;
#[test]
fn peek() {
    let book = book();
    for (l, t) in [
        (EN, "This model sufers 3 impact Dmg."), (EN, "This model suffers lots of impact Dmg."), (EN, "This model suffers 3 fire Dmg."),
        (EN, "This model suffers 3 impact."), (EN, "This model suffers 3 impact damage to it."), (EN, "Fly to the moon."), (EN, "If this model is slain draw 2 cards."),
        (EN, "Draw 2 cards, than draw 1 card."), (EN, "Draw 2 cards until the start of the turn."), (EN, "This model gains “Fly.”."), (EN, "Each enemy within 3\" of this model suffers 1 Wd."),
        (EN, "Each enemy model within 3 of this model suffers 1 Wd."), (EN, "This model may jump 3. Draw 1 cards"), (EN, "At the end of the turn, draw 1 card."),
        (EN, "Deal 3 impact damage to an enemy model."),
        (ZH, "此模型受到三點衝擊傷害。"), (ZH, "此模型可以飛行3\"。"), (ZH, "敵人受到3點傷。"), (ZH, "此模型進入睡眠狀態。"), (ZH, "此模型受到3點衝擊傷害，抽1張牌。"),
    ] {
        match book.read_text(l, "sentence", t) {
            Ok(trees) => println!("OK {t} {}", book.outline(&trees[0])),
            Err(errors) => for e in errors { println!("{t}\n    [{}] {} {} / {:?}", &t[e.span.clone()], e.kind.id(), e.message(), e.help()); }
        }
    }
    for text in [format!("draw 1 card{}", ", then draw 1 card".repeat(100)), format!("draw X{} cards", "+1".repeat(900)), format!("this model{} is Blind", " within 1\" of it".repeat(110)), format!("{} 1", "half ".repeat(300)), "“".repeat(300)+&"”".repeat(300), format!("it gains {}", "“it gains ".repeat(40)+"“draw 1 card.”"+&"”".repeat(40))] {
        let start = std::time::Instant::now();
        let r = book.read(EN, "effect", &text);
        let a = start.elapsed();
        let n = book.readings(EN, "effect", &text, 3).len();
        println!("{:.30} {:?} {:?} {n} {:?}", text, r.as_ref().map(|_| ()).map_err(|e| e.kind), a, start.elapsed());
    }
}

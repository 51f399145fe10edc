//! What the engine offers beyond what the shipped games use, from a written pack to a scenario and a played game: cards as
//! values, an entity that becomes another card, actions in the middle of an effect, areas of every shape.

use cardwright::{load, scenario, texts};
use std::fs;
use std::path::{Path, PathBuf};

const MORE: &str = r#"
kinds:
  model:
    fields: {energy: number = 0}
  wood:
    plural: woods
    body: area corners
    fields: {corners: path}
  pond:
    plural: ponds
    body: round across
    fields: {across: length = 2"}
tests:
  has_more_to_say: {takes: {who: model}, means: any(abilities(who))}
  stands_in: {takes: {who: model, what: entity}, means: "centre_in(who, what)"}
  rushes_over: {takes: {who: model, what: entity}, means: "path_crosses(who, [place_of(who), point(12\", 4\")], what)"}
  squeezes: {takes: {who: model, wide: length}, means: "path_clear(who, [place_of(who), point(12\", 4\")], ponds, wide)"}
values:
  pushed: {takes: {who: model}, gives: point, means: "path_end(away(who, point(12\", 12\"), 9\", []))"}
  pushed_off: {takes: {who: model}, gives: point, means: "path_end(away(who, point(12\", 12\"), 9\", [], yes))"}
  red_ones: {gives: list of card, means: cards_of(model) where red in it.colours}
effects:
  strike_back:
    takes: {by: player}
    does:
      - act: [parry, brace]
        of: by
        prompt: {en: Respond?, zh-Hant: 回應？}
        if: it.energy > 0
        as: did
      - if: did
        then: [{increase: {game.round: 0}}, {tell: {en: a response, zh-Hant: 有回應}, of: by}]
actions:
  parry:
    name: {en: Parry, zh-Hant: 格擋}
    takes: {who: model, against: model}
    among: {who: models where it.owner = player, against: models where it.owner != player}
    requires:
      - {if: can_act(who), because: {en: it is hurt too badly, zh-Hant: 傷勢過重}}
    does: [{increase: {who.energy: -1}}, {increase: {against.energy: -1}}]
  brace:
    name: {en: Brace, zh-Hant: 穩住}
    takes: {who: model}
    among: {who: models where it.owner = player}
    does: [{increase: {who.energy: -1}}]
  charge:
    name: {en: Charge, zh-Hant: 衝鋒}
    takes: {by: model}
    among: {by: models where it.owner = player}
    does: [{strike_back: {by: next_player(player)}}]
  turn:
    name: {en: Turn, zh-Hant: 變身}
    takes: {by: model}
    among: {by: models where it.owner = player}
    does: [{become: by, card: yuki}]
  summon:
    name: {en: Summon, zh-Hant: 召喚}
    takes: {by: model}
    among: {by: models where it.owner = player}
    does:
      - ask: chosen
        prompt: {en: Which one?, zh-Hant: 哪一個？}
        among: cards_of(model) where it.strength_stat > card_of(by).strength_stat
      - create: new
        card: chosen
        owner: player
      - place: {who: new, at: "point(20\", 20\")"}
clock:
  - step: rounds
    repeat:
      - step: round
        turns: {of: players, while: "not used(it, rest)"}
        sequence:
          - {act: [rest, charge, turn, summon], by: player, once: yes}
      - {step: after, do: [{next_round: {}}]}
    until: game.round >= 4 or option.long_game = on and game.round >= 8
"#;

const YUKI: &str = "kind: model\nname: {en: Yuki, zh-Hant: 雪}\nstrength_stat: 5\ncolours: [Red]\nhits: {red: 2, blue: 2}\n";
const SORA: &str = "kind: model\nname: {en: Sora, zh-Hant: 空}\nstrength_stat: 4\ncolours: [blue]\nhits: {red: 2, blue: 2}\n";

const PAGE: &str = r#"# Primitives

```board
players Ada, Bo
Ann (rin) Ada at 6, 4 energy 1 wounds 1
Ben (rin) Bo at 18, 4 energy 1
Bob (rin) Bo at 18, 8
copse: wood at 8, 3 to 10, 5
mere: pond at 8, 7 across 2"
step round Ada
```

## A response

```play
Ann: charge
answer Bo: parry Ben, Ann
```

```then
Ann energy 0
Ben energy 0
log has "Respond? Parry Ben, Ann"
log has "a response"
```

## A response that is passed over

```play
Ann: charge
pass
```

```then
Ben energy 1
log has no "a response"
```

## Nobody is asked where nothing is on offer

```play
Ann: charge
answer: brace Ben
Bob: charge
answer Ada: brace Ann
Ann: charge
```

```then
asks nobody
waits for Bo
```

## Another card prints her, and her wounds stay

```play
Ann: turn
```

```then
Ann wounds 1
Ann energy 1
Ann at 6, 4
expect: strength(Ann) = 5
expect: Ann.colours = [red]
expect: not has_more_to_say(Ann)
log has "Ann becomes Yuki"
```

## A card is chosen among those that print enough

```play
Ann: summon
answer: Sora
```

```then
log has "Which one? Sora"
expect: count(models where it.strength_stat = 4 and it.owner = Ann.owner) = 1
```

## What a card prints is known without an entity

```then
expect: count(red_ones) = 2
expect: (cards_of(model) each it.strength_stat) = [3, 4, 5] or sum(cards_of(model) each it.strength_stat) = 12
expect: count(abilities(card_of(Ann))) = 2
```

## Areas of every shape

```then
expect: not stands_in(Ann, copse) and not stands_in(Ann, mere)
expect: rushes_over(Ann, copse) and not rushes_over(Ann, mere)
expect: not overlaps(copse, mere) and gap(copse, mere) = 1"
expect: within(copse, mere, 1") and not in_contact(copse, mere)
expect: obstructed(Ann, Ben, [copse, mere])
expect: sees(Ann, mere, [copse]) and not sees(Ann, Ben, [copse], [mere])
```

## Round areas are got over as others are

```board
Cleo (rin) Ada at 8, 18.41
pool: pond at 8, 20 across 2"
```

```then
expect: in_contact(Cleo, pool)
expect: across(Cleo, pool) = point(8", 21.59") and thickness(Cleo, pool) = 2"
```

## A narrow way

```board
pool: pond at 9, 5.2 across 2"
```

```then
expect: not squeezes(Ann, 30mm)
expect: squeezes(Ann, 0.2")
```

## Pushed as far as the table, or over its edge

```then
expect: on_table(Ann, pushed(Ann))
expect: not on_table(Ann, pushed_off(Ann))
```
"#;

fn laid_out(name: &str) -> PathBuf {
    let pack = Path::new(env!("CARGO_TARGET_TMPDIR")).join("primitives").join(name);
    let _ = fs::remove_dir_all(&pack);
    let mini = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/tests/mini");
    fs::create_dir_all(pack.join("cards")).unwrap();
    for file in ["pack.yaml", "rules.yaml", "cards/rin.yaml"] {
        let mut text = fs::read_to_string(mini.join(file)).unwrap();
        if file == "rules.yaml" {
            // The clock is written anew, with more on offer.
            text.truncate(text.find("clock:").expect("a clock"));
        }
        fs::write(pack.join(file), text).unwrap();
    }
    fs::write(pack.join("more.yaml"), MORE).unwrap();
    fs::write(pack.join("cards/yuki.yaml"), YUKI).unwrap();
    fs::write(pack.join("cards/sora.yaml"), SORA).unwrap();
    pack
}

#[test]
fn what_packs_may_use() {
    let pack = laid_out("pack");
    let game = load::pack(&pack).unwrap_or_else(|failure| panic!("{failure}"));
    let words = game.words(None).expect("a first language");
    texts::with_texts(&pack, |texts| {
        let report = scenario::run(&game, texts, words, PAGE);
        let page = report.troubles.iter().chain(report.outcomes.iter().flat_map(|outcome| &outcome.troubles));
        let wrong: Vec<String> = page.map(|t| format!("{}:{}: {}", t.line, t.column, t.message)).collect();
        assert!(wrong.is_empty(), "{}\n{}", wrong.join("\n"), report.record());
        assert_eq!(report.outcomes.len(), 10);
    });
}

//! The files of a small game of its own: two runners, a die, a first past the post.

use super::{NewFile, title};

/// Files by their paths in the pack.
pub(super) fn files(name: &str) -> Vec<NewFile> {
    let filled = |text: &str| text.replace("{NAME}", name).replace("{TITLE}", &title(name)).replace("{IDS}", &ids(name));
    [
        ("pack.yaml", PACK),
        ("kinds.yaml", KINDS),
        ("rules.yaml", RULES),
        ("words.yaml", WORDS),
        ("cards/hare.yaml", HARE),
        ("cards/tortoise.yaml", TORTOISE),
        ("boards/first.yaml", BOARD),
        ("scenarios/race.md", SCENARIO),
    ]
    .map(|(path, text)| (path.to_owned(), filled(text)))
    .into()
}

/// The letters before the numbers of rules.
fn ids(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).take(2).collect::<String>().to_ascii_uppercase()
}

const PACK: &str = "\
pack: {NAME}
version: 0.1.0
format: 1
game: {NAME}
languages: [en]
players: 2
";

const KINDS: &str = "\
# What there is in a game. The first two kinds are the game itself and the players.

kinds:
  game:
    plural: games
    fields: {round: number = 0}
  player:
    plural: players
    fields: {ran: number = 0}     # 1 once it has had its turn of the round
  runner:
    plural: runners
    fields:
      speed_stat: number, 1 to 6, printed   # how many dice it rolls; the best counts
      steps: number = 0
";

const RULES: &str = "\
# What can be done, in which order, and how it ends.

catalogue:
  - {id: {IDS}-01, says: \"In its turn a runner runs: it rolls a die for each point of Speed, and takes as many steps as the best shows.\"}
  - {id: {IDS}-02, says: \"The first runner with 20 steps wins at once.\"}
  - {id: {IDS}-03, says: \"After 10 rounds the runner with the most steps wins; who is level shares the win.\"}
  - {id: {IDS}-04, says: \"A runner rests instead: its active ability happens.\"}

effects:
  next_round:
    does:
      - increase: {game.round: 1}
      - set: {players.ran: 0}
  finish:               # whoever is ahead
    rule: {IDS}-03
    does:
      - end_game: \"(runners where it.steps = max(runners each it.steps)) each it.owner\"
  use_ability:
    takes: {by: runner, a: ability}
    does:
      - with: {originator: by, ability: a}
        do: [{run: a.text}]

rules:
  - {after: advance, if: any(runners where it.steps >= 20), does: [{finish: {}}]}     # {IDS}-02

actions:
  run_ahead:
    rule: {IDS}-01
    name: {en: Run}
    takes: {by: runner}
    among: {by: runners where it.owner = player}
    requires: []
    does:
      - roll: faces
        dice: speed(by)
        sides: 6
      - advance: {who: by, n: max(faces)}
  rest:
    rule: {IDS}-04
    name: {en: Rest}
    takes: {by: runner, a: ability}
    among: {by: runners where it.owner = player, a: \"abilities(by, ability_kind.active)\"}
    requires: []
    does:
      - use_ability: {by: by, a: a}

clock:
  - step: race
    repeat:
      - step: round
        sequence:
          - step: runs
            turns: {of: players, while: it.ran = 0}
            sequence:
              - {step: running, act: [run_ahead, rest], by: player, once: yes}
              - {do: [{set: {player.ran: 1}}]}
          - {do: [{next_round: {}}]}
          - {do: [{if: game.round >= 10, then: [{finish: {}}]}]}
    until: game.round >= 10
";

const WORDS: &str = "\
# What cards can say: each entry has a sentence, a meaning, and a name that other rules listen to.

ability_kinds:
  passive:
    name: {en: Passive}
    fields: {text: standing}
    in_force: text
  active:
    name: {en: Active}
    fields: {text: effect}

numbers:
  speed:
    name: {en: Speed}
    takes: {who: runner}
    means: who.speed_stat

values:
  this_runner: {gives: runner, says: {en: this runner}, means: originator}
  the_others: {gives: runners, says: {en: each other runner}, means: runners where it != originator}

effects:
  advance:
    takes: {who: runners, n: number}
    says: {en: \"{who} {who?advances|advance} {n} {n?step|steps}\"}
    does:
      - each: who
        do: [{increase: {it.steps: n}}]
  fall_back:
    takes: {who: runners, n: number}
    says: {en: \"{who} {who?falls|fall} back {n} {n?step|steps}\"}
    does:
      - each: who
        do: [{set: {it.steps: \"max([0, it.steps - n])\"}}]

standing:
  has_more:
    takes: {who: runner filter, n: number, s: statistic}
    says: {en: \"{who} {who?has|have} +{n} {s}\"}
    rules:
      - {modify: s, of: who, add: n}
";

const HARE: &str = "\
kind: runner
name: {en: Hare}
source: my own
speed_stat: 2
abilities:
  - name: {en: Taunt}
    kind: active
    text: {en: Each other runner falls back 3 steps.}
";

const TORTOISE: &str = "\
kind: runner
name: {en: Tortoise}
source: my own
speed_stat: 1
abilities:
  - name: {en: Steady}
    kind: passive
    text: {en: This runner has +1 Speed.}
  - name: {en: Plod}
    kind: active
    text: {en: This runner advances 4 steps.}
";

const BOARD: &str = "\
board: first
name: {en: The Meadow}
troupes:
  - [hare]
  - [tortoise]
";

const SCENARIO: &str = "\
# {TITLE}

The rules of the race, each with what proves it.

```board
players red, blue
step running red
```

## The best die counts, and Steady gives one more

rules: {IDS}-01

```board
H: hare red
T: tortoise blue
```

```play
rolls 3, 5
H: run
rolls 2, 4
T: run
```

```then
H steps 5
T steps 4
```

## Twenty steps win

rules: {IDS}-02

```board
H: hare red steps 18
T: tortoise blue
```

```play
rolls 1, 2
H: run
```

```then
winner red
```

## After ten rounds who is ahead wins

rules: {IDS}-03

```board
round 9
H: hare red steps 3
T: tortoise blue steps 10
```

```play
rolls 1, 2
H: run
rolls 1, 1
T: run
```

```then
winner blue
```

## A runner may rest

rules: {IDS}-04

```board
H: hare red
T: tortoise blue steps 5
```

```play
H: rest Taunt
```

```then
T steps 2
```
";

//! Cards by the thousand on top of Moonstone: the same ones each time, and few sentences twice.

use std::path::{Path, PathBuf};

/// A phrase in both languages, and whether it is one thing in English.
struct Said {
    en: String,
    zh: String,
    one: bool,
}

/// Numbers that come out the same on every machine.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % count as u64) as usize
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const KEYWORDS: &[(&str, &str)] = &[
    ("Human", "人類"),
    ("Goblin", "哥布林"),
    ("Gnome", "地精"),
    ("Faerie", "妖精"),
    ("Troll", "巨魔"),
    ("Giant", "巨人"),
    ("Faun", "羊人"),
    ("Spirit", "精靈"),
    ("Cultist", "邪教徒"),
    ("Animal", "動物"),
    ("Soldier", "士兵"),
    ("Noble", "貴族"),
    ("Rogue", "盜賊"),
    ("Wizard", "法師"),
    ("Pirate", "海盜"),
    ("Cleric", "牧師"),
    ("Mercenary", "傭兵"),
    ("Witch", "女巫"),
];
const TYPES: &[(&str, &str)] = &[("Impact", "衝擊"), ("Piercing", "刺穿"), ("Slicing", "切割"), ("Magical", "魔法")];
const STATS: &[(&str, &str)] = &[("Melee", "近戰"), ("Arcane", "奧術"), ("Evade", "閃避")];
const SIDES: &[(&str, &str)] = &[
    ("", ""),
    ("friendly ", "友方"),
    ("enemy ", "敵方"),
    ("other ", "其他"),
    ("other friendly ", "其他友方"),
    ("wounded ", "受傷的"),
    ("wounded enemy ", "受傷的敵方"),
    ("wounded friendly ", "受傷的友方"),
];

/// `other friendly Faun or Gnome`.
fn group(n: &mut Numbers) -> (String, String) {
    let (side, keyword) = (n.of(SIDES), n.of(KEYWORDS));
    match n.below(6) {
        0 => (format!("{}model", side.0), format!("{}模型", side.1)),
        1 => (format!("{}non-{}", side.0, keyword.0), format!("{}非{}", side.1, keyword.1)),
        _ => (format!("{}{}", side.0, keyword.0), format!("{}{}", side.1, keyword.1)),
    }
}

fn models(n: &mut Numbers, target: bool) -> Said {
    let (en, zh) = group(n);
    let far = 1 + n.below(12);
    match n.below(if target { 5 } else { 3 }) {
        0 => Said {
            en: format!("each {en} within {far}\" of this model"),
            zh: format!("距離此模型{far}\"內的每個{zh}"),
            one: true,
        },
        1 => Said { en: format!("each {en} within {far}\""), zh: format!("{far}\"內的每個{zh}"), one: true },
        2 => Said { en: "this model".into(), zh: "此模型".into(), one: true },
        3 => {
            Said {
                en: format!("each {en} within {far}\" of the target"), zh: format!("距離目標{far}\"內的每個{zh}"), one: true
            }
        }
        _ => Said { en: "the target".into(), zh: "目標".into(), one: true },
    }
}

fn effect(n: &mut Numbers) -> (String, String) {
    let who = models(n, true);
    let (en, zh) = (&who.en, &who.zh);
    let s = if who.one { "s" } else { "" };
    let number = 1 + n.below(9);
    match n.below(7) {
        0 | 1 => {
            let ty = n.of(TYPES);
            (format!("{en} suffer{s} {number} {} Dmg", ty.0), format!("{zh}受到{number}點{}傷害", ty.1))
        }
        2 => (format!("{en} restore{s} {number} {}", if number == 1 { "Wd" } else { "Wds" }), format!("{zh}回復{number}點傷")),
        3 => (format!("{en} suffer{s} {number} {}", if number == 1 { "Wd" } else { "Wds" }), format!("{zh}受到{number}點傷")),
        4 => (format!("{en} gain{s} {number} energy"), format!("{zh}獲得{number}點能量")),
        5 => (format!("{en} discard{s} {number} energy if able"), format!("{zh}棄掉{number}點能量")),
        _ => (format!("{en} gain{s} Protection until the end of the turn"), format!("{zh}獲得守護直到回合結束")),
    }
}

fn test(n: &mut Numbers, target: bool) -> (String, String) {
    let (en, zh) = group(n);
    let number = 1 + n.below(9);
    let wds = if number == 1 { "Wd" } else { "Wds" };
    let who = if target && n.below(2) == 0 { ("the target", "目標") } else { ("this model", "此模型") };
    match n.below(if target { 5 } else { 3 }) {
        0 => (format!("{} is a {en}", who.0), format!("{}是{zh}", who.1)),
        1 => (format!("{} has suffered at least {number} {wds}", who.0), format!("{}已受到至少{number}點傷", who.1)),
        2 => (format!("{} carries a moonstone", who.0), format!("{}持有月石", who.1)),
        3 => (format!("the target is within {number}\" of this model"), format!("目標在此模型的{number}\"內")),
        _ => (format!("the target is more than {number}\" from this model"), format!("目標在此模型的{number}\"外")),
    }
}

fn act(n: &mut Numbers) -> (String, String) {
    let (en, zh) = effect(n);
    match n.below(5) {
        0 | 1 => {
            let (c, d) = test(n, true);
            (format!("if {c}, {en}"), format!("若{d}，{zh}"))
        }
        2 => {
            let (a, b) = effect(n);
            (format!("{en}, then {a}"), format!("{zh}，然後{b}"))
        }
        3 => {
            let ((c, d), (a, b)) = (test(n, true), effect(n));
            (format!("if {c}, {en}; otherwise, {a}"), format!("若{d}，{zh}；否則{b}"))
        }
        _ => (en, zh),
    }
}

fn rule(n: &mut Numbers) -> (String, String) {
    let who = models(n, false);
    let (en, zh) = (&who.en, &who.zh);
    let (number, stat, ty) = (1 + n.below(5), n.of(STATS), n.of(TYPES));
    let (has, deals) = if who.one { ("has", "deals") } else { ("have", "deal") };
    let (en, zh) = match n.below(4) {
        0 => (format!("{en} {has} +{number} {}", stat.0), format!("{zh}的{}+{number}", stat.1)),
        1 => (format!("{en} {has} -{number} {}", stat.0), format!("{zh}的{}-{number}", stat.1)),
        2 => (format!("{en} {deals} +{number} {} Dmg in melee", ty.0), format!("{zh}在近戰中造成的{}傷害+{number}", ty.1)),
        _ => (format!("{en} suffers -{number} {} Dmg", ty.0), format!("{zh}受到的{}傷害-{number}", ty.1)),
    };
    if n.below(2) == 0 {
        return (en, zh);
    }
    let (c, d) = test(n, false);
    (format!("while {c}, {en}"), format!("當{d}期間，{zh}"))
}

fn sentence(words: (String, String)) -> (String, String) {
    let mut chars = words.0.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    (format!("{first}{}.", chars.as_str()), format!("{}。", words.1))
}

/// A card of its number: one rule that stands, and an ability of two sentences.
pub(crate) fn card(number: usize, numbers: &mut Numbers) -> String {
    let stands = sentence(rule(numbers));
    let (first, second) = (sentence(act(numbers)), sentence(act(numbers)));
    let (keyword, boxes) = (numbers.of(KEYWORDS).0, 3 + numbers.below(12));
    let far = 1 + numbers.below(12);
    // A range is for an ability that has a target.
    let aimed = [&first, &second].iter().any(|(en, _)| en.to_lowercase().contains("the target"));
    let range = if aimed { format!("    range: {far}\"\n") } else { String::new() };
    format!(
        "kind: model\nname: {{en: Stranger {number}, zh-Hant: 陌生人{number}}}\nsource: \"bench\"\nkeywords: [{keyword}]\nfactions: [Commonwealth]\n\
         melee_stat: 3\nmelee_reach: 1\"\narcane_stat: 2\nevade_stat: 0\nboxes: {boxes}\ndots: [1]\nbase: 30mm\nabilities:\n\
         \x20 - name: {{en: Standing {number}, zh-Hant: 常規{number}}}\n    kind: passive\n    text:\n      en: {}\n      zh-Hant: {}\n\
         \x20 - name: {{en: Doing {number}, zh-Hant: 施為{number}}}\n    kind: active\n    cost: 1\n{range}    text:\n      en: >-\n        {} {}\n      zh-Hant: {}{}\n",
        stands.0, stands.1, first.0, second.0, first.1, second.1
    )
}

/// Writes a pack of so many cards into a folder, and gives the folder.
pub(crate) fn pack(folder: &Path, count: usize) -> PathBuf {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder.join("cards")).unwrap();
    let head = "pack: strangers\nversion: 0.1.0\nformat: 1\nlanguages: [en, zh-Hant]\nneeds: [moonstone]\n";
    std::fs::write(folder.join("pack.yaml"), head).unwrap();
    let mut numbers = Numbers(17);
    for number in 0..count {
        std::fs::write(folder.join(format!("cards/stranger-{number}.yaml")), card(number, &mut numbers)).unwrap();
    }
    folder.to_owned()
}

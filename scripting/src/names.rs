//! The names that scripts use, and the nearest one to a name that nothing has.

use crate::give::{Handle, NONE};
use cardwright_core::rules::{Class, Ruleset, Type};
use cardwright_core::value::*;
use mlua::{Lua, LuaString, Table};
use std::collections::BTreeMap;

/// Names that the ruleset itself does not keep. What is left out has a stand-in.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The plural of each kind, in the order of the kinds: `models`. Stand-in: its id and an `s`.
    pub plurals: Vec<String>,
    /// The name of each card, in the order of the cards. Stand-in: its id.
    pub cards: Vec<String>,
}

impl Names {
    /// The plural of a kind.
    pub(crate) fn plural(&self, rules: &Ruleset, kind: usize) -> String {
        match self.plurals.get(kind) {
            Some(plural) if !plural.is_empty() => plural.clone(),
            _ => format!("{}s", rules.kinds.get(kind).map_or("", |k| k.id.as_str())),
        }
    }
}

/// What every entity has, whatever its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Common {
    Owner,
    Card,
    Name,
    Kind,
    Id,
    At,
    Zone,
    Present,
}

/// Each with its name, its editor type and what it is.
pub(crate) const COMMON: &[(&str, Common, &str, &str)] = &[
    ("owner", Common::Owner, "Entity?", "the player who controls it"),
    ("card", Common::Card, "string?", "the id of the card that prints it"),
    ("name", Common::Name, "string", "its name, for people"),
    ("kind", Common::Kind, "string", "the id of its kind; of an ability, its kind"),
    ("id", Common::Id, "string?", "of an ability, its id"),
    ("at", Common::At, "Point?", "where it stands, if it is on the table"),
    ("zone", Common::Zone, "string?", "the id of the zone it lies in"),
    ("present", Common::Present, "boolean", "whether it is still in the game"),
];

/// Of whom or what the rule speaks, by the name it has in `use`.
pub(crate) const SPEAKS: &[(&str, &str, &str)] = &[
    ("game", "Entity", "the game itself"),
    ("originator", "any", "the entity whose rule it is"),
    ("player", "any", "the player who decides for it"),
    ("target", "any", "the target that was picked"),
    ("ability", "any", "the ability it stands in"),
    ("that", "any", "what the text named last"),
    ("it", "any", "the one under consideration"),
    ("x", "any", "the X of the text"),
    ("event", "{any}", "arguments of the effect it listens to"),
];

/// Functions of `use`, for editors and for the nearest name.
pub(crate) const DOING: &[(&str, &str, &str)] = &[
    ("resolve", "(what: Proposal | {Proposal}) -> any", "resolves now; gives back its value"),
    ("ask", "(question: Question) -> any", "asks a player"),
    ("roll", "(count: number, sides: number) -> {number}", "rolls dice"),
    ("pile", "(zone: string, owner: Entity?) -> {Entity}", "what lies in a zone, from the top"),
    ("players", "() -> {Entity}", "the players in seat order"),
    ("option", "(name: string) -> any", "an option of the game"),
    ("engine", "(name: Function, ...any) -> any", "a function of the engine, such as `gap` or `within`"),
];

/// All names, each with a number, so that a call crosses into Rust with numbers only.
pub(crate) struct Symbols {
    /// Members by number; number 0 is none.
    members: Vec<Member>,
    kinds: usize,
    /// For each member and kind the field.
    fields: Vec<Option<FieldId>>,
    numbers: BTreeMap<String, u32>,
    pub(crate) effects: BTreeMap<String, DefId>,
    pub(crate) plurals: BTreeMap<String, KindId>,
    /// What a text may mean.
    words: BTreeMap<String, Vec<Value>>,
}

/// What a name after a dot may mean.
#[derive(Clone, Debug, Default)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) common: Option<Common>,
    pub(crate) def: Option<DefId>,
}

impl Symbols {
    pub(crate) fn new(rules: &Ruleset, names: &Names) -> Self {
        let mut symbols = Symbols {
            members: vec![Member::default()],
            kinds: rules.kinds.len(),
            fields: Vec::new(),
            numbers: BTreeMap::new(),
            effects: BTreeMap::new(),
            plurals: BTreeMap::new(),
            words: BTreeMap::new(),
        };
        for (name, common, ..) in COMMON {
            symbols.member(name).common = Some(*common);
        }
        for (index, def) in rules.defs.iter().enumerate() {
            let id = DefId(index as u32);
            match def.class {
                Class::Number | Class::Test | Class::Value => {
                    symbols.member(&def.id).def.get_or_insert(id);
                }
                Class::Effect => {
                    symbols.effects.entry(def.id.clone()).or_insert(id);
                }
                _ => {}
            }
            symbols.word(&def.id, Value::Def(id));
        }
        for field in &rules.fields {
            symbols.member(&field.id);
        }
        symbols.fields = vec![None; symbols.members.len() * symbols.kinds];
        for (index, field) in rules.fields.iter().enumerate() {
            if let Some(number) = symbols.numbers.get(&field.id)
                && let Some(place) = symbols.fields.get_mut(*number as usize * symbols.kinds + field.kind.index())
            {
                *place = Some(FieldId(index as u32));
            }
        }
        for kind in 0..rules.kinds.len() {
            symbols.plurals.entry(names.plural(rules, kind)).or_insert(KindId(kind as u32));
        }
        for (index, term) in rules.terms.iter().enumerate() {
            let value = Value::Term(TermId(index as u32));
            symbols.word(&term.id, value.clone());
            if let Some(vocabulary) = rules.vocabularies.get(term.vocabulary.index()) {
                symbols.word(&format!("{}.{}", vocabulary.id, term.id), value);
            }
        }
        for (index, card) in rules.cards.iter().enumerate() {
            symbols.word(&card.id, Value::Card(CardId(index as u32)));
        }
        for (index, ability) in rules.abilities.iter().enumerate() {
            symbols.word(&ability.id, Value::Ability(AbilityId(index as u32)));
        }
        symbols
    }

    fn member(&mut self, name: &str) -> &mut Member {
        let next = self.members.len() as u32;
        let number = *self.numbers.entry(name.to_owned()).or_insert(next);
        if number == next {
            self.members.push(Member { name: name.to_owned(), common: None, def: None });
        }
        // The number was just given or is in use, so it is in the list.
        &mut self.members[number as usize]
    }

    fn word(&mut self, word: &str, value: Value) {
        self.words.entry(word.to_owned()).or_default().push(value);
    }

    pub(crate) fn get(&self, member: i64) -> Option<&Member> {
        self.members.get(usize::try_from(member).ok()?)
    }

    pub(crate) fn field(&self, member: i64, kind: KindId) -> Option<FieldId> {
        *self.fields.get(usize::try_from(member).ok()?.checked_mul(self.kinds)?.checked_add(kind.index())?)?
    }

    /// What a text may mean where a type is wanted; everything it may mean where none is.
    pub(crate) fn meanings(&self, rules: &Ruleset, word: &str, wanted: Option<&Type>) -> Vec<Value> {
        let all = self.words.get(word).map(Vec::as_slice).unwrap_or_default();
        let fits = |value: &&Value| match (wanted, value) {
            (Some(Type::Term(vocabulary)), Value::Term(term)) => {
                rules.terms.get(term.index()).is_some_and(|t| t.vocabulary == *vocabulary)
            }
            (Some(Type::Def(class)), Value::Def(def)) => rules.defs.get(def.index()).is_some_and(|d| d.class == *class),
            (Some(Type::Duration), Value::Def(def)) => rules.defs.get(def.index()).is_some_and(|d| d.class == Class::Duration),
            (Some(Type::Card), Value::Card(_)) | (Some(Type::Ability), Value::Ability(_)) => true,
            (Some(Type::Any) | None, _) => true,
            _ => false,
        };
        all.iter().filter(fits).cloned().collect()
    }

    /// The nearest word that may stand where a type is wanted.
    pub(crate) fn nearest_word(&self, rules: &Ruleset, word: &str, wanted: Option<&Type>) -> Option<&str> {
        let fitting = self.words.keys().map(String::as_str).filter(|w| !self.meanings(rules, w, wanted).is_empty());
        nearest(word, fitting)
    }

    /// Names after the dot of an entity of a kind.
    pub(crate) fn of_kind<'a>(&'a self, rules: &'a Ruleset, kind: KindId) -> impl Iterator<Item = &'a str> {
        let fields = rules.fields.iter().filter(move |f| f.kind == kind).map(|f| f.id.as_str());
        let common = COMMON.iter().map(|(name, ..)| *name);
        let defs = self.members.iter().filter(|m| m.def.is_some()).map(|m| m.name.as_str());
        fields.chain(common).chain(defs)
    }

    /// Names after `use.`.
    pub(crate) fn of_use(&self) -> impl Iterator<Item = &str> {
        let fixed = SPEAKS.iter().map(|(name, ..)| *name).chain(DOING.iter().map(|(name, ..)| *name));
        let defs = self.members.iter().filter(|m| m.def.is_some()).map(|m| m.name.as_str());
        fixed.chain(self.plurals.keys().map(String::as_str)).chain(defs)
    }

    /// The tables that the prelude looks names up in.
    pub(crate) fn tables(&self, lua: &Lua) -> mlua::Result<Table> {
        let names = lua.create_table()?;
        let members = self.numbers.iter().map(|(name, number)| (name.as_str(), *number));
        names.raw_set("members", lua.create_table_from(members)?)?;
        names.raw_set("effects", lua.create_table_from(self.effects.iter().map(|(name, def)| (name.as_str(), def.0)))?)?;
        names.raw_set("plurals", lua.create_table_from(self.plurals.iter().map(|(name, kind)| (name.as_str(), kind.0)))?)?;
        let readable = self.numbers.iter().filter(|(_, number)| self.get(i64::from(**number)).is_some_and(|m| m.def.is_some()));
        names.raw_set("readable", lua.create_table_from(readable.map(|(name, number)| (name.as_str(), *number)))?)?;
        names
            .raw_set("speaks", lua.create_table_from(SPEAKS.iter().enumerate().map(|(place, (name, ..))| (*name, place + 1)))?)?;
        names.raw_set("none", Handle(NONE, 0).to_lua())?;
        let no_part = |_: &Lua, (library, name): (String, mlua::Value)| Ok(no_part(&library, &described(&name)));
        names.raw_set("part", lua.create_function(no_part)?)?;
        names.raw_set("global", lua.create_function(|_, name: LuaString| Ok(no_global(&name.to_string_lossy())))?)?;
        let no_argument = |_: &Lua, (name, takes): (mlua::Value, Vec<String>)| {
            let name = described(&name);
            let known = if takes.is_empty() { "it takes none".to_owned() } else { format!("it takes {}", takes.join(", ")) };
            Ok(format!("the hook has no argument {name}; {known}"))
        };
        names.raw_set("argument", lua.create_function(no_argument)?)?;
        Ok(names)
    }
}

/// What a script is told of a global that is not there.
fn no_global(name: &str) -> String {
    let known = [
        "assert", "error", "ipairs", "next", "pairs", "select", "tonumber", "tostring", "type", "typeof", "bit32", "math",
        "string", "table", "utf8", "fx", "none",
    ];
    let why = match name {
        "pcall" | "xpcall" => "an error ends the hook".to_owned(),
        "print" => "a rule tells with `tell`".to_owned(),
        "coroutine" => "a hook asks with `use.ask` and reads on".to_owned(),
        "os" | "io" | "debug" | "require" | "loadstring" | "load" => "a hook sees only the game".to_owned(),
        "setmetatable" | "getmetatable" | "rawset" | "rawget" | "rawequal" | "rawlen" => "tables are plain here".to_owned(),
        "unpack" => "write `table.unpack`".to_owned(),
        "use" | "args" => "it is what the hook is given: `function(use, args)`".to_owned(),
        _ => match nearest(name, known.into_iter()) {
            Some(near) => format!("did you mean `{near}`? A name of your own is written with `local`"),
            None => "a name of your own is written with `local`".to_owned(),
        },
    };
    format!("there is no `{}`: {why}", shortened(name))
}

/// What a script is told of a part of a library that is not there.
fn no_part(library: &str, shown: &str) -> String {
    let help = match (library, shown) {
        ("math", "`random`" | "`randomseed`" | "`noise`") => ": dice are rolled with `use.roll`",
        ("math", _) => ": only what is the same on every machine is here",
        _ => "",
    };
    format!("`{library}` has no {shown}{help}")
}

/// A value of a script in a message: never an address, never long.
pub(crate) fn described(value: &mlua::Value) -> String {
    match value {
        mlua::Value::String(text) => format!("`{}`", shortened(&text.to_string_lossy())),
        mlua::Value::Integer(number) => format!("`{number}`"),
        mlua::Value::Number(number) => format!("`{number}`"),
        mlua::Value::Nil => "nil".to_owned(),
        mlua::Value::Boolean(truth) => format!("`{truth}`"),
        mlua::Value::LightUserData(pointer) => Handle::read(*pointer).map_or("a handle", Handle::noun).to_owned(),
        other => format!("a {}", other.type_name()),
    }
}

/// Author's words fit to be shown: one line, at most 40 characters.
pub(crate) fn shortened(text: &str) -> String {
    let mut out: String = text.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        out.push('…');
    }
    out
}

/// `; did you mean …?`, or nothing.
pub(crate) fn hint(near: Option<&str>) -> String {
    near.map_or(String::new(), |near| format!("; did you mean `{near}`?"))
}

/// The nearest of some names, if it is near enough to be meant: at most a third of the letters differ.
pub(crate) fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 64 {
        return None;
    }
    let most = (word.chars().count() / 3).max(1);
    names.map(|name| (distance(word, name), name)).filter(|(d, _)| *d <= most).min().map(|(_, name)| name)
}

/// How many letters must be put in, taken out, changed or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let up = |row: &[usize], place: usize| row.get(place).copied().unwrap_or(usize::MAX - 1);
            let mut best = (up(&last, j) + usize::from(x != y)).min(up(&last, j + 1) + 1).min(up(&row, j) + 1);
            if i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x) {
                best = best.min(up(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names() {
        assert_eq!(distance("damage", "damgae"), 1);
        assert_eq!(distance("", "ab"), 2);
        assert_eq!(distance("鷹鼻", "鷹"), 1);
        assert_eq!(nearest("wuonds", ["wounds", "bounds"].into_iter()), Some("wounds"));
        assert_eq!(nearest("x", ["wounds"].into_iter()), None);
    }
}

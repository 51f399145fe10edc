//! A line taken apart: words, names of several words, and values, each with its column.

use super::{Trouble, Written};
use crate::question::{coordinate, coordinates};
use crate::say::Says;
use crate::words::plain_name;
use cardwright_core::rules::{Class, Type};
use cardwright_core::space::{Point, parse_length};
use cardwright_core::value::*;
use std::collections::{BTreeMap, BTreeSet};

/// Names of pieces and players, in the form in which names are compared.
pub type Names = BTreeMap<String, EntityId>;

/// A place in a line.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    written: &'a Written,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// At the start of the line.
    pub fn new(written: &'a Written) -> Self {
        Reader { written, rest: written.text.trim() }
    }

    /// What is left.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// Nothing is left.
    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// A trouble at this place.
    pub fn trouble(&self, message: impl Into<String>) -> Trouble {
        let before = self.written.text.chars().count().saturating_sub(self.rest.chars().count());
        Trouble { line: self.written.line, column: self.written.column + before, message: message.into() }
    }

    /// A trouble where something is wanted and another thing stands, or nothing: `what` as it follows "wanted".
    pub fn wants(&self, what: &str) -> Trouble {
        let before = self.written.text.get(..self.written.text.len() - self.rest.len()).unwrap_or("");
        let behind = before.split_whitespace().next_back().map_or_else(|| "here".into(), |word| format!("behind `{word}`"));
        match self.word() {
            "" => self.trouble(format!("{behind} {what} is wanted, and the line ends")),
            word => self.trouble(format!("{behind} {what} is wanted, not `{word}`")),
        }
    }

    /// Goes on behind so many bytes, then behind blanks and commas.
    pub fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or("").trim_start_matches([' ', '\t', ',', '\u{3000}']);
    }

    /// Takes everything.
    pub fn all(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// The next word, without taking it.
    pub fn word(&self) -> &'a str {
        let end = self.rest.find([' ', '\t', ',', '\u{3000}']).unwrap_or(self.rest.len());
        self.rest.get(..end).unwrap_or("")
    }

    /// Takes a word if it is the next one.
    pub fn take(&mut self, word: &str) -> bool {
        let found = self.word().trim_end_matches(':').eq_ignore_ascii_case(word);
        if found {
            self.skip(self.word().len());
        }
        found
    }

    /// Takes the longest of some names that begins here, and gives what it stands for.
    pub fn name<T>(&mut self, names: impl IntoIterator<Item = (String, T)>) -> Option<T> {
        let mut best: Option<(usize, T)> = None;
        for (name, stands_for) in names {
            let Some(length) = starts_with_name(self.rest, &name) else { continue };
            if best.as_ref().is_none_or(|(longest, _)| length > *longest) {
                best = Some((length, stands_for));
            }
        }
        let (length, stands_for) = best?;
        self.skip(length);
        Some(stands_for)
    }

    /// Two coordinates, in brackets or not.
    pub fn point(&mut self) -> Result<Point, Trouble> {
        if self.rest.starts_with('[') {
            self.skip(1);
            let point = self.point()?;
            if !self.rest.starts_with(']') {
                return Err(self.trouble("a place that begins with `[` ends with `]`"));
            }
            self.skip(1);
            return Ok(point);
        }
        let mut commas = self.rest.match_indices(',');
        let Some((first, _)) = commas.next() else { return Err(self.wants("a place such as `12, 14`")) };
        let after = self.rest.get(first + 1..).unwrap_or("");
        let blanks = after.len() - after.trim_start().len();
        let number = after.trim_start();
        let end = number.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-' || c == '"')).unwrap_or(number.len());
        let bytes = first + 1 + blanks + end;
        let point = self.rest.get(..bytes).and_then(coordinates);
        let Some(point) = point else { return Err(self.wants("a place such as `12, 14`")) };
        self.skip(bytes);
        Ok(point)
    }

    /// The value of a field that holds this now: of a table only the columns that are named become another.
    pub fn field(&mut self, says: &Says<'_>, names: &Names, holds: &Type, now: &Value) -> Result<Value, Trouble> {
        match holds {
            Type::Table(vocabulary) => self.table(says, *vocabulary, now),
            _ => self.value(says, names, holds),
        }
    }

    /// A value of a type.
    pub fn value(&mut self, says: &Says<'_>, names: &Names, holds: &Type) -> Result<Value, Trouble> {
        let word = self.word();
        if plain_name(word) == "none" {
            self.skip(word.len());
            return Ok(Value::Nothing);
        }
        match holds {
            Type::Number => self.number().ok_or_else(|| self.wants("a number such as `3`")),
            Type::Length => {
                let length = coordinate(word).ok_or_else(|| self.wants("a length such as `3\"`"))?;
                self.skip(word.len());
                Ok(Value::Number(length))
            }
            Type::Test => {
                let truth = match plain_name(word).as_str() {
                    "yes" | "true" | "on" => true,
                    "no" | "false" | "off" => false,
                    _ => return Err(self.wants("`yes` or `no`")),
                };
                self.skip(word.len());
                Ok(Value::Truth(truth))
            }
            Type::One(_) | Type::Entity => {
                self.name(names.iter().map(|(n, e)| (n.clone(), *e))).map(Value::Entity).ok_or_else(|| {
                    self.trouble(unknown("piece or player of this board", self.rest, names.keys().map(String::as_str)))
                })
            }
            Type::Point => self.point().map(Value::Point),
            Type::Many(kind) => self.list(says, names, &Type::One(*kind)),
            Type::List(of) => self.list(says, names, of),
            Type::Path => self.list(says, names, &Type::Point),
            Type::Dice => self.list(says, names, &Type::Number),
            Type::Table(vocabulary) => self.table(says, *vocabulary, &Value::Nothing),
            Type::Term(vocabulary) => {
                let range = says.rules.vocabularies.get(vocabulary.index()).map(|v| v.terms.clone()).unwrap_or_default();
                let terms: Vec<TermId> = range.map(TermId).collect();
                self.one_of(says, terms.into_iter().map(Value::Term))
            }
            Type::Def(class) => {
                let class = *class;
                self.one_of(says, defs(says, &[class]))
            }
            Type::Ability => self.one_of(says, (0..says.rules.abilities.len()).map(|n| Value::Ability(AbilityId(n as u32)))),
            Type::Card => self.one_of(says, (0..says.rules.cards.len()).map(|n| Value::Card(CardId(n as u32)))),
            Type::Any | Type::Filter(_) | Type::Effect | Type::Standing | Type::Trigger | Type::Duration => {
                self.anything(says, names)
            }
        }
    }

    /// Columns with their numbers, `block 1, guard 2`, the others as they are now; in brackets, `[block 1, guard 2]`, the others
    /// have none. Or the numbers of all columns in their order.
    fn table(&mut self, says: &Says<'_>, vocabulary: VocabularyId, now: &Value) -> Result<Value, Trouble> {
        let terms = says.rules.vocabularies.get(vocabulary.index()).map(|v| v.terms.clone()).unwrap_or_default();
        let bracket = self.rest.starts_with('[');
        let mut all: Vec<Value> = if bracket { Vec::new() } else { now.members().to_vec() };
        all.resize(terms.len(), Value::Nothing);
        let columns: Vec<(String, usize)> = terms
            .enumerate()
            .flat_map(|(place, term)| {
                let names = crate::question::names(says, &Value::Term(TermId(term)));
                names.into_iter().map(move |name| (name, place))
            })
            .collect();
        let first = columns.first().map_or("", |(name, _)| name.as_str());
        let what = format!("a column with its number, such as `{first} 1`, or the numbers of all {} columns,", all.len());
        if bracket {
            self.skip(1);
        }
        let mut named = BTreeSet::new();
        let mut at = self.clone();
        while let Some(place) = self.name(columns.iter().cloned()) {
            if !named.insert(place) {
                return Err(at.trouble(format!("the column `{}` is said twice", at.word())));
            }
            let number = self.column().ok_or_else(|| self.wants("the number of a column, such as `1`, or `none`,"))?;
            if let Some(slot) = all.get_mut(place) {
                *slot = number;
            }
            at = self.clone();
        }
        let word = self.word().starts_with(|c: char| c == ']' || c.is_alphabetic());
        if named.is_empty() && !(bracket && word) {
            for slot in &mut all {
                *slot = self.column().ok_or_else(|| self.wants(&what))?;
            }
        }
        if bracket {
            if !self.rest.starts_with(']') {
                return Err(self.trouble(unknown("column", self.rest, columns.iter().map(|(name, _)| name.as_str()))));
            }
            self.skip(1);
        }
        Ok(Value::list(all))
    }

    fn column(&mut self) -> Option<Value> {
        if plain_name(self.word().trim_end_matches(']')) == "none" {
            self.skip("none".len());
            return Some(Value::Nothing);
        }
        self.number()
    }

    /// A whole number, or a length.
    fn number(&mut self) -> Option<Value> {
        // The last number of a list stands right before its bracket.
        let word = self.word().trim_end_matches(']');
        let number = word.parse::<i64>().ok().or_else(|| parse_length(word).ok())?;
        self.skip(word.len());
        Some(Value::Number(number))
    }

    /// One of some values by name.
    pub fn one_of(&mut self, says: &Says<'_>, values: impl Iterator<Item = Value>) -> Result<Value, Trouble> {
        let all: Vec<(String, Value)> = values
            .flat_map(|value| crate::question::names(says, &value).into_iter().map(move |name| (name, value.clone())))
            .collect();
        let known: Vec<String> = all.iter().map(|(name, _)| name.clone()).collect();
        match self.name(all) {
            Some(value) => Ok(value),
            None => Err(self.trouble(unknown("name", self.rest, known.iter().map(String::as_str)))),
        }
    }

    /// Anything that has a name, or a number.
    fn anything(&mut self, says: &Says<'_>, names: &Names) -> Result<Value, Trouble> {
        if let Some(entity) = self.name(names.iter().map(|(n, e)| (n.clone(), *e))) {
            return Ok(Value::Entity(entity));
        }
        if let Some(number) = self.number() {
            return Ok(number);
        }
        let word = self.word();
        if let "yes" | "no" = word {
            self.skip(word.len());
            return Ok(Value::Truth(word == "yes"));
        }
        let terms = (0..says.rules.terms.len()).map(|n| Value::Term(TermId(n as u32)));
        let cards = (0..says.rules.cards.len()).map(|n| Value::Card(CardId(n as u32)));
        let abilities = (0..says.rules.abilities.len()).map(|n| Value::Ability(AbilityId(n as u32)));
        let defs = defs(says, &[Class::Action, Class::Status, Class::Number]);
        self.one_of(says, terms.chain(cards).chain(abilities).chain(defs))
    }

    /// `[a, b]`, or the values up to the end of the line.
    fn list(&mut self, says: &Says<'_>, names: &Names, of: &Type) -> Result<Value, Trouble> {
        let mut members = Vec::new();
        self.bracketed(|reader| {
            members.push(reader.value(says, names, of)?);
            if reader.rest.starts_with("->") {
                reader.skip(2);
            }
            Ok(())
        })?;
        Ok(Value::list(members))
    }

    /// Members up to the closing bracket, or without brackets to the end of the line.
    fn bracketed(&mut self, mut member: impl FnMut(&mut Self) -> Result<(), Trouble>) -> Result<(), Trouble> {
        let bracket = self.rest.starts_with('[');
        if bracket {
            self.skip(1);
        }
        while !self.is_done() && !self.rest.starts_with(']') {
            member(self)?;
        }
        if bracket {
            if !self.rest.starts_with(']') {
                return Err(self.trouble("a list that begins with `[` ends with `]`"));
            }
            self.skip(1);
        }
        Ok(())
    }
}

fn defs<'s>(says: &Says<'s>, classes: &[Class]) -> impl Iterator<Item = Value> + use<'s> {
    let classes = classes.to_vec();
    let rules = says.rules;
    (0..rules.defs.len())
        .filter(move |n| rules.defs.get(*n).is_some_and(|d| classes.contains(&d.class)))
        .map(|n| Value::Def(DefId(n as u32)))
}

/// How many bytes at the start of a text are a name, which is given as names are compared.
pub fn starts_with_name(text: &str, name: &str) -> Option<usize> {
    if name.is_empty() {
        return None;
    }
    // Ends of words, so that `slow` does not begin `slowest`; Chinese has none and ends anywhere.
    for (end, c) in text.char_indices().map(|(at, c)| (at + c.len_utf8(), c)) {
        let next = text.get(end..).and_then(|rest| rest.chars().next());
        let cuts =
            next.is_some_and(|n| (n.is_alphanumeric() || n == '_' || n == '-') && n.is_ascii() && c.is_ascii_alphanumeric());
        if cuts {
            continue;
        }
        let so_far = plain_name(text.get(..end)?);
        if so_far == name {
            return Some(end);
        }
        if so_far.chars().count() > name.chars().count() + 2 {
            return None;
        }
    }
    None
}

/// Known names that are all listed where none is near.
const LISTED: usize = 8;
/// Most names that are offered for one that has only a word of theirs.
const OFFERED: usize = 3;

/// What is said of an unknown name at the start of a text, with the nearest known ones.
pub fn unknown<'c>(what: &str, text: &str, known: impl Iterator<Item = &'c str>) -> String {
    let known: BTreeSet<&str> = known.filter(|name| !name.is_empty()).collect();
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_end_matches([',', ':'])).collect();
    let Some(first) = words.first() else { return format!("the line ends, and the name of a {what} is wanted") };
    let near = |count: &usize| {
        let start = words.get(..*count)?.join(" ");
        Some((cardwright_grammar::diagnostic::did_you_mean(&plain_name(&start), known.iter().copied())?, start))
    };
    // The most words that are near a name, but no more of them than bring it near.
    let most = (1..=words.len().min(3)).rev().find_map(|count| near(&count));
    let least = |name: &str| (1..=3).find_map(|count| near(&count).filter(|(other, _)| other == name));
    if let Some((near, start)) = most.and_then(|(name, _)| least(&name)) {
        return format!("`{start}` is no known {what}; did you mean `{near}`?");
    }
    // Long names are often cut to one of their words.
    let word = plain_name(first);
    let longer = known.iter().filter(|name| word.chars().count() > 1 && name.split(' ').any(|part| part == word));
    let longer: Vec<String> = longer.take(OFFERED).map(|name| format!("`{name}`")).collect();
    if !longer.is_empty() {
        return format!("`{first}` is no known {what}; did you mean {}?", longer.join(" or "));
    }
    let all: Vec<&str> = known.iter().copied().filter(|_| known.len() <= LISTED).collect();
    let list = if all.is_empty() { String::new() } else { format!("; there are: {}", all.join(", ")) };
    format!("`{first}` is no known {what}{list}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Written {
        Written { line: 1, column: 1, text: text.into() }
    }

    #[test]
    fn names_end_at_words() {
        assert_eq!(starts_with_name("Beaky Bobby at 1, 2", "beaky bobby"), Some(11));
        assert_eq!(starts_with_name("slowest", "slow"), None);
        assert_eq!(starts_with_name("beaky-bobby red", "beaky bobby"), Some(11));
        assert_eq!(starts_with_name("鷹鼻巴比能量", "鷹鼻巴比"), Some("鷹鼻巴比".len()));
    }

    #[test]
    fn points_take_two_numbers() {
        let line = written("12, 14.5 energy 3");
        let mut reader = Reader::new(&line);
        assert_eq!(reader.point().unwrap(), Point::new(12_000, 14_500));
        assert_eq!(reader.rest(), "energy 3");
        assert_eq!(reader.trouble("x").column, 10);
    }

    #[test]
    fn unknown_names_are_told_with_what_is_near() {
        let known = ["beaky bobby", "doug", "bobby s hat"];
        let said = |text: &str| unknown("piece", text, known.into_iter());
        assert_eq!(said("duog red at 1, 2"), "`duog` is no known piece; did you mean `doug`?");
        assert_eq!(said("Beaky Boby: jog"), "`Beaky Boby` is no known piece; did you mean `beaky bobby`?");
        assert_eq!(said("doggo red"), "`doggo` is no known piece; there are: beaky bobby, bobby s hat, doug");
        assert_eq!(said("dou red"), "`dou` is no known piece; did you mean `doug`?");
        assert_eq!(said("Bobby: jog"), "`Bobby` is no known piece; did you mean `beaky bobby` or `bobby s hat`?");
        assert_eq!(said("xyz at 1, 2"), "`xyz` is no known piece; there are: beaky bobby, bobby s hat, doug");
        assert_eq!(said(""), "the line ends, and the name of a piece is wanted");
    }

    #[test]
    fn what_is_wanted_is_told_with_the_word_before() {
        let line = written("wounds two");
        let mut reader = Reader::new(&line);
        assert_eq!(reader.wants("a number").message, "here a number is wanted, not `wounds`");
        reader.take("wounds");
        assert_eq!(reader.wants("a number").message, "behind `wounds` a number is wanted, not `two`");
        reader.take("two");
        assert_eq!(reader.wants("a number").message, "behind `two` a number is wanted, and the line ends");
    }
}

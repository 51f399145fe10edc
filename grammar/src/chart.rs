//! The exhaustive reader: every tree that a text may be read as, over the same tries as the pest reader.
//!
//! What a symbol may be at a place is worked out once and remembered, and the readings share their parts, so that the work
//! is polynomial in the length of the text; besides it is bounded. Tails make the only left recursion, and they are read by
//! growing a chain from the left; so every level of nesting has consumed at least one character or one category.

use std::ops::Range;

use crate::expect::Log;
use crate::sentence;
use crate::symbol::Symbol;
use crate::token;
use crate::tongue::{Open, Tongue};
use crate::walk::Walk;

/// Levels of nesting that are read, and tails after one head.
pub(crate) const DEEPEST: usize = 100;

/// All the readings of a stretch of text as one symbol; those that are open to the right apart from those that are not.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) open: bool,
    pub(crate) ways: Vec<Way>,
}

/// One reading, its parts being groups.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Way {
    Phrase {
        variant: usize,
        args: Box<[usize]>,
    },
    Term {
        vocabulary: usize,
        term: usize,
    },
    Integer(i64),
    Length(i64),
    Dice {
        count: u32,
        sides: u32,
    },
    /// For each sentence the groups it may be.
    Quoted(Vec<Vec<usize>>),
}

/// A template that has been read to its end.
pub(crate) struct Found {
    pub(crate) variant: usize,
    pub(crate) end: usize,
    pub(crate) args: Box<[usize]>,
}

/// What is known of a symbol at a place.
struct Known {
    symbol: Symbol,
    /// Its groups, as a stretch of the chart's lists.
    groups: Range<usize>,
    /// What else is known at the same place.
    next: Option<usize>,
}

/// The reader at work on one text.
pub(crate) struct Chart<'a> {
    pub(crate) tongue: &'a Tongue,
    pub(crate) text: &'a str,
    /// Whether the words of templates may have other capitals than their own.
    pub(crate) loose: bool,
    pub(crate) groups: Vec<Group>,
    /// Places where a sentence begins, and its first letter may be a capital.
    pub(crate) starts: Vec<usize>,
    /// The groups of all symbols at all places, one list after the other.
    pub(crate) lists: Vec<usize>,
    /// For each place what was found out last.
    latest: Vec<Option<usize>>,
    memo: Vec<Known>,
    pub(crate) steps: usize,
    depth: usize,
    /// Nesting went deeper than is read.
    pub(crate) too_deep: bool,
    /// The bound on the work was reached.
    pub(crate) too_involved: bool,
    /// What was looked for in vain at the furthest place; kept only when asked for, since it costs.
    pub(crate) log: Option<Log>,
}

impl<'a> Chart<'a> {
    pub(crate) fn new(tongue: &'a Tongue, text: &'a str) -> Self {
        Chart {
            tongue,
            text,
            loose: false,
            groups: Vec::new(),
            starts: vec![0],
            lists: Vec::new(),
            latest: vec![None; text.len() + 1],
            memo: Vec::new(),
            steps: 0,
            depth: 0,
            too_deep: false,
            too_involved: false,
            log: None,
        }
    }

    /// All that a symbol may be at a place: a stretch of the lists.
    pub(crate) fn parse(&mut self, symbol: Symbol, at: usize) -> Range<usize> {
        let mut next = self.latest.get(at).copied().flatten();
        while let Some(known) = next.and_then(|known| self.memo.get(known)) {
            if known.symbol == symbol {
                return known.groups.clone();
            }
            next = known.next;
        }
        if !self.may_begin(symbol, at) {
            return 0..0;
        }
        if self.depth >= DEEPEST {
            self.too_deep = true;
            return 0..0;
        }
        self.depth += 1;
        let groups = match symbol {
            Symbol::Full(category) => self.full(category, at),
            Symbol::Operand(category) => self.operand(category, at),
            Symbol::Term(vocabulary) => self.term(vocabulary, at),
            Symbol::Integer => {
                let found = token::integer(self.tongue.script, self.rest(at));
                self.literal(at, found.map(|(bytes, value)| (bytes, Way::Integer(value))))
            }
            Symbol::Length => {
                let found = token::length(self.tongue.script, self.rest(at));
                self.literal(at, found.map(|(bytes, value)| (bytes, Way::Length(value))))
            }
            Symbol::Dice => {
                let found = token::dice(self.rest(at));
                self.literal(at, found.map(|(bytes, count, sides)| (bytes, Way::Dice { count, sides })))
            }
            Symbol::Quoted => self.quoted(at),
        };
        self.depth -= 1;
        let from = self.lists.len();
        self.lists.extend(groups);
        let groups = from..self.lists.len();
        if let Some(latest) = self.latest.get_mut(at) {
            let next = latest.replace(self.memo.len());
            self.memo.push(Known { symbol, groups: groups.clone(), next });
        }
        groups
    }

    /// A stretch of the lists.
    pub(crate) fn list(&self, groups: Range<usize>) -> &[usize] {
        self.lists.get(groups).unwrap_or(&[])
    }

    pub(crate) fn rest(&self, at: usize) -> &'a str {
        self.text.get(at..).unwrap_or("")
    }

    fn may_begin(&self, symbol: Symbol, at: usize) -> bool {
        let Some(next) = self.rest(at).chars().next() else {
            return false;
        };
        let first = self.tongue.firsts.get(symbol);
        first.admits(next)
            || (next.is_uppercase() && (self.loose || self.starts.contains(&at)) && first.admits(lower(next)))
            || (self.loose && first.admits(upper(next)))
    }

    fn literal(&mut self, at: usize, found: Option<(usize, Way)>) -> Vec<usize> {
        found.map(|(bytes, way)| self.group(at, at + bytes, false, vec![way])).into_iter().collect()
    }

    fn group(&mut self, start: usize, end: usize, open: bool, ways: Vec<Way>) -> usize {
        self.groups.push(Group { start, end, open, ways });
        self.groups.len() - 1
    }

    /// One phrase that does not begin with its own category.
    fn operand(&mut self, category: usize, at: usize) -> Vec<usize> {
        let tongue = self.tongue;
        let mut found = Vec::new();
        if let Some(trie) = tongue.operands.get(category) {
            self.walk(trie, Walk { node: 0, at, run: at, entry: at }, &mut Vec::new(), &mut found);
        }
        let mut groups = Vec::new();
        for one in found {
            self.keep(&mut groups, at, one);
        }
        groups
    }

    /// An operand and any number of tails. Ends are taken in order, so that a head is complete before a tail needs it.
    fn full(&mut self, category: usize, at: usize) -> Vec<usize> {
        let tongue = self.tongue;
        let operands = self.parse(Symbol::Operand(category), at);
        let operands = self.list(operands).to_vec();
        let Some(trie) = tongue.tails.get(category) else {
            return operands;
        };
        let mut groups = Vec::with_capacity(operands.len());
        for operand in operands {
            if let Some(Group { end, open, ways, .. }) = self.groups.get(operand) {
                let (end, open, ways) = (*end, *open, ways.clone());
                groups.push(self.group(at, end, open, ways));
            }
        }
        let mut done = None;
        for _ in 0..DEEPEST {
            let head = groups
                .iter()
                .filter_map(|&group| self.groups.get(group).map(|known| (known.end, known.open, group)))
                .filter(|&(end, open, _)| !open && done.is_none_or(|done| end > done))
                .min();
            let Some((end, _, head)) = head else {
                return groups;
            };
            done = Some(end);
            let mut found = Vec::new();
            self.walk(trie, Walk { node: 0, at: end, run: end, entry: at }, &mut vec![head], &mut found);
            for one in found {
                self.keep(&mut groups, at, one);
            }
        }
        self.too_deep = true;
        groups
    }

    /// Adds a reading to the groups of a symbol.
    fn keep(&mut self, groups: &mut Vec<usize>, start: usize, found: Found) {
        let open = match self.tongue.variants.get(found.variant).map(|variant| variant.open) {
            Some(Open::Always) => true,
            Some(Open::AsLast) => found.args.last().and_then(|last| self.groups.get(*last)).is_some_and(|last| last.open),
            Some(Open::Never) | None => false,
        };
        let way = Way::Phrase { variant: found.variant, args: found.args };
        let known = groups
            .iter()
            .copied()
            .find(|group| self.groups.get(*group).is_some_and(|group| group.end == found.end && group.open == open));
        match known.and_then(|known| self.groups.get_mut(known)) {
            Some(known) => {
                if !known.ways.contains(&way) {
                    known.ways.push(way);
                }
            }
            None => {
                let group = self.group(start, found.end, open, vec![way]);
                groups.push(group);
            }
        }
    }

    fn term(&mut self, vocabulary: usize, at: usize) -> Vec<usize> {
        let tongue = self.tongue;
        let Some(trie) = tongue.names.get(vocabulary) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        self.walk_names(trie, Walk { node: 0, at, run: at, entry: at }, &mut found);
        let mut groups: Vec<usize> = Vec::new();
        for (end, term) in found {
            let Some(term) = tongue.terms.get(term) else {
                continue;
            };
            let way = Way::Term { vocabulary: term.vocabulary, term: term.term };
            let known = groups.iter().copied().find(|group| self.groups.get(*group).is_some_and(|group| group.end == end));
            match known.and_then(|known| self.groups.get_mut(known)) {
                Some(known) if known.ways.contains(&way) => {}
                Some(known) => known.ways.push(way),
                None => groups.push(self.group(at, end, false, vec![way])),
            }
        }
        groups
    }

    /// Sentences in quotation marks.
    fn quoted(&mut self, at: usize) -> Vec<usize> {
        let (Some(category), Some(bytes)) = (self.tongue.sentence, token::quoted(self.rest(at))) else {
            return Vec::new();
        };
        let mark = '“'.len_utf8();
        let inside = at + mark..at + bytes - mark;
        let sentences = sentence::split(self.tongue.script, self.text, inside);
        if sentences.is_empty() {
            return Vec::new();
        }
        let symbol = self.tongue.settle(Symbol::Full(category));
        let mut parts = Vec::new();
        let mut rest = sentences.as_slice();
        while let [one, more @ ..] = rest {
            rest = more;
            let mut part = self.sentence(symbol, one.words.clone());
            if let ([next, more @ ..], true, None) = (rest, one.soft, &part) {
                // It ends in a quotation, which may stand in the middle of a longer sentence.
                rest = more;
                part = self.sentence(symbol, one.words.start..next.words.end);
            }
            match part {
                Some(part) => parts.push(part),
                None => return Vec::new(),
            }
        }
        vec![self.group(at, at + bytes, false, vec![Way::Quoted(parts)])]
    }

    /// The groups that are exactly one sentence.
    pub(crate) fn sentence(&mut self, symbol: Symbol, words: Range<usize>) -> Option<Vec<usize>> {
        self.starts.push(words.start);
        let groups = self.parse(symbol, words.start);
        let groups = self.list(groups).to_vec();
        let whole: Vec<usize> =
            groups.iter().copied().filter(|group| self.groups.get(*group).is_some_and(|group| group.end == words.end)).collect();
        if whole.is_empty() {
            self.log_whole(symbol, words.start, &groups);
        }
        (!whole.is_empty()).then_some(whole)
    }
}

pub(crate) fn upper(char: char) -> char {
    char.to_uppercase().next().unwrap_or(char)
}

pub(crate) fn lower(char: char) -> char {
    char.to_lowercase().next().unwrap_or(char)
}

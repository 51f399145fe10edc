//! With which characters a symbol may begin, so that readers need not try what cannot be.

use crate::normal::Script;
use crate::symbol::Symbol;
use crate::trie::Trie;

/// A set of characters: exact for ASCII, and for others a filter that may say yes too often.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct First {
    ascii: u128,
    others: u128,
}

impl First {
    fn add(&mut self, char: char) {
        let code = u32::from(char);
        if code < 128 {
            self.ascii |= 1 << code;
        } else {
            self.others |= 1 << (code % 128);
        }
    }

    fn join(&mut self, other: First) -> bool {
        let before = *self;
        self.ascii |= other.ascii;
        self.others |= other.others;
        *self != before
    }

    /// Whether a text that begins with this character may fit.
    pub(crate) fn admits(self, char: char) -> bool {
        let code = u32::from(char);
        if code < 128 { self.ascii >> code & 1 == 1 } else { self.others >> (code % 128) & 1 == 1 }
    }
}

/// The first characters of every symbol of a language.
#[derive(Debug, Default)]
pub(crate) struct Firsts {
    operands: Vec<First>,
    terms: Vec<First>,
    numbers: First,
}

impl Firsts {
    /// Works them out from the tries.
    pub(crate) fn of(script: Script, operands: &[Trie], names: &[Trie]) -> Firsts {
        let mut numbers = chars('0'..='9');
        if script == Script::Spaced {
            // Of the words for one to ten.
            "otfsenOTFSEN".chars().for_each(|char| numbers.add(char));
        }
        let terms = names.iter().map(literals).collect();
        let mut firsts = Firsts { operands: vec![First::default(); operands.len()], terms, numbers };
        for (first, trie) in firsts.operands.iter_mut().zip(operands) {
            *first = literals(trie);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (index, trie) in operands.iter().enumerate() {
                for (symbol, _) in trie.nodes.first().map_or(&[][..], |root| &root.slots) {
                    let other = firsts.get(*symbol);
                    changed |= firsts.operands.get_mut(index).is_some_and(|first| first.join(other));
                }
            }
        }
        firsts
    }

    /// The first characters of a symbol.
    pub(crate) fn get(&self, symbol: Symbol) -> First {
        match symbol {
            Symbol::Full(category) | Symbol::Operand(category) => self.operands.get(category).copied().unwrap_or_default(),
            Symbol::Term(vocabulary) => self.terms.get(vocabulary).copied().unwrap_or_default(),
            Symbol::Integer | Symbol::Length => self.numbers,
            Symbol::Dice => {
                let mut first = chars('0'..='9');
                first.add('d');
                first.add('D');
                first
            }
            Symbol::Quoted => chars('“'..='“'),
        }
    }
}

fn chars(range: std::ops::RangeInclusive<char>) -> First {
    let mut first = First::default();
    range.for_each(|char| first.add(char));
    first
}

fn literals(trie: &Trie) -> First {
    let mut first = First::default();
    let edges = trie.nodes.first().map_or(&[][..], |root| &root.literals);
    edges.iter().filter_map(|edge| edge.0.chars().next()).for_each(|char| first.add(char));
    first
}

//! The exhaustive reader's way down a trie.

use crate::chart::{Chart, Found, lower, upper};
use crate::token::WordEnd;
use crate::trie::{Node, Trie};

/// Nodes of tries that may be visited for one text.
const MOST_STEPS: usize = 400_000;

/// A point on the way down a trie.
#[derive(Clone, Copy)]
pub(crate) struct Walk {
    /// The node that was reached.
    pub(crate) node: usize,
    /// The place in the text that was reached.
    pub(crate) at: usize,
    /// Where the present run of words began.
    pub(crate) run: usize,
    /// Where the symbol that is being read began. What fails right there is told by the label of the symbol.
    pub(crate) entry: usize,
}

impl Chart<'_> {
    /// Goes down a trie, through every slot that fits.
    pub(crate) fn walk(&mut self, trie: &Trie, mut walk: Walk, args: &mut Vec<usize>, found: &mut Vec<Found>) {
        loop {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                self.too_involved = true;
                return;
            }
            let Some(from) = trie.nodes.get(walk.node) else {
                return;
            };
            self.walk_slots(trie, from, walk, args, found);
            for &variant in &from.ends {
                let word_end = self.tongue.variants.get(variant).map_or(WordEnd::Free, |variant| variant.word_end);
                if word_end.allows(self.rest(walk.at)) {
                    found.push(Found { variant, end: walk.at, args: args.as_slice().into() });
                }
            }
            self.log_literals(trie, from, walk);
            let [exact, other] = if self.loose { self.follow_loosely(from, walk) } else { self.follow(from, walk) };
            if let (Some(_), Some(other)) = (exact, other) {
                self.walk(trie, other, args, found);
            }
            match exact.or(other) {
                Some(next) => walk = next,
                None => return,
            }
        }
    }

    fn walk_slots(&mut self, trie: &Trie, from: &Node, walk: Walk, args: &mut Vec<usize>, found: &mut Vec<Found>) {
        for &(symbol, child) in &from.slots {
            let groups = self.parse(symbol, walk.at);
            if groups.is_empty() {
                self.log_symbol(symbol, walk.at, walk.entry);
            }
            for place in groups {
                let Some(group) = self.lists.get(place).copied() else {
                    continue;
                };
                let Some(end) = self.groups.get(group).map(|group| group.end) else {
                    continue;
                };
                args.push(group);
                self.walk(trie, Walk { node: child, at: end, run: end, entry: walk.entry }, args, found);
                args.pop();
            }
        }
    }

    /// Goes down a trie of names: their ends and indices.
    pub(crate) fn walk_names(&mut self, trie: &Trie, walk: Walk, found: &mut Vec<(usize, usize)>) {
        let Some(from) = trie.nodes.get(walk.node) else {
            return;
        };
        self.steps += 1;
        for &end in &from.ends {
            if self.tongue.terms.get(end).is_some_and(|term| term.word_end.allows(self.rest(walk.at))) {
                found.push((walk.at, end));
            }
        }
        self.log_literals(trie, from, walk);
        for next in self.follow(from, walk).into_iter().flatten() {
            self.walk_names(trie, next, found);
        }
    }

    /// The words after a node that fit. At most two do, the second only where a sentence begins with a capital.
    fn follow(&self, from: &Node, walk: Walk) -> [Option<Walk>; 2] {
        let rest = self.rest(walk.at);
        let Some(next) = rest.chars().next() else {
            return [None, None];
        };
        let edge = |first: char| from.find(first).ok().and_then(|edge| from.literals.get(edge));
        let on = |at: usize, node: usize| Walk { node, at, ..walk };
        let exact =
            edge(next).filter(|(text, _)| rest.starts_with(text.as_ref())).map(|(text, child)| on(walk.at + text.len(), *child));
        if !next.is_uppercase() || !self.starts.contains(&walk.at) {
            return [exact, None];
        }
        let small = lower(next);
        let lowered = edge(small).and_then(|(text, child)| {
            let tail = text.get(small.len_utf8()..)?;
            let after = rest.get(next.len_utf8()..)?;
            after.starts_with(tail).then(|| on(walk.at + next.len_utf8() + tail.len(), *child))
        });
        [exact, lowered]
    }

    /// The words after a node that fit but for their capitals.
    fn follow_loosely(&self, from: &Node, walk: Walk) -> [Option<Walk>; 2] {
        let rest = self.rest(walk.at);
        let Some(next) = rest.chars().next() else {
            return [None, None];
        };
        let on = |first: char| {
            let (text, node) = from.literals.get(from.find(first).ok()?)?;
            let mut letters = rest.chars();
            let mut at = walk.at;
            for wanted in text.chars() {
                let found = letters.next().filter(|found| *found == wanted || lower(*found) == lower(wanted))?;
                at += found.len_utf8();
            }
            Some(Walk { node: *node, at, ..walk })
        };
        let (small, capital) = (lower(next), upper(next));
        [on(small), if capital == small { None } else { on(capital) }]
    }
}

//! The pest reader of one language: the tokens of `card.pest`, and the tries of the phrasebook as pest rules.
//!
//! The rules are built as `OptimizedRule`s directly. pest's optimizer, whose cost is worse than quadratic in the number of
//! alternatives, never sees them; the tries have done its work.
//!
//! Names of rules: `F3` is category 3 with tails, `A3` one operand of it, `T3` one tail, `N2` a term of vocabulary 2. An
//! empty rule at the end of each template tells which one it was: `=17` for the reading 17, `#5` for the name 5.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use pest_meta::ast::RuleType;
use pest_meta::optimizer::{OptimizedExpr as Expr, OptimizedRule, optimize};
use pest_meta::parser::{Rule, consume_rules, parse};
use pest_vm::Vm;

use crate::normal::Script;
use crate::symbol::Symbol;
use crate::token::WordEnd;
use crate::tongue::Tongue;
use crate::trie::Trie;

/// The hand-written tokens. Empty if they cannot be read, which a test excludes.
static TOKENS: LazyLock<Vec<OptimizedRule>> = LazyLock::new(|| {
    let pairs = parse(Rule::grammar_rules, include_str!("card.pest")).ok();
    let rules = pairs.and_then(|pairs| consume_rules(pairs).ok());
    rules.map(optimize).unwrap_or_default()
});

/// The pest reader of one language.
#[derive(Default)]
pub(crate) struct Machine {
    vm: Option<Vm>,
    /// For each symbol the rule that reads a whole text as it.
    starts: HashMap<Symbol, String>,
}

impl fmt::Debug for Machine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Machine").field("starts", &self.starts.len()).finish_non_exhaustive()
    }
}

/// A piece of what pest has read: a rule's name, its bytes, and what is in it.
pub(crate) type Pair<'a> = pest::iterators::Pair<'a, &'a str>;

impl Machine {
    /// Compiles the tries of a language.
    pub(crate) fn compile(tongue: &Tongue) -> Machine {
        if TOKENS.is_empty() {
            return Machine::default();
        }
        let mut rules = TOKENS.clone();
        if tongue.script == Script::Unspaced {
            rules.iter_mut().filter(|rule| rule.name == "number_word").for_each(|rule| rule.expr = never());
        }
        let mut starts = HashMap::new();
        let mut start = |symbol: Symbol, rules: &mut Vec<OptimizedRule>| {
            let name = format!("!{}", rule_name(symbol));
            rules.push(rule(name.clone(), RuleType::Silent, seq(ident(rule_name(symbol)), ident("EOI".to_owned()))));
            starts.insert(symbol, name);
        };
        for category in 0..tongue.operands.len() {
            let operand = Symbol::Operand(category);
            rules.push(rule(rule_name(operand), RuleType::Normal, phrases(tongue, tongue.operands.get(category))));
            if tongue.has_tails(category) {
                let tail = format!("T{category}");
                rules.push(rule(tail.clone(), RuleType::Normal, phrases(tongue, tongue.tails.get(category))));
                let full = seq(ident(rule_name(operand)), Expr::Rep(Box::new(ident(tail))));
                rules.push(rule(rule_name(Symbol::Full(category)), RuleType::Normal, full));
            }
            start(tongue.settle(Symbol::Full(category)), &mut rules);
        }
        for (vocabulary, trie) in tongue.names.iter().enumerate() {
            let symbol = Symbol::Term(vocabulary);
            let names = node(trie, 0, &|end| {
                let word_end = tongue.terms.get(end).map_or(WordEnd::Free, |term| term.word_end);
                marked(format!("#{end}"), word_end)
            });
            rules.push(rule(rule_name(symbol), RuleType::Normal, names));
            start(symbol, &mut rules);
        }
        for symbol in [Symbol::Integer, Symbol::Length, Symbol::Dice, Symbol::Quoted] {
            start(symbol, &mut rules);
        }
        let nothing = || Expr::Str(String::new());
        rules.extend((0..tongue.variants.len()).map(|end| rule(format!("={end}"), RuleType::Normal, nothing())));
        rules.extend((0..tongue.terms.len()).map(|end| rule(format!("#{end}"), RuleType::Normal, nothing())));
        Machine { vm: Some(Vm::new(rules)), starts }
    }

    /// Reads a whole text as a symbol. `None` also if pest gave up.
    pub(crate) fn read<'a>(&'a self, symbol: Symbol, text: &'a str) -> Option<Pair<'a>> {
        let start = self.starts.get(&symbol)?;
        self.vm.as_ref()?.parse(start, text).ok()?.next()
    }
}

fn rule(name: String, ty: RuleType, expr: Expr) -> OptimizedRule {
    OptimizedRule { name, ty, expr }
}

fn ident(name: String) -> Expr {
    Expr::Ident(name)
}

fn seq(first: Expr, second: Expr) -> Expr {
    Expr::Seq(Box::new(first), Box::new(second))
}

/// The rule that reads a symbol.
fn rule_name(symbol: Symbol) -> String {
    match symbol {
        Symbol::Full(category) => format!("F{category}"),
        Symbol::Operand(category) => format!("A{category}"),
        Symbol::Term(vocabulary) => format!("N{vocabulary}"),
        Symbol::Integer => "integer".to_owned(),
        Symbol::Length => "length".to_owned(),
        Symbol::Dice => "dice".to_owned(),
        Symbol::Quoted => "quoted".to_owned(),
    }
}

fn phrases(tongue: &Tongue, trie: Option<&Trie>) -> Expr {
    let Some(trie) = trie else {
        return never();
    };
    node(trie, 0, &|end| {
        let word_end = tongue.variants.get(end).map_or(WordEnd::Free, |variant| variant.word_end);
        marked(format!("={end}"), word_end)
    })
}

/// What may follow a node: words, then slots, then the end.
fn node(trie: &Trie, index: usize, end: &dyn Fn(usize) -> Expr) -> Expr {
    let Some(from) = trie.nodes.get(index) else {
        return never();
    };
    let mut ways = Vec::with_capacity(from.literals.len() + from.slots.len() + 1);
    for (text, child) in &from.literals {
        ways.push(seq(Expr::Str(text.to_string()), node(trie, *child, end)));
    }
    for (symbol, child) in &from.slots {
        ways.push(seq(ident(rule_name(*symbol)), node(trie, *child, end)));
    }
    ways.extend(from.ends.first().map(|first| end(*first)));
    choice(ways)
}

/// A balanced choice: pest_vm goes one call deeper for each alternative of a chain.
fn choice(mut ways: Vec<Expr>) -> Expr {
    if ways.len() > 1 {
        let second = ways.split_off(ways.len() / 2);
        return Expr::Choice(Box::new(choice(ways)), Box::new(choice(second)));
    }
    ways.pop().unwrap_or_else(never)
}

/// The mark of a template, after the end of its last word.
fn marked(mark: String, word_end: WordEnd) -> Expr {
    let more = match word_end {
        WordEnd::Free => return ident(mark),
        WordEnd::Word => "word_more",
        WordEnd::Latin => "latin_more",
        WordEnd::Digit => "digit_more",
    };
    seq(Expr::NegPred(Box::new(ident(more.to_owned()))), ident(mark))
}

/// What fits nothing.
fn never() -> Expr {
    Expr::NegPred(Box::new(Expr::Str(String::new())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tokens_can_be_read() {
        assert!(TOKENS.iter().any(|rule| rule.name == "quoted"));
    }
}

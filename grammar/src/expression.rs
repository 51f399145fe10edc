//! Expressions inside YAML: `melee + 1`, `models where it in g`, `a if test else b`.
//!
//! [`parse`] gives a tree of [`Expr`] with a place for every node; names are not looked up here.

mod build;
mod excuse;

use std::ops::Range;

/// Longest expression, in bytes: a longer one belongs in `let`s or a hook.
pub const LONGEST: usize = 2048;
/// Deepest tree: enough for any rule an author can read, and safe for whoever walks it by recursion.
pub const DEEPEST: usize = 64;

/// An expression and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// The place, as bytes of the text; brackets around the expression belong to it.
    pub span: Range<usize>,
    /// What it is.
    pub kind: ExprKind,
}

/// What an expression is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// `12`
    Number(i64),
    /// `3"`, `1.5"`, `30mm`: thousandths of an inch.
    Length(i64),
    /// `none`
    None,
    /// `true`, `false`
    Truth(bool),
    /// `model`
    Name(String),
    /// `distance(a, b)`
    Call {
        /// What is called.
        name: String,
        /// Its place.
        name_span: Range<usize>,
        /// What it is given.
        args: Vec<Arg>,
    },
    /// `e.owner`, `e.melee()`
    Member {
        /// What stands before the dot.
        base: Box<Expr>,
        /// What stands after it.
        name: String,
        /// The place of what stands after it.
        name_span: Range<usize>,
        /// What stands in brackets; None where there are no brackets.
        args: Option<Vec<Arg>>,
    },
    /// `not a`, `-a`
    Unary(Unary, Box<Expr>),
    /// `a + b`
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `then if test else otherwise`
    If {
        /// The value when the test holds.
        then: Box<Expr>,
        /// The test.
        test: Box<Expr>,
        /// The value when it does not.
        otherwise: Box<Expr>,
    },
    /// `list where test`
    Where {
        /// What is looked through.
        list: Box<Expr>,
        /// What must hold of `it`.
        test: Box<Expr>,
    },
    /// `list each value`
    Each {
        /// What is gone through.
        list: Box<Expr>,
        /// What each becomes.
        value: Box<Expr>,
    },
    /// `[a, b]`
    List(Vec<Expr>),
}

/// One argument of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arg {
    /// Its name and the name's place, where it is given by name: `n: 2`.
    pub name: Option<(String, Range<usize>)>,
    /// Its value.
    pub value: Expr,
}

/// An operator before its operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    /// `not`
    Not,
    /// `-`
    Minus,
}

/// An operator between its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    /// `or`
    Or,
    /// `and`
    And,
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `in`
    In,
    /// `not in`
    NotIn,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `mod`
    Modulo,
}

/// Why a text is no expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExprError {
    /// The narrowest place to blame.
    pub span: Range<usize>,
    /// What is there and what was expected, in an author's words.
    pub message: String,
    /// One act that mends it.
    pub help: Option<String>,
}

impl ExprError {
    fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None }
    }

    fn help(mut self, act: impl Into<String>) -> Self {
        self.help = Some(act.into());
        self
    }
}

impl std::fmt::Display for ExprError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ExprError {}

/// Reads an expression.
///
/// Errors: the first thing that is no expression, with its place.
pub fn parse(text: &str) -> Result<Expr, ExprError> {
    if let Some(kind) = plain(text) {
        return Ok(Expr { span: 0..text.len(), kind });
    }
    if text.len() > LONGEST {
        let end = text.char_indices().map(|(at, _)| at).find(|at| *at >= LONGEST).unwrap_or(text.len());
        return Err(ExprError::new(
            end..text.len(),
            format!("an expression of {} bytes, and at most {LONGEST} are read", text.len()),
        )
        .help("give parts of it a name with `let`"));
    }
    brackets(text)?;
    build::parse(text)
}

/// `3`, `3"` and `30mm`, which most of what cards print is: read without the grammar.
fn plain(text: &str) -> Option<ExprKind> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    if !(1..=6).contains(&digits.len()) || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number: i64 = digits.parse().ok()?;
    match text.strip_prefix(digits)? {
        "" => Some(ExprKind::Number(number)),
        "\"" => Some(ExprKind::Length(number * 1000)),
        "mm" => Some(ExprKind::Length((number * 10_000 + 127) / 254)),
        _ => None,
    }
}

/// Refuses brackets that do not match or stand too deep, before the parser recurs into them.
fn brackets(text: &str) -> Result<(), ExprError> {
    let mut open: Vec<(usize, char)> = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => {
                open.push((at, c));
                if open.len() > DEEPEST {
                    return Err(too_deep(at..at + 1));
                }
            }
            ')' | ']' => match open.pop() {
                Some((_, '(')) if c == ')' => {}
                Some((_, '[')) if c == ']' => {}
                Some((_, opened)) => {
                    let wanted = if opened == '(' { ')' } else { ']' };
                    return Err(ExprError::new(
                        at..at + 1,
                        format!("`{c}` closes what `{opened}` opened; `{wanted}` was expected"),
                    ));
                }
                None => return Err(ExprError::new(at..at + 1, format!("`{c}` closes nothing")).help("remove it")),
            },
            _ => {}
        }
    }
    Ok(())
}

fn too_deep(span: Range<usize>) -> ExprError {
    ExprError::new(span, format!("an expression of more than {DEEPEST} levels")).help("give parts of it a name with `let`")
}

#[cfg(test)]
mod tests;

//! From pest's pairs to the tree.

use super::{Arg, Binary, DEEPEST, Expr, ExprError, ExprKind, Unary, excuse, too_deep};
use pest::Parser as _;
use pest::iterators::{Pair, Pairs};
use std::ops::Range;

#[derive(pest_derive::Parser)]
#[grammar = "expression.pest"]
pub(super) struct Grammar;

/// An expression and how many levels it has.
struct Built {
    expr: Expr,
    depth: usize,
}

type Result<T> = std::result::Result<T, ExprError>;

pub(super) fn parse(text: &str) -> Result<Expr> {
    let pairs = Grammar::parse(Rule::whole, text).map_err(|error| excuse::of_pest(text, &error))?;
    let whole = pairs.flat_map(Pair::into_inner).next().ok_or_else(|| lost(0..text.len()))?;
    Ok(value(whole)?.expr)
}

/// Cannot happen unless the grammar and this file disagree.
fn lost(span: Range<usize>) -> ExprError {
    ExprError::new(span, "an expression that the reader cannot take apart")
}

fn place(pair: &Pair<'_, Rule>) -> Range<usize> {
    let span = pair.as_span();
    span.start()..span.end()
}

fn value(pair: Pair<'_, Rule>) -> Result<Built> {
    let pair = sole(pair);
    let span = place(&pair);
    match pair.as_rule() {
        Rule::expression => conditional(pair.into_inner(), span),
        Rule::query | Rule::either | Rule::both | Rule::comparison | Rule::sum | Rule::product => chain(pair.into_inner(), span),
        Rule::negation | Rule::opposite => prefixed(pair.into_inner(), span),
        Rule::postfix => members(pair.into_inner(), span),
        Rule::group => {
            let inner = pair.into_inner().find(|p| p.as_rule() == Rule::expression).ok_or_else(|| lost(span.clone()))?;
            let mut built = value(inner)?;
            built.expr.span = span;
            Ok(built)
        }
        Rule::list => {
            let mut depth = 0;
            let mut list = Vec::new();
            for inner in pair.into_inner().filter(|p| p.as_rule() == Rule::expression) {
                let built = value(inner)?;
                depth = depth.max(built.depth);
                list.push(built.expr);
            }
            node(span, depth, ExprKind::List(list))
        }
        Rule::call => {
            let mut inner = pair.into_inner();
            let name = inner.next().ok_or_else(|| lost(span.clone()))?;
            let (args, depth) = inner.next().map_or_else(|| Ok((Vec::new(), 0)), arguments)?;
            node(span, depth, ExprKind::Call { name: name.as_str().to_owned(), name_span: place(&name), args })
        }
        Rule::name => node(span, 0, ExprKind::Name(pair.as_str().to_owned())),
        Rule::none => node(span, 0, ExprKind::None),
        Rule::truth => node(span, 0, ExprKind::Truth(pair.as_str() == "true")),
        Rule::length => node(span.clone(), 0, ExprKind::Length(length(pair.as_str(), span)?)),
        Rule::quantity => node(span.clone(), 0, ExprKind::Number(number(pair.as_str(), span)?)),
        _ => Err(lost(span)),
    }
}

/// Goes down through the levels of precedence that have nothing to say, so that recursion is not deeper than the text.
fn sole(mut pair: Pair<'_, Rule>) -> Pair<'_, Rule> {
    while matches!(
        pair.as_rule(),
        Rule::expression
            | Rule::query
            | Rule::either
            | Rule::both
            | Rule::negation
            | Rule::comparison
            | Rule::sum
            | Rule::product
            | Rule::opposite
            | Rule::postfix
    ) {
        let mut inner = pair.clone().into_inner();
        match (inner.next(), inner.next()) {
            (Some(only), None) => pair = only,
            _ => break,
        }
    }
    pair
}

fn node(span: Range<usize>, below: usize, kind: ExprKind) -> Result<Built> {
    if below >= DEEPEST {
        return Err(too_deep(span));
    }
    Ok(Built { expr: Expr { span, kind }, depth: below + 1 })
}

/// `a if t else b if u else c`: what stands after `else` takes all that follows.
fn conditional(mut inner: Pairs<'_, Rule>, span: Range<usize>) -> Result<Built> {
    let mut values = Vec::new();
    let mut tests = Vec::new();
    values.push(value(inner.next().ok_or_else(|| lost(span.clone()))?)?);
    let mut rest = inner.filter(|p| !matches!(p.as_rule(), Rule::kw_if | Rule::kw_else));
    while let (Some(test), Some(otherwise)) = (rest.next(), rest.next()) {
        tests.push(value(test)?);
        values.push(value(otherwise)?);
    }
    let mut last = values.pop().ok_or_else(|| lost(span))?;
    while let (Some(test), Some(then)) = (tests.pop(), values.pop()) {
        let depth = then.depth.max(test.depth).max(last.depth);
        last = node(
            then.expr.span.start..last.expr.span.end,
            depth,
            ExprKind::If { then: Box::new(then.expr), test: Box::new(test.expr), otherwise: Box::new(last.expr) },
        )?;
    }
    Ok(last)
}

/// `a op b op c`, from the left.
fn chain(mut inner: Pairs<'_, Rule>, span: Range<usize>) -> Result<Built> {
    let mut left = value(inner.next().ok_or_else(|| lost(span))?)?;
    while let (Some(op), Some(right)) = (inner.next(), inner.next()) {
        let right = value(right)?;
        let depth = left.depth.max(right.depth);
        let span = left.expr.span.start..right.expr.span.end;
        let (a, b) = (Box::new(left.expr), Box::new(right.expr));
        let kind = match op.as_rule() {
            Rule::kw_where => ExprKind::Where { list: a, test: b },
            Rule::kw_each => ExprKind::Each { list: a, value: b },
            _ => ExprKind::Binary(binary(&op)?, a, b),
        };
        left = node(span, depth, kind)?;
    }
    Ok(left)
}

fn binary(op: &Pair<'_, Rule>) -> Result<Binary> {
    Ok(match op.as_str() {
        "or" => Binary::Or,
        "and" => Binary::And,
        "=" => Binary::Equal,
        "!=" => Binary::Unequal,
        "<" => Binary::Less,
        "<=" => Binary::AtMost,
        ">" => Binary::More,
        ">=" => Binary::AtLeast,
        "in" => Binary::In,
        "+" => Binary::Add,
        "-" => Binary::Subtract,
        "*" => Binary::Multiply,
        "/" => Binary::Divide,
        "mod" => Binary::Modulo,
        other if other.starts_with("not") => Binary::NotIn,
        _ => return Err(lost(place(op))),
    })
}

/// `not not a`, `--a`: the last operator is the innermost.
fn prefixed(inner: Pairs<'_, Rule>, span: Range<usize>) -> Result<Built> {
    let mut ops = Vec::new();
    let mut operand = None;
    for pair in inner {
        match pair.as_rule() {
            Rule::kw_not => ops.push((Unary::Not, place(&pair).start)),
            Rule::minus => ops.push((Unary::Minus, place(&pair).start)),
            _ => operand = Some(value(pair)?),
        }
    }
    let mut built = operand.ok_or_else(|| lost(span))?;
    for (op, start) in ops.into_iter().rev() {
        built = node(start..built.expr.span.end, built.depth, ExprKind::Unary(op, Box::new(built.expr)))?;
    }
    Ok(built)
}

fn members(mut inner: Pairs<'_, Rule>, span: Range<usize>) -> Result<Built> {
    let mut base = value(inner.next().ok_or_else(|| lost(span))?)?;
    for member in inner {
        let whole = place(&member);
        let mut name = None;
        let mut args = None;
        for part in member.into_inner() {
            match part.as_rule() {
                Rule::any_name => name = Some((part.as_str().to_owned(), place(&part))),
                Rule::arguments => args = Some(arguments(part)?),
                _ => {}
            }
        }
        let (name, name_span) = name.ok_or_else(|| lost(whole.clone()))?;
        let depth = base.depth.max(args.as_ref().map_or(0, |(_, depth)| *depth));
        base = node(
            base.expr.span.start..whole.end,
            depth,
            ExprKind::Member { base: Box::new(base.expr), name, name_span, args: args.map(|(args, _)| args) },
        )?;
    }
    Ok(base)
}

fn arguments(pair: Pair<'_, Rule>) -> Result<(Vec<Arg>, usize)> {
    let mut args = Vec::new();
    let mut depth = 0;
    for argument in pair.into_inner().filter(|p| p.as_rule() == Rule::argument) {
        let span = place(&argument);
        let mut name = None;
        let mut given = None;
        for part in argument.into_inner() {
            match part.as_rule() {
                Rule::any_name => name = Some((part.as_str().to_owned(), place(&part))),
                Rule::expression => given = Some(value(part)?),
                _ => {}
            }
        }
        let given = given.ok_or_else(|| lost(span))?;
        depth = depth.max(given.depth);
        args.push(Arg { name, value: given.expr });
    }
    Ok((args, depth))
}

fn number(text: &str, span: Range<usize>) -> Result<i64> {
    if text.bytes().all(|b| b.is_ascii_digit()) {
        return text.parse().map_err(|_| too_large(text, span));
    }
    let error = ExprError::new(span, format!("`{text}` is neither a number nor a length"));
    Err(if text.contains('.') && text.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        error.help(format!("only lengths have fractions: `{text}\"`"))
    } else {
        error.help("lengths are written `3\"` or `30mm`; names begin with a letter")
    })
}

fn too_large(text: &str, span: Range<usize>) -> ExprError {
    ExprError::new(span, format!("`{text}` is too large a number"))
}

/// Thousandths of an inch; millimetres are rounded to the nearest.
fn length(text: &str, span: Range<usize>) -> Result<i64> {
    let (digits, millimetres) = match text.strip_suffix("mm") {
        Some(digits) => (digits, true),
        None => (text.trim_end_matches('"'), false),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if fraction.len() > 3 {
        return Err(ExprError::new(span, format!("`{text}` has more than three digits after the point")));
    }
    let thousandths = format!("{whole}{fraction:0<3}");
    let thousandths: i128 = thousandths.parse().map_err(|_| too_large(text, span.clone()))?;
    let thousandths = if millimetres { thousandths.saturating_mul(10).saturating_add(127) / 254 } else { thousandths };
    i64::try_from(thousandths).map_err(|_| too_large(text, span))
}

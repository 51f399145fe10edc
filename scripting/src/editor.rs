//! Types for an author's editor, generated from a ruleset.

use crate::names::{COMMON, DOING, Names, SPEAKS};
use crate::read::served;
use cardwright_core::rules::{Class, Def, Ruleset, Type};
use std::fmt::Write as _;

/// A `.d.luau` file: every kind with its fields, every effect and number with its arguments, and what `use` has.
///
/// The same ruleset gives the same text. Arguments of hooks are `any`: rules do not say what they hold.
pub fn editor_types(rules: &Ruleset, names: &Names) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write(&mut out, rules, names);
    out
}

fn write(out: &mut String, rules: &Ruleset, names: &Names) -> std::fmt::Result {
    writeln!(out, "-- What hooks of `{}` may use. Generated from the rules; do not edit.\n", rules.game)?;
    writeln!(out, "export type Point = {{ x: number, y: number }}")?;
    writeln!(
        out,
        "declare class Proposal end\ndeclare class Rule end\ndeclare class Ability\n\tid: string\n\tkind: string\nend\n"
    )?;
    for vocabulary in &rules.vocabularies {
        let terms: Vec<String> =
            vocabulary.terms.clone().filter_map(|t| rules.terms.get(t as usize)).map(|t| format!("{:?}", t.id)).collect();
        let terms = if terms.is_empty() { "never".to_owned() } else { terms.join(" | ") };
        writeln!(out, "export type {} = {terms}", type_name(&vocabulary.id))?;
    }
    let readable = || rules.defs.iter().filter(|d| matches!(d.class, Class::Number | Class::Test | Class::Value));
    writeln!(out, "\ndeclare class Entity")?;
    for (name, _, holds, about) in COMMON.iter().filter(|(name, ..)| *name != "id") {
        writeln!(out, "\t{name}: {holds} -- {about}")?;
    }
    for def in readable().filter(|d| matches!(d.params.first().map(|p| &p.holds), Some(Type::Entity | Type::Any))) {
        method(out, rules, def)?;
    }
    writeln!(out, "end")?;
    for (index, kind) in rules.kinds.iter().enumerate() {
        writeln!(out, "\ndeclare class {} extends Entity", type_name(&kind.id))?;
        let fields = kind.fields.clone().filter_map(|f| rules.fields.get(f as usize));
        for field in fields.clone() {
            writeln!(out, "\t{}: {}", field.id, read(rules, &field.holds))?;
        }
        for def in readable()
            .filter(|d| matches!(d.params.first().map(|p| &p.holds), Some(Type::One(k) | Type::Many(k)) if k.index() == index))
        {
            if !fields.clone().any(|f| f.id == def.id) {
                method(out, rules, def)?;
            }
        }
        writeln!(out, "end")?;
    }
    writeln!(
        out,
        "\nexport type Question = {{ player: Entity, prompt: string, among: {{any}}?, yes_no: boolean?, number: {{number}}?, least: number?, most: number? }}"
    )?;
    let functions: Vec<String> = served().map(|row| format!("{:?}", row.name)).collect();
    writeln!(out, "\nexport type Function = {}", functions.join(" | "))?;
    writeln!(out, "\nexport type Use = {{")?;
    for (name, holds, about) in SPEAKS.iter().chain(DOING) {
        writeln!(out, "\t{name}: {holds}, -- {about}")?;
    }
    for (index, kind) in rules.kinds.iter().enumerate() {
        writeln!(out, "\t{}: () -> {{{}}},", names.plural(rules, index), type_name(&kind.id))?;
    }
    for def in readable() {
        writeln!(out, "\t{}: ({}) -> {},", def.id, params(rules, def, 0), read(rules, &def.gives))?;
    }
    writeln!(out, "}}\n\ndeclare none: any\ndeclare fx: {{")?;
    for def in rules.defs.iter().filter(|d| d.class == Class::Effect) {
        let args: Vec<String> = def
            .params
            .iter()
            .map(|p| format!("{}: {}{}", p.name, given(rules, &p.holds), optional(p.default.is_some())))
            .collect();
        match args.as_slice() {
            [] => writeln!(out, "\t{}: ({{}}?) -> Proposal,", def.id)?,
            args => writeln!(out, "\t{}: ({{ {} }}) -> Proposal,", def.id, args.join(", "))?,
        }
    }
    writeln!(out, "}}")?;
    for hook in &rules.hooks {
        let args: Vec<String> = hook.takes.iter().map(|name| format!("{name}: any")).collect();
        let args = if args.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", args.join(", ")) };
        writeln!(out, "export type {} = (use: Use, args: {args}) -> any", type_name(&format!("hook_{}", hook.name)))?;
    }
    Ok(())
}

fn method(out: &mut String, rules: &Ruleset, def: &Def) -> std::fmt::Result {
    let rest = params(rules, def, 1);
    let comma = if rest.is_empty() { "" } else { ", " };
    writeln!(out, "\tfunction {}(self{comma}{rest}): {}", def.id, read(rules, &def.gives))
}

fn params(rules: &Ruleset, def: &Def, from: usize) -> String {
    let list: Vec<String> = def
        .params
        .iter()
        .skip(from)
        .map(|p| format!("{}: {}{}", p.name, given(rules, &p.holds), optional(p.default.is_some())))
        .collect();
    list.join(", ")
}

fn optional(has_default: bool) -> &'static str {
    if has_default { "?" } else { "" }
}

/// What a script reads from a place that holds this.
fn read(rules: &Ruleset, holds: &Type) -> String {
    match holds {
        Type::Many(_) => format!("{{{}}}", one(rules, holds)),
        Type::Number | Type::Length => "number".into(),
        _ => one(rules, holds),
    }
}

/// What a script may give where this is wanted.
fn given(rules: &Ruleset, holds: &Type) -> String {
    match holds {
        Type::Many(_) => format!("({} | {{{}}})", one(rules, holds), one(rules, holds)),
        _ => one(rules, holds),
    }
}

fn one(rules: &Ruleset, holds: &Type) -> String {
    match holds {
        Type::Number | Type::Length => "number".into(),
        Type::Test => "boolean".into(),
        Type::One(kind) | Type::Many(kind) => rules.kinds.get(kind.index()).map_or("Entity".into(), |k| type_name(&k.id)),
        Type::Entity => "Entity".into(),
        Type::Term(vocabulary) => rules.vocabularies.get(vocabulary.index()).map_or("string".into(), |v| type_name(&v.id)),
        Type::Def(class) => {
            let ids: Vec<String> = rules.defs.iter().filter(|d| d.class == *class).map(|d| format!("{:?}", d.id)).collect();
            if ids.is_empty() { "never".into() } else { format!("({})", ids.join(" | ")) }
        }
        Type::Ability => "Ability".into(),
        Type::Card => "string".into(),
        Type::Point => "Point".into(),
        Type::Path => "{Point}".into(),
        Type::List(of) => format!("{{{}}}", one(rules, of)),
        Type::Table(_) | Type::Dice => "{number}".into(),
        Type::Filter(_) | Type::Effect | Type::Standing | Type::Trigger => "Rule".into(),
        Type::Duration => "(Rule | string)".into(),
        Type::Any => "any".into(),
    }
}

/// `damage_type` → `DamageType`.
fn type_name(id: &str) -> String {
    let mut name = String::new();
    for part in id.split(['_', '-', '.']) {
        let mut letters = part.chars();
        name.extend(letters.next().map(|c| c.to_uppercase().to_string()));
        name.push_str(letters.as_str());
    }
    name
}

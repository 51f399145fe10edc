//! Checks of a whole pack: what is hidden, what nobody uses.

use crate::book::Book;
use crate::index::{GAME_KIND, Index};
use crate::lower::Used;
use crate::pack::Pack;
use crate::place::{Place, Src};
use crate::shape::ability::AbilityFile;
use crate::shape::card::CardFile;
use crate::shape::section::RuleEntry;
use cardwright_core::hook::NoScripts;
use cardwright_core::resolve::value_in;
use cardwright_core::rules::{Class, Ruleset};
use cardwright_core::state::{Entity, State};
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{Problems, did_you_mean, quote};
use std::collections::BTreeSet;

/// Phrases that are not read as themselves.
pub(crate) fn hidden_phrases(book: &Book, problems: &Problems) {
    let shadows = book.book.shadows();
    for shadow in &shadows {
        // A phrase is not to blame for what it holds: of samples in one another the innermost is told.
        let holds = |other: &&cardwright_grammar::Shadow| {
            other.language == shadow.language
                && other.hidden_by == shadow.hidden_by
                && other.sample.len() < shadow.sample.len()
                && shadow.sample.to_lowercase().contains(&other.sample.to_lowercase())
        };
        if shadows.iter().any(|other| holds(&other)) {
            continue;
        }
        let Some(phrase) = book.book.phrase(shadow.phrase) else { continue };
        let place =
            phrase.templates.get(shadow.template).and_then(|t| book.place(t.place)).or_else(|| book.place(phrase.phrase_place));
        let Some(place) = place else { continue };
        let sample = quote(&shadow.sample);
        let problem = match shadow.hidden_by.and_then(|other| book.book.phrase(other)) {
            Some(other) => {
                let mut problem = place
                    .error("phrase-hidden", format!("`{}` is hidden: {sample} is read as `{}`", phrase.id, other.id))
                    .help("word one of the two differently");
                if let Some(there) = book.place(other.phrase_place) {
                    problem = problem.also(there.file, there.span.clone(), "it is read as this");
                }
                problem
            }
            None => place
                .error("phrase-hidden", format!("`{}` is not read back: {sample} is not understood", phrase.id))
                .help("word it differently"),
        };
        problems.report(problem);
    }
}

/// Statuses that nothing gives.
pub(crate) fn unused_statuses(index: &Index<'_>, used: &Used, problems: &Problems) {
    if used.misnamed_status {
        return;
    }
    for (number, file) in index.def_files.iter().enumerate() {
        if file.class == Class::Status && !used.given.contains(&DefId(number as u32)) {
            problems.report(
                file.id
                    .place
                    .error("unused-status", format!("nothing gives the status {}", quote(&file.id.text)))
                    .help("give it with a step or a sentence, or delete it"),
            );
        }
    }
}

/// Scripts that no step names.
pub(crate) fn unused_hooks(packs: &[Pack], used: &Used, problems: &Problems) {
    if used.misnamed_hook {
        return;
    }
    for script in packs.iter().flat_map(|pack| &pack.scripts) {
        if !used.hooks.contains(&script.hook) {
            let place = Place { file: script.file, span: 0..0 };
            problems.report(
                place
                    .error("unused-hook", format!("no step names the hook {}", quote(&script.hook)))
                    .help(format!("name it with `hook: {}`, or delete the script", script.hook)),
            );
        }
    }
}

/// Shared abilities that no card has.
pub(crate) fn unused_abilities(abilities: &[AbilityFile<'_>], used: &Used, problems: &Problems) {
    for (number, file) in abilities.iter().enumerate() {
        if !used.abilities.contains(&AbilityId(number as u32)) {
            problems.report(file.place.warning("unused-ability", format!("no card has the ability {}", quote(&file.id))));
        }
    }
}

/// What a pack said it would change, and did not.
pub(crate) fn unused_changes(packs: &[Pack], changed: &[(usize, String)], problems: &Problems) {
    for (number, pack) in packs.iter().enumerate() {
        for (id, place) in &pack.changes {
            if !changed.iter().any(|(p, c)| *p == number && c == id) {
                problems.report(
                    place
                        .error("unused-change", format!("this pack changes nothing called {}", quote(id)))
                        .help("take it out of `changes`, or declare it"),
                );
            }
        }
    }
}

/// Rules that declarations say they carry out, where there is a catalogue and it has no such rule.
pub(crate) fn rules_not_in_catalogue(catalogue: &[RuleEntry], carried: &[(String, Place)], problems: &Problems) {
    if catalogue.is_empty() {
        return;
    }
    let known: BTreeSet<&str> = catalogue.iter().map(|rule| rule.id.as_str()).collect();
    let mut told = BTreeSet::new();
    for (id, place) in carried {
        // What is expanded where it is named is read more than once.
        if known.contains(id.as_str()) || !told.insert((place.file, place.span.start)) {
            continue;
        }
        let near = did_you_mean(id, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        problems.report(
            place
                .error("not-in-catalogue", format!("the catalogue has no rule {}", quote(id)))
                .help(near.unwrap_or_else(|| "add it under `catalogue:` with `id` and `says`".to_owned())),
        );
    }
}

/// What the kind of a card asks of it. Asked when all rules are there, since it may speak of the card's abilities and of
/// other cards. What it fails at is told where the card prints the first field that the requirement names.
pub(crate) fn musts_hold(used: &Used, rules: &Ruleset, file: &CardFile<'_>, card: CardId, problems: &Problems) {
    let Some(printed) = rules.cards.get(card.index()) else { return };
    let Some(musts) = used.musts.get(&printed.kind) else { return };
    let entities = [Entity::new(rules, None, GAME_KIND, None), Entity::new(rules, Some(card), printed.kind, None)];
    let state = State::of(entities.into_iter().flatten().collect());
    let it = Value::Entity(EntityId(1));
    let title = file.name.as_ref().and_then(|name| name.plain().into_iter().next()).unwrap_or_else(|| file.id.clone());
    let _trail = problems.enter(format!("card {title}"));
    for (test, words, because) in musts {
        let ambient = Ambient { originator: it.clone(), it: it.clone(), ..Ambient::default() };
        if let Ok(Value::Truth(true)) = value_in(rules, &NoScripts, &state, *test, ambient) {
            continue;
        }
        // The places are those of the fields that the test names, in its order.
        let mut named: Vec<(usize, &Src<'_>)> =
            file.prints.iter().filter_map(|(key, _)| Some((words.find(&format!("it.{}", key.text()))?, key))).collect();
        named.sort_by_key(|(at, _)| *at);
        let place = named.first().map_or_else(|| file.place.clone(), |(_, key)| key.whole());
        let mut problem =
            place.error("card-at-odds", because.as_str()).help(format!("mend it so that {words}", words = quote(words)));
        for (_, key) in named.iter().skip(1) {
            problem = problem.also(key.file, key.whole().span, "this has a part in it");
        }
        problems.report(problem);
    }
}

//! Categories that begin with each other, and so would never begin.

use crate::book::PhraseInfo;
use crate::expand::Item;
use crate::spec::{PhrasebookSpec, SpecProblem};
use crate::symbol::Kind;
use crate::wording::Row;

/// Finds indirect left recursion among the templates of one language.
pub(crate) fn find(spec: &PhrasebookSpec, categories: &[String], infos: &[PhraseInfo], rows: &[Row]) -> Vec<SpecProblem> {
    // For each category what its templates may begin with, and by which row.
    let mut begins: Vec<Vec<(usize, &Row)>> = vec![Vec::new(); categories.len()];
    for row in rows {
        let (Some(info), Some(Item::Slot(slot))) = (infos.get(row.phrase), row.items.first()) else {
            continue;
        };
        if let Some(Kind::Category(other)) = info.slots.get(*slot)
            && *other != info.category
            && let Some(edges) = begins.get_mut(info.category)
        {
            edges.push((*other, row));
        }
    }
    let mut problems = Vec::new();
    let mut done = vec![false; categories.len()];
    for start in 0..categories.len() {
        let mut path = Vec::new();
        if let Some(cycle) = walk(start, &begins, &mut done, &mut path) {
            problems.push(problem(spec, &cycle));
        }
    }
    problems
}

/// Goes down from a category until a category on the way comes again.
fn walk<'a>(
    category: usize,
    begins: &[Vec<(usize, &'a Row)>],
    done: &mut [bool],
    path: &mut Vec<(usize, &'a Row)>,
) -> Option<Vec<&'a Row>> {
    if let Some(at) = path.iter().position(|step| step.0 == category) {
        return Some(path.iter().skip(at).map(|step| step.1).collect());
    }
    if done.get(category).copied().unwrap_or(true) {
        return None;
    }
    for (other, row) in begins.get(category).map_or(&[][..], Vec::as_slice) {
        path.push((category, row));
        if let Some(cycle) = walk(*other, begins, done, path) {
            if let Some(done) = done.get_mut(category) {
                *done = true;
            }
            return Some(cycle);
        }
        path.pop();
    }
    if let Some(done) = done.get_mut(category) {
        *done = true;
    }
    None
}

fn problem(spec: &PhrasebookSpec, cycle: &[&Row]) -> SpecProblem {
    let mut names = Vec::new();
    let mut place = 0;
    for row in cycle {
        if let Some((phrase, text)) =
            spec.phrases.get(row.phrase).and_then(|phrase| phrase.templates.get(row.template).map(|text| (phrase, text)))
        {
            names.push(format!("`{}` (`{}`, which gives `{}`)", phrase.id, text.text, phrase.gives));
            place = place.max(text.place);
        }
    }
    SpecProblem {
        id: "left-recursion",
        place,
        message: format!("phrases begin with each other, so that none can ever begin: {}", names.join(", ")),
        help: Some("let one of them begin with a word".to_owned()),
    }
}

//! Whom "it" means: the subject of the nearest clause before it.
//!
//! A value that says `refers: yes` is such a word. Its subject is looked for in the trees of a text before they are lowered.
//! One that is fixed (this model, the target) is put in the place of the word; one that only the running game finds (by a
//! moment, or by a choice) stays `that`; anything else is a fault of the text. The trees alone decide, so that every
//! language means the same.

use crate::book::Target;
use crate::index::Index;
use crate::shape::definition::DefFile;
use crate::ty::Ty;
use cardwright_core::rules::Class;
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::Problems;
use cardwright_grammar::{Phrase, PhrasebookSpec, Tree, TreeNode};
use std::collections::BTreeMap;
use std::ops::Range;

/// A word like "it" of which a text does not say whom it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear {
    /// Bytes of the text where the word stands.
    pub span: Range<usize>,
    why: Who,
    /// It is no word: a clause that has no subject.
    own: bool,
}

impl Unclear {
    /// The id of the problem.
    pub fn id(&self) -> &'static str {
        if self.own { "unclear-subject" } else { "unclear-reference" }
    }

    /// What is wrong with the word as the text writes it.
    pub fn message(&self, word: &str) -> String {
        if self.own {
            return format!("`{word}` names no subject, and the subject before it is another than this text is of");
        }
        match self.why {
            Who::Several => format!("`{word}` means one, and the subject before it is several"),
            Who::Unsaid => format!("whom `{word}` means is not known: the moment before it does not tell"),
            Who::Found | Who::Lost => format!("whom `{word}` means is not known here: the one before it is described, not named"),
            Who::Is(_) | Who::That | Who::Nobody => format!("nobody is named before `{word}`"),
        }
    }

    /// What to do about it.
    pub fn help(&self, word: &str) -> String {
        if self.own {
            return format!("say whose `{word}` is");
        }
        match self.why {
            Who::Lost => format!("say it in the sentence that finds that one, or say whom `{word}` is"),
            _ => format!("say whom `{word}` is"),
        }
    }
}

/// The subject that a word like "it" would mean.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Who {
    /// Nobody was named.
    Nobody,
    /// One that stays the same however often it is asked for.
    Is(Tree),
    /// One that the game knows as `that` here.
    That,
    /// It was `that`, in a part of the text that is over.
    Lost,
    /// One of a description.
    Found,
    /// More than one.
    Several,
    /// One of a moment that has no `that`.
    Unsaid,
}

/// What stands in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    /// Somebody, of a kind if that is known.
    Who(Option<KindId>),
    Clause,
    Moment,
    Other,
}

/// What a phrase is to a word like "it".
#[derive(Clone, Debug, Default)]
struct Said {
    /// The kind of whom it names or describes.
    kind: Option<KindId>,
    /// It is a word like "it".
    refers: bool,
    /// It names one who stays the same.
    fixed: bool,
    several: bool,
    /// It is nothing but what stands in its slot.
    wraps: bool,
    /// A test, an effect, a standing rule or a trigger: it has a subject, or clauses.
    clause: bool,
    /// A clause that acts: no condition and no moment.
    acts: bool,
    /// It names the originator.
    me: bool,
    /// It has the originator as its subject, without saying so.
    own: bool,
    /// A trigger; and whether it tells who `that` is.
    moment: Option<bool>,
    /// The slot of whom the clauses behind it speak as `that`.
    that: Option<usize>,
    /// Slots in the order of the canonical wording of the first language.
    order: Vec<usize>,
    holds: Vec<Holds>,
}

/// What every phrase is to words like "it".
#[derive(Debug, Default)]
pub(crate) struct Antecedents {
    phrases: Vec<Said>,
    /// Kinds that a word refers to.
    kinds: Vec<KindId>,
    /// How the target of an ability is said, by its kind; and the field that such an ability has.
    targets: Vec<(KindId, usize, String)>,
}

/// Who was named last, by kind.
#[derive(Clone, Debug, Default)]
struct Named {
    last: BTreeMap<KindId, Who>,
    target: bool,
    /// Whether the last that acted in this sentence was another than the originator.
    another: bool,
}

impl Antecedents {
    /// From the phrases and what they stand for. Keys that say nothing are reported.
    pub(crate) fn of(index: &Index<'_>, spec: &PhrasebookSpec, targets: &[Target], problems: &Problems) -> Antecedents {
        let mut all = Antecedents::default();
        for file in &index.def_files {
            check(index, file, problems);
        }
        for (number, (phrase, target)) in spec.phrases.iter().zip(targets).enumerate() {
            let said = match target {
                Target::Include => Said { wraps: true, holds: vec![Holds::Who(None)], order: vec![0], ..Said::default() },
                Target::Def { def, params } => {
                    let Some(file) = index.def_files.get(def.index()) else { continue };
                    let wording =
                        phrase.templates.iter().find(|t| t.canonical && t.language == 0).map_or("", |t| t.text.as_str());
                    let mut order: Vec<usize> = (0..phrase.slots.len()).collect();
                    order.sort_by_key(|slot| phrase.slots.get(*slot).and_then(|s| place_of(wording, &s.name)));
                    told_rightly(file, phrase, &order, problems);
                    let takes = index.takes(*def);
                    let holds: Vec<Holds> =
                        params.iter().map(|param| takes.get(*param).map_or(Holds::Other, |take| holds(&take.ty))).collect();
                    let gives = index.gives(*def);
                    let one = match (&gives, file.class) {
                        (Ty::One(kind), Class::Value) => Some(*kind),
                        _ => None,
                    };
                    if let Some(kind) = one {
                        if file.refers && !all.kinds.contains(&kind) {
                            all.kinds.push(kind);
                        }
                        if let (Some(field), Some("target"), true) =
                            (file.speaks_of, file.means.map(|means| means.text()), takes.is_empty())
                        {
                            all.targets.push((kind, number, field.text().to_owned()));
                        }
                    }
                    let wraps = match phrase.slots.as_slice() {
                        [only] => wording.strip_prefix('{').and_then(|w| w.strip_suffix('}')) == Some(only.name.as_str()),
                        _ => false,
                    };
                    Said {
                        kind: kind_within(&gives),
                        refers: file.refers && one.is_some(),
                        fixed: one.is_some() && (takes.is_empty() || file.fixed),
                        several: file.plural || matches!(gives, Ty::Many(_) | Ty::Entities),
                        wraps: wraps && matches!(holds.as_slice(), [Holds::Who(_)]),
                        clause: matches!(file.class, Class::Test | Class::Effect | Class::Standing | Class::Trigger),
                        acts: matches!(file.class, Class::Effect | Class::Standing),
                        me: file.means.is_some_and(|means| means.text() == "originator"),
                        own: file.own,
                        moment: (file.class == Class::Trigger)
                            .then(|| file.moment.as_ref().is_some_and(|moment| moment.that.is_some())),
                        that: file.that.and_then(|that| phrase.slots.iter().position(|slot| slot.name == that.text())),
                        order,
                        holds,
                    }
                }
            };
            all.phrases.push(said);
        }
        all
    }

    /// Whether an ability with these fields has a target.
    pub(crate) fn has_target(&self, given: impl Fn(&str) -> bool) -> bool {
        self.targets.iter().any(|(_, _, field)| given(field))
    }

    /// The sentences of a text with those in them whom words like "it" mean. `target`: whether the ability has one.
    pub(crate) fn meant(&self, trees: &[Tree], target: bool) -> (Vec<Tree>, Vec<Unclear>) {
        let mut named = Named { target, ..Named::default() };
        let mut unclear = Vec::new();
        let trees = self.sentences(trees, &mut named, &mut unclear);
        (trees, unclear)
    }

    fn sentences(&self, trees: &[Tree], named: &mut Named, unclear: &mut Vec<Unclear>) -> Vec<Tree> {
        trees
            .iter()
            .map(|tree| {
                named.another = false;
                self.walk(tree, named, unclear)
            })
            .collect()
    }

    fn walk(&self, tree: &Tree, named: &mut Named, unclear: &mut Vec<Unclear>) -> Tree {
        match &tree.node {
            // What is quoted is a text of its own.
            TreeNode::Quoted(inner) => {
                let inner = self.sentences(inner, &mut Named::default(), unclear);
                Tree { span: tree.span.clone(), node: TreeNode::Quoted(inner) }
            }
            TreeNode::Phrase { phrase, args } => {
                let Some(said) = self.phrases.get(*phrase) else { return tree.clone() };
                if said.refers {
                    return self.referred(tree, said.kind, named, unclear);
                }
                if said.own {
                    if named.another {
                        unclear.push(Unclear { span: tree.span.clone(), why: Who::Nobody, own: true });
                    }
                    named.another = false;
                }
                let args = self.parts(said, args, named, unclear);
                Tree { span: tree.span.clone(), node: TreeNode::Phrase { phrase: *phrase, args } }
            }
            TreeNode::Term { .. } | TreeNode::Integer(_) | TreeNode::Length(_) | TreeNode::Dice { .. } => tree.clone(),
        }
    }

    /// The parts of a phrase in the order in which they are said.
    fn parts(&self, said: &Said, args: &[Tree], named: &mut Named, unclear: &mut Vec<Unclear>) -> Vec<Tree> {
        let before = named.clone();
        let mut out = args.to_vec();
        let mut subject = false;
        for slot in &said.order {
            let (Some(arg), Some(holds)) = (args.get(*slot), said.holds.get(*slot)) else { continue };
            let part = match holds {
                Holds::Clause | Holds::Moment => self.walk(arg, named, unclear),
                // Within its own clause a subject is not what the word means.
                Holds::Who(_) | Holds::Other if said.clause => self.walk(arg, &mut before.clone(), unclear),
                Holds::Who(_) | Holds::Other => self.walk(arg, named, unclear),
            };
            if let (Holds::Who(kind), true, false) = (holds, said.clause, subject) {
                subject = true;
                if let Some((kind, who)) = self.who(&part, *kind) {
                    let who = match (who, said.moment) {
                        (None, _) => before.last.get(&kind).cloned().unwrap_or(Who::Nobody),
                        (Some(Who::Found | Who::Several), Some(tells)) => {
                            if tells {
                                Who::That
                            } else {
                                Who::Unsaid
                            }
                        }
                        (Some(who), _) => who,
                    };
                    if said.acts {
                        named.another = !self.is_me(&who);
                    }
                    named.last.insert(kind, who);
                }
            }
            if said.that == Some(*slot)
                && let Some((kind, _)) = self.who(&part, kind_of(*holds))
            {
                named.last.insert(kind, Who::That);
            }
            if let Some(place) = out.get_mut(*slot) {
                *place = part;
            }
        }
        if said.moment == Some(true) && !subject {
            named.last.extend(self.kinds.iter().map(|kind| (*kind, Who::That)));
        }
        // What a moment or a choice finds is `that` only in what belongs to it.
        if said.that.is_some() || said.holds.contains(&Holds::Moment) {
            for who in named.last.values_mut().filter(|who| **who == Who::That) {
                *who = Who::Lost;
            }
        }
        out
    }

    /// Of what kind somebody is, and whether it is clear who; None: the one that was named before.
    fn who(&self, tree: &Tree, kind: Option<KindId>) -> Option<(KindId, Option<Who>)> {
        let TreeNode::Phrase { phrase, args } = &tree.node else { return Some((kind?, Some(Who::Found))) };
        let said = self.phrases.get(*phrase)?;
        let kind = said.kind.or(kind);
        if said.wraps {
            return self.who(args.first()?, kind);
        }
        let who = match said {
            Said { refers: true, .. } => None,
            Said { fixed: true, .. } => Some(Who::Is(tree.clone())),
            Said { several: true, .. } => Some(Who::Several),
            _ => Some(Who::Found),
        };
        Some((kind?, who))
    }

    fn referred(&self, tree: &Tree, kind: Option<KindId>, named: &Named, unclear: &mut Vec<Unclear>) -> Tree {
        let who = kind.and_then(|kind| named.last.get(&kind)).cloned().unwrap_or(Who::Nobody);
        let target = if named.target { self.target(kind) } else { None };
        match (who, target) {
            (Who::Is(who), _) => Tree { span: tree.span.clone(), node: who.node },
            (Who::That, _) => tree.clone(),
            (Who::Nobody, Some(phrase)) => Tree { span: tree.span.clone(), node: TreeNode::Phrase { phrase, args: Vec::new() } },
            (why, _) => {
                unclear.push(Unclear { span: tree.span.clone(), why, own: false });
                tree.clone()
            }
        }
    }

    fn is_me(&self, who: &Who) -> bool {
        match who {
            Who::Is(tree) => tree.phrase().and_then(|phrase| self.phrases.get(phrase)).is_some_and(|said| said.me),
            _ => false,
        }
    }

    fn target(&self, kind: Option<KindId>) -> Option<usize> {
        self.targets.iter().find(|(of, ..)| Some(*of) == kind).map(|(_, phrase, _)| *phrase)
    }
}

/// Keys of a definition that say nothing.
fn check(index: &Index<'_>, file: &DefFile<'_>, problems: &Problems) {
    let Some((def, _)) = index.def(&file.id.text) else { return };
    let one = matches!(index.gives(def), Ty::One(_));
    let place = &file.id.place;
    if (file.refers || file.fixed) && !one {
        let key = if file.refers { "refers" } else { "fixed" };
        problems.report(
            place
                .error("wrong-type", format!("`{}` says `{key}: yes`, and does not give one entity of a kind", file.id.text))
                .help(format!("take `{key}` out")),
        );
    }
    if file.refers && !file.takes.is_empty() {
        problems.report(
            place
                .error("wrong-type", format!("`{}` refers to who was named before, and takes something", file.id.text))
                .help("take `refers` or `takes` out"),
        );
    }
    if let Some(that) = file.that
        && !index.takes(def).iter().any(|take| take.name == that.text() && matches!(holds(&take.ty), Holds::Who(_)))
    {
        problems.report(
            that.whole()
                .error("unknown-parameter", format!("`{}` takes nobody of the name `{}`", file.id.text, that.text()))
                .help("name the parameter that `that` is one of"),
        );
    }
}

/// A trigger whose test looks for one in the first whom its sentence names must tell of that one.
fn told_rightly(file: &DefFile<'_>, phrase: &Phrase, order: &[usize], problems: &Problems) {
    let Some(moment) = file.moment.as_ref().filter(|_| file.class == Class::Trigger) else { return };
    let (Some(that), Some(test)) = (moment.that, moment.test) else { return };
    let first = order.iter().find_map(|slot| {
        let name = &phrase.slots.get(*slot)?.name;
        looked_for(test.text(), name)
    });
    // Of two whom it looks for `that` says which.
    if let Some(first) = first.filter(|first| !that.text().split_whitespace().any(|word| word == *first)) {
        problems.report(
            that.whole()
                .error(
                    "tells-of-another",
                    format!("the sentence of `{}` is about `{first}`, and `that` is another", file.id.text),
                )
                .help(format!("write `that: {first}`")),
        );
    }
}

/// What a test looks for in a parameter: `event.who` in `event.who in them`.
fn looked_for<'t>(test: &'t str, name: &str) -> Option<&'t str> {
    let words: Vec<&str> = test.split_whitespace().collect();
    words.windows(3).find_map(|three| match three {
        [one, "in", param] if *param == name => Some(*one),
        _ => None,
    })
}

fn kind_of(holds: Holds) -> Option<KindId> {
    match holds {
        Holds::Who(kind) => kind,
        _ => None,
    }
}

/// The kind that a type is about, also within lists.
fn kind_within(ty: &Ty) -> Option<KindId> {
    match ty {
        Ty::List(of) => kind_within(of),
        other => other.kind(),
    }
}

fn holds(ty: &Ty) -> Holds {
    match ty {
        Ty::Test | Ty::Effect | Ty::Standing => Holds::Clause,
        Ty::Trigger => Holds::Moment,
        Ty::Entity | Ty::Entities => Holds::Who(None),
        other => kind_within(other).map_or(Holds::Other, |kind| Holds::Who(Some(kind))),
    }
}

/// Where a template names a slot first.
fn place_of(template: &str, slot: &str) -> Option<usize> {
    let ends = |rest: &str| rest.starts_with(['}', '?', '*', '=']);
    template
        .match_indices('{')
        .map(|(at, _)| at)
        .find(|at| template.get(at + 1..).and_then(|rest| rest.strip_prefix(slot)).is_some_and(ends))
}

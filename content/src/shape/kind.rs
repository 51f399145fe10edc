//! Vocabularies, kinds, zones and options.

use super::definition::RequirementFile;
use super::words::Named;
use super::{Id, Shaping};
use crate::bounds::Bounds;
use crate::group::{Group, list, text, wrong_type};
use crate::place::{At, Src};
use cardwright_core::rules::Seen;
use cardwright_grammar::diagnostic::quote;

/// A vocabulary, or more terms for one.
#[derive(Clone, Debug)]
pub(crate) struct VocabularyFile {
    pub(crate) id: Id,
    pub(crate) terms: Vec<(Id, Named)>,
}

/// A field as written: `TYPE`, `TYPE = DEFAULT`, and behind it `, LEAST to MOST` and `, printed` or `, printed always`, or
/// `, secret`.
#[derive(Clone, Debug)]
pub(crate) struct FieldFile<'a> {
    pub(crate) id: Id,
    pub(crate) ty: Src<'a>,
    pub(crate) printed: bool,
    pub(crate) secret: bool,
    /// Every card prints it; the default is for what no card prints.
    pub(crate) always: bool,
    pub(crate) default: Option<Src<'a>>,
    pub(crate) bounds: Option<Bounds>,
}

/// What an entity occupies, as written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BodyFile<'a> {
    Round(Src<'a>),
    Area(Src<'a>),
}

impl<'a> BodyFile<'a> {
    /// The field that holds it.
    pub(crate) fn field(self) -> Src<'a> {
        match self {
            BodyFile::Round(src) | BodyFile::Area(src) => src,
        }
    }
}

/// Words that may stand behind the type of a field.
const MARKS: [&str; 3] = ["printed", "printed always", "secret"];

/// A kind, or more fields for one.
#[derive(Clone, Debug)]
pub(crate) struct KindFile<'a> {
    pub(crate) id: Id,
    pub(crate) plural: Option<Id>,
    pub(crate) body: Option<BodyFile<'a>>,
    /// The field that hides it from others.
    pub(crate) unseen: Option<Src<'a>>,
    /// The field that names what others take it for.
    pub(crate) looks: Option<Src<'a>>,
    pub(crate) fields: Vec<FieldFile<'a>>,
    /// What must hold of every card of the kind.
    pub(crate) must: Vec<RequirementFile<'a>>,
}

/// A zone as written.
#[derive(Clone, Debug)]
pub(crate) struct ZoneFile {
    pub(crate) id: Id,
    pub(crate) each_player: bool,
    pub(crate) seen: Seen,
}

/// An option as written.
#[derive(Clone, Debug)]
pub(crate) struct OptionFile<'a> {
    pub(crate) id: Id,
    pub(crate) default: Option<Src<'a>>,
    pub(crate) among: Vec<Src<'a>>,
}

impl KindFile<'_> {
    /// A kind of which nothing is said yet.
    pub(crate) fn new(id: Id) -> Self {
        KindFile { id, plural: None, body: None, unseen: None, looks: None, fields: Vec::new(), must: Vec::new() }
    }
}

impl<'a> Shaping<'a, '_> {
    pub(crate) fn vocabulary(&self, key: Src<'a>, at: At<'a>) -> VocabularyFile {
        let id = self.id(key);
        let mut terms = Vec::new();
        match at.entries() {
            Some(entries) => {
                for (term, node) in entries {
                    let term = self.id(Src::new(at.file, term));
                    let mut named = self.named(at.with(node), &format!("the term `{}`", term.text));
                    named.place = term.place.clone();
                    terms.push((term, named));
                }
            }
            None => wrong_type(at, &format!("the vocabulary `{}`", id.text), "a group of terms", self.problems),
        }
        VocabularyFile { id, terms }
    }

    pub(crate) fn kind(&self, key: Src<'a>, at: At<'a>) -> KindFile<'a> {
        let id = self.id(key);
        let mut kind = KindFile::new(id);
        let _trail = self.problems.enter(format!("kind {}", kind.id.text));
        let Some(group) = Group::open(at, "a kind", self.problems) else { return kind };
        kind.plural = group.text("plural").map(|src| self.id(src));
        kind.body = group.text("body").and_then(|src| self.body(src));
        kind.unseen = group.text("unseen");
        kind.looks = group.text("looks");
        if let Some(fields) = group.get("fields") {
            kind.fields = self.fields(fields);
        }
        if let Some(must) = group.get("must") {
            kind.must = self.requirements(must, "`must`");
        }
        group.finish();
        kind
    }

    fn body(&self, src: Src<'a>) -> Option<BodyFile<'a>> {
        let text = src.text();
        for (word, round) in [("round ", true), ("area ", false)] {
            if let Some(rest) = text.strip_prefix(word) {
                let field = src.part(text.len() - rest.len()..text.len());
                return Some(if round { BodyFile::Round(field) } else { BodyFile::Area(field) });
            }
        }
        self.problems.report(
            src.whole()
                .error("wrong-type", format!("the body is {}", quote(text)))
                .help("write `round FIELD` or `area FIELD`, or leave it out"),
        );
        None
    }

    pub(crate) fn fields(&self, at: At<'a>) -> Vec<FieldFile<'a>> {
        let Some(entries) = at.entries() else {
            wrong_type(at, "`fields`", "a group of names with their types", self.problems);
            return Vec::new();
        };
        let mut fields = Vec::new();
        for (key, node) in entries {
            let key = Src::new(at.file, key);
            if at.with(node).is_null() && (MARKS.contains(&key.text()) || key.text().contains(" to ")) {
                self.problems.report(
                    key.whole()
                        .error("wrong-type", format!("{} stands here as a field of its own", quote(key.text())))
                        .help("within braces a comma ends a field: put its type in quotes, as in `\"number = 1, printed\"`"),
                );
                continue;
            }
            let id = self.id(key);
            let Some(mut src) = text(at.with(node), &format!("the field `{}`", id.text), self.problems) else { continue };
            let (mut printed, mut always, mut secret, mut bounds) = (false, false, false, None);
            while let Some(comma) = src.text().rfind(',') {
                let last = src.part(comma + 1..src.text().len());
                match last.text() {
                    "printed" => printed = true,
                    "printed always" => (printed, always) = (true, true),
                    "secret" => secret = true,
                    text if text.contains(" to ") => bounds = Bounds::read(last, self.problems),
                    _ => break,
                }
                src = src.part(0..comma);
            }
            let (ty, default) = match src.text().find('=') {
                Some(sign) => (src.part(0..sign), Some(src.part(sign + 1..src.text().len()))),
                None => (src, None),
            };
            if printed && secret {
                self.problems.report(
                    src.whole()
                        .error("wrong-type", format!("the field {} is both printed and secret", quote(&id.text)))
                        .help("what a card prints is no secret: take one of the two out"),
                );
            }
            fields.push(FieldFile { id, ty, printed, secret, always, default, bounds });
        }
        fields
    }

    pub(crate) fn zone(&self, key: Src<'a>, at: At<'a>) -> Option<ZoneFile> {
        let id = self.id(key);
        let _trail = self.problems.enter(format!("zone {}", id.text));
        let group = Group::open(at, "a zone", self.problems)?;
        let each = group.need("each").and_then(|at| text(at, "`each`", self.problems));
        let each_player = self.one_of(each, "each", &[("player", true), ("table", false)]).unwrap_or(false);
        let seen = group.need("seen").and_then(|at| text(at, "`seen`", self.problems));
        let seen =
            self.one_of(seen, "seen", &[("all", Seen::All), ("owner", Seen::Owner), ("none", Seen::None)]).unwrap_or(Seen::All);
        group.finish();
        Some(ZoneFile { id, each_player, seen })
    }

    fn one_of<T: Copy>(&self, src: Option<Src<'a>>, key: &str, words: &[(&str, T)]) -> Option<T> {
        let src = src?;
        let found = words.iter().find(|(word, _)| *word == src.text());
        if found.is_none() {
            let known: Vec<_> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            self.problems.report(
                src.whole()
                    .error("wrong-type", format!("`{key}` is {}", quote(src.text())))
                    .help(format!("write {}", known.join(" or "))),
            );
        }
        found.map(|(_, value)| *value)
    }

    pub(crate) fn option(&self, key: Src<'a>, at: At<'a>) -> OptionFile<'a> {
        let id = self.id(key);
        let mut option = OptionFile { id, default: None, among: Vec::new() };
        let Some(group) = Group::open(at, "an option", self.problems) else { return option };
        option.default = group.need("default").and_then(|at| text(at, "`default`", self.problems));
        if let Some(among) = group.get("among") {
            option.among =
                list(among, "`among`", self.problems).into_iter().filter_map(|at| text(at, "a choice", self.problems)).collect();
        }
        self.carries(&group);
        group.know(&["note"]);
        group.finish();
        option
    }
}

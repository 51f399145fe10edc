//! Ability kinds and abilities.

use super::kind::FieldFile;
use super::words::Named;
use super::{Id, Shaping};
use crate::group::{Group, text};
use crate::place::{At, Place, Src};

/// The entries of an ability kind: under which key, which key is the test, which the effect.
#[derive(Clone, Debug)]
pub(crate) struct EntriesFile {
    pub(crate) key: String,
    pub(crate) when: String,
    pub(crate) does: String,
}

/// A kind of ability as written.
#[derive(Clone, Debug)]
pub(crate) struct AbilityKindFile<'a> {
    pub(crate) id: Id,
    pub(crate) name: Option<Named>,
    pub(crate) fields: Vec<FieldFile<'a>>,
    /// The field whose rules are in force while an entity has the ability.
    pub(crate) in_force: Option<Src<'a>>,
    pub(crate) entries: Option<EntriesFile>,
}

/// An ability as written; what its kind asks for is in `rest`.
#[derive(Clone, Debug)]
pub(crate) struct AbilityFile<'a> {
    pub(crate) id: String,
    pub(crate) place: Place,
    pub(crate) name: Option<Named>,
    pub(crate) kind: Option<Src<'a>>,
    pub(crate) at: At<'a>,
    pub(crate) rest: Vec<(Src<'a>, At<'a>)>,
}

impl<'a> Shaping<'a, '_> {
    pub(crate) fn ability_kind(&self, key: Src<'a>, at: At<'a>) -> AbilityKindFile<'a> {
        let id = self.id(key);
        let mut kind = AbilityKindFile { id, name: None, fields: Vec::new(), in_force: None, entries: None };
        let _trail = self.problems.enter(format!("ability kind {}", kind.id.text));
        let Some(group) = Group::open(at, "an ability kind", self.problems) else { return kind };
        kind.name = group.need("name").map(|at| self.named(at, "`name`"));
        if let Some(fields) = group.get("fields") {
            kind.fields = self.fields(fields);
        }
        kind.in_force = group.text("in_force");
        kind.entries = group.get("entries").and_then(|at| self.entries(at));
        group.finish();
        kind
    }

    fn entries(&self, at: At<'a>) -> Option<EntriesFile> {
        let group = Group::open(at, "`entries`", self.problems)?;
        let word = |key| group.need(key).and_then(|at| text(at, "a key", self.problems)).map(|src| src.text().to_owned());
        let (key, when, does) = (word("key"), word("when"), word("does"));
        group.finish();
        Some(EntriesFile { key: key?, when: when?, does: does? })
    }

    /// An ability; `id` is that of a shared one.
    pub(crate) fn ability(&self, id: Option<Src<'a>>, at: At<'a>) -> Option<AbilityFile<'a>> {
        let group = Group::open(at, "an ability", self.problems)?;
        let name = group.need("name").map(|at| self.named(at, "`name`"));
        let kind = group.need("kind").and_then(|at| text(at, "`kind`", self.problems));
        if let Some(flavour) = group.get("flavour") {
            self.words(flavour, "`flavour`");
        }
        self.carries(&group);
        group.know(&["note"]);
        let own = group.text("id").map(|src| self.id(src));
        let id = match (id.map(|src| self.id(src)), own) {
            (Some(id), _) | (None, Some(id)) => id,
            // The English name of a title gives a readable id; any other alphabet leaves a number, given by the caller.
            (None, None) => Id {
                text: slug(name.as_ref().and_then(|n| n.names.first()?.first()).map_or("", |n| &n.text)),
                place: group.head(),
            },
        };
        Some(AbilityFile { id: id.text, place: id.place, name, kind, at, rest: group.rest() })
    }
}

/// Lower-case words of a name, joined by `_`.
pub(crate) fn slug(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if c == '\'' || c == '’' {
        } else if !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
    }
    out.trim_end_matches('_').to_owned()
}

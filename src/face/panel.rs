//! Games without a table: what is shown of a player, of what lies open before all, and of the cards in hand.
//!
//! ```yaml
//! twins:                       # pieces alike that are told apart even in a pile: by their place in it, and what they show
//!   die: {field: face, as: face_shown, by: roll}     # `as`: what the number stands for; `by`: what belongs together
//! panel:
//!   piece: hero                # what a player is known by: its name stands in the title, its statuses beneath
//!   columns:                   # as in `list`, of the player; `hide`: not where it is this number or nothing
//!     - {name: {en: health, zh-Hant: 生命}, field: health}
//!   counts: [hand, deck]       # zones of a player: how many lie there
//!   names: [board]             # zones of a player: what lies there
//!   own: [hand]                # zones in which who looks reads each card with what `list` says of its kind
//!   twins:                     # what lies open
//!     kind: die
//!     columns: [{name: {en: rolls left, zh-Hant: 剩餘擲骰}, value: rolls_left}]   # of whose they are
//!     entry: entry_met         # of a piece and its ability: which of its entries they meet; 0: none; nothing: not asked for
//! ```

use super::reading::{Page, gives};
use super::{Column, Texts};
use cardwright_content::yaml::Node;
use cardwright_core::rules::Type;
use cardwright_core::value::*;

/// How pieces of a kind are told from their twins in a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twin {
    /// The number that it shows; 0 or nothing: it shows none.
    pub field: FieldId,
    /// What the number stands for.
    pub called: Option<DefId>,
    /// Those with the same value here belong together; 0 or nothing: to nothing.
    pub by: Option<FieldId>,
}

/// The panel of a game without a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The kind of piece that a player is known by.
    pub piece: Option<KindId>,
    /// What is said of a player.
    pub columns: Vec<Column>,
    /// Zones of which the number of pieces is said.
    pub counts: Vec<ZoneId>,
    /// Zones of which the pieces are named.
    pub names: Vec<ZoneId>,
    /// Zones of which each piece has a line.
    pub own: Vec<ZoneId>,
    /// What lies open before all.
    pub open: Option<Open>,
}

/// Twins that lie open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// Their kind.
    pub kind: KindId,
    /// What is said of whose they are.
    pub columns: Vec<Column>,
    /// The entry of an ability that they meet.
    pub entry: Option<DefId>,
}

impl Page<'_> {
    pub(super) fn twin(&self, kind: KindId, node: &Node) -> Option<Twin> {
        let mut keys = node.fields(self.reader)?;
        let field = keys.required("field").and_then(|n| n.text(self.reader)).and_then(|id| self.field(kind, id));
        let by = keys.optional("by").and_then(|n| n.text(self.reader)).and_then(|id| self.field(kind, id));
        let called = keys.optional("as").and_then(|n| n.text(self.reader));
        let called = called.and_then(|id| self.def(id, |def| gives(def) && def.params.len() == 1, "what a piece shows"));
        keys.finish();
        Some(Twin { field: field?, called, by })
    }

    pub(super) fn panel(&self, node: &Node) -> Option<Panel> {
        let mut keys = node.fields(self.reader)?;
        let player = self.player()?;
        let piece = keys.optional("piece").and_then(|n| n.text(self.reader)).and_then(|id| self.kind(id));
        let columns = keys.optional("columns").and_then(|n| n.list(self.reader)).unwrap_or_default();
        let columns = columns.iter().filter_map(|node| self.column(Some(player), node)).collect();
        let mut zones = |key: &'static str| -> Vec<ZoneId> {
            let ids = keys.optional(key).map(Node::one_or_many).unwrap_or_default();
            ids.iter().filter_map(|id| self.zone(id.text(self.reader)?)).collect()
        };
        let (counts, names, own) = (zones("counts"), zones("names"), zones("own"));
        let open = keys.optional("twins").and_then(|node| self.open(player, node));
        keys.finish();
        Some(Panel { piece, columns, counts, names, own, open })
    }

    fn open(&self, player: KindId, node: &Node) -> Option<Open> {
        let mut keys = node.fields(self.reader)?;
        let kind = keys.required("kind").and_then(|n| n.text(self.reader)).and_then(|id| self.kind(id));
        let columns = keys.optional("columns").and_then(|n| n.list(self.reader)).unwrap_or_default();
        let columns = columns.iter().filter_map(|node| self.column(Some(player), node)).collect();
        let entry = keys.optional("entry").and_then(|n| n.text(self.reader)).and_then(|id| {
            let fits = |def: &cardwright_core::rules::Def| {
                gives(def) && matches!(def.params.as_slice(), [_, ability] if ability.holds == Type::Ability)
            };
            self.def(id, fits, "a number of a piece and its ability")
        });
        keys.finish();
        Some(Open { kind: kind?, columns, entry })
    }

    /// The step with which standing answers end, and what players call the time between.
    pub(super) fn round(&self, node: &Node) -> Option<(StepId, Option<Texts>)> {
        if let Some(id) = node.as_scalar() {
            return Some((self.step(id)?, None));
        }
        let mut keys = node.fields(self.reader)?;
        let step = keys.required("step").and_then(|n| n.text(self.reader)).and_then(|id| self.step(id));
        let name = keys.required("name").and_then(|n| self.texts(n));
        keys.finish();
        Some((step?, Some(name?)))
    }
}

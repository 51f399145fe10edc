//! What is shown of a game without a table: a block for each player, what lies open before all, and the cards in hand.

use super::list::{columns, said_by, statuses};
use super::{bare, folded, paint};
use crate::face::{Open, Panel};
use crate::game::Game;
use crate::say::Says;
use crate::tale::counted;
use crate::tongue::{padded, said, width, wrapped};
use cardwright_core::value::*;
use std::collections::BTreeMap;

/// Columns of a line, whatever screen there is.
const WIDE: usize = 79;
/// Columns for the name of an ability beside what it asks for.
const NAME: usize = 18;

/// A block for each player.
pub(super) fn players(says: &Says<'_>, game: &Game, panel: &Panel) -> Vec<String> {
    says.state.seats().map(|player| block(says, game, panel, player)).collect()
}

fn block(says: &Says<'_>, game: &Game, panel: &Panel, player: EntityId) -> String {
    let piece = piece_of(says, panel, player);
    let dash = piece.map(|piece| format!(" — {}", says.entity(piece))).unwrap_or_default();
    let mut title = format!("{}{dash}", paint(says.player(player), Some(player)));
    for part in said_by(says, game, &panel.columns, player) {
        title.push_str(&format!("  {part}"));
    }
    for zone in &panel.counts {
        let count = pile(says, *zone, player).len();
        title.push_str(&format!("  {} {count}", says.words.zone(*zone)));
    }
    let mut lines = folded(&title, WIDE);
    let statuses = piece.map(|piece| statuses(says, piece)).unwrap_or_default();
    if !statuses.is_empty() {
        lines.extend(indented(&counted(&statuses)));
    }
    for zone in &panel.names {
        let names: Vec<String> = pile(says, *zone, player).iter().map(|id| says.entity(*id)).collect();
        if !names.is_empty() {
            let (zone, names) = (says.words.zone(*zone), counted(&names));
            lines.extend(indented(&said!(says.words, "{zone}: {names}", "{zone}：{names}")));
        }
    }
    lines.join("\n")
}

fn indented(text: &str) -> Vec<String> {
    let lines = wrapped(text, WIDE - 4).into_iter().enumerate();
    lines.map(|(n, line)| format!("  {}{line}", if n > 0 { "  " } else { "" })).collect()
}

/// The piece that a player is known by.
fn piece_of(says: &Says<'_>, panel: &Panel, player: EntityId) -> Option<EntityId> {
    let kind = panel.piece?;
    let all = (1..says.state.entities.len() as u32).map(EntityId);
    all.map(|id| (id, says.state.entity(id)))
        .find(|(_, entity)| entity.kind == kind && entity.owner == Some(player) && entity.present)
        .map(|(id, _)| id)
}

fn pile<'s>(says: &'s Says<'_>, zone: ZoneId, player: EntityId) -> &'s [EntityId] {
    let pile = says.state.pile(says.rules, zone, Some(player));
    says.state.piles.get(pile as usize).map_or(&[], Vec::as_slice)
}

/// What the abilities of whose it is ask for, where what lies open may meet it.
pub(super) fn asked_for(says: &Says<'_>, game: &Game, panel: &Panel) -> Vec<String> {
    let Some(open) = &panel.open else { return Vec::new() };
    let Some(viewer) = says.viewer.filter(|viewer| !groups(says, open, *viewer).is_empty()) else { return Vec::new() };
    let lines = piece_of(says, panel, viewer).map(|piece| entries(says, game, open, piece, false)).unwrap_or_default();
    if lines.is_empty() { lines } else { vec![lines.join("\n")] }
}

/// What lies open: a block for each owner, with the abilities that it meets.
pub(super) fn open(says: &Says<'_>, game: &Game, panel: &Panel) -> Vec<String> {
    let Some(open) = &panel.open else { return Vec::new() };
    let mut out = Vec::new();
    for player in says.state.seats() {
        let groups = groups(says, open, player);
        if groups.is_empty() {
            continue;
        }
        let mut lines = Vec::new();
        for (pile, shown) in groups {
            let shown = shown.into_iter().map(|shown| format!("[{shown}]")).collect::<Vec<_>>().join(" ");
            let pile = crate::tale::pile_name(says.rules, says.words, says.given, says.state, pile);
            lines.push(said!(says.words, "{pile}: {shown}", "{pile}：{shown}"));
        }
        if let Some(last) = lines.last_mut() {
            for part in said_by(says, game, &open.columns, player) {
                last.push_str(&format!("  {part}"));
            }
        }
        let mut lines: Vec<String> = lines.iter().flat_map(|line| folded(line, WIDE)).collect();
        if let Some(piece) = piece_of(says, panel, player) {
            lines.extend(entries(says, game, open, piece, true));
        }
        out.push(lines.join("\n"));
    }
    out
}

/// What the twins of a player show, pile by pile, those together that belong together.
fn groups(says: &Says<'_>, open: &Open, player: EntityId) -> Vec<(u32, Vec<String>)> {
    let mut groups: BTreeMap<(u32, Value), Vec<String>> = BTreeMap::new();
    for (pile, members) in (0..).zip(&says.state.piles) {
        for id in members.iter().rev() {
            let entity = says.state.entity(*id);
            if entity.kind != open.kind || entity.owner != Some(player) {
                continue;
            }
            let Some(shown) = crate::name::shown(says.rules, says.words, says.state, *id) else { continue };
            let by = says.words.twins.get(&open.kind).and_then(|twin| super::field_of(says, entity, twin.by?).cloned());
            groups.entry((pile, by.unwrap_or(Value::Nothing))).or_default().push(shown);
        }
    }
    groups.into_iter().map(|((pile, _), shown)| (pile, shown)).collect()
}

/// The entries of a piece's abilities; `only_met`: only those that what lies open meets, with a mark.
fn entries(says: &Says<'_>, game: &Game, open: &Open, piece: EntityId, only_met: bool) -> Vec<String> {
    let mut out = Vec::new();
    for ability in crate::piece::abilities(says, piece) {
        let Some(met) = met(says, game, open, piece, ability) else { continue };
        for (place, text) in entry_texts(says, ability).enumerate().filter(|(place, _)| !only_met || place + 1 == met) {
            let name = if place == 0 || only_met { says.words.ability(ability) } else { "" };
            let mark = if only_met { "*" } else { " " };
            let first = width(name).max(NAME) + 5;
            for (n, part) in wrapped(text, WIDE - first - 2).into_iter().enumerate() {
                out.push(match n {
                    0 => format!("  {mark} {} {part}", padded(name, NAME)),
                    _ => format!("{}{part}", " ".repeat(NAME + 7)),
                });
            }
        }
    }
    out
}

/// The place of the entry that what lies open meets, from 1; 0 where it meets none, None where nobody asks.
fn met(says: &Says<'_>, game: &Game, open: &Open, piece: EntityId, ability: AbilityId) -> Option<usize> {
    let value = game.answer(says.state, open.entry?, &[Value::Entity(piece), Value::Ability(ability)])?;
    value.number().and_then(|n| usize::try_from(n).ok())
}

/// The texts of the entries of an ability.
fn entry_texts<'s>(says: &'s Says<'_>, ability: AbilityId) -> impl Iterator<Item = &'s str> {
    says.words.sheet(ability).iter().filter(|(part, _)| part.contains(' ')).map(|(_, text)| text.as_str())
}

/// The entry of an ability that counts now, as it is printed.
pub fn entry(says: &Says<'_>, game: &Game, piece: EntityId, ability: AbilityId) -> Option<String> {
    let open = game.face.panel.as_ref()?.open.as_ref()?;
    let met = met(says, game, open, piece, ability)?;
    entry_texts(says, ability).nth(met.checked_sub(1)?).map(str::to_owned)
}

/// The cards in hand, a line each.
pub(super) fn own(says: &Says<'_>, game: &Game, panel: &Panel) -> Vec<String> {
    let Some(viewer) = says.viewer else { return Vec::new() };
    let mut out = Vec::new();
    for zone in &panel.own {
        let cards = pile(says, *zone, viewer);
        if cards.is_empty() {
            continue;
        }
        let names: Vec<String> = cards.iter().map(|id| says.entity(*id)).collect();
        let longest = names.iter().map(|name| width(name)).max().unwrap_or(0).min(36);
        out.push(format!(
            "{}:",
            crate::tale::pile_name(
                says.rules,
                says.words,
                says.given,
                says.state,
                says.state.pile(says.rules, *zone, Some(viewer))
            )
        ));
        let rows: Vec<Vec<String>> = cards.iter().map(|id| columns(says, game, *id)).collect();
        let widest = |n: usize| rows.iter().filter_map(|row| row.get(n)).map(|part| width(&bare(part))).max().unwrap_or(0);
        for (name, row) in names.iter().zip(&rows) {
            let parts: String = row.iter().enumerate().map(|(n, part)| format!("  {}", padded(part, widest(n)))).collect();
            out.push(format!("  {}{parts}", padded(name, longest)).trim_end().to_owned());
        }
    }
    if out.is_empty() { out } else { vec![out.join("\n")] }
}

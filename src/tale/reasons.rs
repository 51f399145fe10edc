//! Why: reckonings with their parts, and where rules stand.

use super::Teller;
use super::events::{bracketed, of};
use cardwright_core::event::Reckoning;
use cardwright_core::rules::{Attachment, Origin};
use cardwright_core::value::*;

impl Teller<'_> {
    /// Where a rule stands, behind what it did.
    pub(super) fn place(&self, node: Option<NodeId>) -> String {
        let origin = node.and_then(|node| self.rules.origins.get(node.index())).filter(|origin| origin.line > 0);
        origin.map(|origin| self.origin(origin)).unwrap_or_default()
    }

    fn origin(&self, origin: &Origin) -> String {
        let file = self.rules.files.get(origin.file as usize).map_or("", String::as_str);
        format!("  [{file}:{}]", origin.line)
    }

    /// `Melee (Bobby) 6 = 4 + 2 (Sharp)`.
    pub(super) fn reckoned(&self, def: DefId, args: &[Value], reckoning: &Reckoning) -> String {
        let says = self.says();
        let gives = self.rules.defs.get(def.index()).map(|d| &d.gives);
        let number = |n: i64| says.typed(&Value::Number(n), gives);
        let of = of(args.first().and_then(Value::entity), &says);
        let mut out = format!("{}{of} {} = {}", self.words.def(def), number(reckoning.total), number(reckoning.base));
        for part in &reckoning.parts {
            let sign = if part.amount < 0 { "−" } else { "+" };
            let mut why: Vec<String> =
                self.rules.attachments.get(part.rule.index()).and_then(|a| self.why(a)).into_iter().collect();
            let subject = args.first().and_then(Value::entity);
            if let Some(whose) = part.whose.entity().filter(|w| Some(*w) != subject) {
                why.push(says.entity(whose));
            }
            out.push_str(&format!(" {sign} {}{}", number(part.amount.saturating_abs()), bracketed(&why)));
            let rule = self.rules.attachments.get(part.rule.index()).filter(|_| self.reasons);
            out.push_str(&rule.map(|rule| self.origin(&rule.origin)).unwrap_or_default());
        }
        out
    }

    /// What a rule is known by: the ability it stands in, its card, or the status that brings it.
    pub(super) fn why(&self, rule: &Attachment) -> Option<String> {
        if let Some(ability) = rule.origin.ability {
            return Some(self.words.ability(ability).to_owned());
        }
        if let Some(card) = rule.origin.card {
            return Some(self.words.card(card).to_owned());
        }
        let status =
            self.rules.defs.iter().position(|d| {
                d.rules.iter().any(|r| self.rules.attachments.get(r.index()).is_some_and(|a| std::ptr::eq(a, rule)))
            })?;
        Some(self.words.def(DefId(status as u32)).to_owned())
    }
}

//! Templates filled with words that are already said, for the log.
//!
//! The phrasebook writes trees; the log has values instead of trees, so it fills the same templates by itself.

/// What fills a slot: the words, and whether they speak of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// The words.
    pub text: String,
    /// True: several, or a number other than one.
    pub many: bool,
}

/// A template with its slots filled. What the notation does not know stays as it is written.
pub fn fill(template: &str, of: &dyn Fn(&str) -> Option<Filling>) -> String {
    let characters: Vec<char> = template.chars().collect();
    let mut out = String::with_capacity(template.len());
    let mut at = 0;
    pieces(&characters, &mut at, of, &mut out, 0);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes pieces up to the end of the group; gives the character that ended it.
fn pieces(text: &[char], at: &mut usize, of: &dyn Fn(&str) -> Option<Filling>, out: &mut String, depth: usize) -> Option<char> {
    while let Some(&c) = text.get(*at) {
        *at += 1;
        match c {
            '\\' => {
                out.extend(text.get(*at));
                *at += 1;
            }
            '{' => {
                let end = text.get(*at..).and_then(|rest| rest.iter().position(|c| *c == '}')).map_or(text.len(), |n| *at + n);
                let slot: String = text.get(*at..end).unwrap_or_default().iter().collect();
                *at = end + 1;
                out.push_str(&slot_words(&slot, of));
            }
            '(' if depth < 16 => {
                let mut first = true;
                loop {
                    let mut words = String::new();
                    let end = pieces(text, at, of, &mut words, depth + 1);
                    if first {
                        out.push_str(&words);
                    }
                    first = false;
                    if end != Some('|') {
                        break;
                    }
                }
            }
            '|' | ')' if depth > 0 => return Some(c),
            other => out.push(other),
        }
    }
    None
}

fn slot_words(slot: &str, of: &dyn Fn(&str) -> Option<Filling>) -> String {
    if let Some((name, forms)) = slot.split_once('?') {
        let (one, many) = forms.split_once('|').unwrap_or((forms, forms));
        return if of(name).is_some_and(|f| f.many) { many } else { one }.to_owned();
    }
    let name = slot.split(['*', '=']).next().unwrap_or(slot);
    of(name).map_or_else(|| format!("{{{slot}}}"), |f| f.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(template: &str) -> String {
        fill(template, &|name| match name {
            "to" => Some(Filling { text: "Doug".into(), many: false }),
            "n" => Some(Filling { text: "2".into(), many: true }),
            _ => None,
        })
    }

    #[test]
    fn number_and_alternatives() {
        assert_eq!(say("{to} {to?suffers|suffer} {n} {n?Wd|Wds}"), "Doug suffers 2 Wds");
        assert_eq!(say("(deal|do) {n*} (more|) to {to}"), "deal 2 more to Doug");
        assert_eq!(say("{who} \\{x\\}"), "{who} {x}");
        assert_eq!(say("(a (b|c)|d) {open"), "a b {open}");
    }
}

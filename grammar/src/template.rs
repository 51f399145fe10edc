//! The notation of templates, which [`crate::Template::text`] describes.

use crate::spec::Slot;

/// A part of a template.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// Words.
    Text(String),
    /// A slot, and the form it is asked for.
    Slot { slot: usize, form: Form },
    /// Words by the number of a slot, or of the phrase itself.
    Number { of: Option<usize>, singular: String, plural: String },
    /// Alternatives.
    Any(Vec<Vec<Piece>>),
}

/// The form in which a slot is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Singular; but the head of a phrase is written as the phrase is.
    Plain,
    /// Plural.
    Plural,
    /// As another slot's number is.
    Like(usize),
    /// As the phrase itself is.
    Own,
}

/// What is wrong with the notation of a template.
#[derive(Debug)]
pub(crate) struct Fault {
    /// Kind, in kebab-case.
    pub(crate) id: &'static str,
    /// What is there.
    pub(crate) message: String,
    /// What to do.
    pub(crate) help: String,
}

/// Reads the notation.
pub(crate) fn parse(text: &str, slots: &[Slot]) -> Result<Vec<Piece>, Fault> {
    let mut parser = Parser { rest: text.chars().collect(), at: 0, slots };
    let pieces = parser.pieces(false)?;
    match parser.peek() {
        None => Ok(pieces),
        Some(found) => {
            Err(fault(format!("`{found}` has no opening partner"), format!("write `\\{found}` for the character itself")))
        }
    }
}

fn fault(message: String, help: String) -> Fault {
    Fault { id: "bad-template", message, help }
}

struct Parser<'a> {
    rest: Vec<char>,
    at: usize,
    slots: &'a [Slot],
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    /// Words up to one of the characters in `stops`, with escapes undone.
    fn text(&mut self, stops: &[char]) -> String {
        let mut text = String::new();
        while let Some(next) = self.peek() {
            if stops.contains(&next) {
                break;
            }
            self.at += 1;
            if next == '\\'
                && let Some(escaped) = self.peek()
            {
                self.at += 1;
                text.push(escaped);
            } else {
                text.push(next);
            }
        }
        text
    }

    fn pieces(&mut self, inside: bool) -> Result<Vec<Piece>, Fault> {
        let stops: &[char] = if inside { &['{', '}', '(', ')', '|'] } else { &['{', '}', '(', ')'] };
        let mut pieces = Vec::new();
        loop {
            match self.peek() {
                None | Some(')' | '}') => return Ok(pieces),
                Some('|') if inside => return Ok(pieces),
                Some('{') => {
                    self.at += 1;
                    let piece = self.braces()?;
                    if inside && matches!(piece, Piece::Slot { .. }) {
                        return Err(fault(
                            "a slot stands inside alternatives".to_owned(),
                            "write a second template instead".to_owned(),
                        ));
                    }
                    pieces.push(piece);
                }
                Some('(') => {
                    self.at += 1;
                    pieces.push(self.alternatives()?);
                }
                Some(_) => pieces.push(Piece::Text(self.text(stops))),
            }
        }
    }

    fn alternatives(&mut self) -> Result<Piece, Fault> {
        let mut any = vec![self.pieces(true)?];
        loop {
            let next = self.peek();
            self.at += 1;
            match next {
                Some('|') => any.push(self.pieces(true)?),
                Some(')') => return Ok(Piece::Any(any)),
                Some(_) | None => {
                    return Err(fault("`(` is not closed".to_owned(), "add `)`, or write `\\(` for the character".to_owned()));
                }
            }
        }
    }

    /// What stands in braces, after the opening one.
    fn braces(&mut self) -> Result<Piece, Fault> {
        let name = self.text(&['?', '*', '=', '|', '{', '}']);
        let mark = self.peek();
        self.at += 1;
        match mark {
            Some('}') => Ok(Piece::Slot { slot: self.slot(&name)?, form: Form::Plain }),
            Some('=') => self.close(Piece::Slot { slot: self.slot(&name)?, form: Form::Own }),
            Some('*') => {
                let other = self.text(&['{', '}']);
                let form = if other.is_empty() { Form::Plural } else { Form::Like(self.slot(&other)?) };
                let slot = self.slot(&name)?;
                self.close(Piece::Slot { slot, form })
            }
            Some('?') => {
                let of = if name.is_empty() { None } else { Some(self.slot(&name)?) };
                let singular = self.text(&['|', '}']);
                if self.peek() != Some('|') {
                    return Err(fault(
                        format!("`{{{name}?{singular}}}` has one form only"),
                        format!("write both: `{{{name}?{singular}|…}}`"),
                    ));
                }
                self.at += 1;
                let plural = self.text(&['|', '}']);
                self.close(Piece::Number { of, singular, plural })
            }
            Some(_) | None => Err(fault(format!("`{{{name}` is not closed"), "add `}`".to_owned())),
        }
    }

    fn close(&mut self, piece: Piece) -> Result<Piece, Fault> {
        if self.peek() != Some('}') {
            return Err(fault("a brace is not closed".to_owned(), "add `}`".to_owned()));
        }
        self.at += 1;
        Ok(piece)
    }

    fn slot(&self, name: &str) -> Result<usize, Fault> {
        self.slots.iter().position(|slot| slot.name == name).ok_or_else(|| {
            let near = crate::nearest::nearest(name, self.slots.iter().map(|slot| slot.name.as_str()));
            Fault {
                id: "unknown-slot",
                message: format!("the phrase has no slot `{name}`"),
                help: match near {
                    Some(near) => format!("did you mean `{{{near}}}`?"),
                    None => format!("declare `{name}` among the slots of the phrase"),
                },
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_told() {
        let slots = ["to", "n"].map(|name| Slot { name: name.to_owned(), category: "x".to_owned() });
        for text in ["{who}", "{to", "(a", "a)", "{to?is}", "({to}|a)", "a}"] {
            assert!(parse(text, &slots).is_err(), "{text}");
        }
    }
}

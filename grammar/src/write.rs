//! From trees to text.

use crate::book::Phrasebook;
use crate::explain::capital;
use crate::normal::Script;
use crate::template::{Form, Piece};
use crate::token::write_length;
use crate::tree::{Tree, TreeNode};

impl Phrasebook {
    /// Writes a phrase, term or literal in its canonical wording.
    pub fn write(&self, language: usize, tree: &Tree) -> String {
        let mut out = String::new();
        self.write_into(language, tree, false, &mut out);
        out.trim().to_owned()
    }

    /// Writes sentences, with capitals and full stops. A sentence that ends in a quotation with a full stop in it gets no
    /// second one.
    pub fn write_text(&self, language: usize, trees: &[Tree]) -> String {
        let script = self.script(language);
        let mut text = String::new();
        for tree in trees {
            let sentence = self.write(language, tree);
            match script {
                Script::Spaced => {
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(&capital(&sentence));
                    if !sentence.ends_with(".”") {
                        text.push('.');
                    }
                }
                Script::Unspaced => {
                    text.push_str(&sentence);
                    text.push('。');
                }
            }
        }
        text
    }

    pub(crate) fn script(&self, language: usize) -> Script {
        self.tongues.get(language).map_or(Script::Spaced, |tongue| tongue.script)
    }

    /// Whether a tree takes plural verbs.
    pub(crate) fn is_plural(&self, tree: &Tree) -> bool {
        match &tree.node {
            TreeNode::Integer(value) => *value != 1,
            TreeNode::Length(value) => *value != 1000,
            TreeNode::Dice { .. } => true,
            TreeNode::Term { .. } | TreeNode::Quoted(_) => false,
            TreeNode::Phrase { phrase, args } => {
                if self.spec.phrases.get(*phrase).is_some_and(|phrase| phrase.plural) {
                    return true;
                }
                let head = self.phrases.get(*phrase).and_then(|info| info.head);
                head.and_then(|head| args.get(head)).is_some_and(|head| self.is_plural(head))
            }
        }
    }

    pub(crate) fn write_into(&self, language: usize, tree: &Tree, plural: bool, out: &mut String) {
        match &tree.node {
            TreeNode::Integer(value) => out.push_str(&value.to_string()),
            TreeNode::Length(value) => out.push_str(&write_length(*value)),
            TreeNode::Dice { count, sides } => out.push_str(&format!("{count}d{sides}")),
            TreeNode::Term { vocabulary, term } => out.push_str(self.name(language, *vocabulary, *term, plural)),
            TreeNode::Quoted(trees) => {
                let text = self.write_text(language, trees);
                match self.script(language) {
                    Script::Spaced => out.extend(["“", &text, "”"]),
                    Script::Unspaced => out.extend(["「", text.strip_suffix('。').unwrap_or(&text), "」"]),
                }
            }
            TreeNode::Phrase { phrase, args } => {
                let pieces = self.tongues.get(language).and_then(|tongue| tongue.canonical.get(*phrase));
                self.write_pieces(language, pieces.map_or(&[], Vec::as_slice), *phrase, args, plural, out);
            }
        }
    }

    /// The name of a term.
    fn name(&self, language: usize, vocabulary: usize, term: usize, plural: bool) -> &str {
        let name = self
            .spec
            .vocabularies
            .get(vocabulary)
            .and_then(|words| words.terms.get(term))
            .and_then(|term| term.names.get(language))
            .and_then(|names| names.first());
        match name {
            Some(name) if plural => name.plural.as_deref().unwrap_or(&name.text),
            Some(name) => &name.text,
            None => "",
        }
    }

    fn write_pieces(&self, language: usize, pieces: &[Piece], phrase: usize, args: &[Tree], plural: bool, out: &mut String) {
        let head = self.phrases.get(phrase).and_then(|info| info.head);
        let number = |slot: usize| args.get(slot).is_some_and(|arg| self.is_plural(arg));
        for piece in pieces {
            match piece {
                Piece::Text(text) => push(text, out),
                Piece::Number { of, singular, plural: many } => {
                    let plural = of.map_or(plural, number);
                    push(if plural { many } else { singular }, out);
                }
                Piece::Any(any) => {
                    let first = any.first().map_or(&[][..], Vec::as_slice);
                    self.write_pieces(language, first, phrase, args, plural, out);
                }
                Piece::Slot { slot, form } => {
                    let plural = match form {
                        Form::Plain => head == Some(*slot) && plural,
                        Form::Plural => true,
                        Form::Like(other) => number(*other),
                        Form::Own => plural,
                    };
                    if let Some(arg) = args.get(*slot) {
                        self.write_into(language, arg, plural, out);
                    }
                }
            }
        }
    }
}

/// Adds words; where an empty alternative has left two blanks, one of them goes.
fn push(text: &str, out: &mut String) {
    let doubled = out.ends_with(' ') && text.starts_with(' ');
    out.push_str(if doubled { text.trim_start() } else { text });
}

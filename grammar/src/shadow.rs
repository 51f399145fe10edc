//! Phrases that another phrase hides.

use crate::book::Phrasebook;
use crate::tree::{Tree, TreeNode};
use crate::trie::Step;

/// A wording that is read as something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shadow {
    /// Index of the language.
    pub language: usize,
    /// Index of the phrase.
    pub phrase: usize,
    /// Index of the template in the phrase.
    pub template: usize,
    /// The phrase that is read instead; `None` if the sample is not read at all.
    pub hidden_by: Option<usize>,
    /// A text of the phrase that is read wrongly.
    pub sample: String,
}

impl Phrasebook {
    /// The wordings that are not read as themselves. Every template is filled with samples and read.
    pub fn shadows(&self) -> Vec<Shadow> {
        let mut shadows: Vec<Shadow> = Vec::new();
        for language in 0..self.tongues.len() {
            let variants = self.tongues.get(language).map_or(0, |tongue| tongue.variants.len());
            for variant in 0..variants {
                let found = self.shadow(language, variant);
                let known = |shadow: &Shadow| {
                    shadows.iter().any(|known| {
                        (known.language, known.phrase, known.template) == (shadow.language, shadow.phrase, shadow.template)
                    })
                };
                shadows.extend(found.filter(|shadow| !known(shadow)));
            }
        }
        shadows
    }

    fn shadow(&self, language: usize, variant: usize) -> Option<Shadow> {
        let read = self.tongues.get(language)?.variants.get(variant)?;
        let category = self.categories.get(self.phrases.get(read.phrase)?.category)?;
        for round in 0..2_usize {
            let mut turn = round;
            let args = self.sample_args(read.phrase, round, &mut |choices| {
                turn += round;
                turn % choices.max(1)
            })?;
            let mut sample = String::new();
            let mut slots = read.order.iter();
            if read.tail {
                self.write_into(language, args.get(*slots.next()?)?, false, &mut sample);
            }
            for step in &read.steps {
                match step {
                    Step::Text(text) => sample.push_str(text),
                    Step::Slot(_) => self.write_into(language, args.get(*slots.next()?)?, false, &mut sample),
                }
            }
            let wanted = Tree::made(TreeNode::Phrase { phrase: read.phrase, args });
            let tree = self.read(language, category, &sample).ok();
            if !tree.as_ref().is_some_and(|tree| tree.same(&wanted)) {
                let hidden_by = tree.and_then(|tree| parting(&wanted, &tree));
                return Some(Shadow { language, phrase: read.phrase, template: read.template, hidden_by, sample });
            }
        }
        None
    }
}

/// The phrase in `other` where two trees first differ.
fn parting(one: &Tree, other: &Tree) -> Option<usize> {
    if let (TreeNode::Phrase { phrase, args }, TreeNode::Phrase { phrase: found, args: others }) = (&one.node, &other.node)
        && phrase == found
    {
        let differs = args.iter().zip(others).find(|(one, other)| !one.same(other));
        return differs.and_then(|(one, other)| parting(one, other)).or(Some(*found));
    }
    other.phrase()
}

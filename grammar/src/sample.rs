//! Trees made up, for property tests and examples.

use crate::book::Phrasebook;
use crate::build::phrase_depth;
use crate::symbol::Kind;
use crate::tongue::Shape;
use crate::tree::{Tree, TreeNode};

impl Phrasebook {
    /// Makes up a tree that every language can say.
    ///
    /// `depth` bounds its nesting, as far as the phrases allow; `pick(n)` chooses a number below `n`. `None` if nothing can
    /// be of this category.
    pub fn sample_tree(&self, category: &str, depth: usize, pick: &mut dyn FnMut(usize) -> usize) -> Option<Tree> {
        self.sample(self.kind(category)?, depth, pick, &|_| true)
    }

    fn sample(
        &self,
        kind: Kind,
        depth: usize,
        pick: &mut dyn FnMut(usize) -> usize,
        fits: &dyn Fn(&Tree) -> bool,
    ) -> Option<Tree> {
        let node = match kind {
            Kind::Integer => TreeNode::Integer(choose(&[2, 3, 1, 10, 0, 25], pick)?),
            Kind::Length => TreeNode::Length(choose(&[3000, 1000, 1500, 12000, 250], pick)?),
            Kind::Dice => TreeNode::Dice { count: choose(&[2, 1, 3], pick)?, sides: choose(&[6, 4, 20], pick)? },
            Kind::Vocabulary(vocabulary) => {
                let terms = self.spec.vocabularies.get(vocabulary)?.terms.len();
                if terms == 0 {
                    return None;
                }
                TreeNode::Term { vocabulary, term: pick(terms) % terms }
            }
            Kind::Quoted => {
                let sentence = Kind::Category(*self.category_index.get("sentence")?);
                let count = 1 + pick(2) % 2;
                let depth = depth.saturating_sub(1);
                let trees: Option<Vec<Tree>> = (0..count).map(|_| self.sample(sentence, depth, pick, &|_| true)).collect();
                TreeNode::Quoted(trees?)
            }
            Kind::Category(category) => return self.sample_phrase(category, depth, pick, fits),
        };
        Some(Tree::made(node))
    }

    fn sample_phrase(
        &self,
        category: usize,
        depth: usize,
        pick: &mut dyn FnMut(usize) -> usize,
        fits: &dyn Fn(&Tree) -> bool,
    ) -> Option<Tree> {
        let least = self.depths.get(category).copied().flatten()?;
        let phrases: Vec<(usize, usize)> = self
            .phrases
            .iter()
            .enumerate()
            .filter(|(_, info)| info.category == category)
            .filter_map(|(index, info)| Some((index, phrase_depth(&self.spec, &self.category_index, &self.depths, info)?)))
            .filter(|(_, needs)| *needs <= depth.max(least))
            .collect();
        if phrases.is_empty() {
            return None;
        }
        let first = pick(phrases.len()) % phrases.len();
        // What does not fit its place gives way to the next phrase; in the end to the shallow ones.
        for tried in 0..phrases.len() {
            let (phrase, _) = *phrases.get((first + tried) % phrases.len())?;
            let depth = if tried < 3 { depth } else { least };
            let Some(args) = self.sample_args(phrase, depth.saturating_sub(1), pick) else {
                continue;
            };
            let tree = Tree::made(TreeNode::Phrase { phrase, args });
            if fits(&tree) {
                return Some(tree);
            }
        }
        None
    }

    /// Makes up what fills the slots of a phrase.
    pub(crate) fn sample_args(&self, phrase: usize, depth: usize, pick: &mut dyn FnMut(usize) -> usize) -> Option<Vec<Tree>> {
        let info = self.phrases.get(phrase)?;
        let mut args = Vec::new();
        for (slot, kind) in info.slots.iter().enumerate() {
            args.push(self.sample(*kind, depth, pick, &|tree| self.fits(phrase, slot, tree))?);
        }
        Some(args)
    }

    /// Whether every language can say a tree, as far as its shape goes (see [`Phrasebook`]).
    pub fn can_be_said(&self, tree: &Tree) -> bool {
        match &tree.node {
            TreeNode::Phrase { phrase, args } => {
                args.iter().enumerate().all(|(slot, arg)| self.fits(*phrase, slot, arg) && self.can_be_said(arg))
            }
            TreeNode::Quoted(trees) => trees.iter().all(|tree| self.can_be_said(tree)),
            TreeNode::Term { .. } | TreeNode::Integer(_) | TreeNode::Length(_) | TreeNode::Dice { .. } => true,
        }
    }

    /// The languages in which a tree, written and read again, is another tree or none.
    pub fn unfaithful(&self, category: &str, tree: &Tree) -> Vec<usize> {
        (0..self.tongues.len())
            .filter(|language| {
                let text = self.write(*language, tree);
                !self.read(*language, category, &text).is_ok_and(|again| again.same(tree))
            })
            .collect()
    }

    /// Whether a tree may fill a slot as far as tails go, in every language.
    fn fits(&self, phrase: usize, slot: usize, arg: &Tree) -> bool {
        let languages = 0..self.tongues.len();
        if languages.clone().any(|language| self.runs_together(language, phrase, slot, arg)) {
            return false;
        }
        let Some(child) = arg.phrase() else {
            return true;
        };
        let category = |phrase: usize| self.phrases.get(phrase).map(|info| info.category);
        let own = category(phrase) == category(child);
        languages.into_iter().all(|language| {
            let parent = self.shape(language, phrase);
            let child = self.shape(language, child);
            let may_head = !own || !self.right_open(language, arg);
            let may_end = child.head.is_none();
            if parent.units.contains(&slot) && !may_end {
                return false;
            }
            !own || ((parent.head != Some(slot) || may_head) && (!parent.tight || parent.last != Some(slot) || may_end))
        })
    }

    /// Whether digits would run together with what stands beside a slot: with an inch mark, or with the slot before.
    fn runs_together(&self, language: usize, phrase: usize, slot: usize, arg: &Tree) -> bool {
        let shape = self.shape(language, phrase);
        let (unit, joined) = (shape.units.contains(&slot), shape.tight && shape.head.is_none() && shape.last == Some(slot));
        if !unit && !joined {
            return false;
        }
        let text = self.write(language, arg);
        (unit && text.ends_with(|char: char| char.is_ascii_digit()))
            || (joined && text.starts_with(|char: char| char.is_ascii_digit()))
    }

    fn shape(&self, language: usize, phrase: usize) -> Shape {
        self.tongues.get(language).and_then(|tongue| tongue.shapes.get(phrase)).cloned().unwrap_or_default()
    }

    /// Whether a tail after a tree would belong to its last part: to one of the same category, however deep at its end, as
    /// in a rule for a time that ends in an effect.
    fn right_open(&self, language: usize, tree: &Tree) -> bool {
        let category = |tree: &Tree| self.phrases.get(tree.phrase()?).map(|info| info.category);
        let whole = category(tree);
        let mut part = tree;
        while let TreeNode::Phrase { phrase, args } = &part.node {
            let shape = self.shape(language, *phrase);
            let Some((end, arg)) = shape.end.and_then(|end| Some((end, args.get(end)?))) else {
                return false;
            };
            if category(arg) == whole && !(shape.tight && shape.last == Some(end)) {
                return true;
            }
            part = arg;
        }
        false
    }
}

fn choose<T: Copy>(from: &[T], pick: &mut dyn FnMut(usize) -> usize) -> Option<T> {
    from.get(pick(from.len()) % from.len()).copied()
}

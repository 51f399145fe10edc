//! From the groups of a chart to trees.

use std::collections::HashMap;
use std::rc::Rc;

use crate::chart::{Chart, Way};
use crate::normal::Normal;
use crate::tree::{Tree, TreeNode};

/// Takes trees out of a chart, each group once.
pub(crate) struct Forest<'a> {
    chart: &'a Chart<'a>,
    normal: &'a Normal,
    /// Where the text of the chart begins in the normal form.
    base: usize,
    /// Trees that are wanted at most.
    limit: usize,
    known: HashMap<usize, Rc<Vec<Tree>>>,
}

impl<'a> Forest<'a> {
    pub(crate) fn new(chart: &'a Chart<'a>, normal: &'a Normal, base: usize, limit: usize) -> Self {
        Forest { chart, normal, base, limit, known: HashMap::new() }
    }

    /// The tree, where all that leads to it has one way. None where somewhere there are two, even if they come to the same.
    pub(crate) fn sole(&self, groups: &[usize]) -> Option<Tree> {
        let [only] = groups else { return None };
        let group = self.chart.groups.get(*only)?;
        let [way] = group.ways.as_slice() else { return None };
        let node = match way {
            Way::Term { vocabulary, term } => TreeNode::Term { vocabulary: *vocabulary, term: *term },
            Way::Integer(value) => TreeNode::Integer(*value),
            Way::Length(value) => TreeNode::Length(*value),
            Way::Dice { count, sides } => TreeNode::Dice { count: *count, sides: *sides },
            Way::Quoted(parts) => TreeNode::Quoted(parts.iter().map(|groups| self.sole(groups)).collect::<Option<_>>()?),
            Way::Phrase { variant, args } => {
                let variant = self.chart.tongue.variants.get(*variant)?;
                let args = args.iter().map(|group| self.sole(&[*group])).collect::<Option<_>>()?;
                TreeNode::Phrase { phrase: variant.phrase, args: in_order(&variant.order, args)? }
            }
        };
        Some(Tree { span: self.normal.original(self.base + group.start..self.base + group.end), node })
    }

    /// The different trees of several groups.
    pub(crate) fn trees(&mut self, groups: &[usize]) -> Vec<Tree> {
        let mut trees = Vec::new();
        for group in groups {
            for tree in self.group(*group).iter() {
                self.add(&mut trees, tree.clone());
            }
        }
        trees
    }

    fn add(&self, trees: &mut Vec<Tree>, tree: Tree) {
        if trees.len() < self.limit && !trees.iter().any(|known| known.same(&tree)) {
            trees.push(tree);
        }
    }

    fn group(&mut self, index: usize) -> Rc<Vec<Tree>> {
        if let Some(known) = self.known.get(&index) {
            return Rc::clone(known);
        }
        let chart = self.chart;
        let mut trees = Vec::new();
        if let Some(group) = chart.groups.get(index) {
            let span = self.normal.original(self.base + group.start..self.base + group.end);
            for way in &group.ways {
                if trees.len() >= self.limit {
                    break;
                }
                for node in self.way(way) {
                    self.add(&mut trees, Tree { span: span.clone(), node });
                }
            }
        }
        let trees = Rc::new(trees);
        self.known.insert(index, Rc::clone(&trees));
        trees
    }

    fn way(&mut self, way: &Way) -> Vec<TreeNode> {
        match way {
            Way::Term { vocabulary, term } => vec![TreeNode::Term { vocabulary: *vocabulary, term: *term }],
            Way::Integer(value) => vec![TreeNode::Integer(*value)],
            Way::Length(value) => vec![TreeNode::Length(*value)],
            Way::Dice { count, sides } => vec![TreeNode::Dice { count: *count, sides: *sides }],
            Way::Quoted(parts) => {
                let choices = parts.iter().map(|groups| self.trees(groups)).collect();
                self.product(choices).into_iter().map(TreeNode::Quoted).collect()
            }
            Way::Phrase { variant, args } => {
                let Some(variant) = self.chart.tongue.variants.get(*variant) else {
                    return Vec::new();
                };
                let choices = args.iter().map(|group| self.group(*group).as_ref().clone()).collect();
                let rows = self.product(choices);
                rows.into_iter()
                    .filter_map(|row| in_order(&variant.order, row))
                    .map(|args| TreeNode::Phrase { phrase: variant.phrase, args })
                    .collect()
            }
        }
    }

    /// Every choice of one from each, up to the limit.
    fn product(&self, choices: Vec<Vec<Tree>>) -> Vec<Vec<Tree>> {
        let mut rows: Vec<Vec<Tree>> = vec![Vec::new()];
        for choice in choices {
            rows = rows
                .iter()
                .flat_map(|row| choice.iter().map(move |tree| row.iter().chain([tree]).cloned().collect()))
                .take(self.limit)
                .collect();
        }
        rows
    }
}

/// Brings arguments from the order of a text into the order of the slots.
pub(crate) fn in_order(order: &[usize], row: Vec<Tree>) -> Option<Vec<Tree>> {
    if order.len() != row.len() {
        return None;
    }
    if order.iter().enumerate().all(|(index, slot)| index == *slot) {
        return Some(row);
    }
    let mut slots: Vec<Option<Tree>> = vec![None; row.len()];
    for (slot, tree) in order.iter().zip(row) {
        *slots.get_mut(*slot)? = Some(tree);
    }
    slots.into_iter().collect()
}

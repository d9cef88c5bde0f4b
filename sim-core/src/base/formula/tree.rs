//! What a formula means, and how that is written.

use super::op::{ATOM, Op, PRODUCT, SUM};
use super::vocabulary::Vocabulary;

/// A part of a formula that has a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    Number(f64),
    /// A quantity, by its place in the vocabulary.
    Quantity(u8),
    /// A constant, by its place among those defined in front.
    Constant(u8),
    Apply(Op, Vec<Tree>),
}

/// A whole formula.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Source {
    /// Constants, each of numbers and of constants before it.
    pub(super) constants: Vec<(String, Tree)>,
    /// The value.
    pub(super) body: Tree,
}

impl Source {
    /// The text of one of its parts, with no parentheses but those that are needed.
    pub(super) fn text_of(&self, tree: &Tree, vocabulary: &Vocabulary) -> String {
        match tree {
            // As short as the number can be told by.
            Tree::Number(value) => match value.abs() {
                size if size != 0.0 && !(1e-5..1e15).contains(&size) => format!("{value:e}"),
                _ => value.to_string(),
            },
            Tree::Quantity(place) => vocabulary.quantities[usize::from(*place)].name.into(),
            Tree::Constant(place) => self.constants[usize::from(*place)].0.clone(),
            Tree::Apply(op, parts) => self.applied(*op, parts, vocabulary),
        }
    }

    fn applied(&self, op: Op, parts: &[Tree], vocabulary: &Vocabulary) -> String {
        let own = op.tightness();
        let part = |part: &Tree, least: u8| {
            let text = self.text_of(part, vocabulary);
            if tightness(part) < least { format!("({text})") } else { text }
        };
        match (op, parts) {
            (Op::Not, [only]) => format!("not {}", part(only, own)),
            (Op::Negate, [only]) => format!("-{}", part(only, own)),
            // Comparisons do not chain, all else is done from the left.
            (op, [left, right]) if own < ATOM => {
                let least = if own == super::op::COMPARISON { own + 1 } else { own };
                format!("{} {} {}", part(left, least), op.word(), part(right, own + 1))
            }
            _ => {
                let parts: Vec<String> = parts.iter().map(|part| self.text_of(part, vocabulary)).collect();
                format!("{}({})", op.word(), parts.join(", "))
            }
        }
    }

    /// The parts of the outermost sum, or else of the outermost product, each with the sign before it.
    pub(super) fn terms(&self) -> Vec<(&'static str, &Tree)> {
        let own = tightness(&self.body);
        let mut terms = Vec::new();
        let mut left = &self.body;
        while let Tree::Apply(op, parts) = left
            && [SUM, PRODUCT].contains(&own)
            && op.tightness() == own
            && let [first, second] = &parts[..]
        {
            terms.push((op.word(), second));
            left = first;
        }
        terms.push(("", left));
        terms.reverse();
        terms
    }
}

fn tightness(tree: &Tree) -> u8 {
    if let Tree::Apply(op, _) = tree { op.tightness() } else { ATOM }
}

//! Inequalities that hold nearly everywhere: over all panels, against several systems, but for a few pairs.

use super::crossing::Pair;

/// A bound that nearly all pairs of points keep.
#[derive(Clone, Copy, Debug)]
pub struct Mostly {
    /// The systems that the one it is about is compared with.
    pub than: &'static [&'static str],
    /// How it is compared with each.
    pub bound: Bound,
    /// So many of the pairs,
    pub pairs: u32,
    /// of so many at full size; the same share of them at quick.
    pub of: u32,
}

/// What a pair must keep, in hundredths of the other.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// At most so many.
    AtMost(u32),
    /// At least so many.
    AtLeast(u32),
}

impl Bound {
    /// Whether `pair` keeps it.
    pub(super) fn is_kept(self, pair: &Pair) -> bool {
        let (of, than) = (pair.of * 100.0, |hundredths: u32| pair.than * f64::from(hundredths));
        match self {
            Self::AtMost(bound) => of <= than(bound),
            Self::AtLeast(bound) => of >= than(bound),
        }
    }

    fn words(self) -> String {
        let (word, hundredths) = match self {
            Self::AtMost(bound) => ("at most", bound),
            Self::AtLeast(bound) => ("at least", bound),
        };
        format!("{word} {:.2}", f64::from(hundredths) / 100.0)
    }
}

impl Mostly {
    /// What must hold, in words, beside the systems `than`, at the points `at`.
    pub fn claimed(&self, than: &[&str], at: &str) -> String {
        let than: Vec<String> = than.iter().map(|title| format!("{title}'s")).collect();
        let (bound, than) = (self.bound.words(), than.join(", "));
        format!("{bound} × {than} in {} of {} pairs: all panels, {at}", self.pairs, self.of)
    }
}

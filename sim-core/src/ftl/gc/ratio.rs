//! Benefit over cost, exact: two fractions of whole numbers are compared without dividing.

use std::cmp::Ordering;

/// A fraction; a denominator of 0 stands for infinity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ratio {
    /// What is gained.
    pub(super) benefit: u128,
    /// What it takes.
    pub cost: u128,
}

impl Ratio {
    /// Which of two is larger; infinities are equal.
    #[inline]
    pub(super) fn compare(self, other: Self) -> Ordering {
        match (self.cost, other.cost) {
            (0, 0) => Ordering::Equal,
            (0, _) => Ordering::Greater,
            (_, 0) => Ordering::Less,
            _ => (self.benefit * other.cost).cmp(&(other.benefit * self.cost)),
        }
    }

    /// Its value; infinity where nothing is to be paid.
    pub(crate) fn value(self) -> f64 {
        if self.cost == 0 { f64::INFINITY } else { self.benefit as f64 / self.cost as f64 }
    }
}

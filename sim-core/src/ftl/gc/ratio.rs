//! Benefit over cost, exact: two fractions of whole numbers are compared without dividing.

use std::cmp::Ordering;

/// A fraction; a denominator of 0 stands for infinity.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    /// What is gained.
    pub benefit: u128,
    /// What it takes.
    pub cost: u128,
}

impl Ratio {
    /// Which of two is larger; infinities are equal.
    #[inline]
    pub fn compare(self, other: Self) -> Ordering {
        match (self.cost, other.cost) {
            (0, 0) => Ordering::Equal,
            (0, _) => Ordering::Greater,
            (_, 0) => Ordering::Less,
            _ => (self.benefit * other.cost).cmp(&(other.benefit * self.cost)),
        }
    }

    /// Its value; infinity where nothing is to be paid.
    pub fn value(self) -> f64 {
        if self.cost == 0 { f64::INFINITY } else { self.benefit as f64 / self.cost as f64 }
    }
}

//! Draws from a table of weights by inversion: a number below their sum, looked up among the partial sums.

use crate::base::real::Real;
use crate::base::rng::Rng;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Partial sums of weights. They never change, so that clones share them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cumulative {
    sums: Arc<[Real]>,
}

impl Cumulative {
    /// Of the weights of the places from 0 to `count` - 1, all of them above 0, at least one.
    pub(crate) fn new(count: u32, weight: &dyn Fn(u32) -> f64) -> Self {
        let mut sum = 0.0;
        let mut sums = Vec::with_capacity(count as usize);
        for place in 0..count {
            sum += weight(place);
            sums.push(Real(sum));
        }
        Self { sums: sums.into() }
    }

    /// Of `count` ranks from 0 on, rank r with weight (r + 1)^−θ.
    pub(crate) fn zipf(count: u32, theta: f64) -> Self {
        Self::new(count, &|rank| libm::pow(f64::from(rank + 1), -theta))
    }

    /// The sum of all weights.
    pub(crate) fn total(&self) -> f64 {
        self.sums.last().map_or(0.0, |sum| sum.0)
    }

    /// A place in the table, in proportion to its weight.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut Rng) -> u32 {
        let below = rng.unit() * self.total();
        // Rounding may take the product up to the total itself.
        self.sums.partition_point(|sum| sum.0 <= below).min(self.sums.len() - 1) as u32
    }
}

/// Length and sum stand for the table: it follows from settings that are part of the experiment, and may be long.
impl Hash for Cumulative {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.sums.len(), Real(self.total())).hash(state);
    }
}

//! Draws from a table of weights by inversion: a number below their sum, looked up among the partial sums.

use crate::rng::Rng;
use crate::workload::real::Real;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Partial sums of weights. They never change, so that clones share them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cumulative {
    sums: Arc<[Real]>,
}

impl Cumulative {
    /// Of these weights, at least one of them, all above 0.
    pub fn new(weights: impl Iterator<Item = f64>) -> Self {
        let mut sum = 0.0;
        let running = weights.map(|weight| {
            sum += weight;
            Real(sum)
        });
        Self { sums: running.collect() }
    }

    /// Of `count` ranks from 0 on, rank r with weight (r + 1)^−θ.
    pub fn zipf(count: u32, theta: f64) -> Self {
        Self::new((1..=count).map(|k| libm::pow(f64::from(k), -theta)))
    }

    /// The sum of all weights.
    pub fn total(&self) -> f64 {
        self.sums.last().map_or(0.0, |sum| sum.0)
    }

    /// A place in the table, in proportion to its weight.
    #[inline]
    pub fn draw(&self, rng: &mut Rng) -> u32 {
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

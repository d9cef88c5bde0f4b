//! Inequalities that are asked only where something else is so.

use super::comparison::Comparison;
use super::metric::Metric;
use super::single_curve::{Shape, bare, spaced};

/// Another system, and where the two are compared.
#[derive(Clone, Copy, Debug)]
pub struct Provided {
    /// What tells where.
    pub metric: Metric,
    /// Where it comes to at least these hundredths of one of its unit.
    pub at_least: u32,
    /// At which of those points.
    pub at: Which,
    /// The system that the one it is about is compared with.
    pub than: &'static str,
    /// How.
    pub comparison: Comparison,
}

/// A shape that is asked only of the points at which something occurs at all. Where it occurs at none, there is nothing to judge: what
/// holds of nothing is no evidence.
#[derive(Clone, Copy, Debug)]
pub struct Where {
    /// What has to occur.
    pub metric: Metric,
    /// What must hold there.
    pub shape: Shape,
}

/// Which of several points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The first.
    First,
    /// Any: the first at which it holds is told.
    Some,
}

impl Provided {
    /// What must hold, in words, beside the system `than`, at the points `at`.
    pub fn claimed(&self, than: &str, at: &str) -> String {
        let which = match self.at {
            Which::First => "the first",
            Which::Some => "some",
        };
        let place = format!(
            "{which} of {at} at which {} are at least {}{}",
            self.metric.title(),
            bare(self.at_least),
            spaced(self.metric.unit())
        );
        self.comparison.claimed(than, &place)
    }
}

impl Where {
    /// What must hold, in words, at the points `at`, in this `unit`, where all sizes are divided by `scale`.
    pub fn claimed(&self, at: &str, unit: &str, scale: f64) -> String {
        format!("{}, wherever there are {}", self.shape.claimed(at, unit, scale), self.metric.title())
    }
}

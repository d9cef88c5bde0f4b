//! One inequality of a claim: which curve, at which points, against what.

use super::comparison::Comparison;
use super::metric::Metric;
use super::points::Points;
use super::precondition::{Provided, Where};
use super::single_curve::Shape;
use super::tolerance::Mostly;

/// What is asked of a curve.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// Against the same curve of this system.
    Beside(&'static str, Comparison),
    /// The same, only where something else is so.
    Provided(Provided),
    /// Of itself.
    Alone(Shape),
    /// Of itself, only where something else occurs.
    Where(Where),
    /// Of itself and of these systems: a shape that speaks of each point by itself.
    Each(&'static [&'static str], Shape),
    /// Against several systems in all panels, nearly always.
    Mostly(Mostly),
    /// The curve of this system crosses it at `at`, or at most `within` steps of the axis away: so much, or so many doublings.
    Crosses {
        /// The system.
        than: &'static str,
        /// Where the paper puts it.
        at: f64,
        /// How far away it may be.
        within: f64,
    },
    /// Against this system, seed by seed: it differs in at least these hundredths of the sessions.
    Differs(&'static str, u32),
}

/// An inequality that must hold.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// The panel; none for the first.
    pub panel: Option<&'static str>,
    /// The system that it is about.
    pub of: &'static str,
    /// What is looked at.
    pub metric: Metric,
    /// Where.
    pub points: Points,
    /// What must hold there.
    pub test: Test,
}

impl Condition {
    /// The same in another panel.
    pub const fn on(self, panel: &'static str) -> Self {
        Self { panel: Some(panel), ..self }
    }

    /// The systems whose curves it takes.
    pub fn systems(&self) -> Vec<&'static str> {
        let others = match self.test {
            Test::Beside(than, _) | Test::Crosses { than, .. } | Test::Differs(than, _) => vec![than],
            Test::Provided(provided) => vec![provided.than],
            Test::Each(others, _) => others.to_vec(),
            Test::Mostly(mostly) => mostly.than.to_vec(),
            Test::Alone(_) | Test::Where(_) => Vec::new(),
        };
        [vec![self.of], others].concat()
    }

    /// Whether anything must hold, or something is only told beside.
    pub fn is_asked(&self) -> bool {
        !matches!(self.test, Test::Beside(_, Comparison::Told) | Test::Alone(Shape::Told))
    }
}

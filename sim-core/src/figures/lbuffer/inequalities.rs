//! The inequalities in which claims are put.

use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::metric::Metric;
use crate::figures::points::Points;

/// The mean write time of a system in a panel.
pub(super) const fn cost(panel: &'static str, of: &'static str, points: Points, test: Test) -> Condition {
    Condition { panel: Some(panel), of, metric: Metric::WriteTime, points, test }
}

/// At most these hundredths of the other's.
pub(super) const fn at_most(hundredths: u32, rival: &'static str) -> Test {
    Test::Beside(rival, Comparison::AtMost(hundredths))
}

/// At least these hundredths of the other's.
pub(super) const fn at_least(hundredths: u32, rival: &'static str) -> Test {
    Test::Beside(rival, Comparison::AtLeast(hundredths))
}

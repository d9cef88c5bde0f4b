//! The inequalities in which claims are put.

use super::setup::CLASH_ID;
use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::metric::Metric;
use crate::figures::points::Points;
use crate::figures::single_curve::Shape;

/// C-lash's mean response at these points.
pub(super) const fn response(points: Points, test: Test) -> Condition {
    Condition { panel: None, of: CLASH_ID, metric: Metric::Response, points, test }
}

/// C-lash's erases at these points.
pub(super) const fn erases(points: Points, test: Test) -> Condition {
    Condition { panel: None, of: CLASH_ID, metric: Metric::Erases, points, test }
}

/// How C-lash's mean response compares with this system's: nothing is asked.
pub(in crate::figures) const fn told_beside(rival: &'static str, points: Points) -> Condition {
    response(points, Test::Beside(rival, Comparison::Told))
}

/// Not above the other's; 2 % is the margin of all claims.
pub(super) const fn no_more_than(rival: &'static str) -> Test {
    Test::Beside(rival, Comparison::AtMost(102))
}

/// Clearly below the other's.
pub(super) const fn less_than(rival: &'static str) -> Test {
    Test::Beside(rival, Comparison::AtMost(98))
}

/// Clearly above the other's.
pub(super) const fn more_than(rival: &'static str) -> Test {
    Test::Beside(rival, Comparison::AtLeast(102))
}

/// Lower than the other's by these hundredths of it.
pub(super) const fn saves(hundredths: u32, rival: &'static str) -> Test {
    Test::Beside(rival, Comparison::AtMost(100 - hundredths))
}

/// The two cross where the paper says, or so near it.
pub(super) const fn crosses(rival: &'static str, at: f64, within: f64) -> Test {
    Test::Crosses { than: rival, at, within }
}

/// The largest at most these hundredths of the smallest.
pub(super) const fn flat(hundredths: u32) -> Test {
    Test::Alone(Shape::Flat(hundredths))
}

//! The inequalities in which claims are put.

use crate::figures::condition::{Condition, Test};
use crate::figures::metric::Metric;
use crate::figures::points::Points;

/// The bandwidth of a system at these points.
pub(super) const fn bandwidth(of: &'static str, points: Points, test: Test) -> Condition {
    Condition { panel: None, of, metric: Metric::Bandwidth, points, test }
}

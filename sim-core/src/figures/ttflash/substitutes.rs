//! The stand-ins for the paper's traces as an axis, and what is asked on all of them.

use super::rates::{DAPPS, DTRS, EXCH, LMBE, MSNFS, Ruled, TPCC};
use crate::figures::assignments::Assignments;
use crate::figures::axis::{Axis, Case};
use crate::figures::condition::{Condition, Test};
use crate::figures::metric::Metric;
use crate::figures::points::Points;

/// The stand-ins side by side, each at its rate.
pub(super) const SUBSTITUTES: Axis = Axis::cases(
    "trace substitute",
    &[
        case(&[DAPPS.settings], DAPPS),
        case(&[DTRS.settings], DTRS),
        case(&[EXCH.settings], EXCH),
        case(&[LMBE.settings], LMBE),
        case(&[MSNFS.settings], MSNFS),
        case(&[TPCC.settings], TPCC),
    ],
);
const EVERY: Points = Points::Over(1.0, 6.0);

pub(super) const fn case(settings: &'static [Assignments], ruled: Ruled) -> Case {
    Case { title: ruled.title, settings, number: None }
}

/// On every stand-in.
pub(super) const fn every(of: &'static str, metric: Metric, test: Test) -> Condition {
    Condition { panel: None, of, metric, points: EVERY, test }
}

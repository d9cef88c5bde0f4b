//! Until writes are too many: claim T11.

use super::rates::{DAPPS, DTRS, EXCH, LMBE, MSNFS, TPCC};
use super::series::{AS_NOGC, OF_NOGC, OF_TTFLASH, TTFLASH as ALL_FEATURES};
use super::{PAPER, QUICK, SETTING, TTFLASH, case};
use crate::figures::axis::{Axis, Case};
use crate::figures::claim::Claim;
use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, ONE_PANEL, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::points::Points;
use crate::figures::precondition::{Provided, Which};
use crate::figures::single_curve::Shape;
use crate::figures::ttflash::assumptions;

/// DTRS at so many times its rate.
const fn faster(title: &'static str, times: u32) -> Case {
    Case { title, settings: &[DTRS.settings], number: Some(("workload.rate", times * DTRS.rate)) }
}

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "ttflash-knee",
    system: TTFLASH,
    paper: PAPER,
    place: "Section 6",
    title: "Too many writes",
    what: "All trace substitutes at their own rate, and DTRS at increasing rates, until planes are full before their \
           turn to collect.",
    x: Axis::cases(
        "trace substitute",
        &[
            case(&[DAPPS.settings], DAPPS),
            case(&[EXCH.settings], EXCH),
            case(&[LMBE.settings], LMBE),
            case(&[MSNFS.settings], MSNFS),
            case(&[TPCC.settings], TPCC),
            case(&[DTRS.settings], DTRS),
            faster("DTRS × 2", 2),
            faster("DTRS × 4", 4),
            faster("DTRS × 8", 8),
            faster("DTRS × 16", 16),
            faster("DTRS × 32", 32),
            faster("DTRS × 64", 64),
            faster("DTRS × 256", 256),
            faster("DTRS × 512", 512),
            faster("DTRS × 1024", 1024),
            faster("DTRS × 2048", 2048),
        ],
    ),
    panels: ONE_PANEL,
    systems: &[OF_TTFLASH, OF_NOGC],
    settings: &[SETTING],
    metrics: &[Metric::ReadP99, Metric::RgcStall],
    log: &[Metric::ReadP99],
    seeds: SEEDS,
    quick: QUICK,
    claims: &[T11],
    assumptions: &[
        assumptions::DEVICE,
        assumptions::WITHOUT_PARITY,
        assumptions::TURNS,
        assumptions::TRACES,
        assumptions::INTENSE,
    ],
};

const T11: Claim = Claim {
    id: "T11",
    statement: "Very intense writes break the guarantee: RAM is full, and planes run out of space while they wait for \
                their turn.",
    conditions: &[
        Condition {
            panel: None,
            of: ALL_FEATURES,
            metric: Metric::RgcStall,
            points: Points::Over(1.0, 6.0),
            test: Test::Alone(Shape::AtMost(0)),
        },
        Condition {
            panel: None,
            of: ALL_FEATURES,
            metric: Metric::ReadP99,
            points: Points::Over(6.0, 12.0),
            test: Test::Provided(Provided {
                metric: Metric::RgcStall,
                at_least: 100,
                at: Which::Some,
                than: AS_NOGC,
                comparison: Comparison::AtLeast(500),
            }),
        },
    ],
    report_only: false,
    proof: None,
    places: &[],
    note: "At 64 times its rate DTRS is far from intense, 448 requests a second (see T10). There is a knee at higher \
           rates, but not for lack of space: at 512 times, 3 584 requests a second, P99 is 3 times that without GC, at \
           1024 times 19 times, because of the parity pages and their extra reads, while every page finds a free page. \
           At 2048 times 15 500 pages find none; then NoGC is saturated too.",
};

//! Until writes are too many: claim T11.

use super::rates::{DAPPS, DTRS, EXCH, LMBE, MSNFS, TPCC};
use super::series::{AS_NOGC, OF_NOGC, OF_TTFLASH, TTFLASH as ALL_FEATURES};
use super::setup::{PAPER, SETTING, TTFLASH, quarter_firm};
use super::substitutes::case;
use crate::figures::axis::{Axis, Case};
use crate::figures::claim::{Bounds, Claim};
use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, ONE_PANEL, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::points::Points;
use crate::figures::precondition::{Provided, Which};
use crate::figures::single_curve::Shape;
use crate::figures::ttflash::assumptions;

/// DTRS at so many times its rate; the same as in [`super::TIMES`].
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
            faster("DTRS × 68", 68),
            faster("DTRS × 72", 72),
            faster("DTRS × 76", 76),
            faster("DTRS × 80", 80),
            faster("DTRS × 84", 84),
            faster("DTRS × 88", 88),
            faster("DTRS × 92", 92),
            faster("DTRS × 96", 96),
            faster("DTRS × 128", 128),
        ],
    ),
    panels: ONE_PANEL,
    systems: &[OF_TTFLASH, OF_NOGC],
    settings: &[SETTING],
    metrics: &[Metric::ReadP99, Metric::RgcStall],
    log: &[Metric::ReadP99],
    seeds: SEEDS,
    // The stand-ins, and DTRS at the rates of the quick form of T10.
    // Where a claim is tried again and again: TPCC and DTRS at their own rates, and DTRS at 68 and 84 times its.
    quick: quarter_firm(
        &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 13.0, 14.0, 17.0, 18.0, 20.0],
        &[5.0, 6.0, 13.0, 17.0],
    ),
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
            points: Points::Over(7.0, 21.0),
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
    is_ours: false,
    bounds: Bounds::Ours(
        "no stall at the traces' own rates, and at some rate with stalls a P99 of at least 5 times that without GC",
    ),
    proof: None,
    places: &[],
    note: "The statement is worded here from what rotating GC implies: the text of Section 6 after 6.1 was not at hand, and the report on the paper says only that a buffer filled by many writes blocks incoming writes, and nothing of planes out of space. At 84 times its rate, 8 064 requests a second, 11 000 to 16 000 page flushes of DTRS are stalled, as their plane is full and waits for its turn, and P99 is 262 to 287 ms, without GC 16 to 25 (five seeds). That RAM is full is \
           not judged: the figures do not measure how full it is. P99 is judged only at rates at which flushes are stalled, which does not show that it rises because of them: it is already 8 to 19 times that without GC from \
           64 to 80 times the rate, where no plane has run out of space. From 88 times on it is less than 3 times: \
           there the transfers of NoGC itself, host pages and parity, keep its channels 96 % busy, the busiest more \
           than 99 % (seed 1). With reads first (A) P99 is at most 1.7 times that without GC where flushes are stalled, and the claim fails.",
};

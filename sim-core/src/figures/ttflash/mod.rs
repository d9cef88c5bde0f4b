//! The experiments of ttFlash, claims T1 to T11, on stand-ins for its traces.
//!
//! - `series.rs`      the devices compared · `rates.rs` how many requests a second, and how that is found
//!
//! Here: the paper, what the runs have in common, the stand-ins as an axis, and the words in which claims are put.
//!
//! Quick: a quarter of the requests and one seed. The device keeps its size and its age, so that collections begin as soon as
//! at full size; its P99.99 is then the slowest four or five reads, and rates are those found at full size. The reader sends half of its
//! reads, after half of the writes.

pub mod assumptions;
pub mod rates;
pub(super) mod series;

use super::assignments::Assignments;
use super::axis::{Axis, Case};
use super::condition::{Condition, Test};
use super::figure::Quick;
use super::figures;
use super::metric::Metric;
use super::points::Points;
use crate::figures::comparison::Comparison;
use rates::{DAPPS, DTRS, EXCH, LMBE, MSNFS, Ruled, TPCC};

figures! {
    tail,       // T2 T5: how long the slower half of the reads take
    mean,       // T1: mean latency
    blocked,    // T3 T4 T6: reads that a collection holds up
    noise,      // T7: reads beside writes at a rate: the motivation
    read_size,  // T8: the larger the read, the more it meets
    erases,     // T9: what parity costs
    preemptive, // T10: collections that give way
    knee,       // T11: until writes are too many
    filebench,  // mixes in the manner of Filebench
}

pub(super) const PAPER: &str = "Yan et al.: Tiny-Tail Flash: Near-Perfect Elimination of Garbage Collection Tail Latencies in NAND SSDs, FAST 2017";

/// The system that the figures are about.
const TTFLASH: &str = "ttflash";

/// The device, its age and how it is driven. All of it is stated, so that a figure stays what it is when a
/// default changes.
const SETTING: Assignments = &[
    ("device.preset", "\"ttflash\""),
    ("device.blocks_per_plane", "64"),
    ("device.over_provisioning", "0.15"),
    ("device.command_ns", "0"),
    ("ftl.kind", "\"ttflash\""),
    ("ftl.ram_bytes", "16777216"),
    ("ftl.gc_start", "19"),
    ("workload.address_pages", "300000"),
    ("workload.requests", "300000"),
    ("run.warmup_requests", "30000"),
    ("run.initial_state", "\"aged\""),
    ("run.aged_used", "0.69"),
    ("run.aged_pages", "300000"),
];

/// A quarter of the requests.
const QUICK: Quick = quarter(None);
/// The same, and these where a claim is tried again and again.
const fn quarter_firm(xs: &'static [f64], firm_xs: &'static [f64]) -> Quick {
    Quick::Small { xs: Some(xs), firm_xs: Some(firm_xs), by: 4, fields: &["workload.requests", "run.warmup_requests"] }
}

/// Half of the reads, and of the writes before them.
const QUICK_READER: Quick = Quick::Small {
    xs: None,
    firm_xs: None,
    by: 2,
    fields: &["workload.requests", "workload.writes_before", "run.warmup_requests"],
};

/// A quarter of the requests, at these values of the axis.
const fn quarter(xs: Option<&'static [f64]>) -> Quick {
    Quick::Small { xs, firm_xs: None, by: 4, fields: &["workload.requests", "run.warmup_requests"] }
}

/// Reads that arrive at random, 1 000 a second, beside others (T7 and T8), once so many writes have brought the device into its steady
/// state: aged, all its planes are as full as each other and collect at the same time, again and again. A closed loop would see
/// little of it: it sends no other read as long as one waits.
const READER: Assignments = &[
    ("workload.kind", "\"fg-bg\""),
    ("workload.queue_depth", "null"),
    ("workload.read_rate", "1000"),
    ("workload.writes_before", "250000"),
    ("workload.requests", "60000"),
    ("run.warmup_requests", "250000"),
];

/// DTRS at so many times its rate: in doublings, and in small steps where space runs out, which it does within one of them.
const TIMES: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 68.0, 72.0, 76.0, 80.0, 84.0, 88.0, 92.0, 96.0, 128.0];

/// The stand-ins side by side, each at its rate.
const SUBSTITUTES: Axis = Axis::cases(
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

const fn case(settings: &'static [Assignments], ruled: Ruled) -> Case {
    Case { title: ruled.title, settings, number: None }
}

/// On every stand-in.
const fn every(of: &'static str, metric: Metric, test: Test) -> Condition {
    Condition { panel: None, of, metric, points: EVERY, test }
}

/// At most these hundredths of the other's.
const fn at_most(hundredths: u32, than: &'static str) -> Test {
    Test::Beside(than, Comparison::AtMost(hundredths))
}

/// At least these hundredths of the other's.
const fn at_least(hundredths: u32, than: &'static str) -> Test {
    Test::Beside(than, Comparison::AtLeast(hundredths))
}

//! What the runs have in common: the paper, the device and its age, the reader, and what quick leaves out.

use crate::figures::assignments::Assignments;
use crate::figures::figure::Quick;

pub(in crate::figures) const PAPER: &str = "Yan et al.: Tiny-Tail Flash: Near-Perfect Elimination of Garbage Collection Tail Latencies in NAND SSDs, FAST 2017";

/// The system that the figures are about.
pub(super) const TTFLASH: &str = "ttflash";

/// The device, its age and how it is driven. All of it is stated, so that a figure stays what it is when a
/// default changes.
pub(super) const SETTING: Assignments = &[
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
pub(super) const QUICK: Quick = quarter(None);
/// The same, and these where a claim is tried again and again.
pub(super) const fn quarter_firm(xs: &'static [f64], firm_xs: &'static [f64]) -> Quick {
    Quick::Small { xs: Some(xs), firm_xs: Some(firm_xs), by: 4, fields: &["workload.requests", "run.warmup_requests"] }
}

/// Half of the reads, and of the writes before them.
pub(super) const QUICK_READER: Quick = Quick::Small {
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
pub(super) const READER: Assignments = &[
    ("workload.kind", "\"fg-bg\""),
    ("workload.queue_depth", "null"),
    ("workload.read_rate", "1000"),
    ("workload.writes_before", "250000"),
    ("workload.requests", "60000"),
    ("run.warmup_requests", "250000"),
];

/// DTRS at so many times its rate: in doublings, and in small steps where space runs out, which it does within one of them.
pub(super) const TIMES: &[f64] =
    &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 68.0, 72.0, 76.0, 80.0, 84.0, 88.0, 92.0, 96.0, 128.0];

//! A cache of the table against all of it, on the emulated device: claim O1.

use super::policies::{ALL, LFU, WHOLE};
use super::{CACHE_SIZE, DEVICE, EMULATED, OPENCHANNEL, PAPER, QUICK, WRITES, bandwidth};
use crate::figures::beside::Comparison;
use crate::figures::claim::Claim;
use crate::figures::condition::{Points::At, Test};
use crate::figures::figure::{Figure, ONE_PANEL, SEEDS};
use crate::figures::metric::Metric;

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "openchannel-bandwidth",
    system: OPENCHANNEL,
    paper: PAPER,
    place: "Fig. 6a",
    title: "Bandwidth by cache size",
    what: "Random writes, four fifths of them to a fifth of the pages, with ever more of the 400 MiB mapping table in memory, \
           on a device that answers as fast as an emulated one.",
    x: CACHE_SIZE,
    panels: ONE_PANEL,
    systems: ALL,
    settings: &[DEVICE, EMULATED, WRITES],
    metrics: &[Metric::Bandwidth, Metric::MapHits],
    log: &[],
    seeds: SEEDS,
    quick: QUICK,
    claims: &[O1],
};

const O1: Claim = Claim {
    id: "O1",
    statement: "With 32 % of the mapping table in memory a device has 80 % of the bandwidth that it has with all of it, and \
                more the more there is.",
    conditions: &[
        bandwidth(LFU, At(&[128.0]), Test::Beside(WHOLE, Comparison::AtLeast(78))),
        bandwidth(LFU, At(&[128.0, 256.0, 384.0, 400.0]), Test::Beside(WHOLE, Comparison::ShareRises(5))),
        bandwidth(LFU, At(&[400.0]), Test::Beside(WHOLE, Comparison::Between(99, 101))),
    ],
    report_only: false,
    note: "",
};

//! A cache of the table against all of it, on the emulated device: claim O1.

use super::policies::{ALL, LFU, WHOLE};
use super::{CACHE_SIZE, DEVICE, EMULATED, OPENCHANNEL, PAPER, QUICK, WRITES, bandwidth};
use crate::figures::claim::Claim;
use crate::figures::claimed_place::{ClaimedPlace, Level};
use crate::figures::comparison::Comparison;
use crate::figures::condition::Test;
use crate::figures::figure::{Figure, ONE_PANEL, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::openchannel::assumptions;
use crate::figures::points::Points::At;

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
    assumptions: &[
        assumptions::DEVICE,
        assumptions::EMULATED,
        assumptions::WRITES,
        assumptions::SIDE_BY_SIDE,
        assumptions::HOTNESS,
        assumptions::MAP,
        assumptions::POLICIES,
    ],
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
    places: &[
        ClaimedPlace::at_least(Metric::Bandwidth, Level::Share(WHOLE, 0.8)).of(LFU).at(128.0),
        ClaimedPlace::near(Metric::Bandwidth, WHOLE).of(LFU).at(400.0),
    ],
    note: "Neither what the paper's emulated device takes for a command nor which requests fio made is known; 80 % \
           with 32 % in memory asks for a miss that costs about 1.7 writes. Here commands come one at a time, reads \
           cost 10 µs, programs 30 µs, and a page 0.32 µs, so that a miss costs 1.66 writes. What is popular lies \
           side by side; fio spreads it over the device unless told otherwise, and then LFU hits 46 % and comes to \
           0.524 (workload.scatter=true, seed 1). The map has 32 of the 1 000 lines, so that hardly any of it is \
           collected; with 4 (ftl.map_lines) LFU comes to 0.780. The paper's own order, hotness, has no numbers \
           there; with those chosen here it comes to 0.743. Single entries hit 35 % only and come to 0.819, since a \
           miss reads one page and all that was changed stays in memory.",
};

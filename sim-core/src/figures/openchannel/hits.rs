//! How often each policy finds its part of the map in memory: claim O4.

use super::policies::{ARC, CLOCK, FIFO, HITS, HOTNESS, LFU, LRU, OPT};
use super::setup::{DEVICE, EMULATED, OPENCHANNEL, PAPER, QUICK, WRITES};
use crate::figures::assignments::Assignments;
use crate::figures::axis::{Axis, Grid, Sets};
use crate::figures::claim::{Bounds, Claim};
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, Panel, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::openchannel::assumptions;
use crate::figures::points::{Points, Points::At};
use crate::figures::scale::Scale;
use crate::figures::tolerance::{Bound, Mostly};

const H_10: Assignments = &[("workload.h", "0.1")];
const H_20: Assignments = &[("workload.h", "0.2")];
const H_30: Assignments = &[("workload.h", "0.3")];
const SCATTERED: Assignments = &[("workload.scatter", "true")];

const STREAMS: &[Panel] = &[
    Panel { id: "h-0.1", title: "h 0.1", settings: &[H_10] },
    Panel { id: "h-0.2", title: "h 0.2", settings: &[H_20] },
    Panel { id: "h-0.3", title: "h 0.3", settings: &[H_30] },
    Panel { id: "h-0.1-scattered", title: "h 0.1, scattered", settings: &[H_10, SCATTERED] },
    Panel { id: "h-0.2-scattered", title: "h 0.2, scattered", settings: &[H_20, SCATTERED] },
    Panel { id: "h-0.3-scattered", title: "h 0.3, scattered", settings: &[H_30, SCATTERED] },
];

/// Over the part of the table that is in memory; 1 % of 400 MiB is 4.
const CACHE_SHARE: Axis = Axis {
    name: "cache",
    unit: "% of the table",
    scale: Scale::Linear,
    grid: Grid::These(&[16.0, 32.0, 64.0, 96.0]),
    sets: Sets::Field("ftl.cache_bytes", 4 << 20),
};
const SHARES: Points = At(&[32.0, 64.0, 96.0]);

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "openchannel-hits",
    system: OPENCHANNEL,
    paper: PAPER,
    place: "Section 3.3, not measured there",
    title: "Hits by policy",
    what: "The cache of map blocks alone, under writes of which a share 1 − h goes to a share h of the pages: \
           contiguous at the start, or scattered over the device as fio does by default.",
    x: CACHE_SHARE,
    panels: STREAMS,
    systems: HITS,
    settings: &[DEVICE, EMULATED, WRITES],
    metrics: &[Metric::MapHits],
    log: &[],
    seeds: SEEDS,
    quick: QUICK,
    claims: &[O4],
    assumptions: &[assumptions::STREAMS, assumptions::HOTNESS, assumptions::POLICIES],
};

const O4: Claim = Claim {
    id: "O4",
    statement: "Frequency beats recency where popularity is stable, and no policy beats the one that knows the future.",
    conditions: &[
        everywhere(LFU, Mostly { than: &[LRU], bound: Bound::AtLeast(100), pairs: 18, of: 18 }),
        everywhere(
            OPT,
            Mostly { than: &[HOTNESS, LFU, LRU, CLOCK, FIFO, ARC], bound: Bound::AtLeast(100), pairs: 108, of: 108 },
        ),
    ],
    report_only: false,
    is_ours: true,
    bounds: Bounds::Ours("in no panel fewer hits, with 32, 64 and 96 % of the table in memory"),
    proof: None,
    places: &[],
    note: "The paper compares no policies; this is what theory predicts, as background to the other figures. With the \
           weights chosen here hotness behaves nearly like LRU under a stable workload. OPT is the bound for policies \
           that cache blocks of 64 KiB; single entries (8 bytes each, in the same memory) do not bring in their \
           neighbours, and none is evicted in so short a run.",
};

const fn everywhere(of: &'static str, mostly: Mostly) -> Condition {
    Condition { panel: None, of, metric: Metric::MapHits, points: SHARES, test: Test::Mostly(mostly) }
}

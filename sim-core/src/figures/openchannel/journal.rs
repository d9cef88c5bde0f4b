//! With and without a hint of where the journal is: claim O2.

use super::policies::{OF_WHOLE, SELECTIVE};
use super::setup::{DEVICE, EMULATED, OPENCHANNEL, PAPER, QUICK};
use crate::figures::assignments::Assignments;
use crate::figures::axis::{Axis, Grid, Sets};
use crate::figures::claim::{Bounds, Claim};
use crate::figures::claimed_place::ClaimedPlace;
use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::{Figure, ONE_PANEL, SEEDS, Source, System};
use crate::figures::metric::Metric;
use crate::figures::openchannel::assumptions;
use crate::figures::points::Points::At;
use crate::figures::scale::Scale;

/// Transactions on 128 GiB, journalled as ext4 does with data=journal.
const TRANSACTIONS: Assignments = &[
    ("workload.kind", "\"oltp-journal\""),
    ("workload.h", "0.2"),
    ("workload.scatter", "false"),
    ("workload.data_pages", "33554432"),
    ("workload.journal_pages", "32768"),
    ("workload.read_ratio", "0.5"),
    ("workload.transaction_pages", "10"),
    ("workload.journal_per_page", "2"),
    ("workload.commit_pages", "1"),
    ("workload.requests", "550000"),
    ("run.warmup_requests", "110000"),
];

const KEPT: &str = "kept";
const MIXED: &str = "mixed";
const HINT: Assignments =
    &[("ftl.policy", "\"hotness\""), ("ftl.cache_bytes", "67108864"), ("ftl.journal_hint", "true")];
const NO_HINT: Assignments =
    &[("ftl.policy", "\"hotness\""), ("ftl.cache_bytes", "67108864"), ("ftl.journal_hint", "false")];
const SMALL_BLOCKS: Assignments = &[("ftl.cache_block_bytes", "4096")];

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "openchannel-journal",
    system: OPENCHANNEL,
    paper: PAPER,
    place: "Fig. 6b",
    title: "Hint of the journal",
    what: "Transactions write ten pages of data and then twenty-one of journal; the cache of 64 MiB gets a hint where the journal is and \
           pins its map blocks, or gets none; 4 K: map blocks of 4 KiB instead of 64.",
    x: Axis {
        name: "journal",
        unit: "MiB",
        scale: Scale::Log,
        grid: Grid::These(&[8.0, 128.0, 2048.0]),
        // Pages of 4 KiB.
        sets: Sets::Field("workload.journal_pages", 256),
    },
    panels: ONE_PANEL,
    systems: &[
        cached(KEPT, "kept", [SELECTIVE, HINT, &[]]),
        cached(MIXED, "no hint", [SELECTIVE, NO_HINT, &[]]),
        cached("kept-small", "kept, 4 K", [SELECTIVE, HINT, SMALL_BLOCKS]),
        cached("mixed-small", "none, 4 K", [SELECTIVE, NO_HINT, SMALL_BLOCKS]),
        OF_WHOLE,
    ],
    settings: &[DEVICE, EMULATED, TRANSACTIONS],
    metrics: &[Metric::Kiops, Metric::JournalMisses, Metric::MapHits],
    log: &[],
    seeds: SEEDS,
    quick: QUICK,
    claims: &[O2],
    assumptions: &[
        assumptions::DEVICE,
        assumptions::EMULATED,
        assumptions::HOTNESS,
        assumptions::MAP,
        assumptions::JOURNAL,
    ],
};

const O2: Claim = Claim {
    id: "O2",
    statement: "Keeping the journal's map blocks in memory increases the requests per second by 10 %.",
    conditions: &[Condition {
        panel: None,
        of: KEPT,
        metric: Metric::Kiops,
        points: At(&[128.0]),
        test: Test::Beside(MIXED, Comparison::AtLeast(105)),
    }],
    report_only: true,
    is_ours: false,
    bounds: Bounds::Widened("5 % is enough"),
    proof: Some([
        "Between two journal look-ups far fewer blocks are loaded than the cache holds, so that a journal written in order misses at most about once in 16 384 look-ups, 0.006 %, by hotness and LRU, and three times as often at most by LFU and FIFO.",
        "A gain of 10 % would need a miss that costs hundreds of writes; here it costs 1.66.",
    ]),
    places: &[ClaimedPlace::ahead(Metric::Kiops, MIXED)
        .by(0.1)
        .of(KEPT)
        .at(128.0)
        .remarked("a size that it does not name")],
    note: "A journal is written sequentially: it reaches the next map block every 16 384 pages, or every 1 024 with \
           blocks of 4 KiB, and a block looked up so often in a row stays in memory, hint or not. By hotness up to 128 \
           MiB no journal look-up misses, at 2 GiB only the first in each block. The hint has nothing left to save. \
           The paper does not state the size of its journal.",
};

const fn cached(id: &'static str, title: &'static str, settings: [Assignments; 3]) -> System {
    System { id, title, source: Source::Runs(settings) }
}

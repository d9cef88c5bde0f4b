//! The experiments of selective loading of the mapping table, claims O1 to O3, and O4 and O1-nand, which are ours.
//!
//! - `policies.rs`        what is compared
//! - `told.rs`            hits, sizes and limits without a device: `map_cache.rs` a cache of the map by itself, `sizes.rs` how large
//!   the table is, and what of it is in memory
//!
//! Here: the paper, what the runs have in common, and the axes.
//!
//! Quick takes a device of a sixteenth: chunks, table, cache and requests are, so that all shares stay what they are.

pub mod assumptions;
pub mod map_cache;
mod policies;
pub mod sizes;
pub(super) mod told;

use super::assignments::Assignments;
use super::axis::{Axis, Grid, Sets};
use super::condition::{Condition, Test};
use super::figure::Quick;
use super::figures;
use super::metric::Metric;
use super::points::Points;
use super::scale::Scale;

figures! {
    memory,         // O3: memory of the host, by capacity
    bandwidth,      // O1: against the whole table, by cache size, on the emulated device
    bandwidth_nand, // the same on NAND that takes its time
    journal,        // O2: with and without a hint of where the journal is
    hits,           // O4: hit ratios, by cache size, of every policy
    block_size,     // by the size of a cache block
    skew,           // by how uneven requests are
    limiter,        // who may fill the ring of writes, by free chunks
}

const PAPER: &str =
    "Oh and Ahn: Implementation of Memory Efficient Flash Translation Layer for Open-channel SSDs, IJASC 2021";

/// The system that the figures are about.
const OPENCHANNEL: &str = "openchannel";

/// The device of the paper: 28 parallel units of 1 000 chunks. All of it is stated, so that a figure stays what
/// it is when a default changes.
const DEVICE: Assignments = &[
    ("device.logical_bytes", "429496729600"),
    ("device.chips_per_channel", "28"),
    ("device.page_bytes", "4096"),
    ("device.pages_per_block", "4096"),
    ("device.over_provisioning", "0.09375"),
    ("ftl.gc_high", "\"op/2\""),
    ("run.initial_state", "\"full_seq\""),
];

/// With the commands of an emulated device, one at a time.
const EMULATED: Assignments = &[
    ("device.preset", "\"ocssd-virtual\""),
    ("device.clock", "\"serial\""),
    ("device.read_ns", "10000"),
    ("device.program_ns", "30000"),
    ("device.erase_ns", "30000"),
    ("device.transfer_ns", "320"),
    ("ftl.write_unit", "1"),
    ("workload.queue_depth", "1"),
];

/// With the commands of NAND, side by side.
const NAND: Assignments = &[
    ("device.preset", "\"ocssd\""),
    ("device.clock", "\"event\""),
    ("device.read_ns", "40000"),
    ("device.program_ns", "800000"),
    ("device.erase_ns", "2000000"),
    ("device.transfer_ns", "5000"),
    ("workload.queue_depth", "64"),
];

/// Random writes, four fifths of them to a fifth of the pages, which lie at the beginning.
const WRITES: Assignments = &[
    ("workload.kind", "\"pareto\""),
    ("workload.h", "0.2"),
    ("workload.scatter", "false"),
    ("workload.request_pages", "1"),
    ("workload.write_ratio", "1"),
    ("workload.requests", "1000000"),
    ("run.warmup_requests", "200000"),
];

const QUICK: Quick = Quick::Small {
    firm_xs: None,
    xs: None,
    by: 16,
    fields: &[
        "device.logical_bytes",
        "device.pages_per_block",
        "ftl.cache_bytes",
        "workload.requests",
        "workload.journal_pages",
        "workload.data_pages",
        "run.warmup_requests",
    ],
};

/// Over the size of the cache; 400 MiB is the whole table.
const CACHE_SIZE: Axis = Axis {
    name: "cache",
    unit: "MiB",
    scale: Scale::Linear,
    grid: Grid::These(&[128.0, 256.0, 384.0, 400.0]),
    sets: Sets::Field("ftl.cache_bytes", 1 << 20),
};

const fn bandwidth(of: &'static str, points: Points, test: Test) -> Condition {
    Condition { panel: None, of, metric: Metric::Bandwidth, points, test }
}

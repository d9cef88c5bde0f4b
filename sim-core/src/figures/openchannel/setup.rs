//! What the runs have in common: the paper, its device and its requests, the axis of cache sizes, and what quick divides.

use crate::figures::assignments::Assignments;
use crate::figures::axis::{Axis, Grid, Sets};
use crate::figures::figure::Quick;
use crate::figures::scale::Scale;

pub(super) const PAPER: &str =
    "Oh and Ahn: Implementation of Memory Efficient Flash Translation Layer for Open-channel SSDs, IJASC 2021";

/// The system that the figures are about.
pub(super) const OPENCHANNEL: &str = "openchannel";

/// The device of the paper: 28 parallel units of 1 000 chunks. All of it is stated, so that a figure stays what
/// it is when a default changes.
pub(super) const DEVICE: Assignments = &[
    ("device.logical_bytes", "429496729600"),
    ("device.chips_per_channel", "28"),
    ("device.page_bytes", "4096"),
    ("device.pages_per_block", "4096"),
    ("device.over_provisioning", "0.09375"),
    ("ftl.gc_high", "\"op/2\""),
    ("run.initial_state", "\"full_seq\""),
];

/// With the commands of an emulated device, one at a time.
pub(super) const EMULATED: Assignments = &[
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
pub(super) const NAND: Assignments = &[
    ("device.preset", "\"ocssd\""),
    ("device.clock", "\"event\""),
    ("device.read_ns", "40000"),
    ("device.program_ns", "800000"),
    ("device.erase_ns", "2000000"),
    ("device.transfer_ns", "5000"),
    ("workload.queue_depth", "64"),
];

/// Random writes, four fifths of them to a fifth of the pages, which lie at the beginning.
pub(super) const WRITES: Assignments = &[
    ("workload.kind", "\"pareto\""),
    ("workload.h", "0.2"),
    ("workload.scatter", "false"),
    ("workload.request_pages", "1"),
    ("workload.write_ratio", "1"),
    ("workload.requests", "1000000"),
    ("run.warmup_requests", "200000"),
];

pub(super) const QUICK: Quick = Quick::Small {
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
pub(super) const CACHE_SIZE: Axis = Axis {
    name: "cache",
    unit: "MiB",
    scale: Scale::Linear,
    grid: Grid::These(&[128.0, 256.0, 384.0, 400.0]),
    sets: Sets::Field("ftl.cache_bytes", 1 << 20),
};

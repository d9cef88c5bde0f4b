//! Who may fill the ring of writes, by free chunks.

use super::policies::WHOLE_TABLE;
use super::setup::{OPENCHANNEL, PAPER};
use super::told::FREE_CHUNKS;
use crate::figures::assignments::Assignments;
use crate::figures::axis::{Axis, Grid, Sets};
use crate::figures::by::By;
use crate::figures::figure::{Figure, Panel, Quick, Source, System};
use crate::figures::metric::Metric;
use crate::figures::openchannel::assumptions;
use crate::figures::scale::Scale;

const CHUNKS: Assignments = &[
    ("device.preset", "\"ocssd-virtual\""),
    ("device.blocks_per_plane", "1000"),
    ("device.page_bytes", "4096"),
    ("device.pages_per_block", "4096"),
    ("device.over_provisioning", "0.09375"),
    ("ftl.ring_entries", "1024"),
    ("ftl.gc_reserve_lines", "1"),
    ("ftl.write_unit", "1"),
];
const OF_8: Assignments = &[("device.chips_per_channel", "8"), ("ftl.gc_high", "\"total/8\"")];
const OF_28: Assignments = &[("device.chips_per_channel", "28"), ("ftl.gc_high", "\"op/2\"")];

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "openchannel-limiter",
    system: OPENCHANNEL,
    paper: PAPER,
    place: "pblk, not measured there",
    title: "Rate limiter",
    what: "Below a mark of free chunks, GC gets an increasing share of the ring that all writes pass through, in \
           windows of 64 entries. A window covers a power of two of chunks, so at the mark itself the host can lose \
           several at once: one at the mark of 8 000 chunks, seven at that of 28 000.",
    x: Axis {
        name: "free chunks",
        unit: "",
        scale: Scale::Linear,
        grid: Grid::These(&FREE_CHUNKS),
        sets: Sets::FreeChunks,
    },
    panels: &[
        Panel { id: "8000", title: "8 000 chunks, mark at an eighth", settings: &[OF_8] },
        Panel { id: "28000", title: "28 000 chunks, mark at half of the spare ones", settings: &[OF_28] },
    ],
    systems: &[granted("host", "host", By::HostLimit), granted("gc", "GC", By::GcLimit)],
    settings: &[CHUNKS],
    metrics: &[Metric::RingLimit],
    log: &[],
    seeds: &[1],
    quick: Quick::All,
    claims: &[],
    assumptions: &[assumptions::PBLK],
};

const fn granted(id: &'static str, title: &'static str, by: By) -> System {
    System { id, title, source: Source::Without(by, [WHOLE_TABLE, &[], &[]]) }
}

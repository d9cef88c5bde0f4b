//! By the size of a cache block.

use super::policies::FEW_AT_128;
use super::setup::{DEVICE, EMULATED, OPENCHANNEL, PAPER, QUICK, WRITES};
use crate::figures::axis::{Axis, Grid, Sets};
use crate::figures::figure::{Figure, ONE_PANEL, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::openchannel::assumptions;
use crate::figures::scale::Scale;

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "openchannel-block-size",
    system: OPENCHANNEL,
    paper: PAPER,
    place: "Section 3.1, not measured there",
    title: "Size of a cache block",
    what: "32 % of the table in memory, in map blocks of increasing size: fewer of them, each fetched whole.",
    x: Axis {
        name: "cache block",
        unit: "KiB",
        scale: Scale::Log,
        grid: Grid::These(&[4.0, 16.0, 64.0, 256.0]),
        sets: Sets::Field("ftl.cache_block_bytes", 1 << 10),
    },
    panels: ONE_PANEL,
    systems: FEW_AT_128,
    settings: &[DEVICE, EMULATED, WRITES],
    metrics: &[Metric::Bandwidth, Metric::MapHits],
    log: &[],
    seeds: SEEDS,
    quick: QUICK,
    claims: &[],
    assumptions: &[
        assumptions::DEVICE,
        assumptions::EMULATED,
        assumptions::WRITES,
        assumptions::SIDE_BY_SIDE,
        assumptions::HOTNESS,
        assumptions::MAP,
        assumptions::FEW_POLICIES,
        assumptions::BLOCK_SIZE,
    ],
};

//! By how uneven requests are.

use super::policies::FEW_AT_128;
use super::setup::{DEVICE, EMULATED, OPENCHANNEL, PAPER, QUICK, WRITES};
use crate::figures::axis::{Axis, Grid, Sets};
use crate::figures::figure::{Figure, ONE_PANEL, SEEDS};
use crate::figures::metric::Metric;
use crate::figures::openchannel::assumptions;
use crate::figures::scale::Scale;

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "openchannel-skew",
    system: OPENCHANNEL,
    paper: PAPER,
    place: "Fig. 6a, with other streams",
    title: "Skew of the requests",
    what: "32 % of the table in memory, under writes of which a share 1 − h goes to a share h of the pages; 0.5 is \
           uniform.",
    x: Axis {
        name: "h",
        unit: "",
        scale: Scale::Linear,
        grid: Grid::hundredths(10, 50, 10),
        sets: Sets::Field("workload.h", 1),
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
        assumptions::SIDE_BY_SIDE,
        assumptions::HOTNESS,
        assumptions::MAP,
        assumptions::FEW_POLICIES,
        assumptions::SKEW,
    ],
};

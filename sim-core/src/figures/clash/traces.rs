//! Recorded traces: claim C14, which cannot be tested here.

use super::setup::{CLASH_ID, METRICS, SETTING, SYMPA, SYSTEMS};
use crate::figures::axis::{Axis, Grid, Sets};
use crate::figures::claim::{Bounds, Claim};
use crate::figures::clash::assumptions;
use crate::figures::figure::{Figure, Quick, SEEDS};
use crate::figures::scale::Scale;

/// The figure, without runs.
pub const FIGURE: Figure = Figure {
    id: "clash-traces",
    system: CLASH_ID,
    paper: SYMPA,
    place: "Fig. 6, and 7, of which nothing is stated",
    title: "Recorded traces",
    what: "Traces of transaction processing and of a search engine, disk by disk.",
    x: Axis {
        name: "disk",
        unit: "",
        scale: Scale::Linear,
        grid: Grid::Unknown,
        sets: Sets::Field("workload.device", 1),
    },
    panels: &[],
    systems: SYSTEMS,
    settings: &[SETTING],
    metrics: METRICS,
    log: &[],
    seeds: SEEDS,
    quick: Quick::Edges,
    claims: &[C14],
    assumptions: &[
        assumptions::CACHE,
        assumptions::LATENCIES,
        assumptions::RIVALS,
        assumptions::SYMPA_FULL,
        assumptions::TRACES,
    ],
};

const C14: Claim = Claim {
    id: "C14",
    statement: "On three disks of Financial1 the response time of C-lash is more than 95 % below FAST's and more than 53, 51 and 13 % \
                below DFTL's; on the first two it beats even page mapping.",
    conditions: &[],
    report_only: false,
    is_ours: false,
    bounds: Bounds::Nothing,
    proof: None,
    places: &[],
    note: "Needs the traces of the Storage Performance Council, which do not come with Flashlab. Whoever has them can draw the figure from them, one disk or several: flashlab figures clash-traces --trace FILE, with a further --trace FILE for each further disk. What the paper says of erases, of Financial2 and of Websearch is not stated here.",
};

//! α from session to session. The claim about it, L7, stands with the cost of it.

use super::early_deletion::SYSTEMS;
use super::setup::{
    BUFFER_16, DESKTOP, LBUFFER, LOG_512, LONG, OF_DESKTOP, OF_UBUNTU, SETTING, THESIS, UBUNTU, sixteenth,
};
use crate::figures::axis::{Axis, Grid, Sets};
use crate::figures::figure::{Figure, Panel, SEEDS};
use crate::figures::lbuffer::assumptions;
use crate::figures::metric::Metric;
use crate::figures::scale::Scale;

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "lbuffer-alpha-over-time",
    system: LBUFFER,
    paper: THESIS,
    place: "Fig. 0.21",
    title: "α from session to session",
    what: "The α that the rehearsals choose for each session, with a node for each block in the log or fewer.",
    x: Axis {
        name: "session",
        unit: "",
        scale: Scale::Linear,
        // 70 % of 800 000 requests write, 10 000 a session.
        grid: Grid::Steps { first: 1, last: 56, step: 1, per: 1 },
        sets: Sets::Sessions,
    },
    panels: &[
        Panel { id: DESKTOP, title: "desktop", settings: &[OF_DESKTOP, LOG_512] },
        Panel { id: UBUNTU, title: "Ubuntu", settings: &[OF_UBUNTU, LOG_512] },
    ],
    systems: SYSTEMS,
    settings: &[SETTING, BUFFER_16, LONG],
    metrics: &[Metric::Alpha],
    log: &[],
    seeds: SEEDS,
    quick: sixteenth(None),
    claims: &[],
    assumptions: &[
        assumptions::TRACES,
        assumptions::LENGTH,
        assumptions::LOG,
        assumptions::DENSITY,
        assumptions::REHEARSALS,
    ],
};

//! Age and size of what leaves, by α.

use super::setup::{ALPHA, LBUFFER, LOG_64, OF_NOTEBOOK, SETTING, THESIS, quarter};
use super::systems::{FIXED, L_BUFFER, runs};
use crate::figures::figure::{Figure, ONE_PANEL, SEEDS};
use crate::figures::lbuffer::assumptions;
use crate::figures::metric::Metric;

/// The figure.
pub const FIGURE: Figure = Figure {
    id: "lbuffer-victims",
    system: LBUFFER,
    paper: THESIS,
    place: "Fig. 0.1 and 0.2",
    title: "What leaves the buffer",
    what: "By age, α = −1, victims are the older the larger the buffer; by size, α = 1, the larger the buffer, the larger they are.",
    x: ALPHA,
    panels: ONE_PANEL,
    systems: &[
        runs("128", "128 MiB", [&[("buffer.bytes", "134217728")], &[], &[]]),
        runs("16", "16 MiB", [&[("buffer.bytes", "16777216")], &[], &[]]),
        runs("2", "2 MiB", [&[("buffer.bytes", "2097152")], &[], &[]]),
    ],
    settings: &[SETTING, OF_NOTEBOOK, LOG_64, L_BUFFER, FIXED],
    metrics: &[Metric::VictimAge, Metric::VictimPages, Metric::Plugs],
    log: &[Metric::VictimAge, Metric::VictimPages],
    seeds: SEEDS,
    quick: quarter(None),
    claims: &[],
    assumptions: &[assumptions::TRACES, assumptions::LOG, assumptions::DENSITY],
};

//! The size of the buffer by the size of the log.

use super::setup::{
    BUFFER_SIZE, DESKTOP, FEW_SIZES, LBUFFER, LOG_64, LOG_128, LOG_256, LOG_512, NOTEBOOK, OF_DESKTOP, OF_NOTEBOOK,
    OF_UBUNTU, SETTING, THESIS, UBUNTU, quarter,
};
use super::systems::{BY_DEVICE, L_BUFFER, runs};
use crate::figures::figure::{Figure, Panel};
use crate::figures::lbuffer::assumptions;
use crate::figures::metric::Metric;

/// The figure. One seed also at full size: nothing is judged by it.
pub const FIGURE: Figure = Figure {
    id: "lbuffer-grid",
    system: LBUFFER,
    paper: THESIS,
    place: "Table 0.2, not measured there",
    title: "Buffer by log",
    what: "All combinations of buffer and log size; l-buffer tunes α in the device.",
    x: BUFFER_SIZE,
    panels: &[
        Panel { id: NOTEBOOK, title: "notebook", settings: &[OF_NOTEBOOK] },
        Panel { id: DESKTOP, title: "desktop", settings: &[OF_DESKTOP] },
        Panel { id: UBUNTU, title: "Ubuntu", settings: &[OF_UBUNTU] },
    ],
    systems: &[
        runs("64", "log 64 MiB", [BY_DEVICE, LOG_64, &[]]),
        runs("128", "log 128 MiB", [BY_DEVICE, LOG_128, &[]]),
        runs("256", "log 256 MiB", [BY_DEVICE, LOG_256, &[]]),
        runs("512", "log 512 MiB", [BY_DEVICE, LOG_512, &[]]),
    ],
    settings: &[SETTING, L_BUFFER],
    metrics: &[Metric::WriteTime, Metric::Plugs, Metric::Alpha],
    log: &[],
    seeds: &[1],
    quick: quarter(FEW_SIZES),
    claims: &[],
    assumptions: &[assumptions::TRACES, assumptions::LOG, assumptions::DENSITY, assumptions::REHEARSALS],
};

//! What the runs have in common: the thesis, the device and its requests, the stand-ins for its traces, and the axes.

use crate::figures::assignments::Assignments;
use crate::figures::axis::{Axis, Grid, Sets};
use crate::figures::figure::{Panel, Quick};
use crate::figures::points::Points;
use crate::figures::scale::Scale;

pub(in crate::figures) const THESIS: &str =
    "Wu: A Simulation-Assisted Tuning Strategy for SSD Write Buffers, National Chiao Tung University, 2011";

/// The system that the figures are about.
pub(super) const LBUFFER: &str = "lbuffer";

/// The device and how it is driven. All of it is stated, so that a figure stays what it is when a default
/// changes.
pub(super) const SETTING: Assignments = &[
    ("device.preset", "\"nctu\""),
    ("device.over_provisioning", "0.055"),
    ("device.clock", "\"serial\""),
    ("buffer.grain", "\"sector\""),
    ("ftl.kind", "\"fast\""),
    ("ftl.sw_violation", "\"flashsim\""),
    ("workload.kind", "\"mix\""),
    ("workload.queue_depth", "1"),
    ("workload.requests", "400000"),
    ("run.warmup_requests", "40000"),
    ("run.initial_state", "\"full_seq\""),
];

/// For logs of up to 512 MiB: with fewer requests hardly a block of theirs is reclaimed, and nothing depends on what is known of them.
pub(super) const LONG: Assignments = &[("workload.requests", "1600000"), ("run.warmup_requests", "800000")];

/// The fields that are sizes of an experiment.
const SIZES: &[&str] = &[
    "device.logical_bytes",
    "workload.footprint_units",
    "workload.requests",
    "run.warmup_requests",
    "ftl.log_blocks",
    "buffer.bytes",
    "buffer.session",
    "buffer.log_nodes",
];

/// Quick: all sizes a quarter, pages and blocks as they are, at these values of the axis. With less the smallest buffer
/// could not hold a block.
pub(super) const fn quarter(xs: Option<&'static [f64]>) -> Quick {
    Quick::Small { xs, firm_xs: None, by: 4, fields: SIZES }
}

/// The same, and these where a claim is tried again and again.
pub(super) const fn quarter_firm(xs: Option<&'static [f64]>, firm_xs: &'static [f64]) -> Quick {
    Quick::Small { xs, firm_xs: Some(firm_xs), by: 4, fields: SIZES }
}

/// Quick, where the smallest buffer holds 16 MiB and runs are long.
pub(super) const fn sixteenth(xs: Option<&'static [f64]>) -> Quick {
    Quick::Small { xs, firm_xs: None, by: 16, fields: SIZES }
}

pub(super) const NOTEBOOK: &str = "notebook";
pub(super) const DESKTOP: &str = "desktop";
pub(super) const UBUNTU: &str = "ubuntu";

/// Mostly local requests.
pub(super) const OF_NOTEBOOK: Assignments = &[
    ("workload.standin", "\"notebook\""),
    ("workload.footprint_units", "2048"),
    ("device.logical_bytes", "21474836480"),
];
pub(super) const OF_DESKTOP: Assignments = &[
    ("workload.standin", "\"desktop\""),
    ("workload.footprint_units", "4096"),
    ("device.logical_bytes", "42949672960"),
];
/// Scattered requests.
pub(super) const OF_UBUNTU: Assignments = &[
    ("workload.standin", "\"ubuntu\""),
    ("workload.footprint_units", "6144"),
    ("device.logical_bytes", "42949672960"),
];

/// Blocks of 512 KiB in a MiB: the log counts in them, its sequential block included.
pub(super) const BLOCKS_PER_MIB: u32 = 2;
pub(super) const LOG_64: Assignments = &[("ftl.log_blocks", "128")];
pub(super) const LOG_128: Assignments = &[("ftl.log_blocks", "256")];
pub(super) const LOG_256: Assignments = &[("ftl.log_blocks", "512")];
pub(super) const LOG_512: Assignments = &[("ftl.log_blocks", "1024")];

/// The stand-ins, each with its usual log.
pub(super) const SUBSTITUTES: &[Panel] = &[
    Panel { id: NOTEBOOK, title: "notebook", settings: &[OF_NOTEBOOK, LOG_64] },
    Panel { id: DESKTOP, title: "desktop", settings: &[OF_DESKTOP, LOG_128] },
    Panel { id: UBUNTU, title: "Ubuntu", settings: &[OF_UBUNTU, LOG_128] },
];

/// The sizes that quick keeps.
pub(super) const FEW_SIZES: Option<&[f64]> = Some(&[2.0, 16.0, 128.0]);

/// Over the size of the write buffer.
pub(super) const BUFFER_SIZE: Axis = Axis {
    name: "write buffer",
    unit: "MiB",
    scale: Scale::Log,
    grid: Grid::Doublings { first: 2, last: 128 },
    sets: Sets::Field("buffer.bytes", 1 << 20),
};
pub(super) const ALL_SIZES: Points = Points::Over(2.0, 128.0);
pub(super) const SMALL_SIZES: Points = Points::At(&[2.0, 4.0, 8.0]);

/// Over fixed values of α.
pub(super) const ALPHA: Axis = Axis {
    name: "α",
    unit: "",
    scale: Scale::Linear,
    grid: Grid::These(&[-1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0]),
    sets: Sets::Field("buffer.alpha", 1),
};

/// 16 MiB, where the size is not what a figure is about.
pub(super) const BUFFER_16: Assignments = &[("buffer.bytes", "16777216")];

//! An experiment as the page is told of it: before it is opened, and when it is.

use crate::experiment::document::Experiment;
use crate::experiment::estimate::Estimate;
use crate::metrics::reference::Curve;
use crate::nand::geometry;
use crate::trace::address::AddressMode;
use crate::trace::coverage::Coverage;
use crate::view::observables::DeviceObservables;
use serde::Serialize;
use serde_json::Value;

/// Pages of the largest device whose every operation can be watched in a tab.
pub const WATCHED_PAGES_MAX: u32 = 16 << 20;

/// An experiment that is open.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Opened {
    /// The document with every default filled in.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub document: Value,
    /// Its device.
    pub geometry: Geometry,
    /// How addresses of the trace were fitted to the device; null for generators.
    pub address_mode: Option<AddressMode>,
    /// Whether its clock charges the fixed part of a command once for many pages; else each page is charged it.
    pub joins_commands: bool,
    /// What there is to see in it.
    pub observables: DeviceObservables,
    /// What is replayed of a trace; null for generators.
    pub trace: Option<Coverage>,
    /// What theory says of its write amplification; null where there is no curve for it.
    pub theory: Option<Curve>,
}

/// The device as opened.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Geometry {
    channels: u32,
    chips_per_channel: u32,
    planes_per_chip: u32,
    blocks: u32,
    pages_per_block: u32,
    page_bytes: u32,
    logical_pages: u32,
    physical_pages: u32,
    /// Erases that a block survives.
    endurance: u64,
}

impl Geometry {
    /// That of the device of `experiment`.
    pub fn new(geometry: &geometry::Geometry, experiment: &Experiment) -> Self {
        Self {
            channels: geometry.channels,
            chips_per_channel: geometry.chips_per_channel,
            planes_per_chip: geometry.planes_per_chip,
            blocks: geometry.blocks(),
            pages_per_block: geometry.pages_per_block,
            page_bytes: geometry.page_bytes,
            logical_pages: geometry.logical_pages,
            physical_pages: geometry.physical_pages(),
            endurance: experiment.device.integer("endurance"),
        }
    }
}

/// What an experiment takes, and whether it can be watched.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Estimate"))]
pub struct Estimated {
    #[serde(flatten)]
    estimate: Estimate,
    /// Whether the device is small enough to be watched: others are refused at once.
    watchable: bool,
}

impl From<Estimate> for Estimated {
    fn from(estimate: Estimate) -> Self {
        Self { watchable: estimate.pages <= u64::from(WATCHED_PAGES_MAX), estimate }
    }
}

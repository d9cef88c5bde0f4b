//! How a page of a write buffer changed its place in the line of pages that leave one by one.

use crate::nand::Lpn;
use serde::Serialize;

/// What happened to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "LineStepKind"))]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// The host wrote it, and it was not in RAM.
    Arrived,
    /// The host wrote it, and it was in RAM.
    Overwritten,
    /// The host read it, and it was in RAM.
    Read,
    /// The host read it, and it is in RAM since.
    Fetched,
    /// It left without a write: flash holds the same.
    Dropped,
    /// It left and was written to flash.
    Written,
}

/// A page that was used, or that left. Places count from the end farthest from leaving, which is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LineStep {
    /// Operations that had been carried out.
    pub op: u64,
    /// The page.
    pub lpn: Lpn,
    /// What happened.
    pub how: How,
    /// Its place before; none if it was not in the line.
    pub from: Option<u32>,
    /// Its place after; none if it is not in the line.
    pub to: Option<u32>,
    /// Pages that the line may have before it gives one up, before and after, where that changes.
    pub share: Option<(u32, u32)>,
}

//! Blocks gone bad, as the page counts them.

use crate::nand::array::Nand;
use serde::Serialize;

/// Blocks gone bad, and erases that are to fail.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct BadBlocks {
    /// Blocks gone bad so far.
    now: u32,
    /// Blocks of the device.
    of: u32,
    /// Erases to come that fail.
    to_come: u64,
}

/// Of the device as it is.
pub(super) fn bad_blocks(nand: &Nand) -> BadBlocks {
    BadBlocks { now: nand.bad_blocks, of: nand.geometry.blocks(), to_come: nand.failures.left() }
}

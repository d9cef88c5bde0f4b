//! The table of `address: compact`: the logical blocks a trace touches, numbered anew in ascending order.

use super::record::Record;
use crate::base::error::Error;
use crate::base::request::HostOp;
use std::ops::Range;
use std::sync::Arc;

/// Blocks gathered before the list is sorted and freed of doubles, at least.
const LEAST_GATHERED: usize = 1 << 20;

/// The touched blocks in ascending order; a block's new number is its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct CompactTable {
    blocks: Arc<[u64]>,
    sectors_per_block: u64,
}

impl CompactTable {
    /// The table for `records` on a device of `device_sectors`.
    ///
    /// # Errors
    /// The touched blocks are more than the device has.
    pub(super) fn new(records: &[Record], device_sectors: u64, sectors_per_block: u64) -> Result<Self, Error> {
        let sectors_per_block = sectors_per_block.max(1);
        let device_blocks = device_sectors.div_ceil(sectors_per_block);
        let too_many = |least: u64| {
            Error::Trace(format!(
                "address \"compact\": the trace touches at least {least} logical blocks of {sectors_per_block} sectors; \
                 expected at most the {} of the device",
                device_sectors / sectors_per_block
            ))
        };
        let mut blocks = Vec::new();
        let mut gather_until = LEAST_GATHERED;
        let mut end = 0;
        for record in records.iter().filter(|record| record.op() != HostOp::Flush) {
            end = end.max(record.end());
            let (first, last) = (record.sector() / sectors_per_block, (record.end() - 1) / sectors_per_block);
            if last - first >= device_blocks {
                return Err(too_many(last - first + 1));
            }
            blocks.extend(first..=last);
            if blocks.len() >= gather_until {
                sort_and_free_of_doubles(&mut blocks);
                if blocks.len() as u64 > device_blocks {
                    return Err(too_many(blocks.len() as u64));
                }
                gather_until = LEAST_GATHERED + 2 * blocks.len();
            }
        }
        sort_and_free_of_doubles(&mut blocks);
        let table = Self { blocks: blocks.into(), sectors_per_block };
        // The device's last block may be a part of one, so it is the last sector that must fit.
        if end > 0 && table.sector(end - 1) >= device_sectors {
            return Err(too_many(table.blocks.len() as u64));
        }
        Ok(table)
    }

    /// Where `sector`, which lies in a touched block, is on the device.
    #[inline]
    pub(super) fn sector(&self, sector: u64) -> u64 {
        let block = sector / self.sectors_per_block;
        let number = self.blocks.partition_point(|&known| known < block) as u64;
        number * self.sectors_per_block + sector % self.sectors_per_block
    }

    /// Where the touched part of `sectors` is on the device: one piece, since blocks keep their order.
    pub(super) fn extent(&self, sectors: Range<u64>) -> Range<u64> {
        // A block that is not touched has no place; behind it comes that of the next touched one.
        let place = |sector: u64| {
            let is_touched = self.blocks.binary_search(&(sector / self.sectors_per_block)).is_ok();
            if is_touched { self.sector(sector) } else { self.sector(sector - sector % self.sectors_per_block) }
        };
        place(sectors.start)..place(sectors.end)
    }
}

fn sort_and_free_of_doubles(blocks: &mut Vec<u64>) {
    blocks.sort_unstable();
    blocks.dedup();
}

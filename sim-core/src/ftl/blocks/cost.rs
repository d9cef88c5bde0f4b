//! What a merge costs, in copies and erases.

use super::Blocks;
use super::explain::cheapest;
use crate::base::text::{count, grouped};
use crate::flash::counters::Merge;
use crate::nand::array::Nand;
use crate::nand::{BlockId, NONE};

/// What merging or freeing takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    /// Pages copied.
    pub copies: u32,
    /// Blocks erased.
    pub erases: u32,
}

impl Cost {
    /// Bringing `lbn` into one block that holds its pages below `from` already.
    pub(crate) fn of_merge(lbn: u32, from: u32, blocks: &Blocks) -> Self {
        let mapped = blocks.pages(lbn).skip(from as usize).filter(|&lpn| blocks.lookup(lpn) != NONE);
        Self { copies: mapped.count() as u32, erases: u32::from(blocks.data_block(lbn) != NONE) }
    }

    /// In words, with `noun` for the copies.
    pub(crate) fn text(self, noun: &str, and: &str) -> String {
        let copies = match self.copies {
            1 => format!("1 {noun}y"),
            n => format!("{} {noun}ies", grouped(u64::from(n))),
        };
        format!("{copies}{and}{}", count(u64::from(self.erases), "erase"))
    }

    /// "40 page copies and 6 erases".
    pub(crate) fn words(self) -> String {
        match self.copies {
            0 => count(u64::from(self.erases), "erase"),
            _ => self.text("page cop", " and "),
        }
    }

    /// What it takes to bring every logical block with current pages in `log` back into one block, each in the cheapest way.
    pub(crate) fn of_emptying(log: BlockId, blocks: &Blocks, nand: &Nand) -> Self {
        let mapped = |lbn: u32| blocks.pages(lbn).filter(|&lpn| blocks.lookup(lpn) != NONE).count() as u32;
        let found = blocks.logical_blocks_in(log, nand);
        let old_data = found.iter().filter(|&&lbn| blocks.data_block(lbn) != NONE).count() as u32;
        let all = found.iter().map(|&lbn| mapped(lbn)).sum();
        match found[..] {
            [lbn] if cheapest(lbn, log, nand) != Merge::Full => {
                Self { copies: all - nand.block(log).write_ptr, erases: old_data }
            }
            _ => Self { copies: all, erases: old_data + 1 },
        }
    }
}

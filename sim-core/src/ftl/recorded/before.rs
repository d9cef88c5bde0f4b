//! What flash holds before a log begins: the pages that it reads, moves or outdates before it programs them, and what must have been
//! programmed before them in their blocks.

use super::RecordedOperations;
use super::plan::Step;
use crate::flash::halt::Halt;
use crate::flash::operation::Kind;
use crate::nand::array::Nand;
use crate::nand::block::BlockKind;
use crate::nand::geometry::Geometry;
use crate::nand::{BlockId, Lpn, NONE, Ppn};
use crate::trace::operations::Recorded;
use std::collections::{BTreeMap, BTreeSet};

/// A block that is not erased when the log begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct BlockBefore {
    block: BlockId,
    /// Its programmed pages are those before this place.
    end: u32,
    /// Places with current data, each with its logical page, ascending.
    current: Vec<(u32, Lpn)>,
}

/// What the steps so far say of a block.
#[derive(Default)]
struct Block {
    current: BTreeMap<u32, Lpn>,
    /// Behind the last place that was used before.
    used: u32,
    /// Whether its first use within the log is over: it was programmed or erased there.
    is_settled: bool,
    /// Places that were programmed before, at least.
    end: u32,
}

/// What flash holds before `steps`, by block.
pub(super) fn of(steps: impl Iterator<Item = Step>, geometry: &Geometry) -> Vec<BlockBefore> {
    let mut blocks: BTreeMap<BlockId, Block> = BTreeMap::new();
    let mut programmed: BTreeSet<Ppn> = BTreeSet::new();
    let mut placed: BTreeSet<Lpn> = BTreeSet::new();
    for step in steps {
        let Recorded { from, to, stale, lpn, block, .. } = step.recorded;
        for page in [from, stale].into_iter().filter(|&page| page != NONE && !programmed.contains(&page)) {
            let entry = blocks.entry(geometry.block_of(page)).or_default();
            let offset = geometry.offset_of(page);
            // What was erased within the log holds nothing of before.
            if entry.is_settled && offset >= entry.end {
                continue;
            }
            entry.used = entry.used.max(offset + 1);
            if lpn != NONE && placed.insert(lpn) {
                entry.current.insert(offset, lpn);
            }
        }
        if to != NONE {
            programmed.insert(to);
            placed.insert(lpn);
            blocks.entry(geometry.block_of(to)).or_default().settle(geometry.offset_of(to));
        }
        if step.kind == Kind::Erase {
            blocks.entry(block).or_default().settle(geometry.pages_per_block);
        }
    }
    let not_erased = |(block, entry): (BlockId, Block)| {
        let end = if entry.is_settled { entry.end } else { entry.used };
        (end > 0).then(|| BlockBefore { block, end, current: entry.current.into_iter().collect() })
    };
    blocks.into_iter().filter_map(not_erased).collect()
}

impl Block {
    /// It is first touched within the log at `end`: what lies before was there.
    fn settle(&mut self, end: u32) {
        if !self.is_settled {
            self.is_settled = true;
            self.end = end;
        }
    }
}

impl RecordedOperations {
    /// Programs a block as it was before the log.
    pub(super) fn put_in_place(&mut self, before: &BlockBefore, nand: &mut Nand) -> Result<(), Halt> {
        nand.open(before.block, BlockKind::Data)?;
        self.free[nand.geometry.plane_of(before.block) as usize] -= 1;
        let mut current = before.current.iter().peekable();
        for offset in 0..before.end {
            let ppn = nand.geometry.page(before.block, offset);
            match current.next_if(|&&(place, _)| place == offset) {
                Some(&(_, lpn)) => {
                    nand.program(ppn, lpn, 0, 0)?;
                    self.places[lpn as usize] = ppn;
                }
                None => nand.program_nothing(ppn)?,
            }
        }
        if before.end == nand.geometry.pages_per_block {
            nand.close(before.block)?;
        }
        Ok(())
    }
}

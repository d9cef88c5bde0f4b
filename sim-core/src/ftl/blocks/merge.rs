//! Merges: bringing a logical block back into one data block, at three prices.

use super::Blocks;
use crate::flash::access::Flash;
use crate::flash::counters::Merge;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::Trigger;
use crate::nand::array::Nand;
use crate::nand::block::BlockKind;
use crate::nand::{BlockId, Lpn, NONE, PlaneId, Ppn};
use std::ops::Range;

/// Pages of the present request that ride along in a merge: they are programmed in their places instead of their old
/// versions being copied.
pub(crate) type Pending = Range<Lpn>;

/// No page rides along.
pub(crate) const NOTHING: Pending = 0..0;

impl Merge {
    const fn kind(self) -> Kind {
        match self {
            Self::Switch => Kind::SwitchMerge,
            Self::Partial => Kind::PartialMerge,
            Self::Full => Kind::FullMerge,
        }
    }
    const fn purpose(self) -> Purpose {
        match self {
            Self::Switch => Purpose::Switch,
            Self::Partial => Purpose::Partial,
            Self::Full => Purpose::Full,
        }
    }
}

impl Blocks {
    /// `log` holds every page of `lbn` in its place: it becomes the data block. One erase. The layer has it until the merge has
    /// begun, and then gives it up by `give_up`.
    pub(crate) fn switch_merge(
        &mut self,
        lbn: u32,
        log: BlockId,
        trigger: Option<Trigger>,
        give_up: impl FnOnce(),
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let outer = self.begin(Merge::Switch, lbn, log, trigger, flash)?;
        give_up();
        self.building[self.plane_of(lbn) as usize] = log;
        self.becomes_data(lbn, log, Merge::Switch, flash)?;
        self.end(lbn, flash, outer)
    }

    /// `log` holds the first pages of `lbn` in their places: the rest is copied behind them, and it becomes the data
    /// block. With k pages in it, P − k copies and an erase. It is given up as in a switch merge.
    pub(crate) fn partial_merge(
        &mut self,
        lbn: u32,
        log: BlockId,
        pending: Pending,
        trigger: Option<Trigger>,
        give_up: impl FnOnce(),
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let outer = self.begin(Merge::Partial, lbn, log, trigger, flash)?;
        give_up();
        self.building[self.plane_of(lbn) as usize] = log;
        let written = flash.nand().block(log).write_ptr as usize;
        self.places(lbn, log, flash.nand())
            .skip(written)
            .try_for_each(|(lpn, place)| self.put_in_place(lpn, place, &pending, Purpose::Partial, flash))?;
        self.becomes_data(lbn, log, Merge::Partial, flash)?;
        self.end(lbn, flash, outer)
    }

    /// `lbn` is rebuilt in a fresh block from the newest copy of each page, wherever it is. P copies and an erase. The log
    /// blocks that held copies are left to the layer.
    pub(crate) fn full_merge(
        &mut self,
        lbn: u32,
        pending: Pending,
        trigger: Option<Trigger>,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let plane = self.plane_of(lbn);
        let target = self.building_block(plane, false, flash)?;
        let outer = self.begin(Merge::Full, lbn, target, trigger, flash)?;
        self.places(lbn, target, flash.nand())
            .try_for_each(|(lpn, place)| self.put_in_place(lpn, place, &pending, Purpose::Full, flash))?;
        self.becomes_data(lbn, target, Merge::Full, flash)?;
        self.end(lbn, flash, outer)
    }

    /// A fresh block to build in.
    pub(super) fn building_block(
        &mut self,
        plane: PlaneId,
        most_worn: bool,
        flash: &mut Flash<'_>,
    ) -> Result<BlockId, Halt> {
        let block = self.supply[plane as usize].take(BlockKind::Data, most_worn, flash)?;
        self.building[plane as usize] = block;
        Ok(block)
    }

    /// The pages of a logical block, each with its place in `block`.
    pub(super) fn places(&self, lbn: u32, block: BlockId, nand: &Nand) -> impl Iterator<Item = (Lpn, Ppn)> + use<> {
        self.pages(lbn).zip(nand.geometry.page(block, 0)..)
    }

    /// One page of a merge: the host's, or a copy of the newest, or nothing where there is none.
    pub(super) fn put_in_place(
        &mut self,
        lpn: Lpn,
        place: Ppn,
        pending: &Pending,
        purpose: Purpose,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        if pending.contains(&lpn) {
            self.program(lpn, place, flash)
        } else if self.lookup(lpn) != NONE {
            self.copy(lpn, place, purpose, flash)
        } else {
            Ok(())
        }
    }

    /// The old data block of `lbn` is erased, and `block` takes its place. A block in which nothing was put is given back.
    pub(super) fn becomes_data(
        &mut self,
        lbn: u32,
        block: BlockId,
        merge: Merge,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        self.replace_data(lbn, block, merge.purpose(), flash)?;
        flash.core.counters.merges[merge as usize] += 1;
        Ok(())
    }

    pub(super) fn replace_data(
        &mut self,
        lbn: u32,
        block: BlockId,
        purpose: Purpose,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let old = self.data_block(lbn);
        if old != NONE {
            self.release(old, purpose, flash)?;
        }
        self.data[lbn as usize] = block;
        self.building[self.plane_of(lbn) as usize] = NONE;
        flash.core.nand.set_kind(block, BlockKind::Data);
        if flash.nand().block(block).write_ptr == 0 {
            flash.core.nand.unopen(block)?;
            self.data[lbn as usize] = NONE;
            let erases = flash.nand().block(block).erase_count;
            self.supply[self.plane_of(lbn) as usize].free.add(block, erases);
        }
        Ok(())
    }

    fn begin(
        &mut self,
        merge: Merge,
        lbn: u32,
        block: BlockId,
        trigger: Option<Trigger>,
        flash: &mut Flash<'_>,
    ) -> Result<Option<u64>, Halt> {
        let pages = self.pages(lbn);
        flash.enter(Operation {
            lpn: Some(pages.start),
            pages: pages.len() as u32,
            block: Some(block),
            trigger,
            ..Operation::new(merge.kind(), merge.purpose())
        })
    }

    fn end(&mut self, lbn: u32, flash: &mut Flash<'_>, outer: Option<u64>) -> Result<(), Halt> {
        let pages = self.pages(lbn);
        let block = Some(self.data_block(lbn)).filter(|&block| block != NONE);
        let (lpn, pages) = (Some(pages.start), pages.len() as u32);
        flash.note(Operation { lpn, pages, block, ..Operation::new(Kind::MergeEnd, Purpose::Full) })?;
        flash.leave(outer);
        Ok(())
    }
}

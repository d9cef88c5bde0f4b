//! Flash blocks under the cache, and a block's way to them: the pages of it that only the flash holds are read up,
//! then its physical block is erased and written anew; with a moving map a spare block is written first, and the old one
//! erased after.

use super::below::Below;
use super::homes::Homes;
use super::page_set::{CachedPage, PageSet};
use crate::base::text::grouped;
use crate::flash::access::Flash;
use crate::flash::halt::{Halt, Reason};
use crate::flash::operation::Purpose;
use crate::nand::array::{Erased, Nand};
use crate::nand::block::BlockKind;
use crate::nand::{BlockId, Lpn, NONE, Ppn};

/// Where blocks live on flash, and the one on its way there.
#[derive(Clone, Debug, Hash)]
pub(super) struct FlashBlocks {
    /// Where blocks live.
    pub homes: Homes,
    /// The block on its way to flash.
    pub(crate) flushing: Option<Flushing>,
}

/// A block on its way to flash.
#[derive(Clone, Debug, Hash)]
pub(super) struct Flushing {
    /// The block slot it leaves; none if it leaves page slots.
    pub slot: Option<u16>,
    /// All its pages, those read up from flash too.
    pub set: PageSet,
    /// Pages below this offset are programmed.
    pub(super) programmed_below: u32,
    /// The physical block it goes to.
    pub target: BlockId,
    /// Whether the block that held the pages read up is erased.
    pub erased: bool,
}

impl Below for FlashBlocks {
    fn read(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        match self.homes.lookup(lpn) {
            NONE => flash.read_unmapped(lpn),
            ppn => flash.read(lpn, ppn, Purpose::Host),
        }
    }

    fn stale(&self, lpn: Lpn) -> Ppn {
        self.homes.lookup(lpn)
    }

    fn outdate(&mut self, lpn: Lpn) {
        self.homes.forget(lpn);
    }

    fn holds(&self, lpn: Lpn) -> bool {
        self.homes.lookup(lpn) != NONE
    }

    fn erases(&self) -> u32 {
        1
    }

    fn read_up(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<u32, Halt> {
        let ppn = self.homes.lookup(lpn);
        flash.read(lpn, ppn, Purpose::Rewrite)?;
        Ok(flash.version_at(ppn))
    }

    fn bring(&mut self, set: PageSet, slot: Option<u16>, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let target = self.homes.block(set.lbn);
        self.flushing = Some(Flushing { slot, set, programmed_below: 0, target, erased: false });
        self.merge_late(flash)?;
        if self.homes.is_moving() {
            self.write_elsewhere(flash)?
        } else {
            self.write_in_place(flash)?
        }
        self.flushing = None;
        Ok(())
    }
}

impl FlashBlocks {
    /// Pages, with their versions, that are nowhere but in the controller now: read up, and gone from flash with an erase,
    /// even one cut off.
    pub(crate) fn in_transit(&self, nand: &Nand) -> Vec<(Lpn, u32)> {
        let Some(flushing) = &self.flushing else { return Vec::new() };
        let first = self.homes.first_page(flushing.set.lbn);
        let left = |page: &&CachedPage| page.clean && page.offset >= flushing.programmed_below;
        let on_flash = |lpn: Lpn| self.holds(lpn) && nand.read(self.homes.lookup(lpn)).is_ok();
        let read_up = flushing.set.pages().iter().filter(left).map(|page| (first + page.offset, page.version));
        read_up.filter(|&(lpn, _)| !on_flash(lpn)).collect()
    }

    /// Late merge: every page that is current on flash and not in RAM is read.
    fn merge_late(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(lbn) = self.flushing.as_ref().map(|flushing| flushing.set.lbn) else { return Ok(()) };
        for lpn in self.homes.pages(lbn) {
            let offset = self.homes.offset(lpn);
            let is_there = self.flushing.as_ref().is_some_and(|flushing| flushing.set.get(offset).is_some());
            if self.holds(lpn) && !is_there {
                let page = CachedPage { offset, version: self.read_up(lpn, flash)?, clean: true };
                self.flushing.iter_mut().for_each(|flushing| {
                    flushing.set.put(page);
                });
            }
        }
        Ok(())
    }

    /// Erases the block and writes it anew.
    fn write_in_place(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(flushing) = &mut self.flushing else { return Ok(()) };
        let (lbn, block) = (flushing.set.lbn, flushing.target);
        let erased = flash.erase_under(block, Purpose::Flush)?;
        flushing.erased = true;
        self.homes.pages(lbn).for_each(|lpn| self.homes.forget(lpn));
        if erased == Erased::Bad {
            let block = grouped(u64::from(block));
            let text = format!("the device is read-only: block {block} is bad, and B{lbn} has no other place");
            return Err(Box::new(Reason::ReadOnly(text)));
        }
        flash.open(block, BlockKind::Data)?;
        self.program_all(flash)
    }

    /// Writes a spare block, then erases the old one.
    fn write_elsewhere(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(flushing) = &mut self.flushing else { return Ok(()) };
        let lbn = flushing.set.lbn;
        let (old, target) = (self.homes.block(lbn), self.homes.take_spare(lbn, flash)?);
        self.homes.moved(lbn, target);
        flushing.target = target;
        self.program_all(flash)?;
        let erased = flash.erase(old, Purpose::Flush)?;
        self.homes.give_spare(old, erased, flash.nand());
        Ok(())
    }

    /// Programs all pages in ascending order; those that were never written are left out.
    fn program_all(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(flushing) = &mut self.flushing else { return Ok(()) };
        let (first, target) = (self.homes.first_page(flushing.set.lbn), flushing.target);
        for page in flushing.set.pages() {
            let lpn = first + page.offset;
            let place = flash.nand().geometry.page(target, page.offset);
            let purpose = if page.clean { Purpose::Rewrite } else { Purpose::Flush };
            flash.program_version(lpn, page.version, place, self.homes.lookup(lpn), purpose)?;
            self.homes.settle(lpn, place);
            flushing.programmed_below = page.offset + 1;
        }
        flash.close(target)
    }
}

//! A block's way to flash (SPEC 8.5): the pages of it that only the flash holds are read up, then its physical block is
//! erased and written anew; with a moving map a spare block is written first, and the old one erased after.

use super::Clash;
use super::homes::Homes;
use super::page_set::{CachedPage, PageSet};
use crate::engine::flash::Flash;
use crate::engine::halt::{Halt, Reason};
use crate::engine::narrator::grouped;
use crate::engine::observer::Observer;
use crate::engine::operation::{Kind, Operation, Purpose};
use crate::nand::array::{Erased, Nand};
use crate::nand::block::BlockKind;
use crate::nand::{BlockId, Lpn, NONE};

/// Where the pages are that go to flash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum From {
    /// In this block slot.
    Slot(usize),
    /// In page slots.
    Pages(u32),
}

/// A block on its way to flash.
#[derive(Clone, Debug, Hash)]
pub struct Flushing {
    /// The block slot it leaves; none if it leaves page slots.
    pub slot: Option<u16>,
    /// All its pages, those read up from flash too.
    pub set: PageSet,
    /// Pages below this offset are programmed.
    pub programmed_below: u32,
    /// The physical block it goes to.
    pub target: BlockId,
    /// A block written before, to be erased when the other is complete; [`NONE`] for none.
    pub old: BlockId,
    /// Whether the block that held the pages read up is erased.
    pub erased: bool,
}

impl Flushing {
    /// Pages that are nowhere but in the controller now: read up, and gone from flash with an erase, even one cut off.
    pub fn in_transit(&self, homes: &Homes, nand: &Nand) -> Vec<(Lpn, u32)> {
        let first = homes.first_page(self.set.lbn);
        let read_up = self.set.pages().iter().filter(|page| page.clean && page.offset >= self.programmed_below);
        let on_flash = |lpn: Lpn| homes.lookup(lpn) != NONE && nand.read(homes.lookup(lpn)).is_ok();
        read_up.map(|page| (first + page.offset, page.version)).filter(|&(lpn, _)| !on_flash(lpn)).collect()
    }
}

impl Clash {
    /// Brings a block to flash and frees its slots.
    pub(super) fn flush_block<O: Observer>(&mut self, from: From, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let Some(set) = self.leaving(from) else { return Ok(()) };
        let (lbn, slot) = (set.lbn, if let From::Slot(slot) = from { Some(slot as u16) } else { None });
        let in_ram = set.pages().iter().filter(|page| !page.clean).count() as u32;
        let outer = flash.enter(Operation {
            lpn: Some(self.homes.first_page(lbn)),
            pages: set.len(),
            slot,
            block: Some(self.homes.block(lbn)),
            ..Operation::new(Kind::FlushStart, Purpose::Flush)
        })?;
        flash.core.counters.flushes += 1;
        flash.core.counters.flushed_pages += u64::from(in_ram);
        self.take_out(from);
        let target = self.homes.block(lbn);
        self.flushing = Some(Flushing { slot, set, programmed_below: 0, target, old: NONE, erased: false });
        self.read_up(flash)?;
        if self.homes.is_moving() {
            self.write_elsewhere(flash)?
        } else {
            self.write_in_place(flash)?
        }
        self.flushing = None;
        flash.note(Operation {
            lpn: Some(self.homes.first_page(lbn)),
            slot,
            block: Some(self.homes.block(lbn)),
            ..Operation::new(Kind::FlushEnd, Purpose::Flush)
        })?;
        flash.leave(outer);
        Ok(())
    }

    /// Flushes all of RAM: block slots in their order, then sets by their number.
    pub(super) fn flush_everything<O: Observer>(&mut self, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        while let Some(slot) = self.cache.blocks.next_out() {
            self.flush_block(From::Slot(slot), flash)?;
        }
        while let Some(lbn) = self.cache.pages.sets().first().map(|standing| standing.set.lbn) {
            self.flush_block(From::Pages(lbn), flash)?;
        }
        Ok(())
    }

    /// The pages that leave RAM.
    pub(super) fn leaving(&self, from: From) -> Option<PageSet> {
        match from {
            From::Pages(lbn) => self.cache.pages.find(lbn).cloned(),
            From::Slot(slot) => {
                let mut set = self.cache.blocks.set(slot)?.clone();
                let absorbed = self.cache.pages.find(set.lbn).filter(|_| self.cache.rules.absorb).cloned();
                absorbed.into_iter().for_each(|more| set.join(more));
                Some(set)
            }
        }
    }

    fn take_out(&mut self, from: From) {
        match from {
            From::Pages(lbn) => drop(self.cache.pages.take(lbn)),
            From::Slot(slot) => {
                let lbn = self.cache.blocks.take(slot).map(|set| set.lbn);
                lbn.filter(|_| self.cache.rules.absorb).and_then(|lbn| self.cache.pages.take(lbn));
            }
        }
    }

    /// Late merge: every page that is current on flash and not in RAM is read.
    fn read_up<O: Observer>(&mut self, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let Some(flushing) = &mut self.flushing else { return Ok(()) };
        for lpn in self.homes.pages(flushing.set.lbn) {
            let (ppn, offset) = (self.homes.lookup(lpn), self.homes.offset(lpn));
            if ppn != NONE && flushing.set.get(offset).is_none() {
                flash.read(lpn, ppn, Purpose::Rewrite)?;
                flushing.set.put(CachedPage { offset, version: flash.version_at(ppn), clean: true });
            }
        }
        Ok(())
    }

    /// Erases the block and writes it anew.
    fn write_in_place<O: Observer>(&mut self, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let Some(flushing) = &mut self.flushing else { return Ok(()) };
        let (lbn, block) = (flushing.set.lbn, flushing.target);
        let erased = flash.erase_under(block, Purpose::Flush)?;
        flushing.erased = true;
        self.homes.pages(lbn).for_each(|lpn| self.homes.forget(lpn));
        if erased == Erased::WornOut {
            let block = grouped(u64::from(block));
            let text = format!("the device is read-only: block {block} is worn out, and B{lbn} has no other place");
            return Err(Box::new(Reason::ReadOnly(text)));
        }
        flash.open(block, BlockKind::Data)?;
        self.program_all(flash)
    }

    /// Writes a spare block, then erases the old one.
    fn write_elsewhere<O: Observer>(&mut self, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let Some(lbn) = self.flushing.as_ref().map(|flushing| flushing.set.lbn) else { return Ok(()) };
        let (old, target) = (self.homes.block(lbn), self.homes.take_spare(lbn, flash)?);
        self.homes.moved(lbn, target);
        if let Some(flushing) = &mut self.flushing {
            (flushing.target, flushing.old) = (target, old);
        }
        self.program_all(flash)?;
        let erased = flash.erase(old, Purpose::Flush)?;
        self.homes.give_spare(old, erased, flash.nand());
        Ok(())
    }

    /// Programs all pages in ascending order; those that were never written are left out.
    fn program_all<O: Observer>(&mut self, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let Some(flushing) = &mut self.flushing else { return Ok(()) };
        let (first, target) = (self.homes.first_page(flushing.set.lbn), flushing.target);
        for page in flushing.set.pages() {
            let lpn = first + page.offset;
            let place = flash.nand().geometry.page(target, page.offset);
            let purpose = if page.clean { Purpose::Rewrite } else { Purpose::Flush };
            flash.program_from_ram(lpn, page.version, place, self.homes.lookup(lpn), purpose)?;
            self.homes.settle(lpn, place);
            flushing.programmed_below = page.offset + 1;
        }
        flash.close(target)
    }
}

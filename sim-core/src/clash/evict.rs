//! Making room in the page slots (SPEC 8.4): the largest set goes down to a block slot, or trades places with the emptiest
//! block, or a block is flushed first.

use super::Clash;
use super::cache::{Choice, Room};
use super::explain;
use super::flush::From;
use super::page_set::{CachedPage, PageSet};
use crate::engine::flash::Flash;
use crate::engine::halt::Halt;
use crate::engine::observer::Observer;
use crate::engine::operation::{Kind, Operation, Purpose};
use crate::nand::NONE;

impl Clash {
    /// Frees page slots until `wanted` of them are free. After a flush the set still goes down, even where the flush took pages out of page slots;
    /// where equals traded places, none came free by it, and the choice is made again.
    pub(super) fn make_room<O: Observer>(&mut self, wanted: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let mut traded = false;
        while let Some(choice) = self.cache.choose(traded) {
            let timing = *flash.core.clock.timing();
            flash.decide(|_, op| explain::decision(op, choice, self, &timing));
            match choice.room {
                Room::Join(slot) | Room::Enter(slot) => self.evict_set(choice.lbn, slot, flash)?,
                Room::Swap(slot) => self.swap(choice, slot, flash)?,
                Room::Flush(slot) => self.flush_block(From::Slot(slot), flash)?,
            }
            traded = true;
            let goes_on = matches!(choice.room, Room::Flush(_)) && self.cache.pages.find(choice.lbn).is_some();
            if !goes_on && self.cache.pages.used() + wanted <= self.cache.page_room() {
                break;
            }
        }
        Ok(())
    }

    /// The set of `lbn` goes down to a block slot that is free, or its own.
    fn evict_set<O: Observer>(&mut self, lbn: u32, slot: usize, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let Some(set) = self.cache.pages.find(lbn) else { return Ok(()) };
        let enters = self.cache.blocks.set(slot).is_none();
        flash.note(self.told(Kind::SetEvict, set, slot))?;
        flash.core.counters.set_evictions += 1;
        let now = self.cache.now;
        self.cache.pages.take(lbn).into_iter().for_each(|set| self.cache.blocks.put(slot, set, now));
        if enters && self.cache.rules.early_merge {
            self.read_early(lbn, slot, flash)?;
        }
        Ok(())
    }

    /// The set and the pages of a block slot trade places. Pages that the flash holds too do not go up.
    fn swap<O: Observer>(&mut self, choice: Choice, slot: usize, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let Some(set) = self.cache.pages.find(choice.lbn) else { return Ok(()) };
        flash.note(self.told(Kind::Swap, set, slot))?;
        flash.core.counters.swaps += 1;
        let now = self.cache.now;
        // Up before down: the pages that come do not stand where the others have just left.
        let mut up = self.cache.blocks.take(slot);
        up.iter_mut().for_each(PageSet::drop_clean);
        up.filter(|up| !up.is_empty()).into_iter().for_each(|up| self.cache.pages.put(up));
        self.cache.pages.take(choice.lbn).into_iter().for_each(|down| self.cache.blocks.put(slot, down, now));
        if self.cache.rules.early_merge {
            self.read_early(choice.lbn, slot, flash)?;
        }
        Ok(())
    }

    /// Early merge: what the flash still holds of a block is read into its slot, and stays valid on flash.
    fn read_early<O: Observer>(&mut self, lbn: u32, slot: usize, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        for lpn in self.homes.pages(lbn) {
            let (ppn, offset) = (self.homes.lookup(lpn), self.homes.offset(lpn));
            if ppn == NONE {
                continue;
            }
            flash.read(lpn, ppn, Purpose::Rewrite)?;
            let page = CachedPage { offset, version: flash.version_at(ppn), clean: true };
            self.cache.blocks.set_mut(slot).into_iter().for_each(|set| {
                set.put(page);
            });
        }
        Ok(())
    }

    fn told(&self, kind: Kind, set: &PageSet, slot: usize) -> Operation {
        Operation {
            lpn: Some(self.homes.first_page(set.lbn)),
            pages: set.len(),
            slot: Some(slot as u16),
            ..Operation::new(kind, Purpose::Host)
        }
    }
}

//! Making room in the page slots: the largest set goes down to a block slot, or swaps places with the emptiest
//! block, or a block is flushed first.

use super::below::Below;
use super::cache::{Cache, Choice, Room};
use super::explain::{self, Ground};
use super::page_set::{CachedPage, PageSet};
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, Is, Trigger, What};

/// Where the pages are that go to flash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// In this block slot.
    Slot(usize),
    /// In page slots.
    Pages(u32),
}

impl Cache {
    /// Frees page slots until `wanted` of them are free, of which `because` says that there are too few. After a flush the set still goes down, even where the flush took
    /// pages out of page slots; where equals swapped places, none came free by it, and the choice is made again.
    pub(crate) fn make_room(
        &mut self,
        wanted: u32,
        mut because: Option<Condition>,
        below: &mut impl Below,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let mut swapped = false;
        while let Some(choice) = self.choose(swapped) {
            let timing = *flash.core.clock.timing();
            let ground = Ground { holds: &|lpn| below.holds(lpn), erases: below.erases(), timing };
            flash.decide(|_, op| explain::decision(op, choice, self, &ground));
            let trigger = flash.because(|_| match because {
                Some(full) => Trigger::from((full, choice.because)),
                None => choice.because.into(),
            });
            match choice.room {
                Room::Join(slot) | Room::Enter(slot) => self.evict_set(choice.lbn, slot, trigger, below, flash)?,
                Room::Swap(slot) => self.swap(choice, slot, trigger, below, flash)?,
                Room::Flush(slot) => self.flush(Origin::Slot(slot), trigger, below, flash)?,
            }
            swapped = true;
            let goes_on = matches!(choice.room, Room::Flush(_)) && self.pages.find(choice.lbn).is_some();
            let is_short = self.pages.used() + wanted > self.page_room();
            if !goes_on && !is_short {
                break;
            }
            because = is_short.then(|| self.short_of_pages(wanted, self.page_room()));
        }
        Ok(())
    }

    /// That `wanted` page slots more than are used are more than `room`.
    pub(super) fn short_of_pages(&self, wanted: u32, room: u32) -> Condition {
        Condition::new(What::PageSlots, self.pages.used(), Is::Above, room).plus(wanted)
    }

    /// Flushes all of RAM: block slots in their order, then sets by their number.
    pub(crate) fn flush_everything(&mut self, below: &mut impl Below, flash: &mut Flash<'_>) -> Result<(), Halt> {
        while let Some(slot) = self.blocks.next_out() {
            let trigger = flash.because(|_| self.still_in_ram());
            self.flush(Origin::Slot(slot), trigger, below, flash)?;
        }
        while let Some(lbn) = self.pages.sets().first().map(|standing| standing.set.lbn) {
            let trigger = flash.because(|_| self.still_in_ram());
            self.flush(Origin::Pages(lbn), trigger, below, flash)?;
        }
        Ok(())
    }

    /// That not all is on flash, where all of it is to be.
    fn still_in_ram(&self) -> Condition {
        Condition::new(What::PagesInRam, self.pages.used() + self.blocks.used(), Is::Above, 0u32)
    }

    /// Brings a block to flash and frees its slots.
    pub(crate) fn flush(
        &mut self,
        from: Origin,
        trigger: Option<Trigger>,
        below: &mut impl Below,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let Some(set) = self.leaving(from) else { return Ok(()) };
        let slot = if let Origin::Slot(slot) = from { Some(slot as u16) } else { None };
        let told = |kind: Kind| Operation {
            lpn: Some(self.first_page(set.lbn)),
            pages: set.len(),
            slot,
            ..Operation::new(kind, Purpose::Flush)
        };
        let (start, end) = (told(Kind::FlushStart), told(Kind::FlushEnd));
        let outer = flash.enter(Operation { trigger, ..start })?;
        flash.core.counters.flushes += 1;
        flash.core.counters.flushed_pages += u64::from(set.dirty());
        self.take_out(from);
        below.bring(set, slot, flash)?;
        flash.note(end)?;
        flash.leave(outer);
        Ok(())
    }

    /// The pages that leave RAM.
    pub(crate) fn leaving(&self, from: Origin) -> Option<PageSet> {
        match from {
            Origin::Pages(lbn) => self.pages.find(lbn).cloned(),
            Origin::Slot(slot) => {
                let mut set = self.blocks.set(slot)?.clone();
                let absorbed = self.pages.find(set.lbn).filter(|_| self.rules.absorb).cloned();
                absorbed.into_iter().for_each(|more| set.join(more));
                Some(set)
            }
        }
    }

    fn take_out(&mut self, from: Origin) {
        match from {
            Origin::Pages(lbn) => drop(self.pages.take(lbn)),
            Origin::Slot(slot) => {
                let lbn = self.blocks.take(slot).map(|set| set.lbn);
                lbn.filter(|_| self.rules.absorb).and_then(|lbn| self.pages.take(lbn));
            }
        }
    }

    /// The set of `lbn` goes down to a block slot that is free, or its own.
    fn evict_set(
        &mut self,
        lbn: u32,
        slot: usize,
        trigger: Option<Trigger>,
        below: &mut impl Below,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let Some(set) = self.pages.find(lbn) else { return Ok(()) };
        let enters = self.blocks.set(slot).is_none();
        flash.note(Operation { trigger, ..self.told(Kind::SetEvict, set, slot) })?;
        flash.core.counters.set_evictions += 1;
        let now = self.now;
        self.pages.take(lbn).into_iter().for_each(|set| self.blocks.put(slot, set, now));
        if enters && self.rules.early_merge {
            self.read_early(lbn, slot, below, flash)?;
        }
        Ok(())
    }

    /// The set and the pages of a block slot swap places. Pages that the flash holds too do not go up.
    fn swap(
        &mut self,
        choice: Choice,
        slot: usize,
        trigger: Option<Trigger>,
        below: &mut impl Below,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let Some(set) = self.pages.find(choice.lbn) else { return Ok(()) };
        flash.note(Operation { trigger, ..self.told(Kind::Swap, set, slot) })?;
        flash.core.counters.swaps += 1;
        let now = self.now;
        // Up before down: the pages that come do not stand where the others have just left.
        let mut up = self.blocks.take(slot);
        up.iter_mut().for_each(PageSet::drop_clean);
        up.filter(|up| !up.is_empty()).into_iter().for_each(|up| self.pages.put(up));
        self.pages.take(choice.lbn).into_iter().for_each(|down| self.blocks.put(slot, down, now));
        if self.rules.early_merge {
            self.read_early(choice.lbn, slot, below, flash)?;
        }
        Ok(())
    }

    /// Early merge: what only the flash holds of a block is read into its slot, and stays valid on flash.
    fn read_early(&mut self, lbn: u32, slot: usize, below: &mut impl Below, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in self.pages_of(lbn).filter(|&lpn| self.find(lpn).is_none()).collect::<Vec<_>>() {
            if below.holds(lpn) {
                let page = CachedPage { offset: self.offset(lpn), version: below.read_up(lpn, flash)?, clean: true };
                self.blocks.set_mut(slot).into_iter().for_each(|set| {
                    set.put(page);
                });
            }
        }
        Ok(())
    }

    fn told(&self, kind: Kind, set: &PageSet, slot: usize) -> Operation {
        Operation {
            lpn: Some(self.first_page(set.lbn)),
            pages: set.len(),
            slot: Some(slot as u16),
            ..Operation::new(kind, Purpose::Host)
        }
    }
}

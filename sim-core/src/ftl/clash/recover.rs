//! Start-up after a power cut: what was in RAM is gone, unless a capacitor kept it; what is on flash is found by
//! reading every block once.

use super::Clash;
use super::cache::Cache;
use super::page_set::{CachedPage, PageSet};
use crate::flash::access::Flash;
use crate::flash::capacitor_pages::CapacitorPages;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::nand::Lpn;

/// Pages, with their versions, that a power cut kept from being programmed. Event clock: there they have left RAM already.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct CutOff {
    /// The host's pages on their way from RAM.
    from_ram: CapacitorPages,
    /// Pages read up from flash, to be written again.
    pub rewritten: Vec<(Lpn, u32)>,
}

impl CutOff {
    /// One more, issued before those known.
    pub(crate) fn add(&mut self, lpn: Lpn, version: u32, rewritten: bool) {
        if rewritten {
            self.rewritten.push((lpn, version));
        } else {
            // What was to be written again had never been on flash.
            self.rewritten.retain(|&known| known != (lpn, version));
            self.from_ram.keep(lpn, version);
        }
    }
}

impl Cache {
    /// Empties the RAM at a power cut. What a `capacitor` kept of the host's pages is told, newest versions alone; with it,
    /// pages of flushes that were not over, which are held until then.
    pub(crate) fn lose(
        &mut self,
        capacitor: bool,
        cut_off: CutOff,
        unfinished: Vec<(Lpn, u32)>,
        in_hand: Option<PageSet>,
    ) -> CapacitorPages {
        let sets = self.drain();
        if !capacitor {
            return CapacitorPages::default();
        }
        let mut kept = cut_off.from_ram;
        unfinished.into_iter().for_each(|(lpn, version)| kept.keep(lpn, version));
        for set in sets.into_iter().chain(in_hand) {
            let first = self.first_page(set.lbn);
            set.pages().iter().filter(|page| !page.clean).for_each(|page| kept.keep(first + page.offset, page.version));
        }
        kept
    }

    /// Takes back what a capacitor kept, whatever room there is: it is on its way to flash.
    pub(crate) fn take_back(&mut self, kept: CapacitorPages) {
        for (lpn, version) in kept {
            let page = CachedPage { offset: self.offset(lpn), version, clean: false };
            self.pages.write(self.lbn(lpn), page, self.now);
        }
    }
}

impl Clash {
    pub(super) fn start_up(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Self { cache, below, .. } = self;
        let (scanned, unfinished) = below.homes.find_blocks(flash.nand());
        let in_hand = below.flushing.take().map(|flushing| flushing.set);
        let kept = cache.lose(self.capacitor, std::mem::take(&mut self.cut_off), unfinished, in_hand);
        below.homes.find_pages(&mut flash.core.nand, |lpn| kept.holds(lpn));
        flash.core.counters.reads[Purpose::Recovery as usize] += u64::from(scanned);
        let operation = Operation { pages: scanned, ..Operation::new(Kind::Recovery, Purpose::Recovery) };
        let outer = flash.enter(operation)?;
        flash.core.nand.reopen_unfilled();
        below.homes.clear_spares(flash)?;
        cache.take_back(kept);
        cache.flush_everything(below, flash)?;
        flash.leave(outer);
        Ok(())
    }
}

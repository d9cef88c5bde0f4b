//! Start-up after a power cut (SPEC 14b): what was in RAM is gone, unless a capacitor kept it; what is on flash is found by
//! reading every block once.

use super::Clash;
use super::page_set::CachedPage;
use crate::engine::flash::Flash;
use crate::engine::halt::Halt;
use crate::engine::observer::Observer;
use crate::engine::operation::{Kind, Operation, Purpose};
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE};
use std::collections::{BTreeMap, BTreeSet};

/// Pages that a capacitor kept, with their versions.
type Kept = BTreeMap<Lpn, u32>;

/// Pages, with their versions, that a power cut kept from being programmed. Event clock: there they have left RAM already.
#[derive(Clone, Debug, Default, Hash)]
pub struct CutOff {
    /// The host's pages on their way from RAM.
    from_ram: Vec<(Lpn, u32)>,
    /// Pages read up from flash, to be written again.
    pub rewritten: Vec<(Lpn, u32)>,
}

impl CutOff {
    /// One more, issued before those known.
    pub fn add(&mut self, lpn: Lpn, version: u32, rewritten: bool) {
        if rewritten {
            self.rewritten.push((lpn, version));
        } else {
            // What was to be written again had never been on flash.
            self.rewritten.retain(|&known| known != (lpn, version));
            self.from_ram.push((lpn, version));
        }
    }
}

impl Clash {
    pub(super) fn start_up<O: Observer>(&mut self, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let (scanned, unfinished) = self.homes.find_blocks(flash.nand());
        let kept = self.take_kept(unfinished);
        self.homes.find_pages(&mut flash.core.nand, |lpn| kept.contains_key(&lpn));
        flash.core.counters.reads[Purpose::Recovery as usize] += u64::from(scanned);
        let operation = Operation { pages: scanned, ..Operation::new(Kind::Recovery, Purpose::Recovery) };
        let outer = flash.enter(operation)?;
        flash.core.nand.reopen_unfilled();
        for block in self.homes.spares() {
            if flash.nand().block(block).write_ptr > 0 {
                flash.erase(block, Purpose::Recovery)?;
            }
        }
        for (lpn, version) in kept {
            let page = CachedPage { offset: self.homes.offset(lpn), version, clean: false };
            self.cache.pages.write(self.homes.lbn(lpn), page, self.cache.now);
        }
        self.flush_everything(flash)?;
        flash.leave(outer);
        Ok(())
    }

    /// Empties the RAM. What a capacitor kept of the host's pages comes back, newest versions alone; with them, pages of
    /// flushes that were not over, which are held until then.
    fn take_kept(&mut self, unfinished: Vec<(Lpn, u32)>) -> Kept {
        let cut_off = std::mem::take(&mut self.cut_off);
        let flushing = self.flushing.take().map(|flushing| flushing.set);
        let sets = self.cache.pages.drain().into_iter().chain(self.cache.blocks.drain()).chain(flushing);
        let mut kept = Kept::new();
        if !self.capacitor {
            return kept;
        }
        let mut keep = |lpn: Lpn, version: u32| {
            let known = kept.entry(lpn).or_insert(version);
            *known = version.max(*known);
        };
        cut_off.from_ram.into_iter().chain(unfinished).for_each(|(lpn, version)| keep(lpn, version));
        for set in sets {
            let first = self.homes.first_page(set.lbn);
            set.pages().iter().filter(|page| !page.clean).for_each(|page| keep(first + page.offset, page.version));
        }
        kept
    }

    /// What SPEC 8.13 says must hold at every operation.
    pub(super) fn check_cache(&self, nand: &Nand) -> Result<(), Rule> {
        let broken = |text: String| Err(Rule::Invariant(text));
        let pages = &self.cache.pages;
        let in_slots: u32 = pages.sets().iter().map(|standing| standing.set.len()).sum();
        if in_slots != pages.used() || pages.used() > self.cache.page_room() {
            let room = self.cache.page_room();
            return broken(format!("{in_slots} pages are in {room} page slots, counted {}", pages.used()));
        }
        let blocks = self.cache.blocks.slots().iter().flatten().map(|slot| &slot.set);
        let mut known = BTreeSet::new();
        for set in blocks.clone() {
            if set.is_empty() || !known.insert(set.lbn) {
                return broken(format!("B{} has an empty block slot, or two", set.lbn));
            }
            if let Some(page) = set.pages().iter().find(|page| pages.get(set.lbn, page.offset).is_some()) {
                return broken(format!("page {} of B{} is in both spaces", page.offset, set.lbn));
            }
        }
        for set in pages.sets().iter().map(|standing| &standing.set).chain(blocks) {
            let first = self.homes.first_page(set.lbn);
            let current = |offset: u32| {
                let ppn = self.homes.lookup(first + offset);
                ppn != NONE && nand.is_valid(ppn)
            };
            if let Some(page) = set.pages().iter().find(|page| current(page.offset) != page.clean) {
                return broken(format!(
                    "page {} of B{}, clean: {}, is otherwise on flash",
                    page.offset, set.lbn, page.clean
                ));
            }
        }
        Ok(())
    }
}

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

impl Clash {
    pub(super) fn start_up<O: Observer>(&mut self, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let kept = self.take_kept();
        let scanned = self.homes.find_again(&mut flash.core.nand, |lpn| kept.contains_key(&lpn));
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

    /// Empties the RAM. What a capacitor kept of the host's pages comes back, newest versions alone.
    fn take_kept(&mut self) -> Kept {
        let mut kept = Kept::new();
        let mut keep = |lpn: Lpn, version: u32| {
            let known = kept.entry(lpn).or_insert(version);
            *known = version.max(*known);
        };
        let unwritten = std::mem::take(&mut self.unwritten);
        let flushing = self.flushing.take();
        if self.capacitor {
            unwritten.into_iter().for_each(|(lpn, version)| keep(lpn, version));
            if let Some(flushing) = &flushing {
                let first = self.homes.first_page(flushing.set.lbn);
                flushing.unwritten().for_each(|page| keep(first + page.offset, page.version));
            }
        }
        let sets = self.cache.pages.drain().into_iter().chain(self.cache.blocks.drain());
        for set in sets.filter(|_| self.capacitor) {
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
        if in_slots != pages.used() || pages.used() > pages.capacity {
            return broken(format!("{in_slots} pages are in {} page slots, counted {}", pages.capacity, pages.used()));
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

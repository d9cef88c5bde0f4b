//! What must hold of pages in RAM.

use super::cache::Cache;
use super::page_set::CachedPage;
use crate::nand::Lpn;
use crate::nand::rule::Rule;
use std::collections::BTreeSet;

impl Cache {
    /// What must hold at every operation. `on_flash`: whether the flash holds the newest version of a page,
    /// where that is as it should be only if it is in RAM unchanged.
    pub(crate) fn check(&self, on_flash: impl Fn(Lpn) -> Option<bool>) -> Result<(), Rule> {
        let broken = |text: String| Err(Rule::Invariant(text));
        let pages = &self.pages;
        let in_slots: u32 = pages.sets().iter().map(|standing| standing.set.len()).sum();
        if in_slots != pages.used() || pages.used() > self.page_room() {
            let room = self.page_room();
            return broken(format!("{in_slots} pages are in {room} page slots, counted {}", pages.used()));
        }
        let blocks = self.blocks.slots().iter().flatten().map(|slot| &slot.set);
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
            let first = self.first_page(set.lbn);
            let differs = |page: &&CachedPage| on_flash(first + page.offset).is_some_and(|there| there != page.clean);
            if let Some(page) = set.pages().iter().find(differs) {
                let (offset, lbn, clean) = (page.offset, set.lbn, page.clean);
                return broken(format!("page {offset} of B{lbn}, clean: {clean}, is otherwise on flash"));
            }
        }
        Ok(())
    }
}

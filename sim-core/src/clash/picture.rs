//! What the stage shows of pages in RAM.

use super::Clash;
use super::block_space::Slot;
use super::flush::Flushing;
use super::page_set::{CachedPage, PageSet};
use crate::ftl::picture::{CachePicture, FlushPicture, SETS_MAX, SetPicture, SlotPicture};
use crate::nand::{BlockId, Lpn};
use std::collections::BTreeSet;

/// Most logical blocks whose block on flash is shown.
const HOMES_SHOWN: usize = 24;

impl Clash {
    pub(super) fn cache_picture(&self, near: Option<Lpn>) -> CachePicture {
        let pages = &self.cache.pages;
        let mut sets: Vec<SetPicture> = pages
            .sets()
            .iter()
            .map(|standing| SetPicture {
                lbn: standing.set.lbn,
                column: standing.column,
                offsets: standing.set.offsets(),
                last_used: standing.set.last_used,
            })
            .collect();
        sets.sort_unstable_by_key(|set| set.column);
        sets.truncate(SETS_MAX);
        CachePicture {
            page_slots: self.cache.page_room(),
            pages_used: pages.used(),
            sets,
            sets_total: pages.sets().len() as u32,
            blocks: self.cache.blocks.slots().iter().map(|slot| self.slot_picture(slot.as_ref())).collect(),
            now: self.cache.now,
            flush: self.flushing.as_ref().map(flush_picture),
            homes: self.homes_shown(near),
        }
    }

    fn slot_picture(&self, slot: Option<&Slot>) -> SlotPicture {
        let Some(slot) = slot else { return SlotPicture::default() };
        SlotPicture {
            lbn: Some(slot.set.lbn),
            offsets: slot.set.offsets(),
            clean: offsets_of(&slot.set, |page| page.clean),
            last_used: slot.set.last_used,
            rank: self.cache.blocks.rank(slot),
        }
    }

    /// The logical blocks in hand first, then those in RAM; told by number.
    fn homes_shown(&self, near: Option<Lpn>) -> Vec<(u32, BlockId)> {
        let in_hand = self.flushing.iter().map(|flushing| flushing.set.lbn);
        let in_blocks = self.cache.blocks.slots().iter().flatten().map(|slot| slot.set.lbn);
        let in_pages = self.cache.pages.sets().iter().map(|standing| standing.set.lbn);
        let mut shown = BTreeSet::new();
        for lbn in in_hand.chain(near.map(|lpn| self.homes.lbn(lpn))).chain(in_blocks).chain(in_pages) {
            if shown.len() < HOMES_SHOWN {
                shown.insert(lbn);
            }
        }
        shown.into_iter().map(|lbn| (lbn, self.homes.block(lbn))).collect()
    }
}

fn flush_picture(flushing: &Flushing) -> FlushPicture {
    FlushPicture {
        lbn: flushing.set.lbn,
        slot: flushing.slot,
        block: flushing.target,
        offsets: flushing.set.offsets(),
        read_up: offsets_of(&flushing.set, |page| page.clean),
        programmed: offsets_of(&flushing.set, |page| page.offset < flushing.programmed_below),
        erased: flushing.erased,
    }
}

fn offsets_of(set: &PageSet, which: impl Fn(&CachedPage) -> bool) -> Vec<u32> {
    set.pages().iter().filter(|page| which(page)).map(|page| page.offset).collect()
}

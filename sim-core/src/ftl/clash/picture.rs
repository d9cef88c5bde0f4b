//! What the stage shows of pages in RAM.

use super::block_space::Slot;
use super::cache::Cache;
use super::flash_blocks::{FlashBlocks, Flushing};
use super::homes::Homes;
use super::page_set::{CachedPage, PageSet};
use crate::ftl::picture::{CachePicture, FlushPicture, SETS_MAX, SetPicture, SlotPicture};
use crate::nand::{BlockId, Lpn};
use std::collections::BTreeSet;

/// Most logical blocks whose block on flash is shown.
const HOMES_SHOWN: usize = 24;

impl Cache {
    /// What is in RAM.
    pub(crate) fn picture(&self) -> CachePicture {
        let standing = self.pages.sets().iter();
        let mut sets: Vec<SetPicture> = standing
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
            page_slots: self.page_room(),
            pages_used: self.pages.used(),
            sets,
            sets_total: self.pages.sets().len() as u32,
            blocks: self.blocks.slots().iter().map(|slot| self.slot_picture(slot.as_ref())).collect(),
            now: self.now,
            ..CachePicture::default()
        }
    }

    fn slot_picture(&self, slot: Option<&Slot>) -> SlotPicture {
        let Some(slot) = slot else { return SlotPicture::default() };
        SlotPicture {
            lbn: Some(slot.set.lbn),
            offsets: slot.set.offsets(),
            clean: offsets_of(&slot.set, |page| page.clean),
            last_used: slot.set.last_used,
            rank: self.blocks.rank(slot),
        }
    }
}

impl FlashBlocks {
    /// What is in RAM, with the block on its way to flash and the blocks that it came from.
    pub(crate) fn picture(&self, cache: &Cache, near: Option<Lpn>) -> CachePicture {
        let flushing = self.flushing.as_ref();
        let in_hand = [flushing.map(|flushing| flushing.set.lbn), near.map(|lpn| cache.lbn(lpn))];
        CachePicture {
            flush: flushing.map(flush_picture),
            homes: homes_shown(in_hand.into_iter().flatten(), cache, &self.homes),
            ..cache.picture()
        }
    }
}

/// The logical blocks in hand first, then those in RAM; told by number.
fn homes_shown(in_hand: impl Iterator<Item = u32>, cache: &Cache, homes: &Homes) -> Vec<(u32, BlockId)> {
    let in_blocks = cache.blocks.slots().iter().flatten().map(|slot| slot.set.lbn);
    let in_pages = cache.pages.sets().iter().map(|standing| standing.set.lbn);
    let mut shown = BTreeSet::new();
    for lbn in in_hand.chain(in_blocks).chain(in_pages) {
        if shown.len() < HOMES_SHOWN {
            shown.insert(lbn);
        }
    }
    shown.into_iter().map(|lbn| (lbn, homes.block(lbn))).collect()
}

fn flush_picture(flushing: &Flushing) -> FlushPicture {
    FlushPicture {
        lbn: flushing.set.lbn,
        slot: flushing.slot,
        block: Some(flushing.target),
        offsets: flushing.set.offsets(),
        read_up: offsets_of(&flushing.set, |page| page.clean),
        programmed: offsets_of(&flushing.set, |page| page.offset < flushing.programmed_below),
        erased: flushing.erased,
    }
}

/// Offsets of the pages of a set for which it holds.
pub(crate) fn offsets_of(set: &PageSet, which: impl Fn(&CachedPage) -> bool) -> Vec<u32> {
    set.pages().iter().filter(|page| which(page)).map(|page| page.offset).collect()
}

//! Both spaces together: what is in RAM, and the choice of how room is made in the page slots.

use super::block_space::{BlockSpace, Order};
use super::page_set::{CachedPage, PageSet};
use super::page_space::{PageSpace, Tie};
use super::settings;
use super::split::Split;
use crate::flash::trigger::{Condition, Is, What};
use crate::nand::Lpn;
use crate::nand::geometry::Geometry;
use crate::parameters::settings::Settings;
use std::ops::Range;

/// What the papers leave open.
#[derive(Clone, Copy, Debug, Hash)]
pub(crate) struct Rules {
    /// Which of equals goes first.
    pub tie: Tie,
    /// Whether a set and a block of equal size swap places, once, instead of a block being flushed.
    pub(super) swap_equals: bool,
    /// Whether a flush takes along the block's pages in p-space.
    pub absorb: bool,
    /// Whether a read counts as a use of its block slot.
    pub(super) reads_count: bool,
    /// Whether a block's pages are read from flash when it enters a block slot, not when it leaves.
    pub(super) early_merge: bool,
}

/// Pages in RAM.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Cache {
    /// Page slots.
    pub pages: PageSpace,
    /// Block slots.
    pub blocks: BlockSpace,
    /// How choices are made.
    pub rules: Rules,
    /// Page virtualisation (a perspective of SympA, sections 5 and 6): what block slots leave unused serves as page slots.
    pub(super) lends: bool,
    /// How the RAM is split, where that changes.
    pub split: Option<Split>,
    /// Page accesses so far.
    pub now: u64,
    pages_per_block: u32,
    logical_pages: u32,
}

/// Where a page is in RAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// In a page slot.
    Page(CachedPage),
    /// In this block slot.
    Block(usize, CachedPage),
}

/// How the set that leaves the page slots is dealt with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// Its logical block has a block slot already: it goes there.
    Join(usize),
    /// A block slot is free.
    Enter(usize),
    /// It swaps places with the pages of this slot, which are fewer.
    Swap(usize),
    /// No block has fewer pages: the one in this slot is flushed, and the choice is made again.
    Flush(usize),
}

/// The set that leaves the page slots, and where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// Its logical block.
    pub lbn: u32,
    /// Where it goes.
    pub(crate) room: Room,
    /// Why there.
    pub(crate) because: Condition,
}

impl Cache {
    /// Nothing in RAM yet.
    pub(crate) fn new(pages: PageSpace, blocks: BlockSpace, rules: Rules, geometry: &Geometry) -> Self {
        Self {
            pages,
            blocks,
            rules,
            lends: false,
            split: None,
            now: 0,
            pages_per_block: geometry.pages_per_block,
            logical_pages: geometry.logical_pages,
        }
    }

    /// Takes over what changes of its settings; `touches` tells by the beginning of their names. A dynamic split looks at the
    /// writes from now on; a fixed one stays as it is.
    pub(crate) fn change(&mut self, settings: &Settings, touches: &dyn Fn(&str) -> bool) {
        self.rules.tie = settings::tie(settings);
        self.rules.swap_equals = settings.word("equal_sizes") == "swap";
        self.rules.reads_count = settings.word("b_lru_on") == "rw";
        self.blocks.set_order(Order::of(settings.word("b_policy")));
        if touches("split") || touches("split_window") {
            let slots = self.blocks.slots().len() as u32;
            let dynamic = settings.word("split") == "dynamic";
            self.split = dynamic.then(|| Split::new(settings.integer("split_window") as u32, slots));
        }
    }

    /// The logical block of a page.
    #[inline(always)]
    pub(crate) fn lbn(&self, lpn: Lpn) -> u32 {
        lpn / self.pages_per_block
    }

    /// The place of a page in its block.
    #[inline(always)]
    pub(crate) fn offset(&self, lpn: Lpn) -> u32 {
        lpn % self.pages_per_block
    }

    /// The first page of a logical block.
    pub(crate) fn first_page(&self, lbn: u32) -> Lpn {
        lbn * self.pages_per_block
    }

    /// The pages of a logical block.
    pub(crate) fn pages_of(&self, lbn: u32) -> Range<Lpn> {
        let first = self.first_page(lbn);
        first..(first + self.pages_per_block).min(self.logical_pages)
    }

    /// Pages of a block.
    pub(crate) fn pages_per_block(&self) -> u32 {
        self.pages_per_block
    }

    /// Pages of the host that there is room for.
    pub(crate) fn room(&self) -> u32 {
        self.pages.capacity + self.blocks.slots().len() as u32 * self.pages_per_block
    }

    /// 4 bytes a page slot; 4 bytes and a bit a page for a block slot, with 4 bytes a page where it lends them.
    pub(crate) fn table_bytes(&self) -> u64 {
        let pages = u64::from(self.pages_per_block);
        let block_slot = 4 + pages.div_ceil(8) + if self.lends { 4 * pages } else { 0 };
        4 * u64::from(self.pages.capacity) + self.blocks.slots().len() as u64 * block_slot
    }

    /// The version of a page that is in RAM and not below.
    pub(crate) fn version_of(&self, lpn: Lpn) -> Option<u32> {
        let (Found::Page(page) | Found::Block(_, page)) = self.find(lpn)?;
        (!page.clean).then_some(page.version)
    }

    /// Takes everything out.
    pub(crate) fn drain(&mut self) -> Vec<PageSet> {
        let mut sets = self.pages.drain();
        sets.append(&mut self.blocks.drain());
        sets
    }

    /// Pages that page slots, lent ones too, have room for.
    pub(super) fn page_room(&self) -> u32 {
        let lent = || self.blocks.slots().len() as u32 * self.pages_per_block - self.blocks.used();
        self.pages.capacity + if self.lends { lent() } else { 0 }
    }

    /// Whether no page slot is left.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.pages.used() >= self.pages.capacity && self.pages.used() >= self.page_room()
    }

    /// A page, if it is in RAM.
    #[inline]
    pub(crate) fn find(&self, lpn: Lpn) -> Option<Found> {
        let (lbn, offset) = (self.lbn(lpn), self.offset(lpn));
        if let Some(page) = self.pages.get(lbn, offset) {
            return Some(Found::Page(*page));
        }
        let slot = self.blocks.find(lbn)?;
        self.blocks.set(slot)?.get(offset).map(|page| Found::Block(slot, *page))
    }

    /// Takes a page out, if it is in RAM.
    pub(crate) fn remove(&mut self, lpn: Lpn) -> Option<CachedPage> {
        let (lbn, offset) = (self.lbn(lpn), self.offset(lpn));
        if let Some(page) = self.pages.remove(lbn, offset) {
            return Some(page);
        }
        let slot = self.blocks.find(lbn)?;
        let set = self.blocks.set_mut(slot)?;
        let page = set.remove(offset);
        if set.is_empty() {
            self.blocks.take(slot);
        }
        page
    }

    /// Which set leaves the page slots, and how. `swapped`: equals have swapped places for this page already.
    pub(crate) fn choose(&self, swapped: bool) -> Option<Choice> {
        let set = self.pages.largest(self.rules.tie)?;
        let (room, because) = match (self.blocks.find(set.lbn), self.blocks.free()) {
            (Some(own), _) => (Room::Join(own), Condition::fact(What::OwnBlockSlot, own as u64)),
            (None, Some(free)) => {
                let in_use = self.blocks.slots().iter().flatten().count() as u64;
                let slots = self.blocks.slots().len() as u64;
                (Room::Enter(free), Condition::new(What::BlockSlots, in_use, Is::Below, slots))
            }
            (None, None) => {
                let emptiest = self.blocks.emptiest(self.rules.tie)?;
                let pages = self.blocks.set(emptiest)?.dirty();
                let compared = |is| Condition::new(What::EmptiestSlot, pages, is, set.len());
                match pages == set.len() && self.rules.swap_equals && !swapped {
                    true => (Room::Swap(emptiest), compared(Is::Equal)),
                    false if pages < set.len() => (Room::Swap(emptiest), compared(Is::Below)),
                    false => (Room::Flush(self.blocks.next_out()?), compared(Is::AtLeast)),
                }
            }
        };
        Some(Choice { lbn: set.lbn, room, because })
    }
}

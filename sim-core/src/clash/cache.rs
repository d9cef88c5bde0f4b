//! Both spaces together, and the choice of how room is made in the page slots (SPEC 8.4).

use super::block_space::BlockSpace;
use super::page_set::CachedPage;
use super::page_space::{PageSpace, Tie};

/// What the papers leave open (SPEC 8.4, 15).
#[derive(Clone, Copy, Debug, Hash)]
pub struct Rules {
    /// Which of equals goes first.
    pub tie: Tie,
    /// Whether a set and a block of equal size trade places, once, instead of a block being flushed.
    pub swap_equals: bool,
    /// Whether the pages that a flushed block has in page slots go with it.
    pub absorb: bool,
    /// Whether a read counts as a use of its block slot.
    pub reads_count: bool,
    /// Whether a block's pages are read from flash when it enters a block slot, not when it leaves.
    pub early_merge: bool,
}

/// Pages in RAM.
#[derive(Clone, Debug, Hash)]
pub struct Cache {
    /// Page slots.
    pub pages: PageSpace,
    /// Block slots.
    pub blocks: BlockSpace,
    /// How choices are made.
    pub rules: Rules,
    /// Page virtualisation (a perspective of SympA, sections 5 and 6): with blocks of so many pages, what block slots leave
    /// unused serves as page slots.
    pub lent: Option<u32>,
    /// Page accesses so far.
    pub now: u64,
}

/// Where a page is in RAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// In a page slot.
    Page(CachedPage),
    /// In this block slot.
    Block(usize, CachedPage),
}

/// How the set that leaves the page slots is dealt with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Its logical block has a block slot already: it goes there.
    Join(usize),
    /// A block slot is free.
    Enter(usize),
    /// It trades places with the pages of this slot, which are fewer.
    Swap(usize),
    /// No block has fewer pages: the one in this slot is flushed, and the choice is made again.
    Flush(usize),
}

/// The set that leaves the page slots, and where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its logical block.
    pub lbn: u32,
    /// Where it goes.
    pub room: Room,
}

impl Cache {
    /// Pages that page slots, lent ones too, have room for.
    pub fn page_room(&self) -> u32 {
        let lent = |pages_per_block: u32| self.blocks.slots().len() as u32 * pages_per_block - self.blocks.used();
        self.pages.capacity + self.lent.map_or(0, lent)
    }

    /// Whether no page slot is left.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.pages.used() >= self.pages.capacity && self.pages.used() >= self.page_room()
    }

    /// A page, if it is in RAM.
    #[inline]
    pub fn find(&self, lbn: u32, offset: u32) -> Option<Found> {
        if let Some(page) = self.pages.get(lbn, offset) {
            return Some(Found::Page(*page));
        }
        let slot = self.blocks.find(lbn)?;
        self.blocks.set(slot)?.get(offset).map(|page| Found::Block(slot, *page))
    }

    /// Takes a page out, if it is in RAM.
    pub fn remove(&mut self, lbn: u32, offset: u32) -> Option<CachedPage> {
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

    /// Which set leaves the page slots, and how. `traded`: equals have traded places for this page already.
    pub fn choose(&self, traded: bool) -> Option<Choice> {
        let set = self.pages.largest(self.rules.tie)?;
        let room = match (self.blocks.find(set.lbn), self.blocks.free()) {
            (Some(own), _) => Room::Join(own),
            (None, Some(free)) => Room::Enter(free),
            (None, None) => {
                let emptiest = self.blocks.emptiest(self.rules.tie)?;
                let pages = self.blocks.set(emptiest)?.len();
                match pages < set.len() || pages == set.len() && self.rules.swap_equals && !traded {
                    true => Room::Swap(emptiest),
                    false => Room::Flush(self.blocks.next_out()?),
                }
            }
        };
        Some(Choice { lbn: set.lbn, room })
    }
}

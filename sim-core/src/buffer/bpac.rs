//! BPAC, block-page adaptive cache (Wu, Eckart, He, MSST 2010): pages used again and again are kept one by one,
//! pages written side by side as groups, and how much room each sort has follows what comes back soon after leaving.
//!
//! From the paper: the two lists, the adaptive partition, and that small groups leave by recency and large ones by size.
//! The rest is our choice:
//! - a group becomes one of the block list when `migrate_pages` of its pages are in RAM, and stays one until it leaves;
//! - in the block list, groups of at least half their block leave first, the largest before the others, of equals the one used
//!   least recently; then the small ones, used least recently first;
//! - the page list gives while it holds more pages than its share, else the block list does;
//! - a page written that left the page list not long ago raises that share by a page, a group that comes back after leaving
//!   the block list lowers it by one. As many pages are remembered as there is room for, and as many groups of the size at
//!   which they become such;
//! - reads that hit count as uses; reads that miss take no room.

use super::by_size::BySize;
use super::entry::{Change, Entry, FLUSHES};
use super::ghosts::Ghosts;
use super::policy::{Flushed, Policy, REMEMBERED, Ranked, Share, Touch, Words, pages_in_order};
use super::recency::Recency;
use super::settings::{BYTES, GRAIN};
use super::store::Victim;
use super::store::{Page, Store};
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;

const MIGRATE: Parameter = Parameter::optional(
    "migrate_pages",
    "null",
    1,
    65_536,
    "Number of buffered pages from which a logical block is kept as a group; null: a quarter of the block.",
)
.changing();
const SHARE: Parameter =
    Parameter::number("page_share", "0.5", 0.0, 1.0, "Initial share of the capacity for single pages.").changing();

/// How it is chosen.
pub(crate) const ENTRY: Entry<Bpac> = Entry {
    info: Info {
        kind: "bpac",
        title: "BPAC",
        help: "Single pages and page groups share the capacity; the share follows what is requested again soon after eviction.",
        source: "Wu, Eckart and He, BPAC: an adaptive write buffer management scheme for flash-based SSDs, MSST 2010",
        parameters: &[BYTES, GRAIN, MIGRATE, SHARE],
    },
    observables: FLUSHES,
    build: |set, _, store| Bpac::new(set, store),
};

/// The policy.
#[derive(Clone, Debug, Hash)]
pub struct Bpac {
    /// The page list.
    pages: Recency,
    /// The block list: groups of less than half their block, and the others.
    small: Recency,
    large: BySize,
    /// Uses of groups so far.
    uses: u64,
    /// Pages that the page list may have: now, at most, and to begin with.
    share: u32,
    share_max: u32,
    share_first: u32,
    migrate_pages: u32,
    page_ghosts: Ghosts,
    group_ghosts: Ghosts,
}

impl Bpac {
    /// Nothing in RAM yet.
    pub fn new(settings: &Settings, store: &Store) -> Self {
        let migrate_pages = migrate_pages(settings, store);
        let share_max = store.page_slots.min(store.capacity / store.cells_per_page);
        let share = (settings.number(SHARE.name) * f64::from(share_max)) as u32;
        Self {
            pages: Recency::default(),
            small: Recency::default(),
            large: BySize::new(store.pages_per_block),
            uses: 0,
            share,
            share_max,
            share_first: share,
            migrate_pages,
            page_ghosts: Ghosts::new(share_max),
            group_ghosts: Ghosts::new(share_max.div_ceil(migrate_pages)),
        }
    }

    fn is_group(&self, slot: u32) -> bool {
        self.small.holds(slot) || self.large.size(slot) > 0
    }

    /// What came back tells which list was too short.
    fn adapt(&mut self, touch: &Touch, store: &Store) {
        if self.page_ghosts.recall(touch.lpn) {
            self.share = (self.share + 1).min(self.share_max);
        }
        if self.group_ghosts.recall(store.group(touch.group).lbn) {
            self.share = self.share.saturating_sub(1);
        }
    }

    /// A group of the block list is used.
    fn use_group(&mut self, slot: u32, store: &Store) {
        let pages = store.group(slot).pages.len() as u32;
        if 2 * pages >= store.pages_per_block {
            self.uses += 1;
            self.small.take(slot);
            self.large.touch(slot, pages, self.uses);
        } else {
            self.large.take(slot);
            self.small.touch(slot);
        }
    }

    /// Groups of the block list in order of leaving.
    fn groups(&self) -> impl Iterator<Item = u32> {
        let large = self.large.sizes().flat_map(|size| self.large.oldest(size));
        large.chain(self.small.oldest())
    }
}

/// Pages of a logical block that make it a group, as it is set.
fn migrate_pages(settings: &Settings, store: &Store) -> u32 {
    settings.optional(MIGRATE.name).map_or(store.pages_per_block.div_ceil(4), |pages| pages as u32)
}

impl Policy for Bpac {
    const WORDS: Words = Words {
        rule: "what leaves the list that holds more than its share",
        score: "place from the old end",
        sections: &["page list", "block list"],
    };

    fn touched(&mut self, touch: &Touch, store: &Store) {
        if touch.is_new {
            self.adapt(touch, store);
        }
        if self.is_group(touch.group) {
            self.use_group(touch.group, store);
        } else if store.group(touch.group).pages.len() as u32 >= self.migrate_pages {
            store.group(touch.group).pages.iter().for_each(|page| self.pages.take(page.slot));
            self.use_group(touch.group, store);
        } else {
            self.pages.touch(touch.page);
        }
    }

    fn page_leaves(&mut self, slot: u32, page: &Page, store: &Store) {
        let group = store.group(slot);
        let left = group.pages.len() as u32 - 1;
        if self.pages.holds(page.slot) {
            self.pages.take(page.slot);
            self.page_ghosts.add(store.first_page(group.lbn) + page.offset);
        } else if self.large.size(slot) > 0 && left > 0 {
            self.large.resize(slot, left);
        }
    }

    fn group_leaves(&mut self, slot: u32, flushed: Option<Flushed>, store: &Store) {
        if flushed.is_some() {
            self.group_ghosts.add(store.group(slot).lbn);
        }
        store.group(slot).pages.iter().for_each(|page| self.pages.take(page.slot));
        self.small.take(slot);
        self.large.take(slot);
    }

    fn victim(&self, store: &Store, _: Option<u32>) -> Option<Victim> {
        let page = || self.pages.first().and_then(|page| store.as_victim(page));
        let group = self.groups().next().map(Victim::Group);
        if self.pages.len() > self.share { page().or(group) } else { group.or_else(page) }
    }

    fn order(&self, store: &Store, most: usize) -> Vec<Ranked> {
        let over = self.pages.len().saturating_sub(self.share) as usize;
        let pages: Vec<Ranked> = pages_in_order(self.pages.oldest(), store, |_| Some(0)).take(most).collect();
        let (first, last) = pages.split_at(over.min(pages.len()));
        let groups = (1u32..).zip(self.groups());
        let group = |(place, slot)| Ranked { victim: Victim::Group(slot), score: f64::from(place), section: Some(1) };
        first.iter().copied().chain(groups.map(group)).chain(last.iter().copied()).take(most).collect()
    }

    fn extra_bytes(&self) -> u64 {
        4 * (self.page_ghosts.most() + self.group_ghosts.most())
    }

    fn starts_anew(&mut self) {
        self.share = self.share_first;
        self.page_ghosts.clear();
        self.group_ghosts.clear();
    }

    fn share(&self) -> Option<Share> {
        Some(Share {
            now: self.share,
            most: self.share_max,
            first: self.share_first,
            left_pages: self.page_ghosts.latest().take(REMEMBERED).collect(),
            left_groups: self.group_ghosts.latest().take(REMEMBERED).collect(),
            group_pages: self.migrate_pages,
        })
    }

    fn line(&self) -> Option<&Recency> {
        Some(&self.pages)
    }

    fn heap_bytes(&self) -> usize {
        self.pages.heap_bytes() + self.small.heap_bytes() + self.large.heap_bytes()
    }

    fn change(&mut self, change: &Change<'_>, store: &Store) {
        if change.touches(&[MIGRATE.name]) {
            self.migrate_pages = migrate_pages(change.settings, store);
        }
        if change.touches(&[SHARE.name]) {
            self.share_first = (change.settings.number(SHARE.name) * f64::from(self.share_max)) as u32;
            self.share = self.share_first;
        }
    }
}

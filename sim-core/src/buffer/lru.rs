//! LRU over single pages (CFLRU with an empty window): the page used least recently leaves, alone, whatever else is in RAM
//! of its logical block. What flash-aware buffers are measured against.

use super::entry::{Entry, FLUSHES};
use super::policy::{Flushed, Policy, Ranked, Touch, Words, pages_in_order};
use super::recency::Recency;
use super::settings::{BYTES, GRAIN, READ_ALLOC};
use super::store::Victim;
use super::store::{Page, Store};
use crate::parameters::parameter::Info;

/// How it is chosen.
pub(crate) const ENTRY: Entry<Lru> = Entry {
    info: Info {
        kind: "lru",
        title: "LRU",
        help: "Evicts the least recently used page.",
        source: "the baseline of the papers on write buffers",
        parameters: &[BYTES, GRAIN, READ_ALLOC],
    },
    observables: FLUSHES,
    build: |_, _, _| Lru::default(),
};

/// The policy.
#[derive(Clone, Debug, Default, Hash)]
pub struct Lru {
    pages: Recency,
}

impl Policy for Lru {
    const WORDS: Words = Words { rule: "the page used least recently", score: "place from the old end", sections: &[] };

    fn touched(&mut self, touch: &Touch, _: &Store) {
        self.pages.touch(touch.page);
    }

    fn page_leaves(&mut self, _: u32, page: &Page, _: &Store) {
        self.pages.take(page.slot);
    }

    fn group_leaves(&mut self, slot: u32, _: Option<Flushed>, store: &Store) {
        store.group(slot).pages.iter().for_each(|page| self.pages.take(page.slot));
    }

    fn victim(&self, store: &Store, _: Option<u32>) -> Option<Victim> {
        self.pages.first().and_then(|page| store.as_victim(page))
    }

    fn order(&self, store: &Store, most: usize) -> Vec<Ranked> {
        pages_in_order(self.pages.oldest(), store, |_| None).take(most).collect()
    }

    fn line(&self) -> Option<&Recency> {
        Some(&self.pages)
    }

    fn heap_bytes(&self) -> usize {
        self.pages.heap_bytes()
    }
}

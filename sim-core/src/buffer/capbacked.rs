//! A page buffer behind a capacitor: it keeps what is in it through a power cut, so a write is durable as soon as
//! it is here, and flushes have nothing to wait for. Above a mark, pages go to flash in the order in which they came; a page
//! that is overwritten here keeps its place. On the event clock nobody waits for that, unless the buffer is full of pages
//! that are on their way.

use super::entry::{Entry, FLUSHES};
use super::policy::{Flushed, Policy, Ranked, Touch, Words, pages_in_order};
use super::recency::Recency;
use super::settings::{BYTES, GRAIN, HIGH_WATER};
use super::store::Victim;
use super::store::{Page, Store};
use crate::parameters::parameter::Info;

/// How it is chosen.
pub(crate) const ENTRY: Entry<CapBacked> = Entry {
    info: Info {
        kind: "capbacked",
        title: "capacitor-backed FIFO",
        help: "Writes pages out in arrival order, in the background; its contents survive a power cut.",
        source: "write buffers with power-loss protection; no publication",
        parameters: &[BYTES, GRAIN, HIGH_WATER],
    },
    observables: FLUSHES,
    build: |_, _, _| CapBacked::default(),
};

/// The policy.
#[derive(Clone, Debug, Default, Hash)]
pub struct CapBacked {
    /// In the order in which they came.
    pages: Recency,
}

impl Policy for CapBacked {
    const WORDS: Words =
        Words { rule: "the page that has been here longest", score: "place from the old end", sections: &[] };
    const KEEPS: bool = true;
    const BY_ARRIVAL: bool = true;

    fn touched(&mut self, touch: &Touch, _: &Store) {
        if touch.is_new {
            self.pages.touch(touch.page);
        }
    }

    fn page_leaves(&mut self, _: u32, page: &Page, _: &Store) {
        self.pages.take(page.slot);
    }

    /// No power cut empties it, so a group leaves with the last of its pages, which has left by then.
    fn group_leaves(&mut self, _: u32, _: Option<Flushed>, _: &Store) {}

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

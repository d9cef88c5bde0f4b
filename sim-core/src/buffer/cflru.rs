//! CFLRU, clean-first LRU (Park et al., CASES 2006): of the pages used least recently, those that flash holds too
//! leave first, since they cost no write. The others are the working region. In the original the window's length follows the
//! hits of the working region; here it is fixed.

use super::entry::{Change, Entry, FLUSHES};
use super::policy::{Flushed, Policy, Ranked, Touch, Use, Words, pages_in_order};
use super::recency::Recency;
use super::settings::{self, BYTES, GRAIN};
use super::store::Victim;
use super::store::{Page, Store};
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;

const WINDOW: Parameter = Parameter::number(
    "window",
    "0.25",
    0.0,
    1.0,
    "Clean-first window at the LRU end, as a share of the capacity; 0 is plain LRU.",
)
.changing();
const READ_ALLOC: Parameter = Parameter { default: "true", ..settings::READ_ALLOC };

/// How it is chosen.
pub(crate) const ENTRY: Entry<Cflru> = Entry {
    info: Info {
        kind: "cflru",
        title: "CFLRU",
        help: "Evicts the least recently used page, clean pages before dirty ones.",
        source: "Park et al., CFLRU: a replacement algorithm for flash memory, CASES 2006",
        parameters: &[BYTES, GRAIN, WINDOW, READ_ALLOC],
    },
    observables: FLUSHES,
    build: |set, _, store| Cflru::new(set, store),
};

/// The policy.
#[derive(Clone, Debug, Hash)]
pub struct Cflru {
    pages: Recency,
    /// Clean pages of the window.
    old_clean: Recency,
    /// Whether flash holds the same as a page.
    is_clean: Box<[bool]>,
    /// Pages of the window.
    window: u32,
}

impl Cflru {
    /// Nothing in RAM yet.
    pub fn new(settings: &Settings, store: &Store) -> Self {
        let slots = store.page_slots;
        Self {
            pages: Recency::default(),
            old_clean: Recency::default(),
            is_clean: vec![false; slots as usize].into(),
            window: window(settings, store),
        }
    }

    fn settle(&mut self) {
        let Self { pages, old_clean, is_clean, window } = self;
        pages.settle(*window, |page, enters| match enters && is_clean[page as usize] {
            true => old_clean.touch(page),
            false => old_clean.take(page),
        });
    }

    fn forget(&mut self, page: u32) {
        self.pages.take(page);
        self.old_clean.take(page);
    }
}

/// Pages of the window, as it is set.
fn window(settings: &Settings, store: &Store) -> u32 {
    (settings.number(WINDOW.name) * f64::from(store.capacity / store.cells_per_page)).round() as u32
}

impl Policy for Cflru {
    const WORDS: Words = Words {
        rule: "clean pages of the window first, then the page used least recently",
        score: "place from the old end",
        sections: &["working region", "window"],
    };

    fn touched(&mut self, touch: &Touch, _: &Store) {
        match touch.by {
            Use::Written => self.is_clean[touch.page as usize] = false,
            Use::Fetched => self.is_clean[touch.page as usize] = true,
            Use::Read => {}
        }
        self.old_clean.take(touch.page);
        self.pages.touch(touch.page);
        self.settle();
    }

    fn page_leaves(&mut self, _: u32, page: &Page, _: &Store) {
        self.forget(page.slot);
        self.settle();
    }

    fn group_leaves(&mut self, slot: u32, _: Option<Flushed>, store: &Store) {
        store.group(slot).pages.iter().for_each(|page| self.forget(page.slot));
        self.settle();
    }

    fn victim(&self, store: &Store, _: Option<u32>) -> Option<Victim> {
        let first = self.old_clean.first().or_else(|| self.pages.first());
        first.and_then(|page| store.as_victim(page))
    }

    fn order(&self, store: &Store, most: usize) -> Vec<Ranked> {
        let others = self.pages.oldest().filter(|&page| !self.old_clean.holds(page));
        let section = |page: u32| Some(u32::from(self.pages.is_in_window(page)));
        pages_in_order(self.old_clean.oldest().chain(others), store, section).take(most).collect()
    }

    fn line(&self) -> Option<&Recency> {
        Some(&self.pages)
    }

    fn heap_bytes(&self) -> usize {
        self.pages.heap_bytes() + self.old_clean.heap_bytes()
    }

    fn change(&mut self, change: &Change<'_>, store: &Store) {
        self.window = window(change.settings, store);
        self.settle();
    }
}

//! FAB, flash-aware buffer (Jo et al., 2006): the group with most pages leaves, so that blocks are written as full
//! as can be. What it lacks: small groups stay for ever, however cold they are.

use super::by_size::BySize;
use super::entry::{Change, Entry, FLUSHES};
use super::policy::{Flushed, Policy, Ranked, Touch, Words};
use super::store::Victim;
use super::store::{Page, Store};
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;

const TIE: Parameter = Parameter::choice(
    "tie",
    "\"lru\"",
    &["lru", "mru"],
    "Which of equally large groups is evicted: the least or the most recently used.",
)
.changing();

/// How it is chosen.
pub(crate) const ENTRY: Entry<Fab> = Entry {
    info: Info {
        kind: "fab",
        title: "FAB",
        help: "Evicts the logical block with the most pages in RAM.",
        source: "Jo et al., FAB: flash-aware buffer management, 2006",
        parameters: &[
            super::settings::BYTES,
            super::settings::GRAIN,
            TIE,
            super::settings::READ_ALLOC,
            super::settings::PROTECT,
        ],
    },
    observables: FLUSHES,
    build: |set, _, store| Fab::new(set, store),
};

/// The policy.
#[derive(Clone, Debug, Hash)]
pub struct Fab {
    groups: BySize,
    /// Uses so far: of those within one write request, and of reads, each has its own place in the order.
    uses: u64,
    newest_first: bool,
}

impl Fab {
    /// Nothing in RAM yet.
    pub fn new(settings: &Settings, store: &Store) -> Self {
        Self { groups: BySize::new(store.cells_per_block()), uses: 0, newest_first: settings.word(TIE.name) == "mru" }
    }

    fn ranked<'a>(&'a self, store: &'a Store, spared: Option<u32>) -> impl Iterator<Item = (u32, u32)> + 'a {
        let stays = move |slot: &u32| Some(store.group(*slot).lbn) != spared;
        self.groups.sizes().flat_map(move |size| {
            let recent = self.newest_first.then(|| self.groups.recent(size));
            let oldest = (!self.newest_first).then(|| self.groups.oldest(size));
            let groups = recent.into_iter().flatten().chain(oldest.into_iter().flatten());
            groups.filter(stays).map(move |slot| (size, slot))
        })
    }
}

impl Policy for Fab {
    const WORDS: Words = Words { rule: "the group with most in RAM", score: "size", sections: &[] };

    fn touched(&mut self, touch: &Touch, store: &Store) {
        self.uses += 1;
        self.groups.touch(touch.group, store.group(touch.group).cells, self.uses);
    }

    fn page_leaves(&mut self, slot: u32, page: &Page, store: &Store) {
        let left = store.group(slot).cells - page.held.count_ones();
        if left > 0 {
            self.groups.resize(slot, left);
        }
    }

    fn group_leaves(&mut self, slot: u32, _: Option<Flushed>, _: &Store) {
        self.groups.take(slot);
    }

    fn victim(&self, store: &Store, spared: Option<u32>) -> Option<Victim> {
        self.ranked(store, spared).next().map(|(_, slot)| Victim::Group(slot))
    }

    fn order(&self, store: &Store, most: usize) -> Vec<Ranked> {
        let ranked = |(size, slot)| Ranked { victim: Victim::Group(slot), score: f64::from(size), section: None };
        self.ranked(store, None).take(most).map(ranked).collect()
    }

    fn change(&mut self, change: &Change<'_>, _: &Store) {
        self.newest_first = change.settings.word(TIE.name) == "mru";
    }
}

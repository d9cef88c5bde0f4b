//! CLC, cold and largest cluster (Kang et al., IEEE TC 2009): groups used recently are kept in one list, whatever
//! their size; the others stand by size, and of those the largest leaves. With all room for the first list it is LRU over
//! groups, with none FAB.

use super::by_size::BySize;
use super::entry::{Change, Entry, FLUSHES};
use super::policy::{Flushed, Policy, Ranked, Touch, Words};
use super::recency::Recency;
use super::settings::{BYTES, GRAIN};
use super::store::Victim;
use super::store::{Page, Store};
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;

const UPPER: Parameter = Parameter::number(
    "upper",
    "0.1",
    0.0,
    1.0,
    "Share of the capacity that groups used recently may take, whatever their size; the others leave largest first.",
)
.changing();

/// How it is chosen.
pub(crate) const ENTRY: Entry<Clc> = Entry {
    info: Info {
        kind: "clc",
        title: "CLC",
        help: "Evicts, among the cold logical blocks, the one with the most pages in RAM.",
        source: "Kang et al., Performance trade-offs in using NVRAM write buffer, IEEE Transactions on Computers 2009",
        parameters: &[BYTES, GRAIN, UPPER],
    },
    observables: FLUSHES,
    build: |set, _, store| Clc::new(set, store),
};

/// The policy. Reads that hit count as uses.
#[derive(Clone, Debug, Hash)]
pub struct Clc {
    recent: Recency,
    /// The size of each group in that list, else 0.
    counted: Vec<u32>,
    /// Their sum, and the most that it may be.
    cells: u32,
    cells_max: u32,
    cold: BySize,
    /// Groups that went from the one to the other.
    moves: u64,
}

impl Clc {
    /// Nothing in RAM yet.
    pub fn new(settings: &Settings, store: &Store) -> Self {
        let slots = store.group_slots;
        Self {
            recent: Recency::default(),
            counted: vec![0; slots as usize],
            cells: 0,
            cells_max: cells_max(settings, store),
            cold: BySize::new(store.cells_per_block()),
            moves: 0,
        }
    }

    /// A group in the list of recent ones has `size` now.
    fn count(&mut self, slot: u32, size: u32) {
        self.cells = self.cells + size - std::mem::replace(&mut self.counted[slot as usize], size);
    }

    fn forget(&mut self, slot: u32) {
        self.recent.take(slot);
        self.cold.take(slot);
        self.count(slot, 0);
    }

    fn in_order(&self) -> impl Iterator<Item = (u32, bool)> {
        let cold = self.cold.sizes().flat_map(|size| self.cold.oldest(size));
        cold.map(|slot| (slot, true)).chain(self.recent.oldest().map(|slot| (slot, false)))
    }
}

/// Most cells that groups used recently may take, as it is set.
fn cells_max(settings: &Settings, store: &Store) -> u32 {
    (settings.number(UPPER.name) * f64::from(store.capacity)) as u32
}

impl Policy for Clc {
    const WORDS: Words =
        Words { rule: "the largest of the cold groups", score: "size", sections: &["by recency", "by size"] };

    fn touched(&mut self, touch: &Touch, store: &Store) {
        self.cold.take(touch.group);
        self.count(touch.group, store.group(touch.group).cells);
        self.recent.touch(touch.group);
        while self.cells > self.cells_max
            && let Some(slot) = self.recent.first()
        {
            let size = self.counted[slot as usize];
            self.forget(slot);
            self.moves += 1;
            self.cold.touch(slot, size, self.moves);
        }
    }

    fn page_leaves(&mut self, slot: u32, page: &Page, store: &Store) {
        let left = store.group(slot).cells - page.held.count_ones();
        if self.recent.holds(slot) {
            self.count(slot, left);
        } else if left > 0 {
            self.cold.resize(slot, left);
        }
    }

    fn group_leaves(&mut self, slot: u32, _: Option<Flushed>, _: &Store) {
        self.forget(slot);
    }

    fn victim(&self, _: &Store, _: Option<u32>) -> Option<Victim> {
        self.in_order().next().map(|(slot, _)| Victim::Group(slot))
    }

    fn case(&self, _: Victim, _: &Store) -> &'static str {
        match self.in_order().next() {
            Some((_, false)) => "the group used least recently, as no group is cold",
            _ => Self::WORDS.rule,
        }
    }

    fn order(&self, store: &Store, most: usize) -> Vec<Ranked> {
        let ranked = |(slot, is_cold)| Ranked {
            victim: Victim::Group(slot),
            score: f64::from(store.group(slot).cells),
            section: Some(u32::from(is_cold)),
        };
        self.in_order().take(most).map(ranked).collect()
    }

    fn heap_bytes(&self) -> usize {
        self.recent.heap_bytes() + self.cold.heap_bytes()
    }

    fn change(&mut self, change: &Change<'_>, store: &Store) {
        self.cells_max = cells_max(change.settings, store);
    }
}

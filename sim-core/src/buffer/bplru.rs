//! BPLRU, block padding LRU (Kim and Ahn, FAST 2008): the group written least recently leaves, and if it holds
//! enough of its block the rest is read and the block written whole. A block that was just written in order is not
//! expected to be written again soon, and goes to the old end at once.

use super::entry::{Change, Entry, FLUSHES};
use super::policy::{Flushed, Policy, Ranked, Touch, Use, Words};
use super::settings::{self, BYTES, GRAIN, PROTECT};
use super::store::Victim;
use super::store::{Group, Store};
use crate::base::rings::Rings;
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;

const COMPENSATION: Parameter = Parameter::choice(
    "compensation",
    "\"block\"",
    &["block", "half-run", "none"],
    "LRU compensation: what moves to the LRU end at once: a block written sequentially, one of which half was accessed sequentially, or nothing.",
)
.changing();

/// How it is chosen.
pub(crate) const ENTRY: Entry<Bplru> = Entry {
    info: Info {
        kind: "bplru",
        title: "BPLRU",
        help: "Evicts the least recently written logical block; if it is full enough, it is padded to a whole block first.",
        source: "Kim and Ahn, BPLRU: a buffer management scheme, FAST 2008",
        parameters: &[BYTES, GRAIN, settings::PAD_THRESHOLD, COMPENSATION, PROTECT],
    },
    observables: FLUSHES,
    build: |set, _, store| Bplru::new(set, store),
};

/// The policy.
#[derive(Clone, Debug, Hash)]
pub struct Bplru {
    groups: Rings,
    /// Whether a group is in the ring.
    present: Vec<bool>,
    pad_threshold: settings::Threshold,
    compensation: Compensation,
}

/// What counts as written in order.
#[derive(Clone, Debug, Hash)]
enum Compensation {
    /// Pages of each group written in order from its first on.
    Block(Vec<u32>),
    /// The logical block accessed last, and how many accesses in a row.
    HalfRun(u32, u32),
    Nothing,
}

impl Bplru {
    /// Nothing in RAM yet.
    pub fn new(settings: &Settings, store: &Store) -> Self {
        let slots = store.group_slots;
        Self {
            groups: Rings::new(slots, 1),
            present: vec![false; slots as usize],
            pad_threshold: settings::Threshold::of(settings),
            compensation: Compensation::of(settings, store),
        }
    }

    /// Whether this access ends what counts as written in order.
    fn is_sequential(&mut self, touch: &Touch, store: &Store) -> bool {
        let pages = store.pages_per_block;
        match &mut self.compensation {
            Compensation::Block(runs) => {
                let (run, offset) = (&mut runs[touch.group as usize], touch.lpn % pages);
                if touch.by == Use::Written {
                    *run = if offset == *run || offset == 0 { offset + 1 } else { 0 };
                }
                *run == pages
            }
            Compensation::HalfRun(lbn, accesses) => {
                let own = touch.lpn / pages;
                *accesses = if *lbn == own { *accesses + 1 } else { 1 };
                *lbn = own;
                *accesses >= pages.div_ceil(2)
            }
            Compensation::Nothing => false,
        }
    }
}

impl Compensation {
    /// As it is set, before any access.
    fn of(settings: &Settings, store: &Store) -> Self {
        match settings.word(COMPENSATION.name) {
            "block" => Self::Block(vec![0; store.group_slots as usize]),
            "half-run" => Self::HalfRun(0, 0),
            _ => Self::Nothing,
        }
    }
}

impl Policy for Bplru {
    const WORDS: Words =
        Words { rule: "the group written least recently", score: "place from the old end", sections: &[] };
    const PLUGS: bool = true;

    fn touched(&mut self, touch: &Touch, store: &Store) {
        let is_sequential = self.is_sequential(touch, store);
        if touch.by != Use::Written {
            return;
        }
        if std::mem::replace(&mut self.present[touch.group as usize], true) {
            self.groups.unlink(touch.group);
        }
        match is_sequential {
            true => self.groups.link_oldest(touch.group, 0),
            false => self.groups.link(touch.group, 0),
        }
    }

    fn group_leaves(&mut self, slot: u32, _: Option<Flushed>, _: &Store) {
        self.groups.unlink(slot);
        self.present[slot as usize] = false;
        if let Compensation::Block(runs) = &mut self.compensation {
            runs[slot as usize] = 0;
        }
    }

    fn victim(&self, store: &Store, spared: Option<u32>) -> Option<Victim> {
        self.groups.oldest(0).find(|&slot| Some(store.group(slot).lbn) != spared).map(Victim::Group)
    }

    fn plugs(&self, group: &Group, store: &Store) -> bool {
        self.pad_threshold.is_passed(group, store)
    }

    fn order(&self, _: &Store, most: usize) -> Vec<Ranked> {
        let ranked = |(place, slot)| Ranked { victim: Victim::Group(slot), score: f64::from(place), section: None };
        (1u32..).zip(self.groups.oldest(0)).take(most).map(ranked).collect()
    }

    fn change(&mut self, change: &Change<'_>, store: &Store) {
        self.pad_threshold = settings::Threshold::of(change.settings);
        if change.touches(&[COMPENSATION.name]) {
            self.compensation = Compensation::of(change.settings, store);
        }
    }
}

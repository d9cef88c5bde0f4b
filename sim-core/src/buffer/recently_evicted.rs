//! REF, recently evicted first (Seo and Shin, IEEE TCE 2008): what leaves follows what left before, so that few
//! logical blocks share the log below and its merges concern few. A few blocks that went to the log last are remembered;
//! their groups leave next, as long as they are among the older ones, or have come back and not been written again since. Without
//! the latter nothing would: a whole group leaves, so what is in RAM of a remembered block is new, and a few blocks later it is forgotten.
//! A block is forgotten too when it has been merged.

use super::entry::{Change, Entry, FLUSHES};
use super::policy::{Flushed, Policy, Ranked, Touch, Use, Words, Written};
use super::recency::Recency;
use super::settings::{self, BYTES, GRAIN};
use super::store::Victim;
use super::store::{Group, Store};
use crate::base::order::sorted_by;
use crate::base::real::Real;
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;

const WINDOW: Parameter = Parameter::number(
    "window",
    "0.75",
    0.0,
    1.0,
    "Victim window: share of the buffered logical blocks, from the LRU end on, that may be evicted; at least one. One that was evicted and has come back is in it until it is written again.",
)
.changing();
const VICTIM_BLOCKS: Parameter = Parameter::integer(
    "victim_blocks",
    "3",
    0,
    4096,
    "Victim blocks remembered: logical blocks most recently evicted to the log.",
)
.changing();

/// How it is chosen.
pub(crate) const ENTRY: Entry<RecentlyEvicted> = Entry {
    info: Info {
        kind: "ref",
        title: "REF",
        help: "Evicts pages of the logical blocks that were evicted most recently, so that they share log blocks.",
        source: "Seo and Shin, recently-evicted-first buffer replacement, IEEE TCE 2008",
        parameters: &[BYTES, GRAIN, WINDOW, VICTIM_BLOCKS, settings::PAD_THRESHOLD],
    },
    observables: FLUSHES,
    build: |set, _, store| RecentlyEvicted::new(set, store),
};

/// The policy. Writes alone count as uses, as in the other buffers that are for writes.
#[derive(Clone, Debug, Hash)]
pub struct RecentlyEvicted {
    groups: Recency,
    /// When each was written last, in page writes.
    written: Vec<u64>,
    writes: u64,
    /// The write requests that brought each and that wrote it last, and the present one.
    requests: Vec<[u64; 2]>,
    request: u64,
    /// The logical blocks remembered, the one that went to the log last at the end.
    evicted: Vec<u32>,
    evicted_max: usize,
    window: Real,
    pad_threshold: settings::Threshold,
}

impl RecentlyEvicted {
    /// Nothing in RAM yet.
    pub fn new(settings: &Settings, store: &Store) -> Self {
        Self {
            groups: Recency::default(),
            written: vec![0; store.group_slots as usize],
            writes: 0,
            requests: vec![[0; 2]; store.group_slots as usize],
            request: 0,
            evicted: Vec::new(),
            evicted_max: settings.integer(VICTIM_BLOCKS.name) as usize,
            window: Real(settings.number(WINDOW.name)),
            pad_threshold: settings::Threshold::of(settings),
        }
    }

    fn settle(&mut self) {
        let share = (self.window.0 * f64::from(self.groups.len())) as u32;
        self.groups.settle(share.max(1), |_, _| {});
    }

    /// Whether no request has written it since the one that brought it.
    fn is_written_once(&self, slot: u32) -> bool {
        let [came, last] = self.requests[slot as usize];
        came == last
    }

    /// Groups of remembered blocks that are in the window, the one written least recently first.
    fn preferred(&self, store: &Store) -> Vec<u32> {
        let in_ram = self.evicted.iter().filter_map(|&lbn| store.find(lbn));
        let is_in_window = |&slot: &u32| self.groups.is_in_window(slot) || self.is_written_once(slot);
        let in_window: Vec<u32> = in_ram.filter(is_in_window).collect();
        sorted_by(&in_window, |&slot| self.written[slot as usize])
    }
}

impl Policy for RecentlyEvicted {
    const WORDS: Words = Words {
        rule: "the group written least recently, those of recently evicted blocks first",
        score: "place from the old end",
        sections: &["recent", "victim window", "recently evicted"],
    };
    const PLUGS: bool = true;

    fn begins(&mut self, request: &Written) {
        self.request = request.now;
    }

    fn touched(&mut self, touch: &Touch, _: &Store) {
        if touch.by == Use::Written {
            self.writes += 1;
            self.written[touch.group as usize] = self.writes;
            let came =
                if self.groups.holds(touch.group) { self.requests[touch.group as usize][0] } else { self.request };
            self.requests[touch.group as usize] = [came, self.request];
            self.groups.touch(touch.group);
            self.settle();
        }
    }

    fn group_leaves(&mut self, slot: u32, flushed: Option<Flushed>, store: &Store) {
        self.groups.take(slot);
        self.settle();
        let Some(flushed) = flushed else { return };
        let lbn = store.group(slot).lbn;
        self.evicted.retain(|&other| other != lbn);
        if !flushed.plugged {
            self.evicted.push(lbn);
            let many = self.evicted.len().saturating_sub(self.evicted_max);
            self.evicted.drain(..many);
        }
    }

    fn look_below(&mut self, is_whole: &dyn Fn(u32) -> bool) {
        self.evicted.retain(|&lbn| !is_whole(lbn));
    }

    fn victim(&self, store: &Store, _: Option<u32>) -> Option<Victim> {
        let preferred = self.preferred(store).first().copied();
        preferred.or_else(|| self.groups.first()).map(Victim::Group)
    }

    fn case(&self, _: Victim, store: &Store) -> &'static str {
        match self.preferred(store).is_empty() {
            false => "the group written least recently of those whose blocks were evicted recently",
            true => "the group written least recently, as the window has none of a recently evicted block",
        }
    }

    fn plugs(&self, group: &Group, store: &Store) -> bool {
        self.pad_threshold.is_passed(group, store)
    }

    fn order(&self, store: &Store, most: usize) -> Vec<Ranked> {
        let preferred = self.preferred(store);
        let others = self.groups.oldest().filter(|slot| !preferred.contains(slot));
        let section = |slot: u32| match preferred.contains(&slot) {
            true => 2,
            false => u32::from(self.groups.is_in_window(slot)),
        };
        let ranked = |(place, slot)| Ranked {
            victim: Victim::Group(slot),
            score: f64::from(place),
            section: Some(section(slot)),
        };
        (1u32..).zip(preferred.iter().copied().chain(others)).take(most).map(ranked).collect()
    }

    fn starts_anew(&mut self) {
        self.evicted.clear();
    }

    fn heap_bytes(&self) -> usize {
        self.groups.heap_bytes()
    }

    fn change(&mut self, change: &Change<'_>, _: &Store) {
        self.evicted_max = change.settings.integer(VICTIM_BLOCKS.name) as usize;
        let many = self.evicted.len().saturating_sub(self.evicted_max);
        self.evicted.drain(..many);
        self.window = Real(change.settings.number(WINDOW.name));
        self.pad_threshold = settings::Threshold::of(change.settings);
        self.settle();
    }
}

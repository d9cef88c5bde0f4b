//! Formula: the logical block, or the page, for which a formula of the user has the highest value leaves; of equals, the one used
//! least recently.

use super::entry::{Change, Entry, FLUSHES};
use super::group_quantities::{VOCABULARY, longest_run};
use super::policy::{Flushed, Policy, Ranked, Touch, Use, Words, Written};
use super::settings::{BYTES, GRAIN, PROTECT, READ_ALLOC};
use super::store::{Page, Store, Victim};
use crate::base::formula::program::{Program, compare};
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;
use crate::workload::real::Real;
use std::cmp::Ordering;
use std::sync::Arc;

const FORMULA: Parameter = Parameter::formula(
    "formula",
    "\"held\"",
    VOCABULARY,
    "Formula: what has the highest value leaves first; of equals, what was used least recently.",
)
.changing();
const K: Parameter =
    Parameter::number("k", "1", -1e9, 1e9, "Number that the formula calls k, so that a sweep can vary it.").changing();
const GROUP: Parameter = Parameter::choice(
    "group",
    "\"block\"",
    &["block", "page"],
    "What leaves together: the pages of a logical block, or each page alone.",
);

/// How it is chosen.
pub(crate) const ENTRY: Entry<Formula> = Entry {
    info: Info {
        kind: "formula",
        title: "formula",
        help: "Evicts what has the highest value of a formula of your own.",
        source: "",
        parameters: &[BYTES, FORMULA, K, GROUP, GRAIN, READ_ALLOC, PROTECT],
    },
    observables: FLUSHES,
    build: |set, _, _| Formula::new(set),
};

/// The policy.
#[derive(Clone, Debug, Hash)]
pub struct Formula {
    program: Arc<Program>,
    k: Real,
    by_page: bool,
    /// Page uses so far.
    uses: u64,
    /// The present write request: how many were begun before it.
    request: u64,
    /// By slot of a group, or own number of a page; none where nothing is.
    times: Vec<Option<Times>>,
}

/// When a group was used, in page uses.
#[derive(Clone, Copy, Debug, Hash)]
struct Times {
    came: u64,
    used: u64,
    written: u64,
    uses: u64,
    /// The write request that wrote it last.
    request: u64,
}

/// What may leave, with its value and when it was last used.
type Valued = (Victim, f64, u64);
/// The quantities of a group, in the order of the vocabulary.
pub(crate) type Quantities = [f64; VOCABULARY.quantities.len()];

impl Formula {
    fn new(settings: &Settings) -> Self {
        Self {
            program: program(settings),
            k: Real(settings.number(K.name)),
            by_page: settings.word(GROUP.name) == "page",
            uses: 0,
            request: 0,
            times: Vec::new(),
        }
    }

    /// The quantities of what stands at `slot`, where the formula calls `k` so, and when it was last used.
    fn quantities(&self, slot: u32, pages: &[Page], whole: u32, k: f64) -> Option<(Quantities, u64)> {
        let times = self.times.get(slot as usize).copied().flatten()?;
        let cells = |cells: fn(&Page) -> u64| f64::from(pages.iter().map(|page| cells(page).count_ones()).sum::<u32>());
        let quantities = [
            cells(|page| page.held),
            cells(|page| page.dirty),
            f64::from(longest_run(pages)),
            f64::from(whole),
            k,
            (self.uses - times.came) as f64,
            (self.uses - times.used) as f64,
            (self.uses - times.written) as f64,
            (self.request - times.request).max(1) as f64,
            times.uses as f64,
        ];
        Some((quantities, times.used))
    }

    /// All that may leave, in no meaningful order, with its quantities and when it was last used; nothing of the logical block `spared`.
    fn candidates<'a>(
        &'a self,
        store: &'a Store,
        spared: Option<u32>,
        k: f64,
    ) -> impl Iterator<Item = (Victim, Quantities, u64)> + 'a {
        let groups = store.groups().filter(move |(_, group)| Some(group.lbn) != spared);
        groups.flat_map(move |(slot, group)| {
            let block = (!self.by_page).then(|| self.quantities(slot, &group.pages, store.cells_per_block(), k));
            let block = block.flatten().map(|(quantities, used)| (Victim::Group(slot), quantities, used));
            let pages = if self.by_page { &group.pages[..] } else { &[] };
            let pages = pages.iter().filter_map(move |page| {
                let alone = std::slice::from_ref(page);
                let (quantities, used) = self.quantities(page.slot, alone, store.cells_per_page, k)?;
                Some((Victim::Page(slot, page.offset), quantities, used))
            });
            block.into_iter().chain(pages)
        })
    }

    fn valued<'a>(&'a self, store: &'a Store, spared: Option<u32>) -> impl Iterator<Item = Valued> + 'a {
        let candidates = self.candidates(store, spared, self.k.0);
        candidates.map(|(victim, quantities, used)| (victim, self.program.value(&quantities), used))
    }

    /// All that may leave, with its quantities, in the order of another formula, where that calls `k` so.
    pub(crate) fn ranked_by(&self, program: &Program, k: f64, store: &Store) -> Vec<(Victim, Quantities, f64)> {
        let valued = |(victim, quantities, used): (Victim, Quantities, u64)| {
            ((victim, program.value(&quantities), used), quantities)
        };
        let mut ranked: Vec<(Valued, Quantities)> = self.candidates(store, None, k).map(valued).collect();
        ranked.sort_unstable_by(|(one, _), (other, _)| in_order(one, other));
        ranked.into_iter().map(|((victim, value, _), quantities)| (victim, quantities, value)).collect()
    }

    fn forget(&mut self, slot: u32) {
        if let Some(times) = self.times.get_mut(slot as usize) {
            *times = None;
        }
    }
}

/// Which of two leaves first.
fn in_order(one: &Valued, other: &Valued) -> Ordering {
    compare(other.1, one.1).then(one.2.cmp(&other.2))
}

fn program(settings: &Settings) -> Arc<Program> {
    Arc::new(Program::new(settings.word(FORMULA.name), VOCABULARY).expect("validated as a formula"))
}

impl Policy for Formula {
    const WORDS: Words = Words { rule: "what has the highest value of the formula", score: "value", sections: &[] };

    fn begins(&mut self, request: &Written) {
        self.request = request.now;
    }

    fn touched(&mut self, touch: &Touch, _: &Store) {
        self.uses += 1;
        let slot = if self.by_page { touch.page } else { touch.group } as usize;
        if slot >= self.times.len() {
            self.times.resize(slot + 1, None);
        }
        let (now, request) = (self.uses, self.request);
        let times = self.times[slot].get_or_insert(Times { came: now, used: now, written: now, uses: 0, request });
        times.used = now;
        times.uses += 1;
        if touch.by == Use::Written {
            (times.written, times.request) = (now, request);
        }
    }

    fn page_leaves(&mut self, _: u32, page: &Page, _: &Store) {
        if self.by_page {
            self.forget(page.slot);
        }
    }

    fn group_leaves(&mut self, slot: u32, _: Option<Flushed>, store: &Store) {
        match self.by_page {
            true => store.group(slot).pages.iter().for_each(|page| self.forget(page.slot)),
            false => self.forget(slot),
        }
    }

    fn victim(&self, store: &Store, spared: Option<u32>) -> Option<Victim> {
        self.valued(store, spared).min_by(in_order).map(|(victim, ..)| victim)
    }

    fn order(&self, store: &Store, most: usize) -> Vec<Ranked> {
        let mut valued: Vec<Valued> = self.valued(store, None).collect();
        valued.sort_unstable_by(in_order);
        let ranked = |(victim, score, _)| Ranked { victim, score, section: None };
        valued.into_iter().take(most).map(ranked).collect()
    }

    fn heap_bytes(&self) -> usize {
        self.times.len() * std::mem::size_of::<Option<Times>>()
    }

    fn change(&mut self, change: &Change<'_>, _: &Store) {
        self.program = program(change.settings);
        self.k = Real(change.settings.number(K.name));
    }
}

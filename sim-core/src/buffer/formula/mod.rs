//! Formula: the logical block, or the page, for which a formula of the user has the highest value leaves; of equals, the one used
//! least recently.

mod clock_sets;
mod order;
mod times;
mod values;

pub(crate) use values::Quantities;

use super::entry::{Change, Entry, FLUSHES};
use super::group_quantities::VOCABULARY;
use super::policy::{Flushed, Policy, Ranked, Touch, Use, Words, Written};
use super::settings::{BYTES, GRAIN, PROTECT, READ_ALLOC};
use super::store::{Page, Store, Victim};
use crate::base::formula::program::{Program, compare};
use crate::base::real::Real;
use crate::parameters::parameter::{Info, Parameter};
use crate::parameters::settings::Settings;
use order::{Choice, Order};
use std::cmp::Ordering;
use std::sync::Arc;
use times::{Now, Times};
use values::{Values, cells};

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
    build: |set, _, store| Formula::new(set, store),
};

/// The policy.
#[derive(Clone, Debug, Hash)]
pub struct Formula {
    by_page: bool,
    values: Values,
    /// By slot of a group, or own number of a page; none where nothing is.
    times: Vec<Option<Times>>,
    order: Order,
}

/// What may leave, with its value and when it was last used.
type Valued = (Victim, f64, u64);

impl Formula {
    fn new(settings: &Settings, store: &Store) -> Self {
        let by_page = settings.word(GROUP.name) == "page";
        let (whole, slots) = match by_page {
            true => (store.cells_per_page, store.page_slots),
            false => (store.cells_per_block(), store.group_slots),
        };
        let values = Values { program: program(settings), k: k(settings), whole, now: Now::default() };
        Self { by_page, order: Order::new(&values, slots), values, times: Vec::new() }
    }

    /// All that may leave, in no meaningful order, with its quantities and when it was last used.
    fn candidates<'a>(&'a self, store: &'a Store, k: f64) -> impl Iterator<Item = (Victim, Quantities, u64)> + 'a {
        let candidate = move |victim: Victim, slot: u32, pages: &[Page]| {
            let times = self.times.get(slot as usize)?.as_ref()?;
            Some((victim, self.values.quantities(times, pages, k, |_| true), times.used))
        };
        store.groups().flat_map(move |(slot, group)| {
            let block = (!self.by_page).then(|| candidate(Victim::Group(slot), slot, &group.pages));
            let pages = if self.by_page { &group.pages[..] } else { &[] };
            let pages = pages
                .iter()
                .map(move |page| candidate(Victim::Page(slot, page.offset), page.slot, std::slice::from_ref(page)));
            block.into_iter().chain(pages).flatten()
        })
    }

    /// All that may leave, with its quantities, in the order of another formula, where that calls `k` so.
    pub(crate) fn ranked_by(&self, program: &Program, k: f64, store: &Store) -> Vec<(Victim, Quantities, f64)> {
        let valued = |(victim, quantities, used): (Victim, Quantities, u64)| {
            ((victim, program.value(&quantities), used), quantities)
        };
        let mut ranked: Vec<(Valued, Quantities)> = self.candidates(store, k).map(valued).collect();
        ranked.sort_unstable_by(|(one, _), (other, _)| in_order(one, other));
        ranked.into_iter().map(|((victim, value, _), quantities)| (victim, quantities, value)).collect()
    }

    /// What stands at a slot.
    fn pages<'a>(&self, slot: u32, store: &'a Store) -> &'a [Page] {
        match self.by_page {
            true => store.by_number(slot).map(std::slice::from_ref).unwrap_or_default(),
            false => &store.group(slot).pages,
        }
    }

    /// What stands at a slot is `pages` now.
    fn put(&mut self, slot: u32, pages: &[Page]) {
        if let Some(Some(times)) = self.times.get(slot as usize) {
            self.order.put(slot, cells(pages, |page| page.held), times, || self.values.value(times, pages));
        }
    }

    fn forget(&mut self, slot: u32) {
        if let Some(times) = self.times.get_mut(slot as usize) {
            *times = None;
            self.order.take(slot);
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

fn k(settings: &Settings) -> Real {
    Real(settings.number(K.name))
}

impl Policy for Formula {
    const WORDS: Words = Words { rule: "what has the highest value of the formula", score: "value", sections: &[] };

    fn begins(&mut self, request: &Written) {
        self.values.now.request = request.now;
    }

    fn touched(&mut self, touch: &Touch, store: &Store) {
        self.values.now.uses += 1;
        let now = self.values.now;
        let slot = if self.by_page { touch.page } else { touch.group };
        if slot as usize >= self.times.len() {
            self.times.resize(slot as usize + 1, None);
        }
        self.times[slot as usize].get_or_insert(Times::come(now)).use_again(now, touch.by == Use::Written);
        self.put(slot, self.pages(slot, store));
    }

    fn page_leaves(&mut self, group: u32, page: &Page, store: &Store) {
        if self.by_page {
            return self.forget(page.slot);
        }
        let others = store.group(group).pages.iter().filter(|other| other.slot != page.slot);
        self.put(group, &others.copied().collect::<Vec<_>>());
    }

    fn group_leaves(&mut self, slot: u32, _: Option<Flushed>, store: &Store) {
        match self.by_page {
            true => store.group(slot).pages.iter().for_each(|page| self.forget(page.slot)),
            false => self.forget(slot),
        }
    }

    fn victim(&self, store: &Store, spared: Option<u32>) -> Option<Victim> {
        let victim = |slot: u32| if self.by_page { store.as_victim(slot) } else { Some(Victim::Group(slot)) };
        let is_of = |lbn: u32, victim: Victim| match victim {
            Victim::Group(group) | Victim::Page(group, _) => store.group(group).lbn == lbn,
        };
        let best = self.order.best(&Choice {
            values: &self.values,
            times: &self.times,
            pages: |slot| self.pages(slot, store),
            is_spared: |slot| spared.is_some_and(|lbn| victim(slot).is_some_and(|victim| is_of(lbn, victim))),
        });
        best.and_then(victim)
    }

    fn order(&self, store: &Store, most: usize) -> Vec<Ranked> {
        let ranked = self.ranked_by(&self.values.program, self.values.k.0, store).into_iter().take(most);
        ranked.map(|(victim, _, score)| Ranked { victim, score, section: None }).collect()
    }

    fn heap_bytes(&self) -> usize {
        self.times.len() * size_of::<Option<Times>>() + self.order.heap_bytes()
    }

    fn change(&mut self, change: &Change<'_>, store: &Store) {
        let now = self.values.now;
        let times = std::mem::take(&mut self.times);
        *self = Self::new(change.settings, store);
        (self.values.now, self.times) = (now, times);
        for (slot, group) in store.groups() {
            match self.by_page {
                true => group.pages.iter().for_each(|page| self.put(page.slot, std::slice::from_ref(page))),
                false => self.put(slot, &group.pages),
            }
        }
    }
}

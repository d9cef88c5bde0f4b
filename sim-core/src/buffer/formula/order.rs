//! In what order slots stand, so that the one with the highest value is found without looking at all.

use super::clock_sets::ClockSets;
use super::times::{Clock, Times};
use super::values::Values;
use crate::base::formula::best::{Best, best};
use crate::base::formula::program::descending;
use crate::base::tournament::Tournament;
use crate::buffer::store::Page;

/// The order of a formula.
#[derive(Clone, Debug, Hash)]
pub(super) enum Order {
    /// Values that name no time change only with their group, and are kept: descending, of equals the one used least recently first.
    Kept(Tournament<(u64, u64)>),
    /// Values that name times are computed at each choice, where one may be the highest: by size, and by the clock.
    Computed(Clock, ClockSets),
}

/// What there is to choose from.
pub(super) struct Choice<'a, P, S> {
    pub(super) values: &'a Values,
    /// When a slot was used.
    pub(super) times: &'a [Option<Times>],
    /// The pages at a slot.
    pub(super) pages: P,
    /// Whether a slot must stay.
    pub(super) is_spared: S,
}

impl Order {
    /// Of nothing yet: so many slots at most, for these values.
    pub(super) fn new(values: &Values, slots: u32) -> Self {
        match Clock::named_by(&values.program) {
            None => Self::Kept(Tournament::new(slots as usize)),
            Some(clock) => Self::Computed(clock, ClockSets::new(values.whole)),
        }
    }

    /// A slot holds so many cells, and would have this value.
    pub(super) fn put(&mut self, slot: u32, cells: u32, times: &Times, value: impl FnOnce() -> f64) {
        match self {
            Self::Kept(tree) => tree.set(slot as usize, (descending(value()), times.used)),
            Self::Computed(clock, sets) => sets.put(slot, cells, clock.of(times)),
        }
    }

    /// A slot holds nothing.
    pub(super) fn take(&mut self, slot: u32) {
        match self {
            Self::Kept(tree) => tree.take(slot as usize),
            Self::Computed(_, sets) => sets.take(slot),
        }
    }

    /// The slot with the highest value, of equals the one used least recently; none that must stay.
    pub(super) fn best<'a>(
        &self,
        choice: &Choice<'a, impl Fn(u32) -> &'a [Page], impl Fn(u32) -> bool>,
    ) -> Option<u32> {
        match self {
            Self::Kept(tree) => match tree.min_slot().map(|slot| slot as u32) {
                Some(slot) if (choice.is_spared)(slot) => {
                    tree.in_order().map(|slot| slot as u32).find(|&slot| !(choice.is_spared)(slot))
                }
                best => best,
            },
            Self::Computed(clock, sets) => computed(*clock, sets, choice),
        }
    }

    /// Bytes that it takes, about.
    pub(super) fn heap_bytes(&self) -> usize {
        match self {
            Self::Kept(tree) => tree.heap_bytes(),
            Self::Computed(_, sets) => sets.heap_bytes(),
        }
    }
}

fn computed<'a>(
    clock: Clock,
    sets: &ClockSets,
    choice: &Choice<'a, impl Fn(u32) -> &'a [Page], impl Fn(u32) -> bool>,
) -> Option<u32> {
    let times = |slot: u32| choice.times[slot as usize].as_ref();
    // All that stand in a set have times: those without cannot be worth more than anything.
    let highest = |cells: u32, [first, last]: [u32; 2]| {
        times(first)
            .zip(times(last))
            .map_or(f64::NAN, |(first, last)| choice.values.highest(cells, clock, [first, last]))
    };
    let spans: Vec<((u32, u32), f64)> =
        sets.spans().map(|(cells, ends)| ((cells, ends[1]), highest(cells, ends))).collect();
    best(&spans, |(cells, last), best: &mut Best| {
        for (nth, slot) in (1u32..).zip(sets.of_size(cells)) {
            // Whether one from here on may be better is asked ever more seldom.
            let is_asked = nth > 1 && nth.is_power_of_two();
            if is_asked && !best.may_yield_to(highest(cells, [slot, last])) {
                break;
            }
            if let Some(times) = times(slot).filter(|_| !(choice.is_spared)(slot)) {
                best.offer(slot, choice.values.value(times, (choice.pages)(slot)), times.used);
            }
        }
    })
}

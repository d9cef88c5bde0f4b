//! FlashSim's order of entries: an age that begins above all others and goes up by one with each hit.

use super::cmt::Slot;
use crate::nand::Lpn;
use std::collections::BTreeSet;

/// Ages of entries in both segments; equal ones by page.
#[derive(Clone, Debug, Default, Hash)]
pub(super) struct Ages {
    ages: Vec<(u64, Lpn)>,
    order: [BTreeSet<(u64, Lpn, Slot)>; 2],
}

impl Ages {
    /// An entry comes in, older than all others of its segment.
    pub(crate) fn enter(&mut self, slot: Slot, lpn: Lpn, segment: usize) {
        let age = self.order[segment].last().map_or(1, |&(age, ..)| age + 1);
        self.ages.resize(self.ages.len().max(slot as usize + 1), (0, 0));
        self.ages[slot as usize] = (age, lpn);
        self.order[segment].insert((age, lpn, slot));
    }

    /// An entry is used. Its age now.
    pub(super) fn raise(&mut self, slot: Slot, segment: usize) -> u64 {
        let (age, lpn) = self.ages[slot as usize];
        self.order[segment].remove(&(age, lpn, slot));
        self.order[segment].insert((age + 1, lpn, slot));
        self.ages[slot as usize].0 = age + 1;
        age + 1
    }

    /// The entry with the least age.
    pub(crate) fn least(&self, segment: usize) -> Option<(u64, Slot)> {
        self.order[segment].first().map(|&(age, _, slot)| (age, slot))
    }

    /// Entries of a segment, least age first.
    pub(crate) fn in_order(&self, segment: usize) -> impl Iterator<Item = Slot> {
        self.order[segment].iter().map(|&(.., slot)| slot)
    }

    /// An entry goes to the other segment.
    pub(super) fn change_segment(&mut self, slot: Slot, from: usize, to: usize) {
        if let Some(&(age, lpn)) = self.ages.get(slot as usize) {
            self.order[from].remove(&(age, lpn, slot));
            self.order[to].insert((age, lpn, slot));
        }
    }

    /// An entry leaves.
    pub(crate) fn leave(&mut self, slot: Slot, segment: usize) {
        if let Some(&(age, lpn)) = self.ages.get(slot as usize) {
            self.order[segment].remove(&(age, lpn, slot));
        }
    }
}

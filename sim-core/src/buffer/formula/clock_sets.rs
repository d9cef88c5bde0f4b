//! What a buffer holds by how much of it there is, and of the same size by a clock: what a formula that names times looks through.

use std::collections::BTreeSet;

/// The moment on the clock, and the slot.
type Place = (u64, u32);

/// Slots by size and clock.
#[derive(Clone, Debug, Hash)]
pub(super) struct ClockSets {
    /// By size.
    sets: Box<[BTreeSet<Place>]>,
    /// By slot: its size, and its place there.
    places: Vec<Option<(u32, Place)>>,
}

impl ClockSets {
    /// Nothing is there yet; sizes are at most `most`.
    pub(super) fn new(most: u32) -> Self {
        Self { sets: vec![BTreeSet::new(); most as usize + 1].into(), places: Vec::new() }
    }

    /// Puts a slot where its size and its moment belong, or moves it there.
    pub(super) fn put(&mut self, slot: u32, size: u32, moment: u64) {
        let new = (size, (moment, slot));
        if slot as usize >= self.places.len() {
            self.places.resize(slot as usize + 1, None);
        }
        if self.places[slot as usize] != Some(new) {
            self.take(slot);
            self.sets[size as usize].insert(new.1);
            self.places[slot as usize] = Some(new);
        }
    }

    /// Takes a slot out, if it is in.
    pub(super) fn take(&mut self, slot: u32) {
        if let Some((size, place)) = self.places.get_mut(slot as usize).and_then(Option::take) {
            self.sets[size as usize].remove(&place);
        }
    }

    /// Each size that there is, with its earliest and its latest slot.
    pub(super) fn spans(&self) -> impl Iterator<Item = (u32, [u32; 2])> {
        (0..).zip(&self.sets).filter_map(|(size, set)| Some((size, [set.first()?.1, set.last()?.1])))
    }

    /// Slots of a size, the earliest first.
    pub(super) fn of_size(&self, size: u32) -> impl Iterator<Item = u32> {
        self.sets[size as usize].iter().map(|&(_, slot)| slot)
    }

    /// Bytes that it takes, about.
    pub(super) fn heap_bytes(&self) -> usize {
        self.sets.len() * size_of::<BTreeSet<Place>>()
            + self.places.len() * (size_of::<Option<(u32, Place)>>() + size_of::<Place>())
    }
}

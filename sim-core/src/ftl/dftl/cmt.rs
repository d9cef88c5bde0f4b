//! The cached mapping table: which entries of the map are in RAM, which differ from the flash, and which goes next
//!. Where an entry says its page is need not be kept here: it is always the truth.

use super::super::flash_map::Cache;
use super::ages::Ages;
use crate::base::bulk::AnyBulk;
use crate::base::hashed::Hashed;
use crate::base::rings::Rings;
use crate::base::scattered::Scattered;
use crate::flash::trigger::{Condition, What};
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE};

#[cfg(test)]
mod tests;

/// Place of an entry.
pub(crate) type Slot = u32;

/// The segments.
pub(super) const PROTECTED: usize = 0;
/// Entries that were used once since they came, or were pushed out of the protected segment.
pub(super) const PROBATIONARY: usize = 1;

/// Which entry leaves (ambiguity register 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Replacement {
    /// Two segments, each by last use.
    Segmented,
    /// One list by last use.
    Plain,
    /// Two segments by an age that hits raise, as FlashSim has it.
    Ageing,
}

const DIRTY: u8 = 1;
const IN_PROBATION: u8 = 2;

/// The cached mapping table.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Cmt {
    replacement: Replacement,
    capacity: [u32; 2],
    entries: [u32; 2],
    dirty: u32,
    lpns: Scattered<u32>,
    flags: Scattered<u8>,
    /// One a segment.
    rings: Rings,
    unused: Vec<Slot>,
    index: Hashed,
    ages: Ages,
}

impl Cmt {
    /// An empty table with so much room in both segments.
    pub(crate) fn new(replacement: Replacement, capacity: [u32; 2]) -> Self {
        let capacity = if replacement == Replacement::Plain { [0, capacity[0] + capacity[1]] } else { capacity };
        let slots = capacity[0] + capacity[1];
        Self {
            replacement,
            capacity,
            entries: [0; 2],
            dirty: 0,
            lpns: vec![NONE; slots as usize].into(),
            flags: vec![0; slots as usize].into(),
            rings: Rings::new(slots, 2),
            unused: (0..slots).rev().collect(),
            index: Hashed::new(slots),
            ages: Ages::default(),
        }
    }

    /// Which entry leaves.
    pub(crate) fn replacement(&self) -> Replacement {
        self.replacement
    }

    /// Room in both segments.
    pub(crate) fn capacity(&self) -> [u32; 2] {
        self.capacity
    }

    /// Entries in both segments.
    pub(crate) fn entries(&self) -> [u32; 2] {
        self.entries
    }

    /// Entries that differ from the flash.
    pub(crate) fn dirty(&self) -> u32 {
        self.dirty
    }

    /// Whether there is no room for another entry.
    #[inline(always)]
    pub(crate) fn is_full(&self) -> bool {
        self.unused.is_empty()
    }

    /// That there is no room for another entry, with how many there are.
    pub(crate) fn all_in_use(&self) -> Condition {
        Condition::all(What::MapEntries, self.entries[0] + self.entries[1], self.lpns.len() as u64)
    }

    /// Where the entry of a page is.
    #[inline(always)]
    pub(crate) fn find(&self, lpn: Lpn) -> Option<Slot> {
        self.index.find(lpn, &self.lpns)
    }

    /// The page of an entry.
    #[inline(always)]
    pub(crate) fn lpn(&self, slot: Slot) -> Lpn {
        self.lpns[slot as usize]
    }

    /// Whether an entry differs from the flash, or may.
    #[inline(always)]
    pub(crate) fn is_marked(&self, slot: Slot) -> bool {
        self.flags[slot as usize] & DIRTY != 0
    }

    /// Watermarks an entry as differing from the flash, or as equal to it.
    #[inline(always)]
    pub(crate) fn mark(&mut self, slot: Slot, dirty: bool) {
        let flags = &mut self.flags[slot as usize];
        self.dirty = self.dirty + u32::from(dirty) - u32::from(*flags & DIRTY != 0);
        *flags = *flags & !DIRTY | u8::from(dirty);
    }

    /// An entry is used.
    pub(crate) fn touch(&mut self, slot: Slot) {
        let segment = self.segment(slot);
        match self.replacement {
            Replacement::Plain => {
                self.unlink(slot);
                self.link(slot, PROBATIONARY);
            }
            Replacement::Segmented => {
                self.unlink(slot);
                self.link(slot, PROTECTED);
                let oldest = self.rings.oldest(PROTECTED).next();
                if let Some(oldest) = oldest.filter(|_| self.entries[PROTECTED] > self.capacity[PROTECTED]) {
                    self.unlink(oldest);
                    self.link(oldest, PROBATIONARY);
                }
            }
            Replacement::Ageing => {
                let age = self.ages.raise(slot, segment);
                if segment == PROBATIONARY
                    && let Some((least, oldest)) = self.ages.least(PROTECTED)
                    && least <= age
                {
                    self.change_segment(oldest, PROBATIONARY);
                    self.change_segment(slot, PROTECTED);
                }
            }
        }
    }

    /// Takes an entry in. There must be room.
    pub(crate) fn insert(&mut self, lpn: Lpn) -> Slot {
        let slot = self.unused.pop().unwrap_or_else(|| unreachable!("no room for another entry"));
        self.lpns[slot as usize] = lpn;
        self.index.add(slot, &self.lpns);
        if self.replacement != Replacement::Ageing {
            self.link(slot, PROBATIONARY);
            return slot;
        }
        self.ages.enter(slot, lpn, PROTECTED);
        self.link(slot, PROTECTED);
        if self.entries[PROTECTED] > self.capacity[PROTECTED]
            && let Some((_, oldest)) = self.ages.least(PROTECTED)
        {
            self.change_segment(oldest, PROBATIONARY);
        }
        slot
    }

    /// The entry that leaves next.
    pub(crate) fn victim(&self) -> Option<Slot> {
        self.leaving().next()
    }

    /// Entries in the order in which they leave, as things are.
    pub(crate) fn leaving(&self) -> impl Iterator<Item = Slot> {
        let by_age = self.ages.in_order(PROBATIONARY).chain(self.ages.in_order(PROTECTED));
        let by_use = self.rings.oldest(PROBATIONARY).chain(self.rings.oldest(PROTECTED));
        let ageing = self.replacement == Replacement::Ageing;
        by_use.filter(move |_| !ageing).chain(by_age)
    }

    /// Entries of a segment, most recently used first.
    pub(crate) fn most_recent(&self, segment: usize) -> impl Iterator<Item = Slot> {
        self.rings.recent(segment)
    }

    /// Takes an entry out.
    pub(crate) fn remove(&mut self, slot: Slot) {
        self.mark(slot, false);
        self.index.remove(slot, &self.lpns);
        self.ages.leave(slot, self.segment(slot));
        self.unlink(slot);
        self.lpns[slot as usize] = NONE;
        self.unused.push(slot);
    }

    /// The large arrays, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(self.lpns.bulk()));
        visit(AnyBulk::U8(self.flags.bulk()));
        self.rings.bulk(visit);
        self.index.bulk(visit);
    }

    /// Every entry is found, and counts add up.
    pub(crate) fn check(&self) -> Result<(), Rule> {
        let wrong = |text: &str| Err(Rule::Invariant(format!("the cached mapping table {text}")));
        let mut dirty = 0;
        for segment in [PROTECTED, PROBATIONARY] {
            let mut count = 0;
            for slot in self.most_recent(segment) {
                count += 1;
                dirty += u32::from(self.is_marked(slot));
                if self.find(self.lpn(slot)) != Some(slot) || self.segment(slot) != segment {
                    return wrong("has an entry that is not found where it is");
                }
            }
            if count != self.entries[segment] || segment == PROTECTED && count > self.capacity[PROTECTED] {
                return wrong("has another number of entries than it counts, or room for");
            }
        }
        if dirty != self.dirty || self.entries[0] + self.entries[1] + self.unused.len() as u32 != self.lpns.len() as u32
        {
            return wrong("counts its dirty entries or its room wrongly");
        }
        Ok(())
    }

    fn segment(&self, slot: Slot) -> usize {
        usize::from(self.flags[slot as usize] & IN_PROBATION != 0)
    }

    fn change_segment(&mut self, slot: Slot, to: usize) {
        self.ages.change_segment(slot, self.segment(slot), to);
        self.unlink(slot);
        self.link(slot, to);
    }

    fn link(&mut self, slot: Slot, segment: usize) {
        self.rings.link(slot, segment);
        let flags = &mut self.flags[slot as usize];
        *flags = *flags & DIRTY | if segment == PROBATIONARY { IN_PROBATION } else { 0 };
        self.entries[segment] += 1;
    }

    fn unlink(&mut self, slot: Slot) {
        self.rings.unlink(slot);
        self.entries[self.segment(slot)] -= 1;
    }
}

impl Cache for Cmt {
    fn page_moved(&mut self, lpn: Lpn) -> bool {
        let slot = self.find(lpn);
        slot.into_iter().for_each(|slot| self.mark(slot, true));
        slot.is_some()
    }

    fn is_dirty(&self, lpn: Lpn) -> bool {
        self.find(lpn).is_some_and(|slot| self.is_marked(slot))
    }

    fn clear(&mut self) {
        *self = Self::new(self.replacement, self.capacity);
    }

    fn restore(&mut self, lpn: Lpn) -> bool {
        if self.is_full() {
            return false;
        }
        let slot = self.insert(lpn);
        self.mark(slot, true);
        true
    }
}

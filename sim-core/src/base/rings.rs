//! Slots in order of last use: rings, each through a place of its own behind the slots.

use super::bulk::AnyBulk;
use super::scattered::Scattered;

/// Rings over the same slots. A slot is in one of them or in none.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Rings {
    slots: u32,
    /// The next less recently used.
    after: Scattered<u32>,
    before: Scattered<u32>,
}

impl Rings {
    /// Empty rings.
    pub(crate) fn new(slots: u32, rings: u32) -> Self {
        let alone = || (0..slots + rings).collect();
        Self { slots, after: alone(), before: alone() }
    }

    /// Puts a slot that is in no ring at the recent end of one.
    #[inline]
    pub(crate) fn link(&mut self, slot: u32, ring: usize) {
        let head = self.slots + ring as u32;
        let first = std::mem::replace(&mut self.after[head as usize], slot);
        (self.before[slot as usize], self.after[slot as usize]) = (head, first);
        self.before[first as usize] = slot;
    }

    /// Puts a slot that is in no ring at the old end of one.
    pub(crate) fn link_oldest(&mut self, slot: u32, ring: usize) {
        self.link_before(slot, self.slots + ring as u32);
    }

    /// Puts a slot that is in no ring where it is used more recently than `next`, and less than whatever came before that.
    fn link_before(&mut self, slot: u32, next: u32) {
        let before = std::mem::replace(&mut self.before[next as usize], slot);
        (self.before[slot as usize], self.after[slot as usize]) = (before, next);
        self.after[before as usize] = slot;
    }

    /// Takes a slot out of its ring.
    #[inline]
    pub(crate) fn unlink(&mut self, slot: u32) {
        let (before, after) = (self.before[slot as usize], self.after[slot as usize]);
        (self.after[before as usize], self.before[after as usize]) = (after, before);
    }

    /// Slots of a ring, most recently used first.
    pub(crate) fn recent(&self, ring: usize) -> impl Iterator<Item = u32> {
        self.steps(ring, &self.after)
    }

    /// Slots of a ring, the one used longest ago first.
    pub(crate) fn oldest(&self, ring: usize) -> impl Iterator<Item = u32> {
        self.steps(ring, &self.before)
    }

    fn steps<'a>(&self, ring: usize, steps: &'a [u32]) -> impl Iterator<Item = u32> + use<'a> {
        let head = self.slots + ring as u32;
        let step = move |&at: &u32| Some(steps[at as usize]).filter(|&next| next != head);
        std::iter::successors(step(&head), step)
    }

    /// The arrays, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(self.after.bulk()));
        visit(AnyBulk::U32(self.before.bulk()));
    }
}

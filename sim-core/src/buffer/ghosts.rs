//! Numbers of what left RAM not long ago, without its data: coming back soon after leaving says that a list was too short.

use crate::base::hashed::Hashed;
use crate::nand::NONE;

/// The numbers that came last, up to a bound.
#[derive(Clone, Debug, Hash)]
pub(super) struct Ghosts {
    index: Hashed,
    numbers: Box<[u32]>,
    /// Where the next one goes: over the one that came longest ago.
    next: u32,
}

impl Ghosts {
    /// None yet, of at most `most`.
    pub(crate) fn new(most: u32) -> Self {
        let most = most.max(1);
        Self { index: Hashed::new(most), numbers: vec![NONE; most as usize].into(), next: 0 }
    }

    /// How many can be remembered.
    pub(crate) fn most(&self) -> u64 {
        self.numbers.len() as u64
    }

    /// Those remembered, the one that left last first.
    pub(crate) fn latest(&self) -> impl Iterator<Item = u32> {
        let (later, earlier) = self.numbers.split_at(self.next as usize);
        later.iter().rev().chain(earlier.iter().rev()).copied().filter(|&number| number != NONE)
    }

    /// Forgets them.
    pub(crate) fn clear(&mut self) {
        *self = Self::new(self.numbers.len() as u32);
    }

    /// `number` has left.
    pub(crate) fn add(&mut self, number: u32) {
        self.recall(number);
        let slot = self.next;
        if self.numbers[slot as usize] != NONE {
            self.index.remove(slot, &self.numbers);
        }
        self.numbers[slot as usize] = number;
        self.index.add(slot, &self.numbers);
        self.next = (slot + 1) % self.numbers.len() as u32;
    }

    /// `number` is back. Whether it had left not long ago; that is forgotten.
    pub(super) fn recall(&mut self, number: u32) -> bool {
        let Some(slot) = self.index.find(number, &self.numbers) else { return false };
        self.index.remove(slot, &self.numbers);
        self.numbers[slot as usize] = NONE;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_few_are_remembered_until_they_come_back() {
        let mut ghosts = Ghosts::new(3);
        (10..15).for_each(|number| ghosts.add(number));
        assert_eq!(ghosts.latest().collect::<Vec<_>>(), [14, 13, 12]);
        assert!(!ghosts.recall(11), "three others have left since");
        assert!(ghosts.recall(13));
        assert!(!ghosts.recall(13), "once");
        // 12 leaves again, so it is the one that came last.
        [12, 15, 16].into_iter().for_each(|number| ghosts.add(number));
        assert_eq!(ghosts.latest().collect::<Vec<_>>(), [16, 15, 12]);
        assert_eq!([12, 14, 15, 16].map(|number| ghosts.recall(number)), [true, false, true, true]);
    }

    #[test]
    fn what_leaves_twice_is_remembered_once_and_nothing_after_all_is_forgotten() {
        let mut ghosts = Ghosts::new(3);
        [5, 6, 5].into_iter().for_each(|number| ghosts.add(number));
        assert_eq!(ghosts.latest().collect::<Vec<_>>(), [5, 6]);
        assert_eq!((ghosts.recall(5), ghosts.recall(5)), (true, false));
        ghosts.clear();
        assert_eq!(ghosts.latest().count(), 0);
        assert!(!ghosts.recall(6));
    }
}

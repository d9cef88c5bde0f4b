//! Slots in order of last use, whatever stands in them: pages or groups. The oldest of them may be a window, which policies
//! look into before they take what is oldest of all.

use super::lists::Lists;
use crate::nand::NONE;

/// The list of what is not in the window, and that of what is.
const RECENT: u32 = 0;
const WINDOW: u32 = 1;

/// Slots in order of last use.
#[derive(Clone, Debug, Hash)]
pub struct Recency {
    lists: Lists,
    counts: [u32; 2],
}

impl Default for Recency {
    fn default() -> Self {
        Self { lists: Lists::new(2), counts: [0; 2] }
    }
}

impl Recency {
    /// A slot is used.
    #[inline]
    pub(crate) fn touch(&mut self, slot: u32) {
        self.take(slot);
        self.counts[RECENT as usize] += 1;
        self.lists.link(slot, RECENT);
    }

    /// A slot is gone, if it was here.
    #[inline]
    pub fn take(&mut self, slot: u32) {
        if let Some(list) = self.lists.unlink(slot) {
            self.counts[list as usize] -= 1;
        }
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> u32 {
        self.counts[0] + self.counts[1]
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a slot is here.
    #[inline]
    pub fn holds(&self, slot: u32) -> bool {
        self.lists.list_of(slot).is_some()
    }

    /// Whether a slot is in the window.
    #[inline]
    pub(super) fn is_in_window(&self, slot: u32) -> bool {
        self.lists.list_of(slot) == Some(WINDOW)
    }

    /// The one used longest ago.
    #[inline]
    pub fn first(&self) -> Option<u32> {
        self.end_of(WINDOW).or_else(|| self.end_of(RECENT))
    }

    /// All of them, the one used longest ago first.
    #[inline]
    pub fn oldest(&self) -> impl Iterator<Item = u32> {
        self.lists.oldest(WINDOW).chain(self.lists.oldest(RECENT))
    }

    /// All of them, the one used last first.
    pub fn newest(&self) -> impl Iterator<Item = u32> {
        self.lists.newest(RECENT).chain(self.lists.newest(WINDOW))
    }

    /// How many are in the window.
    pub(crate) fn in_window(&self) -> u32 {
        self.counts[WINDOW as usize]
    }

    /// Makes the `size` oldest the window. Tells each slot that thereby comes in, or goes out: one at most after each use, if
    /// the size stays.
    #[inline]
    pub(crate) fn settle(&mut self, size: u32, mut crosses: impl FnMut(u32, bool)) {
        while self.counts[WINDOW as usize] < size
            && let Some(slot) = self.end_of(RECENT)
        {
            self.take(slot);
            self.counts[WINDOW as usize] += 1;
            self.lists.link(slot, WINDOW);
            crosses(slot, true);
        }
        while self.counts[WINDOW as usize] > size
            && let Some(slot) = self.begin_of_window()
        {
            self.take(slot);
            self.counts[RECENT as usize] += 1;
            self.lists.link_after(slot, RECENT, NONE);
            crosses(slot, false);
        }
    }

    /// Bytes that it takes.
    pub(super) fn heap_bytes(&self) -> usize {
        self.lists.heap_bytes()
    }

    fn end_of(&self, list: u32) -> Option<u32> {
        self.lists.oldest(list).next()
    }

    fn begin_of_window(&self) -> Option<u32> {
        self.lists.newest(WINDOW).next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Component, Rng};

    #[test]
    fn the_window_is_always_the_oldest_of_a_plain_list() {
        let mut rng = Rng::new(7, Component::Policy);
        let (mut recency, mut plain, mut window) = (Recency::default(), Vec::new(), vec![false; 20]);
        for _ in 0..5000 {
            let slot = rng.below(20) as u32;
            plain.retain(|&other| other != slot);
            if rng.below(4) > 0 {
                plain.push(slot);
                recency.touch(slot);
            } else {
                recency.take(slot);
            }
            window[slot as usize] = false;
            let size = rng.below(12) as u32;
            recency.settle(size, |slot, enters| {
                assert_ne!(std::mem::replace(&mut window[slot as usize], enters), enters);
            });
            assert_eq!(recency.oldest().collect::<Vec<_>>(), plain);
            assert_eq!((recency.len() as usize, recency.is_empty()), (plain.len(), plain.is_empty()));
            for (place, &slot) in plain.iter().enumerate() {
                assert_eq!(recency.is_in_window(slot), place < size as usize);
                assert_eq!(recency.is_in_window(slot), window[slot as usize]);
            }
        }
    }
}

//! Slots in order of last use, whatever stands in them: pages or groups. The oldest of them may be a window, which policies
//! look into before they take what is oldest of all.

use crate::ftl::rings::Rings;

/// The ring of what is not in the window, and that of what is.
const RECENT: u8 = 0;
const WINDOW: u8 = 1;
/// In neither.
const ABSENT: u8 = 2;

/// Slots in order of last use.
#[derive(Clone, Debug, Hash)]
pub struct Recency {
    rings: Rings,
    /// The ring that each slot is in.
    places: Box<[u8]>,
    counts: [u32; 2],
}

impl Recency {
    /// Nothing yet, of at most `slots`.
    pub fn new(slots: u32) -> Self {
        Self { rings: Rings::new(slots, 2), places: vec![ABSENT; slots as usize].into(), counts: [0; 2] }
    }

    /// A slot is used.
    #[inline]
    pub fn touch(&mut self, slot: u32) {
        self.take(slot);
        self.place(slot, RECENT);
        self.rings.link(slot, usize::from(RECENT));
    }

    /// A slot is gone, if it was here.
    #[inline]
    pub fn take(&mut self, slot: u32) {
        let place = std::mem::replace(&mut self.places[slot as usize], ABSENT);
        if place != ABSENT {
            self.counts[usize::from(place)] -= 1;
            self.rings.unlink(slot);
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
        self.places[slot as usize] != ABSENT
    }

    /// Whether a slot is in the window.
    #[inline]
    pub fn is_in_window(&self, slot: u32) -> bool {
        self.places[slot as usize] == WINDOW
    }

    /// The one used longest ago.
    #[inline]
    pub fn first(&self) -> Option<u32> {
        self.end_of(WINDOW).or_else(|| self.end_of(RECENT))
    }

    /// All of them, the one used longest ago first.
    #[inline]
    pub fn oldest(&self) -> impl Iterator<Item = u32> {
        self.rings.oldest(usize::from(WINDOW)).chain(self.rings.oldest(usize::from(RECENT)))
    }

    /// Makes the `size` oldest the window. Tells each slot that thereby comes in, or goes out: one at most after each use, if
    /// the size stays.
    #[inline]
    pub fn settle(&mut self, size: u32, mut crosses: impl FnMut(u32, bool)) {
        while self.counts[usize::from(WINDOW)] < size
            && let Some(slot) = self.end_of(RECENT)
        {
            self.take(slot);
            self.place(slot, WINDOW);
            self.rings.link(slot, usize::from(WINDOW));
            crosses(slot, true);
        }
        while self.counts[usize::from(WINDOW)] > size
            && let Some(slot) = self.begin_of(WINDOW)
        {
            self.take(slot);
            self.place(slot, RECENT);
            self.rings.link_oldest(slot, usize::from(RECENT));
            crosses(slot, false);
        }
    }

    fn end_of(&self, place: u8) -> Option<u32> {
        self.rings.oldest(usize::from(place)).next()
    }

    fn begin_of(&self, place: u8) -> Option<u32> {
        self.rings.recent(usize::from(place)).next()
    }

    fn place(&mut self, slot: u32, place: u8) {
        self.places[slot as usize] = place;
        self.counts[usize::from(place)] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Component, Rng};

    #[test]
    fn the_window_is_always_the_oldest_of_a_plain_list() {
        let mut rng = Rng::new(7, Component::Policy);
        let (mut recency, mut plain, mut window) = (Recency::new(20), Vec::new(), vec![false; 20]);
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
            assert_eq!(recency.len() as usize, plain.len());
            for (place, &slot) in plain.iter().enumerate() {
                assert_eq!(recency.is_in_window(slot), place < size as usize);
                assert_eq!(recency.is_in_window(slot), window[slot as usize]);
            }
        }
    }
}

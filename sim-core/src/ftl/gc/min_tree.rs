//! The smallest of many changing keys: a tournament in which a change climbs only as far as it matters.

/// A tournament over a fixed number of slots. An absent slot has the largest key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MinTree {
    leaves: usize,
    keys: Box<[u64]>,
}

impl MinTree {
    /// The key of a slot that takes no part.
    pub const ABSENT: u64 = u64::MAX;

    /// A tournament of `slots` absent slots.
    pub fn new(slots: usize) -> Self {
        let leaves = slots.next_power_of_two();
        Self { leaves, keys: vec![Self::ABSENT; 2 * leaves].into() }
    }

    /// Makes every slot absent.
    pub fn clear(&mut self) {
        self.keys.fill(Self::ABSENT);
    }

    /// Sets a slot's key.
    #[inline(always)]
    pub fn set(&mut self, slot: usize, key: u64) {
        let mut node = self.leaves + slot;
        self.keys[node] = key;
        while node > 1 {
            node /= 2;
            let smaller = self.keys[2 * node].min(self.keys[2 * node + 1]);
            if self.keys[node] == smaller {
                return;
            }
            self.keys[node] = smaller;
        }
    }

    /// The smallest key, if any slot takes part. Keys are unique, so it tells its slot to whoever made it.
    pub fn min(&self) -> Option<u64> {
        (self.keys[1] != Self::ABSENT).then_some(self.keys[1])
    }

    /// The slot with the smallest key; the first of equals.
    pub fn min_slot(&self) -> Option<usize> {
        let key = self.min()?;
        let mut node = 1;
        while node < self.leaves {
            node = if self.keys[2 * node] == key { 2 * node } else { 2 * node + 1 };
        }
        Some(node - self.leaves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Component, Rng};

    #[test]
    fn agrees_with_a_scan() {
        let mut rng = Rng::new(1, Component::Policy);
        let (mut tree, mut plain) = (MinTree::new(37), vec![MinTree::ABSENT; 37]);
        for _ in 0..5_000 {
            let slot = rng.below(37) as usize;
            let key = if rng.below(4) == 0 { MinTree::ABSENT } else { rng.below(50) };
            tree.set(slot, key);
            plain[slot] = key;
            let expected = plain.iter().copied().enumerate().min_by_key(|&(slot, key)| (key, slot));
            let expected = expected.filter(|&(_, key)| key != MinTree::ABSENT).map(|(slot, _)| slot);
            assert_eq!(tree.min_slot(), expected);
        }
    }
}

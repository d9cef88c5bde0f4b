//! The smallest of many changing keys: a tournament in which a change climbs only as far as it matters.

use crate::base::bulk::Bulk;

/// A tournament over a fixed number of slots. An absent slot has the largest key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MinTree {
    leaves: usize,
    keys: Box<[u64]>,
}

impl MinTree {
    /// The key of a slot that takes no part.
    pub(crate) const ABSENT: u64 = u64::MAX;

    /// A tournament of `slots` absent slots.
    pub(crate) fn new(slots: usize) -> Self {
        let leaves = slots.next_power_of_two();
        Self { leaves, keys: vec![Self::ABSENT; 2 * leaves].into() }
    }

    /// Makes every slot absent.
    pub(crate) fn clear(&mut self) {
        self.keys.fill(Self::ABSENT);
    }

    /// Sets a slot's key.
    #[inline(always)]
    pub(crate) fn set(&mut self, slot: usize, key: u64) {
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

    /// A slot's key.
    #[cfg(test)]
    fn key(&self, slot: usize) -> u64 {
        self.keys[self.leaves + slot]
    }

    /// Sets the keys of all slots that take part to what they become, by slot and key, in one sweep.
    pub(crate) fn set_all(&mut self, mut becomes: impl FnMut(usize, u64) -> u64) {
        for slot in 0..self.leaves {
            let key = &mut self.keys[self.leaves + slot];
            if *key != Self::ABSENT {
                *key = becomes(slot, *key);
            }
        }
        for node in (1..self.leaves).rev() {
            self.keys[node] = self.keys[2 * node].min(self.keys[2 * node + 1]);
        }
    }

    /// The smallest key, if any slot takes part. Keys are unique, so it tells its slot to whoever made it.
    pub(crate) fn min(&self) -> Option<u64> {
        (self.keys[1] != Self::ABSENT).then_some(self.keys[1])
    }

    /// The slot with the smallest key; the first of equals.
    pub(crate) fn min_slot(&self) -> Option<usize> {
        let key = self.min()?;
        let mut node = 1;
        while node < self.leaves {
            node = if self.keys[2 * node] == key { 2 * node } else { 2 * node + 1 };
        }
        Some(node - self.leaves)
    }

    /// The slots with the `count` smallest keys, the smallest first.
    pub(crate) fn smallest(&self, count: usize) -> Vec<usize> {
        let mut found = Vec::new();
        // Below these nodes lie all slots that were not found yet.
        let mut nodes = vec![1];
        while found.len() < count {
            let least = (0..nodes.len()).min_by_key(|&at| (self.keys[nodes[at]], nodes[at]));
            let Some(node) = least.map(|at| nodes.swap_remove(at)).filter(|&node| self.keys[node] != Self::ABSENT)
            else {
                break;
            };
            if node < self.leaves {
                nodes.extend([2 * node, 2 * node + 1]);
            } else {
                found.push(node - self.leaves);
            }
        }
        found
    }

    /// The array, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        visit(Bulk::U64(&mut self.keys));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Component, Rng};

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
            assert_eq!(tree.key(slot), key);
        }
    }

    #[test]
    fn names_the_smallest_in_order_and_changes_all_at_once() {
        let mut rng = Rng::new(2, Component::Policy);
        let mut tree = MinTree::new(21);
        let mut plain: Vec<(u64, usize)> = Vec::new();
        for slot in (0..21).filter(|slot| slot % 5 != 0) {
            let key = (rng.below(1_000) << 5) + slot as u64;
            tree.set(slot, key);
            plain.push((key, slot));
        }
        let halved = |slot: usize, key: u64| (key >> 6 << 5) + slot as u64;
        for _ in 0..3 {
            plain.sort_unstable();
            let slots: Vec<usize> = plain.iter().map(|&(_, slot)| slot).collect();
            assert_eq!(tree.smallest(4), slots[..4]);
            assert_eq!(tree.smallest(99), slots);
            tree.set_all(halved);
            plain.iter_mut().for_each(|(key, slot)| *key = halved(*slot, *key));
        }
        assert_eq!(MinTree::new(0).smallest(3), Vec::<usize>::new());
    }
}

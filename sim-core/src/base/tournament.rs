//! The smallest of many changing keys: a tournament in which a change climbs only as far as it matters.

use super::bulk::AnyBulk;
use super::scattered::Scattered;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What slots are compared by.
pub(crate) trait Key: Copy + Ord {
    /// The key of a slot that takes no part, the largest there is.
    const ABSENT: Self;
}

impl Key for u64 {
    const ABSENT: Self = Self::MAX;
}

impl Key for (u64, u64) {
    const ABSENT: Self = (u64::MAX, u64::MAX);
}

/// A tournament over a fixed number of slots.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tournament<K = u64> {
    leaves: usize,
    keys: Scattered<K>,
}

impl<K: Key> Tournament<K> {
    /// A tournament of `slots` absent slots.
    pub(crate) fn new(slots: usize) -> Self {
        let leaves = slots.next_power_of_two();
        Self { leaves, keys: vec![K::ABSENT; 2 * leaves].into() }
    }

    /// Makes every slot absent.
    pub(crate) fn clear(&mut self) {
        self.keys.fill(K::ABSENT);
    }

    /// Sets a slot's key.
    #[inline(always)]
    pub(crate) fn set(&mut self, slot: usize, key: K) {
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

    /// A slot takes no part.
    #[inline(always)]
    pub(crate) fn take(&mut self, slot: usize) {
        self.set(slot, K::ABSENT);
    }

    /// Sets the keys of all slots that take part to what they become, by slot and key, in one sweep.
    pub(crate) fn set_all(&mut self, mut becomes: impl FnMut(usize, K) -> K) {
        for slot in 0..self.leaves {
            let key = &mut self.keys[self.leaves + slot];
            if *key != K::ABSENT {
                *key = becomes(slot, *key);
            }
        }
        for node in (1..self.leaves).rev() {
            self.keys[node] = self.keys[2 * node].min(self.keys[2 * node + 1]);
        }
    }

    /// The slot with the smallest key, if any takes part; the first of equals.
    pub(crate) fn min_slot(&self) -> Option<usize> {
        let key = self.keys[1];
        if key == K::ABSENT {
            return None;
        }
        let mut node = 1;
        while node < self.leaves {
            node = 2 * node + usize::from(self.keys[2 * node] != key);
        }
        Some(node - self.leaves)
    }

    /// All slots that take part, the smallest key first; each is found as it is asked for.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = usize> {
        let entry = |node: usize| Reverse((self.keys[node], node));
        // Below these nodes lie all slots that were not found yet.
        let mut nodes = BinaryHeap::from([entry(1)]);
        std::iter::from_fn(move || {
            loop {
                let Reverse((_, node)) = nodes.pop().filter(|Reverse((key, _))| *key != K::ABSENT)?;
                if node >= self.leaves {
                    return Some(node - self.leaves);
                }
                nodes.extend([entry(2 * node), entry(2 * node + 1)]);
            }
        })
    }

    /// Bytes that it takes.
    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.keys)
    }
}

impl Tournament {
    /// The array, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U64(self.keys.bulk()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Component, Rng};

    /// The slots that take part, sorted by key.
    fn sorted(plain: &[Option<u64>]) -> Vec<usize> {
        let mut slots: Vec<usize> = (0..plain.len()).filter(|&slot| plain[slot].is_some()).collect();
        slots.sort_by_key(|&slot| (plain[slot], slot));
        slots
    }

    #[test]
    fn agrees_with_sorting() {
        let mut rng = Rng::new(1, Component::Policy);
        let (mut tree, mut plain) = (Tournament::new(37), [None; 37]);
        for _ in 0..3_000 {
            let slot = rng.below(37) as usize;
            plain[slot] = (rng.below(4) > 0).then(|| rng.below(50));
            match plain[slot] {
                Some(key) => tree.set(slot, key),
                None => tree.take(slot),
            }
            let expected = sorted(&plain);
            assert_eq!(tree.min_slot(), expected.first().copied());
            let keys = |slots: &[usize]| slots.iter().map(|&slot| plain[slot]).collect::<Vec<_>>();
            assert_eq!(keys(&tree.in_order().collect::<Vec<_>>()), keys(&expected));
        }
        tree.clear();
        assert_eq!((tree.min_slot(), tree.in_order().count()), (None, 0));
        let empty = Tournament::<(u64, u64)>::new(0);
        assert_eq!((empty.min_slot(), empty.in_order().next()), (None, None));
    }

    #[test]
    fn changes_all_keys_at_once() {
        let mut rng = Rng::new(2, Component::Policy);
        let (mut tree, mut plain) = (Tournament::new(21), [None; 21]);
        for slot in (0..21).filter(|slot| slot % 5 != 0) {
            plain[slot] = Some((rng.below(1_000) << 5) + slot as u64);
            plain[slot].into_iter().for_each(|key| tree.set(slot, key));
        }
        let halved = |slot: usize, key: u64| (key >> 6 << 5) + slot as u64;
        for _ in 0..3 {
            tree.set_all(halved);
            plain = std::array::from_fn(|slot| plain[slot].map(|key| halved(slot, key)));
            assert_eq!(tree.in_order().collect::<Vec<_>>(), sorted(&plain));
        }
    }
}

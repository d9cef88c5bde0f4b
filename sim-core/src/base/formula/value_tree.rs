//! Candidates in the order of values that are kept: a tournament.

use super::program::descending;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A tournament over a fixed number of slots, some of them absent. The highest value is first, of equals what has the smaller tie.
#[derive(Clone, Debug, Hash)]
pub(crate) struct ValueTree {
    leaves: usize,
    keys: Box<[Key]>,
}

/// The value, the highest being the smallest, then the tie.
type Key = (u64, u64);

const ABSENT: Key = (u64::MAX, u64::MAX);

impl ValueTree {
    /// A tournament of absent slots.
    pub(crate) fn new(slots: usize) -> Self {
        let leaves = slots.next_power_of_two();
        Self { leaves, keys: vec![ABSENT; 2 * leaves].into() }
    }

    /// Makes every slot absent.
    pub(crate) fn clear(&mut self) {
        self.keys.fill(ABSENT);
    }

    /// A slot takes part with `value`.
    #[inline]
    pub(crate) fn put(&mut self, slot: u32, value: f64, tie: u64) {
        self.set(slot, (descending(value), tie));
    }

    /// A slot takes no part.
    #[inline]
    pub(crate) fn take(&mut self, slot: u32) {
        self.set(slot, ABSENT);
    }

    #[inline]
    fn set(&mut self, slot: u32, key: Key) {
        let mut node = self.leaves + slot as usize;
        self.keys[node] = key;
        while node > 1 {
            node /= 2;
            let best = self.keys[2 * node].min(self.keys[2 * node + 1]);
            if self.keys[node] == best {
                return;
            }
            self.keys[node] = best;
        }
    }

    /// The slot with the highest value, if any takes part.
    pub(crate) fn best(&self) -> Option<u32> {
        let best = self.keys[1];
        if best == ABSENT {
            return None;
        }
        let mut node = 1;
        while node < self.leaves {
            node = 2 * node + usize::from(self.keys[2 * node] != best);
        }
        Some((node - self.leaves) as u32)
    }

    /// All slots that take part, the highest value first; each is found as it is asked for.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = u32> {
        let entry = |node: usize| Reverse((self.keys[node], node));
        // Below these nodes lie all slots that were not found yet.
        let mut nodes = BinaryHeap::from([entry(1)]);
        std::iter::from_fn(move || {
            loop {
                let Reverse((_, node)) = nodes.pop().filter(|Reverse((key, _))| *key != ABSENT)?;
                if node >= self.leaves {
                    return Some((node - self.leaves) as u32);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Component, Rng};

    #[test]
    fn agrees_with_sorting() {
        let mut rng = Rng::new(1, Component::Policy);
        let (mut tree, mut plain) = (ValueTree::new(21), [None; 21]);
        for tie in 0..3_000 {
            let slot = rng.below(21) as usize;
            plain[slot] = (rng.below(4) > 0).then(|| ((rng.below(9) as f64 - 4.0) / rng.below(3) as f64, tie));
            match plain[slot] {
                Some((value, tie)) => tree.put(slot as u32, value, tie),
                None => tree.take(slot as u32),
            }
            let mut expected: Vec<usize> = (0..21).filter(|&slot| plain[slot].is_some()).collect();
            expected.sort_by_key(|&slot| plain[slot].map(|(value, tie)| (descending(value), tie)));
            let expected: Vec<u32> = expected.into_iter().map(|slot| slot as u32).collect();
            assert_eq!(tree.best(), expected.first().copied());
            assert_eq!(tree.in_order().collect::<Vec<_>>(), expected);
        }
        tree.clear();
        assert_eq!((tree.best(), tree.in_order().count()), (None, 0));
        assert_eq!(ValueTree::new(0).best(), None);
    }
}

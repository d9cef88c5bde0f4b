//! Closed blocks by a value each, the highest first, of equals the one closed first: a tournament.

use crate::base::formula::program::descending;
use crate::nand::BlockId;

/// A tournament over the blocks of a plane, some of them absent.
#[derive(Clone, Debug, Hash)]
pub(super) struct ValueTree {
    first: BlockId,
    leaves: usize,
    /// The value, the highest being the smallest, then when the block was closed.
    keys: Box<[(u64, u64)]>,
}

const ABSENT: (u64, u64) = (u64::MAX, u64::MAX);

impl ValueTree {
    /// A tournament of `blocks` absent blocks from `first` on.
    pub(crate) fn new(first: BlockId, blocks: usize) -> Self {
        let leaves = blocks.next_power_of_two();
        Self { first, leaves, keys: vec![ABSENT; 2 * leaves].into() }
    }

    /// Makes every block absent.
    pub(crate) fn clear(&mut self) {
        self.keys.fill(ABSENT);
    }

    /// A block takes part with `value`.
    #[inline]
    pub(crate) fn put(&mut self, block: BlockId, value: f64, close_time: u64) {
        self.set(block, (descending(value), close_time));
    }

    /// A block takes no part.
    pub(crate) fn take(&mut self, block: BlockId) {
        self.set(block, ABSENT);
    }

    #[inline]
    fn set(&mut self, block: BlockId, key: (u64, u64)) {
        let mut node = self.leaves + (block - self.first) as usize;
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

    /// The block with the highest value, if any takes part.
    pub(crate) fn best(&self) -> Option<BlockId> {
        let best = self.keys[1];
        if best == ABSENT {
            return None;
        }
        let mut node = 1;
        while node < self.leaves {
            node = 2 * node + usize::from(self.keys[2 * node] != best);
        }
        Some(self.first + (node - self.leaves) as BlockId)
    }
}

//! The journal of JBD2 as the disk sees it: transactions one behind the other in a circle behind the journal's superblock, and their
//! blocks written in place later, when room is needed (a checkpoint). After the kernel's documentation ("Journal (jbd2)").
//!
//! A transaction is a descriptor, the blocks it tells of, more of both if there are many, and a commit block. A block that a later
//! transaction in the journal holds too is not written in place for the earlier one: its newest copy is still to come.

use crate::base::bulk::Bulk;
use std::collections::VecDeque;

/// A place that holds no copy of a block: a descriptor or a commit.
const NO_BLOCK: u32 = u32::MAX;
/// Bytes of a descriptor's header, of its checksum and of the identifier behind its first tag.
const DESCRIPTOR_OVERHEAD_BYTES: u64 = 12 + 4 + 16;
/// Bytes that tell of a block, with checksums.
const TAG_BYTES: u64 = 16;

/// The journal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Journal {
    /// Which block's copy is at each place of the circle.
    homes: Bulk<u32>,
    /// Places that each transaction takes, the oldest first.
    transactions: VecDeque<u32>,
    /// Where the oldest begins.
    tail: u64,
    /// Places taken by all of them.
    used: u64,
    /// Blocks that a descriptor tells of.
    tags: u64,
}

impl Journal {
    /// An empty one with a circle of `places`, each of `block_bytes`.
    pub(crate) fn new(places: u64, block_bytes: u64) -> Self {
        Self {
            homes: vec![NO_BLOCK; places as usize].into(),
            transactions: VecDeque::new(),
            tail: 0,
            used: 0,
            tags: (block_bytes.saturating_sub(DESCRIPTOR_OVERHEAD_BYTES) / TAG_BYTES).max(1),
        }
    }

    /// Places of the circle.
    pub(crate) fn places(&self) -> u64 {
        self.homes.len() as u64
    }

    /// Places that are taken.
    pub(crate) fn used(&self) -> u64 {
        self.used
    }

    /// Places that a transaction of `blocks` takes.
    pub(crate) fn length(&self, blocks: u64) -> u64 {
        blocks.div_ceil(self.tags) + blocks + 1
    }

    /// Appends a transaction of `blocks`, for which there is room. Its first place.
    pub(crate) fn append(&mut self, blocks: &[u64]) -> u64 {
        let length = self.length(blocks.len() as u64);
        debug_assert!(self.used + length <= self.places());
        let first = (self.tail + self.used) % self.places();
        let copies = blocks
            .chunks(self.tags as usize)
            .flat_map(|told| std::iter::once(NO_BLOCK).chain(told.iter().map(|&block| block as u32)));
        let places = (first..self.homes.len() as u64).chain(0..first);
        places.zip(copies.chain([NO_BLOCK])).for_each(|(place, home)| self.homes[place as usize] = home);
        self.transactions.push_back(length as u32);
        self.used += length;
        first
    }

    /// Takes away the oldest transactions until no more than `most` places are taken. The blocks that have to be written in place
    /// for it, ascending, each once: those of these transactions that no later one holds.
    pub(crate) fn checkpoint(&mut self, most: u64) -> Vec<u64> {
        let (tail, used) = (self.tail as usize, self.used as usize);
        let mut freed = 0;
        while self.used - freed > most
            && let Some(length) = self.transactions.pop_front()
        {
            freed += u64::from(length);
        }
        // By block, a copy in a later transaction behind one in these.
        let in_order = self.homes[tail..].iter().chain(&self.homes[..tail]).take(used).zip(0..);
        let mut copies: Vec<u64> = in_order
            .filter(|&(&home, _)| home != NO_BLOCK)
            .map(|(&home, at)| u64::from(home) << 1 | u64::from(at >= freed))
            .collect();
        copies.sort_unstable();
        copies.dedup();
        let is_kept = |at: usize| copies.get(at + 1).is_some_and(|next| next >> 1 == copies[at] >> 1);
        let due =
            (0..copies.len()).filter(|&at| copies[at] & 1 == 0 && !is_kept(at)).map(|at| copies[at] >> 1).collect();
        self.tail = (self.tail + freed) % self.places();
        self.used -= freed;
        due
    }

    /// Where the oldest transaction begins, or the next where there is none.
    #[cfg(test)]
    pub(crate) fn tail(&self) -> u64 {
        self.tail
    }

    /// The block whose copy is at `place`.
    #[cfg(test)]
    pub(crate) fn home(&self, place: u64) -> Option<u64> {
        let home = self.homes[place as usize];
        (home != NO_BLOCK).then_some(u64::from(home))
    }

    /// The large array, for a checkpoint of the run.
    pub(super) fn homes_mut(&mut self) -> &mut Bulk<u32> {
        &mut self.homes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn homes(journal: &Journal) -> Vec<Option<u64>> {
        (0..journal.places()).map(|place| journal.home(place)).collect()
    }

    #[test]
    fn a_transaction_is_descriptor_blocks_and_commit_and_goes_round() {
        let mut journal = Journal::new(10, 4096);
        assert_eq!((journal.append(&[7, 8, 9]), journal.append(&[5, 7])), (0, 5));
        assert_eq!(homes(&journal), [None, Some(7), Some(8), Some(9), None, None, Some(5), Some(7), None, None]);
        assert_eq!(journal.checkpoint(4), [8, 9], "block 7 is held by the second");
        assert_eq!((journal.append(&[1, 2]), journal.used()), (9, 8));
        assert_eq!(homes(&journal)[..3], [Some(1), Some(2), None]);
        assert_eq!(journal.checkpoint(0), [1, 2, 5, 7]);
        assert_eq!((journal.used(), journal.append(&[3])), (0, 3));
    }

    #[test]
    fn many_blocks_need_more_descriptors() {
        // (4096 - 32) / 16 = 254 blocks to a descriptor.
        let mut journal = Journal::new(1000, 4096);
        let lengths = [0, 1, 254, 255, 508].map(|blocks| journal.length(blocks));
        assert_eq!(lengths, [1, 3, 256, 258, 511]);
        journal.append(&(0..300).collect::<Vec<u64>>());
        let told: Vec<u64> = homes(&journal).into_iter().flatten().collect();
        assert_eq!(told, (0..300).collect::<Vec<u64>>());
        assert_eq!([0, 255, 302].map(|place| journal.home(place)), [None; 3]);
    }
}

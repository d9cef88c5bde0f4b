//! Erased blocks of a plane, and which of them to take next.

use crate::nand::BlockId;
use std::collections::{BTreeSet, VecDeque};

/// Erased blocks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FreeList {
    /// First erased, first used: no wear levelling.
    Fifo(VecDeque<BlockId>),
    /// Least worn first, by erase count and then number: dynamic wear levelling.
    ByWear(BTreeSet<(u32, BlockId)>),
}

impl FreeList {
    /// An empty list, in order of wear or of erasure.
    pub fn new(by_wear: bool) -> Self {
        if by_wear { Self::ByWear(BTreeSet::new()) } else { Self::Fifo(VecDeque::new()) }
    }

    /// Blocks in the list.
    #[inline]
    pub fn len(&self) -> u32 {
        match self {
            Self::Fifo(list) => list.len() as u32,
            Self::ByWear(set) => set.len() as u32,
        }
    }

    /// Whether no block is left.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an erased block.
    pub fn add(&mut self, block: BlockId, erase_count: u32) {
        match self {
            Self::Fifo(list) => list.push_back(block),
            Self::ByWear(set) => {
                set.insert((erase_count, block));
            }
        }
    }

    /// The block to write next; with `most_worn`, a place for data that will stay.
    pub(crate) fn peek(&self, most_worn: bool) -> Option<BlockId> {
        match (self, most_worn) {
            (Self::Fifo(list), false) => list.front().copied(),
            (Self::Fifo(list), true) => list.back().copied(),
            (Self::ByWear(set), false) => set.first().map(|&(_, block)| block),
            (Self::ByWear(set), true) => set.last().map(|&(_, block)| block),
        }
    }

    /// Takes the block that [`FreeList::peek`] tells.
    pub fn take(&mut self, most_worn: bool) -> Option<BlockId> {
        match (self, most_worn) {
            (Self::Fifo(list), false) => list.pop_front(),
            (Self::Fifo(list), true) => list.pop_back(),
            (Self::ByWear(set), false) => set.pop_first().map(|(_, block)| block),
            (Self::ByWear(set), true) => set.pop_last().map(|(_, block)| block),
        }
    }

    /// All blocks in the list.
    pub fn blocks(&self) -> Vec<BlockId> {
        match self {
            Self::Fifo(list) => list.iter().copied().collect(),
            Self::ByWear(set) => set.iter().map(|&(_, block)| block).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(by_wear: bool, most_worn: bool) -> Vec<BlockId> {
        let mut list = FreeList::new(by_wear);
        [(4, 7), (2, 9), (3, 7)].into_iter().for_each(|(block, erases)| list.add(block, erases));
        let mut taken = Vec::new();
        while let Some(next) = list.peek(most_worn) {
            assert_eq!(list.take(most_worn), Some(next));
            taken.push(next);
        }
        assert!(list.is_empty());
        taken
    }

    #[test]
    fn goes_by_erasure_or_by_wear_and_then_number() {
        assert_eq!((taken(false, false), taken(false, true)), (vec![4, 2, 3], vec![3, 2, 4]));
        assert_eq!((taken(true, false), taken(true, true)), (vec![3, 4, 2], vec![2, 4, 3]));
    }
}

//! Closed blocks to draw from: any of them in constant time.

use crate::nand::BlockId;

/// A set of blocks with a number each, in no meaningful but a repeatable order.
#[derive(Clone, Debug, Hash)]
pub(crate) struct ClosedBlocks {
    first: BlockId,
    members: Vec<BlockId>,
    place: Vec<u32>,
}

impl ClosedBlocks {
    /// An empty set for the blocks from `first` on, `count` of them.
    pub(crate) fn new(first: BlockId, count: usize) -> Self {
        Self { first, members: Vec::new(), place: vec![u32::MAX; count] }
    }
    /// Adds a block.
    pub(crate) fn add(&mut self, block: BlockId) {
        self.place[(block - self.first) as usize] = self.members.len() as u32;
        self.members.push(block);
    }
    /// Takes all blocks out.
    pub(crate) fn clear(&mut self) {
        self.members.clear();
        self.place.fill(u32::MAX);
    }
    /// Takes a block out.
    pub(crate) fn remove(&mut self, block: BlockId) {
        let place = std::mem::replace(&mut self.place[(block - self.first) as usize], u32::MAX);
        self.members.swap_remove(place as usize);
        if let Some(&moved) = self.members.get(place as usize) {
            self.place[(moved - self.first) as usize] = place;
        }
    }
    /// The blocks, by number.
    #[inline]
    pub(crate) fn members(&self) -> &[BlockId] {
        &self.members
    }
    /// Exchanges the numbers of two members.
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        self.members.swap(a, b);
        for at in [a, b] {
            self.place[(self.members[at] - self.first) as usize] = at as u32;
        }
    }
}

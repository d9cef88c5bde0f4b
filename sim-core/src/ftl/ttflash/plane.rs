//! What a plane keeps for itself: its blocks, the order of victims, and how far its collection is.

use crate::base::tournament::Tournament;
use crate::nand::array::Nand;
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::rule::Rule;
use crate::nand::{BlockId, NONE, Ppn};
use std::collections::VecDeque;

/// A plane.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Plane {
    first: BlockId,
    /// The block that pages go to; [`NONE`] before the first.
    pub(crate) frontier: BlockId,
    /// Blocks written in part, which are filled before free ones are.
    pub begun: VecDeque<BlockId>,
    /// Erased blocks, first erased first used.
    pub free: VecDeque<BlockId>,
    /// Free pages.
    pub(crate) free_pages: u32,
    /// Closed blocks by valid pages, then number.
    victims: Tournament,
    /// Whether it wants to collect, until it has enough.
    pub(crate) wants: bool,
    /// Its collection, until the last command of it is over.
    pub collection: Option<Collection>,
    /// Members of stripes that stay in RAM for it, by slot and place, in order.
    pub held: VecDeque<(u32, u32)>,
    /// Whether it has failed.
    pub(crate) dead: bool,
}

/// A collection under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Collection {
    /// The block that is emptied.
    pub victim: BlockId,
    /// Its valid pages when it was chosen.
    pub moves: u32,
    /// Whether pages are still to be moved, as far as the layer was told.
    pub(crate) copying: bool,
    /// Whether it gives way to requests: its steps are issued one by one.
    pub(super) yields: bool,
}

impl Plane {
    /// A plane of erased blocks.
    pub(crate) fn new(first: BlockId, blocks: u32, pages_per_block: u32) -> Self {
        Self {
            first,
            frontier: NONE,
            begun: VecDeque::new(),
            free: (first..first + blocks).collect(),
            free_pages: blocks * pages_per_block,
            victims: Tournament::new(blocks as usize),
            wants: false,
            collection: None,
            held: VecDeque::new(),
            dead: false,
        }
    }

    /// The next page to write, taking the next block if need be. Blocks that must be erased before are not taken:
    /// [`Plane::stale`] tells of them. None if there is no page left.
    pub(crate) fn next_page(&mut self, nand: &mut Nand) -> Result<Option<Ppn>, Rule> {
        loop {
            if self.frontier != NONE {
                if let Some(ppn) = nand.next_page(self.frontier) {
                    return Ok(Some(ppn));
                }
                self.close(nand)?;
            }
            if let Some(block) = self.begun.pop_front() {
                self.frontier = block;
                continue;
            }
            let Some(block) = self.free.pop_front() else { return Ok(None) };
            nand.open(block, BlockKind::Data)?;
            self.frontier = block;
        }
    }

    /// The block that is taken next, where it is full of remains and must be erased before it is written.
    pub(crate) fn stale(&self, nand: &Nand) -> Option<BlockId> {
        let has = |&block: &BlockId| block != NONE && nand.next_page(block).is_some();
        let goes_on = has(&self.frontier) || self.begun.iter().any(has);
        self.free.front().copied().filter(|&block| !goes_on && nand.block(block).state == BlockState::Stale)
    }

    fn close(&mut self, nand: &mut Nand) -> Result<(), Rule> {
        let block = std::mem::replace(&mut self.frontier, NONE);
        nand.close(block)?;
        self.closed(block, nand);
        Ok(())
    }

    /// A block may be chosen as a victim from now on.
    pub(crate) fn closed(&mut self, block: BlockId, nand: &Nand) {
        self.victims.set((block - self.first) as usize, u64::from(nand.block(block).valid));
    }

    /// A page of a block was outdated.
    #[inline]
    pub(crate) fn outdated(&mut self, block: BlockId, nand: &Nand) {
        let state = nand.block(block);
        let is_victim = self.collection.is_some_and(|collection| collection.victim == block);
        if state.state == BlockState::Closed && !is_victim {
            self.victims.set((block - self.first) as usize, u64::from(state.valid));
        }
    }

    /// The block with fewest valid pages, the lowest of equals; none if it has more than `most`.
    pub(super) fn best_victim(&self, most: u32, nand: &Nand) -> Option<BlockId> {
        let slot = self.victims.min_slot()?;
        let block = self.first + slot as BlockId;
        (nand.block(block).valid <= most).then_some(block)
    }

    /// Takes a victim out of the running.
    pub(super) fn take_victim(&mut self, block: BlockId) {
        self.victims.take((block - self.first) as usize);
    }

    /// Finds everything again from the states of the blocks, after a power cut.
    pub(crate) fn rebuild(&mut self, nand: &Nand) {
        let blocks = nand.geometry.blocks_of(nand.geometry.plane_of(self.first));
        let fresh = Self::new(self.first, 0, nand.geometry.pages_per_block);
        let victims = std::mem::replace(&mut self.victims, fresh.victims.clone());
        *self = Self { victims, ..fresh };
        self.victims.clear();
        for block in blocks {
            let state = nand.block(block);
            match state.state {
                BlockState::Free | BlockState::Stale => self.free.push_back(block),
                BlockState::Open => self.begun.push_back(block),
                BlockState::Closed => self.closed(block, nand),
                BlockState::Bad => continue,
            }
            self.free_pages += nand.geometry.pages_per_block - state.write_ptr;
        }
    }
}

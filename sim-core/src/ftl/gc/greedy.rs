//! Greedy: the closed block with the fewest valid pages; of equals, the one closed first.

use super::policy::{Build, Entry, VictimPolicy};
use crate::base::tournament::Tournament;
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::Block;

/// How greedy is chosen.
pub(crate) const ENTRY: Entry<Greedy> =
    Entry { kind: "greedy", rule: "fewest valid pages", score_head: "", build: |build| Greedy::new(&build) };

/// Closed blocks in a tournament by valid pages, then closing time.
#[derive(Clone, Debug, Hash)]
pub struct Greedy {
    first: BlockId,
    by_valid: Tournament,
}

impl Greedy {
    fn new(build: &Build<'_>) -> Self {
        Self { first: build.blocks.start, by_valid: Tournament::new(build.blocks.len()) }
    }
}

/// The order of greedy choices: valid pages, then closing time. Closing times stay below 2⁴⁴.
#[inline(always)]
pub(crate) fn key(state: &Block) -> u64 {
    u64::from(state.valid) << 44 | state.close_time
}

impl VictimPolicy for Greedy {
    fn closed(&mut self, block: BlockId, state: &Block) {
        self.by_valid.set((block - self.first) as usize, key(state));
    }
    #[inline(always)]
    fn invalidated(&mut self, block: BlockId, state: &Block) {
        self.by_valid.set((block - self.first) as usize, key(state));
    }
    fn removed(&mut self, block: BlockId) {
        self.by_valid.take((block - self.first) as usize);
    }
    fn clear(&mut self) {
        self.by_valid.clear();
    }
    fn select(&mut self, _: &Nand) -> Option<BlockId> {
        self.by_valid.min_slot().map(|slot| self.first + slot as BlockId)
    }
    fn rank(&self, block: BlockId, nand: &Nand) -> f64 {
        f64::from(nand.block(block).valid)
    }
}

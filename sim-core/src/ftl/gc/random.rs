//! Random: any closed block, each as likely as the next.

use super::closed_blocks::ClosedBlocks;
use super::policy::{Build, Entry, VictimPolicy};
use crate::base::rng::Rng;
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::Block;

/// How random is chosen.
pub(crate) const ENTRY: Entry<Random> =
    Entry { kind: "random", rule: "any closed block", score_head: "", build: |build| Random::new(build) };

/// Closed blocks to draw from.
#[derive(Clone, Debug, Hash)]
pub struct Random {
    closed: ClosedBlocks,
    rng: Rng,
}

impl Random {
    fn new(build: Build<'_>) -> Self {
        Self { closed: ClosedBlocks::new(build.blocks.start, build.blocks.len()), rng: build.rng }
    }
}

impl VictimPolicy for Random {
    fn closed(&mut self, block: BlockId, _: &Block) {
        self.closed.add(block);
    }
    fn removed(&mut self, block: BlockId) {
        self.closed.remove(block);
    }
    fn clear(&mut self) {
        self.closed.clear();
    }
    fn select(&mut self, _: &Nand) -> Option<BlockId> {
        let drawn = self.rng.below(self.closed.members().len() as u64);
        self.closed.members().get(drawn as usize).copied()
    }
    fn rank(&self, block: BlockId, nand: &Nand) -> f64 {
        nand.block(block).close_time as f64
    }
}

//! d-choices: d closed blocks are drawn, the one with the fewest valid pages is taken; of equals, the one closed first.

use super::closed_blocks::ClosedBlocks;
use super::greedy::key;
use super::policy::{Build, Entry, VictimPolicy};
use crate::base::rng::Rng;
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::Block;

/// How d-choices is chosen.
pub(crate) const ENTRY: Entry<DChoices> = Entry {
    kind: "d-choices",
    rule: "fewest valid pages among d drawn",
    score_head: "drawn",
    build: |build| DChoices::new(build),
};

/// What a block that was not drawn is behind one that was, as a rank: more than any block has pages.
const NOT_DRAWN: f64 = 1e9;

/// Closed blocks to draw from, and how many are drawn.
#[derive(Clone, Debug, Hash)]
pub struct DChoices {
    closed: ClosedBlocks,
    draws: u64,
    replacement: bool,
    rng: Rng,
    /// The blocks drawn for the last choice.
    drawn: Vec<BlockId>,
}

impl DChoices {
    fn new(build: Build<'_>) -> Self {
        Self {
            closed: ClosedBlocks::new(build.blocks.start, build.blocks.len()),
            draws: build.settings.integer("gc.d"),
            replacement: build.settings.flag("gc.replacement"),
            rng: build.rng,
            drawn: Vec::new(),
        }
    }

    /// The number of one drawn block. Without replacement, the first `drawn` numbers are those already drawn.
    fn draw(&mut self, drawn: u64) -> usize {
        let closed = self.closed.members().len() as u64;
        if self.replacement {
            return self.rng.below(closed) as usize;
        }
        let next = drawn + self.rng.below(closed - drawn);
        self.closed.swap(drawn as usize, next as usize);
        drawn as usize
    }
}

impl VictimPolicy for DChoices {
    fn closed(&mut self, block: BlockId, _: &Block) {
        self.closed.add(block);
    }
    fn removed(&mut self, block: BlockId) {
        self.closed.remove(block);
    }
    fn clear(&mut self) {
        self.closed.clear();
        self.drawn.clear();
    }
    fn select(&mut self, nand: &Nand) -> Option<BlockId> {
        let closed = self.closed.members().len() as u64;
        let draws = match (closed, self.replacement) {
            (0, _) => 0,
            (_, true) => self.draws,
            (_, false) => self.draws.min(closed),
        };
        let mut best = None;
        self.drawn.clear();
        for drawn in 0..draws {
            let at = self.draw(drawn);
            let block = self.closed.members()[at];
            self.drawn.push(block);
            best = best.into_iter().chain([(key(nand.block(block)), block)]).min();
        }
        best.map(|(_, block)| block)
    }
    fn rank(&self, block: BlockId, nand: &Nand) -> f64 {
        f64::from(nand.block(block).valid) + if self.looks_at(block) { 0.0 } else { NOT_DRAWN }
    }
    fn score_text(&self, block: BlockId, _: &Nand) -> String {
        if self.looks_at(block) { "yes" } else { "no" }.into()
    }
    fn looks_at(&self, block: BlockId) -> bool {
        self.drawn.contains(&block)
    }
}

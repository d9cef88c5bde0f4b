//! First in, first out: the block that was closed first, however many valid pages it has.

use super::policy::{Entry, VictimPolicy};
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::{Block, BlockState};
use std::collections::VecDeque;

/// How first in, first out is chosen.
pub(crate) const ENTRY: Entry<Fifo> =
    Entry { kind: "fifo", rule: "closed first", score_head: "", build: |_| Fifo::default() };

/// Blocks in the order they were closed. A block that left otherwise is passed over when its turn comes.
#[derive(Clone, Debug, Default, Hash)]
pub struct Fifo {
    queue: VecDeque<(BlockId, u64)>,
}

impl VictimPolicy for Fifo {
    fn closed(&mut self, block: BlockId, state: &Block) {
        self.queue.push_back((block, state.close_time));
    }
    fn clear(&mut self) {
        self.queue.clear();
    }
    fn select(&mut self, nand: &Nand) -> Option<BlockId> {
        while let Some(&(block, close_time)) = self.queue.front() {
            let state = nand.block(block);
            if state.state == BlockState::Closed && state.close_time == close_time {
                return Some(block);
            }
            self.queue.pop_front();
        }
        None
    }
    fn rank(&self, block: BlockId, nand: &Nand) -> f64 {
        nand.block(block).close_time as f64
    }
}

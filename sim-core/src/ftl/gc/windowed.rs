//! Windowed greedy: the fewest valid pages among the w blocks that were closed first; of equals, the one closed first.

use super::greedy::key;
use super::policy::{Build, Entry, VictimPolicy};
use crate::base::tournament::Tournament;
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::{Block, BlockState};
use std::collections::VecDeque;

/// How windowed greedy is chosen.
pub(crate) const ENTRY: Entry<Windowed> = Entry {
    kind: "windowed",
    rule: "fewest valid pages among the oldest",
    score_head: "window",
    build: |build| Windowed::new(&build),
};

const OUTSIDE: u32 = u32::MAX;

/// A tournament among the blocks inside the window; younger ones wait in line.
#[derive(Clone, Debug, Hash)]
pub struct Windowed {
    first: BlockId,
    window: Tournament,
    inside: Vec<Option<BlockId>>,
    slot_of: Vec<u32>,
    vacant: Vec<u32>,
    line: VecDeque<(BlockId, u64)>,
}

impl Windowed {
    fn new(build: &Build<'_>) -> Self {
        let blocks = build.blocks.len();
        let width = (build.settings.integer("gc.window") as usize).min(blocks);
        Self {
            first: build.blocks.start,
            window: Tournament::new(width),
            inside: vec![None; width],
            slot_of: vec![OUTSIDE; blocks],
            vacant: (0..width as u32).rev().collect(),
            line: VecDeque::new(),
        }
    }

    fn is_outside(&self, block: BlockId) -> bool {
        self.slot_of[(block - self.first) as usize] == OUTSIDE
    }

    fn let_in(&mut self, nand: &Nand) {
        while !self.vacant.is_empty() {
            let Some((block, close_time)) = self.line.pop_front() else { return };
            let state = nand.block(block);
            if state.state != BlockState::Closed || state.close_time != close_time {
                continue;
            }
            let Some(slot) = self.vacant.pop() else { return };
            self.inside[slot as usize] = Some(block);
            self.slot_of[(block - self.first) as usize] = slot;
            self.window.set(slot as usize, key(state));
        }
    }
}

impl VictimPolicy for Windowed {
    fn closed(&mut self, block: BlockId, state: &Block) {
        self.line.push_back((block, state.close_time));
    }
    fn invalidated(&mut self, block: BlockId, state: &Block) {
        let slot = self.slot_of[(block - self.first) as usize];
        if slot != OUTSIDE {
            self.window.set(slot as usize, key(state));
        }
    }
    fn removed(&mut self, block: BlockId) {
        let slot = std::mem::replace(&mut self.slot_of[(block - self.first) as usize], OUTSIDE);
        if slot != OUTSIDE {
            self.inside[slot as usize] = None;
            self.window.take(slot as usize);
            self.vacant.push(slot);
        }
    }
    fn clear(&mut self) {
        self.window.clear();
        self.inside.fill(None);
        self.slot_of.fill(OUTSIDE);
        self.vacant = (0..self.inside.len() as u32).rev().collect();
        self.line.clear();
    }
    fn select(&mut self, nand: &Nand) -> Option<BlockId> {
        self.let_in(nand);
        self.window.min_slot().and_then(|slot| self.inside[slot])
    }
    fn rank(&self, block: BlockId, nand: &Nand) -> f64 {
        f64::from(nand.block(block).valid) + if self.is_outside(block) { 1e9 } else { 0.0 }
    }
    fn score_text(&self, block: BlockId, _: &Nand) -> String {
        if self.is_outside(block) { "outside" } else { "inside" }.into()
    }
    fn looks_at(&self, block: BlockId) -> bool {
        !self.is_outside(block)
    }
}

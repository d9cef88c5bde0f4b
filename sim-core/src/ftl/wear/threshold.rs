//! Static wear levelling by threshold: when the most and the least worn block are more than Δ erases apart, the data of
//! the least worn closed block moves to the most worn free one.

use super::Due;
use crate::flash::trigger::{Condition, Is, What};
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::BlockState;
use crate::parameters::settings::Settings;
use std::ops::Range;

/// Blocks of a plane by erase count.
#[derive(Clone, Debug, Hash)]
pub struct Threshold {
    blocks: Range<BlockId>,
    delta: u32,
    /// How many blocks have been erased so often.
    with_count: Vec<u32>,
    fewest: u32,
}

impl Threshold {
    /// A policy for blocks that were never erased.
    pub fn new(settings: &Settings, blocks: Range<BlockId>) -> Self {
        let delta = settings.integer("wear_leveling.delta") as u32;
        Self { delta, with_count: vec![blocks.len() as u32], fewest: 0, blocks }
    }

    /// A block's erase count went up by one.
    pub fn erased(&mut self, block: BlockId, nand: &Nand) {
        let count = nand.block(block).erase_count as usize;
        if self.with_count.len() <= count {
            self.with_count.resize(count + 1, 0);
        }
        self.with_count[count] += 1;
        self.with_count[count - 1] -= 1;
        while self.with_count[self.fewest as usize] == 0 {
            self.fewest += 1;
        }
    }

    /// Counts anew.
    pub(crate) fn restart(&mut self, nand: &Nand) {
        self.with_count = Vec::new();
        for block in self.blocks.clone() {
            let count = nand.block(block).erase_count as usize;
            self.with_count.resize(self.with_count.len().max(count + 1), 0);
            self.with_count[count] += 1;
        }
        self.fewest = self.with_count.iter().position(|&blocks| blocks > 0).unwrap_or(0) as u32;
    }

    /// The least worn closed block, if counts are too far apart.
    pub fn choose(&mut self, nand: &Nand) -> Option<Due> {
        let most = self.with_count.len() as u32 - 1;
        if most - self.fewest <= self.delta {
            return None;
        }
        let closed = self.blocks.clone().filter(|&block| nand.block(block).state == BlockState::Closed);
        let youngest = closed.min_by_key(|&block| (nand.block(block).erase_count, block))?;
        let count = nand.block(youngest).erase_count;
        (most - count > self.delta).then(|| Due {
            block: youngest,
            reason: format!(
                "erased {count} times while another block was erased {most} times, more than {} apart",
                self.delta
            ),
            trigger: Condition::new(What::ErasesApart, most - count, Is::Above, self.delta),
        })
    }
}

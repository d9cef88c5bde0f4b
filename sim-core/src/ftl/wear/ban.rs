//! Wear levelling by chance: after every τ erases a uniformly random closed block is collected.

use super::Due;
use crate::base::rng::Rng;
use crate::flash::trigger::{Condition, Is, What};
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::BlockState;
use crate::parameters::settings::Settings;
use std::ops::Range;

/// Erases counted in one plane.
#[derive(Clone, Debug, Hash)]
pub struct Ban {
    blocks: Range<BlockId>,
    interval: u64,
    erases: u64,
    rng: Rng,
}

impl Ban {
    /// No erases counted yet.
    pub fn new(settings: &Settings, blocks: Range<BlockId>, rng: Rng) -> Self {
        Self { blocks, interval: settings.integer("wear_leveling.interval"), erases: 0, rng }
    }

    /// A block was erased.
    pub fn erased(&mut self) {
        self.erases += 1;
    }

    /// Counts anew.
    pub(crate) fn restart(&mut self) {
        self.erases = 0;
    }

    /// A random closed block, when it is time.
    pub fn choose(&mut self, nand: &Nand) -> Option<Due> {
        if self.erases < self.interval {
            return None;
        }
        let trigger = Condition::new(What::ErasesSince, self.erases, Is::AtLeast, self.interval);
        self.erases = 0;
        let closed = |&block: &BlockId| nand.block(block).state == BlockState::Closed;
        let closed: Vec<BlockId> = self.blocks.clone().filter(closed).collect();
        let block = *closed.get(self.rng.below(closed.len() as u64) as usize)?;
        let reason = format!("{} erases have passed, and it was drawn at random", self.interval);
        Some(Due { block, reason, trigger })
    }
}

//! Static wear levelling by a block-erase table: one flag for 2^k blocks; when erases pile up on few flags, the next
//! unflagged set is collected.

use super::Due;
use crate::flash::trigger::{Condition, Is, What};
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::BlockState;
use crate::parameters::settings::Settings;
use std::ops::Range;

/// The table of one plane.
#[derive(Clone, Debug, Hash)]
pub struct Bet {
    blocks: Range<BlockId>,
    set_shift: u32,
    threshold: u64,
    flags: Vec<bool>,
    erases: u64,
    flagged: u64,
    pointer: usize,
}

impl Bet {
    /// An empty table.
    pub fn new(settings: &Settings, blocks: Range<BlockId>) -> Self {
        let set_shift = settings.integer("wear_leveling.set_shift") as u32;
        let sets = blocks.len().div_ceil(1 << set_shift);
        let threshold = settings.integer("wear_leveling.threshold");
        Self { blocks, set_shift, threshold, flags: vec![false; sets], erases: 0, flagged: 0, pointer: 0 }
    }

    /// A block was erased: its set is flagged. When all are, the table starts again.
    pub fn erased(&mut self, block: BlockId) {
        let set = ((block - self.blocks.start) >> self.set_shift) as usize;
        self.erases += 1;
        if !std::mem::replace(&mut self.flags[set], true) {
            self.flagged += 1;
        }
        if self.flagged as usize == self.flags.len() {
            self.restart();
        }
    }

    /// Starts the table again.
    pub(crate) fn restart(&mut self) {
        self.flags.fill(false);
        (self.erases, self.flagged) = (0, 0);
    }

    /// A closed block of the next unflagged set, if erases are too uneven.
    pub fn choose(&mut self, nand: &Nand) -> Option<Due> {
        if self.flagged == 0 || self.erases < self.threshold * self.flagged {
            return None;
        }
        let sets = self.flags.len();
        for step in 0..sets {
            let set = (self.pointer + step) % sets;
            let first = self.blocks.start + ((set as u32) << self.set_shift);
            let members = first..(first + (1 << self.set_shift)).min(self.blocks.end);
            let closed = |&block: &BlockId| nand.block(block).state == BlockState::Closed;
            if let Some(block) = members.into_iter().find(closed).filter(|_| !self.flags[set]) {
                self.pointer = set;
                let reason = format!(
                    "{} erases fell on {} of {sets} block sets, and none on its own",
                    self.erases, self.flagged
                );
                let allowed = self.threshold * self.flagged;
                let trigger = Condition::new(What::ErasesCounted, self.erases, Is::AtLeast, allowed);
                return Some(Due { block, reason, trigger });
            }
        }
        None
    }
}

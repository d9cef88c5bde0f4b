//! The physical blocks of each superblock.

use crate::base::bulk::AnyBulk;
use crate::base::scattered::Scattered;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, NONE};

/// Blocks by superblock.
#[derive(Clone, Debug, Hash)]
pub(super) struct Members {
    /// `slots` for each superblock, those in use first.
    blocks: Scattered<BlockId>,
    used: Scattered<u8>,
    slots: usize,
    /// The block that the host's pages go to, [`NONE`] if there is none; it may be full.
    pub host: Scattered<BlockId>,
    /// The block that moved pages go to.
    pub moved: Scattered<BlockId>,
}

impl Members {
    /// Superblocks without any block, of at most `slots`.
    pub(crate) fn new(superblocks: u32, slots: u32) -> Self {
        let count = superblocks as usize;
        Self {
            blocks: vec![NONE; count * slots as usize].into(),
            used: vec![0; count].into(),
            slots: slots as usize,
            host: vec![NONE; count].into(),
            moved: vec![NONE; count].into(),
        }
    }

    /// How many superblocks there are.
    pub(crate) fn superblocks(&self) -> u32 {
        self.used.len() as u32
    }

    /// The blocks of a superblock.
    #[inline(always)]
    pub(crate) fn of(&self, superblock: u32) -> &[BlockId] {
        let first = superblock as usize * self.slots;
        &self.blocks[first..first + usize::from(self.used[superblock as usize])]
    }

    /// How many they are.
    #[inline(always)]
    pub(crate) fn count(&self, superblock: u32) -> u32 {
        u32::from(self.used[superblock as usize])
    }

    /// A superblock gets a block.
    pub(crate) fn add(&mut self, superblock: u32, block: BlockId) -> Result<(), Rule> {
        let used = &mut self.used[superblock as usize];
        if usize::from(*used) == self.slots {
            return Err(Rule::Invariant(format!("superblock {superblock} has no room for another block")));
        }
        self.blocks[superblock as usize * self.slots + usize::from(*used)] = block;
        *used += 1;
        Ok(())
    }

    /// A superblock loses a block.
    pub(crate) fn remove(&mut self, superblock: u32, block: BlockId) {
        let first = superblock as usize * self.slots;
        let used = usize::from(self.used[superblock as usize]);
        let members = &mut self.blocks[first..first + used];
        let Some(at) = members.iter().position(|&member| member == block) else { return };
        members.swap(at, used - 1);
        members[used - 1] = NONE;
        self.used[superblock as usize] -= 1;
        self.no_longer_filled(superblock, block);
    }

    /// No page goes to a block any more.
    pub(super) fn no_longer_filled(&mut self, superblock: u32, block: BlockId) {
        for filling in [&mut self.host[superblock as usize], &mut self.moved[superblock as usize]] {
            if *filling == block {
                *filling = NONE;
            }
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.blocks.fill(NONE);
        self.used.fill(0);
        self.host.fill(NONE);
        self.moved.fill(NONE);
    }

    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(self.blocks.bulk()));
        visit(AnyBulk::U8(self.used.bulk()));
        visit(AnyBulk::U32(self.host.bulk()));
        visit(AnyBulk::U32(self.moved.bulk()));
    }
}

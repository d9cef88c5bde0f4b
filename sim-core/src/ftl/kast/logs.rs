//! All log blocks of a plane: shown, checked, found again after a power cut.

use super::merge::NEVER;
use super::mixed::Mixed;
use super::{Kast, Limits};
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::ftl::blocks::explain::in_order;
use crate::ftl::blocks::shared_log::logical_blocks_in;
use crate::ftl::fast::explain::Why;
use crate::ftl::fast::log::Sequential;
use crate::ftl::newest;
use crate::ftl::picture::{EmptiedFirst, PARKED_MAX, Parked, Picture, Role, Updates};
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, Lpn, PlaneId};

/// Log blocks in use.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Logs {
    /// Those in order, the oldest first.
    pub sequential: Vec<Sequential>,
    pub mixed: Mixed,
}

impl Logs {
    /// None yet, for `members` logical blocks of a plane.
    pub(crate) fn new(limits: Limits, members: u32) -> Self {
        Self { sequential: Vec::new(), mixed: Mixed::new(limits.log_blocks, members, limits.k) }
    }

    /// The log block in order of `lbn`, with its place among them.
    #[inline(always)]
    pub(crate) fn owned(&self, lbn: u32) -> Option<(usize, Sequential)> {
        let place = self.sequential.iter().position(|sequential| sequential.lbn == lbn)?;
        Some((place, self.sequential[place]))
    }

    /// How many there are of both.
    pub(crate) fn len(&self) -> u32 {
        self.sequential.len() as u32 + self.mixed.len()
    }
}

impl Kast {
    /// Start-up after a power cut. A block that begins with the first page of a logical block and goes on in
    /// order takes up where it left off.
    pub(super) fn find_logs(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let members = self.blocks.logical_blocks().div_ceil(self.blocks.planes());
        self.logs.fill(Logs::new(self.limits, members));
        for block in self.blocks.start_up(flash)? {
            self.adopt(block, flash)?;
        }
        Ok(())
    }

    /// Takes a log block that was found into use again. Called in the order in which they were first written.
    fn adopt(&mut self, block: BlockId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let plane = flash.nand().geometry.plane_of(block);
        self.make_room(plane, flash)?;
        let nand = flash.nand();
        let Some(owner) = newest::owner(block, nand).filter(|_| nand.block(block).valid > 0) else {
            return self.blocks.release(block, Purpose::Recovery, flash);
        };
        let lbn = self.blocks.lbn(owner);
        if in_order(lbn, block, nand) != nand.block(block).write_ptr {
            return self.adopt_shared(block, plane, flash);
        }
        if self.logs[plane as usize].sequential.len() as u32 == self.limits.sequential_blocks {
            self.settle(plane, 0, Why::Begins(lbn), NEVER, flash)?;
        }
        self.logs[plane as usize].sequential.push(Sequential { lbn, block });
        Ok(())
    }

    /// Of more than K logical blocks, the first are merged: where a copy out of the log block was still under way, the logical
    /// block is in it again, and another had been let in for it.
    fn adopt_shared(&mut self, block: BlockId, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let found = logical_blocks_in(block, &self.blocks, flash.nand());
        let surplus = found.len().saturating_sub(self.limits.k as usize);
        for &lbn in &found[..surplus] {
            self.merge_out_of(block, plane, lbn, flash)?;
        }
        let left = self.members_in(block, flash.nand());
        self.logs[plane as usize].mixed.add(block, left, flash.nand());
        Ok(())
    }

    fn members_in(&self, block: BlockId, nand: &Nand) -> Vec<u32> {
        logical_blocks_in(block, &self.blocks, nand).into_iter().map(|lbn| lbn / self.blocks.planes()).collect()
    }

    pub(super) fn log_picture(&self, near: Option<Lpn>, nand: &Nand) -> Picture {
        let (planes, near) = (self.blocks.planes(), near.map_or(0, |lpn| self.blocks.plane_of(self.blocks.lbn(lpn))));
        let mut parked = Vec::new();
        for plane in (0..planes).map(|plane| (near + plane) % planes) {
            let logs = &self.logs[plane as usize];
            parked.extend(logs.sequential.iter().map(|&Sequential { lbn, block }| Parked {
                block,
                role: Role::Sequential,
                lbn,
            }));
            parked.extend(self.ranked(plane, nand).into_iter().map(|block| Parked::shared(block, Role::Log)));
        }
        let parked_total = parked.len() as u32;
        parked.truncate(PARKED_MAX);
        let updates = Updates {
            emptied_first: EmptiedFirst::FewestOwners,
            rule: "each takes pages of at most K logical blocks",
            ..Updates::IN_LOGS
        };
        Picture { parked, parked_total, homes: self.blocks.homes(), updates: Some(updates), ..Picture::default() }
    }

    /// No more log blocks than allowed; those in order in order, the shared ones with no more logical blocks than K. That a
    /// page has at most one valid copy, in a log block or elsewhere, is checked for every layer.
    pub(super) fn check_logs(&self, nand: &Nand) -> Result<(), Rule> {
        let mut used = Vec::new();
        for logs in &self.logs {
            used.extend(logs.sequential.iter().map(|sequential| sequential.block));
            used.extend(logs.mixed.used().map(|(_, block, _)| block));
        }
        self.blocks.check(&used, nand)?;
        for (plane, logs) in (0u32..).zip(&self.logs) {
            if logs.len() > self.limits.log_blocks || logs.sequential.len() as u32 > self.limits.sequential_blocks {
                return Err(Rule::Invariant(format!("plane {plane} has {} log blocks", logs.len())));
            }
            logs.sequential.iter().try_for_each(|sequential| sequential.check(&self.blocks, nand))?;
            logs.mixed.check(|block| self.members_in(block, nand), nand)?;
        }
        Ok(())
    }
}

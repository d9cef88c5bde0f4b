//! The log blocks of a plane: sequential, hot and cold.

use super::Last;
use crate::base::order::sorted_by;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::ftl::newest;
use crate::ftl::picture::{PARKED_MAX, Parked, Picture, Role, Updates};
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, Lpn, NONE};

/// Log blocks in use.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct Log {
    /// The one written longest ago first.
    pub sequential: Vec<Sequential>,
    pub hot: Partition,
    pub(crate) cold: Partition,
    /// Pages written to hot and cold log blocks.
    pub random_writes: u32,
}

/// A log block that takes the pages of one logical block.
#[derive(Clone, Copy, Debug, Hash)]
pub(crate) struct Sequential {
    pub lbn: u32,
    pub block: BlockId,
}

/// Which pages a random log block takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Hot,
    Cold,
}

/// The random log blocks of one part.
#[derive(Clone, Debug, Hash)]
pub(super) struct Partition {
    /// Those that take no more pages, the oldest first.
    pub full: Vec<BlockId>,
    /// The one being filled; [`NONE`] if there is none.
    pub(crate) filling: BlockId,
}

impl Default for Partition {
    fn default() -> Self {
        Self { full: Vec::new(), filling: NONE }
    }
}

impl Partition {
    /// Blocks in use, the oldest first.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = BlockId> {
        self.full.iter().copied().chain((self.filling != NONE).then_some(self.filling))
    }

    /// The block being filled takes no more pages.
    pub(crate) fn retire(&mut self) {
        if self.filling != NONE {
            self.full.push(std::mem::replace(&mut self.filling, NONE));
        }
    }

    /// A block without a valid page.
    pub(crate) fn dead(&self, nand: &Nand) -> Option<BlockId> {
        self.full.iter().copied().find(|&block| nand.block(block).valid == 0)
    }

    /// The block with the fewest valid pages, the oldest of equals.
    pub(crate) fn emptiest(&self, nand: &Nand) -> Option<BlockId> {
        self.full.iter().copied().min_by_key(|&block| nand.block(block).valid)
    }

    /// A block is not in use any more.
    pub(crate) fn forget(&mut self, block: BlockId) {
        self.full.retain(|&known| known != block);
    }
}

impl Log {
    #[inline(always)]
    pub(crate) fn part(&self, part: Part) -> &Partition {
        match part {
            Part::Hot => &self.hot,
            Part::Cold => &self.cold,
        }
    }

    pub(super) fn part_mut(&mut self, part: Part) -> &mut Partition {
        match part {
            Part::Hot => &mut self.hot,
            Part::Cold => &mut self.cold,
        }
    }

    /// A sequential log block is not in use any more.
    pub(super) fn forget_sequential(&mut self, block: BlockId) {
        self.sequential.retain(|sequential| sequential.block != block);
    }

    /// Hot and cold log blocks in use.
    pub(crate) fn random_blocks(&self) -> u32 {
        self.hot.blocks().chain(self.cold.blocks()).count() as u32
    }

    /// Log blocks in use: the next victim first, then by part.
    fn parked(&self, nand: &Nand) -> Vec<Parked> {
        let sequential = self.sequential.iter();
        let sequential = sequential.map(|&Sequential { lbn, block }| Parked { block, role: Role::Sequential, lbn });
        let hot = self.hot.blocks().map(|block| Parked::shared(block, Role::Hot));
        let cold = self.cold.blocks().map(|block| Parked::shared(block, Role::Cold));
        let victim = self.hot.dead(nand).or_else(|| self.cold.emptiest(nand));
        let parked: Vec<Parked> = hot.chain(cold).chain(sequential).collect();
        sorted_by(&parked, |parked| u64::from(Some(parked.block) != victim))
    }
}

impl Last {
    /// Start-up after a power cut. Which part a random log block belonged to is not on flash.
    pub(super) fn find_logs(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.logs.fill(Log::default());
        self.written_at.fill(NONE);
        for block in self.blocks.start_up(flash)? {
            if flash.nand().block(block).valid == 0 {
                self.blocks.release(block, Purpose::Recovery, flash)?;
            } else if !self.adopt(block, flash.nand()) {
                self.blocks.dissolve(block, flash)?;
            }
        }
        Ok(())
    }

    /// Takes a log block that was found into use again, if there is room for it. Called for the oldest first.
    fn adopt(&mut self, block: BlockId, nand: &Nand) -> bool {
        let log = &mut self.logs[nand.geometry.plane_of(block) as usize];
        let owner = newest::owner(block, nand).map(|owner| self.blocks.lbn(owner));
        let owner = owner.filter(|&lbn| {
            let mut pages = nand.geometry.pages_of(block).filter_map(|ppn| nand.read(ppn as u32).ok());
            pages.all(|lpn| self.blocks.lbn(lpn) == lbn)
        });
        if let Some(lbn) = owner
            && (log.sequential.len() as u32) < self.share.sequential
            && log.sequential.iter().all(|other| other.lbn != lbn)
        {
            log.sequential.push(Sequential { lbn, block });
            return true;
        }
        if log.random_blocks() < self.share.random {
            log.cold.retire();
            log.cold.filling = block;
            return true;
        }
        false
    }

    pub(super) fn log_picture(&self, near: Option<Lpn>, nand: &Nand) -> Picture {
        let planes = self.blocks.planes();
        let near = near.map_or(NONE, |lpn| self.blocks.lbn(lpn));
        let first = if near == NONE { 0 } else { self.blocks.plane_of(near) };
        let logs = (0..planes).map(|plane| &self.logs[((first + plane) % planes) as usize]);
        let all: Vec<Parked> = logs.flat_map(|log| log.parked(nand)).collect();
        let total = all.len() as u32;
        // Of more than can be shown, the page's own log block must not be left out.
        let mut parked = if all.len() > PARKED_MAX { sorted_by(&all, |log| u64::from(log.lbn != near)) } else { all };
        parked.truncate(PARKED_MAX);
        let updates = Updates { rule: "in order, hot and cold kept apart", ..Updates::IN_LOGS };
        Picture {
            parked,
            parked_total: total,
            homes: self.blocks.homes(),
            updates: Some(updates),
            ..Picture::default()
        }
    }

    /// No part has more log blocks than its share, none is in two of them, and sequential ones hold pages of their logical
    /// block only.
    pub(super) fn check_logs(&self, nand: &Nand) -> Result<(), Rule> {
        let used = |log: &Log| -> Vec<BlockId> {
            let sequential = log.sequential.iter().map(|sequential| sequential.block);
            sequential.chain(log.hot.blocks()).chain(log.cold.blocks()).collect()
        };
        self.blocks.check(&self.logs.iter().flat_map(used).collect::<Vec<_>>(), nand)?;
        for (plane, log) in self.logs.iter().enumerate() {
            let (sequential, hot) = (log.sequential.len() as u32, log.hot.blocks().count() as u32);
            if sequential > self.share.sequential || hot > self.share.hot || log.random_blocks() > self.share.random {
                return Err(Rule::Invariant(format!("plane {plane} has more log blocks than it may")));
            }
            log.sequential.iter().try_for_each(|sequential| self.check_owner(*sequential, nand))?;
        }
        Ok(())
    }

    fn check_owner(&self, sequential: Sequential, nand: &Nand) -> Result<(), Rule> {
        let Sequential { lbn, block } = sequential;
        let mut pages = nand.geometry.pages_of(block).filter_map(|ppn| nand.read(ppn as u32).ok());
        if pages.any(|lpn| self.blocks.lbn(lpn) != lbn) {
            return Err(Rule::Invariant(format!("sequential log block {block} holds a page of another logical block")));
        }
        let owned = self.logs[self.blocks.plane_of(lbn) as usize].sequential.iter().filter(|other| other.lbn == lbn);
        if owned.count() > 1 {
            return Err(Rule::Invariant(format!("logical block {lbn} has two sequential log blocks")));
        }
        Ok(())
    }
}

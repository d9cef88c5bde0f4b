//! FAST: log blocks shared by all logical blocks of a plane. One takes pages of a single logical block in
//! order (sequential log block), the others any page, first come, first stored (random log blocks).
//!
//! - `mod.rs`     where a page is written
//! - `log.rs`     the log blocks of a plane; finding them again after a power cut
//! - `merge.rs`   closing the sequential log block, freeing the oldest random one
//! - `explain.rs` both in words
//!
//! What its paper leaves open:
//! - a page below the sequential log block's next one never goes to its place in the data block, should that be free
//!   (wear levelling moved it, power was cut): the log block's copy has to stay the only one to merge;
//! - `sw_violation` `flashsim`, a page written again: the full merge takes the pages of the sequential log block too, so that
//!   block is left without valid pages, and is erased as part of it: P − 1 copies, the page, two erases;
//! - `sw_violation` `rw`: a random log block may hold newer copies of pages of the sequential one. Freeing it, a partial merge
//!   would leave them behind, so the owner is rebuilt in a full merge then, which empties the sequential log block too.

pub(super) mod explain;
pub(super) mod log;
mod merge;
#[cfg(test)]
mod tests;

use super::blocks::observables::MERGES_SHARED_LOGS;
use super::blocks::on_blocks::OnBlocks;
use super::blocks::supply;
use super::blocks::{Blocks, NOTHING};
use super::layer::{Build, Entry, Traits};
use super::picture::Picture;
use super::wear;
use crate::base::bulk::AnyBulk;
use crate::base::error::Error;
use crate::base::scattered::Scattered;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::block::BlockKind;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, PlaneId, Ppn};
use crate::parameters::parameter::{Info, Parameter};
use explain::Why;
use log::{Log, Sequential};

/// FAST at work.
#[derive(Clone, Debug, Hash)]
pub struct Fast {
    blocks: Blocks,
    /// The log blocks of each plane.
    logs: Box<[Log]>,
    /// The number of the random log block that was the first to take pages of a logical block since that was last rebuilt;
    /// [`NONE`] if none did. Numbers count the random log blocks of a plane ([`Log::newest`]), so that a block used again is
    /// another one.
    first_log: Scattered<u32>,
    /// How many random log blocks a plane may have; one sequential comes on top.
    random_blocks: u32,
    violation: Violation,
}

/// What becomes of a page of the sequential log block's owner that does not follow in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Violation {
    /// It is programmed in the merge that it causes.
    Merged,
    /// It goes to a random log block.
    Logged,
}

impl Fast {
    fn new(build: &Build<'_>) -> Result<Self, Error> {
        let log_blocks = supply::log_blocks(build);
        let violation = match build.settings.word("sw_violation") {
            "rw" => Violation::Logged,
            _ => Violation::Merged,
        };
        let blocks = Blocks::new(build, log_blocks)?;
        Ok(Self {
            first_log: vec![NONE; blocks.logical_blocks() as usize].into(),
            blocks,
            logs: vec![Log::default(); build.nand.geometry.planes() as usize].into(),
            random_blocks: log_blocks - 1,
            violation,
        })
    }

    #[inline(always)]
    fn write_page(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (lbn, offset) = (self.blocks.lbn(lpn), self.blocks.offset(lpn));
        let plane = self.blocks.plane_of(lbn);
        let owned = self.logs[plane as usize].sequential.filter(|sequential| sequential.lbn == lbn);
        let next = owned.map(|sequential| sequential.next(flash.nand()));
        if next.is_none_or(|next| offset >= next) && self.blocks.program_in_place(lpn, flash)? {
            return Ok(());
        }
        match owned.zip(next) {
            _ if offset == 0 => self.begin_in_order(plane, lpn, flash),
            Some((Sequential { block, .. }, next)) if offset == next => {
                self.blocks.program(lpn, flash.nand().geometry.page(block, offset), flash)
            }
            Some((_, next)) => self.out_of_order(plane, lpn, offset > next, flash),
            None => self.append(plane, lpn, flash),
        }
    }

    /// The first page of a logical block opens the sequential log block for it.
    fn begin_in_order(&mut self, plane: PlaneId, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.close_sequential(plane, Why::Begins(self.blocks.lbn(lpn)), NOTHING, flash)?;
        let block = self.blocks.take(plane, BlockKind::Log, flash)?;
        self.logs[plane as usize].sequential = Some(Sequential { lbn: self.blocks.lbn(lpn), block });
        self.blocks.program(lpn, flash.nand().geometry.page(block, 0), flash)
    }

    /// The owner of the sequential log block leaves pages out, or goes back.
    fn out_of_order(&mut self, plane: PlaneId, lpn: Lpn, skips: bool, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let why = if skips { Why::Skips(lpn) } else { Why::GoesBack(lpn) };
        match (self.violation, skips) {
            (Violation::Merged, true) => self.close_sequential(plane, why, lpn..lpn + 1, flash),
            (Violation::Merged, false) => self.rebuild_sequential(plane, why, lpn..lpn + 1, flash),
            (Violation::Logged, true) => {
                self.close_sequential(plane, why, NOTHING, flash)?;
                self.append(plane, lpn, flash)
            }
            (Violation::Logged, false) => self.append(plane, lpn, flash),
        }
    }

    /// A page goes to the random log block being filled.
    #[inline(always)]
    fn append(&mut self, plane: PlaneId, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let to = match self.logs[plane as usize].free_page(flash.nand()) {
            Some(free) => free,
            None => self.fresh_page(plane, flash)?,
        };
        self.blocks.program(lpn, to, flash)?;
        let first = &mut self.first_log[self.blocks.lbn(lpn) as usize];
        if *first == NONE {
            *first = self.logs[plane as usize].newest();
        }
        Ok(())
    }

    /// The first page of a fresh random log block; for which the oldest makes way if there are as many as may be.
    fn fresh_page(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<Ppn, Halt> {
        if self.logs[plane as usize].random.len() as u32 == self.random_blocks {
            self.reclaim(plane, flash)?;
        }
        let block = self.blocks.take(plane, BlockKind::Log, flash)?;
        self.logs[plane as usize].random.push_back(block);
        Ok(flash.nand().geometry.page(block, 0))
    }
}

impl OnBlocks for Fast {
    const ENTRY: Entry<Self> = Entry {
        info: Info {
            kind: "fast",
            title: "FAST",
            help: "All blocks share the log blocks, so reclaiming one takes a full merge for every block with a valid page in it.",
            source: "Lee et al.: A Log Buffer-Based FTL Using Fully-Associative Sector Translation, ACM TECS 2007",
            parameters: &[
                Parameter::optional(
                    "log_blocks",
                    "null",
                    2,
                    1_000_000,
                    "Log blocks per plane, the sequential one included; null: 0.07 % of its blocks, at least 3.",
                ),
                Parameter::choice(
                    "sw_violation",
                    "\"flashsim\"",
                    &["flashsim", "rw"],
                    "Where a page goes that breaks the sequence of the sequential log block: into the merge that it triggers (flashsim), or to a random log block (rw).",
                ),
            ],
        },
        shared: &[wear::PARAMETERS],
        program_order: ProgramOrder::SkipOk,
        spare_pages: None,
        traits: Traits {
            observables: MERGES_SHARED_LOGS,
            caches_pages: false,
            has_stripes: false,
            purposes: &[
                Purpose::Host,
                Purpose::Wear,
                Purpose::Recovery,
                Purpose::Switch,
                Purpose::Partial,
                Purpose::Full,
                Purpose::Reclaim,
            ],
        },
        build: |build| Self::new(&build),
    };

    fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    fn blocks_mut(&mut self) -> &mut Blocks {
        &mut self.blocks
    }

    fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        (first..first + count).try_for_each(|lpn| self.write_page(lpn, flash))
    }

    fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.find_logs(flash)
    }

    fn picture(&self, near: Option<Lpn>, _: &Nand) -> Picture {
        self.log_picture(near)
    }

    /// A page table for all log pages.
    fn log_ram_bytes(&self) -> u64 {
        let log_blocks = u64::from(self.random_blocks + 1) * u64::from(self.blocks.planes());
        4 * log_blocks * u64::from(self.blocks.pages_per_block())
    }

    fn log_bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(self.first_log.bulk()));
    }

    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.check_logs(nand)
    }
}

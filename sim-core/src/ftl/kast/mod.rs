//! KAST: as FAST, but a shared log block takes pages of at most K logical blocks, so that freeing it never
//! takes more than K rebuilds. Several log blocks take pages in order, each of one logical block.
//!
//! - `mod.rs`   where a page is written
//! - `mixed.rs` the shared log blocks, and what they accept
//! - `merge.rs` closing a log block in order, freeing a shared one
//! - `logs.rs`  all log blocks of a plane: shown, checked, found again after a power cut
//!
//! What its paper leaves open:
//! - a shared log block counts the logical blocks that it let in since its erase, less those merged since. None but these has
//!   a valid page in it, so the bound holds, and nothing is to be counted when a page dies;
//! - which one to free goes by the logical blocks with *valid* pages in it, as associativity is counted. Where none is full, all
//!   of them having K logical blocks and room, one of those is freed;
//! - log blocks are one pool. A log block that holds all of its logical block in order is a switch merge away from being
//!   free, so it goes before a shared one;
//! - a log block in order is closed when another needs its place, the oldest first, or its own logical block begins again:
//!   all of it there, a switch merge; at least half of it, a partial merge; less, it becomes a shared one, whose room is worth
//!   more than the copies. Whatever breaks its order makes it a shared one, where the page then finds room.

mod logs;
mod merge;
mod mixed;

use super::blocks::Blocks;
use super::blocks::observables::MERGES_SHARED_LOGS;
use super::blocks::on_blocks::OnBlocks;
use super::blocks::supply;
use super::fast::explain::Why;
use super::fast::log::Sequential;
use super::layer::{Build, Entry, Traits};
use super::picture::Picture;
use super::wear;
use crate::base::bulk::AnyBulk;
use crate::base::error::Error;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::block::BlockKind;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, PlaneId};
use crate::parameters::parameter::{Info, Parameter};
use logs::Logs;
use merge::NEVER;

/// KAST at work.
#[derive(Clone, Debug, Hash)]
pub struct Kast {
    blocks: Blocks,
    /// The log blocks of each plane.
    logs: Box<[Logs]>,
    limits: Limits,
}

/// What may be, in each plane.
#[derive(Clone, Copy, Debug, Hash)]
struct Limits {
    log_blocks: u32,
    sequential_blocks: u32,
    /// Logical blocks in a shared log block.
    k: u32,
}

impl Kast {
    fn new(build: &Build<'_>) -> Result<Self, Error> {
        let limits = Limits {
            log_blocks: supply::log_blocks(build),
            sequential_blocks: build.settings.integer("sequential_blocks") as u32,
            k: build.settings.integer("k") as u32,
        };
        if limits.sequential_blocks >= limits.log_blocks {
            return Err(Error::Value {
                field: "ftl.sequential_blocks".into(),
                value: limits.sequential_blocks.to_string(),
                expected: format!("less than the {} log blocks of a plane", limits.log_blocks),
                nearest: Some((limits.log_blocks - 1).to_string()),
            });
        }
        let blocks = Blocks::new(build, limits.log_blocks)?;
        let members = blocks.logical_blocks().div_ceil(blocks.planes());
        let logs = Logs::new(limits, members);
        Ok(Self { logs: vec![logs; blocks.planes() as usize].into(), blocks, limits })
    }

    #[inline(always)]
    fn write_page(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (lbn, offset) = (self.blocks.lbn(lpn), self.blocks.offset(lpn));
        let plane = self.blocks.plane_of(lbn);
        let owned = self.logs[plane as usize].owned(lbn);
        let next = owned.map(|(_, sequential)| sequential.next(flash.nand()));
        if next.is_none_or(|next| offset >= next) && self.blocks.program_in_place(lpn, flash)? {
            return Ok(());
        }
        match owned.zip(next) {
            _ if offset == 0 => self.begin_in_order(plane, lpn, flash),
            Some(((_, Sequential { block, .. }), next)) if offset == next => {
                self.blocks.program(lpn, flash.nand().geometry.page(block, offset), flash)
            }
            Some(((place, _), next)) => {
                let why = if offset > next { Why::Skips(lpn) } else { Why::GoesBack(lpn) };
                self.settle(plane, place, why, NEVER, flash)?;
                self.append(plane, lpn, flash)
            }
            None => self.append(plane, lpn, flash),
        }
    }

    /// The first page of a logical block opens a log block in order for it.
    fn begin_in_order(&mut self, plane: PlaneId, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (lbn, logs) = (self.blocks.lbn(lpn), &self.logs[plane as usize]);
        let most = self.limits.sequential_blocks as usize;
        let makes_way = match logs.owned(lbn) {
            Some((place, _)) => Some(place),
            None if logs.sequential.len() < most => None,
            None => Some(self.complete(plane, flash.nand()).unwrap_or(0)),
        };
        if let Some(place) = makes_way {
            let half = self.blocks.pages_per_block().div_ceil(2);
            self.settle(plane, place, Why::Begins(lbn), half, flash)?;
        }
        self.make_room(plane, flash)?;
        let block = self.blocks.take(plane, BlockKind::Log, flash)?;
        self.logs[plane as usize].sequential.push(Sequential { lbn, block });
        self.blocks.program(lpn, flash.nand().geometry.page(block, 0), flash)
    }

    /// A page goes to a shared log block.
    #[inline(always)]
    fn append(&mut self, plane: PlaneId, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let member = self.blocks.lbn(lpn) / self.blocks.planes();
        let slot = match self.logs[plane as usize].mixed.room_for(member) {
            Some(slot) => slot,
            None => self.fresh_slot(plane, member, flash)?,
        };
        let Some(to) = self.logs[plane as usize].mixed.next_page(slot, flash.nand()) else {
            return Err(Rule::Invariant(format!("slot {slot} of plane {plane} has no room")).into());
        };
        self.blocks.program(lpn, to, flash)?;
        if flash.nand().geometry.offset_of(to) + 1 == self.blocks.pages_per_block() {
            self.logs[plane as usize].mixed.close(slot);
        }
        Ok(())
    }

    /// A fresh shared log block for pages of `member`.
    fn fresh_slot(&mut self, plane: PlaneId, member: u32, flash: &mut Flash<'_>) -> Result<u32, Halt> {
        self.make_room(plane, flash)?;
        let block = self.blocks.take(plane, BlockKind::Log, flash)?;
        let slot = self.logs[plane as usize].mixed.add(block, vec![member], flash.nand());
        slot.ok_or_else(|| Rule::Invariant(format!("plane {plane} has no slot for another log block")).into())
    }
}

impl OnBlocks for Kast {
    const ENTRY: Entry<Self> = Entry {
        info: Info {
            kind: "kast",
            title: "KAST",
            help: "At most K blocks share a log block, so reclaiming one takes at most K full merges.",
            source: "Cho, Shin, Eom: KAST, K-Associative Sector Translation, DATE 2009",
            parameters: &[
                Parameter::optional(
                    "log_blocks",
                    "null",
                    2,
                    1_000_000,
                    "Log blocks per plane, the sequential ones included; null: 0.07 % of its blocks, at least 3.",
                ),
                Parameter::integer("k", "4", 1, 64, "Logical blocks that may share a log block."),
                Parameter::integer(
                    "sequential_blocks",
                    "2",
                    1,
                    64,
                    "Sequential log blocks per plane, each for one logical block.",
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

    fn picture(&self, near: Option<Lpn>, nand: &Nand) -> Picture {
        self.log_picture(near, nand)
    }

    /// A page table for all log pages, and K numbers a log block.
    fn log_ram_bytes(&self) -> u64 {
        let log_blocks = u64::from(self.limits.log_blocks) * u64::from(self.blocks.planes());
        4 * log_blocks * u64::from(self.blocks.pages_per_block() + self.limits.k)
    }

    fn log_bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.logs.iter_mut().for_each(|logs| visit(AnyBulk::U32(logs.mixed.table())));
    }

    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.check_logs(nand)
    }
}

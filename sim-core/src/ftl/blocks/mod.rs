//! What layers that map whole blocks share: each logical block has a data block in which every page has
//! its fixed place, and lives in one plane, its number modulo the planes.
//!
//! - `mod.rs`     where pages live, and how they get there
//! - `on_blocks.rs` what is the same for every layer on them
//! - `supply.rs`  fresh blocks: taken, given back, none left
//! - `merge.rs`   switch, partial and full merge
//! - `level.rs`   moving data for wear levelling
//! - `recover.rs` start-up after a power cut
//! - `cost.rs`    what a merge costs
//! - `observables.rs` what there is to see of it
//! - `explain.rs` which merge, and why not a cheaper one
//! - `recency.rs` things in order of last use
//! - `shared_log.rs` log blocks with pages of several logical blocks: what is in them, what freeing one costs, and why it
//! - `chains.rs`  log and replacement blocks lent to logical blocks, or groups of them
//!
//! `page_of` is the simulator's index of newest copies, one number a logical page. A device finds the same by looking
//! through the log and then at the fixed place, so the index is in no layer's memory figure.

pub(super) mod chains;
pub(super) mod cost;
pub(super) mod explain;
mod level;
mod merge;
pub(super) mod observables;
pub(super) mod on_blocks;
pub(super) mod recency;
mod recover;
pub(super) mod shared_log;
pub(super) mod supply;
#[cfg(test)]
mod tests;

use super::layer::{Build, Change, FreeBlocks};
use super::picture::HOMES_MAX;
use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::error::Error;
use crate::base::order::sorted_by;
use crate::base::scattered::Scattered;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::nand::array::Nand;
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::geometry::Geometry;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, Lpn, NONE, PlaneId, Ppn};
pub(crate) use merge::{NOTHING, Pending};
use supply::Supply;

/// Free blocks of a plane that a rebuild needs beside its sources: one to copy to, one more should power be cut meanwhile.
pub const SPARE_BLOCKS: u32 = 2;

/// Data blocks, and where each logical page lives.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Blocks {
    /// The newest copy of each logical page on flash.
    page_of: Bulk<Ppn>,
    /// The data block of each logical block; [`NONE`] before its first write.
    data: Scattered<BlockId>,
    supply: Box<[Supply]>,
    /// A block on its way to become a data block, in each plane.
    building: Box<[BlockId]>,
    /// Pages of a logical block: of a block, without the spare ones.
    pages_per_block: u32,
}

impl Blocks {
    /// No data yet. Each plane must have room for its data blocks, `log_blocks` more and [`SPARE_BLOCKS`].
    pub(crate) fn new(build: &Build<'_>, log_blocks: u32) -> Result<Self, Error> {
        let geometry = &build.nand.geometry;
        let logical_blocks = logical_blocks(geometry);
        supply::room(geometry, logical_blocks, log_blocks)?;
        Ok(Self {
            page_of: vec![NONE; geometry.logical_pages as usize].into(),
            data: vec![NONE; logical_blocks as usize].into(),
            supply: (0..geometry.planes()).map(|plane| Supply::new(plane, build)).collect(),
            building: vec![NONE; geometry.planes() as usize].into(),
            pages_per_block: geometry.pages_per_logical_block(),
        })
    }

    /// Takes over what changes about wear levelling.
    pub(crate) fn change(&mut self, change: &Change<'_>, nand: &Nand) {
        self.supply.iter_mut().for_each(|supply| supply.change(change, nand));
    }

    /// The logical block of a page.
    #[inline(always)]
    pub(crate) fn lbn(&self, lpn: Lpn) -> u32 {
        lpn / self.pages_per_block
    }

    /// The place of a page in its data block.
    #[inline(always)]
    pub(crate) fn offset(&self, lpn: Lpn) -> u32 {
        lpn % self.pages_per_block
    }

    /// The pages of a logical block.
    pub(crate) fn pages(&self, lbn: u32) -> std::ops::Range<Lpn> {
        let first = lbn * self.pages_per_block;
        first..(first + self.pages_per_block).min(self.page_of.len() as u32)
    }

    /// Pages of a block.
    pub(crate) fn pages_per_block(&self) -> u32 {
        self.pages_per_block
    }

    /// The plane that a logical block lives in.
    #[inline(always)]
    pub(crate) fn plane_of(&self, lbn: u32) -> PlaneId {
        lbn % self.supply.len() as u32
    }

    /// How many logical blocks there are.
    pub(crate) fn logical_blocks(&self) -> u32 {
        self.data.len() as u32
    }

    /// How many planes there are.
    pub(crate) fn planes(&self) -> u32 {
        self.supply.len() as u32
    }

    /// Where a page lives; [`NONE`] if nowhere.
    #[inline(always)]
    pub(crate) fn lookup(&self, lpn: Lpn) -> Ppn {
        self.page_of[lpn as usize]
    }

    /// The logical blocks that have current pages in `block`, in ascending order.
    pub(super) fn logical_blocks_in(&self, block: BlockId, nand: &Nand) -> Vec<u32> {
        let valid = nand.geometry.pages_of(block).filter(|&ppn| nand.is_valid(ppn as Ppn));
        let of_pages: Vec<u32> = valid.map(|ppn| self.lbn(nand.owner[ppn])).collect();
        let mut found = sorted_by(&of_pages, |&lbn| u64::from(lbn));
        found.dedup();
        found
    }

    /// The data block of a logical block; [`NONE`] if it has none.
    #[inline(always)]
    pub(super) fn data_block(&self, lbn: u32) -> BlockId {
        self.data[lbn as usize]
    }

    /// Reads pages where they live.
    pub(crate) fn read(&self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in first..first + count {
            match self.page_of[lpn as usize] {
                NONE => flash.read_unmapped(lpn)?,
                ppn => flash.read(lpn, ppn, Purpose::Host)?,
            }
        }
        Ok(())
    }

    /// Gives pages up.
    pub(crate) fn trim(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in first..first + count {
            flash.trim(lpn, self.page_of[lpn as usize])?;
            self.page_of[lpn as usize] = NONE;
        }
        Ok(())
    }

    /// Programs the host's newest version of a page at `to`; its older copy is outdated by it.
    #[inline(always)]
    pub(crate) fn program(&mut self, lpn: Lpn, to: Ppn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        flash.program(lpn, to, self.page_of[lpn as usize], Purpose::Host)?;
        self.page_of[lpn as usize] = to;
        close_if_full(to, flash)
    }

    /// Copies a page from where it lives to `to`, in the same plane.
    #[inline(always)]
    pub(crate) fn copy(&mut self, lpn: Lpn, to: Ppn, purpose: Purpose, flash: &mut Flash<'_>) -> Result<(), Halt> {
        flash.copy(lpn, self.page_of[lpn as usize], to, purpose)?;
        self.page_of[lpn as usize] = to;
        close_if_full(to, flash)
    }

    /// Programs a page in its fixed place, if that is still free. Returns whether it was.
    #[inline(always)]
    pub(super) fn program_in_place(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<bool, Halt> {
        let lbn = self.lbn(lpn);
        if self.data[lbn as usize] == NONE {
            self.data[lbn as usize] = self.take(self.plane_of(lbn), BlockKind::Data, flash)?;
        }
        let place = flash.nand().geometry.page(self.data[lbn as usize], self.offset(lpn));
        if !flash.nand().may_program(place) {
            return Ok(false);
        }
        self.program(lpn, place, flash)?;
        Ok(true)
    }

    /// The next spare page of a data block, if one is left.
    pub(super) fn spare_place(&self, lbn: u32, nand: &Nand) -> Option<Ppn> {
        let block = self.data_block(lbn);
        let offset = nand.blocks.get(block as usize)?.write_ptr.max(self.pages_per_block);
        (offset < nand.geometry.pages_per_block).then(|| nand.geometry.page(block, offset))
    }

    /// The pages of a request up to `end` that one rebuild serves: those of one logical block, or only the first.
    pub(crate) fn together(&self, first: Lpn, end: Lpn, group_request: bool) -> Pending {
        let last = if group_request { self.pages(self.lbn(first)).end } else { first + 1 };
        first..last.min(end)
    }

    /// Puts a page in its fixed place without simulating the write.
    pub(crate) fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        let lbn = self.lbn(lpn);
        if self.data[lbn as usize] == NONE {
            let plane = self.plane_of(lbn) as usize;
            let fresh = self.supply[plane].free.take(false);
            let block = fresh.ok_or_else(|| Rule::Invariant("a fill ran out of free blocks".into()))?;
            nand.open(block, BlockKind::Data)?;
            self.data[lbn as usize] = block;
        }
        let place = nand.geometry.page(self.data[lbn as usize], self.offset(lpn));
        nand.program(place, lpn, version, nand.host_pages as u32)?;
        self.page_of[lpn as usize] = place;
        let block = self.data[lbn as usize];
        if nand.block(block).write_ptr == nand.geometry.pages_per_block {
            nand.close(block)?;
        }
        Ok(())
    }

    /// Free blocks of the plane with fewest.
    pub(crate) fn free_blocks(&self) -> FreeBlocks {
        let now = self.supply.iter().map(|supply| supply.free.len()).min().unwrap_or(0);
        FreeBlocks { now, low: None, high: None }
    }

    /// Free blocks of a plane.
    pub(super) fn free_in(&self, plane: PlaneId) -> u32 {
        self.supply[plane as usize].free.len()
    }

    /// The data block of each logical block, where they are few enough to be shown.
    pub(crate) fn homes(&self) -> Vec<BlockId> {
        if self.data.len() > HOMES_MAX { Vec::new() } else { self.data.to_vec() }
    }

    /// 4 bytes a logical block: the table of data blocks.
    pub(crate) fn ram_bytes(&self) -> u64 {
        4 * self.data.len() as u64
    }

    /// The large arrays.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(&mut self.page_of));
        visit(AnyBulk::U32(self.data.bulk()));
    }

    /// Every block is free, a data block, being built, or one of `others`, which the layer says it has; pages of data
    /// blocks are in their places.
    pub(crate) fn check(&self, others: &[BlockId], nand: &Nand) -> Result<(), Rule> {
        let mut used = vec![false; nand.blocks.len()];
        for &block in self.data.iter().chain(&self.building).chain(others).filter(|&&block| block != NONE) {
            if std::mem::replace(&mut used[block as usize], true) {
                return Err(Rule::Invariant(format!("block {block} is used for two things")));
            }
        }
        for (block, used) in (0..).zip(&used) {
            let is_free = matches!(nand.block(block).state, BlockState::Free | BlockState::Stale);
            if *used && is_free || !*used && !is_free && nand.block(block).state != BlockState::Bad {
                return Err(Rule::Invariant(format!(
                    "block {block} is {:?} but used: {used}",
                    nand.block(block).state
                )));
            }
        }
        for (lbn, &block) in (0..).zip(self.data.iter()).filter(|(_, block)| **block != NONE) {
            self.check_places(lbn, block, nand)?;
        }
        self.supply.iter().try_for_each(|supply| supply.check(nand))
    }

    fn check_places(&self, lbn: u32, block: BlockId, nand: &Nand) -> Result<(), Rule> {
        let valid = nand.geometry.pages_of(block).map(|ppn| ppn as Ppn).filter(|&ppn| nand.is_valid(ppn));
        for ppn in valid {
            let (lpn, offset) = (nand.owner[ppn as usize], nand.geometry.offset_of(ppn));
            let fits = self.lbn(lpn) == lbn && (offset >= self.pages_per_block || offset == self.offset(lpn));
            if !fits {
                return Err(Rule::Invariant(format!("page {ppn} of data block {block} is not in its place")));
            }
        }
        Ok(())
    }
}

/// Logical blocks of a device, the last perhaps in part.
pub fn logical_blocks(geometry: &Geometry) -> u32 {
    geometry.logical_pages.div_ceil(geometry.pages_per_logical_block())
}

/// Closes the block of a page that was just written, if it is the last of it.
#[inline(always)]
pub(super) fn close_if_full(written: Ppn, flash: &mut Flash<'_>) -> Result<(), Halt> {
    let geometry = &flash.nand().geometry;
    if geometry.is_last_of_block(written) { flash.close(geometry.block_of(written)) } else { Ok(()) }
}

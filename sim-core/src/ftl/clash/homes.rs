//! Where logical blocks live on flash: each in a physical block of its own, which is erased and written anew; or,
//! with a moving map, in turn with spare blocks, so that the old one is erased only when the new one is complete.

use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::error::Error;
use crate::flash::access::Flash;
use crate::flash::halt::{Halt, Reason};
use crate::flash::operation::Purpose;
use crate::ftl::free_list::FreeList;
use crate::ftl::layer::FreeBlocks;
use crate::nand::array::{Erased, Nand, PageState};
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::geometry::Geometry;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, Lpn, NONE, PlaneId, Ppn};
use std::ops::Range;

/// Places of logical blocks, and which of their pages are current there.
#[derive(Clone, Debug, Hash)]
pub(super) struct Homes {
    /// The current copy of each page on flash; [`NONE`] while there is none. A device asks the block itself.
    page_of: Bulk<Ppn>,
    /// The block of each logical block. Without a moving map it follows from the number, and a device keeps no table.
    block_of: Bulk<BlockId>,
    /// Spare blocks by plane; none without a moving map.
    spares: Vec<FreeList>,
    pages_per_block: u32,
}

impl Homes {
    /// Nothing written yet.
    ///
    /// # Errors
    /// A moving map without a spare block in each plane.
    pub(crate) fn new(geometry: &Geometry, moving: bool) -> Result<Self, Error> {
        let logical_blocks = geometry.logical_pages.div_ceil(geometry.pages_per_block);
        let mut homes = Self {
            page_of: vec![NONE; geometry.logical_pages as usize].into(),
            block_of: (0..logical_blocks).map(|lbn| home(lbn, geometry)).collect(),
            spares: Vec::new(),
            pages_per_block: geometry.pages_per_block,
        };
        if moving {
            room_for_a_spare(geometry, logical_blocks)?;
            homes.spares = homes.free_blocks_of(geometry, |_| Some(0));
        }
        Ok(homes)
    }

    /// Whether blocks move.
    pub(super) fn is_moving(&self) -> bool {
        !self.spares.is_empty()
    }

    /// The logical block of a page.
    #[inline(always)]
    pub(crate) fn lbn(&self, lpn: Lpn) -> u32 {
        lpn / self.pages_per_block
    }

    /// The place of a page in its block.
    #[inline(always)]
    pub(crate) fn offset(&self, lpn: Lpn) -> u32 {
        lpn % self.pages_per_block
    }

    /// The first page of a logical block.
    pub(crate) fn first_page(&self, lbn: u32) -> Lpn {
        lbn * self.pages_per_block
    }

    /// The pages of a logical block.
    pub(crate) fn pages(&self, lbn: u32) -> Range<Lpn> {
        let first = self.first_page(lbn);
        first..(first + self.pages_per_block).min(self.page_of.len() as u32)
    }

    /// Logical blocks there are.
    pub(crate) fn logical_blocks(&self) -> u32 {
        self.block_of.len() as u32
    }

    /// Where a page is on flash; [`NONE`] if nowhere, or if a newer version is in RAM.
    #[inline(always)]
    pub(crate) fn lookup(&self, lpn: Lpn) -> Ppn {
        self.page_of[lpn as usize]
    }

    /// The block of a logical block.
    #[inline(always)]
    pub(crate) fn block(&self, lbn: u32) -> BlockId {
        self.block_of[lbn as usize]
    }

    /// The copy of a page on flash is no longer current.
    #[inline(always)]
    pub(crate) fn forget(&mut self, lpn: Lpn) {
        self.page_of[lpn as usize] = NONE;
    }

    /// A page is on flash at `ppn`.
    #[inline(always)]
    pub(crate) fn settle(&mut self, lpn: Lpn, ppn: Ppn) {
        self.page_of[lpn as usize] = ppn;
    }

    /// A logical block lives in `block` from now on.
    pub(crate) fn moved(&mut self, lbn: u32, block: BlockId) {
        self.block_of[lbn as usize] = block;
    }

    /// Takes the least worn spare block of the plane of `lbn`.
    pub(super) fn take_spare(&mut self, lbn: u32, flash: &mut Flash<'_>) -> Result<BlockId, Halt> {
        let plane = flash.nand().geometry.plane_of(self.block(lbn)) as usize;
        while let Some(block) = self.spares[plane].peek(false) {
            let stale = flash.nand().block(block).state == BlockState::Stale;
            let erased = if stale { flash.erase(block, Purpose::Flush)? } else { Erased::Ready };
            self.spares[plane].take(false);
            if erased == Erased::Ready {
                flash.open(block, BlockKind::Data)?;
                return Ok(block);
            }
        }
        Err(Box::new(Reason::ReadOnly(format!("the device is read-only: plane {plane} has no spare block left"))))
    }

    /// A block without current pages has been erased: it is a spare one now, unless it is worn out.
    pub(super) fn give_spare(&mut self, block: BlockId, erased: Erased, nand: &Nand) {
        if erased == Erased::Ready {
            self.spares[nand.geometry.plane_of(block) as usize].add(block, nand.block(block).erase_count);
        }
    }

    /// Puts a page in its place without simulating the write.
    pub(crate) fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        let block = self.block(self.lbn(lpn));
        if nand.block(block).state == BlockState::Free {
            nand.open(block, BlockKind::Data)?;
        }
        let place = nand.geometry.page(block, self.offset(lpn));
        nand.program(place, lpn, version, nand.host_pages as u32)?;
        self.settle(lpn, place);
        if nand.block(block).write_ptr == self.pages_per_block {
            nand.close(block)?;
        }
        Ok(())
    }

    /// Finds, from the flash alone, where blocks live: of two for one logical block the newer, if it is complete. Returns how
    /// many pages were read, and the pages, with their versions, of newer blocks that are not.
    pub(super) fn find_blocks(&mut self, nand: &Nand) -> (u32, Vec<(Lpn, u32)>) {
        let (mut scanned, mut unfinished) = (0, Vec::new());
        let mut found: Vec<Option<BlockId>> = vec![None; self.block_of.len()];
        for block in 0..nand.geometry.blocks() {
            let readable = readable(block, nand);
            scanned += readable.len() as u32;
            let Some(&(first, _)) = readable.first() else { continue };
            let known = &mut found[self.lbn(first) as usize];
            let Some(other) = *known else {
                *known = Some(block);
                continue;
            };
            let (old, new) = by_age(other, block, nand);
            let complete = is_complete(new, nand);
            *known = Some(if complete { new } else { old });
            if !complete {
                unfinished.extend(self::readable(new, nand));
            }
        }
        for (lbn, block) in (0..).zip(&found).filter_map(|(lbn, block)| block.map(|block| (lbn, block))) {
            self.moved(lbn, block);
        }
        self.give_everybody_a_home(&found, nand);
        (scanned, unfinished)
    }

    /// Decides anew which pages are current: every readable page of a logical block's block but those `in_ram`.
    pub(super) fn find_pages(&mut self, nand: &mut Nand, in_ram: impl Fn(Lpn) -> bool) {
        let (block_of, pages_per_block, geometry) = (&self.block_of, self.pages_per_block, nand.geometry);
        nand.revalidate(|ppn, lpn| {
            block_of[(lpn / pages_per_block) as usize] == geometry.block_of(ppn) && !in_ram(lpn)
        });
        self.page_of.fill(NONE);
        for ppn in 0..geometry.physical_pages() {
            if nand.is_valid(ppn) {
                self.page_of[nand.owner[ppn as usize] as usize] = ppn;
            }
        }
        self.find_spares(nand);
    }

    /// Erases the spare blocks in which something is left. Those that wear out by it are spare no longer.
    pub(super) fn clear_spares(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for block in self.spares() {
            if flash.nand().block(block).write_ptr > 0 {
                flash.erase(block, Purpose::Recovery)?;
            }
        }
        self.find_spares(flash.nand());
        Ok(())
    }

    fn find_spares(&mut self, nand: &Nand) {
        if self.is_moving() {
            let usable = |block: BlockId| Some(nand.block(block)).filter(|block| block.state != BlockState::Bad);
            self.spares = self.free_blocks_of(&nand.geometry, |block| usable(block).map(|block| block.erase_count));
        }
    }

    /// With a moving map, a logical block that is nowhere on flash may find its place taken by another.
    fn give_everybody_a_home(&mut self, found: &[Option<BlockId>], nand: &Nand) {
        if !self.is_moving() {
            return;
        }
        let mut taken = vec![false; nand.blocks.len()];
        found.iter().flatten().for_each(|&block| taken[block as usize] = true);
        for lbn in (0..self.logical_blocks()).filter(|&lbn| found[lbn as usize].is_none()) {
            let plane = lbn % nand.geometry.planes();
            let usable = |block: &BlockId| !taken[*block as usize] && nand.block(*block).state != BlockState::Bad;
            if let Some(block) = nand.geometry.blocks_of(plane).find(usable) {
                taken[block as usize] = true;
                self.block_of[lbn as usize] = block;
            }
        }
    }

    /// The blocks of each plane that are no logical block's, by erases; those without are bad.
    fn free_blocks_of(&self, geometry: &Geometry, erases: impl Fn(BlockId) -> Option<u32>) -> Vec<FreeList> {
        let mut lived_in = vec![false; geometry.blocks() as usize];
        self.block_of.iter().for_each(|&block| lived_in[block as usize] = true);
        let spares_of = |plane: PlaneId| {
            let mut spares = FreeList::new(true);
            for block in geometry.blocks_of(plane).filter(|&block| !lived_in[block as usize]) {
                erases(block).into_iter().for_each(|erases| spares.add(block, erases));
            }
            spares
        };
        (0..geometry.planes()).map(spares_of).collect()
    }

    /// All spare blocks.
    pub(crate) fn spares(&self) -> Vec<BlockId> {
        self.spares.iter().flat_map(FreeList::blocks).collect()
    }

    /// Spare blocks of the plane with fewest; nothing to run out of without a moving map.
    pub(crate) fn free_blocks(&self) -> FreeBlocks {
        let now = self.spares.iter().map(FreeList::len).min().unwrap_or(0);
        FreeBlocks { now, low: None, high: None }
    }

    /// 4 bytes a logical block for a moving map; nothing for a fixed one.
    pub(crate) fn ram_bytes(&self) -> u64 {
        if self.is_moving() { 4 * self.block_of.len() as u64 } else { 0 }
    }

    /// The large arrays.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(&mut self.page_of));
        visit(AnyBulk::U32(&mut self.block_of));
    }

    /// Every current page is in its place, and no block is used twice.
    pub(crate) fn check(&self, nand: &Nand) -> Result<(), Rule> {
        let mut used = vec![false; nand.blocks.len()];
        for block in self.block_of.iter().copied().chain(self.spares()) {
            if std::mem::replace(&mut used[block as usize], true) {
                return Err(Rule::Invariant(format!("block {block} is used for two things")));
            }
        }
        for (lpn, &ppn) in (0..).zip(&self.page_of).filter(|(_, ppn)| **ppn != NONE) {
            if nand.geometry.offset_of(ppn) != self.offset(lpn) {
                return Err(Rule::Invariant(format!("page {lpn} is at {ppn}, which is not its place")));
            }
        }
        Ok(())
    }
}

/// The block that a logical block has by its number: planes in turn.
fn home(lbn: u32, geometry: &Geometry) -> BlockId {
    geometry.blocks_of(lbn % geometry.planes()).start + lbn / geometry.planes()
}

/// The readable pages of a block, with their versions.
fn readable(block: BlockId, nand: &Nand) -> Vec<(Lpn, u32)> {
    let version = |ppn: usize| nand.oob.as_ref().map_or(0, |oob| oob.version[ppn]);
    nand.geometry.pages_of(block).filter_map(|ppn| Some((nand.read(ppn as Ppn).ok()?, version(ppn)))).collect()
}

/// Two blocks, the one written earlier in front.
fn by_age(a: BlockId, b: BlockId, nand: &Nand) -> (BlockId, BlockId) {
    if nand.newest_sequence(a) < nand.newest_sequence(b) { (a, b) } else { (b, a) }
}

/// Whether a block was written to its end: the out-of-band bytes of its last page say so.
fn is_complete(block: BlockId, nand: &Nand) -> bool {
    let torn = |ppn: usize| nand.page_state[ppn] == PageState::Torn as u8;
    nand.block(block).state == BlockState::Closed && !nand.geometry.pages_of(block).any(torn)
}

fn room_for_a_spare(geometry: &Geometry, logical_blocks: u32) -> Result<(), Error> {
    let needed = logical_blocks.div_ceil(geometry.planes()) + 1;
    if geometry.blocks_per_plane >= needed {
        return Ok(());
    }
    Err(Error::Value {
        field: "device.over_provisioning".into(),
        value: format!("{:.4}", geometry.over_provisioning()),
        expected: format!(
            "enough for {needed} blocks a plane, one of them spare for ftl.safe_flush; there are {}",
            geometry.blocks_per_plane
        ),
        nearest: geometry.over_provisioning_for(1),
    })
}

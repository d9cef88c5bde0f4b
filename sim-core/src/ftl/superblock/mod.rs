//! Superblocks: S neighbouring logical blocks of a plane share S physical blocks and up to U more, and within
//! those any of their pages may live anywhere.
//!
//! - `mod.rs`       where pages live, and the paths of reads, writes and trims
//! - `members.rs`   the blocks of each superblock
//! - `collect.rs`   making room: a free block, a collection inside, or a block from another superblock
//! - `level.rs`     moving data for wear levelling
//! - `recover.rs`   start-up after a power cut
//! - `explain.rs`   victims in words
//!
//! What its paper leaves open:
//! - log blocks come from one pool a plane, first come, first served: over-provisioning of 5.5 % is far from U blocks for
//!   every superblock. A superblock that holds a block's worth of outdated or unwritten pages (its surplus) collects inside
//!   itself; one that does not gets a block from the superblock with such a surplus that was written longest ago;
//! - moved pages go to a block of their own, apart from the host's: what is still valid in a victim has not been written for
//!   a while. The host's pages follow in that block only where the superblock can have no other;
//! - "fewest valid pages" takes pages still unwritten in a block for valid: emptying such a block does not win them;
//! - the page map lies in the out-of-band bytes in three levels, read and written with the pages at no cost. RAM holds the
//!   blocks of each superblock: (S + U) × 4 bytes.

mod collect;
mod explain;
mod level;
mod members;
mod recover;

use super::blocks::recency::Recency;
use super::blocks::supply::{self, Supply};
use super::blocks::{SPARE_BLOCKS, close_if_full, logical_blocks};
use super::layer::{Build, Change, Entry, FreeBlocks, Layer, Traits};
use super::picture::{Parked, Picture, Role, UpdatePlace, Updates};
use super::wear;
use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::error::Error;
use crate::base::order::sorted_by;
use crate::base::scattered::Scattered;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::observables::{BreakpointKind, Moment, Observables, Stage};
use crate::flash::operation::Purpose;
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, PlaneId, Ppn};
use crate::parameters::parameter::{Info, Parameter};
use members::Members;

/// Superblocks at work. They are numbered so that their number modulo the planes is their plane.
#[derive(Clone, Debug, Hash)]
pub struct Superblock {
    /// The newest copy of each logical page on flash.
    page_of: Bulk<Ppn>,
    supply: Box<[Supply]>,
    members: Members,
    /// Those that could do with a block less, by their last write.
    sparing: Recency,
    /// Whether each is among these.
    spares: Scattered<u8>,
    /// Logical blocks of a superblock.
    size: u32,
    /// Most physical blocks that it may have.
    most: u32,
    pages_per_block: u32,
}

impl Superblock {
    fn new(build: &Build<'_>) -> Result<Self, Error> {
        let geometry = &build.nand.geometry;
        let size = build.settings.integer("size") as u32;
        let most = size + build.settings.integer("log_blocks") as u32;
        let logical_blocks = logical_blocks(geometry);
        supply::room(geometry, logical_blocks, 1)?;
        let count = logical_blocks.div_ceil(geometry.planes()).div_ceil(size) * geometry.planes();
        Ok(Self {
            page_of: vec![NONE; geometry.logical_pages as usize].into(),
            supply: (0..geometry.planes()).map(|plane| Supply::new(plane, build)).collect(),
            // One more takes the pages of a victim before it is erased.
            members: Members::new(count, most + 1),
            sparing: Recency::new(geometry.planes(), count),
            spares: vec![0; count as usize].into(),
            size,
            most,
            pages_per_block: geometry.pages_per_block,
        })
    }

    /// The superblock of a page.
    #[inline(always)]
    fn superblock_of(&self, lpn: Lpn) -> u32 {
        let (lbn, planes) = (lpn / self.pages_per_block, self.planes());
        lbn / planes / self.size * planes + lbn % planes
    }

    /// The plane that a superblock lives in.
    #[inline(always)]
    fn plane_of(&self, superblock: u32) -> PlaneId {
        superblock % self.planes()
    }

    #[inline(always)]
    fn planes(&self) -> u32 {
        self.supply.len() as u32
    }

    /// Pages of a superblock's blocks that hold nothing valid.
    fn surplus(&self, superblock: u32, nand: &Nand) -> u32 {
        let members = self.members.of(superblock).iter();
        members.map(|&block| self.pages_per_block - nand.block(block).valid).sum()
    }

    /// Whether a superblock could do with a block less.
    fn can_spare(&self, superblock: u32, nand: &Nand) -> bool {
        self.surplus(superblock, nand) >= self.pages_per_block
    }

    /// The surplus of a superblock has changed.
    fn surplus_changed(&mut self, superblock: u32, nand: &Nand) {
        let (plane, spares) = (self.plane_of(superblock), u8::from(self.can_spare(superblock, nand)));
        match (std::mem::replace(&mut self.spares[superblock as usize], spares), spares) {
            (0, 1) => self.sparing.insert(plane, superblock),
            (1, 0) => self.sparing.remove(plane, superblock),
            _ => {}
        }
    }

    /// A superblock was written.
    #[inline(always)]
    fn written(&mut self, superblock: u32) {
        if self.spares[superblock as usize] != 0 {
            self.sparing.touch(self.plane_of(superblock), superblock);
        }
    }

    /// The next page for the host in the block being filled, or in another, after making room.
    #[inline(always)]
    fn host_page(&mut self, superblock: u32, flash: &mut Flash<'_>) -> Result<Ppn, Halt> {
        let filling = self.members.host[superblock as usize];
        if filling != NONE
            && let Some(free) = flash.nand().next_page(filling)
        {
            return Ok(free);
        }
        self.fresh_host_page(superblock, flash)
    }

    /// What the superblocks believe, against the flash.
    fn check_members(&self, nand: &Nand) -> Result<(), Rule> {
        let mut used = vec![false; nand.blocks.len()];
        for superblock in 0..self.members.superblocks() {
            for &block in self.members.of(superblock) {
                let taken_twice = std::mem::replace(&mut used[block as usize], true);
                let valid = nand.geometry.pages_of(block).filter(|&ppn| nand.is_valid(ppn as Ppn));
                let all_its_own = || valid.into_iter().all(|ppn| self.superblock_of(nand.owner[ppn]) == superblock);
                if taken_twice || nand.geometry.plane_of(block) != self.plane_of(superblock) || !all_its_own() {
                    return Err(Rule::Invariant(format!("block {block} is not only superblock {superblock}'s")));
                }
            }
        }
        for (block, used) in (0..).zip(used) {
            if used != matches!(nand.block(block).state, BlockState::Open | BlockState::Closed) {
                return Err(Rule::Invariant(format!("block {block} is in use, but whose it is not known")));
            }
        }
        Ok(())
    }

    /// Those that could do with a block less are listed, and no others.
    fn check_sparing(&self, nand: &Nand) -> Result<(), Rule> {
        for plane in 0..self.planes() {
            let listed: Vec<u32> = self.sparing.iter(plane).collect();
            let here = (0..self.members.superblocks()).filter(|&superblock| self.plane_of(superblock) == plane);
            let can_spare: Vec<u32> = here.filter(|&superblock| self.can_spare(superblock, nand)).collect();
            if sorted_by(&listed, |&superblock| u64::from(superblock)) != can_spare {
                return Err(Rule::Invariant(format!(
                    "plane {plane}: {can_spare:?} have a block to spare, not {listed:?}"
                )));
            }
        }
        Ok(())
    }
}

impl Layer for Superblock {
    const ENTRY: Entry<Self> = Entry {
        info: Info {
            kind: "superblock",
            title: "superblocks",
            help: "Neighbouring logical blocks form a superblock, page-mapped within its own physical blocks.",
            source: "Kang et al.: A Superblock-Based Flash Translation Layer for NAND Flash Memory, EMSOFT 2006",
            parameters: &[
                Parameter::integer("size", "4", 2, 8, "Logical blocks of a superblock."),
                Parameter::integer(
                    "log_blocks",
                    "2",
                    1,
                    4,
                    "Maximum number of additional physical blocks of a superblock.",
                ),
            ],
        },
        shared: &[wear::PARAMETERS],
        program_order: ProgramOrder::Strict,
        spare_pages: None,
        traits: Traits {
            observables: Observables {
                stage: Some(Stage::Logs),
                moments: &[Moment::Gc],
                awaited: Moment::Gc,
                breakpoints: &[BreakpointKind::Gc],
            },
            caches_pages: false,
            has_stripes: false,
            purposes: &[Purpose::Host, Purpose::Gc, Purpose::Wear, Purpose::Recovery],
        },
        build: |build| Self::new(&build),
    };

    fn read(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in first..first + count {
            match self.page_of[lpn as usize] {
                NONE => flash.read_unmapped(lpn)?,
                ppn => flash.read(lpn, ppn, Purpose::Host)?,
            }
        }
        Ok(())
    }

    fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in first..first + count {
            let superblock = self.superblock_of(lpn);
            let to = self.host_page(superblock, flash)?;
            let stale = self.page_of[lpn as usize];
            flash.program(lpn, to, stale, Purpose::Host)?;
            self.page_of[lpn as usize] = to;
            close_if_full(to, flash)?;
            if stale == NONE {
                self.surplus_changed(superblock, flash.nand());
            }
            self.written(superblock);
        }
        Ok(())
    }

    fn trim(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for lpn in first..first + count {
            flash.trim(lpn, self.page_of[lpn as usize])?;
            self.page_of[lpn as usize] = NONE;
            self.surplus_changed(self.superblock_of(lpn), flash.nand());
        }
        Ok(())
    }

    fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        let superblock = self.superblock_of(lpn);
        let filling = self.members.host[superblock as usize];
        let next = if filling == NONE { None } else { nand.next_page(filling) };
        let to = match next {
            Some(next) => next,
            None => {
                let fresh = self.supply[self.plane_of(superblock) as usize].free.take(false);
                let block = fresh.ok_or_else(|| Rule::Invariant("a fill ran out of free blocks".into()))?;
                nand.open(block, BlockKind::Data)?;
                self.members.add(superblock, block)?;
                self.members.host[superblock as usize] = block;
                nand.geometry.page(block, 0)
            }
        };
        nand.program(to, lpn, version, nand.host_pages as u32)?;
        self.page_of[lpn as usize] = to;
        if nand.next_page(nand.geometry.block_of(to)).is_none() {
            nand.close(nand.geometry.block_of(to))?;
        }
        self.surplus_changed(superblock, nand);
        Ok(())
    }

    fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.start_up(flash)
    }

    fn change(&mut self, change: &Change<'_>, nand: &mut Nand) -> Result<(), Halt> {
        self.supply.iter_mut().for_each(|supply| supply.change(change, nand));
        Ok(())
    }

    fn lookup(&self, lpn: Lpn) -> Ppn {
        self.page_of[lpn as usize]
    }

    fn free_blocks(&self) -> FreeBlocks {
        let now = self.supply.iter().map(|supply| supply.free.len()).min().unwrap_or(0);
        FreeBlocks { now, low: Some(SPARE_BLOCKS), high: Some(SPARE_BLOCKS + 1) }
    }

    /// The blocks of the superblock of `near`.
    fn picture(&self, near: Option<Lpn>, _: &Nand) -> Picture {
        let members = near.map_or(&[][..], |lpn| self.members.of(self.superblock_of(lpn)));
        let parked: Vec<Parked> = members.iter().map(|&block| Parked::shared(block, Role::Member)).collect();
        let updates = Updates {
            place: UpdatePlace::Superblock,
            group_blocks: self.size,
            rule: "each superblock maps its own pages",
            ..Updates::IN_LOGS
        };
        Picture { parked_total: parked.len() as u32, parked, updates: Some(updates), ..Picture::default() }
    }

    /// 4 bytes for each block that a superblock may have. Its page map is in out-of-band bytes.
    fn ram_bytes(&self) -> u64 {
        4 * u64::from(self.most) * u64::from(self.members.superblocks())
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(&mut self.page_of));
        self.members.bulk(visit);
        self.sparing.bulk(visit);
        visit(AnyBulk::U8(self.spares.bulk()));
    }

    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.check_members(nand)?;
        self.check_sparing(nand)?;
        self.supply.iter().try_for_each(|supply| supply.check(nand))
    }
}

//! What each plane keeps for itself: blocks being written, free blocks, and the order of victims.

use super::super::free_list::FreeList;
use super::super::gc::{self, Policy, Victims};
use super::super::layer::Build;
use super::super::wear::Leveling;
use crate::engine::halt::Halt;
use crate::nand::array::Nand;
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::rule::Rule;
use crate::nand::{BlockId, NONE, PlaneId, Ppn};
use crate::order::sorted_by;
use crate::rng::{Component, Rng};
use std::ops::Range;

/// One plane of a page-mapped device.
#[derive(Clone, Debug, Hash)]
pub struct Plane {
    pub id: PlaneId,
    /// Block that host pages go to; [`NONE`] before the first write.
    pub frontier: BlockId,
    /// Block that moved pages go to; the host's where there is no separate one.
    pub gc_frontier: BlockId,
    pub separate_gc_frontier: bool,
    /// Block that wear levelling fills with data that stays.
    pub cold_frontier: BlockId,
    pub free: FreeList,
    pub victims: Policy,
    pub leveling: Leveling,
    /// Pages of closed blocks that are not valid: what collecting can gain at most.
    pub reclaimable: u64,
    /// The victim being collected, part of it perhaps moved already.
    pub half_collected: Option<BlockId>,
    /// The block that wear levelling is emptying.
    pub half_leveled: Option<BlockId>,
}

impl Plane {
    /// A plane with every block free.
    pub fn new(id: PlaneId, build: &Build<'_>, policy: &gc::Entry, separate_gc_frontier: bool) -> Self {
        let geometry = &build.nand.geometry;
        let blocks = geometry.blocks_of(id);
        let mut free = FreeList::new(build.settings.word("wear_leveling.kind") != "none");
        blocks.clone().for_each(|block| free.add(block, 0));
        Self {
            id,
            frontier: NONE,
            gc_frontier: NONE,
            separate_gc_frontier,
            cold_frontier: NONE,
            free,
            victims: (policy.build)(gc::Build {
                settings: build.settings,
                blocks: blocks.clone(),
                pages_per_block: geometry.pages_per_block,
                rng: Rng::new(build.seed, Component::Gc),
            }),
            leveling: Leveling::new(build.settings, blocks, Rng::new(build.seed, Component::WearLeveling)),
            reclaimable: 0,
            half_collected: None,
            half_leveled: None,
        }
    }

    /// The plane's blocks.
    pub fn blocks(&self, nand: &Nand) -> Range<BlockId> {
        nand.geometry.blocks_of(self.id)
    }

    /// Blocks being written.
    pub fn frontiers(&self) -> impl Iterator<Item = BlockId> + use<> {
        [self.frontier, self.gc_frontier, self.cold_frontier].into_iter().filter(|&block| block != NONE)
    }

    /// A block is not written any more.
    pub fn forget_frontier(&mut self, block: BlockId) {
        for frontier in [&mut self.frontier, &mut self.gc_frontier, &mut self.cold_frontier] {
            if *frontier == block {
                *frontier = NONE;
            }
        }
    }

    /// A closed block lost a page. One that is being emptied is no candidate any more.
    #[inline(always)]
    pub fn lost_page(&mut self, block: BlockId, nand: &Nand) {
        if [self.half_collected, self.half_leveled].contains(&Some(block)) {
            return;
        }
        self.reclaimable += 1;
        self.victims.invalidated(block, nand.block(block));
    }

    /// A page of a closed block is current again.
    pub fn regained_page(&mut self, block: BlockId, nand: &Nand) {
        self.reclaimable -= 1;
        self.victims.invalidated(block, nand.block(block));
    }

    /// A full frontier becomes a candidate.
    pub fn closed(&mut self, block: BlockId, nand: &Nand) {
        let state = nand.block(block);
        self.reclaimable += gain(block, nand);
        self.victims.closed(block, state);
    }

    /// A victim is about to be moved and erased.
    pub fn taken(&mut self, block: BlockId, nand: &Nand) {
        self.reclaimable -= gain(block, nand);
        self.victims.removed(block);
    }

    /// Blocks that the victim policy may choose from.
    pub fn candidates(&self, nand: &Nand) -> impl Iterator<Item = BlockId> {
        let moving = [self.half_collected, self.half_leveled];
        let closed = move |block: &BlockId| nand.block(*block).state == BlockState::Closed;
        self.blocks(nand).filter(closed).filter(move |&block| !moving.contains(&Some(block)))
    }

    /// The next page of a direct fill, which never collects.
    pub fn fill_page(&mut self, nand: &mut Nand) -> Result<Ppn, Halt> {
        if self.frontier != NONE {
            if let Some(ppn) = nand.next_page(self.frontier) {
                return Ok(ppn);
            }
            nand.close(self.frontier)?;
            self.closed(self.frontier, nand);
        }
        self.frontier = self.free.take(false).ok_or_else(|| Rule::Invariant("a fill ran out of free blocks".into()))?;
        nand.open(self.frontier, BlockKind::Data)?;
        nand.next_page(self.frontier).ok_or_else(|| Rule::Invariant("a free block has no free page".into()).into())
    }

    /// What the plane believes, against the flash.
    pub fn check(&self, nand: &Nand) -> Result<(), Rule> {
        let listed = sorted_by(&self.free.blocks(), |&block| u64::from(block));
        let free: Vec<BlockId> = self
            .blocks(nand)
            .filter(|&block| matches!(nand.block(block).state, BlockState::Free | BlockState::Stale))
            .collect();
        if listed != free {
            return Err(Rule::Invariant(format!("plane {}: the free list is not the list of free blocks", self.id)));
        }
        let reclaimable: u64 = self.candidates(nand).map(|block| gain(block, nand)).sum();
        if reclaimable != self.reclaimable {
            return Err(Rule::Invariant(format!(
                "plane {}: {} reclaimable pages counted in closed blocks, there are {reclaimable}",
                self.id, self.reclaimable
            )));
        }
        Ok(())
    }
}

/// Pages that collecting a block would win: those outdated, and those left unwritten when it was closed early.
fn gain(block: BlockId, nand: &Nand) -> u64 {
    u64::from(nand.geometry.pages_per_block - nand.block(block).valid)
}

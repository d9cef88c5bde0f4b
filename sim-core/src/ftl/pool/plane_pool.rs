//! What each part of a plane keeps for itself: blocks being written, free blocks, and the order of victims.

use super::super::free_list::FreeList;
use super::super::layer::Build;
use super::super::wear::Leveling;
use crate::base::order::sorted_by;
use crate::base::rng::{Component, Rng};
use crate::flash::halt::Halt;
use crate::ftl::gc::AnyPolicy;
use crate::ftl::gc::policy::{self, Entry, VictimPolicy};
use crate::nand::array::Nand;
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::rule::Rule;
use crate::nand::{BlockId, NONE, PlaneId, Ppn};
use std::ops::Range;

/// Pages that are written to the same open block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    /// From the host.
    Host,
    /// Moved by garbage collection, where it has open blocks of its own.
    Moved,
    /// Moved by wear levelling: data that stays.
    Cold,
    /// The layer's own.
    Map,
}

impl Stream {
    /// How many there are.
    pub(crate) const COUNT: usize = 4;

    /// What a block of this stream is used for.
    pub(super) fn block_kind(self) -> BlockKind {
        if self == Self::Map { BlockKind::Translation } else { BlockKind::Data }
    }
}

/// Free blocks at which an area collects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Watermarks {
    /// At or below this many, collecting begins.
    pub low: u32,
    /// At this many, it ends.
    pub high: u32,
}

/// How often an area has collected in idle time since the host last wrote. Where collecting brings a map up to date, that outdates
/// pages, which would be collected in turn for ever.
#[derive(Clone, Copy, Debug, Default, Hash)]
pub(super) struct IdleCollections {
    /// Pages that the host had written by the latest.
    host_pages: u64,
    count: u32,
}

impl IdleCollections {
    /// How many since the host had written so many pages.
    pub(super) fn since(self, host_pages: u64) -> u32 {
        if self.host_pages == host_pages { self.count } else { 0 }
    }

    /// One more begins.
    pub(super) fn begin(&mut self, host_pages: u64) {
        *self = Self { host_pages, count: self.since(host_pages) + 1 };
    }
}

/// Blocks of one plane that are written and collected together.
#[derive(Clone, Debug, Hash)]
pub(crate) struct PlanePool {
    /// Their plane.
    pub plane: PlaneId,
    /// They.
    pub blocks: Range<BlockId>,
    /// When it collects.
    pub(crate) marks: Watermarks,
    /// Block that each [`Stream`] goes to; [`NONE`] before its first page.
    pub(crate) frontiers: [BlockId; Stream::COUNT],
    /// Blocks to take into use.
    pub free: FreeList,
    /// The order of victims.
    pub victims: AnyPolicy,
    /// Which data should move.
    pub leveling: Leveling,
    /// Pages of closed blocks that are not valid: what collecting can gain at most.
    pub(super) reclaimable: u64,
    /// The victim being collected, part of it perhaps moved already.
    pub(super) half_collected: Option<BlockId>,
    /// The block being emptied beside it, for wear levelling or for room for the map.
    pub(super) half_emptied: Option<BlockId>,
    /// Victims collected in idle time since the host last wrote.
    pub(super) idle: IdleCollections,
    /// Logical pages that moved and that the listener has not taken note of yet, where one is told.
    pub moved: Vec<u32>,
}

impl PlanePool {
    /// An area with every block free.
    pub(crate) fn new(
        plane: PlaneId,
        blocks: Range<BlockId>,
        marks: Watermarks,
        build: &Build<'_>,
        policy: &Entry<AnyPolicy>,
    ) -> Self {
        let mut free = FreeList::new(build.settings.word("wear_leveling.kind") != "none");
        blocks.clone().for_each(|block| free.add(block, 0));
        Self {
            plane,
            marks,
            frontiers: [NONE; Stream::COUNT],
            free,
            victims: (policy.build)(policy::Build {
                settings: build.settings,
                blocks: blocks.clone(),
                pages_per_block: build.nand.geometry.pages_per_block,
                rng: Rng::new(build.seed, Component::Gc),
            }),
            leveling: Leveling::new(build.settings, blocks.clone(), Rng::new(build.seed, Component::WearLeveling)),
            blocks,
            reclaimable: 0,
            half_collected: None,
            half_emptied: None,
            idle: IdleCollections::default(),
            moved: Vec::new(),
        }
    }

    /// The block that a stream goes to.
    #[inline(always)]
    pub(crate) fn frontier(&self, stream: Stream) -> BlockId {
        self.frontiers[stream as usize]
    }

    /// A block is not written any more.
    pub(super) fn forget_frontier(&mut self, block: BlockId) {
        self.frontiers.iter_mut().filter(|frontier| **frontier == block).for_each(|frontier| *frontier = NONE);
    }

    /// A closed block lost a page. One that is being emptied is no candidate any more.
    #[inline(always)]
    pub(super) fn lost_page(&mut self, block: BlockId, nand: &Nand) {
        if [self.half_collected, self.half_emptied].contains(&Some(block)) {
            return;
        }
        self.reclaimable += 1;
        self.victims.invalidated(block, nand.block(block));
    }

    /// A page of a closed block is current again.
    pub(super) fn regained_page(&mut self, block: BlockId, nand: &Nand) {
        self.reclaimable -= 1;
        self.victims.invalidated(block, nand.block(block));
    }

    /// A full frontier becomes a candidate.
    pub(crate) fn closed(&mut self, block: BlockId, nand: &Nand) {
        let state = nand.block(block);
        self.reclaimable += gain(block, nand);
        self.victims.closed(block, state);
    }

    /// A victim is about to be moved and erased.
    pub(crate) fn taken(&mut self, block: BlockId, nand: &Nand) {
        self.reclaimable -= gain(block, nand);
        self.victims.removed(block);
    }

    /// Blocks that the victim policy may choose from.
    pub(crate) fn candidates(&self, nand: &Nand) -> impl Iterator<Item = BlockId> {
        let emptied = [self.half_collected, self.half_emptied];
        let closed = move |block: &BlockId| nand.block(*block).state == BlockState::Closed;
        self.blocks.clone().filter(closed).filter(move |&block| !emptied.contains(&Some(block)))
    }

    /// The next page of a direct fill, which never collects.
    pub(crate) fn fill_page(&mut self, stream: Stream, nand: &mut Nand) -> Result<Ppn, Halt> {
        let frontier = self.frontier(stream);
        if frontier != NONE {
            if let Some(ppn) = nand.next_page(frontier) {
                return Ok(ppn);
            }
            nand.close(frontier)?;
            self.closed(frontier, nand);
        }
        let block = self.free.take(false).ok_or_else(|| Rule::Invariant("a fill ran out of free blocks".into()))?;
        self.frontiers[stream as usize] = block;
        nand.open(block, stream.block_kind())?;
        nand.next_page(block).ok_or_else(|| Rule::Invariant("a free block has no free page".into()).into())
    }

    /// What the area believes, against the flash.
    pub(crate) fn check(&self, nand: &Nand) -> Result<(), Rule> {
        let listed = sorted_by(&self.free.blocks(), |&block| u64::from(block));
        let is_free = |&block: &BlockId| matches!(nand.block(block).state, BlockState::Free | BlockState::Stale);
        let free: Vec<BlockId> = self.blocks.clone().filter(is_free).collect();
        if listed != free {
            return Err(Rule::Invariant(format!("plane {}: the free list is not the list of free blocks", self.plane)));
        }
        let reclaimable: u64 = self.candidates(nand).map(|block| gain(block, nand)).sum();
        if reclaimable != self.reclaimable {
            return Err(Rule::Invariant(format!(
                "plane {}: {} reclaimable pages counted in closed blocks, there are {reclaimable}",
                self.plane, self.reclaimable
            )));
        }
        Ok(())
    }
}

/// Pages that collecting a block would win: those outdated, and those left unwritten when it was closed early.
fn gain(block: BlockId, nand: &Nand) -> u64 {
    u64::from(nand.geometry.pages_per_block - nand.block(block).valid)
}

//! The free blocks of a plane: taken into use, given back, and what it means when none is left.

use super::super::free_list::FreeList;
use super::super::layer::{Build, Change};
use super::super::wear::{self, Leveling};
use super::{Blocks, SPARE_BLOCKS};
use crate::base::error::Error;
use crate::base::order::sorted_by;
use crate::base::rng::{Component, Rng};
use crate::base::text::count;
use crate::flash::access::Flash;
use crate::flash::halt::{Halt, Reason};
use crate::flash::operation::Purpose;
use crate::nand::array::{Erased, Nand};
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::geometry::Geometry;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, PlaneId};

/// Free blocks of a plane, and who watches their wear.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Supply {
    plane: PlaneId,
    /// Erased blocks.
    pub free: FreeList,
    /// Which block's data should move.
    pub leveling: Leveling,
}

impl Supply {
    /// A plane with every block free.
    pub(crate) fn new(plane: PlaneId, build: &Build<'_>) -> Self {
        let blocks = build.nand.geometry.blocks_of(plane);
        let mut free = FreeList::new(build.settings.word("wear_leveling.kind") != "none");
        blocks.clone().for_each(|block| free.add(block, 0));
        let leveling = Leveling::new(build.settings, blocks, Rng::new(build.seed, Component::WearLeveling));
        Self { plane, free, leveling }
    }

    /// Takes over what changes about wear levelling.
    pub(crate) fn change(&mut self, change: &Change<'_>, nand: &Nand) {
        let blocks = nand.geometry.blocks_of(self.plane);
        wear::change(change, blocks, &mut self.free, &mut self.leveling, nand);
    }

    /// Found anew from the states of the blocks.
    pub(crate) fn restart(&mut self, nand: &Nand) {
        self.free = FreeList::new(matches!(self.free, FreeList::ByWear(_)));
        for block in nand.geometry.blocks_of(self.plane) {
            if nand.block(block).state == BlockState::Free {
                self.free.add(block, nand.block(block).erase_count);
            }
        }
        self.leveling.restart(nand);
    }

    /// The free list holds exactly the free blocks.
    pub(crate) fn check(&self, nand: &Nand) -> Result<(), Rule> {
        let is_free = |block: &BlockId| matches!(nand.block(*block).state, BlockState::Free | BlockState::Stale);
        let free: Vec<BlockId> = nand.geometry.blocks_of(self.plane).filter(is_free).collect();
        if sorted_by(&self.free.blocks(), |&block| u64::from(block)) == free {
            return Ok(());
        }
        Err(Rule::Invariant(format!("plane {}: the free list is not the list of free blocks", self.plane)))
    }
}

impl Supply {
    /// Takes the least worn free block into use, or the most worn. One full of remains is erased first, and passed over if
    /// it goes bad by that.
    pub(crate) fn take(&mut self, kind: BlockKind, most_worn: bool, flash: &mut Flash<'_>) -> Result<BlockId, Halt> {
        while let Some(block) = self.free.peek(most_worn) {
            let stale = flash.nand().block(block).state == BlockState::Stale;
            let erased = if stale { flash.erase(block, Purpose::Host)? } else { Erased::Ready };
            self.free.take(most_worn);
            if stale {
                self.leveling.erased(block, flash.nand());
            }
            if erased == Erased::Ready {
                flash.open(block, kind)?;
                return Ok(block);
            }
        }
        Err(exhausted(self.plane, flash.nand()))
    }

    /// Erases a block without valid pages and takes it back, unless it goes bad.
    pub(crate) fn release(&mut self, block: BlockId, purpose: Purpose, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let erased = flash.erase(block, purpose)?;
        if erased == Erased::Ready {
            self.free.add(block, flash.nand().block(block).erase_count);
        }
        self.leveling.erased(block, flash.nand());
        Ok(())
    }
}

impl Blocks {
    /// Takes the least worn free block of a plane into use.
    pub(crate) fn take(&mut self, plane: PlaneId, kind: BlockKind, flash: &mut Flash<'_>) -> Result<BlockId, Halt> {
        self.supply[plane as usize].take(kind, false, flash)
    }

    /// Erases a block without valid pages and gives it back, unless it goes bad.
    pub(crate) fn release(&mut self, block: BlockId, purpose: Purpose, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let plane = flash.nand().geometry.plane_of(block);
        self.supply[plane as usize].release(block, purpose, flash)
    }
}

/// Why a plane has no block left to write to.
#[cold]
pub(crate) fn exhausted(plane: PlaneId, nand: &Nand) -> Halt {
    let blocks = count(u64::from(nand.geometry.blocks()), "block");
    Box::new(match nand.bad_blocks {
        0 => Reason::DeviceFull(format!(
            "the device is full: plane {plane} has no free block at over-provisioning {:.4}",
            nand.geometry.over_provisioning()
        )),
        bad => Reason::ReadOnly(format!(
            "the device is read-only: {bad} of {blocks} are bad, and plane {plane} has no free block"
        )),
    })
}

/// Log blocks of a plane: as `log_blocks` sets them, or 0.07 % of its blocks, at least three.
pub(crate) fn log_blocks(build: &Build<'_>) -> u32 {
    let set = build.settings.optional("log_blocks");
    set.map_or_else(|| build.nand.geometry.default_log_blocks(), |blocks| blocks as u32)
}

/// Each plane must have room for its data blocks, its log blocks and the spare ones.
pub(crate) fn room(geometry: &Geometry, logical_blocks: u32, log_blocks: u32) -> Result<(), Error> {
    let data_blocks = logical_blocks.div_ceil(geometry.planes());
    let needed = data_blocks + log_blocks + SPARE_BLOCKS;
    if geometry.blocks_per_plane >= needed {
        return Ok(());
    }
    Err(Error::Value {
        field: "device.over_provisioning".into(),
        value: format!("{:.4}", geometry.over_provisioning()),
        expected: format!(
            "enough for {needed} blocks a plane: {data_blocks} of data, {log_blocks} for logs and {SPARE_BLOCKS} spare; \
             there are {}; fewer logs or a larger device (device.logical_bytes, device.blocks_per_plane) would do too",
            geometry.blocks_per_plane
        ),
        nearest: geometry.over_provisioning_for(log_blocks + SPARE_BLOCKS),
    })
}

//! Which map blocks are in memory, and where: the pointers of the directory, the slots of the cache with their bitmap, and
//! which of them were changed. What an entry says need not be kept here: it is always the truth.

use super::map_policy::AnyPolicy;
use super::map_policy::policy::{MapBlock, MapPolicy, Slot};
use crate::base::bulk::{AnyBulk, Bulk};
use crate::nand::NONE;
use crate::nand::rule::Rule;

/// The mapping table cache.
#[derive(Clone, Debug, Hash)]
pub(super) struct MapCache {
    /// By map block, its slot; [`NONE`] while it is on the SSD alone.
    slots: Bulk<u32>,
    /// By slot, the map block whose entries are in it; [`NONE`] for none.
    blocks: Bulk<u32>,
    /// By slot, the bitmap: whether it is used.
    used: Bulk<u8>,
    /// By slot, whether it differs from the SSD.
    dirty: Bulk<u8>,
    /// By slot, the group of commands that loads it, on the event clock.
    loads: Bulk<u64>,
    free: Vec<Slot>,
    dirty_blocks: u32,
    /// The order in which they make way.
    pub policy: AnyPolicy,
}

impl MapCache {
    /// An empty cache.
    pub(super) fn new(slots: u32, map_blocks: u32, policy: AnyPolicy) -> Self {
        Self {
            slots: vec![NONE; map_blocks as usize].into(),
            blocks: vec![NONE; slots as usize].into(),
            used: vec![0; slots as usize].into(),
            dirty: vec![0; slots as usize].into(),
            loads: vec![u64::MAX; slots as usize].into(),
            free: (0..slots).rev().collect(),
            dirty_blocks: 0,
            policy,
        }
    }

    /// The slot that the directory points to.
    #[inline(always)]
    pub(super) fn find(&self, block: MapBlock) -> Option<Slot> {
        Some(self.slots[block as usize]).filter(|&slot| slot != NONE)
    }

    /// A slot that nothing is in.
    pub(super) fn free_slot(&self) -> Option<Slot> {
        self.free.last().copied()
    }

    /// The map block in a slot.
    pub(super) fn block(&self, slot: Slot) -> Option<MapBlock> {
        Some(self.blocks[slot as usize]).filter(|&block| block != NONE)
    }

    /// What the bitmap says of a slot.
    pub(super) fn is_used(&self, slot: Slot) -> bool {
        self.used[slot as usize] != 0
    }

    /// Whether a slot's block differs from the SSD.
    #[inline(always)]
    pub(crate) fn is_dirty(&self, slot: Slot) -> bool {
        self.dirty[slot as usize] != 0
    }

    /// Whether the directory points to a block that differs from the SSD.
    pub(super) fn is_changed(&self, block: MapBlock) -> bool {
        self.find(block).is_some_and(|slot| self.is_dirty(slot))
    }

    /// Marks a slot's block as differing from the SSD, or as equal to it.
    #[inline(always)]
    pub(crate) fn mark(&mut self, slot: Slot, dirty: bool) {
        let mark = &mut self.dirty[slot as usize];
        self.dirty_blocks = self.dirty_blocks + u32::from(dirty) - u32::from(*mark);
        *mark = u8::from(dirty);
    }

    /// The commands that load a slot's block, where they may still be under way.
    pub(super) fn load(&self, slot: Slot) -> Option<u64> {
        Some(self.loads[slot as usize]).filter(|&load| load != u64::MAX)
    }

    /// Slots in all.
    pub(super) fn capacity(&self) -> u32 {
        self.blocks.len() as u32
    }

    /// Slots with a block.
    pub(super) fn blocks_in(&self) -> u32 {
        self.capacity() - self.free.len() as u32
    }

    /// Blocks that differ from the SSD.
    pub(super) fn dirty_blocks(&self) -> u32 {
        self.dirty_blocks
    }

    /// A block makes way for `incoming`; nothing of it is unwritten. The bitmap says so, and the directory.
    pub(crate) fn evict(&mut self, slot: Slot, incoming: MapBlock) {
        let block = std::mem::replace(&mut self.blocks[slot as usize], NONE);
        self.policy.left(slot, block, incoming);
        self.slots[block as usize] = NONE;
        self.used[slot as usize] = 0;
        self.loads[slot as usize] = u64::MAX;
        self.free.push(slot);
    }

    /// Step 6: the entries of a block are put into `slot`, which [`MapCache::free_slot`] named.
    pub(super) fn fill(&mut self, slot: Slot, block: MapBlock, load: Option<u64>) {
        self.free.pop();
        self.blocks[slot as usize] = block;
        self.loads[slot as usize] = load.unwrap_or(u64::MAX);
    }

    /// Step 7: the bitmap.
    pub(super) fn take(&mut self, slot: Slot) {
        self.used[slot as usize] = 1;
    }

    /// Step 8: the load counts.
    pub(super) fn count_load(&mut self, slot: Slot, block: MapBlock) {
        self.policy.loaded(slot, block);
    }

    /// Step 9: the directory.
    pub(super) fn point(&mut self, block: MapBlock, slot: Slot) {
        self.slots[block as usize] = slot;
    }

    /// Blocks make way by another policy from here on, which finds them loaded in the order in which they would have.
    pub(super) fn change_policy(&mut self, policy: AnyPolicy) {
        let before = std::mem::replace(&mut self.policy, policy);
        let mut known = vec![false; self.blocks.len()];
        let others = 0..self.capacity();
        for slot in before.order(0, self.blocks.len()).into_iter().chain(others) {
            let block = self.blocks[slot as usize];
            if block != NONE && !std::mem::replace(&mut known[slot as usize], true) {
                self.policy.loaded(slot, block);
            }
        }
    }

    /// All that was in memory is gone.
    pub(super) fn clear(&mut self) {
        self.slots.fill(NONE);
        self.blocks.fill(NONE);
        self.used.fill(0);
        self.dirty.fill(0);
        self.loads.fill(u64::MAX);
        self.free = (0..self.capacity()).rev().collect();
        self.dirty_blocks = 0;
        self.policy.clear();
    }

    /// The large arrays, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(&mut self.slots));
        visit(AnyBulk::U32(&mut self.blocks));
        visit(AnyBulk::U8(&mut self.used));
        visit(AnyBulk::U8(&mut self.dirty));
        visit(AnyBulk::U64(&mut self.loads));
        self.policy.bulk(visit);
    }

    /// The pointers of the directory are the blocks in the slots, and every slot is used or free.
    pub(super) fn check(&self) -> Result<(), Rule> {
        let wrong = |text: String| Err(Rule::Invariant(text));
        let pointers = self.slots.iter().filter(|&&slot| slot != NONE).count() as u32;
        let in_slots = self.blocks.iter().filter(|&&block| block != NONE).count() as u32;
        // In the middle of a miss a block is in its slot before the directory knows it.
        if in_slots != self.blocks_in() || !(pointers..=pointers + 1).contains(&in_slots) {
            return wrong(format!("{in_slots} map blocks are in slots, but the directory points to {pointers}"));
        }
        let pointed = (0..).zip(&self.slots).filter(|(_, slot)| **slot != NONE);
        for (block, &slot) in pointed {
            if self.blocks[slot as usize] != block || !self.is_used(slot) {
                return wrong(format!("the directory points to slot {slot} for map block {block}, which is not there"));
            }
        }
        let dirty = self.dirty.iter().filter(|&&dirty| dirty != 0).count() as u32;
        if dirty != self.dirty_blocks
            || (0..self.capacity()).any(|slot| self.is_dirty(slot) && self.block(slot).is_none())
        {
            return wrong(format!("{dirty} slots are marked as dirty, but {} are counted", self.dirty_blocks));
        }
        Ok(())
    }
}

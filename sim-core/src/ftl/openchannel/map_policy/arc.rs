//! Blocks looked up once and blocks looked up again share the cache in a proportion that is learned from blocks that come
//! back soon after they left: N. Megiddo and D. Modha, ARC: A Self-Tuning, Low Overhead Replacement Cache, FAST 2003.
//!
//! Their T1, T2 are [`ONCE`] and [`AGAIN`], their B1 and B2 the two lists of blocks that left these. Steps of the target
//! are whole: the authors' quotient of the two lengths, rounded down.

use super::policy::{Entry, MapBlock, MapPolicy, Slot};
use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::rings::Rings;

/// How it is chosen.
pub(crate) const ENTRY: Entry<Arc> = Entry {
    kind: "arc",
    rule: "looked up longest ago in the list that gives one up",
    worth: "last look-up",
    build: |setup| Arc::new(setup.slots, setup.map_blocks),
};

/// In memory, looked up once since it came from nowhere.
const ONCE: usize = 0;
/// In memory, looked up more often.
const AGAIN: usize = 1;
/// Left from [`ONCE`].
const LEFT_ONCE: usize = 2;
/// Left from [`AGAIN`].
const LEFT_AGAIN: usize = 3;
const LISTS: usize = 4;
/// In none of them.
const NOWHERE: u8 = LISTS as u8;

/// Four lists of map blocks.
#[derive(Clone, Debug, Hash)]
pub struct Arc {
    /// Map blocks in the order of their last look-up, a ring a list.
    lists: Rings,
    /// By map block: its list.
    list_of: Bulk<u8>,
    /// By map block in memory: its slot.
    slots_of: Bulk<Slot>,
    /// By list.
    lengths: [u32; LISTS],
    /// How many [`ONCE`] is to hold.
    target: u32,
    used_at: Bulk<u64>,
    uses: u64,
}

impl Arc {
    fn new(slots: u32, map_blocks: u32) -> Self {
        Self {
            lists: Rings::new(map_blocks, LISTS as u32),
            list_of: vec![NOWHERE; map_blocks as usize].into(),
            slots_of: vec![0; map_blocks as usize].into(),
            lengths: [0; LISTS],
            target: 0,
            used_at: vec![0; slots as usize].into(),
            uses: 0,
        }
    }

    fn slots(&self) -> u32 {
        self.used_at.len() as u32
    }

    fn is_in(&self, block: MapBlock, list: usize) -> bool {
        usize::from(self.list_of[block as usize]) == list
    }

    fn remove(&mut self, block: MapBlock) {
        let list = usize::from(std::mem::replace(&mut self.list_of[block as usize], NOWHERE));
        if list < LISTS {
            self.lists.unlink(block);
            self.lengths[list] -= 1;
        }
    }

    /// Puts a block that is in no list at the recent end of one.
    fn put(&mut self, block: MapBlock, list: usize) {
        self.lists.link(block, list);
        self.list_of[block as usize] = list as u8;
        self.lengths[list] += 1;
    }

    fn drop_oldest(&mut self, list: usize) {
        let oldest = self.lists.oldest(list).next();
        oldest.into_iter().for_each(|block| self.remove(block));
    }

    fn touch(&mut self, slot: Slot) {
        self.uses += 1;
        self.used_at[slot as usize] = self.uses;
    }

    /// The target as a look-up of `block` changes it: one that comes back tells which list should have been longer.
    fn target_for(&self, block: MapBlock) -> u32 {
        let [_, _, once, again] = self.lengths;
        if self.is_in(block, LEFT_ONCE) {
            (self.target + (again / once).max(1)).min(self.slots())
        } else if self.is_in(block, LEFT_AGAIN) {
            self.target.saturating_sub((once / again).max(1))
        } else {
            self.target
        }
    }

    /// The list that gives one up for `block`, if the two have these lengths.
    fn giving(&self, block: MapBlock, once: u32, again: u32) -> usize {
        let target = self.target_for(block);
        let is_long = once > target || (once == target && self.is_in(block, LEFT_AGAIN));
        // What is looked up for the first time takes the place of another such, if there is nothing but these.
        if once > 0 && (is_long || again == 0) { ONCE } else { AGAIN }
    }
}

impl MapPolicy for Arc {
    fn used(&mut self, slot: Slot, block: MapBlock) {
        self.remove(block);
        self.put(block, AGAIN);
        self.touch(slot);
    }

    fn victim(&self, block: MapBlock) -> Slot {
        self.order(block, 1).first().copied().unwrap_or(0)
    }

    fn case(&self, block: MapBlock) -> Option<&'static str> {
        let [once, again, ..] = self.lengths;
        Some(match self.giving(block, once, again) {
            ONCE => "looked up longest ago, of those looked up once",
            _ => "looked up longest ago, of those looked up again",
        })
    }

    fn left(&mut self, _: Slot, block: MapBlock, incoming: MapBlock) {
        self.target = self.target_for(incoming);
        let is_known = self.is_in(incoming, LEFT_ONCE) || self.is_in(incoming, LEFT_AGAIN);
        let slots = self.slots();
        let from = usize::from(self.list_of[block as usize]);
        let [once, _, left_once, _] = self.lengths;
        let is_full_of_once = once == slots;
        if !is_known && once + left_once >= slots {
            self.drop_oldest(LEFT_ONCE);
        } else if !is_known && self.lengths.iter().sum::<u32>() >= 2 * slots {
            self.drop_oldest(LEFT_AGAIN);
        }
        self.remove(block);
        if is_known || !is_full_of_once {
            self.put(block, if from == ONCE { LEFT_ONCE } else { LEFT_AGAIN });
        }
    }

    fn loaded(&mut self, slot: Slot, block: MapBlock) {
        let is_known = !self.is_in(block, usize::from(NOWHERE));
        self.remove(block);
        self.put(block, if is_known { AGAIN } else { ONCE });
        self.slots_of[block as usize] = slot;
        self.touch(slot);
    }

    fn worth(&self, slot: Slot, _: MapBlock) -> u64 {
        self.used_at[slot as usize]
    }

    fn order(&self, block: MapBlock, count: usize) -> Vec<Slot> {
        let [mut once, mut again, ..] = self.lengths;
        let (mut of_once, mut of_again) = (self.lists.oldest(ONCE), self.lists.oldest(AGAIN));
        let next = || {
            let next = if self.giving(block, once, again) == ONCE {
                once -= 1;
                of_once.next()
            } else {
                again = again.saturating_sub(1);
                of_again.next()
            };
            next.map(|block| self.slots_of[block as usize])
        };
        std::iter::from_fn(next).take(count).collect()
    }

    fn clear(&mut self) {
        *self = Self::new(self.slots(), self.list_of.len() as u32);
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.lists.bulk(visit);
        visit(AnyBulk::U8(&mut self.list_of));
        visit(AnyBulk::U32(&mut self.slots_of));
        visit(AnyBulk::U64(&mut self.used_at));
    }
}

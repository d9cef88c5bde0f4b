//! The map block that will not be looked up for the longest time makes way: no policy that fetches every block it misses
//! misses less often. L. Belady, A study of replacement algorithms for a virtual-storage computer, 1966.
//!
//! It knows the run's look-ups beforehand, so it is no policy for a device but the bound of all others. Look-ups that it is
//! not told of, those of garbage collection, and those beyond what is known do not count.

use super::policy::{Entry, MapBlock, MapPolicy, Setup, Slot};
use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::tournament::Tournament;
use std::sync::Arc;

/// How it is chosen.
pub(crate) const ENTRY: Entry<Opt> = Entry {
    kind: "opt",
    rule: "not looked up for the longest time to come",
    worth: "next look-up",
    build: |setup| Opt::new(&setup),
};

/// Numbers the look-up of a block that is looked up no more.
const NEVER: u32 = u32::MAX;

/// What is to come, and the slots in its order.
#[derive(Clone, Debug, Hash)]
pub struct Opt {
    /// By look-up: the next one of the same block.
    following: Arc<[u32]>,
    /// Look-ups begun.
    lookups: u32,
    /// By map block: its next look-up.
    next: Bulk<u32>,
    /// By slot: the later the next look-up, the smaller; looked up no more, by their last use.
    keys: Tournament,
    slots: u32,
    uses: u64,
}

impl Opt {
    fn new(setup: &Setup<'_>) -> Self {
        let future = setup.future.as_deref().unwrap_or_default();
        // Past what can be numbered nothing is known.
        let future = future.get(..NEVER as usize).unwrap_or(future);
        let mut next: Bulk<u32> = vec![NEVER; setup.map_blocks as usize].into();
        let mut following: Vec<u32> = vec![NEVER; future.len()];
        for (lookup, &block) in future.iter().enumerate().rev() {
            following[lookup] = std::mem::replace(&mut next[block as usize], lookup as u32);
        }
        let keys = Tournament::new(setup.slots as usize);
        Self { following: following.into(), lookups: 0, next, keys, slots: setup.slots, uses: 0 }
    }

    fn key(&self, block: MapBlock) -> u64 {
        match self.next[block as usize] {
            NEVER => self.uses,
            // Larger than any number of uses.
            next => u64::MAX - 1 - u64::from(next),
        }
    }
}

impl MapPolicy for Opt {
    fn looks_up(&mut self, block: MapBlock) {
        self.next[block as usize] = self.following.get(self.lookups as usize).copied().unwrap_or(NEVER);
        self.lookups = self.lookups.saturating_add(1);
    }

    fn used(&mut self, slot: Slot, block: MapBlock) {
        self.uses += 1;
        self.keys.set(slot as usize, self.key(block));
    }

    fn victim(&self, _: MapBlock) -> Slot {
        self.keys.min_slot().map_or(0, |slot| slot as Slot)
    }

    fn left(&mut self, slot: Slot, _: MapBlock, _: MapBlock) {
        self.keys.take(slot as usize);
    }

    fn loaded(&mut self, slot: Slot, block: MapBlock) {
        self.used(slot, block);
    }

    fn worth(&self, _: Slot, block: MapBlock) -> u64 {
        u64::from(self.next[block as usize])
    }

    fn order(&self, _: MapBlock, count: usize) -> Vec<Slot> {
        self.keys.in_order().take(count).map(|slot| slot as Slot).collect()
    }

    /// The future stays known: power comes back at the same place in it.
    fn clear(&mut self) {
        self.keys = Tournament::new(self.slots as usize);
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(&mut self.next));
        self.keys.bulk(visit);
    }
}

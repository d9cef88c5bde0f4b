//! The log blocks of a plane that logical blocks share, at most K of them each.

use crate::base::bulk::Bulk;
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, NONE, Ppn};
use std::collections::BTreeSet;

/// Shared log blocks in use. A logical block goes by its number within the plane here: a member.
#[derive(Clone, Debug, Hash)]
pub(super) struct Mixed {
    /// As many as there may be log blocks.
    slots: Box<[Slot]>,
    /// Log blocks with room, also for another member: how many they have, and their slot.
    accepting: BTreeSet<(u32, u32)>,
    /// By member, the slot of a log block that has it and has room; [`NONE`] if there is none.
    holder: Bulk<u32>,
    /// K.
    most: u32,
    /// Log blocks taken into use so far.
    opened: u64,
}

/// A log block with its members.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct Slot {
    /// The log block; none while the slot is unused.
    pub block: Option<BlockId>,
    /// Log blocks taken into use before it.
    pub age: u64,
    /// Members that were let in since its erase, but for those merged since: no other has a valid page in it.
    pub members: Vec<u32>,
}

impl Mixed {
    /// No log block yet.
    pub(crate) fn new(log_blocks: u32, members: u32, most: u32) -> Self {
        Self {
            slots: vec![Slot::default(); log_blocks as usize].into(),
            accepting: BTreeSet::new(),
            holder: vec![NONE; members as usize].into(),
            most,
            opened: 0,
        }
    }

    /// The log blocks, with their slots.
    pub(crate) fn used(&self) -> impl Iterator<Item = (u32, BlockId, &Slot)> {
        (0..).zip(&self.slots).filter_map(|(slot, entry)| Some((slot, entry.block?, entry)))
    }

    /// How many log blocks there are.
    pub(crate) fn len(&self) -> u32 {
        self.used().count() as u32
    }

    /// The next page of the log block in `slot`, if it has one left.
    #[inline(always)]
    pub(crate) fn next_page(&self, slot: u32, nand: &Nand) -> Option<Ppn> {
        self.slots[slot as usize].block.and_then(|block| nand.next_page(block))
    }

    /// Where pages of each member go, for checkpoints.
    pub(crate) fn table(&mut self) -> &mut Bulk<u32> {
        &mut self.holder
    }

    /// The slot of a log block with room for a page of `member`: one that has it already, else the one with fewest members.
    #[inline(always)]
    pub(super) fn room_for(&mut self, member: u32) -> Option<u32> {
        match self.holder[member as usize] {
            NONE => self.let_in(member),
            slot => Some(slot),
        }
    }

    fn let_in(&mut self, member: u32) -> Option<u32> {
        let (_, slot) = self.accepting.pop_first()?;
        self.slots[slot as usize].members.push(member);
        self.holder[member as usize] = slot;
        self.accept(slot);
        Some(slot)
    }

    /// Takes a log block into use that has room, or not, and pages of `members`. Returns its slot, if one is unused.
    pub(crate) fn add(&mut self, block: BlockId, members: Vec<u32>, nand: &Nand) -> Option<u32> {
        let slot = self.slots.iter().position(|slot| slot.block.is_none())?;
        let has_room = has_room(block, nand);
        for &member in members.iter().filter(|_| has_room) {
            self.holder[member as usize] = slot as u32;
        }
        self.slots[slot] = Slot { block: Some(block), age: self.opened, members };
        self.opened += 1;
        if has_room {
            self.accept(slot as u32);
        }
        Some(slot as u32)
    }

    /// A log block with room takes more members, if it has not as many as it may.
    fn accept(&mut self, slot: u32) {
        let members = self.slots[slot as usize].members.len() as u32;
        if members < self.most {
            self.accepting.insert((members, slot));
        }
    }

    /// The log block in `slot` takes no more pages.
    pub(crate) fn close(&mut self, slot: u32) {
        let members = &self.slots[slot as usize].members;
        self.accepting.remove(&(members.len() as u32, slot));
        for &member in members {
            if self.holder[member as usize] == slot {
                self.holder[member as usize] = NONE;
            }
        }
    }

    /// `member` was brought into one block: no log block has a valid page of it any more.
    pub(crate) fn merged(&mut self, member: u32, nand: &Nand) {
        self.holder[member as usize] = NONE;
        for slot in 0..self.slots.len() {
            let Slot { block: Some(block), members, .. } = &mut self.slots[slot] else { continue };
            let Some(place) = members.iter().position(|&known| known == member) else { continue };
            let before = (members.len() as u32, slot as u32);
            members.swap_remove(place);
            if has_room(*block, nand) {
                self.accepting.remove(&before);
                self.accept(slot as u32);
            }
        }
    }

    /// The log block in `slot` was erased.
    pub(crate) fn remove(&mut self, slot: u32) {
        self.close(slot);
        self.slots[slot as usize] = Slot::default();
    }

    /// No log block has more than K members, none has valid pages of others (`valid` lists those that it has), and who may
    /// take what is known.
    pub(crate) fn check(&self, valid: impl Fn(BlockId) -> Vec<u32>, nand: &Nand) -> Result<(), Rule> {
        let broken = |block: BlockId, what: &str| Err(Rule::Invariant(format!("log block {block} {what}")));
        for (slot, block, entry) in self.used() {
            let (members, has_room) = (entry.members.len() as u32, has_room(block, nand));
            if members > self.most {
                return broken(block, "has pages of too many logical blocks");
            }
            if valid(block).iter().any(|member| !entry.members.contains(member)) {
                return broken(block, "has pages of a logical block that was not let in");
            }
            if self.accepting.contains(&(members, slot)) != (has_room && members < self.most) {
                return broken(block, "is not known for what it accepts");
            }
        }
        for (member, &slot) in (0..).zip(&self.holder).filter(|(_, slot)| **slot != NONE) {
            let Slot { block, members, .. } = &self.slots[slot as usize];
            if !block.is_some_and(|block| has_room(block, nand)) || !members.contains(&member) {
                return Err(Rule::Invariant(format!("slot {slot} does not hold logical block {member} of its plane")));
            }
        }
        Ok(())
    }
}

/// Whether another page can be appended to `block`. One that lost its last page to a power cut is open, but has no room.
pub(super) fn has_room(block: BlockId, nand: &Nand) -> bool {
    nand.next_page(block).is_some_and(|next| nand.may_program(next))
}

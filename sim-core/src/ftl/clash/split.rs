//! Dynamic split: the two spaces reconfigured by the sequentiality of the writes. A perspective of SympA (section 6), never
//! built there; the rule is ours.
//!
//! Every so many write requests, the share of those that began where the one before had ended is the sequentiality seen.
//! At 0 two block slots are left, at 1 page slots for one block; between, block slots in proportion. One slot a time. Two at
//! least, because what has just entered the only slot would be the next to be flushed.

use super::below::Below;
use super::cache::Cache;
use super::evict::Origin;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, Is, Trigger, What};
use crate::nand::Lpn;
use std::cmp::Ordering;

/// What decides how the RAM is split.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Split {
    /// Write requests between two looks.
    window: u32,
    seen: u32,
    sequential: u32,
    /// Where the last write ended.
    end: Lpn,
    /// How many block slots there should be.
    target: u32,
}

impl Split {
    /// A split that starts with `block_slots`.
    pub(crate) fn new(window: u32, block_slots: u32) -> Self {
        Self { window, seen: 0, sequential: 0, end: 0, target: block_slots }
    }

    /// A write request is seen; with `most` block slots, how many there should be.
    fn target(&mut self, first: Lpn, count: u32, most: u32) -> u32 {
        self.seen += 1;
        self.sequential += u32::from(first == self.end);
        self.end = first + count;
        if self.seen == self.window {
            let least = most.min(2);
            // To the nearest whole number.
            self.target = least + (2 * self.sequential * (most - least) + self.window) / (2 * self.window);
            (self.seen, self.sequential) = (0, 0);
        }
        self.target
    }
}

impl Cache {
    /// Before a write request: the spaces give each other a block's room, if the writes have changed.
    pub(crate) fn adapt(
        &mut self,
        first: Lpn,
        count: u32,
        below: &mut impl Below,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let slots = self.blocks.slots().len() as u32;
        let most = (self.room() / self.pages_per_block()).saturating_sub(1).max(1);
        let Some(split) = &mut self.split else { return Ok(()) };
        let target = split.target(first, count, most);
        let trigger = |is| flash.because(|_| Condition::new(What::Split, slots, is, target));
        match target.cmp(&slots) {
            Ordering::Less => self.give_to_pages(trigger(Is::Above), below, flash),
            Ordering::Greater => self.give_to_blocks(trigger(Is::Below), below, flash),
            Ordering::Equal => Ok(()),
        }
    }

    /// A block slot becomes page slots; if none is free, the block that is next to leave is flushed.
    fn give_to_pages(
        &mut self,
        trigger: Option<Trigger>,
        below: &mut impl Below,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        if let (None, Some(slot)) = (self.blocks.free(), self.blocks.next_out()) {
            self.flush(Origin::Slot(slot), trigger, below, flash)?;
        }
        let Some(slot) = self.blocks.free() else { return Ok(()) };
        flash.note(Operation { trigger, ..told(slot) })?;
        self.blocks.shrink(slot);
        self.pages.capacity += self.pages_per_block();
        Ok(())
    }

    /// Page slots become a block slot, once they are free.
    fn give_to_blocks(
        &mut self,
        trigger: Option<Trigger>,
        below: &mut impl Below,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let pages = self.pages_per_block();
        if self.pages.used() + pages > self.pages.capacity {
            let short = self.short_of_pages(pages, self.pages.capacity);
            self.make_room(pages, Some(short), below, flash)?;
        }
        flash.note(Operation { trigger, ..told(self.blocks.slots().len()) })?;
        self.pages.capacity -= pages;
        self.blocks.grow();
        Ok(())
    }
}

fn told(slot: usize) -> Operation {
    Operation { slot: Some(slot as u16), ..Operation::new(Kind::Resplit, Purpose::Host) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_slots_follow_the_sequentiality_of_a_window() {
        let mut split = Split::new(4, 2);
        let mut window = |starts: [u32; 4]| starts.map(|first| split.target(first, 2, 6))[3];
        assert_eq!(window([10, 30, 50, 70]), 2, "no request follows the one before");
        assert_eq!(window([72, 74, 76, 78]), 6, "all do");
        assert_eq!(window([80, 82, 10, 20]), 4, "half of them do");
    }
}

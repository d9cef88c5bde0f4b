//! Which page is written next: frontiers, and the free blocks they are taken from.

use super::map_listener::{MapListener, NoMap};
use super::plane_pool::Stream;
use super::{Pool, Shape};
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::observer::Observer;
use crate::flash::operation::Purpose;
use crate::flash::trigger::{Condition, Is, What};
use crate::nand::array::{Erased, Nand};
use crate::nand::block::BlockState;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, NONE, Ppn};

impl Pool {
    /// The next page for a host write, after making room where needed.
    #[inline(always)]
    pub(super) fn host_page<O: Observer>(
        &mut self,
        at: usize,
        listener: &mut dyn MapListener,
        flash: &mut Flash<'_, O>,
    ) -> Result<Ppn, Halt> {
        if self.areas[at].half_collected.is_some() {
            self.keep_reserve(at, listener, flash)?;
        }
        let frontier = self.areas[at].frontier(Stream::Host);
        if frontier != NONE
            && let Some(ppn) = flash.nand().next_page(frontier)
        {
            return Ok(ppn);
        }
        self.fresh_page(at, Stream::Host, listener, flash)
    }

    fn fresh_page<O: Observer>(
        &mut self,
        at: usize,
        stream: Stream,
        listener: &mut dyn MapListener,
        flash: &mut Flash<'_, O>,
    ) -> Result<Ppn, Halt> {
        let frontier = std::mem::replace(&mut self.areas[at].frontiers[stream as usize], NONE);
        self.retire(frontier, at, flash)?;
        if self.areas[at].free.len() <= self.areas[at].marks.low {
            let trigger = flash.because(|nand| self.short_of_blocks(at, Is::AtMost, nand));
            self.collect(at, self.areas[at].marks.high, trigger, listener, flash)?;
        }
        // Collecting may have opened a block that these pages share.
        self.page_of(at, stream, flash)
    }

    /// The next page of a stream, in a free block if need be, without making room.
    #[inline(always)]
    fn page_of<O: Observer>(&mut self, at: usize, stream: Stream, flash: &mut Flash<'_, O>) -> Result<Ppn, Halt> {
        let frontier = self.areas[at].frontier(stream);
        if frontier != NONE
            && let Some(ppn) = flash.nand().next_page(frontier)
        {
            return Ok(ppn);
        }
        self.page_of_free_block(at, stream, flash)
    }

    /// The first page of a free block, which becomes the frontier in place of one without room. Out of line: it is rare.
    #[inline(never)]
    fn page_of_free_block<O: Observer>(
        &mut self,
        at: usize,
        stream: Stream,
        flash: &mut Flash<'_, O>,
    ) -> Result<Ppn, Halt> {
        let frontier = std::mem::replace(&mut self.areas[at].frontiers[stream as usize], NONE);
        self.retire(frontier, at, flash)?;
        let block = self.open_block(at, stream, flash)?;
        self.areas[at].frontiers[stream as usize] = block;
        first_page(block, flash.nand())
    }

    /// The next page for a moved page; blocks come from the reserve, never from another collection.
    #[inline(always)]
    pub(super) fn moved_page<O: Observer>(
        &mut self,
        at: usize,
        id: u32,
        purpose: Purpose,
        flash: &mut Flash<'_, O>,
    ) -> Result<Ppn, Halt> {
        let stream = match (id >= self.logical_pages, purpose == Purpose::Wear, self.separate_gc_frontier) {
            (true, ..) => Stream::Map,
            (_, true, _) => Stream::Cold,
            (_, _, true) => Stream::Moved,
            _ => Stream::Host,
        };
        self.page_of(at, stream, flash)
    }

    /// The next page for one of the layer's own, after making room. In the middle of a collection (`nested`) room is made
    /// without another one: by emptying blocks that hold nothing but such pages.
    pub(crate) fn own_page(
        &mut self,
        id: u32,
        nested: bool,
        listener: &mut dyn MapListener,
        flash: &mut Flash<'_>,
    ) -> Result<Ppn, Halt> {
        let at = self.own_area(id);
        if !nested && self.areas[at].half_collected.is_some() {
            self.keep_reserve(at, listener, flash)?;
        }
        let frontier = self.areas[at].frontier(Stream::Map);
        if frontier != NONE
            && let Some(ppn) = flash.nand().next_page(frontier)
        {
            return Ok(ppn);
        }
        match (nested, self.shape) {
            (true, Shape::Shared) => self.nested_own_page(at, flash),
            (true, _) => self.fresh_page(at, Stream::Map, &mut NoMap, flash),
            (false, _) => self.fresh_page(at, Stream::Map, listener, flash),
        }
    }

    fn nested_own_page(&mut self, at: usize, flash: &mut Flash<'_>) -> Result<Ppn, Halt> {
        let full = |pool: &Self, flash: &Flash<'_>| {
            let frontier = pool.areas[at].frontier(Stream::Map);
            frontier == NONE || flash.nand().next_page(frontier).is_none()
        };
        while full(self, flash) && self.areas[at].free.len() < 2 {
            let trigger = flash.because(|nand| {
                let condition = Condition::new(What::FreeBlocksForMap, self.areas[at].free.len(), Is::Below, 2u32);
                condition.of_plane(self.areas[at].plane, nand.geometry.planes())
            });
            if !self.empty_own_block(at, trigger, flash)? {
                break;
            }
        }
        self.page_of(at, Stream::Map, flash)
    }

    /// Opens the least worn free block, or the most worn for data that stays. One full of remains is erased first, and
    /// passed over if it goes bad by that.
    pub(super) fn open_block<O: Observer>(
        &mut self,
        at: usize,
        stream: Stream,
        flash: &mut Flash<'_, O>,
    ) -> Result<BlockId, Halt> {
        let most_worn = stream == Stream::Cold;
        while let Some(block) = self.areas[at].free.peek(most_worn) {
            let stale = flash.nand().block(block).state == BlockState::Stale;
            let erased = if stale { flash.erase(block, Purpose::Host)? } else { Erased::Ready };
            let area = &mut self.areas[at];
            area.free.take(most_worn);
            if stale {
                area.leveling.erased(block, flash.nand());
            }
            if erased == Erased::Ready {
                flash.open(block, stream.block_kind())?;
                return Ok(block);
            }
        }
        Err(self.exhausted(at, flash.nand(), "no free block is left to write to"))
    }

    /// Closes a full frontier.
    pub(super) fn retire<O: Observer>(
        &mut self,
        block: BlockId,
        at: usize,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        if block == NONE {
            return Ok(());
        }
        flash.close(block)?;
        self.areas[at].closed(block, flash.nand());
        Ok(())
    }
}

fn first_page(block: BlockId, nand: &Nand) -> Result<Ppn, Halt> {
    nand.next_page(block).ok_or_else(|| Rule::Invariant(format!("block {block} has no free page")).into())
}

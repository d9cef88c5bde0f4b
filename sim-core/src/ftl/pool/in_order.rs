//! Pages put in order in a block of their own, for layers that map a logical block by one entry.

use super::Pool;
use super::map_listener::MapListener;
use super::plane_pool::Stream;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::flash::trigger::Is;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, Lpn, PlaneId};

impl Pool {
    /// Makes room in a plane and opens a block there that no other page goes to.
    pub(crate) fn open_for_order(
        &mut self,
        plane: PlaneId,
        listener: &mut dyn MapListener,
        flash: &mut Flash<'_>,
    ) -> Result<BlockId, Halt> {
        let at = plane as usize;
        if self.areas[at].free.len() <= self.areas[at].marks.low {
            let trigger = flash.because(|nand| self.short_of_blocks(at, Is::AtMost, nand));
            self.collect(at, self.areas[at].marks.high, trigger, listener, flash)?;
        }
        self.open_block(at, Stream::Host, flash)
    }

    /// Moves a page to the next place of that block.
    pub(crate) fn move_in_order(&mut self, lpn: Lpn, block: BlockId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let from = self.l2p[lpn as usize];
        let to = flash.nand().next_page(block);
        let to = to.ok_or_else(|| Rule::Invariant(format!("block {block} has no page left for page {lpn}")))?;
        flash.copy(lpn, from, to, Purpose::Convert)?;
        self.l2p[lpn as usize] = to;
        self.lost_page(from, flash.nand());
        let at = self.area_of(block, flash.nand());
        self.areas[at].moved.push(lpn);
        Ok(())
    }

    /// The block is full, and the map knows.
    pub(crate) fn close_in_order(&mut self, block: BlockId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let at = self.area_of(block, flash.nand());
        self.retire(block, at, flash)
    }
}

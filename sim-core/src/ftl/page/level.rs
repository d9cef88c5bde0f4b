//! Wear levelling (SPEC 11): the data of a block that is too young moves, so that the block takes its share of writes.

use super::super::wear::explain;
use super::PageMapping;
use super::collect::next_valid;
use crate::engine::flash::Flash;
use crate::engine::halt::Halt;
use crate::engine::observer::Observer;
use crate::engine::operation::{Kind, Operation, Purpose};
use crate::nand::PlaneId;

impl PageMapping {
    /// Acts after an erase, if the policy wants to and a block can be spared for it.
    pub(super) fn level<O: Observer>(&mut self, at: PlaneId, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let plane = &mut self.planes[at as usize];
        if plane.free.len() < 2 {
            return Ok(());
        }
        let Some((block, reason)) = plane.leveling.choose(flash.nand()) else { return Ok(()) };
        flash.decide(|nand, op| explain::decision(op, block, reason, nand));
        let operation = |kind| Operation { block: Some(block), ..Operation::new(kind, Purpose::Wear) };
        let outer = flash.enter(operation(Kind::WearStart))?;
        flash.core.counters.wear_runs += 1;
        self.planes[at as usize].taken(block, flash.nand());
        self.planes[at as usize].half_leveled = Some(block);
        while let Some(ppn) = next_valid(block, flash) {
            self.move_page(at, ppn, Purpose::Wear, flash)?;
        }
        self.erase(at, block, Purpose::Wear, flash)?;
        self.planes[at as usize].half_leveled = None;
        flash.note(operation(Kind::WearEnd))?;
        flash.leave(outer);
        Ok(())
    }
}

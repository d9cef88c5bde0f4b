//! Wear levelling: the data of a block that is too young moves, so that the block takes its share of writes.

use super::Pool;
use super::map_listener::MapListener;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::observer::Observer;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::ftl::wear::{Due, explain};
use crate::nand::valid_pages::ValidPages;

impl Pool {
    /// Acts after an erase, if the policy wants to and a block can be spared for it.
    pub(super) fn level<O: Observer>(
        &mut self,
        at: usize,
        listener: &mut dyn MapListener,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        let area = &mut self.areas[at];
        if area.free.len() < 2 {
            return Ok(());
        }
        let Some(Due { block, reason, trigger }) = area.leveling.choose(flash.nand()) else {
            return Ok(());
        };
        flash.decide(|nand, op| explain::decision(op, block, reason, nand));
        let operation = |kind| Operation { block: Some(block), ..Operation::new(kind, Purpose::Wear) };
        let trigger = flash.because(|nand| trigger.of_plane(self.areas[at].plane, nand.geometry.planes()));
        let outer = flash.enter(Operation { trigger, ..operation(Kind::WearStart) })?;
        flash.core.counters.wear_runs += 1;
        self.areas[at].taken(block, flash.nand());
        self.areas[at].half_emptied = Some(block);
        let mut pages = ValidPages::of(block);
        while let Some(ppn) = pages.next(flash.nand()) {
            self.move_page(at, ppn, Purpose::Wear, flash)?;
        }
        self.erase(at, block, Purpose::Wear, flash)?;
        self.areas[at].half_emptied = None;
        flash.note(operation(Kind::WearEnd))?;
        self.tell(at, listener, flash)?;
        flash.leave(outer);
        Ok(())
    }
}

//! Wear levelling (SPEC 11): the data of a block that is too young moves, so that the block takes its share of writes.

use super::Pool;
use super::collect::next_valid;
use super::keeper::Keeper;
use crate::engine::decision::{Decision, Row};
use crate::engine::flash::Flash;
use crate::engine::halt::Halt;
use crate::engine::narrator::grouped;
use crate::engine::observer::Observer;
use crate::engine::operation::{Kind, Operation, Purpose};
use crate::nand::BlockId;
use crate::nand::array::Nand;

impl Pool {
    /// Acts after an erase, if the policy wants to and a block can be spared for it.
    pub(super) fn level<O: Observer>(
        &mut self,
        at: usize,
        keeper: &mut dyn Keeper<O>,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        let area = &mut self.areas[at];
        if area.free.len() < 2 {
            return Ok(());
        }
        let Some((block, reason)) = area.leveling.choose(flash.nand()) else { return Ok(()) };
        flash.decide(|nand, op| decision(op, block, reason, nand));
        let operation = |kind| Operation { block: Some(block), ..Operation::new(kind, Purpose::Wear) };
        let outer = flash.enter(operation(Kind::WearStart))?;
        flash.core.counters.wear_runs += 1;
        self.areas[at].taken(block, flash.nand());
        self.areas[at].half_emptied = Some(block);
        while let Some(ppn) = next_valid(block, flash) {
            self.move_page(at, ppn, Purpose::Wear, flash)?;
        }
        self.erase(at, block, Purpose::Wear, flash)?;
        self.areas[at].half_emptied = None;
        flash.note(operation(Kind::WearEnd))?;
        self.tell(at, keeper, flash)?;
        flash.leave(outer);
        Ok(())
    }
}

fn decision(op: u64, block: BlockId, reason: String, nand: &Nand) -> Decision {
    let state = nand.block(block);
    let name = grouped(u64::from(block));
    Decision {
        op,
        question: "Why move this block's data?".into(),
        headline: format!("Wear levelling empties **block {name}**: {reason}."),
        rule: reason,
        columns: vec!["erases".into(), "valid".into()],
        rows: vec![Row {
            label: format!("block {name}"),
            block: Some(block),
            chosen: true,
            cells: vec![grouped(u64::from(state.erase_count)), grouped(u64::from(state.valid))],
            share: Some(f64::from(state.valid) / f64::from(nand.geometry.pages_per_block)),
        }],
        candidates: 1,
        tie: None,
    }
}

//! Wear levelling in words: whose data moves, and why.

use crate::base::text::grouped;
use crate::flash::decision::{Decision, Row};
use crate::nand::BlockId;
use crate::nand::array::Nand;

/// Why the data of `block` moves.
pub(crate) fn decision(op: u64, block: BlockId, reason: String, nand: &Nand) -> Decision {
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
        ..Decision::default()
    }
}

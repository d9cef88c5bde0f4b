//! Why a page that is written again moves its whole block, in words.

use crate::base::text::count;
use crate::flash::decision::{Decision, Row};
use crate::flash::terms::{block_name, page_name};
use crate::ftl::blocks::cost::Cost;
use crate::ftl::blocks::{Blocks, Pending};
use crate::nand::NONE;
use crate::nand::array::{Nand, PageState};

/// Why the pages of `together` are not programmed where they belong.
pub(crate) fn decision(op: u64, together: &Pending, blocks: &Blocks, nand: &Nand) -> Decision {
    let lbn = blocks.lbn(together.start);
    let written = together.len() as u32;
    let moved = blocks.pages(lbn).filter(|lpn| !together.contains(lpn) && blocks.lookup(*lpn) != NONE).count() as u32;
    let cost = Cost { copies: moved, erases: u32::from(blocks.data_block(lbn) != NONE) };
    let row = |label: &str, chosen: bool, cost: String, why_not: &str| Row {
        label: label.into(),
        block: None,
        chosen,
        cells: vec![cost, why_not.into()],
        share: None,
    };
    let programs = count(u64::from(written), "program");
    Decision {
        op,
        question: "Why move the whole block?".into(),
        rule: "each page has one place, and a place is programmed once between two erases".into(),
        columns: vec!["cost".into(), "why not".into()],
        rows: vec![
            row("rebuild the block", true, [&programs, ", ", &cost.text("cop", ", ")].concat(), ""),
            row("write in place", false, programs.clone(), why_not_in_place(together, blocks, nand)),
        ],
        candidates: 2,
        tie: None,
        headline: format!(
            "{} cannot be written again in place: {} moves, and **{} with it**.",
            page_name(together.start, &nand.geometry),
            block_name(lbn),
            count(u64::from(moved), "page")
        ),
        ..Decision::default()
    }
}

fn why_not_in_place(together: &Pending, blocks: &Blocks, nand: &Nand) -> &'static str {
    let place = nand.geometry.page(blocks.data_block(blocks.lbn(together.start)), blocks.offset(together.start));
    match nand.page_state[place as usize] == PageState::Free as u8 {
        true => "a page above it is written already",
        false => "its place is taken until the erase",
    }
}

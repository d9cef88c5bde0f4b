//! Why a log block is emptied, and what emptying it and the others would cost.

use crate::base::text::{count, grouped};
use crate::flash::decision::{Decision, LISTED, Row};
use crate::flash::terms::block_name;
use crate::ftl::blocks::Blocks;
use crate::ftl::blocks::cost::Cost;
use crate::ftl::blocks::explain::last_write;
use crate::nand::BlockId;
use crate::nand::array::Nand;

/// What decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The group has all the log blocks that it may have.
    OwnFull,
    /// All log blocks are taken: who wrote longest ago makes way.
    LeastRecent,
    /// All log blocks are taken: one was drawn.
    Random,
}

/// Why the first of `candidates` is emptied.
pub(crate) fn decision(op: u64, why: Why, candidates: &[BlockId], blocks: &Blocks, nand: &Nand) -> Decision {
    let victim = candidates[0];
    let last = candidates.last().filter(|_| candidates.len() >= LISTED);
    let listed = candidates.iter().take(LISTED - 1).chain(last);
    Decision {
        op,
        question: "Why this log block?".into(),
        rule: match why {
            Why::OwnFull => "no room left for these blocks: their oldest log block",
            Why::LeastRecent => "no log block is free: the one not written for the longest time",
            Why::Random => "no log block is free: one drawn at random",
        }
        .into(),
        columns: ["valid", "blocks in it", "last write", "cost"].map(String::from).into(),
        rows: listed.map(|&log| row(log, victim, blocks, nand)).collect(),
        candidates: candidates.len(),
        tie: None,
        headline: headline(why, victim, candidates.len(), blocks, nand),
        ..Decision::default()
    }
}

fn row(log: BlockId, victim: BlockId, blocks: &Blocks, nand: &Nand) -> Row {
    let state = nand.block(log);
    Row {
        label: format!("log block {}", grouped(u64::from(log))),
        block: Some(log),
        chosen: log == victim,
        cells: vec![
            grouped(u64::from(state.valid)),
            grouped(blocks.logical_blocks_in(log, nand).len() as u64),
            format!("{} ago", count(u64::from(last_write(log, nand)), "page")),
            Cost::of_emptying(log, blocks, nand).words(),
        ],
        share: Some(f64::from(state.valid) / f64::from(nand.geometry.pages_per_block)),
    }
}

fn headline(why: Why, victim: BlockId, candidates: usize, blocks: &Blocks, nand: &Nand) -> String {
    let found = blocks.logical_blocks_in(victim, nand);
    let holds = match found[..] {
        [] => "nothing that is needed".into(),
        [lbn] => format!("pages of **{}**", block_name(lbn)),
        _ => format!("pages of **{} different blocks**", found.len()),
    };
    let Cost { copies, erases } = Cost::of_emptying(victim, blocks, nand);
    let cost = Cost { copies, erases }.words();
    let victim = grouped(u64::from(victim));
    let taken = match candidates {
        1 => "The only log block is taken".into(),
        n => format!("All {} log blocks are taken", grouped(n as u64)),
    };
    match why {
        Why::OwnFull => format!("Log block {victim} is full and holds {holds}. Freeing it costs **{cost}**."),
        Why::LeastRecent => format!("{taken}. The one idle longest, {victim}, holds {holds}: **{cost}**."),
        Why::Random => format!("{taken}. Block {victim}, drawn at random, holds {holds}: **{cost}**."),
    }
}

//! Merges of FAST in words: why the sequential log block is closed, and why the oldest log block is freed.

use super::log::{Log, Sequential};
use crate::base::text::grouped;
use crate::flash::counters::Merge;
use crate::flash::decision::{Decision, Row};
use crate::flash::terms::block_name;
use crate::flash::trigger::{Condition, Is, Trigger, What};
use crate::ftl::blocks::Blocks;
use crate::ftl::blocks::cost::Cost;
use crate::ftl::blocks::explain::valid_pages;
use crate::ftl::blocks::shared_log::{self, Choice};
use crate::nand::array::Nand;
use crate::nand::{BlockId, Lpn};

/// What ends the order of a sequential log block.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Why {
    /// This logical block, or its own from the start again, needs it.
    Begins(u32),
    /// This page leaves others out.
    Skips(Lpn),
    /// This page is in it already.
    GoesBack(Lpn),
    /// This log block, which has pages of its owner, is being freed.
    Freed(BlockId),
    /// It is complete, and a log block is needed: all are in use.
    Complete {
        /// How many there are.
        logs: u32,
    },
}

/// What triggers the merge of a log block in order, one of `in_use` that there may be at most.
pub(crate) fn trigger(why: Why, sequential: Sequential, in_use: u32, blocks: &Blocks, nand: &Nand) -> Trigger {
    let Sequential { lbn, .. } = sequential;
    let next = |lpn: Lpn, is| Condition::new(What::NextInOrder, blocks.offset(lpn), is, sequential.next(nand)).into();
    match why {
        Why::Begins(new) if new == lbn => Condition::fact(What::FirstPage, new).into(),
        Why::Begins(new) => {
            (Condition::fact(What::FirstPage, new), Condition::all(What::SequentialLogs, in_use, in_use)).into()
        }
        Why::Skips(lpn) => next(lpn, Is::Above),
        Why::GoesBack(lpn) => next(lpn, Is::Below),
        Why::Freed(log) => valid_pages(lbn, log, nand).into(),
        Why::Complete { logs } => {
            let all = Condition::all(What::InOrder, sequential.next(nand), blocks.pages(lbn).len() as u64);
            (Condition::all(What::Logs, logs, logs), all).into()
        }
    }
}

/// Why the sequential log block is merged, and why in this way. A page that rides along is counted among the copies: it is
/// programmed like them, but not read.
pub(crate) fn merge(op: u64, taken: Merge, sequential: Sequential, why: Why, blocks: &Blocks, nand: &Nand) -> Decision {
    let Sequential { lbn, block } = sequential;
    let (next, pages) = (sequential.next(nand), blocks.pages(lbn).len());
    let in_place = Cost::of_merge(lbn, next, blocks);
    let anew = Cost::of_merge(lbn, 0, blocks);
    let costs = [Cost { copies: 0, ..in_place }, in_place, Cost { erases: anew.erases + 1, ..anew }];
    let not_switch = format!("it holds {next} of {pages} pages");
    let not_partial =
        if taken == Merge::Full { "one of its pages was written again" } else { "a switch merge will do" };
    let why_not = [not_switch.as_str(), not_partial, "costs more"];
    let names = ["switch", "partial", "full"];
    let row = |merge: usize| Row {
        label: format!("{} merge", names[merge]),
        block: Some(block),
        chosen: merge == taken as usize,
        cells: vec![
            costs[merge].text("cop", ", "),
            if merge == taken as usize { String::new() } else { why_not[merge].into() },
        ],
        share: None,
    };
    let mut rows: Vec<Row> = (0..names.len()).map(row).collect();
    rows[..=taken as usize].rotate_right(1);
    let cost = costs[taken as usize].text("cop", ", ");
    Decision {
        op,
        question: "Why this merge?".into(),
        rule: "the cheapest that the log block's content allows".into(),
        columns: vec!["cost".into(), "why not".into()],
        rows,
        candidates: names.len(),
        tie: None,
        headline: format!("{}: **{} merge, {cost}**.", because(why, lbn, next, blocks), names[taken as usize]),
        ..Decision::default()
    }
}

fn because(why: Why, lbn: u32, next: u32, blocks: &Blocks) -> String {
    let name = block_name(lbn);
    match why {
        Why::Begins(new) if new == lbn => format!("{name} begins from its first page again, and closes its log block"),
        Why::Begins(new) => {
            format!("{} begins in order, and {name} makes way in the sequential log block", block_name(new))
        }
        Why::Skips(lpn) => {
            format!("{name} skips from page {next} to page {}, which closes its log block", blocks.offset(lpn))
        }
        Why::GoesBack(lpn) => {
            format!("{name} writes page {} again, which breaks the order in its log block", blocks.offset(lpn))
        }
        Why::Complete { .. } => format!("A log block is needed, and that of {name} is complete"),
        Why::Freed(log) => {
            format!("{name} has pages in log block {} and in the sequential one", grouped(u64::from(log)))
        }
    }
}

/// Why the oldest random log block is freed, and what that takes.
pub(crate) fn reclaim(op: u64, log: &Log, blocks: &Blocks, nand: &Nand) -> Decision {
    let candidates: Vec<BlockId> = log.random.iter().copied().collect();
    let merge = |lbn: u32, victim: BlockId| match log.sequential.filter(|sequential| sequential.lbn == lbn) {
        Some(owned) if owned.is_broken_by(victim, blocks, nand) => {
            let rebuild = Cost::of_merge(lbn, 0, blocks);
            Cost { erases: rebuild.erases + 1, ..rebuild }
        }
        Some(owned) => Cost::of_merge(lbn, owned.next(nand), blocks),
        None => Cost::of_merge(lbn, 0, blocks),
    };
    let choice = Choice {
        candidates: &candidates,
        rule: "FAST: the oldest log block, first in, first out",
        tie: None,
        subject: "The oldest log block",
        merge: &merge,
    };
    shared_log::reclaim(op, &choice, blocks, nand)
}

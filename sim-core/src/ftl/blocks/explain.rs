//! Merge choices in words: which one, and why not a cheaper one.

use super::Blocks;
use crate::base::text::{count, grouped};
use crate::flash::counters::Merge;
use crate::flash::decision::{Decision, Row};
use crate::flash::terms::block_name;
use crate::flash::trigger::{Condition, Is, What};
use crate::nand::array::Nand;
use crate::nand::{BlockId, NONE};

/// A merge of a logical block with a log block that holds only its pages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// The logical block.
    pub lbn: u32,
    /// Its log block.
    pub log: BlockId,
    /// The merge that is done.
    pub taken: Merge,
}

/// How far the pages of a log block are those of one logical block, in order and current.
pub(crate) fn in_order(lbn: u32, log: BlockId, nand: &Nand) -> u32 {
    let first = lbn * nand.geometry.pages_per_logical_block();
    let fits = |offset: &u32| {
        let ppn = nand.geometry.page(log, *offset);
        nand.is_valid(ppn) && nand.owner[ppn as usize] == first + offset
    };
    (0..nand.geometry.pages_per_logical_block()).take_while(fits).count() as u32
}

/// The cheapest merge that the content of `log` allows: a switch if it holds all of `lbn` in order, partial if
/// it holds the beginning and nothing else, else full.
pub(crate) fn cheapest(lbn: u32, log: BlockId, nand: &Nand) -> Merge {
    cheapest_because(lbn, log, nand).0
}

/// The same, with what was compared.
pub(crate) fn cheapest_because(lbn: u32, log: BlockId, nand: &Nand) -> (Merge, Condition) {
    let (pages, written, all) = (in_order(lbn, log, nand), nand.block(log).write_ptr, nand.geometry.pages_per_block);
    if pages == all {
        return (Merge::Switch, Condition::all(What::InOrder, pages, all));
    }
    let of_written = |is| Condition::new(What::InOrderOfWritten, pages, is, written);
    match pages > 0 && pages == written {
        true => (Merge::Partial, of_written(Is::Equal)),
        false => (Merge::Full, of_written(Is::Below)),
    }
}

/// That `log` holds valid pages of `lbn`, which have to be somewhere else before it is erased.
pub(crate) fn valid_pages(lbn: u32, log: BlockId, nand: &Nand) -> Condition {
    let first = lbn * nand.geometry.pages_per_logical_block();
    let of_lbn = first..first + nand.geometry.pages_per_logical_block();
    let pages =
        nand.geometry.pages_of(log).filter(|&ppn| nand.is_valid(ppn as u32) && of_lbn.contains(&nand.owner[ppn]));
    Condition::new(What::ValidPages, pages.count() as u64, Is::Above, 0u32)
}

/// How many pages the host has written since it last wrote to `log`.
pub(crate) fn last_write(log: BlockId, nand: &Nand) -> u32 {
    let last = nand.geometry.page(log, nand.block(log).write_ptr.saturating_sub(1));
    nand.oob.as_ref().map_or(0, |oob| (nand.host_pages as u32).saturating_sub(oob.written_at[last as usize]))
}

/// Why `choice` is the merge that is done.
pub(crate) fn merge(op: u64, choice: Choice, blocks: &Blocks, nand: &Nand) -> Decision {
    let Choice { lbn, log, taken } = choice;
    let pages_per_block = nand.geometry.pages_per_block;
    let (pages, written) = (in_order(lbn, log, nand), nand.block(log).write_ptr);
    let mapped = blocks.pages(lbn).filter(|&lpn| blocks.lookup(lpn) != NONE).count() as u32;
    let broken = format!("page {pages} is not in its place");
    let no_switch =
        if pages == written { format!("it holds {pages} of {pages_per_block} pages") } else { broken.clone() };
    let copies = |n: u32, erases: u64| {
        format!("{}, {}", count(u64::from(n), "copy").replace("copys", "copies"), count(erases, "erase"))
    };
    let row = |merge: Merge, name: &str, cost: String, why_not: &str| Row {
        label: format!("{name} merge"),
        block: Some(log),
        chosen: merge == taken,
        cells: vec![cost, if merge == taken { String::new() } else { why_not.into() }],
        share: None,
    };
    let partial_or_not = if pages < written { broken.as_str() } else { "a switch merge will do" };
    let mut rows = vec![
        row(Merge::Switch, "switch", copies(0, 1), &no_switch),
        row(Merge::Partial, "partial", copies(mapped.saturating_sub(pages), 1), partial_or_not),
        row(Merge::Full, "full", copies(mapped, 2), "costs more"),
    ];
    rows.swap(0, taken as usize);
    let (block, name) = (grouped(u64::from(log)), block_name(lbn));
    let headline = match taken {
        Merge::Switch => {
            format!("Log block {block} holds **all of {name}** in order: it becomes the data block, for **one erase**.")
        }
        Merge::Partial => format!(
            "Log block {block} holds the first {} of {name} in order: the other **{} are copied** in after them.",
            count(u64::from(pages), "page"),
            mapped.saturating_sub(pages)
        ),
        Merge::Full => format!(
            "Log block {block} holds {name} out of order: a full merge **copies {}** and erases two blocks.",
            count(u64::from(mapped), "page")
        ),
    };
    Decision {
        op,
        question: "Why this merge?".into(),
        rule: "the cheapest that the log block's content allows".into(),
        columns: vec!["cost".into(), "why not".into()],
        rows,
        candidates: 3,
        tie: None,
        headline,
        ..Decision::default()
    }
}

//! Log blocks with pages of several logical blocks: what is in them, what freeing one costs, and why it was chosen.

use super::Blocks;
use super::cost::Cost;
use crate::base::text::{count, grouped};
use crate::flash::decision::{Decision, LISTED, Row};
use crate::nand::array::Nand;
use crate::nand::{BlockId, Ppn};

/// The logical blocks that have valid pages in `log`, in the order of their first there.
pub(crate) fn logical_blocks_in(log: BlockId, blocks: &Blocks, nand: &Nand) -> Vec<u32> {
    let mut found = Vec::new();
    for ppn in nand.geometry.pages_of(log).filter(|&ppn| nand.is_valid(ppn as Ppn)) {
        let lbn = blocks.lbn(nand.owner[ppn]);
        if !found.contains(&lbn) {
            found.push(lbn);
        }
    }
    found
}

/// A log block chosen to be freed.
pub(crate) struct Choice<'a> {
    /// The candidates, best first: the first was taken.
    pub candidates: &'a [BlockId],
    /// By what rule.
    pub(crate) rule: &'a str,
    /// How the rule came to a decision among equals, where it did.
    pub tie: Option<&'a str>,
    /// What was taken: "The oldest log block".
    pub(crate) subject: &'a str,
    /// What bringing a logical block that has pages in a log block back into one block takes.
    pub merge: &'a dyn Fn(u32, BlockId) -> Cost,
}

/// Why a log block is freed, and what follows from what is in it.
pub(crate) fn reclaim(op: u64, choice: &Choice<'_>, blocks: &Blocks, nand: &Nand) -> Decision {
    let listed = choice.candidates.len().min(LISTED);
    let last = choice.candidates.len() - 1;
    let shown = (0..listed).map(|place| choice.candidates[if place == LISTED - 1 { last } else { place }]);
    Decision {
        op,
        question: "Why this log block?".into(),
        rule: choice.rule.into(),
        columns: ["valid", "blocks", "closed", "cost"].map(String::from).into(),
        rows: shown.map(|log| row(log, choice, blocks, nand)).collect(),
        candidates: choice.candidates.len(),
        tie: choice.tie.map(String::from),
        headline: headline(choice, blocks, nand),
        ..Decision::default()
    }
}

/// All the merges, and the erase of the log block itself.
fn cost(log: BlockId, found: &[u32], choice: &Choice<'_>) -> Cost {
    found.iter().fold(Cost { copies: 0, erases: 1 }, |sum, &lbn| {
        let merge = (choice.merge)(lbn, log);
        Cost { copies: sum.copies + merge.copies, erases: sum.erases + merge.erases }
    })
}

fn row(log: BlockId, choice: &Choice<'_>, blocks: &Blocks, nand: &Nand) -> Row {
    let (state, found) = (nand.block(log), logical_blocks_in(log, blocks, nand));
    Row {
        label: format!("log block {}", grouped(u64::from(log))),
        block: Some(log),
        chosen: log == choice.candidates[0],
        cells: vec![
            grouped(u64::from(state.valid)),
            grouped(found.len() as u64),
            format!("{} ago", count(nand.closings - state.close_time, "block")),
            cost(log, &found, choice).text("cop", ", "),
        ],
        share: Some(f64::from(state.valid) / f64::from(nand.geometry.pages_per_block)),
    }
}

fn headline(choice: &Choice<'_>, blocks: &Blocks, nand: &Nand) -> String {
    let found = logical_blocks_in(choice.candidates[0], blocks, nand);
    let (subject, cost) = (choice.subject, cost(choice.candidates[0], &found, choice).text("page cop", " and "));
    match found.len() {
        0 => format!("{subject} holds **no valid page**: freeing it costs **one erase** and no copy."),
        1 => format!("{subject} holds pages of **one block** only. Freeing it means rebuilding that: **{cost}**."),
        2 => {
            format!("{subject} holds pages of **2 different blocks**. Freeing it means rebuilding both: **{cost}**.")
        }
        n => format!(
            "{subject} holds pages of **{n} different blocks**. Freeing it means rebuilding all {}: **{cost}**.",
            in_words(n)
        ),
    }
}

/// A small number as a word.
fn in_words(n: usize) -> String {
    const WORDS: [&str; 10] = ["three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    n.checked_sub(3).and_then(|at| WORDS.get(at)).map_or_else(|| n.to_string(), |word| (*word).into())
}

//! A choice that a policy made, with those it did not take and the rule it went by.

use crate::nand::BlockId;
use serde::Serialize;

/// How many candidates a decision lists: the first five and the last.
pub(crate) const LISTED: usize = 6;

/// A choice among candidates.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Decision {
    /// The operation that it led to.
    pub op: u64,
    /// What was asked: "Why this block?"
    pub question: String,
    /// The rule: "greedy: fewest valid pages".
    pub(crate) rule: String,
    /// Heads of the columns after the first, which names the candidate.
    pub(crate) columns: Vec<String>,
    /// Candidates, best first; row 0 was taken.
    pub rows: Vec<Row>,
    /// How many candidates there were in all.
    pub candidates: usize,
    /// The blocks that were looked at, the chosen one first; empty where all candidates were.
    pub among: Vec<BlockId>,
    /// The tie rule in words, where it decided.
    pub tie: Option<String>,
    /// The news in one sentence, the chosen thing between `**`: what a frame's headline is made of.
    #[serde(skip)]
    pub headline: String,
    /// What had to be chosen besides, each with its candidates.
    pub further: Vec<Decision>,
    /// Pages in RAM that change places by it.
    pub moved: Vec<Moved>,
    /// What was done and what else could have been, with their prices; the one that was done first.
    pub prices: Vec<Price>,
}

/// Pages of a logical block that change places in RAM, or leave it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Moved {
    /// The logical block.
    pub lbn: u32,
    /// Their places in it, ascending.
    pub offsets: Vec<u32>,
    /// Where from: a block slot, or none for page slots.
    pub(crate) from_slot: Option<u16>,
    /// The column of page slots that they leave; none where they leave a block slot.
    pub column: Option<u32>,
    /// Where to.
    pub to: Place,
}

/// Where pages in RAM go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "MovedTo"))]
#[serde(rename_all = "kebab-case", tag = "place", content = "slot")]
pub enum Place {
    /// Page slots.
    Pages,
    /// A block slot.
    Block(u16),
    /// The flash.
    Flash,
}

/// What a way of making room costs in flash operations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Price {
    /// The way.
    pub label: String,
    /// Page reads.
    pub reads: u32,
    /// Page programs.
    pub programs: u32,
    /// Block erases.
    pub erases: u32,
    /// Their time one after another, in nanoseconds.
    pub ns: u64,
}

/// One candidate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Candidate"))]
pub struct Row {
    /// Its name: "block 17".
    pub label: String,
    /// Its block, where it is one.
    pub block: Option<BlockId>,
    /// Whether it was taken.
    pub chosen: bool,
    /// Its figures, one a column.
    pub cells: Vec<String>,
    /// Valid share of its pages, for the bar.
    pub share: Option<f64>,
}

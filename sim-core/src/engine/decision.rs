//! A choice that a policy made, with those it did not take and the rule it went by.

use crate::nand::BlockId;
use serde::Serialize;

/// How many candidates a decision lists: the first five and the last.
pub const LISTED: usize = 6;

/// A choice among candidates.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// The operation that it led to.
    pub op: u64,
    /// What was asked: "Why this block?"
    pub question: String,
    /// The rule: "greedy: fewest valid pages".
    pub rule: String,
    /// Heads of the columns after the first, which names the candidate.
    pub columns: Vec<String>,
    /// Candidates, best first; row 0 was taken.
    pub rows: Vec<Row>,
    /// How many candidates there were in all.
    pub candidates: usize,
    /// The tie rule in words, where it decided.
    pub tie: Option<String>,
    /// The news in one sentence, the chosen thing between `**`.
    pub headline: String,
}

/// One candidate.
#[derive(Clone, Debug, PartialEq, Serialize)]
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

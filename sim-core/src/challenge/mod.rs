//! Challenges: a device, its requests and a goal for a formula of one's own, beside the policies that are known. No input or output
//! here: the command line and the page carry the runs out, each with its own threads or workers, and get the same figures.
//!
//! - `document.rs`  what a challenge is, as one JSON document; the experiment of an entry at a seed · `ready.rs`   those that come along
//! - `entry.rs`     who takes part: a known policy, or a formula with a name
//! - `metric.rs`    what is counted · `measure.rs`   what came of a run
//! - `board.rs`     entries in their order · `verdict.rs`   what is said of one
//! - `claim.rs`     a result that somebody says they had, held against the run
//! - `link.rs`      a challenge, an entry and its claim in an address · `opened.rs`   what such an address says, for the page

pub(crate) mod board;
pub(crate) mod claim;
pub(crate) mod document;
pub(crate) mod entry;
pub(crate) mod link;
pub(crate) mod measure;
pub(crate) mod metric;
pub(crate) mod opened;
pub(crate) mod ready;
mod verdict;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

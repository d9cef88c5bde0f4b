//! Sweeps: one experiment with some of its settings at every combination of some values. No input or output here: the command
//! line and the page carry the runs out, each with its own threads or workers, and get the same bytes.
//!
//! - `document.rs`  what a sweep is: an experiment and axes; its points, its identity
//! - `axis.rs`      a setting and its values, or policies · `range.rs`   values from a text such as `0:1:0.1`
//! - `trace.rs`     the trace it replays, as far as it decides results
//! - `point.rs`     what came of a point · `shard.rs`   every n-th point
//! - `json.rs`, `csv.rs`   results as text
//! - `part.rs`      a file with some of the results · `merge.rs`   several of them put together

pub(crate) mod axis;
pub(crate) mod csv;
pub(crate) mod document;
pub(crate) mod json;
pub(crate) mod merge;
pub(crate) mod part;
pub(crate) mod point;
pub(crate) mod range;
pub(crate) mod shard;
pub(crate) mod trace;

#[cfg(test)]
mod tests;

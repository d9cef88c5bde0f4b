//! The papers' experiments as code: what was run, what was claimed, and how it is judged.
//!
//! A figure is data. Its file lists what its runs have in common, what they differ in, and its claims; nothing in it runs.
//! Whoever has the runs of its [`plan::Plan`] carried out, the command line or the page, gives their measures back and
//! gets the figure: curves, and each claim held or not.
//!
//! - `clash/`      the figures of C-lash, claims C1 to C14, a file a figure
//! - `lbuffer/`    the figures of the l-buffer thesis, claims L1 to L11
//! - `ttflash/`    the figures of ttFlash, claims T1 to T11
//! - `openchannel/` the figures of selective loading, claims O1 to O3, and O4, which is ours
//! - `SYSTEM/assumptions.rs` what its papers leave open, and what was chosen
//! - `readings/`    in which other ways a paper can be read, a file a paper, and where it may contradict itself
//! - `figure.rs`   what a figure is made of: `assignments.rs` settings · `axis.rs` what it is drawn over · `metric.rs` what is drawn · `points.rs` where
//! - `plan.rs`     its runs · `by.rs` what carries them out · `measure.rs` what is kept of one · `table.rs` medians over the seeds
//! - `claim.rs`    a claim and its judgement · `verdict.rs` what is to be said of it in the end · `claimed_place.rs` where on the charts the paper puts it · `condition.rs` one inequality of it, over which points
//! - `comparison.rs`   inequalities between two systems · `single_curve.rs` of one · `crossing.rs` where curves cross · `crossing_bounds.rs` where they may
//! - `tolerance.rs`   inequalities that hold in nearly all pairs · `precondition.rs` that are asked only in some places · `sessions.rs` how often a buffer tunes itself otherwise
//! - `margin.rs`   how far inside its bound an inequality holds
//! - `sensitivity/` what moves a claim, and how far
//! - `numbers.rs`  a paper's numbers beside ours · `saturation.rs` which of ours are those of a queue that only grows
//! - `report/`     what became of a paper's claims, as a document
//! - `on_traces.rs` a figure on traces of one's own
//! - `outcome.rs`  a figure, computed · `json.rs` what is told of it, field by field, to the page too
//!
//! A new figure is a file with a `FIGURE` and a line of the list in its `SYSTEM/mod.rs`.

pub mod assignments;
pub mod axis;
pub mod by;
pub mod claim;
pub mod claimed_place;
pub mod clash;
pub mod comparison;
pub mod condition;
pub mod crossing;
mod entry;
pub mod figure;
pub mod json;
pub mod judging;
pub mod kept;
pub mod lbuffer;
pub mod measure;
pub mod metric;
pub mod number_words;
pub mod numbers;
pub mod on_traces;
pub mod openchannel;
pub mod outcome;
pub mod plan;
pub mod points;
pub mod precondition;
pub mod readings;
pub mod report;
mod saturation;
pub mod scale;
pub mod sensitivity;
pub mod single_curve;
pub mod table;
pub mod tolerance;
pub mod trace_runs;
pub mod ttflash;
pub mod verdict;

use crate::base::error::Error;
use crate::base::lists::{joined, total};
use figure::Figure;
use serde_json::Value;

/// The figures of each system.
const SYSTEMS: &[&[&Figure]] = &[clash::FIGURES, lbuffer::FIGURES, ttflash::FIGURES, openchannel::FIGURES];

/// Every figure, in the order in which they are listed.
pub const FIGURES: &[&Figure] = &joined::<_, { total(SYSTEMS) }>(SYSTEMS);

/// The figure called `id`.
///
/// # Errors
/// There is none.
pub fn find(id: &str) -> Result<&'static Figure, Error> {
    let found = FIGURES.iter().copied().find(|figure| figure.id == id);
    found.ok_or_else(|| Error::Document(format!("{id}: no such figure")))
}

/// The figures that `word` stands for: a figure's id, all of a system, the one with a claim. Empty if it is none of these.
pub fn matching(word: &str) -> Vec<&'static Figure> {
    let is_meant = |figure: &&Figure| {
        figure.id == word || figure.system == word || figure.claims.iter().any(|claim| claim.id == word)
    };
    FIGURES.iter().copied().filter(is_meant).collect()
}

/// What there is, as JSON.
pub fn to_json() -> Value {
    FIGURES.iter().map(|figure| json::value(figure.told())).collect()
}

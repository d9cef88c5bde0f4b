//! The papers' experiments as code: what was run, what was claimed, and how it is judged.
//!
//! A figure is data. Its file lists what its runs have in common, what they differ in, and its claims; nothing in it runs.
//! Whoever has the runs of its [`plan::Plan`] carried out, the command line or the page, gives their measures back and
//! gets the figure: curves, and each claim held or not.
//!
//! From bottom to top; each imports only what stands before it:
//!
//! - `assignments.rs` settings of an experiment · `measure.rs` what is kept of a run · `by.rs` what carries it out
//! - `scale.rs` how an axis is divided · `verdict.rs` what is to be said of a claim in the end · `readings/basis.rs` what a reading rests on
//! - `json/` what is told, field by field, to the page too
//! - `axis.rs` what a figure is drawn over · `metric.rs` what is drawn, `number_words.rs` its numbers in words · `points.rs` where · `crossing.rs` where curves cross
//! - `comparison.rs` inequalities between two systems · `single_curve.rs` of one · `tolerance.rs` that hold in nearly all pairs · `precondition.rs` that are asked only in some places
//! - `condition.rs` one inequality of a claim, over which points · `claimed_place.rs` where on the charts the paper puts a claim · `claim.rs` a claim · `figure.rs` what a figure is made of
//! - `clash/` the figures of C-lash, claims C…, a file a figure · `lbuffer/` of the l-buffer thesis, L… · `ttflash/` of ttFlash, T… ·
//!   `openchannel/` of selective loading, O… · `SYSTEM/assumptions.rs` what its papers leave open, and what was chosen
//! - `readings/` in which other ways a paper can be read, a file a paper, and where it may contradict itself
//! - `plan.rs` the runs of a figure · `takes_traces.rs` whether and which of them take a trace of one's own · `entry.rs` a figure as it is listed · `table.rs` medians over the seeds
//! - `saturation.rs` which times are those of a queue that only grows · `numbers.rs` a paper's numbers beside ours · `judging/` whether inequalities and claims hold
//! - `outcome.rs` a figure, computed · `on_traces.rs` on traces of one's own · `kept.rs` a result that is kept, told anew, `kept_version.rs` of which versions it may be
//! - `sensitivity/` what moves a claim, and how far · `report/` what became of a paper's claims, as a document
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
mod kept_version;
pub mod lbuffer;
pub mod measure;
pub mod metric;
pub(crate) mod number_words;
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
pub(crate) mod takes_traces;
pub mod tolerance;
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

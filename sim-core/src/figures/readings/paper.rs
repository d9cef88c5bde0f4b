//! What is to be known about the reading of a paper: the other readings, and where it may contradict itself.

use super::reading::Reading;
use crate::figures::condition::Condition;

/// Two statements of a paper about one setting that exclude each other if something is so that the paper leaves open.
#[derive(Debug)]
pub struct Contradiction {
    /// What it says,
    pub says: &'static str,
    /// and what it says elsewhere.
    pub but: &'static str,
    /// The setting that both are about.
    pub setting: &'static str,
    /// The claims that it concerns, each with what is measured there in its figure.
    pub measured: &'static [(&'static str, Condition)],
}

impl Contradiction {
    /// What leads to the two statements.
    pub const LEAD: &'static str = "Two statements that may not go together.";
}

/// What is to be known about the reading of a paper.
#[derive(Debug)]
pub struct Paper {
    /// The paper, as its figures name it.
    pub paper: &'static str,
    /// Other readings than ours.
    pub readings: &'static [Reading],
    /// Claims by whose numbers a setting of our own reading was chosen.
    pub ours_chosen_for: &'static [&'static str],
    /// Where it may contradict itself.
    pub contradictions: &'static [Contradiction],
}

//! What came of a claim, by our own reading and by others.

use crate::figures::readings::basis::Basis;
use crate::figures::verdict::{Judgement, Verdict};
use serde::Serialize;
use serde_json::Value;

/// What came of a claim.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureClaim"))]
pub struct Claim {
    pub(crate) id: &'static str,
    pub(crate) statement: &'static str,
    /// What must hold for it; null where it cannot be tested.
    pub(crate) claimed: Option<String>,
    /// null where nothing was measured.
    pub(crate) measured: Option<String>,
    /// Whether it holds by our own reading; null where it cannot be tested, or not yet.
    pub(crate) held: Option<bool>,
    /// The same as a word: what does not hold may only have nothing to judge.
    pub(crate) judgement: Option<Judgement>,
    /// What is to be said of it in the end; null as long as runs are missing.
    pub(crate) verdict: Option<Verdict>,
    /// What came of it by each other reading of the paper.
    pub(crate) readings: Vec<ReadClaim>,
    /// Why it cannot hold, in two lines.
    pub(crate) proof: Option<[&'static str; 2]>,
    /// Where the paper says something else of the same setting.
    pub(crate) contradictions: Vec<Contradiction>,
    /// The paper's numbers, each beside ours; absent in results that are older.
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Number>>"))]
    pub(crate) numbers: Vec<Number>,
    /// Told, but known not to be reproduced at the paper's position.
    pub(crate) report_only: bool,
    /// No statement of the paper, but one of ours: not counted among its claims.
    pub(crate) is_ours: bool,
    /// Whose bounds judge it, as a sentence; null where nothing is judged, absent in results that are older.
    #[cfg_attr(test, ts(optional, type = "string | null"))]
    pub(crate) bounds: Option<String>,
    pub(crate) note: Option<&'static str>,
    /// One for each condition that must hold.
    pub(crate) marks: Vec<Mark>,
}

/// What a paper says in numbers of a stretch of a chart, and what our curves are there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClaimNumber"))]
pub struct Number {
    /// "mean response of C-lash against DFTL"
    pub what: String,
    /// "lower above 40 %"
    pub paper: String,
    /// "10 % lower to 75 % lower, crossing at 44 %"
    pub ours: String,
}

/// What came of a claim by another reading.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ReadClaim"))]
pub(crate) struct ReadClaim {
    /// Its word, as in the figure's readings.
    pub id: &'static str,
    pub name: &'static str,
    /// Absent in results that are older.
    #[cfg_attr(test, ts(optional, as = "Option<Basis>"))]
    pub basis: Basis,
    pub settings: String,
    /// null as long as runs are missing.
    pub held: Option<bool>,
    /// The same as a word.
    pub judgement: Option<Judgement>,
    /// Whether the same is measured as by our own reading.
    pub no_effect: bool,
    pub measured: Option<String>,
}

/// Two statements about one setting that do not go together, or may not, and what is measured there.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClaimContradiction"))]
pub(crate) struct Contradiction {
    pub says: &'static str,
    pub but: &'static str,
    /// What leads to them.
    pub lead: &'static str,
    pub setting: &'static str,
    /// null as long as runs are missing.
    pub measured: Option<String>,
}

/// Where on the charts a condition speaks, and what came of it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClaimMark"))]
pub struct Mark {
    /// null where it speaks of all.
    pub(crate) panel: Option<&'static str>,
    pub(crate) metric: &'static str,
    /// The curve it is about.
    pub(crate) system: &'static str,
    /// The one it is compared with; null where it stands by itself.
    pub(crate) than: Option<&'static str>,
    /// First and last x.
    #[cfg_attr(test, ts(as = "[f64; 2]"))]
    pub(crate) claimed: [Value; 2],
    /// null until its points are there.
    pub(crate) held: Option<bool>,
    /// The same as a word.
    pub(crate) judgement: Option<Judgement>,
    pub(crate) crossings: Vec<f64>,
}

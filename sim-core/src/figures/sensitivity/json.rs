//! What is told of the sensitivity of a claim, field by field: to the page, and by `flashlab figures ID --sensitivity --json`.

use serde::Serialize;
use serde_json::Value;

/// What moves a claim.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sensitivity {
    pub(crate) claim: &'static str,
    pub(crate) figure: &'static str,
    pub(crate) statement: &'static str,
    /// Of the core that carried it out.
    pub(crate) version: &'static str,
    pub(crate) quick: bool,
    /// The reading of the paper by which it is judged; null for our own.
    pub(crate) reading: Option<&'static str>,
    /// With our own settings; null as long as runs are missing, or where they cannot be made.
    pub(crate) held: Option<bool>,
    /// How far inside its bound the claim holds there, outside if negative; null where that is no number.
    pub(crate) margin: Option<f64>,
    /// What was measured there of the inequality nearest to failing.
    pub(crate) measured: Option<String>,
    /// How firm the claim is, in a sentence; null as long as runs are missing.
    pub(crate) words: Option<String>,
    /// What is varied, the choices that move the claim most first once all is there.
    pub(crate) choices: Vec<SensitivityChoice>,
    /// The two that move it most, together; null until they are known, or where there are no two.
    pub(crate) pair: Option<SensitivityPair>,
    /// What repeats it.
    pub(crate) command: String,
}

/// A choice, and what comes of its values.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SensitivityChoice {
    /// Its word: "length".
    pub id: &'static str,
    pub title: &'static str,
    /// In ascending order of what they are multiplied by; seeds in theirs.
    pub values: Vec<SensitivityValue>,
    /// Which of them is our own.
    pub own: usize,
    /// Where the claim tips between two of them, in words and as a place among them: 1.5 is halfway from the second to the third.
    pub tips: Vec<SensitivityTip>,
    /// What comes of it, in a sentence; null as long as runs are missing.
    pub words: Option<String>,
}

/// A value of a choice, or two of two.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SensitivityValue {
    pub label: String,
    /// null as long as runs are missing, or where they cannot be made.
    pub held: Option<bool>,
    /// null also where it is no number.
    pub margin: Option<f64>,
    pub measured: Option<String>,
    /// Why its runs cannot be made; null where they can.
    pub refused: Option<String>,
}

/// Where a claim tips.
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SensitivityTip {
    pub at: f64,
    pub label: String,
}

/// Two choices made otherwise together.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SensitivityPair {
    /// Words of the choices.
    pub x: &'static str,
    pub y: &'static str,
    /// Row by row of y, in each by x.
    pub rows: Vec<Vec<SensitivityValue>>,
    /// What comes of it, in a sentence; null as long as runs are missing.
    pub words: Option<String>,
}

impl Sensitivity {
    /// As JSON.
    pub fn to_json(&self) -> Value {
        crate::figures::json::value(self)
    }
}

//! What a figure is, before anything is computed.
//!
//! Values of axes and metrics are [`Value`]s because those that are whole stand there as whole numbers.

use crate::figures::readings::basis::Basis;
use crate::figures::scale::Scale;
use serde::Serialize;
use serde_json::Value;

/// What a figure is.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureEntry"))]
pub struct Figure {
    pub(crate) id: &'static str,
    pub(crate) paper: String,
    /// The paper alone, without the place in it: figures of one publication stand in one report.
    pub(crate) publication: &'static str,
    pub(crate) title: &'static str,
    pub(crate) system: &'static str,
    /// What the paper did, in a sentence.
    pub(crate) what: &'static str,
    /// Ids of the claims judged in it.
    pub(crate) claims: Vec<&'static str>,
    /// Where the paper puts them.
    pub(crate) places: Vec<Place>,
    pub(crate) panels: Vec<Panel>,
    /// What is compared; what the paper proposes comes first.
    pub(crate) systems: Vec<System>,
    pub(crate) x: Axis,
    pub(crate) metrics: Vec<Metric>,
    /// What the paper does not specify, and what was chosen.
    pub(crate) assumptions: Vec<Assumption>,
    /// Other readings of the paper: everything is computed by each of them too.
    pub(crate) readings: Vec<Reading>,
    /// Whether traces of one's own can take the place of those of the paper, or of what stands in for them.
    pub(crate) takes_traces: bool,
}

/// Another way to fill in what a paper leaves open.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureReading"))]
pub struct Reading {
    /// Its word: "F".
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    /// Why one may read the paper so.
    pub(crate) reason: &'static str,
    /// What it rests on.
    pub(crate) basis: Basis,
    /// Where it comes from, in a sentence.
    pub(crate) source: &'static str,
    /// What it changes.
    pub(crate) settings: String,
}

/// A part of a figure with curves of its own.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigurePanel"))]
pub(crate) struct Panel {
    pub id: &'static str,
    /// Empty where it is the only one.
    pub title: &'static str,
}

/// A system that is compared.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureSystem"))]
pub(crate) struct System {
    pub id: &'static str,
    pub title: &'static str,
    /// It has no runs: at each point it is whichever of these comes to least.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<Least>,
    /// One run whatever x is: a level line.
    #[cfg_attr(test, ts(optional, type = "true"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<bool>,
}

/// Whichever of some systems comes to least.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "LeastOf"))]
pub(crate) struct Least {
    pub of: &'static [&'static str],
    /// Of this metric.
    pub by: &'static str,
}

/// What a figure is drawn over.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureAxis"))]
pub struct Axis {
    pub(crate) name: &'static str,
    /// Empty where it has none: a ratio, a count.
    pub(crate) unit: &'static str,
    pub(crate) scale: Scale,
    /// What parts of a run it is over, where one run is a whole curve.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) over: Option<Over>,
    /// What its values are called, where they are not numbers that say something.
    #[cfg_attr(test, ts(optional, as = "Option<Vec<(f64, String)>>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) names: Option<Vec<(Value, String)>>,
}

/// What one run has a value for each of: sessions of a buffer that tunes itself, shares of the reads, numbers of free chunks. Of reads x
/// is how many there are to one that takes longer.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureOver"))]
#[serde(rename_all = "lowercase")]
pub enum Over {
    /// Sessions.
    Sessions,
    /// Shares of the reads.
    Reads,
    /// Numbers of free chunks.
    Chunks,
}

/// What a figure draws.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureMetric"))]
pub struct Metric {
    /// A key of a series.
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) unit: &'static str,
    /// What it is made from: this field of a measure …
    pub(crate) field: &'static str,
    /// … of which so much makes one of the unit.
    pub(crate) per_unit: f64,
    pub(crate) scale: Scale,
}

/// Where on its charts a paper puts a claim, as the paper puts it. How it is judged, and with which margin, is another matter.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClaimedPlace"))]
pub struct Place {
    pub(crate) claim: &'static str,
    pub(crate) metric: &'static str,
    pub(crate) says: Relation,
    /// Only in this panel.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) panel: Option<&'static str>,
    /// The system that it is about; the paper's own where none is named.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) of: Option<&'static str>,
    /// The rival; none where the claim is about one system alone.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) against: Option<&'static str>,
    /// The first x; absent where it reaches to the end of the axis.
    #[cfg_attr(test, ts(optional, as = "Option<f64>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<Value>,
    /// The last x, likewise.
    #[cfg_attr(test, ts(optional, as = "Option<f64>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<Value>,
    /// By how much it is ahead of the rival, in the paper's words: `more than 43 %`.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) gain: Option<String>,
    /// The value that is meant, in the metric's unit, where the claim names one.
    #[cfg_attr(test, ts(optional, as = "Option<f64>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<Value>,
    /// The same as a share of the rival's.
    #[cfg_attr(test, ts(optional, as = "Option<f64>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) share: Option<Value>,
    /// Whether that value is a size, divided where experiments of a part of the size are made.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) is_size: Option<bool>,
}

/// How what a paper claims compares with the rival, or with a value.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClaimedRelation"))]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// Better.
    Ahead,
    /// Worse.
    Behind,
    /// The same.
    Equal,
    /// About the same.
    Near,
    /// It hardly changes, or comes to hardly anything.
    Flat,
    /// So much or more.
    #[serde(rename = "at least")]
    AtLeast,
    /// So much or less.
    #[serde(rename = "at most")]
    AtMost,
    /// About so much.
    About,
}

/// What a paper does not specify, and what was chosen.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureAssumption"))]
pub(crate) struct Assumption {
    pub open: &'static str,
    pub chosen: &'static str,
}

//! The runs that a figure takes.

use serde::Serialize;
use serde_json::Value;

/// The runs that a figure takes.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigurePlan"))]
pub struct Plan {
    pub(crate) id: &'static str,
    pub(crate) quick: bool,
    #[cfg_attr(test, ts(as = "Vec<f64>"))]
    pub(crate) x: Vec<Value>,
    pub(crate) runs: Vec<Run>,
}

/// One experiment of a figure.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureRun"))]
pub(crate) struct Run {
    /// By which other reading than ours.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<&'static str>,
    pub panel: &'static str,
    pub system: &'static str,
    pub x_index: usize,
    pub seed: u64,
    /// What carries it out: a device, or less where that is all the figure asks for.
    pub by: &'static str,
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub document: Value,
}

//! A figure, drawn and judged.

use super::claim::Claim;
use super::entry::{Over, Reading};
use serde::Serialize;
use serde_json::{Map, Value};

/// A figure drawn and judged: what `flashlab figures ID --json` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureResult"))]
pub struct Outcome {
    pub(crate) id: &'static str,
    pub(crate) paper: String,
    pub(crate) title: &'static str,
    pub(crate) settings: Settings,
    pub(crate) series: Vec<Series>,
    pub(crate) claims: Vec<Claim>,
}

/// What the runs of a result were.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureSettings"))]
pub(crate) struct Settings {
    /// Of the core that carried them out.
    pub version: &'static str,
    pub quick: bool,
    /// Sizes that were divided to make it quick.
    pub divided: Option<Divided>,
    pub seeds: &'static [u64],
    pub x: AxisSettings,
    /// What they have in common, as far as the figure states it.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub common: Value,
    /// What the panels set besides.
    #[cfg_attr(test, ts(type = "Record<string, Record<string, unknown>>"))]
    pub panels: Map<String, Value>,
    /// What the systems do.
    #[cfg_attr(test, ts(type = "Record<string, Record<string, unknown>>"))]
    pub systems: Map<String, Value>,
    /// The other readings by which all of it was carried out too.
    pub readings: Vec<Reading>,
}

/// Sizes that were divided.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "DividedSizes"))]
pub(crate) struct Divided {
    pub by: u32,
    pub fields: &'static [&'static str],
}

/// What x sets: a field, times so much; or a case of several; nothing where it is over parts of a run.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureAxisSettings"))]
pub(crate) struct AxisSettings {
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<&'static str>,
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<u32>,
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cases: Option<Vec<Case>>,
}

/// One of several experiments side by side.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureCase"))]
pub(crate) struct Case {
    pub title: &'static str,
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub settings: Map<String, Value>,
}

/// A curve, with the values of each metric under its id.
// Written out: ts-rs puts no fields beside those of a map.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(
    test,
    ts(
        rename = "FigureSeries",
        type = "{ readonly [metric: string]: string | readonly (number | boolean | null)[], panel: string, system: string, x: readonly number[] }"
    )
)]
pub(crate) struct Series {
    pub panel: &'static str,
    pub system: &'static str,
    pub x: Vec<Value>,
    #[serde(flatten)]
    pub metrics: Map<String, Value>,
    /// By point, whether requests came faster than most of its runs could serve them; null as long as it is not there.
    pub saturated: Vec<Option<bool>>,
}

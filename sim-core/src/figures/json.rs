//! What is told of figures, field by field: to the page, which has its types from here, and by `flashlab figures --json`.
//!
//! Values of axes and metrics are [`Value`]s because those that are whole stand there as whole numbers.

use super::readings::basis::Basis;
use super::scale::Scale;
use super::verdict::{Judgement, Verdict};
use serde::Serialize;
use serde_json::{Map, Value};

/// `told` as JSON.
pub fn value(told: impl Serialize) -> Value {
    serde_json::to_value(told).expect("what is told of a figure has plain values only")
}

/// What a figure is.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureEntry"))]
pub struct Figure {
    pub(super) id: &'static str,
    pub(super) paper: String,
    /// The paper alone, without the place in it: figures of one publication stand in one report.
    pub(super) publication: &'static str,
    pub(super) title: &'static str,
    pub(super) system: &'static str,
    /// What the paper did, in a sentence.
    pub(super) what: &'static str,
    /// Ids of the claims judged in it.
    pub(super) claims: Vec<&'static str>,
    /// Where the paper puts them.
    pub(super) places: Vec<Place>,
    pub(super) panels: Vec<Panel>,
    /// What is compared; what the paper proposes comes first.
    pub(super) systems: Vec<System>,
    pub(super) x: Axis,
    pub(super) metrics: Vec<Metric>,
    /// What the paper does not specify, and what was chosen.
    pub(super) assumptions: Vec<Assumption>,
    /// Other readings of the paper: everything is computed by each of them too.
    pub(super) readings: Vec<Reading>,
    /// Whether traces of one's own can take the place of those of the paper, or of what stands in for them.
    pub(super) takes_traces: bool,
}

/// Another way to fill in what a paper leaves open.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureReading"))]
pub struct Reading {
    /// Its word: "F".
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    /// Why one may read the paper so.
    pub(super) reason: &'static str,
    /// What it rests on.
    pub(super) basis: Basis,
    /// Where it comes from, in a sentence.
    pub(super) source: &'static str,
    /// What it changes.
    pub(super) settings: String,
}

/// A part of a figure with curves of its own.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigurePanel"))]
pub(super) struct Panel {
    pub id: &'static str,
    /// Empty where it is the only one.
    pub title: &'static str,
}

/// A system that is compared.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureSystem"))]
pub(super) struct System {
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
pub(super) struct Least {
    pub of: &'static [&'static str],
    /// Of this metric.
    pub by: &'static str,
}

/// What a figure is drawn over.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureAxis"))]
pub struct Axis {
    pub(super) name: &'static str,
    /// Empty where it has none: a ratio, a count.
    pub(super) unit: &'static str,
    pub(super) scale: Scale,
    /// What parts of a run it is over, where one run is a whole curve.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) over: Option<Over>,
    /// What its values are called, where they are not numbers that say something.
    #[cfg_attr(test, ts(optional, as = "Option<Vec<(f64, String)>>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) names: Option<Vec<(Value, String)>>,
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
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) unit: &'static str,
    /// What it is made from: this field of a measure …
    pub(super) field: &'static str,
    /// … of which so much makes one of the unit.
    pub(super) per_unit: f64,
    pub(super) scale: Scale,
}

/// Where on its charts a paper puts a claim, as the paper puts it. How it is judged, and with which margin, is another matter.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClaimedPlace"))]
pub struct Place {
    pub(super) claim: &'static str,
    pub(super) metric: &'static str,
    pub(super) says: Relation,
    /// Only in this panel.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) panel: Option<&'static str>,
    /// The system that it is about; the paper's own where none is named.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) of: Option<&'static str>,
    /// The rival; none where the claim is about one system alone.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) against: Option<&'static str>,
    /// The first x; absent where it reaches to the end of the axis.
    #[cfg_attr(test, ts(optional, as = "Option<f64>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<Value>,
    /// The last x, likewise.
    #[cfg_attr(test, ts(optional, as = "Option<f64>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<Value>,
    /// By how much it is ahead of the rival, in the paper's words: `more than 43 %`.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) gain: Option<String>,
    /// The value that is meant, in the metric's unit, where the claim names one.
    #[cfg_attr(test, ts(optional, as = "Option<f64>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) level: Option<Value>,
    /// The same as a share of the rival's.
    #[cfg_attr(test, ts(optional, as = "Option<f64>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) share: Option<Value>,
    /// Whether that value is a size, divided where experiments of a part of the size are made.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) is_size: Option<bool>,
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
pub(super) struct Assumption {
    pub open: &'static str,
    pub chosen: &'static str,
}

/// The runs that a figure takes.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigurePlan"))]
pub struct Plan {
    pub(super) id: &'static str,
    pub(super) quick: bool,
    #[cfg_attr(test, ts(as = "Vec<f64>"))]
    pub(super) x: Vec<Value>,
    pub(super) runs: Vec<Run>,
}

/// One experiment of a figure.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureRun"))]
pub(super) struct Run {
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

/// A figure drawn and judged: what `flashlab figures ID --json` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureResult"))]
pub struct Outcome {
    pub(super) id: &'static str,
    pub(super) paper: String,
    pub(super) title: &'static str,
    pub(super) settings: Settings,
    pub(super) series: Vec<Series>,
    pub(super) claims: Vec<Claim>,
}

/// What the runs of a result were.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureSettings"))]
pub(super) struct Settings {
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
pub(super) struct Divided {
    pub by: u32,
    pub fields: &'static [&'static str],
}

/// What x sets: a field, times so much; or a case of several; nothing where it is over parts of a run.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureAxisSettings"))]
pub(super) struct AxisSettings {
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
pub(super) struct Case {
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

/// What came of a claim.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FigureClaim"))]
pub struct Claim {
    pub(super) id: &'static str,
    pub(super) statement: &'static str,
    /// What must hold for it; null where it cannot be tested.
    pub(super) claimed: Option<String>,
    /// null where nothing was measured.
    pub(super) measured: Option<String>,
    /// Whether it holds by our own reading; null where it cannot be tested, or not yet.
    pub(super) held: Option<bool>,
    /// The same as a word: what does not hold may only have nothing to judge.
    pub(super) judgement: Option<Judgement>,
    /// What is to be said of it in the end; null as long as runs are missing.
    pub(super) verdict: Option<Verdict>,
    /// What came of it by each other reading of the paper.
    pub(super) readings: Vec<ReadClaim>,
    /// Why it cannot hold, in two lines.
    pub(super) proof: Option<[&'static str; 2]>,
    /// Where the paper says something else of the same setting.
    pub(super) contradictions: Vec<Contradiction>,
    /// The paper's numbers, each beside ours; absent in results that are older.
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Number>>"))]
    pub(super) numbers: Vec<Number>,
    /// Told, but known not to be reproduced at the paper's position.
    pub(super) report_only: bool,
    /// No statement of the paper, but one of ours: not counted among its claims.
    pub(super) is_ours: bool,
    /// Whose bounds judge it, as a sentence; null where nothing is judged, absent in results that are older.
    #[cfg_attr(test, ts(optional, type = "string | null"))]
    pub(super) bounds: Option<String>,
    pub(super) note: Option<&'static str>,
    /// One for each condition that must hold.
    pub(super) marks: Vec<Mark>,
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
pub(super) struct ReadClaim {
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
pub(super) struct Contradiction {
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
    pub(super) panel: Option<&'static str>,
    pub(super) metric: &'static str,
    /// The curve it is about.
    pub(super) system: &'static str,
    /// The one it is compared with; null where it stands by itself.
    pub(super) than: Option<&'static str>,
    /// First and last x.
    #[cfg_attr(test, ts(as = "[f64; 2]"))]
    pub(super) claimed: [Value; 2],
    /// null until its points are there.
    pub(super) held: Option<bool>,
    /// The same as a word.
    pub(super) judgement: Option<Judgement>,
    pub(super) crossings: Vec<f64>,
}

//! The papers' figures, as the page computes them: it has the runs of a plan carried out by several workers, each with a
//! core of its own, and gives their measures to one of them.

use super::failure::failure;
use super::parse;
use super::session::Session;
use crate::base::error::Error;
use crate::experiment::document::Experiment;
use crate::figures::by::By;
use crate::figures::measure::Measure;
use crate::figures::on_traces::{OnTraces, OwnTrace};
use crate::figures::outcome::Outcome;
use crate::figures::plan::Plan;
use crate::figures::sensitivity::{SensitivityPlan, Tried};
use crate::figures::{self, find};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Every figure, as `flashlab list --json` prints them.
#[wasm_bindgen]
pub fn figures_list() -> String {
    figures::to_json().to_string()
}

/// The runs that a figure takes.
#[wasm_bindgen]
pub fn figure_plan(id: &str, quick: bool) -> Result<String, JsValue> {
    let figure = find(id).map_err(failure)?;
    Ok(Plan::new(figure, quick).to_json().to_string())
}

/// Carries out runs of figures.
#[wasm_bindgen]
impl Session {
    /// One run, given its document and the word for what carries it out, to its end; `trace` is the place of the trace to
    /// replay among those read. Its measure.
    pub fn figure_run(&self, document: &str, by: &str, trace: Option<usize>) -> Result<String, JsValue> {
        let document: Value = parse(document)?;
        self.measure(&document, by, trace).map(|measure| measure.to_json().to_string()).map_err(failure)
    }
}

impl Session {
    fn measure(&self, document: &Value, by: &str, trace: Option<usize>) -> Result<Measure, Error> {
        let experiment = Experiment::new(document, &[])?;
        let records = self.recorded(trace, &experiment)?;
        By::of(by)?.measure(&experiment, records.as_ref())
    }
}

/// A figure from `{ "measures": [...] }`, by run, null for those still to come: as `flashlab figures --json` prints it.
#[wasm_bindgen]
pub fn figure_judge(id: &str, quick: bool, measures: &str) -> Result<String, JsValue> {
    let measures: Value = parse(measures)?;
    let measures: Vec<Option<Measure>> =
        measures["measures"].as_array().into_iter().flatten().map(Measure::from_json).collect();
    let plan = Plan::new(find(id).map_err(failure)?, quick);
    let outcome = Outcome::new(&plan, &measures).map_err(failure)?;
    Ok(format!("{:#}", outcome.to_json()))
}

/// The runs that show what moves a claim, by the reading of that word or ours: `[{ "by": ..., "document": ... }]`. `tried` is what came of those
/// made so far, by run: a measure, `{ "refused": "why" }`, or null. Once all are there, more may be known.
#[wasm_bindgen]
pub fn figure_sensitivity_runs(
    claim: &str,
    quick: bool,
    reading: Option<String>,
    tried: &str,
) -> Result<String, JsValue> {
    let plan = SensitivityPlan::new(claim, quick, reading.as_deref()).map_err(failure)?;
    let run = |run| plan.document(&run).map(|document| json!({ "by": plan.by(&run).name(), "document": document }));
    let runs: Result<Vec<Value>, Error> = plan.runs(&tried_of(tried)?).into_iter().map(run).collect();
    Ok(json!(runs.map_err(failure)?).to_string())
}

/// What came of them so far, as `flashlab figures CLAIM --sensitivity --json` prints it.
#[wasm_bindgen]
pub fn figure_sensitivity_judge(
    claim: &str,
    quick: bool,
    reading: Option<String>,
    tried: &str,
) -> Result<String, JsValue> {
    let plan = SensitivityPlan::new(claim, quick, reading.as_deref()).map_err(failure)?;
    Ok(format!("{:#}", plan.judge(&tried_of(tried)?).to_json()))
}

fn tried_of(text: &str) -> Result<Vec<Option<Tried>>, JsValue> {
    let all: Value = parse(text)?;
    let one = |value: &Value| match value["refused"].as_str() {
        Some(reason) => Some(Err(reason.to_string())),
        None => Measure::from_json(value).map(Ok),
    };
    Ok(all.as_array().into_iter().flatten().map(one).collect())
}

/// A figure on traces of the reader's own: as it is shown then, and its runs. `traces` is a list of them.
#[wasm_bindgen]
pub fn figure_on_traces(id: &str, traces: &str) -> Result<String, JsValue> {
    let traces: Vec<OwnTrace> =
        serde_json::from_value(parse(traces)?).map_err(|error| failure(Error::Document(format!("traces: {error}"))))?;
    let on = OnTraces::new(find(id).map_err(failure)?, &traces).map_err(failure)?;
    Ok(on.to_json().to_string())
}

/// The reproduction report of results, `{ "results": [...], "firmness": [...] }` as they are told here, as one HTML file.
#[wasm_bindgen]
pub fn figures_report(told: &str) -> Result<String, JsValue> {
    let told: Value = parse(told)?;
    let list = |key: &str| told[key].as_array().cloned().unwrap_or_default();
    Ok(figures::report::html(&list("results"), &list("firmness")))
}

//! The papers' figures, as the page computes them: it has the runs of a plan carried out by several workers, each with a
//! core of its own, and gives their measures to one of them.

use super::failure::failure;
use super::parse;
use super::session::Session;
use crate::base::error::Error;
use crate::experiment::document::Experiment;
use crate::figures::by::By;
use crate::figures::measure::Measure;
use crate::figures::outcome::Outcome;
use crate::figures::plan::Plan;
use crate::figures::{self, find};
use serde_json::Value;
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

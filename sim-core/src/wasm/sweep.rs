//! Sweeps, as the page carries them out: it has the points of a plan run by several workers, keeps the text of each report,
//! and has them written as the command line writes them.

use super::failure::failure;
use super::parse;
use crate::error::Error;
use crate::experiment::document::refused;
use crate::sweep::document::Sweep;
use crate::sweep::point::{Outcome, Point};
use crate::sweep::{csv, json};
use serde_json::Value;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Most points of a sweep in the page.
const MOST: u64 = 10_000;

/// The points of a sweep, as JSON; `trace_sha256` is of the trace that it replays, if it does.
#[wasm_bindgen]
pub fn sweep_plan(sweep: &str, trace_sha256: Option<String>) -> Result<String, JsValue> {
    Ok(json::plan(&read(sweep, trace_sha256)?).to_string())
}

/// Results as `flashlab sweep` writes them, as "json" or "csv". `points` is a list of `{ "index", "report" }`, the report as
/// the text that its run gave, or null with `"refused"`, the text of the error; in any order, some may be missing.
#[wasm_bindgen]
pub fn sweep_text(sweep: &str, trace_sha256: Option<String>, points: &str, format: &str) -> Result<String, JsValue> {
    let sweep = read(sweep, trace_sha256)?;
    let points = in_order(&sweep, &parse(points)?).map_err(failure)?;
    match format {
        "json" => Ok(json::text(&sweep, None, &points)),
        "csv" => Ok(csv::text(&sweep, &points)),
        _ => Err(failure(refused("format", &Value::from(format), "json or csv", None))),
    }
}

fn read(sweep: &str, trace_sha256: Option<String>) -> Result<Sweep, JsValue> {
    Sweep::new(&parse(sweep)?, trace_sha256.as_deref(), MOST).map_err(failure)
}

fn in_order(sweep: &Sweep, points: &Value) -> Result<Vec<Point>, Error> {
    let mut places: Vec<Option<Point>> = vec![None; sweep.count() as usize];
    for (at, value) in points.as_array().into_iter().flatten().enumerate() {
        let place = value["index"].as_u64().and_then(|index| places.get_mut(index as usize));
        let Some(place @ None) = place else {
            let field = format!("points[{at}].index");
            return Err(refused(&field, &value["index"], "a point of the sweep that is not there already", None));
        };
        let outcome = match (&value["report"], &value["refused"]) {
            (Value::String(report), _) => Outcome::from_text(report)?,
            (Value::Null, Value::String(why)) => Outcome::Refused(why.clone()),
            (other, _) => return Err(refused(&format!("points[{at}].report"), other, "the text of a report", None)),
        };
        *place = Some(Point { index: value["index"].as_u64().unwrap_or_default(), outcome });
    }
    Ok(places.into_iter().flatten().collect())
}

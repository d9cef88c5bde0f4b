//! Sweeps, as the page carries them out: it has the points of a plan run by several workers, keeps the text of each report,
//! and has them written as the command line writes them.

use super::failure::failure;
use super::{json_of, parse};
use crate::base::error::Error;
use crate::experiment::document::refused;
use crate::sweep::document::Sweep;
use crate::sweep::point::{Outcome, Point};
use crate::sweep::trace::Trace;
use crate::sweep::{csv, json};
use serde_json::Value;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Most points of a sweep in the page.
const MOST: u64 = 10_000;

/// The points of a sweep, as JSON; `trace` is what it replays, as `{ "sha256", "journal": { "first_byte", "bytes" } or null }`, or
/// null.
#[wasm_bindgen]
pub fn sweep_plan(sweep: &str, trace: &str) -> Result<String, JsValue> {
    json_of(&json::plan(&read(sweep, trace)?))
}

/// Results as `flashlab sweep` writes them, as "json" or "csv". `points` is a list of `{ "index", "report" }`, the report as
/// the text that its run gave, or null with `"refused"`, the text of the error; in any order, some may be missing.
#[wasm_bindgen]
pub fn sweep_text(sweep: &str, trace: &str, points: &str, format: &str) -> Result<String, JsValue> {
    let sweep = read(sweep, trace)?;
    let points = in_order(&sweep, &parse(points)?).map_err(failure)?;
    match format {
        "json" => Ok(json::text(&sweep, None, &points)),
        "csv" => Ok(csv::text(&sweep, &points)),
        _ => Err(failure(refused("format", &Value::from(format), "json or csv", None))),
    }
}

fn read(sweep: &str, trace: &str) -> Result<Sweep, JsValue> {
    let trace: Value = parse(trace)?;
    let trace = Trace::from_json("trace", &trace["sha256"], "journal", &trace["journal"]).map_err(failure)?;
    Sweep::new(&parse(sweep)?, trace.as_ref(), MOST).map_err(failure)
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

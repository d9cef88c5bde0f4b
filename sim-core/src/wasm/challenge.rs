//! Challenges, as the page carries them out: it has the runs of a board done by several workers, each with a core of its own, and gives
//! what came of them to one of them.

use super::failure::failure;
use super::{json_of, parse};
use crate::base::error::Error;
use crate::base::formula::program::Program;
use crate::challenge::board::{Board, Run};
use crate::challenge::claim::Claim;
use crate::challenge::document::Challenge;
use crate::challenge::entry::{Entry, Of};
use crate::challenge::link;
use crate::challenge::measure::Measure;
use crate::challenge::opened::{self, Choices, Opened};
use serde_json::Value;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The challenges that come along, as a list of what is told of an open one.
#[wasm_bindgen]
pub fn challenges() -> Result<String, JsValue> {
    json_of(&opened::ready())
}

/// What a challenge may be made of.
#[wasm_bindgen]
pub fn challenge_choices() -> Result<String, JsValue> {
    json_of(&Choices::all())
}

/// The challenge of an address, or of its hash, with whom it brings.
#[wasm_bindgen]
pub fn challenge_open(address: &str) -> Result<String, JsValue> {
    json_of(&Opened::new(link::read(address).map_err(failure)?))
}

/// The challenge of a document.
#[wasm_bindgen]
pub fn challenge_of(document: &str) -> Result<String, JsValue> {
    json_of(&Opened::alone(read(document)?))
}

/// What is wrong with `text` as a formula of `of`, "victim" or "buffer": its place, or null.
#[wasm_bindgen]
pub fn formula_problem(of: &str, text: &str) -> Result<String, JsValue> {
    let of = Of::from_json("of", &of.into()).map_err(failure)?;
    json_of(&Program::new(text, of.vocabulary()).err())
}

/// The experiment of an entry at each seed, as a list. `entry` is a known policy's word, or `{ "name", "formula", "k", "group" }`.
#[wasm_bindgen]
pub fn challenge_documents(document: &str, entry: &str) -> Result<String, JsValue> {
    let challenge = read(document)?;
    let entry = entry_of(&challenge, &parse(entry)?).map_err(failure)?;
    let documents = challenge.seeds.iter().map(|seed| challenge.document(&entry.policy, *seed));
    json_of(&documents.collect::<Vec<_>>())
}

/// One run, given its document, to its end.
#[wasm_bindgen]
pub fn challenge_run(document: &str) -> Result<String, JsValue> {
    Ok(Measure::run(&parse(document)?).to_json().to_string())
}

/// The board of `[{ "entry", "measures", "claim": { "values", "reports" } or null }]`, a measure or null a seed.
#[wasm_bindgen]
pub fn challenge_board(document: &str, runs: &str) -> Result<String, JsValue> {
    let challenge = read(document)?;
    let runs: Value = parse(runs)?;
    let runs: Result<Vec<Run>, Error> =
        runs.as_array().into_iter().flatten().map(|value| run_of(&challenge, value)).collect();
    json_of(&Board::new(&challenge, &runs.map_err(failure)?))
}

/// The hash of an entry's address, with what came of it as its claim where all of it is there.
#[wasm_bindgen]
pub fn challenge_link(document: &str, run: &str) -> Result<String, JsValue> {
    let challenge = read(document)?;
    let run = run_of(&challenge, &parse(run)?).map_err(failure)?;
    let claim = Claim::of(&challenge, &run.measures);
    json_of(&link::write(&challenge, Some(&run.entry), claim.as_ref()))
}

fn read(document: &str) -> Result<Challenge, JsValue> {
    Challenge::new(&parse(document)?).map_err(failure)
}

fn entry_of(challenge: &Challenge, value: &Value) -> Result<Entry, Error> {
    let known = value.as_str().and_then(|word| challenge.of.known().into_iter().find(|kind| *kind == word));
    known.map_or_else(|| Entry::from_json(challenge.of, value), |word| Ok(Entry::known(word)))
}

fn run_of(challenge: &Challenge, value: &Value) -> Result<Run, Error> {
    let mut measures = challenge.seeds.iter().map(|_| None).collect::<Vec<_>>();
    for (place, measure) in measures.iter_mut().zip(value["measures"].as_array().into_iter().flatten()) {
        *place = Measure::from_json(measure)?;
    }
    let claim = match (value["claim"]["values"].as_array(), value["claim"]["reports"].as_str()) {
        (Some(values), Some(reports)) => {
            let values = values.iter().map(|value| value.as_f64().unwrap_or(f64::NAN)).collect();
            Some(Claim { values, reports: reports.into() })
        }
        _ => None,
    };
    Ok(Run { entry: entry_of(challenge, &value["entry"])?, measures, claim })
}

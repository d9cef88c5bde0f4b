//! The boundary to the page: thin, and the only place that knows of WebAssembly. Words go as JSON, arrays as copies.

// `#[wasm_bindgen]` writes the exported functions as `unsafe` ones; nothing written by hand here is.
#![allow(unsafe_code)]

#[cfg(feature = "layers")]
pub mod challenge;
mod failure;
#[cfg(feature = "layers")]
pub mod figures;
#[cfg(feature = "layers")]
mod log;
mod session;
#[cfg(feature = "layers")]
pub mod sweep;
#[cfg(feature = "layers")]
pub mod trace;

use crate::base::error::Error;
use crate::boundary::handed;
#[cfg(feature = "layers")]
use crate::experiment::document::Experiment;
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The version of the simulator core, as in its `Cargo.toml`.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Everything that can be chosen and set, as `flashlab list --json` prints it, but for the figures.
#[wasm_bindgen]
pub fn schema() -> Result<String, JsValue> {
    json_of(&crate::experiment::catalogue::schema())
}

/// What an experiment would take, as JSON: see `experiment/estimate.rs`; and whether its device can be watched. Nothing is built.
#[cfg(feature = "layers")]
#[wasm_bindgen]
pub fn estimate(document: &str) -> Result<String, JsValue> {
    let experiment = Experiment::new(&parse(document)?, &[]).map_err(failure::failure)?;
    let estimate = crate::experiment::estimate::estimate(&experiment).map_err(failure::failure)?;
    json_of(&crate::boundary::opened::Estimated::from(estimate))
}

fn json_of(told: &impl Serialize) -> Result<String, JsValue> {
    serde_json::to_string(told).map_err(|error| failure::failure(Error::Run(error.to_string())))
}

fn parse(text: &str) -> Result<Value, JsValue> {
    handed::document(text).map_err(failure::failure)
}

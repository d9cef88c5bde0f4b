//! The boundary to the page: thin, and the only place that knows of WebAssembly.

// `#[wasm_bindgen]` writes the exported functions as `unsafe` ones; nothing written by hand here is.
#![allow(unsafe_code)]

use wasm_bindgen::prelude::wasm_bindgen;

/// The version of the simulator core, as in its `Cargo.toml`.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

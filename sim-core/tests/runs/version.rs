//! The version stands in reports, kept sweeps and their identities: whoever sees the same one may expect the same results. So it is raised
//! when results change. The page's core is held against the same record (`web/engine/same-results.test.ts`).

#![allow(clippy::unwrap_used)]

use crate::support::common::{experiment, small_ftl};
use serde_json::{Value, json};
use sim_core::buffer::BUFFERS;
use sim_core::ftl::LAYERS;
use sim_core::log::Format;
use sim_core::log::run::LogRun;
use sim_core::metrics::run;
use sim_core::trace::sidecar::FileDigest;
use std::collections::BTreeMap;
use std::path::PathBuf;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// By layer, buffer and clock: the experiment, and digests of its operation log and its report.
type Results = BTreeMap<String, Value>;

/// Some hundred requests to each layer on each of its clocks, and through each buffer over two of them.
fn documents() -> impl Iterator<Item = (String, Value)> {
    let layers = LAYERS.iter().flat_map(|layer| {
        let clocks = ["serial", "event"].into_iter().filter(|&clock| layer.info.kind != "ttflash" || clock == "event");
        clocks.map(|clock| (layer.info.kind, "none", clock))
    });
    let buffers = BUFFERS.iter().filter(|buffer| buffer.info.kind != "none");
    let through = buffers.flat_map(|buffer| ["page", "fast"].map(|layer| (layer, buffer.info.kind, "serial")));
    layers
        .chain(through)
        .map(|(layer, buffer, clock)| (format!("{layer}, {buffer}, {clock}"), document(layer, buffer, clock)))
}

fn document(layer: &str, buffer: &str, clock: &str) -> Value {
    json!({
        "device": {
            "preset": "micron-lb", "clock": clock, "channels": 2, "pages_per_block": 8, "blocks_per_plane": 40,
            "over_provisioning": 0.6, "page_bytes": 4096,
        },
        "buffer": if buffer == "none" { json!({ "kind": buffer }) } else { json!({ "kind": buffer, "bytes": 24 << 12 }) },
        "ftl": small_ftl(layer),
        "workload": {
            "kind": "hotcold", "request_pages": 2, "write_ratio": 0.7, "requests": 400, "inter_arrival_ms": { "mean": 1.2 },
        },
    })
}

/// What the document's run says: each operation with its times, and the report but for how long it took here.
fn result(document: &Value) -> Value {
    let experiment = experiment(document.clone());
    let mut log = LogRun::new(&experiment, None, Format::Csv, 0..u64::MAX).unwrap();
    let mut operations = FileDigest::default();
    while log.go_on(1_000) {
        operations.push(&log.take());
    }
    operations.push(&log.take());
    let report = run::report(&experiment, None).unwrap().to_json();
    let (before, engine) = report.split_once("\"engine\": {").unwrap();
    let (_, after) = engine.split_once('}').unwrap();
    let mut told = FileDigest::default();
    told.push(before.as_bytes());
    told.push(after.as_bytes());
    json!({ "document": document, "log": operations.hexadecimal(), "report": told.hexadecimal() })
}

fn place() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/results.json")
}

/// The version whose results are on record, and what they are.
fn recorded() -> (String, Results) {
    let text = std::fs::read_to_string(place()).unwrap_or_else(|_| json!({ "version": "", "results": {} }).to_string());
    let mut value: Value = serde_json::from_str(&text).unwrap();
    (value["version"].as_str().unwrap().to_owned(), serde_json::from_value(value["results"].take()).unwrap())
}

fn record(results: &Results) {
    let text = serde_json::to_string_pretty(&json!({ "version": VERSION, "results": results })).unwrap();
    std::fs::write(place(), text + "\n").unwrap();
}

#[test]
fn a_version_always_gives_the_same_results() {
    let now: Results = documents().map(|(name, document)| (name, result(&document))).collect();
    let (version, before) = recorded();
    let changed: Vec<&String> =
        before.iter().filter(|(name, old)| now.get(*name) != Some(old)).map(|(name, _)| name).collect();
    assert!(
        changed.is_empty() || version != VERSION,
        "the results of {changed:?} are no longer those of version {VERSION}. If that is meant, raise the version in package.json, \
         sim-core/Cargo.toml and sim-core/wasm/Cargo.toml, run this test with FLASHLAB_RECORD=1, and see figures/kept_version.rs"
    );
    if std::env::var_os("FLASHLAB_RECORD").is_some() {
        return record(&now);
    }
    assert_eq!(
        version, VERSION,
        "tests/fixtures/results.json is of another version: run this test with FLASHLAB_RECORD=1"
    );
    let new: Vec<&String> = now.keys().filter(|name| !before.contains_key(*name)).collect();
    assert!(new.is_empty(), "the results of {new:?} are not on record: run this test with FLASHLAB_RECORD=1");
}

/// The page, the command line and the engine are one thing, with one version.
#[test]
fn all_packages_have_one_version() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let package: Value = serde_json::from_str(&std::fs::read_to_string(root.join("package.json")).unwrap()).unwrap();
    assert_eq!(package["version"], VERSION);
    let wasm = std::fs::read_to_string(root.join("sim-core/wasm/Cargo.toml")).unwrap();
    assert!(wasm.contains(&format!("\nversion = \"{VERSION}\"\n")), "sim-core/wasm/Cargo.toml is of another version");
}

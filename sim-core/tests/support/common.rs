//! What tests of whole runs share.

#![allow(clippy::unwrap_used)]

use proptest::test_runner::Config;
use serde_json::{Value, json};
use sim_core::experiment::document::Experiment;
use sim_core::metrics::report::Report;
use sim_core::metrics::run;

/// The report of the experiment that `document` describes.
pub fn report(document: Value) -> Report {
    run::report(&experiment(document), None).unwrap()
}

/// The experiment that `document` describes.
pub fn experiment(document: Value) -> Experiment {
    Experiment::new(&document, &[]).unwrap()
}

/// `layer` on a device of some hundred pages: what two of them hold in memory by default would be all of it.
pub fn small_ftl(layer: &str) -> Value {
    let mut ftl = json!({ "kind": layer });
    if layer.starts_with("pblk") {
        ftl["ring_entries"] = json!(16);
    }
    if layer == "pblk-selective" {
        ftl["cache_block_bytes"] = json!(4096);
    }
    ftl
}

/// Four planes that collect in turn, and side by side on the event clock, where several of so many `requests` are under way.
pub fn planes(clock: &str, requests: u64) -> Value {
    json!({
        "device": {
            "channels": 2, "chips_per_channel": 2, "blocks_per_plane": 10, "pages_per_block": 8,
            "over_provisioning": 0.8, "transfer_ns": 50_000, "clock": clock
        },
        "ftl": { "gc": { "low": 1, "high": 2, "idle_below": 4 } },
        "workload": {
            "kind": "hotcold", "requests": requests, "write_ratio": 0.7, "request_pages": 3,
            "inter_arrival_ms": { "mean": 0.4 }
        }
    })
}

/// A property test of so many drawn cases, or a multiple of them where somebody has more time, or less: `FLASHLAB_CASES=20`. What failed is
/// drawn again first the next time, from `proptest-regressions/`.
pub fn cases(usual: u32) -> Config {
    let factor = std::env::var("FLASHLAB_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(1.0);
    Config::with_cases(((f64::from(usual) * factor) as u32).max(1))
}

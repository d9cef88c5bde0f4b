//! C-lash over the sequential ratio, against the reference values that its description gives: 1 GiB,
//! all of it written, requests of 4 pages, 80 % of them writes.

#![allow(clippy::unwrap_used)]

use crate::support::common::report;
use serde_json::{Value, json};
use std::process::Command;

/// Sequential ratio, mean response in ms, erases.
const REFERENCE: [(f64, f64, f64); 7] = [
    (0.0, 33.68, 49_399.0),
    (0.2, 26.88, 39_900.0),
    (0.3, 23.70, 35_363.0),
    (0.4, 20.67, 30_877.0),
    (0.5, 17.41, 26_291.0),
    (0.6, 14.32, 21_716.0),
    (0.7, 11.09, 17_038.0),
];

/// Mean response in ms and erases of one run.
fn run(sequential_ratio: f64, seed: u64) -> (f64, u64) {
    let report = report(json!({
        "ftl": { "kind": "clash" },
        "workload": { "sequential_ratio": sequential_ratio },
        "run": { "seed": seed },
    }));
    (report.mean_response_ns.unwrap() / 1e6, report.nand_erases)
}

#[test]
fn the_median_of_five_seeds_is_within_3_percent_of_the_reference() {
    for (ratio, response_ms, erases) in REFERENCE {
        let mut runs: Vec<(f64, u64)> = (1..=5).map(|seed| run(ratio, seed)).collect();
        runs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let measured_ms = runs[2].0;
        runs.sort_by_key(|&(_, erases)| erases);
        let measured_erases = runs[2].1 as f64;
        assert!((measured_ms / response_ms - 1.0).abs() <= 0.03, "at {ratio}: {measured_ms} ms, not {response_ms}");
        assert!((measured_erases / erases - 1.0).abs() <= 0.03, "at {ratio}: {measured_erases} erases, not {erases}");
    }
}

#[test]
fn when_all_is_sequential_every_flush_is_of_a_full_block() {
    // 60 000 requests of 4 pages fill 3 750 blocks, of which 4 are still in RAM at the end.
    let (response_ms, erases) = run(1.0, 1);
    assert_eq!(erases, 3746);
    assert!((1.8..1.95).contains(&response_ms), "{response_ms} ms");
}

/// Quick runs, as anybody's first are: the kept results tell of all claims at full size.
#[test]
fn the_claims_that_the_model_bears_out_hold_and_one_without_its_traces_says_so() {
    let flashlab =
        Command::new(env!("CARGO_BIN_EXE_flashlab")).args(["figures", "C1", "C6", "C14", "--quick", "--json"]).output();
    let figures: Value = serde_json::from_slice(&flashlab.unwrap().stdout).unwrap();
    let claims = figures.as_array().unwrap().iter().flat_map(|one| one["claims"].as_array().unwrap());
    let of = |id: &str| claims.clone().find(|claim| claim["id"] == id).unwrap();
    for id in ["C1", "C6"] {
        assert_eq!(of(id)["held"], true, "{:#}", of(id));
    }
    assert!(of("C14")["held"].is_null() && of("C14")["note"].is_string(), "{:#}", of("C14"));
}

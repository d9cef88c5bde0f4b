//! What the lesson about victim policies says of a formula over several seeds.

#![allow(clippy::unwrap_used)]

use crate::support::common::report;
use serde_json::{Value, json};

/// Nine writes of ten go to a tenth of the pages: the device and the requests of the lesson.
fn amplification(gc: &Value, seed: u64) -> f64 {
    let workload = json!({
        "kind": "hotcold", "hot_request_ratio": 0.9, "hot_page_ratio": 0.1,
        "requests": 20_000, "request_pages": 1, "queue_depth": 1, "write_ratio": 1,
    });
    let device = json!({
        "preset": "micron-lb", "pages_per_block": 8, "blocks_per_plane": 64, "over_provisioning": 0.25,
    });
    let document = json!({ "device": device, "ftl": { "gc": gc }, "workload": workload, "run": { "seed": seed } });
    report(document).write_amplification.unwrap()
}

/// Least and most over five seeds.
fn spread(gc: &Value) -> (f64, f64) {
    let values = (1..=5).map(|seed| amplification(gc, seed));
    values.fold((f64::INFINITY, 0.0), |(least, most), value| (least.min(value), most.max(value)))
}

#[test]
fn invalid_times_the_root_of_the_age_beats_every_known_policy_on_hot_and_cold_pages() {
    let (least, most) = spread(&json!({ "policy": "formula", "formula": "invalid * sqrt(age)" }));
    assert_eq!(format!("{least:.2} {most:.2}"), "1.88 1.91");
    for policy in ["greedy", "fifo", "random", "d-choices", "windowed", "cost-benefit", "cat"] {
        let (known, _) = spread(&json!({ "policy": policy }));
        println!("{policy}: {known:.4} at least, the formula {most:.4} at most");
        assert!(known > most, "{policy}: {known}, the formula {most}");
    }
}

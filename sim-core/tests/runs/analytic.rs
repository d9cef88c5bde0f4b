//! Simulated write amplification, response and wear against closed forms, and the order of policies.
//!
//! References are taken at the α that the device effectively has, as every report does.

#![allow(clippy::unwrap_used)]

use crate::support::common::report;
use serde_json::{Value, json};
use sim_core::metrics::report::Report;

/// Overwrites of the whole capacity before counting, and while counting.
const WARM_UP: u64 = 8;
const COUNTED: u64 = 4;

/// Single-page writes to page mapping on `blocks` blocks.
fn steady(blocks: u64, pages_per_block: u64, op: f64, gc: Value, workload: Value) -> Report {
    let logical = ((blocks * pages_per_block) as f64 / (1.0 + op)) as u64;
    let mut document = json!({
        "device": { "blocks_per_plane": blocks, "pages_per_block": pages_per_block, "over_provisioning": op },
        "ftl": { "gc": gc },
        "workload": { "request_pages": 1, "write_ratio": 1, "queue_depth": 1, "requests": logical * (WARM_UP + COUNTED) },
        "run": { "warmup_requests": logical * WARM_UP },
    });
    for (name, value) in workload.as_object().unwrap() {
        document["workload"][name] = value.clone();
    }
    report(document)
}

fn uniform(blocks: u64, pages_per_block: u64, op: f64, gc: Value) -> Report {
    steady(blocks, pages_per_block, op, gc, json!({ "kind": "uniform" }))
}

fn assert_near(what: &str, measured: f64, expected: f64, tolerance: f64) {
    let off = measured / expected - 1.0;
    println!("{what}: measured {measured:.4}, expected {expected:.4}, {:+.2} %", off * 100.0);
    assert!(off.abs() <= tolerance, "{what}: {measured} is not within {tolerance} of {expected}");
}

fn assert_near_reference(report: &Report, what: &str) {
    let reference = report.write_amplification_reference.as_ref().unwrap();
    let what = format!("{what}, α_eff {:.4}, r {}", reference.alpha_effective, reference.reserved_blocks);
    assert_near(&what, report.write_amplification.unwrap(), reference.write_amplification, 0.02);
}

/// Little over-provisioning needs many blocks.
fn follows_its_closed_form(gc: Value) {
    for (op, blocks) in [(0.07, 8192), (0.15, 2048), (0.25, 2048), (0.5, 2048)] {
        let report = uniform(blocks, 32, op, gc.clone());
        assert_near_reference(&report, &format!("{gc} at {op}"));
    }
}

#[test]
fn greedy_follows_its_closed_form() {
    follows_its_closed_form(json!({ "policy": "greedy" }));
}

#[test]
fn fifo_follows_its_closed_form() {
    follows_its_closed_form(json!({ "policy": "fifo" }));
}

#[test]
fn random_follows_its_closed_form() {
    follows_its_closed_form(json!({ "policy": "random" }));
}

#[test]
fn d_choices_follow_their_mean_field() {
    follows_its_closed_form(json!({ "policy": "d-choices", "d": 2 }));
    follows_its_closed_form(json!({ "policy": "d-choices", "d": 10 }));
}

#[test]
fn windowed_greedy_comes_to_what_was_measured_before() {
    for (window, expected) in [(64, 2.646), (256, 2.567), (1024, 2.524)] {
        let report = uniform(2048, 32, 0.25, json!({ "policy": "windowed", "window": window }));
        assert_near(&format!("windowed({window})"), report.write_amplification.unwrap(), expected, 0.02);
    }
}

#[test]
fn fifo_with_hot_and_cold_pages_follows_its_equation() {
    for (r, f) in [(0.8, 0.2), (0.9, 0.1)] {
        let workload = json!({ "kind": "hotcold", "hot_request_ratio": r, "hot_page_ratio": f });
        let report = steady(2048, 64, 0.25, json!({ "policy": "fifo" }), workload);
        assert_near_reference(&report, &format!("hot and cold {r}/{f}"));
    }
}

#[test]
fn policies_stand_in_their_order() {
    let measure = |gc: Value| uniform(2048, 32, 0.25, gc).write_amplification.unwrap();
    let d = |d: u64| measure(json!({ "policy": "d-choices", "d": d }));
    let [greedy, fifo, random] = ["greedy", "fifo", "random"].map(|policy| measure(json!({ "policy": policy })));
    let windowed = measure(json!({ "policy": "windowed", "window": 256 }));
    let [d2, d3, d5, d10, d30] = [2, 3, 5, 10, 30].map(d);
    assert!(greedy <= windowed && windowed <= fifo, "{greedy} {windowed} {fifo}");
    assert!(greedy <= d30 && d30 <= d10 && d10 < fifo, "{greedy} {d30} {d10} {fifo}");
    assert!(fifo < d5 && d5 < d3 && d3 < d2 && d2 < random, "{fifo} {d5} {d3} {d2} {random}");
}

#[test]
fn cost_benefit_wins_where_pages_differ_in_temperature() {
    let workload = json!({ "kind": "hotcold", "hot_request_ratio": 0.9, "hot_page_ratio": 0.1 });
    let measure = |policy| steady(1024, 64, 0.25, json!({ "policy": policy }), workload.clone());
    let [cost_benefit, greedy, fifo] =
        ["cost-benefit", "greedy", "fifo"].map(|policy| measure(policy).write_amplification.unwrap());
    println!("90/10: cost-benefit {cost_benefit:.3}, greedy {greedy:.3}, fifo {fifo:.3}");
    assert!(cost_benefit < greedy && greedy < fifo);
}

#[test]
fn write_amplification_follows_from_what_victims_still_hold() {
    for policy in ["greedy", "fifo", "random", "d-choices"] {
        let report = uniform(1024, 32, 0.25, json!({ "policy": policy }));
        let gc = report.gc.as_ref().unwrap();
        let valid = gc.moved_pages as f64 / (gc.runs * 32) as f64;
        assert_near(policy, report.write_amplification.unwrap(), 1.0 / (1.0 - valid), 0.001);
    }
}

#[test]
fn saturated_writes_take_as_long_as_their_share_of_collecting() {
    let report = uniform(2048, 64, 0.25, json!({ "policy": "greedy" }));
    let (r, w, e, pages) = (130_900.0, 405_900.0, 2_000_000.0, 64.0);
    let a = report.write_amplification.unwrap();
    let expected = w + (a - 1.0) * (r + w) + a * e / pages;
    assert_near("with the measured write amplification", report.mean_response_ns.unwrap(), expected, 0.001);
    assert_near("as in the table", report.mean_response_ns.unwrap(), 1_350_000.0, 0.02);
}

#[test]
fn reads_wait_as_in_a_queue_with_one_server() {
    let report = report(json!({
        "device": { "logical_bytes": 16 << 20 },
        "workload": {
            "kind": "uniform", "requests": 4_000_000, "request_pages": 1, "write_ratio": 0,
            "inter_arrival_ms": { "mean": 0.5 },
        },
    }));
    let wait_ns = report.mean_response_ns.unwrap() - 130_900.0;
    assert_near(
        "mean wait",
        wait_ns,
        sim_core::analytic::queue::mean_wait_ns(2000.0, 130_900.0, 130_900.0 * 130_900.0),
        0.01,
    );
    assert_eq!(report.saturated, Some(false));
    assert_near("load", report.utilisation.controller.unwrap(), 0.2618, 0.005);
}

#[test]
fn fifo_wears_all_blocks_alike() {
    let run = |policy: &str| {
        report(json!({
            "device": { "blocks_per_plane": 1024, "pages_per_block": 16, "over_provisioning": 0.25 },
            "ftl": { "gc": { "policy": policy }, "wear_leveling": { "kind": "none" } },
            "workload": { "kind": "uniform", "request_pages": 1, "write_ratio": 1, "requests": 500_000 },
        }))
    };
    let fifo = run("fifo");
    assert!(fifo.erase_max - fifo.erase_min <= 1, "from {} to {}", fifo.erase_min, fifo.erase_max);
    let random = run("random");
    let variance = random.erase_std_dev * random.erase_std_dev;
    assert_near("variance of random victims' erases", variance, random.erase_mean, 0.15);
}

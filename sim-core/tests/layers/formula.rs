//! Victims by a formula: the examples choose as the policies that they name, operation for operation, on drawn experiments on both
//! clocks; formulas against plain scans.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device::{Fields, experiment, machine, record, request, with};
use crate::support::formulas::any_formula;
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::experiment::catalogue;
use sim_core::experiment::document::Experiment;
use sim_core::flash::operation::{Kind, Operation};

/// Of the examples of `list --json`, the one that equals the policy `kind`.
fn example(kind: &str) -> String {
    let listed = catalogue::to_json();
    let examples = listed["formula"]["victim"]["examples"].as_array().unwrap().clone();
    let found = examples.into_iter().find(|example| example["equals"] == kind);
    found.unwrap()["formula"].as_str().unwrap().into()
}

fn formula(text: &str) -> Vec<(&'static str, Value)> {
    vec![("ftl.gc.policy", json!("formula")), ("ftl.gc.formula", json!(text))]
}

/// Devices of several shapes under several layers, on either clock, and requests that fit them.
fn drawn() -> impl Strategy<Value = (Fields, Vec<Request>)> {
    let shape = (prop::sample::select(vec![4u32, 8, 16]), 0.45..0.7f64, 1..3u32, 26..50u32);
    let more = (any::<bool>(), any::<bool>(), prop::sample::select(vec!["page", "page", "dftl", "cftl"]), any::<u64>());
    (shape, more).prop_map(|((pages, spare, planes, blocks), (event, apart, layer, seed))| {
        let fields = vec![
            ("device.pages_per_block", json!(pages)),
            ("device.over_provisioning", json!(spare)),
            ("device.planes_per_chip", json!(planes)),
            ("device.blocks_per_plane", json!(blocks)),
            ("device.clock", json!(if event { "event" } else { "serial" })),
            ("ftl.kind", json!(layer)),
            ("ftl.gc.separate_frontier", json!(apart)),
        ];
        let logical = initial_pages(&fields);
        let mut rng = Rng::new(seed, Component::Workload);
        let requests = (0..1_500u64).map(|at| {
            let page = if rng.below(3) == 0 { rng.below(logical) } else { rng.below(logical / 6 + 1) };
            let pages = (1 + rng.below(4)).min(logical - page) as u32;
            let op = if rng.below(30) == 0 { HostOp::Trim } else { HostOp::Write };
            request(at * rng.below(900_000), op, page, pages)
        });
        let mut requests: Vec<Request> = requests.collect();
        requests.sort_by_key(|request| request.arrival_ns);
        (fields, requests)
    })
}

fn initial_pages(fields: &Fields) -> u64 {
    u64::from(machine(fields, Vec::new()).core.nand.geometry.logical_pages)
}

fn operations(fields: &Fields, policy: &[(&'static str, Value)], requests: &[Request]) -> Vec<Operation> {
    record(&mut machine(&with(fields.clone(), policy), requests.to_vec())).operations
}

/// On either clock.
fn agrees((fields, requests): &(Fields, Vec<Request>), kind: &str) {
    for clock in ["serial", "event"] {
        let fields = with(fields.clone(), &[("device.clock", json!(clock))]);
        let known = operations(&fields, &[("ftl.gc.policy", json!(kind))], requests);
        assert!(known == operations(&fields, &formula(&example(kind)), requests), "{kind}, {clock}");
        assert!(known.iter().any(|operation| operation.kind == Kind::GcStart));
    }
}

const QUANTITIES: &[&str] = &["valid", "invalid", "pages", "age", "idle", "erases", "mean_erases", "k"];

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn any_formula_runs_to_the_end(text in any_formula(QUANTITIES), seed in any::<u64>(), k in -3.0..3.0f64) {
        let fields: Fields = vec![
            ("device.pages_per_block", json!(8)),
            ("device.blocks_per_plane", json!(32)),
            ("device.over_provisioning", json!(0.4)),
            ("ftl.gc.k", json!(k)),
        ];
        let mut rng = Rng::new(seed, Component::Workload);
        let requests: Vec<Request> = (0..600).map(|at| request(at, HostOp::Write, rng.below(150), 1)).collect();
        let mut machine = machine(&with(fields, &formula(&text)), requests);
        record(&mut machine);
        prop_assert_eq!(&machine.end.as_ref().unwrap().text, "all requests are served", "{}", text);
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn invalid_pages_are_greedy(drawn in drawn()) {
        agrees(&drawn, "greedy");
        let (fields, requests) = &drawn;
        prop_assert!(operations(fields, &formula("-valid"), requests) == operations(fields, &formula("invalid"), requests));
    }

    #[test]
    fn idle_pages_over_twice_the_valid_are_cost_benefit(drawn in drawn()) {
        agrees(&drawn, "cost-benefit");
    }

    #[test]
    fn the_same_by_wear_is_cost_age_times(drawn in drawn()) {
        agrees(&drawn, "cat");
    }

    #[test]
    fn age_is_fifo_until_fifo_takes_a_block_full_of_valid_pages((fields, requests) in drawn()) {
        let fifo = operations(&fields, &[("ftl.gc.policy", json!("fifo"))], &requests);
        let by_age = operations(&fields, &formula(&example("fifo")), &requests);
        let agree = fifo.iter().zip(&by_age).take_while(|(one, other)| one == other).count();
        if agree < fifo.len() {
            // What FIFO does there is to collect a block of which every page is moved.
            let pages = fields.iter().find(|(path, _)| *path == "device.pages_per_block").unwrap().1.as_u64().unwrap();
            let rest = &fifo[agree..];
            prop_assert_eq!(rest[0].kind, Kind::GcStart);
            let end = rest.iter().position(|operation| operation.kind == Kind::GcEnd).unwrap_or(rest.len());
            let erase = rest[..end].iter().position(|operation| operation.kind == Kind::Erase).unwrap_or(end);
            prop_assert!(erase as u64 >= pages, "{:?}", &rest[..=erase.min(rest.len() - 1)]);
        }
    }
}

proptest! {
    // Eighteen runs a case.
    #![proptest_config(cases(15))]

    #[test]
    fn an_order_that_is_kept_is_the_order_that_is_computed(drawn in drawn(), k in -2.0..2.0f64) {
        // Adding an age times 0 changes no value, but has every block valued at each choice.
        let (fields, requests) = &drawn;
        let of_block = ["invalid - k * erases", "floor(invalid / 3)", "valid % 3 - k", "if(valid > 2, 0 / 0, erases)", "k", "1 / (valid - 1)"];
        let of_plane = ["invalid - k * (erases - mean_erases)", "if(erases > mean_erases, 0 / 0, valid)", "min(erases, mean_erases)"];
        for text in of_block.into_iter().chain(of_plane) {
            let set = |text: &str| with(formula(text), &[("ftl.gc.k", json!(k))]);
            let kept = operations(fields, &set(text), requests);
            prop_assert!(kept == operations(fields, &set(&format!("({text}) + 0 * age")), requests), "{text}");
        }
    }
}

#[test]
fn a_formula_that_is_none_is_refused_with_its_place() {
    let refused = |value: Value| {
        let document = json!({ "ftl": { "gc": { "formula": value } } });
        Experiment::new(&document, &[]).unwrap_err().to_string()
    };
    assert_eq!(
        refused(json!("invalid * agee")),
        "ftl.gc.formula: column 11: found agee, expected one of valid, invalid, pages, erases, k, age, idle, mean_erases; did you mean age?"
    );
    assert!(refused(json!(null)).starts_with("ftl.gc.formula: null is not a formula of valid, invalid"));
    assert_eq!(experiment(&[("ftl.gc.formula", json!(7))]).ftl.word("gc.formula"), "7");
    let held = refused(json!("held"));
    assert!(held.contains("found held"), "{held}");
}

#[test]
fn a_change_of_the_formula_in_mid_run_acts_as_a_change_of_policy() {
    let fields: Fields = vec![
        ("device.pages_per_block", json!(8)),
        ("device.blocks_per_plane", json!(40)),
        ("device.over_provisioning", json!(0.3)),
    ];
    let mut rng = Rng::new(3, Component::Workload);
    let requests: Vec<Request> = (0..3_000).map(|at| request(at, HostOp::Write, rng.below(200), 1)).collect();
    let changed = |from: &[(&'static str, Value)], to: Value| {
        let change = ("run.changes", json!([{ "request": 1500, "set": to }]));
        operations(&with(fields.clone(), from), &[change], &requests)
    };
    let known = changed(&[("ftl.gc.policy", json!("greedy"))], json!({ "ftl.gc.policy": "cost-benefit" }));
    let benefit = example("cost-benefit");
    assert!(known == changed(&formula("invalid"), json!({ "ftl.gc.formula": benefit })));
    let by_k = format!("benefit = 0; if(k > 1, invalid, {benefit})");
    assert!(known == changed(&with(formula(&by_k), &[("ftl.gc.k", json!(2))]), json!({ "ftl.gc.k": 1 })));
}

#[test]
fn every_example_collects() {
    let listed = catalogue::to_json();
    let mut rng = Rng::new(3, Component::Workload);
    let requests: Vec<Request> = (0..4_000).map(|at| request(at, HostOp::Write, rng.below(180), 1)).collect();
    for example in listed["formula"]["victim"]["examples"].as_array().unwrap() {
        let mut fields = formula(example["formula"].as_str().unwrap());
        fields.extend([
            ("device.pages_per_block", json!(8)),
            ("device.blocks_per_plane", json!(36)),
            ("device.over_provisioning", json!(0.4)),
        ]);
        let mut machine = machine(&fields, requests.clone());
        let decisions = record(&mut machine).decisions;
        assert!(decisions.len() > 100, "{example}");
        assert_eq!(machine.end.as_ref().unwrap().text, "all requests are served");
        assert!(decisions.iter().all(|decision| json!(decision)["columns"][2] == "value"));
    }
}

//! What leaves a write buffer by a formula: the examples choose as the policies that they name, operation for operation, on drawn
//! experiments on both clocks.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device::{Fields, machine, model, record, with};
use crate::support::formulas::any_formula;
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::base::request::{HostOp, Request};
use sim_core::buffer::store::Victim;
use sim_core::experiment::catalogue;
use sim_core::flash::observer::NoObserver;
use sim_core::flash::operation::{Kind, Operation};

/// Of the examples of `list --json`, the one that equals the buffer `kind`, with what must be set for it.
fn example(kind: &str) -> Vec<(&'static str, Value)> {
    let listed = catalogue::to_json();
    let examples = listed["formula"]["buffer"]["examples"].as_array().unwrap().clone();
    let found = examples.into_iter().find(|example| example["equals"] == kind).unwrap();
    let mut set = vec![("buffer.kind", json!("formula")), ("buffer.formula", found["formula"].clone())];
    for pair in found["with"].as_array().unwrap() {
        let path: &'static str = pair[0].as_str().unwrap().to_string().leak();
        set.push((path, serde_json::from_str(pair[1].as_str().unwrap()).unwrap()));
    }
    set
}

/// The 40 pages of the model under a buffer of some pages, over several layers.
fn drawn() -> impl Strategy<Value = (Fields, Vec<Request>)> {
    let what = (prop::sample::select(vec!["page", "fast", "bast", "dftl"]), 2..20u32);
    (what, model::requests(400)).prop_map(|((layer, pages), requests)| {
        let fields = vec![
            ("device.pages_per_block", json!(4)),
            ("device.blocks_per_plane", json!(24)),
            ("device.over_provisioning", json!(1.4)),
            ("ftl.kind", json!(layer)),
            ("buffer.bytes", json!(512 * pages)),
            ("buffer.grain", json!("page")),
            ("run.initial_state", json!("full_seq")),
        ];
        (fields, requests)
    })
}

fn operations(fields: &Fields, more: &[(&'static str, Value)], requests: &[Request]) -> Vec<Operation> {
    record(&mut machine(&with(fields.clone(), more), requests.to_vec())).operations
}

fn agrees(
    (fields, requests): &(Fields, Vec<Request>),
    known: &[(&'static str, Value)],
    more: &[(&'static str, Value)],
) {
    let kind = known[0].1.as_str().unwrap();
    // On either clock.
    for clock in [
        vec![("device.clock", json!("serial"))],
        vec![("device.clock", json!("event")), ("device.transfer_ns", json!(100_000))],
    ] {
        let fields = with(fields.clone(), &clock);
        let log = operations(&fields, known, requests);
        assert!(log == operations(&fields, &with(example(kind), more), requests), "{kind}, {clock:?}");
        assert!(log.iter().any(|operation| operation.kind == Kind::FlushStart));
    }
}

/// Single pages without reads, so that no two logical blocks were last written by the same request, and last used is last written.
fn single((fields, requests): (Fields, Vec<Request>)) -> (Fields, Vec<Request>) {
    let requests = requests.into_iter().filter(|request| request.op != HostOp::Read).map(|request| match request.op {
        HostOp::Flush => request,
        _ => Request { sectors: 1, ..request },
    });
    (fields, requests.collect())
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn pages_held_are_fab(drawn in drawn(), reads in any::<bool>(), spares in any::<bool>()) {
        let more = [("buffer.read_alloc", json!(reads)), ("buffer.protect_current", json!(spares))];
        let known = with(vec![("buffer.kind", json!("fab"))], &more);
        agrees(&drawn, &known, &more);
    }

    #[test]
    fn idle_pages_are_lru(drawn in drawn(), reads in any::<bool>()) {
        let more = [("buffer.read_alloc", json!(reads))];
        agrees(&drawn, &with(vec![("buffer.kind", json!("lru"))], &more), &more);
    }

    #[test]
    fn groups_not_written_are_bplru_without_padding(drawn in drawn(), spares in any::<bool>()) {
        let more = [("buffer.protect_current", json!(spares))];
        let plain = [("buffer.pad_threshold", json!(1)), ("buffer.compensation", json!("none"))];
        agrees(&drawn, &with(with(vec![("buffer.kind", json!("bplru"))], &plain), &more), &more);
    }

    #[test]
    fn age_and_size_are_the_density_of_lbuffer_where_no_two_are_equal(
        drawn in drawn(),
        alpha in prop::sample::select(vec![-1.0, 0.0, 1.0]),
    ) {
        let known = [
            ("buffer.kind", json!("lbuffer")),
            ("buffer.tuner", json!("fixed")),
            ("buffer.alpha", json!(alpha)),
            ("buffer.plug", json!("fixed")),
        ];
        agrees(&single(drawn), &known, &[("buffer.k", json!(alpha))]);
    }
}

const QUANTITIES: &[&str] = &["held", "dirty", "run", "pages", "k", "age", "idle", "unwritten", "requests", "uses"];

proptest! {
    #![proptest_config(cases(200))]

    /// The order is that of a plain scan; the victim is found without one.
    #[test]
    fn what_leaves_is_the_first_of_all_whatever_the_formula(
        (fields, requests) in drawn(),
        (text, other) in (any_formula(QUANTITIES), any_formula(QUANTITIES)),
        (group, grain) in (prop::sample::select(vec!["block", "page"]), prop::sample::select(vec!["page", "sector"])),
        (reads, k) in (any::<bool>(), -3.0..3.0f64),
    ) {
        let set = [
            ("buffer.kind", json!("formula")),
            ("buffer.formula", json!(text)),
            ("buffer.k", json!(k)),
            ("buffer.group", json!(group)),
            ("buffer.grain", json!(grain)),
            ("buffer.read_alloc", json!(reads)),
            ("run.changes", json!([{ "request": 200, "set": { "buffer.formula": other } }])),
        ];
        let mut device = machine(&with(fields, &set), requests);
        while device.step(&mut NoObserver).unwrap() {
            let buffer = device.buffer.pages().unwrap();
            let order = buffer.policy.order(&buffer.store, usize::MAX);
            let spared = order.first().map(|first| match first.victim {
                Victim::Group(slot) | Victim::Page(slot, _) => (slot, buffer.store.group(slot).lbn),
            });
            let is_other = |victim: &Victim| match *victim {
                Victim::Group(slot) | Victim::Page(slot, _) => Some(slot) != spared.map(|(slot, _)| slot),
            };
            let victims = || order.iter().map(|ranked| ranked.victim);
            prop_assert_eq!(buffer.policy.victim(&buffer.store, None), victims().next(), "{} then {}", text, other);
            let spared = spared.map(|(_, lbn)| lbn);
            prop_assert_eq!(buffer.policy.victim(&buffer.store, spared), victims().find(is_other), "{} then {}", text, other);
        }
    }
}

#[test]
fn a_formula_that_is_none_is_refused_with_its_place() {
    let set = [("buffer.kind".to_string(), json!("formula")), ("buffer.formula".to_string(), json!("held + hold"))];
    let error = sim_core::experiment::document::Experiment::new(&json!({}), &set).unwrap_err().to_string();
    assert!(error.starts_with("buffer.formula: column 8: found hold, expected one of held, dirty"), "{error}");
    assert!(error.ends_with("did you mean held?"), "{error}");
}

#[test]
fn a_change_of_the_formula_in_mid_run_holds_at_once() {
    let fields: Fields = vec![
        ("device.pages_per_block", json!(4)),
        ("device.blocks_per_plane", json!(24)),
        ("device.over_provisioning", json!(1.4)),
        ("buffer.bytes", json!(512 * 7)),
        ("buffer.kind", json!("formula")),
        ("run.initial_state", json!("full_seq")),
    ];
    let mut rng = sim_core::base::rng::Rng::new(3, sim_core::base::rng::Component::Workload);
    let requests: Vec<Request> = (0..900).map(|_| crate::support::device::write(rng.below(40))).collect();
    let changed =
        |set: Value| operations(&fields, &[("run.changes", json!([{ "request": 300, "set": set }]))], &requests);
    let other = changed(json!({ "buffer.formula": "-held" }));
    assert!(other != changed(json!({ "buffer.k": 3 })));
    let by_k = with(fields.clone(), &[("buffer.formula", json!("held * k"))]);
    let by_k = operations(&by_k, &[("run.changes", json!([{ "request": 300, "set": { "buffer.k": -1 } }]))], &requests);
    assert!(other == by_k);
}

proptest! {
    #![proptest_config(cases(50))]

    /// A decision that tells what leaves names it first: no page of the block that is being written stands before it.
    #[test]
    fn what_is_spared_for_the_present_write_is_no_candidate(list in model::requests(120), pages in 2..8u32) {
        let fields: Fields = vec![
            ("device.pages_per_block", json!(4)),
            ("device.blocks_per_plane", json!(24)),
            ("device.over_provisioning", json!(1.4)),
            ("buffer.kind", json!("formula")),
            ("buffer.formula", json!("unwritten")),
            ("buffer.group", json!("page")),
            ("buffer.protect_current", json!(true)),
            ("buffer.bytes", json!(512 * pages)),
            ("run.initial_state", json!("full_seq")),
        ];
        model::is_in_step_between_operations(&fields, list);
    }
}

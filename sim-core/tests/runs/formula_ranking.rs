//! The candidates of a moment under a formula: at each choice of a policy, its formula takes the same block, and asking changes nothing.

#![allow(clippy::unwrap_used)] // a test may stop at once

use serde_json::{Value, json};
use sim_core::assembly::{initial, source};
use sim_core::base::state_hash::state_hash;
use sim_core::experiment::catalogue;
use sim_core::experiment::document::Experiment;
use sim_core::flash::observables::Moment;
use sim_core::replay::lane::Lane;
use sim_core::replay::places::Unit;
use sim_core::view::formula::{rank, rank_buffer};

fn lane(layer: &str, clock: &str, policy: &str) -> Lane {
    let document = json!({
        "device": {
            "channels": 2, "blocks_per_plane": 24, "pages_per_block": 8, "over_provisioning": 0.6,
            "transfer_ns": 50_000, "clock": clock
        },
        "ftl": { "kind": layer, "gc": { "policy": policy } },
        "workload": { "kind": "hotcold", "requests": 1500, "write_ratio": 1, "request_pages": 1, "queue_depth": 4 }
    });
    let experiment = Experiment::new(&document, &[]).unwrap();
    let source = source::of(&experiment, None).unwrap();
    Lane::new(initial::machine(&experiment, source, true).unwrap())
}

#[test]
fn the_formula_of_a_policy_takes_what_the_policy_takes() {
    let listed = catalogue::to_json();
    for (layer, clock) in [("page", "serial"), ("page", "event"), ("dftl", "serial")] {
        for example in listed["formula"]["victim"]["examples"].as_array().unwrap() {
            let Some(policy) = example["equals"].as_str().filter(|policy| *policy != "fifo") else { continue };
            let mut lane = lane(layer, clock, policy);
            for _ in 0..60 {
                lane.step(Unit::Moment(Moment::Gc), true, &mut || false);
                let before = state_hash(lane.machine());
                let ranking = json!(rank(&lane, example["formula"].as_str().unwrap(), 1.0, 5));
                assert_eq!(state_hash(lane.machine()), before);
                let taken = json!(lane.seen.choice().unwrap().rows[0].block);
                assert_eq!(ranking["chosen"], taken, "{layer} {clock} {policy}: {ranking:#}");
                assert_eq!(ranking["rows"][0]["number"], taken);
                assert_eq!(ranking["collecting"], taken);
            }
        }
    }
}

#[test]
fn a_row_has_the_value_its_terms_and_all_quantities() {
    let mut lane = lane("page", "serial", "greedy");
    lane.step(Unit::Moment(Moment::Gc), true, &mut || false);
    let ranking = json!(rank(&lane, "invalid * k / valid", 0.5, 3));
    assert_eq!(ranking["error"], Value::Null);
    let terms = json!([
        { "sign": "", "text": "invalid" }, { "sign": "*", "text": "k" }, { "sign": "/", "text": "valid" }
    ]);
    assert_eq!(ranking["terms"], terms);
    assert_eq!(ranking["rows"].as_array().unwrap().len(), 3);
    assert!(ranking["candidates"].as_u64().unwrap() > 10);
    let row = &ranking["rows"][0];
    let of = |name: &str| row["quantities"][name].as_f64().unwrap();
    assert_eq!(of("valid") + of("invalid"), 8.0);
    assert_eq!((of("pages"), of("k")), (8.0, 0.5));
    if of("valid") > 0.0 {
        assert_eq!(row["value"], of("invalid") * 0.5 / of("valid"));
    }
    assert_eq!(row["terms"][1], "0.5");
    let nowhere = json!(rank(&lane, "1 / 0", 1.0, 1));
    assert_eq!((&nowhere["rows"][0]["value"], &nowhere["rows"][0]["shown"]), (&Value::Null, &json!("∞")));
}

#[test]
fn a_text_that_is_no_formula_is_told_with_its_place() {
    let lane = lane("page", "serial", "greedy");
    let ranking = json!(rank(&lane, "invalid +", 1.0, 3));
    let error = json!({ "column": 10, "found": "the end", "expected": "a number, a quantity or (", "near": null });
    assert_eq!((&ranking["error"], &ranking["rows"]), (&error, &json!([])));
}

#[test]
fn where_no_victim_policy_chooses_there_are_no_candidates() {
    let document = json!({ "device": { "preset": "toy" }, "ftl": { "kind": "block" } });
    let experiment = Experiment::new(&document, &[]).unwrap();
    let source = source::of(&experiment, None).unwrap();
    let lane = Lane::new(initial::machine(&experiment, source, true).unwrap());
    let ranking = json!(rank(&lane, "invalid", 1.0, 3));
    assert_eq!(
        (&ranking["plane"], &ranking["candidates"], &ranking["chosen"]),
        (&Value::Null, &json!(0), &Value::Null)
    );
}

fn buffered(buffer: &Value) -> Lane {
    let document = json!({
        "device": { "preset": "toy", "blocks_per_plane": 16, "over_provisioning": 0.25 },
        "buffer": buffer,
        "workload": { "kind": "zipf", "requests": 900, "write_ratio": 1, "request_pages": 1 }
    });
    let experiment = Experiment::new(&document, &[]).unwrap();
    let source = source::of(&experiment, None).unwrap();
    Lane::new(initial::machine(&experiment, source, true).unwrap())
}

#[test]
fn what_leaves_a_write_buffer_is_what_its_formula_ranks_first_and_asking_changes_nothing() {
    for (group, of, text) in [("block", "logical-block", "held * idle"), ("page", "page", "idle")] {
        let mut lane = buffered(&json!({ "kind": "formula", "bytes": 8192, "formula": text, "group": group }));
        for step in 1..40 {
            lane.seek(step * 37, &mut || false);
            let before = state_hash(lane.machine());
            let ranking = json!(rank_buffer(&lane, text, 1.0, 4));
            let other = json!(rank_buffer(&lane, &format!("-({text})"), 1.0, 4));
            assert_eq!(state_hash(lane.machine()), before);
            assert_eq!((&ranking["of"], &ranking["missing"]), (&json!(of), &Value::Null));
            let rows = ranking["rows"].as_array().unwrap();
            let values: Vec<f64> = rows.iter().map(|row| row["value"].as_f64().unwrap()).collect();
            assert!(values.is_sorted_by(|one, next| one >= next), "{values:?}");
            assert_eq!(ranking["chosen"], rows.first().map_or(Value::Null, |row| row["number"].clone()));
            if rows.len() > 1 && values[0] > values[1] {
                assert_ne!(other["chosen"], ranking["chosen"]);
            }
            let held = |row: &Value| row["quantities"]["held"].as_f64().unwrap() > 0.0;
            assert!(rows.iter().all(held), "{ranking:#}");
        }
    }
}

#[test]
fn a_buffer_that_another_policy_empties_and_one_that_is_not_there_say_so() {
    let missing = |buffer: Value| json!(rank_buffer(&buffered(&buffer), "held", 1.0, 3))["missing"].clone();
    assert_eq!(missing(json!({ "kind": "lru", "bytes": 8192 })), "other-policy");
    assert_eq!(missing(json!({ "kind": "none" })), "nothing-chooses");
    let lane = buffered(&json!({ "kind": "lru", "bytes": 8192 }));
    assert_eq!(json!(rank_buffer(&lane, "hold", 1.0, 3))["error"]["near"], "held");
}

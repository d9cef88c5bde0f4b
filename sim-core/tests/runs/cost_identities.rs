//! What operations cost on the serial clock, to the nanosecond, and what must add up.

#![allow(clippy::unwrap_used)]

use crate::support::common::{experiment, report};
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::base::request::HostOp;
use sim_core::flash::observer::Recorder;
use sim_core::flash::operation::{Kind, Operation};
use sim_core::ftl::gc;
use sim_core::machine::{Completion, EndKind, Machine};

const R: u64 = 130_900;
const W: u64 = 405_900;
const E: u64 = 2_000_000;

/// Runs to the end, watched.
fn watched(document: Value) -> (Machine, Recorder, Vec<Completion>) {
    let experiment = experiment(document);
    let source = source::of(&experiment, None).unwrap();
    let mut machine = initial::machine(&experiment, source, true).unwrap();
    let (mut recorder, mut completions) = (Recorder::default(), Vec::new());
    while machine.step(&mut recorder).unwrap() {
        completions.append(&mut machine.completions);
    }
    assert_eq!(machine.end.as_ref().map(|end| end.kind), Some(EndKind::Done));
    (machine, recorder, completions)
}

fn micron(blocks: u64, requests: u64, write_ratio: f64) -> Value {
    json!({
        "device": { "blocks_per_plane": blocks, "over_provisioning": 0.4 },
        "workload": {
            "kind": "uniform", "request_pages": 1, "requests": requests, "write_ratio": write_ratio, "queue_depth": 1
        },
    })
}

#[test]
fn a_read_takes_r_and_a_write_that_finds_room_takes_w() {
    let (machine, _, completions) = watched(micron(64, 500, 0.5));
    let counters = machine.core.counters;
    assert_eq!(counters.nand_erases(), 0, "there is room for all");
    for completion in &completions {
        let expected = if completion.op == HostOp::Read { R } else { W };
        assert_eq!(completion.finish_ns - completion.arrival_ns, expected);
    }
    assert_eq!(counters.service_ns, counters.nand_reads() * R + counters.nand_programs() * W);
}

/// Copies and duration of each garbage collection.
fn collections(operations: &[Operation]) -> Vec<(u64, u64)> {
    let starts = operations.iter().filter(|operation| operation.kind == Kind::GcStart);
    let parts = |start: &Operation| {
        let part = |operation: &&Operation| operation.cause == Some(start.index);
        let copies = operations.iter().filter(part).filter(|operation| operation.kind == Kind::Copy).count() as u64;
        let erase = operations.iter().filter(part).find(|operation| operation.kind == Kind::Erase).unwrap();
        (copies, erase.end_ns - start.start_ns)
    };
    starts.map(parts).collect()
}

#[test]
fn collecting_a_victim_of_v_valid_pages_takes_v_copies_and_an_erase() {
    let (_, recorder, _) = watched(micron(64, 8_000, 1.0));
    let collections = collections(&recorder.operations);
    assert!(collections.len() > 50);
    for &(valid, duration_ns) in &collections {
        assert_eq!(duration_ns, valid * (R + W) + E, "{valid} valid pages");
    }
    let half_full = collections.iter().find(|(valid, _)| *valid == 32).expect("some victim is half full");
    assert_eq!(half_full.1, 19_177_600);
}

#[test]
fn an_operation_ends_when_the_next_begins() {
    let (_, recorder, _) = watched(micron(64, 4_000, 0.7));
    for pair in recorder.operations.windows(2) {
        assert_eq!(pair[0].end_ns, pair[1].start_ns, "{:?} and {:?}", pair[0], pair[1]);
    }
}

#[test]
fn everything_adds_up_whatever_is_set() {
    let toy = |more: Value| {
        let mut device = json!({ "preset": "toy", "blocks_per_plane": 40 });
        device.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        device
    };
    let devices = [
        toy(json!({})),
        toy(json!({ "transfer_ns": 100, "command_ns": 7, "controller_ns": 3 })),
        toy(json!({ "transfer_ns": 100, "command_ns": 7, "copyback": true })),
        toy(json!({ "clock": "event", "transfer_ns": 100, "channels": 2 })),
    ];
    for device in devices {
        for policy in gc::KINDS {
            for initial_state in ["clean", "full_seq", "full_rand", "dirty_alloc", "partial"] {
                let report = report(json!({
                    "device": device, "ftl": { "gc": { "policy": policy } },
                    "workload": { "requests": 2000, "request_pages": 2 },
                    "run": { "initial_state": initial_state, "warmup_requests": 500 },
                }));
                let serial = device.get("clock").is_none();
                assert_eq!(report.checks.len(), if serial { 5 } else { 4 });
                assert!(
                    report.checks.iter().all(|check| check.holds),
                    "{device} {policy} {initial_state}: {:?}",
                    report.checks
                );
            }
        }
    }
}

#[test]
fn twice_the_durations_are_twice_the_service() {
    let service = |factor: u64| {
        report(json!({
            "device": { "preset": "toy", "read_ns": 1000 * factor, "program_ns": 4000 * factor, "erase_ns": 20_000 * factor },
            "workload": { "queue_depth": 1 },
        }))
    };
    let (once, twice) = (service(1), service(2));
    assert_eq!(2 * once.simulated_ns, twice.simulated_ns);
    assert_eq!(once.max_ns.map(|ns| 2 * ns), twice.max_ns);
    assert_eq!(once.nand_programs, twice.nand_programs);
}

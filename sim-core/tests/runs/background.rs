//! A foreground that waits for its own requests, beside a background that arrives.
#![cfg(feature = "layers")]
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::{experiment, report};
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::base::request::HostOp;
use sim_core::base::state_hash::state_hash;
use sim_core::flash::observer::NoObserver;
use sim_core::machine::Completion;
use sim_core::replay::lane::Lane;
use sim_core::replay::places::Unit;

const READS: u64 = 2000;

/// Two channels of two planes; a read of four pages takes 10 + 2 × 5 µs, a page is programmed in 5 + 40 µs.
fn document(clock: &str, workload: Value) -> Value {
    let mut document = json!({
        "device": {
            "preset": "toy", "clock": clock, "channels": 2, "planes_per_chip": 2, "blocks_per_plane": 64,
            "over_provisioning": 0.25, "read_ns": 10_000, "program_ns": 40_000, "erase_ns": 100_000, "transfer_ns": 5_000,
            "endurance": 1_000_000,
        },
        "workload": { "kind": "fg-bg", "requests": READS, "read_pages": 4 },
        "run": { "initial_state": "full_seq" },
    });
    workload.as_object().unwrap().iter().for_each(|(name, value)| document["workload"][name] = value.clone());
    document
}

fn completions(document: &Value) -> Vec<Completion> {
    let experiment = experiment(document.clone());
    let mut machine = initial::machine(&experiment, source::of(&experiment, None).unwrap(), true).unwrap();
    while machine.step(&mut NoObserver).unwrap() {}
    machine.check().unwrap();
    std::mem::take(&mut machine.completions)
}

#[test]
fn each_read_is_sent_when_one_is_over_and_writes_when_they_arrive() {
    for (clock, depth) in [("event", 1), ("event", 3), ("serial", 1)] {
        let done = completions(&document(clock, json!({ "write_rate": 4000, "queue_depth": depth })));
        let (writes, mut reads): (Vec<Completion>, Vec<Completion>) =
            done.into_iter().partition(|done| done.background);
        assert!(reads.iter().all(|done| done.op == HostOp::Read) && writes.iter().all(|done| done.op == HostOp::Write));
        assert_eq!(reads.len() as u64, READS, "{clock}");
        reads.sort_by_key(|done| done.request);
        let mut ends: Vec<u64> = reads.iter().map(|done| done.finish_ns).collect();
        ends.sort_unstable();
        let sent: Vec<u64> = reads.iter().map(|done| done.arrival_ns).collect();
        assert_eq!(sent[..depth], vec![0; depth]);
        assert_eq!(sent[depth..], ends[..READS as usize - depth], "{clock}: each end sends the next");
        let rate = writes.len() as f64 / (ends[READS as usize - 1] as f64 / 1e9);
        assert!((rate / 4000.0 - 1.0).abs() < 0.25, "{clock}, {depth}: {rate}");
    }
}

#[test]
fn without_noise_every_read_takes_the_same() {
    let alone = completions(&document("event", json!({ "write_rate": 0 })));
    assert_eq!(alone.len() as u64, READS);
    assert!(alone.iter().all(|done| done.finish_ns - done.arrival_ns == 20_000 && !done.background));
}

#[test]
fn the_report_speaks_of_the_foreground() {
    let with = |rate: u64, noise: &str| report(document("event", json!({ "write_rate": rate, "noise": noise })));
    let (alone, written, read) = (with(0, "write"), with(4000, "write"), with(4000, "read"));
    for report in [&written, &read] {
        let tail = report.read_tail.as_ref().unwrap();
        assert_eq!((tail[0], tail.len()), ((0.5, 20_000), 14), "half of the reads meet nobody");
        assert_eq!(tail[13], (1.0, report.max_ns.unwrap()));
        assert!(report.p9999_ns > alone.max_ns);
    }
    assert!(written.writes > 100 && written.write_mean_response_ns.is_none());
    assert!(read.reads > READS && read.mean_response_ns == read.read_mean_response_ns);
    assert_eq!(written.saturated, Some(false));
}

#[test]
fn a_position_is_reached_the_same_from_either_side() {
    let experiment = experiment(document("event", json!({ "write_rate": 4000, "queue_depth": 2, "requests": 400 })));
    let lane = || Lane::new(initial::machine(&experiment, source::of(&experiment, None).unwrap(), true).unwrap());
    let never = &mut || false;
    let (mut straight, mut back) = (lane(), lane());
    straight.seek(900, never);
    back.seek(2000, never);
    back.seek(900, never);
    for _ in 0..2 {
        assert_eq!(straight.position(), back.position());
        assert_eq!(state_hash(straight.machine()), state_hash(back.machine()));
        for _ in 0..5 {
            straight.step(Unit::Request, true, never);
            back.step(Unit::Request, true, never);
        }
    }
}

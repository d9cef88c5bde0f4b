//! Response times of a report, taken from the run's answers once more.

#![allow(clippy::unwrap_used)]

use crate::support::common::{experiment, report};
use serde_json::{Value, json};
use sim_core::assembly::{initial, source};
use sim_core::base::request::HostOp;
use sim_core::flash::observer::NoObserver;
use sim_core::machine::Completion;
use sim_core::metrics::run;
use sim_core::trace::record::Record;
use sim_core::trace::replay::SharedRecords;

/// So many requests that no two of the percentiles are of the same one: 35 000 of them count.
fn document(clock: &str) -> Value {
    json!({
        "device": { "preset": "toy", "clock": clock, "blocks_per_plane": 64, "over_provisioning": 0.3, "endurance": 1_000_000 },
        "workload": { "kind": "hotcold", "requests": 36_000, "write_ratio": 0.6, "inter_arrival_ms": { "mean": 0.05 } },
        "run": { "warmup_requests": 1_000, "initial_state": "full_seq" },
    })
}

fn answers(document: &Value) -> Vec<Completion> {
    let experiment = experiment(document.clone());
    let mut machine = initial::machine(&experiment, source::of(&experiment, None).unwrap(), true).unwrap();
    while machine.step(&mut NoObserver).unwrap() {}
    std::mem::take(&mut machine.completions)
}

/// The smallest of ascending times that so many of 10 000 do not exceed.
fn at_most(ascending: &[u64], per_10000: u64) -> u64 {
    let needed = (ascending.len() as u64 * per_10000).div_ceil(10_000);
    ascending[needed as usize - 1]
}

fn mean(times: &[u64]) -> f64 {
    times.iter().map(|&ns| u128::from(ns)).sum::<u128>() as f64 / times.len() as f64
}

#[test]
fn every_percentile_is_that_of_the_answers_and_no_other() {
    for clock in ["serial", "event"] {
        let report = report(document(clock));
        let of = |ops: &[HostOp]| -> Vec<u64> {
            let counted = answers(&document(clock)).into_iter().filter(|done| done.request >= 1_000);
            let counted = counted.filter(|done| ops.contains(&done.op));
            let mut times: Vec<u64> = counted.map(|done| done.finish_ns - done.arrival_ns).collect();
            times.sort_unstable();
            times
        };
        let (all, reads, writes) = (of(&[HostOp::Read, HostOp::Write]), of(&[HostOp::Read]), of(&[HostOp::Write]));
        assert_eq!((all.len(), report.requests), (35_000, 35_000));
        let told = [
            (5_000, report.p50_ns),
            (7_500, report.p75_ns),
            (9_000, report.p90_ns),
            (9_500, report.p95_ns),
            (9_900, report.p99_ns),
            (9_990, report.p999_ns),
            (9_999, report.p9999_ns),
            (10_000, report.max_ns),
        ];
        for (per_10000, ns) in told {
            assert_eq!(ns, Some(at_most(&all, per_10000)), "{per_10000} of 10 000, {clock} clock");
        }
        let apart: Vec<u64> = told[4..].iter().filter_map(|&(_, ns)| ns).collect();
        assert!(
            apart.windows(2).all(|pair| pair[0] < pair[1]),
            "{apart:?}, {clock} clock: no two stand for each other"
        );
        let means = [report.mean_response_ns, report.read_mean_response_ns, report.write_mean_response_ns];
        assert_eq!(means, [&all, &reads, &writes].map(|times| Some(mean(times))), "{clock} clock");
        for (share, ns) in report.read_tail.unwrap() {
            assert_eq!(ns, at_most(&reads, (share * 10_000.0).round() as u64), "{share} of reads, {clock} clock");
        }
    }
}

/// Trims and flushes are answered too, and count for the mean of all.
#[test]
fn the_mean_is_of_all_answers() {
    let ops = [HostOp::Write, HostOp::Write, HostOp::Flush, HostOp::Read, HostOp::Trim];
    // Two thousandths of a millisecond apart, so that each waits for those before.
    let records = (0..400u64).map(|n| {
        let op = ops[n as usize % ops.len()];
        let (sector, sectors) = if op == HostOp::Flush { (0, 0) } else { (n * 24 % 160, 8) };
        Record::pack(n * 2_000, op, sector, sectors).unwrap()
    });
    let records = SharedRecords::from(records.collect::<Vec<_>>());
    let experiment = experiment(json!({ "device": { "preset": "toy" }, "workload": { "kind": "trace" } }));
    let source = source::of(&experiment, Some(&records)).unwrap();
    let mut machine = initial::machine(&experiment, source, true).unwrap();
    while machine.step(&mut NoObserver).unwrap() {}
    let times: Vec<u64> = machine.completions.iter().map(|done| done.finish_ns - done.arrival_ns).collect();
    let report = run::report(&experiment, Some(&records)).unwrap();
    assert_eq!((report.flushes, report.trims, times.len()), (80, 80, 400));
    assert_eq!(report.mean_response_ns, Some(mean(&times)));
    for left_out in [HostOp::Write, HostOp::Flush, HostOp::Read, HostOp::Trim] {
        let others = machine.completions.iter().filter(|done| done.op != left_out);
        let others: Vec<u64> = others.map(|done| done.finish_ns - done.arrival_ns).collect();
        assert_ne!(report.mean_response_ns, Some(mean(&others)), "without {left_out:?} it is another");
    }
}

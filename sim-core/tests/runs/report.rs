//! The report: its names, what counts, what is null, and that the same run gives the same bytes.

#![allow(clippy::unwrap_used)]

use crate::support::common::{experiment, report};
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::base::request::HostOp;
use sim_core::flash::observer::Recorder;
use sim_core::machine::EndKind;
use sim_core::metrics::run::{self, Run};
use sim_core::trace::record::Record;
use sim_core::trace::replay::SharedRecords;

fn as_value(report: &sim_core::metrics::report::Report) -> Value {
    serde_json::from_str(&report.to_json()).unwrap()
}

#[test]
fn every_promised_name_is_there() {
    let report = as_value(&report(json!({ "device": { "preset": "toy" } })));
    let names = "requests reads writes host_read_pages host_written_pages simulated_ns mean_response_ns \
        read_mean_response_ns write_mean_response_ns p50_ns p75_ns p90_ns p95_ns p99_ns p999_ns p9999_ns max_ns time_by_purpose \
        saturated nand_reads nand_programs nand_erases write_amplification erase_mean erase_max erase_std_dev erase_cv \
        merges gc buffer mapping blocked utilisation ram_bytes address_mode trace engine end experiment power_loss checks";
    for name in names.split_whitespace() {
        assert!(report.get(name).is_some(), "{name} is missing");
    }
    for (group, fields) in [
        ("gc", "runs moved_pages"),
        ("mapping", "lookups hits resident_bytes full_bytes"),
        ("utilisation", "controller channels planes"),
        ("engine", "wall_ms page_ops_per_s"),
    ] {
        fields.split_whitespace().for_each(|field| assert!(report[group].get(field).is_some(), "{group}.{field}"));
    }
    for name in ["merges", "buffer", "blocked", "address_mode", "dropped_requests", "trace", "power_loss"] {
        assert_eq!(report[name], Value::Null, "{name} does not apply to page mapping on the serial clock");
    }
}

#[test]
fn the_same_experiment_gives_the_same_bytes_however_it_is_run() {
    let document = json!({ "device": { "preset": "toy" }, "run": { "warmup_requests": 37 } });
    let experiment = experiment(document.clone());
    let at_once = run::report(&experiment, None).unwrap().to_json();
    let mut in_steps = Run::new(&experiment, None).unwrap();
    while in_steps.go_on(7) {}
    assert_eq!(at_once, in_steps.report().to_json());
    let mut other = document;
    other["run"]["seed"] = json!(2);
    assert_ne!(at_once, report(other).to_json());
}

#[test]
fn the_experiment_in_a_report_repeats_it() {
    let first = report(json!({ "device": { "preset": "toy" }, "ftl": { "gc": { "policy": "fifo" } } }));
    assert_eq!(report(first.experiment.clone()), first);
}

#[test]
fn warm_up_counts_nowhere() {
    let toy = |warmup: u64| {
        report(json!({
            "device": { "preset": "toy" }, "workload": { "requests": 300 }, "run": { "warmup_requests": warmup }
        }))
    };
    let (all, part, none) = (toy(0), toy(100), toy(300));
    assert_eq!((all.requests, part.requests, none.requests), (300, 200, 0));
    assert_eq!(part.reads + part.writes, 200);
    assert!(part.nand_erases < all.nand_erases && part.simulated_ns < all.simulated_ns);
    assert_eq!(part.erase_mean * 8.0, part.nand_erases as f64, "wear is that of the counted part");
    assert_eq!((none.mean_response_ns, none.p50_ns, none.write_amplification), (None, None, None));
    assert_eq!((none.nand_programs, none.erase_cv, none.lifetime_host_pages), (0, None, None));
}

#[test]
fn percentiles_ascend_and_means_split() {
    let report = report(json!({ "device": { "preset": "toy" } }));
    let percentiles = [
        report.p50_ns,
        report.p75_ns,
        report.p90_ns,
        report.p95_ns,
        report.p99_ns,
        report.p999_ns,
        report.p9999_ns,
        report.max_ns,
    ];
    assert!(percentiles.iter().all(Option::is_some) && percentiles.is_sorted(), "{percentiles:?}");
    let [all, reads, writes] =
        [report.mean_response_ns, report.read_mean_response_ns, report.write_mean_response_ns].map(Option::unwrap);
    let mixed = (reads * report.reads as f64 + writes * report.writes as f64) / report.requests as f64;
    assert!((all - mixed).abs() < 1e-6 * all);
}

#[test]
fn overload_is_called_saturated_and_a_closed_loop_never_is() {
    let load = |mean_ms: f64, queue_depth: Option<u64>| {
        report(json!({
            "device": { "preset": "toy" },
            "workload": { "requests": 5000, "inter_arrival_ms": { "mean": mean_ms }, "queue_depth": queue_depth },
        }))
    };
    assert_eq!(load(0.001, None).saturated, Some(true));
    assert_eq!(load(1.0, None).saturated, Some(false));
    assert_eq!(load(0.001, Some(4)).saturated, Some(false));
    let short = report(json!({ "device": { "preset": "toy" }, "workload": { "requests": 99 } }));
    assert_eq!(short.saturated, None);
}

#[test]
fn the_event_clock_tells_how_busy_its_parts_were() {
    let report = report(json!({
        "device": {
            "preset": "toy", "clock": "event", "channels": 2, "blocks_per_plane": 16, "transfer_ns": 500,
            "controller_ns": 100,
        },
        "workload": { "requests": 5000, "inter_arrival_ms": { "mean": 0.02 } },
        "run": { "warmup_requests": 1000 },
    }));
    let used = &report.utilisation;
    let (channels, planes) = (used.channels.as_ref().unwrap(), used.planes.as_ref().unwrap());
    assert_eq!((channels.len(), planes.len()), (2, 2));
    let shares = channels.iter().chain(planes).chain(&used.controller);
    assert!(shares.clone().all(|&share| share > 0.0 && share <= 1.0), "{used:?}");
    let blocked = report.blocked.as_ref().unwrap();
    assert!(
        blocked.gc_fraction.unwrap() > 0.0 && blocked.gc_fraction.unwrap() + blocked.queue_fraction.unwrap() <= 1.0
    );
    assert!(report.saturated.is_some());
}

#[test]
fn an_early_end_is_told() {
    let cut = report(json!({ "device": { "preset": "toy" }, "run": { "power_cut": 500 } }));
    assert_eq!(cut.end.as_ref().map(|end| end.kind), Some(EndKind::PowerCut));
    assert_eq!(cut.power_loss.map(|loss| loss.lost_pages), Some(0));
    assert!(cut.checks.is_empty(), "the request that was cut off cannot add up");
    let worn = report(json!({ "device": { "preset": "toy", "endurance": 5 }, "workload": { "requests": 5000 } }));
    assert_ne!(worn.end.as_ref().map(|end| end.kind), Some(EndKind::Done));
    assert!(worn.requests < 5000);
}

#[test]
fn a_trace_is_replayed_open_or_closed() {
    let writes = (0..200u64).map(|n| Record::pack(n * 100_000, HostOp::Write, n * 24 % 160, 8).unwrap());
    let records = SharedRecords::from(writes.collect::<Vec<_>>());
    let replayed = |workload: Value| {
        let experiment = experiment(json!({ "device": { "preset": "toy" }, "workload": workload }));
        run::report(&experiment, Some(&records)).unwrap()
    };
    let open = replayed(json!({ "kind": "trace" }));
    assert_eq!((open.address_mode, open.dropped_requests, open.writes), (Some("fold"), Some(0), 200));
    assert_eq!(open.host_written_pages, 400);
    let closed = replayed(json!({ "kind": "trace", "queue_depth": 1 }));
    assert_eq!((closed.saturated, closed.nand_programs), (Some(false), open.nand_programs));
    assert!(closed.simulated_ns < open.simulated_ns);
    let cut = replayed(json!({ "kind": "trace", "address": "cut" }));
    assert_eq!((cut.address_mode, cut.dropped_requests), (Some("cut"), Some(200 - cut.requests)));
    assert_eq!(replayed(json!({ "kind": "trace", "requests": 50 })).requests, 50);
}

#[test]
fn being_watched_changes_nothing() {
    for clock in ["serial", "event"] {
        let experiment = experiment(json!({ "device": { "preset": "toy", "clock": clock } }));
        let mut unobserved = Run::new(&experiment, None).unwrap();
        unobserved.finish();
        let source = source::of(&experiment, None).unwrap();
        let mut watched = initial::machine(&experiment, source, true).unwrap();
        let mut recorder = Recorder::default();
        while watched.step(&mut recorder).unwrap() {}
        assert_eq!(unobserved.machine().core.counters, watched.core.counters);
        assert_eq!(unobserved.machine().core.clock.now_ns(), watched.core.clock.now_ns());
        assert!(!recorder.operations.is_empty());
    }
}

//! Where the time of requests goes (`engine/account.rs`): exactly, on both clocks, in every combination.

#![allow(clippy::unwrap_used, clippy::panic)]

mod device;

use device::{Fields, machine, record, request, with};
use serde_json::{Value, json};
use sim_core::buffer::BUFFERS;
use sim_core::engine::account::{Account, Item};
use sim_core::engine::initial;
use sim_core::engine::lane::Lane;
use sim_core::engine::machine::{Completion, EndKind, Machine};
use sim_core::engine::observer::Recorder;
use sim_core::engine::operation::Kind;
use sim_core::engine::request::{HostOp, Request};
use sim_core::experiment::document::Experiment;
use sim_core::ftl::LAYERS;
use sim_core::metrics::report::Report;
use sim_core::metrics::run;
use sim_core::metrics::time_by_purpose::{Sums, TimeByPurpose};
use sim_core::rng::{Component, Rng};
use sim_core::view::charts::charts;
use sim_core::view::series::Series;
use sim_core::workload::source::Source;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A run to its end: requests by number, and everything that happened.
fn requests(fields: &Fields, list: Vec<Request>) -> (Vec<Completion>, Recorder) {
    let mut device = machine(fields, list);
    let seen = record(&mut device);
    assert_eq!(device.end.as_ref().unwrap().kind, EndKind::Done, "{:?}", device.end);
    (in_order(&device), seen)
}

fn in_order(device: &Machine) -> Vec<Completion> {
    let mut list = device.completions.clone();
    list.sort_by_key(|completion| completion.request);
    list
}

/// The parts of an account that are not 0.
fn parts(account: &Account) -> Vec<(Item, u64)> {
    account.items().filter(|&(_, ns)| ns > 0).collect()
}

/// The sum of the parts is the response.
fn is_exact(completion: &Completion) {
    let response_ns = completion.finish_ns - completion.arrival_ns;
    assert_eq!(completion.account.total_ns(), response_ns, "{completion:?}");
}

/// What the operations of each request took by their purpose.
fn served(seen: &Recorder) -> BTreeMap<u64, Account> {
    let mut served: BTreeMap<u64, Account> = BTreeMap::new();
    for operation in &seen.operations {
        if matches!(operation.kind, Kind::Read | Kind::Program | Kind::Copy | Kind::Erase) {
            let account = served.entry(operation.request).or_default();
            account[Item::of(operation.purpose)] += operation.end_ns - operation.start_ns;
        }
    }
    served
}

/// A device with room for every layer, and for every buffer before it. None of both that cannot be together.
fn combination(layer: &str, buffer: &str, clock: &str) -> Option<Value> {
    let planes = if clock == "event" { (2, 2, 16) } else { (1, 1, 64) };
    let ftl = match layer {
        "ttflash" => json!({ "kind": layer, "ram_bytes": 1 << 16 }),
        "pblk" => json!({ "kind": layer, "ring_entries": 16 }),
        "pblk-selective" => json!({ "kind": layer, "ring_entries": 16, "cache_block_bytes": 64, "cache_bytes": 256 }),
        _ => json!({ "kind": layer }),
    };
    let document = json!({
        "device": {
            "clock": clock, "channels": planes.0, "chips_per_channel": planes.1, "blocks_per_plane": planes.2,
            "pages_per_block": 8, "over_provisioning": 1.4, "transfer_ns": 30_000, "command_ns": 2_000, "controller_ns": 1_500
        },
        "buffer": if buffer == "none" { json!({ "kind": buffer }) } else { json!({ "kind": buffer, "bytes": 1 << 15 }) },
        "ftl": ftl,
        "workload": {
            "kind": "hotcold", "request_pages": 3, "write_ratio": 0.7, "requests": 1300, "inter_arrival_ms": { "mean": 1.2 }
        },
        "run": { "warmup_requests": 100, "initial_state": "full_seq" }
    });
    let experiment = Experiment::new(&document, &[]).ok()?;
    let source = Source::of(&experiment, None).ok()?;
    initial::machine(&experiment, source, false).ok()?;
    Some(document)
}

fn combinations() -> Vec<Value> {
    let mut all = Vec::new();
    for layer in LAYERS {
        for buffer in BUFFERS {
            for clock in ["serial", "event"] {
                all.extend(combination(layer.info.kind, buffer.info.kind, clock));
            }
        }
    }
    all
}

fn check_sums(sums: &Sums, what: &str) {
    let parts: u64 = sums.parts().iter().map(|&(_, ns)| ns).sum();
    assert_eq!(parts, sums.total_ns, "{what}: {sums:?}");
}

/// The same figures by sorting all requests.
fn slowest(completions: &[Completion], of: usize) -> (u64, u64, Vec<(u64, Account)>) {
    let mut list: Vec<&Completion> = completions.iter().collect();
    list.sort_by_key(|done| (Reverse(done.finish_ns - done.arrival_ns), done.request));
    list.truncate(completions.len().div_ceil(of));
    let total_ns = list.iter().map(|done| done.finish_ns - done.arrival_ns).sum();
    (list.len() as u64, total_ns, list.iter().map(|done| (done.request, done.account)).collect())
}

fn sum(accounts: impl Iterator<Item = Account>) -> Account {
    accounts.fold(Account::default(), |mut sum, account| {
        sum.add(&account);
        sum
    })
}

fn agrees(sums: &Sums, completions: &[Completion], of: usize, what: &str) {
    let (requests, total_ns, list) = slowest(completions, of);
    let account = sum(list.into_iter().map(|(_, account)| account));
    assert_eq!((sums.requests, sums.total_ns), (requests, total_ns), "{what}");
    assert_eq!(
        sums.parts().map(|(_, ns)| ns).to_vec(),
        account.items().map(|(_, ns)| ns).collect::<Vec<_>>(),
        "{what}"
    );
}

fn check_report(report: &Report, what: &str) {
    let TimeByPurpose { all, slowest_1_percent, slowest_0_1_percent } = &report.time_by_purpose;
    [all, slowest_1_percent, slowest_0_1_percent].into_iter().for_each(|sums| check_sums(sums, what));
    let mean = (all.requests > 0).then(|| all.total_ns as f64 / all.requests as f64);
    assert_eq!(mean, report.mean_response_ns, "{what}");
    assert_eq!(slowest_1_percent.requests, all.requests.div_ceil(100), "{what}");
    assert_eq!(slowest_0_1_percent.requests, all.requests.div_ceil(1000), "{what}");
    let max_ns = report.max_ns.unwrap_or(0);
    let is_within = |sums: &Sums, least_ns: u64| {
        let range = sums.requests * least_ns..=sums.requests * max_ns;
        assert!(range.contains(&sums.total_ns), "{what}: {sums:?} not in {range:?}");
    };
    is_within(slowest_1_percent, report.p99_ns.unwrap_or(0));
    is_within(slowest_0_1_percent, report.p999_ns.unwrap_or(0));
    let pairs = slowest_0_1_percent.parts().into_iter().zip(slowest_1_percent.parts()).zip(all.parts());
    for (((name, least), (_, more)), (_, most)) in pairs {
        assert!(least <= more && more <= most, "{what}: {name}");
    }
}

#[test]
fn parts_make_the_response_in_every_combination_of_layer_buffer_and_clock() {
    let all = combinations();
    assert!(all.len() > 200, "{} combinations", all.len());
    for document in all {
        let what =
            format!("{} {} {}", document["ftl"]["kind"], document["buffer"]["kind"], document["device"]["clock"]);
        let experiment = Experiment::new(&document, &[]).unwrap();
        let report = run::report(&experiment, None).unwrap();
        check_report(&report, &what);
        // The watched run is the same, and can be looked at one by one.
        let source = Source::of(&experiment, None).unwrap();
        let mut device = initial::machine(&experiment, source, true).unwrap();
        let seen = record(&mut device);
        let done: Vec<Completion> = in_order(&device);
        done.iter().for_each(is_exact);
        let counted: Vec<Completion> = done.iter().copied().filter(|done| done.request >= 100).collect();
        agrees(&report.time_by_purpose.all, &counted, 1, &what);
        agrees(&report.time_by_purpose.slowest_1_percent, &counted, 100, &what);
        agrees(&report.time_by_purpose.slowest_0_1_percent, &counted, 1000, &what);
        if document["device"]["clock"] == "serial" {
            let (served, mut free_ns) = (served(&seen), 0);
            for done in done {
                let mut expected = served.get(&done.request).copied().unwrap_or_default();
                let waiting_ns = u64::max(free_ns, done.arrival_ns) - done.arrival_ns;
                let controller_ns = done.finish_ns - done.arrival_ns - waiting_ns - expected.total_ns();
                assert!(controller_ns.is_multiple_of(1500) && controller_ns <= 4500, "{what}: {controller_ns}");
                expected[Item::Waiting] += waiting_ns;
                expected[Item::Host] += controller_ns;
                assert_eq!(done.account, expected, "{what}: request {}", done.request);
                free_ns = done.finish_ns;
            }
        }
    }
}

fn lane(document: &Value) -> Lane {
    let experiment = Experiment::new(document, &[]).unwrap();
    let source = Source::of(&experiment, None).unwrap();
    Lane::new(initial::machine(&experiment, source, true).unwrap())
}

/// What a frame tells at the lane's position, and the mean beside it.
fn so_far(lane: &Lane, series: &mut Series) -> (Value, Value) {
    let charts = serde_json::to_value(charts(lane, series, None)).unwrap();
    (charts["so_far"]["time_by_purpose"].clone(), charts["so_far"]["mean_response_ns"].clone())
}

#[test]
fn a_lane_tells_the_same_split_at_a_position_whichever_way_it_came() {
    let planes = |clock: &str, kind: &str| {
        json!({
            "device": {
                "channels": 2, "chips_per_channel": 2, "blocks_per_plane": 12, "pages_per_block": 8,
                "over_provisioning": 1.3, "transfer_ns": 50_000, "clock": clock
            },
            "ftl": { "kind": kind },
            "workload": {
                "kind": "hotcold", "requests": 500, "write_ratio": 0.7, "request_pages": 3,
                "inter_arrival_ms": { "mean": 0.4 }
            }
        })
    };
    for document in [planes("serial", "page"), planes("event", "page"), planes("event", "dftl")] {
        let mut never = || false;
        let (mut there, mut series) = (lane(&document), Series::default());
        let mut told = vec![so_far(&there, &mut series).0];
        loop {
            there.step(sim_core::engine::lane::Unit::Operation, true, &mut never);
            if there.position() as usize != told.len() {
                break;
            }
            told.push(so_far(&there, &mut series).0);
        }
        assert!(told.len() > 800, "{} positions", told.len());
        let (mut back, mut other, mut rng) = (lane(&document), Series::default(), Rng::new(5, Component::Policy));
        for _ in 0..300 {
            let target = rng.below(told.len() as u64);
            back.seek(target, &mut never);
            assert_eq!(so_far(&back, &mut other).0, told[target as usize], "at {target} of {document}");
        }
        // At the end it is what the report tells.
        back.seek(u64::MAX, &mut never);
        back.run(&mut never);
        let (split, mean) = so_far(&back, &mut other);
        let report = run::report(&Experiment::new(&document, &[]).unwrap(), None).unwrap();
        assert_eq!(split, serde_json::to_value(report.time_by_purpose).unwrap());
        assert_eq!(json!(report.mean_response_ns), mean);
    }
}

#[test]
fn arrivals_faster_than_service_wait_for_those_before_them() {
    // One server, 900 µs a write, one every 300 µs: the n-th waits n × 600 µs.
    let document = json!({
        "device": { "blocks_per_plane": 64, "pages_per_block": 8, "over_provisioning": 0.3, "read_ns": 40_000, "program_ns": 900_000 },
        "workload": {
            "kind": "seq", "request_pages": 1, "write_ratio": 1, "requests": 200,
            "inter_arrival_ms": { "mean": 0.3, "distribution": "constant" }
        },
        "run": { "initial_state": "clean" }
    });
    let report = run::report(&Experiment::new(&document, &[]).unwrap(), None).unwrap();
    let all = report.time_by_purpose.all;
    assert_eq!(report.saturated, Some(true));
    assert_eq!(all.waiting_ns, (0..200).map(|n| n * 600_000).sum::<u64>());
    assert_eq!((all.host_ns, all.gc_ns), (200 * 900_000, 0));
    assert_eq!(report.time_by_purpose.slowest_1_percent.waiting_ns, (198 + 199) * 600_000);
}

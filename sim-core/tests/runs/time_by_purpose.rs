//! Where the time of requests goes (`flash/account.rs`): exactly, on both clocks, in every combination.

#![cfg(feature = "layers")]
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device::times::is_exact;
use crate::support::device::{Fields, machine, record, request, with};
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::buffer::BUFFERS;
use sim_core::experiment::document::Experiment;
use sim_core::flash::account::{Account, Item};
use sim_core::flash::observer::Recorder;
use sim_core::flash::operation::{Kind, Operation};
use sim_core::ftl::LAYERS;
use sim_core::machine::{Completion, EndKind, Machine};
use sim_core::metrics::report::Report;
use sim_core::metrics::run;
use sim_core::metrics::time_by_purpose::{Sums, TimeByPurpose};
use sim_core::replay::lane::Lane;
use sim_core::view::charts::charts;
use sim_core::view::series::Series;
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
    let source = source::of(&experiment, None).ok()?;
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
        let source = source::of(&experiment, None).unwrap();
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
    let source = source::of(&experiment, None).unwrap();
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
            there.step(sim_core::replay::places::Unit::Operation, true, &mut never);
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

/// One plane of small blocks in times that can be read off their sums.
fn plane(clock: &str, more: &[(&'static str, Value)]) -> Fields {
    let fields = vec![
        ("device.clock", json!(clock)),
        ("device.blocks_per_plane", json!(24)),
        ("device.pages_per_block", json!(4)),
        ("device.over_provisioning", json!(1.4)),
        ("device.read_ns", json!(100)),
        ("device.program_ns", json!(1_000)),
        ("device.erase_ns", json!(100_000)),
        ("device.transfer_ns", json!(0)),
    ];
    with(fields, more)
}

/// Single pages at random, so many ns apart; every fourth a read.
fn pages(requests: u64, gap_ns: u64, among: u64) -> Vec<Request> {
    let mut rng = Rng::new(3, Component::Workload);
    let mut one = |n: u64| {
        let op = if n % 4 == 3 { HostOp::Read } else { HostOp::Write };
        request(n * gap_ns, op, rng.below(among), 1)
    };
    (0..requests).map(&mut one).collect()
}

/// The one of whose accounts a condition holds first.
fn first(done: &[Completion], wanted: impl Fn(&Account) -> bool) -> Vec<(Item, u64)> {
    let found = done.iter().find(|done| wanted(&done.account));
    parts(&found.expect("there is one").account)
}

#[test]
fn a_collection_is_gc_for_the_write_that_needs_it_and_waiting_for_the_next_on_the_serial_clock() {
    let list = pages(400, 50_000, 40);
    let (done, _) = requests(&plane("serial", &[("run.initial_state", json!("full_seq"))]), list);
    let collecting = first(&done, |account| account[Item::Gc] > 0);
    let [(Item::Host, 1_000), (Item::Gc, gc_ns)] = collecting[..] else { panic!("{collecting:?}") };
    // Copies at 1 100, one erase for each victim.
    let (erases, copies_ns) = (gc_ns / 100_000, gc_ns % 100_000);
    assert!(erases > 0 && copies_ns.is_multiple_of(1_100), "{gc_ns}");
    let number = done.iter().position(|done| done.account[Item::Gc] > 0).unwrap();
    let next = &done[number + 1];
    assert_eq!(next.account[Item::Waiting], 1_000 + gc_ns - 50_000);
    assert_eq!(next.account[Item::Gc], 0);
}

#[test]
fn merges_map_flush_and_padding_have_their_names_on_the_serial_clock() {
    let full = ("run.initial_state", json!("full_seq"));
    let of = |more: &[(&'static str, Value)], list: Vec<Request>| {
        requests(&with(plane("serial", more), std::slice::from_ref(&full)), list).0
    };
    let random = || pages(600, 10_000_000, 40);
    let fast = of(&[("ftl.kind", json!("fast"))], random());
    let merging = first(&fast, |account| account[Item::Merge] > 0);
    assert!(matches!(merging[..], [(Item::Host, 1_000), (Item::Merge, ns)] if ns > 100_000), "{merging:?}");

    let cache = [("ftl.kind", json!("dftl")), ("ftl.cmt_bytes", json!(32))];
    let dftl = of(&cache, random());
    let read = |done: &&Completion| done.op == HostOp::Read && done.account[Item::Map] > 0;
    let missing = parts(&dftl.iter().find(read).unwrap().account);
    assert_eq!(missing[0], (Item::Host, 100));
    assert!(matches!(missing[1], (Item::Map, ns) if ns >= 100 && ns % 100 == 0), "{missing:?}");

    let buffer = |kind: &str| vec![("buffer.kind", json!(kind)), ("buffer.bytes", json!(3 * 512))];
    let lru = of(&buffer("lru"), random());
    assert_eq!(first(&lru, |account| account[Item::Flush] > 0), [(Item::Flush, 1_000)]);

    let bplru = of(&buffer("bplru"), random());
    let padded = first(&bplru, |account| account[Item::Padding] > 0);
    assert!(padded.iter().any(|&(item, ns)| item == Item::Padding && ns % 100 == 0 && ns > 0), "{padded:?}");
}

#[test]
fn a_read_whose_map_block_is_not_in_memory_costs_the_map_what_it_takes_to_fetch_it() {
    // Two map blocks of 8 entries in memory, each of one page on flash.
    let more = [
        ("ftl.kind", json!("pblk-selective")),
        ("ftl.ring_entries", json!(8)),
        ("ftl.cache_block_bytes", json!(32)),
        ("ftl.map_page_entries", json!(8)),
        ("ftl.cache_bytes", json!(64)),
        ("ftl.policy", json!("lru")),
        ("run.initial_state", json!("full_seq")),
    ];
    for clock in ["serial", "event"] {
        let one = |n: u64, op, page| request(n * 10_000_000, op, page, 1);
        let list = vec![
            one(0, HostOp::Read, 0),
            one(1, HostOp::Read, 8),
            // Both are in memory now.
            one(2, HostOp::Read, 1),
            // Block 1 makes way for block 2.
            one(3, HostOp::Read, 16),
            // Its entry changes block 0, which is in memory.
            one(4, HostOp::Write, 2),
            one(5, HostOp::Read, 17),
            // Block 0 makes way for block 3, and is written back first.
            one(6, HostOp::Read, 24),
        ];
        let (done, _) = requests(&plane(clock, &more), list);
        let told: Vec<Vec<(Item, u64)>> = done.iter().map(|done| parts(&done.account)).collect();
        let (hit, miss) = (vec![(Item::Host, 100)], vec![(Item::Host, 100), (Item::Map, 100)]);
        assert_eq!(told[2..4], [hit.clone(), miss], "{clock}");
        assert_eq!(told[5], hit, "{clock}");
        assert_eq!(told[6], [(Item::Host, 100), (Item::Map, 1_000 + 100)], "{clock}");
    }
}

#[test]
fn a_request_that_power_cuts_off_is_missing_and_those_behind_it_are_exact() {
    // All arrive before power is cut, in the tenth program. Recovery takes no simulated time.
    let list = (0..20).map(|page| request(page, HostOp::Write, page, 1)).collect();
    let cut = [("run.power_cut", json!(9)), ("run.continue_after_power_cut", json!(true))];
    let mut device = machine(&plane("serial", &cut), list);
    record(&mut device);
    let done = in_order(&device);
    assert_eq!(done.iter().map(|done| done.request).collect::<Vec<_>>(), (0..9).chain(10..20).collect::<Vec<_>>());
    for done in done {
        is_exact(&done);
        assert_eq!(done.account[Item::Host], 1_000, "{done:?}");
        assert_eq!(done.account[Item::Waiting], done.finish_ns - done.arrival_ns - 1_000, "{done:?}");
    }
}

/// What an operation is to a request that waits for its plane.
fn item_for(request: u64, operation: &Operation) -> Item {
    let item = Item::of(operation.purpose);
    let waited_for = operation.purpose.is_waited_for() && item != Item::Flush;
    if waited_for && operation.request != request { Item::Waiting } else { item }
}

#[test]
fn on_one_plane_of_the_event_clock_each_moment_goes_to_what_the_plane_did() {
    let layers = LAYERS.iter().map(|layer| layer.info.kind);
    for layer in layers.filter(|kind| !["ttflash", "pblk", "pblk-selective", "clash"].contains(kind)) {
        // An erase takes five gaps, so that there is a queue now and then.
        let list = pages(500, 20_000, 40);
        let fields = plane("event", &[("ftl.kind", json!(layer)), ("run.initial_state", json!("full_seq"))]);
        let (done, seen) = requests(&fields, list);
        for done in &done {
            is_exact(done);
            let mut expected = Account::default();
            for operation in seen.operations.iter().filter(|operation| operation.end_ns > operation.start_ns) {
                let from_ns = operation.start_ns.max(done.arrival_ns);
                let to_ns = operation.end_ns.min(done.finish_ns);
                expected[item_for(done.request, operation)] += to_ns.saturating_sub(from_ns);
            }
            assert_eq!(done.account, expected, "{layer}: {done:?}");
        }
        let all = sum(done.iter().map(|done| done.account));
        assert!(all[Item::Waiting] > 0, "{layer}: {all:?}");
    }
}

const READ: u64 = 140_000;

/// ttFlash's times on `channels` × `chips` planes: 40 µs in the array, 100 µs on the bus, 800 µs a program.
fn planes(channels: u64, chips: u64, more: &[(&'static str, Value)]) -> Fields {
    let fields = vec![
        ("device.preset", json!("ttflash")),
        ("device.channels", json!(channels)),
        ("device.chips_per_channel", json!(chips)),
        ("device.blocks_per_plane", json!(16)),
        ("device.pages_per_block", json!(8)),
        ("device.over_provisioning", json!(1.0)),
        ("ftl.placement", json!("static")),
    ];
    with(fields, more)
}

fn accounts(fields: &Fields, list: Vec<Request>) -> Vec<Vec<(Item, u64)>> {
    requests(fields, list).0.iter().map(|done| parts(&done.account)).collect()
}

#[test]
fn a_request_waits_for_others_and_not_for_itself_on_the_event_clock() {
    let read = |page, pages| request(0, HostOp::Read, page, pages);
    // Two requests at one plane.
    let host = || vec![(Item::Host, READ)];
    let behind = |waiting_ns| vec![(Item::Host, READ), (Item::Waiting, waiting_ns)];
    assert_eq!(accounts(&planes(1, 1, &[]), vec![read(0, 1), read(1, 1)]), [host(), behind(READ)]);
    // Two at two planes of one channel: the second transfer waits for the first.
    assert_eq!(accounts(&planes(1, 2, &[]), vec![read(0, 1), read(1, 1)]), [host(), behind(100_000)]);
    // One request of two pages, likewise.
    assert_eq!(accounts(&planes(1, 1, &[]), vec![read(0, 2)]), [[(Item::Host, 2 * READ)]]);
    assert_eq!(accounts(&planes(1, 2, &[]), vec![read(0, 2)]), [[(Item::Host, READ + 100_000)]]);
    // The controller works on one page after another.
    let controller = [("device.controller_ns", json!(7_000))];
    let at_once = accounts(&planes(2, 1, &controller), vec![read(0, 1), read(1, 1)]);
    let own = || (Item::Host, READ + 7_000);
    assert_eq!(at_once, [vec![own()], vec![own(), (Item::Waiting, 7_000)]]);
}

#[test]
fn a_page_behind_its_map_page_on_another_plane_goes_on_where_that_ended() {
    let more = [("ftl.kind", json!("dftl")), ("ftl.cmt_bytes", json!(64)), ("device.blocks_per_plane", json!(32))];
    let fields = with(planes(2, 2, &more), &[("run.initial_state", json!("full_seq"))]);
    let mut rng = Rng::new(9, Component::Workload);
    let list = (0..300).map(|n| request(n * 50_000_000, HostOp::Read, rng.below(400), 1)).collect();
    let (done, seen) = requests(&fields, list);
    let served = served(&seen);
    let mut missed = 0;
    for done in done {
        // One at a time, of which each operation waits for the one before: the time is that of the operations.
        assert_eq!(done.account, served[&done.request], "{done:?}");
        missed += u64::from(done.account[Item::Map] > 0);
    }
    assert!(missed > 100, "{missed} missed");
}

#[test]
fn a_rebuilt_page_costs_parity_and_a_write_without_room_the_flush_it_waits_for() {
    let document = json!({
        "device": {
            "preset": "ttflash", "channels": 4, "chips_per_channel": 2, "blocks_per_plane": 10, "pages_per_block": 8,
            "over_provisioning": 0.5
        },
        "ftl": { "kind": "ttflash", "ram_bytes": 131_072, "xor_ns": 5_000 },
        "workload": {
            "kind": "hotcold", "requests": 3000, "write_ratio": 0.6, "request_pages": 1, "inter_arrival_ms": { "mean": 1.5 }
        }
    });
    let experiment = Experiment::new(&document, &[]).unwrap();
    let source = source::of(&experiment, None).unwrap();
    let mut device = initial::machine(&experiment, source, true).unwrap();
    let seen = record(&mut device);
    let done = in_order(&device);
    let rebuilt: Vec<u64> = seen.operations.iter().filter(|op| op.kind == Kind::Rebuild).map(|op| op.request).collect();
    assert!(!rebuilt.is_empty());
    for &request in &rebuilt {
        let account = done[request as usize].account;
        // The read that decides, and the XOR after it.
        assert!(account[Item::Parity] >= 40_000 + 100_000 + 5_000, "{account:?}");
        assert_eq!(account[Item::Host], 0, "{account:?}");
    }
    let quiet = rebuilt.iter().map(|&request| parts(&done[request as usize].account));
    assert!(quiet.clone().any(|parts| parts.len() == 1), "{:?}", quiet.collect::<Vec<_>>());

    let more = [("buffer.kind", json!("capbacked")), ("buffer.bytes", json!(4 * 512))];
    let list = (0..64).map(|page| request(0, HostOp::Write, page, 1)).collect();
    let (done, _) = requests(&with(planes(1, 1, &more), &[("run.initial_state", json!("clean"))]), list);
    done.iter().for_each(is_exact);
    let last = done.last().unwrap();
    assert!(last.account[Item::Flush] > 10 * 800_000, "{:?}", parts(&last.account));
}

#[test]
fn pages_that_a_change_writes_out_are_flush_for_those_that_wait_for_it() {
    for clock in ["serial", "event"] {
        let document = json!({
            "device": {
                "clock": clock, "page_bytes": 2048, "blocks_per_plane": 64, "pages_per_block": 8, "over_provisioning": 1.0, "transfer_ns": 0,
                "read_ns": 100, "program_ns": 1_000, "erase_ns": 100_000
            },
            "buffer": { "kind": "lru", "bytes": 8 * 2048 },
            "workload": { "kind": "uniform", "request_pages": 1, "write_ratio": 1, "requests": 400, "queue_depth": 4 },
            "run": { "changes": [{ "request": 200, "set": { "buffer.kind": "none" } }] }
        });
        let experiment = Experiment::new(&document, &[]).unwrap();
        check_report(&run::report(&experiment, None).unwrap(), clock);
        let source = source::of(&experiment, None).unwrap();
        let mut device = initial::machine(&experiment, source, true).unwrap();
        record(&mut device);
        let done = in_order(&device);
        done.iter().for_each(is_exact);
        let flushed: Vec<u64> = done.iter().map(|done| done.account[Item::Flush]).collect();
        assert!(flushed[200] >= 8_000, "{clock}: {:?}", &flushed[195..210]);
        assert_eq!(flushed[250..], [0; 150], "{clock}");
    }
}

#[test]
fn a_background_is_waited_for_and_not_counted() {
    for clock in ["serial", "event"] {
        let document = json!({
            "device": {
                "preset": "toy", "clock": clock, "channels": 2, "planes_per_chip": 2, "blocks_per_plane": 64,
                "over_provisioning": 0.25, "read_ns": 10_000, "program_ns": 40_000, "erase_ns": 100_000, "transfer_ns": 5_000
            },
            "workload": { "kind": "fg-bg", "requests": 700, "read_pages": 4, "write_rate": 4000, "queue_depth": 1 },
            "run": { "initial_state": "full_seq" }
        });
        let experiment = Experiment::new(&document, &[]).unwrap();
        let report = run::report(&experiment, None).unwrap();
        check_report(&report, clock);
        let all = report.time_by_purpose.all;
        assert_eq!(all.requests, 700, "{clock}");
        assert!(all.waiting_ns > 0, "{clock}: {all:?}");
        let (mut lane, mut series) = (lane(&document), Series::default());
        lane.run(&mut || false);
        assert_eq!(so_far(&lane, &mut series).0, serde_json::to_value(report.time_by_purpose).unwrap(), "{clock}");
    }
}

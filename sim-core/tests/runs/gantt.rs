//! What the page is told of channels and planes that work side by side is what the clock did, from wherever one came.

#![allow(clippy::unwrap_used)] // a test may stop at once

use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::base::rng::{Component, Rng};
use sim_core::experiment::document::Experiment;
use sim_core::replay::lane::Lane;
use sim_core::replay::places::{SyncPoint, Unit};
use sim_core::view::gantt::gantt;
use std::collections::BTreeMap;

const READ_NS: u64 = 40_000;
const TRANSFER_NS: u64 = 100_000;

fn lane(clock: &str, channels: u64, chips: u64) -> Lane {
    opened(&json!({
        "device": {
            "preset": "ttflash", "channels": channels, "chips_per_channel": chips, "blocks_per_plane": 12,
            "pages_per_block": 8, "over_provisioning": 0.8, "clock": clock
        },
        "ftl": { "kind": "page", "gc": { "low": 1, "high": 2 } },
        "workload": { "kind": "hotcold", "requests": 600, "write_ratio": 0.6, "request_pages": 3, "inter_arrival_ms": { "mean": 0.6 } }
    }))
}

/// A device with stripes, whose collections keep a channel (`base`) or a plane.
fn striped(series: &str) -> Lane {
    opened(&json!({
        "device": {
            "preset": "ttflash", "channels": 4, "chips_per_channel": 2, "blocks_per_plane": 12, "pages_per_block": 8,
            "over_provisioning": 0.8
        },
        "ftl": { "kind": "ttflash", "series": series, "ram_bytes": 131_072 },
        "workload": { "kind": "hotcold", "requests": 600, "write_ratio": 0.6, "request_pages": 3, "inter_arrival_ms": { "mean": 0.6 } }
    }))
}

fn opened(document: &Value) -> Lane {
    let experiment = Experiment::new(document, &[]).unwrap();
    let source = source::of(&experiment, None).unwrap();
    Lane::new(initial::machine(&experiment, source, true).unwrap())
}

fn told(lane: &Lane) -> Value {
    serde_json::to_value(gantt(lane).unwrap()).unwrap()
}

fn ns(bar: &Value, field: &str) -> u64 {
    bar[field].as_u64().unwrap()
}

/// What is told as over, by operation and lane, from the time on from which everything is.
fn over(told: &Value) -> BTreeMap<(u64, u64), [u64; 2]> {
    let since = ns(told, "seen_from_ns");
    let bars = told["bars"].as_array().unwrap().iter();
    let over = bars.filter(|bar| bar["over"] == true && ns(bar, "issued_ns") > since && bar["pages"] == 1);
    over.map(|bar| ((ns(bar, "op"), ns(bar, "lane")), [ns(bar, "start_ns"), ns(bar, "end_ns")])).collect()
}

#[test]
fn serial_clocks_have_no_such_picture() {
    assert!(gantt(&lane("serial", 2, 2)).is_none());
}

#[test]
fn nothing_overlaps_on_a_plane_or_a_channel() {
    for lane in [lane("event", 2, 2), striped("rgc"), striped("base"), striped("preemptive")] {
        no_overlap(lane);
    }
}

fn no_overlap(mut lane: Lane) {
    for _ in 0..200 {
        lane.step(Unit::Request, true, &mut || false);
        let told = told(&lane);
        let mut ends: BTreeMap<u64, u64> = BTreeMap::new();
        for bar in told["bars"].as_array().unwrap() {
            let end_ns = ends.entry(ns(bar, "lane")).or_default();
            assert!(ns(bar, "start_ns") >= *end_ns, "{bar} begins before {end_ns}");
            assert!(bar["over"] == false || ns(bar, "end_ns") <= ns(&told, "now_ns"), "{bar}");
            *end_ns = ns(bar, "end_ns");
        }
    }
}

#[test]
fn a_read_crosses_its_channel_at_its_end() {
    let mut lane = lane("event", 2, 1);
    lane.advance(400, &mut || false);
    let told = told(&lane);
    let bars = told["bars"].as_array().unwrap();
    let reads: Vec<&Value> = bars.iter().filter(|bar| bar["what"] == "read" && bar["over"] == true).collect();
    assert!(reads.len() > 10);
    for read in reads {
        let transfer = bars.iter().find(|bar| bar["what"] == "transfer" && bar["op"] == read["op"]).unwrap();
        assert_eq!(ns(transfer, "end_ns"), ns(read, "end_ns"));
        assert_eq!(ns(transfer, "end_ns") - ns(transfer, "start_ns"), TRANSFER_NS);
        assert!(ns(transfer, "start_ns") >= ns(read, "start_ns") + READ_NS);
    }
}

#[test]
fn what_crossed_a_channel_before_a_change_of_timing_crossed_it_when_it_did() {
    let mut lane = opened(&json!({
        "device": {
            "preset": "ttflash", "channels": 2, "chips_per_channel": 2, "blocks_per_plane": 12, "pages_per_block": 8,
            "over_provisioning": 0.8, "clock": "event", "command_ns": 0
        },
        "ftl": { "kind": "page", "gc": { "low": 1, "high": 2 } },
        "workload": { "kind": "hotcold", "requests": 600, "write_ratio": 0.6, "inter_arrival_ms": { "mean": 0.6 } },
        "run": { "changes": [{ "request": 300, "set": { "device.program_ns": 100_000 } }] }
    }));
    while lane.machine().requests_begun < 310 {
        lane.step(Unit::Request, true, &mut || false);
    }
    let told = told(&lane);
    let bars = told["bars"].as_array().unwrap().iter();
    let transfers: Vec<&Value> = bars.filter(|bar| bar["what"] == "transfer").collect();
    assert!(transfers.iter().any(|bar| bar["request"].as_u64() < Some(300)), "{told}");
    for bar in transfers {
        assert_eq!(ns(bar, "end_ns") - ns(bar, "start_ns"), TRANSFER_NS, "{bar}");
    }
}

#[test]
fn wherever_one_comes_from_the_same_is_told_of_what_was_seen() {
    let compared = same_from_everywhere(&|| lane("event", 2, 2)) + same_from_everywhere(&|| striped("rgc"));
    assert!(compared > 2000, "{compared}");
}

/// How many bars were compared.
fn same_from_everywhere(fresh: &dyn Fn() -> Lane) -> usize {
    let mut straight = fresh();
    let mut known: BTreeMap<u64, BTreeMap<(u64, u64), [u64; 2]>> = BTreeMap::new();
    for _ in 0..1200 {
        straight.step(Unit::Operation, true, &mut || false);
        known.insert(straight.position(), over(&told(&straight)));
    }
    let mut jumping = fresh();
    let mut rng = Rng::new(7, Component::Policy);
    let mut compared = 0;
    for _ in 0..300 {
        let target = 1 + rng.below(1200);
        jumping.seek(target, &mut || false);
        let told = told(&jumping);
        let since = ns(&told, "seen_from_ns");
        let (all, seen) = (&known[&target], over(&told));
        assert!(seen.iter().all(|(key, times)| all.get(key) == Some(times)), "at {target}");
        // Nothing that was issued and over since then is missing.
        let bars = told["bars"].as_array().unwrap();
        for (key, times) in all.iter().filter(|(_, times)| times[0] > since) {
            let is_there = bars.iter().any(|bar| (ns(bar, "op"), ns(bar, "lane")) == *key);
            assert!(is_there || issued_before(&straight, key.0, since), "{key:?} {times:?} at {target}");
        }
        compared += seen.len();
    }
    compared
}

/// Whether a command was given to its plane before: then it may be missing.
fn issued_before(lane: &Lane, operation: u64, since: u64) -> bool {
    lane.seen.gantt.up_to(lane.position()).any(|job| job.operation == operation && job.issued_ns <= since)
}

#[test]
fn a_large_device_is_told_by_the_group_that_works() {
    let mut lane = lane("event", 8, 8);
    lane.advance(300, &mut || false);
    let told = told(&lane);
    let lanes = told["lanes"].as_array().unwrap();
    assert_eq!(lanes.len(), 16);
    let planes: Vec<u64> = lanes[8..].iter().map(|lane| ns(lane, "index")).collect();
    assert_eq!(planes, (planes[0]..planes[0] + 8).collect::<Vec<_>>());
    assert_eq!(planes[0] % 8, 0);
}

#[test]
fn who_comes_from_afar_sees_what_the_latest_requests_gave_to_planes() {
    // Requests arrive far faster than planes work, so that all is still under way; the device is large enough never to collect.
    let fresh = || {
        opened(&json!({
            "device": {
                "channels": 2, "chips_per_channel": 2, "blocks_per_plane": 72, "pages_per_block": 64,
                "over_provisioning": 0.3, "clock": "event"
            },
            "workload": {
                "kind": "uniform", "requests": 4500, "write_ratio": 1, "request_pages": 3, "inter_arrival_ms": { "mean": 0.01 }
            }
        }))
    };
    let jobs = |lane: &Lane| lane.seen.gantt.up_to(lane.position()).copied().collect::<Vec<_>>();
    let request = 4300;
    let (mut followed, mut sought) = (fresh(), fresh());
    followed.follow(SyncPoint::Request(request), &mut || false);
    sought.seek_request(request, &mut || false);
    // What was seen on the way is forgotten.
    sought.seek(40, &mut || false);
    sought.seek_request(request, &mut || false);
    let (all, seen) = (jobs(&followed), jobs(&sought));
    assert_eq!(seen[0].request, request - 256);
    assert_eq!(seen, all[all.len() - seen.len()..]);
    assert!(seen.iter().any(|job| job.request < request - 128 && job.end_ns > sought.machine().core.clock.now_ns()));
}

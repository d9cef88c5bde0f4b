//! Logical blocks in sight together look different, and each looks the same from wherever it is come upon.

#![allow(clippy::unwrap_used)] // a test may stop at once

use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::base::rng::{Component, Rng};
use sim_core::experiment::document::Experiment;
use sim_core::replay::lane::Lane;
use sim_core::replay::places::Unit;
use sim_core::view::frame::frame;
use sim_core::view::identity::LOOKS;
use sim_core::view::request::View;
use sim_core::view::series::Series;
use std::collections::{BTreeMap, BTreeSet};

fn lane(document: &Value) -> Lane {
    let experiment = Experiment::new(document, &[]).unwrap();
    let source = source::of(&experiment, None).unwrap();
    Lane::new(initial::machine(&experiment, source, true).unwrap())
}

fn small_device() -> Value {
    json!({ "preset": "micron-lb", "pages_per_block": 8, "blocks_per_plane": 40, "over_provisioning": 0.25 })
}

fn single_writes() -> Value {
    json!({ "kind": "uniform", "requests": 300, "request_pages": 1, "write_ratio": 1, "queue_depth": 1 })
}

fn buffered(kind: &str) -> Value {
    json!({
        "device": small_device(),
        "buffer": { "kind": kind, "bytes": 24 * 2048 },
        "ftl": { "kind": "fast", "log_blocks": 6 },
        "workload": { "kind": "zipf", "requests": 400, "request_pages": 3, "write_ratio": 0.8, "queue_depth": 1 },
        "run": { "initial_state": "full_seq" },
    })
}

fn many_blocks(layer: &str) -> Value {
    json!({
        "device": { "preset": "micron-lb", "pages_per_block": 8, "blocks_per_plane": 400, "over_provisioning": 0.25 },
        "buffer": { "kind": "bplru", "bytes": 40 * 2048 },
        "ftl": { "kind": layer },
        "workload": { "kind": "uniform", "requests": 600, "request_pages": 2, "write_ratio": 1, "queue_depth": 1 },
        "run": { "initial_state": "full_seq" },
    })
}

/// The ready examples of the page that tell pages by their owners, and devices with more blocks than there are looks.
fn documents() -> Vec<(&'static str, Value)> {
    let layer = |ftl: Value| json!({ "device": small_device(), "ftl": ftl, "workload": single_writes() });
    let lbuffer = json!({
        "device": { "preset": "nctu", "logical_bytes": 1_u64 << 30, "over_provisioning": 0.1 },
        "buffer": { "kind": "lbuffer", "bytes": 1 << 20, "session": 400, "alpha": 1 },
        "ftl": { "kind": "fast", "log_blocks": 24 },
        "workload": { "kind": "mix", "standin": "notebook", "requests": 2_000, "queue_depth": 1 },
        "run": { "initial_state": "full_seq" },
    });
    let clash = json!({
        "device": { "preset": "toy", "logical_bytes": 80 * 4 * 2048 },
        "ftl": { "kind": "clash", "p_pages": 8, "b_blocks": 2 },
        "workload": { "kind": "zipf", "requests": 300, "request_pages": 2, "write_ratio": 0.8, "queue_depth": 1 },
        "run": { "initial_state": "full_seq" },
    });
    vec![
        ("toy", json!({ "device": { "preset": "toy" }, "workload": { "kind": "uniform", "write_ratio": 1 } })),
        ("bast", layer(json!({ "kind": "bast", "log_blocks": 4 }))),
        ("fast", layer(json!({ "kind": "fast", "log_blocks": 6 }))),
        ("kast", layer(json!({ "kind": "kast" }))),
        ("superblock", layer(json!({ "kind": "superblock" }))),
        ("clash", clash),
        ("bplru", buffered("bplru")),
        ("lru", buffered("lru")),
        ("lbuffer", lbuffer),
        ("many blocks", many_blocks("fast")),
        ("many pages", many_blocks("page")),
    ]
}

fn shown(lane: &mut Lane) -> Value {
    let wanted = View { operations_max: 16, ..View::default() };
    serde_json::to_value(frame(lane, &mut Series::default(), &wanted, None, 0, None)).unwrap()
}

fn looks(frame: &Value) -> BTreeMap<u64, u64> {
    let list = |field: &str| -> Vec<u64> {
        frame["identities"][field].as_array().unwrap().iter().map(|value| value.as_u64().unwrap()).collect()
    };
    list("lbn").into_iter().zip(list("appearance")).collect()
}

/// Every logical block that anything in the frame is told of by page, found without asking the frame for it.
fn owners(frame: &Value, pages_per_block: u64) -> BTreeSet<u64> {
    fn seek(value: &Value, pages_per_block: u64, found: &mut BTreeSet<u64>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    match name.as_str() {
                        "all" | "map" | "density" => {}
                        "lbn" => found.extend(value.as_u64()),
                        "page_owner" => {
                            let owners = value.as_array().unwrap().iter().filter_map(Value::as_u64);
                            found.extend(owners.filter(|&lpn| lpn != 0xffff_ffff).map(|lpn| lpn / pages_per_block));
                        }
                        "queue" => found.extend(
                            value
                                .as_array()
                                .unwrap()
                                .iter()
                                .map(|page| page["lpn"].as_u64().unwrap() / pages_per_block),
                        ),
                        _ => seek(value, pages_per_block, found),
                    }
                }
            }
            Value::Array(values) => values.iter().for_each(|value| seek(value, pages_per_block, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    for part in ["layer", "merges", "decision"] {
        seek(&frame[part], pages_per_block, &mut found);
    }
    found
}

/// Moments of a run at random, in any order.
fn positions(seed: u64, end: u64) -> Vec<u64> {
    let mut rng = Rng::new(seed, Component::Workload);
    (0..40).map(|_| rng.below(end)).collect()
}

#[test]
fn owners_in_sight_never_share_a_look() {
    for (name, document) in documents() {
        let mut lane = lane(&document);
        let pages_per_block = u64::from(lane.machine().core.nand.geometry.pages_per_logical_block());
        lane.seek(3_000, &mut || false);
        let end = lane.position();
        let mut most = 0;
        for position in positions(1, end) {
            lane.seek(position, &mut || false);
            let frame = shown(&mut lane);
            let looks = looks(&frame);
            let in_sight = owners(&frame, pages_per_block);
            most = most.max(in_sight.len());
            let theirs: Vec<u64> = in_sight.iter().map(|lbn| looks[lbn]).collect();
            let different: BTreeSet<_> = theirs.iter().collect();
            assert!(theirs.iter().all(|&look| look < LOOKS as u64), "{name}");
            assert_eq!(different.len(), theirs.len().min(LOOKS), "{name} at operation {position}: {in_sight:?}");
        }
        assert!(most > 0 || name == "toy" || name == "many pages", "{name}: nobody was in sight");
    }
}

#[test]
fn looks_do_not_depend_on_the_way_to_a_moment() {
    for (name, document) in documents() {
        let mut there = lane(&document);
        let mut first = BTreeMap::new();
        while there.position() < 400 {
            first.insert(there.position(), looks(&shown(&mut there)));
            let before = there.position();
            there.step(Unit::Request, true, &mut || false);
            if there.position() == before {
                break;
            }
        }
        there.seek(1_500, &mut || false);
        for (&position, seen) in first.iter().rev().step_by(7) {
            there.seek(position, &mut || false);
            assert_eq!(&looks(&shown(&mut there)), seen, "{name} at operation {position}");
        }
    }
}

#[test]
fn lanes_with_the_same_requests_agree_on_looks() {
    let layers = ["page", "bast", "fast", "kast", "superblock", "dftl", "clash"];
    let with = |kind: &str| {
        json!({ "device": small_device(), "ftl": { "kind": kind }, "workload": single_writes(),
            "run": { "initial_state": "full_seq" } })
    };
    let mut lanes: Vec<Lane> = layers.iter().map(|kind| lane(&with(kind))).collect();
    for request in [0, 1, 3, 20, 7, 150, 60] {
        let all = lanes.iter_mut().map(|lane| {
            lane.seek_request(request, &mut || false);
            looks(&shown(lane))
        });
        let all: Vec<_> = all.collect();
        for (layer, theirs) in layers.iter().zip(&all) {
            assert_eq!(theirs, &all[0], "{layer} at request {request}");
        }
    }
}

#[test]
fn the_first_eight_that_are_touched_are_plain_hues() {
    let mut lane = lane(&documents()[2].1);
    let mut touched: Vec<u64> = Vec::new();
    while touched.len() < 8 {
        lane.step(Unit::Operation, true, &mut || false);
        let frame = shown(&mut lane);
        for operation in frame["operations"].as_array().unwrap() {
            if operation["kind"] == "host-write" {
                let lbn = operation["lpn"].as_u64().unwrap() / 8;
                if !touched.contains(&lbn) {
                    touched.push(lbn);
                }
            }
        }
        let looks = looks(&frame);
        for (rank, lbn) in touched.iter().enumerate().take(8) {
            assert_eq!(looks[lbn], rank as u64);
        }
    }
}

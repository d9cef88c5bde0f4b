//! What must hold of every translation layer alike: reports, checks, initial states, traces, going back.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::{experiment, report};
use crate::support::device::record;
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::base::state_hash::state_hash;
use sim_core::flash::operation::Kind;
use sim_core::ftl::{LAYERS, LayerEntry};
use sim_core::machine::EndKind;
use sim_core::replay::lane::Lane;
use sim_core::replay::places::Unit;
use std::collections::HashSet;
use std::path::Path;
use std::process::Command;

/// A small device with room for every layer: 32 logical blocks of 8 pages, as many again to spare.
fn small(kind: &str, more: Value) -> Value {
    let mut device = json!({ "blocks_per_plane": 64, "pages_per_block": 8, "over_provisioning": 1.0 });
    device.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    if needs_the_event_clock(kind) {
        let planes = json!({ "clock": "event", "channels": 2, "blocks_per_plane": 32 });
        device.as_object_mut().unwrap().extend(planes.as_object().unwrap().clone());
    }
    // RAM of its own that holds all of the device would keep everything from the flash.
    let ftl = match kind {
        "ttflash" => json!({ "kind": kind, "ram_bytes": 1 << 16 }),
        "pblk" => json!({ "kind": kind, "ring_entries": 16 }),
        "pblk-selective" => {
            json!({ "kind": kind, "ring_entries": 16, "cache_block_bytes": 64, "cache_bytes": 256 })
        }
        _ => json!({ "kind": kind }),
    };
    json!({
        "device": device,
        "ftl": ftl,
        "workload": { "kind": "hotcold", "request_pages": 3, "write_ratio": 0.8, "requests": 1500, "queue_depth": 4 },
    })
}

/// Layers about planes that work side by side.
fn needs_the_event_clock(kind: &str) -> bool {
    kind == "ttflash"
}

fn kinds() -> impl Iterator<Item = &'static str> {
    LAYERS.iter().map(|entry| entry.info.kind)
}

#[test]
fn every_layer_is_named_and_explained_once() {
    let mut kinds: Vec<&str> = kinds().collect();
    for LayerEntry { info, .. } in LAYERS {
        assert!(!info.title.is_empty() && info.help.ends_with('.') && !info.source.is_empty(), "{}", info.kind);
    }
    kinds.dedup();
    assert_eq!(kinds.len(), LAYERS.len());
}

#[test]
fn everything_adds_up_on_every_device_and_from_every_start() {
    let devices = [
        json!({}),
        json!({ "transfer_ns": 100_000, "command_ns": 7000, "controller_ns": 3000 }),
        json!({ "clock": "event", "transfer_ns": 100_000, "channels": 2, "blocks_per_plane": 32 }),
    ];
    for kind in kinds() {
        for device in &devices {
            for initial_state in ["clean", "full_seq", "full_rand", "dirty_alloc", "partial"] {
                let mut document = small(kind, device.clone());
                document["run"] = json!({ "initial_state": initial_state, "warmup_requests": 300 });
                let report = report(document);
                let what = format!("{kind}, {device}, {initial_state}");
                assert_eq!(report.end.as_ref().map(|end| end.kind), Some(EndKind::Done), "{what}: {:?}", report.end);
                let serial = device.get("clock").is_none() && !needs_the_event_clock(kind);
                assert_eq!(report.checks.len(), if serial { 5 } else { 4 }, "{what}");
                assert!(report.checks.iter().all(|check| check.holds), "{what}: {:?}", report.checks);
            }
        }
    }
}

#[test]
fn a_report_has_the_figures_that_apply_and_no_others() {
    for LayerEntry { info, traits, .. } in LAYERS {
        let report = serde_json::to_value(report(small(info.kind, json!({})))).unwrap();
        assert_eq!(report["merges"].is_object(), traits.merges(), "{}", info.kind);
        assert_eq!(report["gc"].is_object(), traits.collects(), "{}", info.kind);
        assert_eq!(report["mapping"]["lookups"].is_u64(), traits.caches_map(), "{}", info.kind);
        for (operations, causes) in report["causes"].as_object().unwrap() {
            let named: Vec<&str> = traits.purposes.iter().map(|&purpose| purpose.name()).collect();
            for cause in causes.as_object().unwrap().keys() {
                assert!(named.contains(&cause.as_str()), "{}: {operations} for {cause}", info.kind);
            }
        }
    }
}

/// What a choice of a log block, a merge or a victim leads to.
const BEGINNINGS: [Kind; 5] =
    [Kind::GcStart, Kind::ReclaimStart, Kind::SwitchMerge, Kind::PartialMerge, Kind::FullMerge];

#[test]
fn a_layer_that_merges_or_collects_says_why() {
    for LayerEntry { info, .. } in LAYERS.iter().filter(|entry| entry.traits.merges() || entry.traits.collects()) {
        let experiment = experiment(small(info.kind, json!({})));
        let source = source::of(&experiment, None).unwrap();
        let seen = record(&mut initial::machine(&experiment, source, true).unwrap());
        let begun = seen.operations.iter().filter(|operation| BEGINNINGS.contains(&operation.kind));
        let begun: HashSet<u64> = begun.map(|operation| operation.index).collect();
        let told = seen.decisions.iter().any(|decision| begun.contains(&decision.op));
        assert!(!begun.is_empty(), "{} neither merges nor collects, although its entry says so", info.kind);
        assert!(told, "{} says of no merge or collection why: `flash.decide` before it begins", info.kind);
    }
}

#[test]
fn any_way_to_a_position_leads_to_the_same_state() {
    for kind in kinds() {
        for clock in [json!({}), json!({ "clock": "event", "channels": 2, "blocks_per_plane": 32 })] {
            let experiment = experiment(small(kind, clock));
            let source = source::of(&experiment, None).unwrap();
            let mut lane = Lane::new(initial::machine(&experiment, source, true).unwrap());
            let mut never = || false;
            let mut hashes = Vec::new();
            lane.seek(900, &mut never);
            for _ in 0..120 {
                lane.step(Unit::Operation, true, &mut never);
                hashes.push((lane.position(), state_hash(lane.machine())));
            }
            for &(position, hash) in hashes.iter().rev().step_by(7).chain(hashes.iter().step_by(11)) {
                lane.seek(position, &mut never);
                assert_eq!(state_hash(lane.machine()), hash, "{kind} at {position}");
            }
        }
    }
}

fn flashlab(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_flashlab")).args(arguments).arg("--json").output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_command_line_runs_each_on_the_default_device_and_on_the_traces_that_come_along() {
    let traces = Path::new(env!("CARGO_MANIFEST_DIR")).join("../traces");
    for kind in kinds() {
        let set = format!("ftl.kind={kind}");
        let preset = if needs_the_event_clock(kind) { "ttflash-small" } else { "micron-lb" };
        let preset = format!("device.preset={preset}");
        let run = ["run", "--set", &set, "--set", &preset];
        let synthetic = flashlab(&[&run[..], &["--set", "workload.requests=20000"]].concat());
        assert_eq!(synthetic["end"]["kind"], "done", "{kind}: {}", synthetic["end"]);
        for name in ["sqlite-ext4.csv.gz", "file-churn.spc.gz", "oltp-ordered.csv.gz", "oltp-journal.csv.gz"] {
            let trace = traces.join(name);
            let report = flashlab(&[&run[..], &["--trace", trace.to_str().unwrap()]].concat());
            assert_eq!(report["end"]["kind"], "done", "{kind} on {name}: {}", report["end"]);
            assert!(report["host_written_pages"].as_u64().unwrap() > 1000, "{kind} on {name}");
        }
    }
}

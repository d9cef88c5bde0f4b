//! Devices that change in mid-run (`run.changes`): what changes does so exactly at its request, everything else stays, and
//! every position is reached from whichever side.

#![allow(clippy::unwrap_used)] // a test may stop at once

use serde_json::{Value, json};
use sim_core::buffer::BUFFERS;
use sim_core::engine::initial;
use sim_core::engine::lane::{Lane, Unit};
use sim_core::engine::machine::Machine;
use sim_core::engine::observer::Blind;
use sim_core::error::Error;
use sim_core::experiment::document::Experiment;
use sim_core::ftl::LAYERS;
use sim_core::state_hash::state_hash;
use sim_core::workload::source::Source;

type Set = Vec<(String, Value)>;

fn set(fields: &[(&str, Value)]) -> Set {
    fields.iter().map(|(path, value)| (path.to_string(), value.clone())).collect()
}

fn changes(list: &[(u64, Value)]) -> (String, Value) {
    let list: Vec<Value> = list.iter().map(|(request, set)| json!({ "request": request, "set": set })).collect();
    ("run.changes".into(), json!(list))
}

fn with(fields: &Set, more: (String, Value)) -> Set {
    fields.iter().cloned().chain([more]).collect()
}

fn machine_of(fields: &Set) -> Result<Machine, Error> {
    let experiment = Experiment::new(&json!({}), fields)?;
    let source = Source::of(&experiment, None)?;
    initial::machine(&experiment, source, true)
}

fn machine(fields: &Set) -> Machine {
    machine_of(fields).unwrap_or_else(|error| panic!("{error}"))
}

/// A small device with this layer and buffer, that collects and evicts within a few hundred requests.
fn small(ftl: &str, buffer: &str, clock: &str) -> Set {
    let stripes = ftl == "ttflash";
    let host = ftl.starts_with("pblk");
    let mut fields = set(&[
        ("device.page_bytes", json!(2048)),
        ("device.channels", json!(if stripes { 4 } else { 2 })),
        ("device.blocks_per_plane", json!(if host { 24 } else { 20 })),
        ("device.pages_per_block", json!(8)),
        ("device.over_provisioning", json!(1.2)),
        ("device.transfer_ns", json!(20_000)),
        ("device.command_ns", json!(300)),
        ("device.clock", json!(if stripes { "event" } else { clock })),
        ("ftl.kind", json!(ftl)),
        ("buffer.kind", json!(buffer)),
        ("workload.kind", json!("hotcold")),
        ("workload.requests", json!(600)),
        ("workload.write_ratio", json!(0.8)),
        ("workload.request_pages", json!(2)),
        ("workload.inter_arrival_ms.mean", json!(0.9)),
    ]);
    if !["none", "clash"].contains(&buffer) {
        fields.extend(set(&[("buffer.bytes", json!(32_768))]));
    }
    if buffer == "clash" || ftl == "clash" {
        let section = if buffer == "clash" { "buffer" } else { "ftl" };
        fields.push((format!("{section}.p_pages"), json!(12)));
        fields.push((format!("{section}.b_blocks"), json!(2)));
    }
    if ftl == "ttflash" {
        fields.extend(set(&[
            ("ftl.ram_bytes", json!(131_072)),
            ("device.chips_per_channel", json!(2)),
            ("device.blocks_per_plane", json!(10)),
        ]));
    }
    if ["page", "dftl", "cftl"].contains(&ftl) {
        fields.extend(set(&[("ftl.gc.low", json!(2)), ("ftl.gc.high", json!(3))]));
    }
    if host {
        fields.extend(set(&[("ftl.ring_entries", json!(64)), ("ftl.write_unit", json!(4))]));
    }
    fields
}

/// Layers that can stand below this buffer.
fn is_possible(fields: &Set) -> bool {
    machine_of(fields).is_ok()
}

/// The hash whenever a request is about to begin; none at the place `number` before request `number`.
fn hashes(mut machine: Machine) -> Vec<u64> {
    let mut hashes = Vec::new();
    loop {
        if machine.begins_request() && machine.requests_begun as usize == hashes.len() {
            machine.completions.clear();
            hashes.push(state_hash(&machine));
        }
        if !machine.step(&mut Blind).unwrap() {
            machine.completions.clear();
            hashes.push(state_hash(&machine));
            machine.check().unwrap();
            return hashes;
        }
    }
}

#[test]
fn a_change_of_nothing_changes_nothing() {
    let mut tried = 0;
    for layer in LAYERS {
        for buffer in BUFFERS {
            for clock in ["serial", "event"] {
                let fields = small(layer.info.kind, buffer.info.kind, clock);
                if buffer.info.kind != "none" && !["page", "fast", "dftl"].contains(&layer.info.kind) {
                    continue;
                }
                assert!(is_possible(&fields), "{fields:?} {:?}", machine_of(&fields).err());
                let kinds =
                    json!({ "ftl.kind": layer.info.kind, "buffer.kind": buffer.info.kind, "device.read_ns": 130_900 });
                let changing = with(&fields, changes(&[(0, kinds.clone()), (100, kinds.clone()), (100, kinds)]));
                let (plain, changed) = (hashes(machine(&fields)), hashes(machine(&changing)));
                assert!(plain.len() > 600, "{fields:?}");
                assert_eq!(plain, changed, "{} {} {clock}", layer.info.kind, buffer.info.kind);
                tried += 1;
            }
        }
    }
    assert!(tried > 60, "{tried}");
}

//! Small devices of every sort that change in mid-run.

#![allow(clippy::unwrap_used)]
#![allow(dead_code)]

use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::base::error::Error;
use sim_core::base::state_hash::state_hash;
use sim_core::experiment::document::Experiment;
use sim_core::flash::observer::NoObserver;
use sim_core::machine::Machine;

/// Fields: dotted path, value.
pub type Set = Vec<(String, Value)>;

/// These fields.
pub fn set(fields: &[(&str, Value)]) -> Set {
    fields.iter().map(|(path, value)| (path.to_string(), value.clone())).collect()
}

/// `run.changes`: from each request on, these values.
pub fn changes(list: &[(u64, Value)]) -> (String, Value) {
    let list: Vec<Value> = list.iter().map(|(request, set)| json!({ "request": request, "set": set })).collect();
    ("run.changes".into(), json!(list))
}

/// `fields`, and one more.
pub fn with(fields: &Set, more: (String, Value)) -> Set {
    fields.iter().cloned().chain([more]).collect()
}

/// The watched machine of `fields`.
pub fn machine_of(fields: &Set) -> Result<Machine, Error> {
    let experiment = Experiment::new(&json!({}), fields)?;
    let source = source::of(&experiment, None)?;
    initial::machine(&experiment, source, true)
}

/// The same, which can be built.
pub fn machine(fields: &Set) -> Machine {
    machine_of(fields).unwrap()
}

/// A small device with this layer and buffer, that collects and evicts within a few hundred requests.
pub fn small(ftl: &str, buffer: &str, clock: &str) -> Set {
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
        fields.extend(set(&[("ftl.gc.low", json!(2)), ("ftl.gc.high", json!(5))]));
    }
    if ftl == "pblk-selective" {
        fields.extend(set(&[("ftl.cache_block_bytes", json!(64)), ("ftl.cache_bytes", json!(256))]));
    }
    if host {
        fields.extend(set(&[("ftl.ring_entries", json!(64)), ("ftl.write_unit", json!(4))]));
    }
    fields
}

/// The hash whenever a request is about to begin; none at the place `number` before request `number`.
pub fn hashes(mut machine: Machine) -> Vec<u64> {
    let mut hashes = Vec::new();
    loop {
        if machine.begins_request() && machine.requests_begun as usize == hashes.len() {
            machine.completions.clear();
            hashes.push(state_hash(&machine));
        }
        if !machine.step(&mut NoObserver).unwrap() {
            machine.completions.clear();
            hashes.push(state_hash(&machine));
            machine.check().unwrap();
            return hashes;
        }
    }
}

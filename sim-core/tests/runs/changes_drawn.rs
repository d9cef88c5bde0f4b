//! Changes drawn at random, on small devices with any layer and buffer: whatever changes when, the host reads the newest
//! version of each page, everything that must hold does, also across a power cut, a lane stands where a lone run does, and the
//! report and the log tell all of it.

#![allow(clippy::unwrap_used)] // a test may stop at once

use crate::support::common::cases;
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::base::error::Error;
use sim_core::base::rng::{Component, Rng};
use sim_core::base::state_hash::state_hash;
use sim_core::buffer::BUFFERS;
use sim_core::experiment::catalogue;
use sim_core::experiment::changes::can_change;
use sim_core::experiment::device;
use sim_core::experiment::document::Experiment;
use sim_core::flash::observer::NoObserver;
use sim_core::ftl::LAYERS;
use sim_core::log::Format;
use sim_core::log::run::LogRun;
use sim_core::machine::{EndKind, Machine};
use sim_core::metrics::run::Run;
use sim_core::parameters::parameter::{Kind, Parameter};
use sim_core::replay::lane::Lane;
use sim_core::workload::GENERATORS;

const REQUESTS: u64 = 260;

fn pick<'a, T>(rng: &mut Rng, list: &'a [T]) -> &'a T {
    &list[rng.below(list.len() as u64) as usize]
}

/// A value that is not far from usual ones.
fn value(parameter: &Parameter, rng: &mut Rng) -> Value {
    match parameter.kind {
        Kind::Integer { min, max, nullable } => match rng.below(8) {
            0 if nullable => Value::Null,
            _ if parameter.name.ends_with("_ns") => json!(rng.below(2_000_000).min(max)),
            _ if parameter.name == "bytes" => json!(rng.below(24) * 2048),
            _ => json!((min + rng.below(30)).min(max)),
        },
        Kind::Number { min, max } => json!(min + rng.unit() * (max.min(4.0) - min)),
        Kind::Boolean => json!(rng.below(2) == 0),
        Kind::Choice(words) => json!(pick(rng, words)),
        Kind::Text => Value::Null,
        Kind::Formula(known) => json!(pick(rng, known.examples).formula),
    }
}

fn buffer(kind: &str) -> Vec<(String, Value)> {
    let mut set = vec![("buffer.kind".to_string(), json!(kind))];
    match kind {
        "none" => {}
        "clash" => set.extend([("buffer.p_pages".into(), json!(10)), ("buffer.b_blocks".into(), json!(2))]),
        _ => set.push(("buffer.bytes".into(), json!(32_768))),
    }
    set
}

/// Something to change about a device of this layer and buffer.
fn drawn(layer: &str, buffer_kind: &str, rng: &mut Rng) -> Vec<(String, Value)> {
    let section =
        *pick(rng, &["device", "ftl", "ftl", "ftl", "buffer", "buffer", "workload", "requests", "sent", "buffer.kind"]);
    let (section, kind, parameters) = match section {
        "device" => (section, "", device::PARAMETERS.iter().collect()),
        "ftl" => (section, layer, catalogue::parameters(section, layer)),
        "buffer" => (section, buffer_kind, catalogue::parameters(section, buffer_kind)),
        "workload" => (section, "hotcold", catalogue::parameters(section, "hotcold")),
        "requests" => return vec![("workload.requests".into(), json!(1 + rng.below(400)))],
        "sent" => {
            let depth = if rng.below(3) == 0 { Value::Null } else { json!(1 + rng.below(9)) };
            let generator = pick(rng, GENERATORS).info.kind;
            // Its background comes faster than so small a device serves it, and then the queue grows without end.
            let generator = if generator == "fg-bg" { "uniform" } else { generator };
            return vec![("workload.queue_depth".into(), depth), ("workload.kind".into(), json!(generator))];
        }
        _ => return buffer(pick(rng, BUFFERS).info.kind),
    };
    let can: Vec<&Parameter> =
        parameters.into_iter().filter(|parameter| can_change(section, kind, parameter)).collect();
    if can.is_empty() {
        return Vec::new();
    }
    let parameter = *pick(rng, &can);
    vec![(format!("{section}.{}", parameter.name), value(parameter, rng))]
}

fn fields(layer: &str, clock: &str, rng: &mut Rng) -> Vec<(String, Value)> {
    let set = [
        ("device.channels", json!(if layer == "ttflash" { 4 } else { 1 + rng.below(3) })),
        ("device.blocks_per_plane", json!(if layer.starts_with("pblk") { 30 } else { 18 })),
        ("device.pages_per_block", json!(8)),
        ("device.over_provisioning", json!(1.2)),
        ("device.transfer_ns", json!(20_000)),
        ("device.clock", json!(if layer == "ttflash" { "event" } else { clock })),
        ("ftl.kind", json!(layer)),
        ("workload.kind", json!("hotcold")),
        ("workload.requests", json!(REQUESTS)),
        ("workload.write_ratio", json!(0.7)),
        ("workload.request_pages", json!(2)),
        ("workload.inter_arrival_ms.mean", json!(0.1 + rng.unit())),
        ("run.seed", json!(rng.below(1000))),
        ("run.initial_state", json!(if rng.below(2) == 0 { "clean" } else { "full_seq" })),
    ];
    let own = match layer {
        "page" | "dftl" | "cftl" => vec![("ftl.gc.low", json!(2)), ("ftl.gc.high", json!(4))],
        "clash" => vec![("ftl.p_pages", json!(12)), ("ftl.b_blocks", json!(2))],
        "ttflash" => vec![("ftl.ram_bytes", json!(131_072)), ("device.chips_per_channel", json!(2))],
        "pblk" => vec![("ftl.ring_entries", json!(16))],
        "pblk-selective" => {
            vec![("ftl.ring_entries", json!(16)), ("ftl.cache_block_bytes", json!(64)), ("ftl.cache_bytes", json!(256))]
        }
        _ => Vec::new(),
    };
    set.into_iter().chain(own).map(|(path, value)| (path.to_string(), value)).collect()
}

fn machine(fields: &[(String, Value)]) -> Result<Machine, Error> {
    let experiment = Experiment::new(&json!({}), fields)?;
    let source = source::of(&experiment, None)?;
    initial::machine(&experiment, source, true)
}

fn with(fields: &[(String, Value)], changes: &[Value]) -> Vec<(String, Value)> {
    fields.iter().cloned().chain([("run.changes".to_string(), json!(changes))]).collect()
}

/// Runs to the end, checking all the way; the hash before each request.
fn hashes(mut machine: Machine, about: &[(String, Value)]) -> (Machine, Vec<u64>) {
    let mut hashes = Vec::new();
    loop {
        if machine.begins_request() && machine.requests_begun as usize == hashes.len() {
            machine.completions.clear();
            hashes.push(state_hash(&machine));
            let checked = machine.check();
            assert!(checked.is_ok(), "before request {}: {checked:?}: {about:?}", hashes.len() - 1);
        }
        if !machine.step(&mut NoObserver).unwrap() {
            return (machine, hashes);
        }
    }
}

fn try_one(seed: u64) {
    let mut rng = Rng::new(seed, Component::Policy);
    let layer = pick(&mut rng, LAYERS).info;
    let clock = *pick(&mut rng, &["serial", "event"]);
    let mut fields = fields(layer.kind, clock, &mut rng);
    let mut buffer_kind = pick(&mut rng, BUFFERS).info.kind.to_string();
    let with_buffer: Vec<_> = fields.iter().cloned().chain(buffer(&buffer_kind)).collect();
    match machine(&with_buffer) {
        Ok(_) => fields = with_buffer,
        Err(_) => buffer_kind = "none".into(),
    }
    let (mut changes, mut at) = (Vec::new(), 0);
    let mut buffered = buffer_kind != "none";
    for _ in 0..12 {
        // Often several at once.
        at += *pick(&mut rng, &[0, 0, 1, 7, 30, 60, 90]);
        let set = drawn(layer.kind, &buffer_kind, &mut rng);
        let entry = json!({ "request": at, "set": serde_json::Map::from_iter(set.iter().cloned()) });
        let more: Vec<Value> = changes.iter().cloned().chain([entry]).collect();
        if machine(&with(&fields, &more)).is_ok() {
            changes = more;
            if let Some((_, kind)) = set.iter().find(|(path, _)| path == "buffer.kind") {
                buffer_kind = kind.as_str().unwrap().into();
                buffered |= buffer_kind != "none";
            }
        }
    }
    let cut = rng.below(3) == 0;
    if cut {
        let more = [("run.power_cut", json!(rng.below(900))), ("run.continue_after_power_cut", json!(true))];
        let cut = fields.iter().cloned().chain(more.map(|(path, value)| (path.into(), value))).collect::<Vec<_>>();
        // Not every layer starts up again however it is set.
        if machine(&with(&cut, &changes)).is_ok() {
            fields = cut;
        }
    }
    let fields = with(&fields, &changes);
    let first = machine(&fields).unwrap();
    let told = first.requests();
    let (ended, alone) = hashes(first, &fields);
    let end = ended.end.clone().unwrap();
    let is_whole = end.kind == EndKind::Done && ended.power_loss.is_none();
    assert!(!is_whole || ended.requests_begun == told, "{told} requests: {fields:?}");
    reported_and_logged(&fields, &ended, is_whole);
    assert!(end.kind != EndKind::Rule, "{}: {fields:?}", end.text);
    let checked = ended.check();
    assert!(checked.is_ok(), "at the end: {checked:?}: {fields:?}");
    if let Some(loss) = ended.power_loss {
        let keeps_nothing = !buffered && !ended.ftl.traits().caches_pages && !layer.kind.starts_with("pblk");
        assert!(!keeps_nothing || loss.lost_pages == 0, "{loss:?}: {fields:?}");
    }
    let mut lane = Lane::new(machine(&fields).unwrap());
    for _ in 0..6 {
        let request = rng.below(alone.len() as u64);
        lane.seek_request(request, &mut || false);
        assert_eq!(lane.machine().requests_begun, request, "{fields:?}");
        assert_eq!(state_hash(lane.machine()), alone[request as usize], "before {request}: {fields:?}");
    }
}

/// The report and the log of the same run, of which `ended` is the end.
fn reported_and_logged(fields: &[(String, Value)], ended: &Machine, is_whole: bool) {
    let experiment = Experiment::new(&json!({}), fields).unwrap();
    let mut run = Run::new(&experiment, None).unwrap();
    run.finish();
    assert_eq!(run.machine().core.counters, ended.core.counters, "{fields:?}");
    let checks = run.report().checks;
    assert!(checks.len() >= if is_whole { 3 } else { 0 }, "{checks:?}: {fields:?}");
    assert!(checks.iter().all(|check| check.holds), "{checks:?}: {fields:?}");
    let mut log = LogRun::new(&experiment, None, Format::Csv, 0..u64::MAX).unwrap();
    while log.go_on(1000) {}
    let text = String::from_utf8(log.take()).unwrap();
    assert_eq!(text.lines().count() as u64, ended.core.operations + 1, "{fields:?}");
    for line in text.lines().skip(1).filter(|_| is_whole) {
        let cells: Vec<&str> = line.split(',').collect();
        let is_open = cells[1].starts_with("host-") && cells[7].is_empty();
        assert!(!is_open, "no end of {line}: {fields:?}");
    }
}

proptest! {
    #![proptest_config(cases(80))]

    #[test]
    fn whatever_changes_the_newest_versions_are_read_and_everything_holds(seed in any::<u64>()) {
        try_one(seed);
    }
}

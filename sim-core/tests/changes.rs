//! Devices that change in mid-run (`run.changes`): what changes does so exactly at its request, everything else stays, and
//! every position is reached from whichever side.

#![allow(clippy::unwrap_used)] // a test may stop at once

use serde_json::{Value, json};
use sim_core::buffer::BUFFERS;
use sim_core::engine::initial;
use sim_core::engine::lane::{Lane, Unit};
use sim_core::engine::machine::{EndKind, Machine};
use sim_core::engine::observer::Blind;
use sim_core::engine::request::HostOp;
use sim_core::error::Error;
use sim_core::experiment::changes::can_change;
use sim_core::experiment::document::Experiment;
use sim_core::experiment::parameter::{Kind, Parameter};
use sim_core::experiment::{catalogue, device, standins};
use sim_core::ftl::LAYERS;
use sim_core::metrics::run::{self, Run};
use sim_core::rng::{Component, Rng};
use sim_core::state_hash::state_hash;
use sim_core::trace::record::Record;
use sim_core::trace::replay::SharedRecords;
use sim_core::workload::GENERATORS;
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
    machine_of(fields).unwrap()
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

fn lane(fields: &Set) -> Lane {
    Lane::new(machine(fields))
}

fn never() -> impl FnMut() -> bool {
    || false
}

/// Runs that change, in all the ways there are.
fn changing_runs() -> Vec<Set> {
    let page = |clock: &str| small("page", "none", clock);
    let mut runs = Vec::new();
    for clock in ["serial", "event"] {
        let policy = changes(&[
            (120, json!({ "ftl.gc.policy": "fifo", "ftl.gc.high": 4, "device.program_ns": 900_000 })),
            (260, json!({ "ftl.gc.policy": "cat", "ftl.gc.separate_frontier": true, "ftl.wear_leveling.kind": "ban" })),
            (380, json!({ "ftl.gc.separate_frontier": false, "ftl.wear_leveling": { "kind": "none" } })),
        ]);
        runs.push(with(&page(clock), policy));
        let workload = changes(&[
            (120, json!({ "workload.kind": "ext4", "workload.journal_pages": 40, "workload.transaction_pages": 4 })),
            (260, json!({ "workload.kind": "fg-bg" })),
            (300, json!({ "workload.kind": "zipf", "workload.queue_depth": 4, "workload.request_pages": 3 })),
            (350, json!({ "workload.queue_depth": 2 })),
            (380, json!({ "workload.queue_depth": null, "workload.requests": 500 })),
        ]);
        runs.push(with(&page(clock), workload));
        let buffer = changes(&[
            (120, json!({ "buffer.kind": "lru", "buffer.bytes": 16_384 })),
            (200, json!({ "buffer.kind": "capbacked", "buffer.bytes": 16_384 })),
            (260, json!({ "buffer.kind": "clash", "buffer.p_pages": 8, "buffer.b_blocks": 1 })),
            (320, json!({ "buffer.kind": "none" })),
        ]);
        runs.push(with(&small("fast", "none", clock), buffer.clone()));
        runs.push(with(&page(clock), buffer));
    }
    runs
}

#[test]
fn any_order_of_seeks_reaches_the_same_states_across_changes() {
    for fields in changing_runs() {
        let mut forward = lane(&fields);
        let mut hashes = vec![state_hash(forward.machine())];
        while hashes.len() < 4000 {
            forward.step(Unit::Operation, true, &mut never());
            if forward.position() as usize != hashes.len() {
                break;
            }
            hashes.push(state_hash(forward.machine()));
        }
        let made = forward.machine().changes_made();
        assert!(made > 1, "{made} changes in {} operations: {fields:?}", hashes.len());
        let mut lane = lane(&fields);
        let mut rng = Rng::new(5, Component::Policy);
        for _ in 0..150 {
            let target = rng.below(hashes.len() as u64);
            lane.seek(target, &mut never());
            assert_eq!(lane.position(), target);
            assert_eq!(state_hash(lane.machine()), hashes[target as usize], "at {target} of {fields:?}");
            lane.step(Unit::Operation, false, &mut never());
            let before = target.saturating_sub(1);
            assert_eq!(state_hash(lane.machine()), hashes[before as usize], "at {before} of {fields:?}");
        }
    }
}

#[test]
fn a_lane_stands_before_each_request_as_a_lone_run_does_watched_or_not() {
    for fields in changing_runs() {
        let alone = hashes(machine(&fields));
        let mut lane = lane(&fields);
        for request in [0, 119, 120, 121, 259, 260, 300, 320, 379, 381, 450] {
            lane.seek_request(request, &mut never());
            assert_eq!(lane.machine().requests_begun, request);
            assert_eq!(state_hash(lane.machine()), alone[request as usize], "at {request} of {fields:?}");
        }
        lane.seek_request(119, &mut never());
        assert_eq!(state_hash(lane.machine()), alone[119]);
        let experiment = Experiment::new(&json!({}), &fields).unwrap();
        let unwatched = run::report(&experiment, None).unwrap();
        let mut watched = machine(&fields);
        while watched.step(&mut Blind).unwrap() {}
        assert_eq!(watched.end.as_ref().unwrap().kind, EndKind::Done, "{:?}", watched.end);
        assert_eq!(unwatched.nand_programs, watched.core.counters.nand_programs());
        assert_eq!(watched.changes_made(), experiment.changes.len());
        assert!(unwatched.checks.iter().all(|check| check.holds), "{:?}", unwatched.checks);
        assert_eq!(unwatched.requests, watched.requests(), "{fields:?}");
    }
}

#[test]
fn nothing_changes_before_its_request_and_something_from_then_on() {
    let cases = [
        ("page", "none", json!({ "ftl.gc.policy": "fifo" })),
        ("page", "none", json!({ "ftl.gc.high": 4 })),
        ("page", "none", json!({ "device.erase_ns": 9_000_000 })),
        ("page", "none", json!({ "device.endurance": 12 })),
        ("page", "none", json!({ "ftl.wear_leveling.kind": "none" })),
        ("page", "none", json!({ "workload.write_ratio": 0.3 })),
        ("page", "none", json!({ "workload.queue_depth": 3 })),
        ("page", "none", json!({ "buffer.kind": "fab", "buffer.bytes": 32_768 })),
        ("fast", "none", json!({ "ftl.wear_leveling.kind": "ban", "ftl.wear_leveling.interval": 3 })),
    ];
    for (ftl, buffer, set) in cases {
        for clock in ["serial", "event"] {
            let fields = small(ftl, buffer, clock);
            let (plain, changed) =
                (hashes(machine(&fields)), hashes(machine(&with(&fields, changes(&[(250, set.clone())])))));
            assert_eq!(plain[..=250], changed[..=250], "{set} {clock}");
            assert_ne!(plain[251], changed[251], "{set} {clock}");
        }
    }
}

#[test]
fn changing_back_before_the_request_is_begun_is_as_if_nothing_had_been() {
    for clock in ["serial", "event"] {
        let fields = small("page", "none", clock);
        let there_and_back = changes(&[
            (
                200,
                json!({ "ftl.gc.policy": "fifo", "ftl.gc.low": 1, "device.read_ns": 7, "ftl.gc.separate_frontier": true }),
            ),
            (
                200,
                json!({ "ftl.gc.policy": "greedy", "ftl.gc.low": 2, "device.read_ns": 130_900, "ftl.gc.separate_frontier": false }),
            ),
        ]);
        assert_eq!(hashes(machine(&fields)), hashes(machine(&with(&fields, there_and_back))));
    }
}

/// A generator as the workload, small enough for any device here.
fn with_workload(mut fields: Set, kind: &str) -> Set {
    fields.retain(|(path, _)| !path.starts_with("workload."));
    fields.extend(set(&[("workload.kind", json!(kind)), ("device.blocks_per_plane", json!(200))]));
    let known = catalogue::parameters("workload", kind);
    let small = [
        ("requests", json!(400)),
        ("request_pages", json!(2)),
        ("journal_pages", json!(160)),
        ("transaction_pages", json!(4)),
        ("inter_arrival_ms.mean", json!(0.9)),
        ("write_ratio", json!(0.8)),
    ];
    for (name, value) in small {
        if known.iter().any(|parameter| parameter.name == name) {
            fields.push((format!("workload.{name}"), value));
        }
    }
    fields
}

/// Other values than `now` that a parameter accepts.
fn other_values(parameter: &Parameter, now: &Value) -> Vec<Value> {
    let number = now.as_f64().unwrap_or(2.0);
    let mut values: Vec<Value> = match parameter.kind {
        Kind::Integer { min, max, nullable } => {
            let near = [number as u64 + 1, (number as u64).saturating_sub(1), 2 * number as u64, 3, 60, 700, min, max];
            near.iter().map(|value| json!(value)).chain(nullable.then_some(Value::Null)).collect()
        }
        Kind::Number { min, max } => vec![json!((number + max.min(2.0 * number + 1.0)) / 2.0), json!(min), json!(max)],
        Kind::Boolean => vec![json!(true), json!(false)],
        Kind::Choice(words) => words.iter().map(|word| json!(word)).collect(),
        Kind::Text => vec![json!("1:65 2:35"), json!("other"), Value::Null],
    };
    values.retain(|value| parameter.accept(value).is_some_and(|value| value != *now));
    values
}

/// What becomes of a run in which one parameter changes.
#[derive(Debug, PartialEq)]
enum Outcome {
    /// It is refused with its name.
    Refused,
    /// The run is another one from then on.
    Changes,
    /// It is taken, and is not to be seen.
    Unseen,
}

const AT: usize = 90;

fn outcome(fields: &Set, path: &str, value: &Value, plain: &[u64]) -> Outcome {
    let with_change = with(fields, changes(&[(AT as u64, json!({ path: value }))]));
    let mut machine = match machine_of(&with_change) {
        Ok(machine) => machine,
        Err(error) => {
            let text = error.to_string();
            assert!(text.starts_with("run.changes[0].set"), "{path} {value}: {text}");
            return Outcome::Refused;
        }
    };
    let mut seen = false;
    while machine.requests_begun < 2 * AT as u64 {
        if !machine.step(&mut Blind).unwrap() {
            break;
        }
        machine.completions.clear();
        let at = machine.requests_begun as usize;
        if machine.begins_request() && at < plain.len() {
            let differs = state_hash(&machine) != plain[at];
            assert!(at > AT || !differs, "{path} {value} is in force too early");
            seen |= differs;
        }
    }
    let end = machine.end.as_ref();
    assert!(end.is_none_or(|end| end.kind != EndKind::Rule), "{path} {value}: {end:?} {fields:?}");
    let checked = machine.check();
    assert!(checked.is_ok(), "{path} {value}: {checked:?} {fields:?}");
    if seen || end.is_some() { Outcome::Changes } else { Outcome::Unseen }
}

/// What must be set for a parameter to mean anything.
fn switch_of(path: &str) -> Set {
    let policy = |word: &str| set(&[("ftl.gc.policy", json!(word))]);
    let leveling = |word: &str| set(&[("ftl.wear_leveling.kind", json!(word))]);
    match path {
        "ftl.gc.d" | "ftl.gc.replacement" => policy("d-choices"),
        "ftl.gc.window" => policy("windowed"),
        "ftl.wear_leveling.delta" => leveling("static"),
        "ftl.wear_leveling.set_shift" | "ftl.wear_leveling.threshold" => leveling("swl-bet"),
        "ftl.wear_leveling.interval" => leveling("ban"),
        "ftl.split_window" => set(&[("ftl.split", json!("dynamic"))]),
        "buffer.split_window" => set(&[("buffer.split", json!("dynamic"))]),
        "ftl.gc_soft" => set(&[("ftl.gc_profile", json!("authors"))]),
        "buffer.lambda" => set(&[("buffer.plug", json!("fixed"))]),
        "ftl.journal_hint" | "ftl.journal_bonus" => set(&[
            ("workload.kind", json!("ext4")),
            ("workload.journal_pages", json!(40)),
            ("workload.transaction_pages", json!(4)),
        ]),
        _ => Set::new(),
    }
}

/// Tries every parameter of a section; those that never showed.
fn try_all(section: &str, kind: &str, parameters: &[&'static Parameter], fields: &Set) -> Vec<String> {
    let experiment = Experiment::new(&json!({}), fields).unwrap();
    let plain = hashes(machine(fields));
    let settings = match section {
        "device" => &experiment.device,
        "buffer" => &experiment.buffer,
        "ftl" => &experiment.ftl,
        "workload" => &experiment.workload,
        _ => &experiment.run,
    };
    let mut unseen = Vec::new();
    for parameter in parameters {
        let path = format!("{section}.{}", parameter.name);
        let now = &settings.0[parameter.name];
        let switch = switch_of(&path);
        let mut fields = fields.clone();
        if switch.iter().any(|(path, _)| path == "workload.kind") {
            fields.retain(|(path, _)| !path.starts_with("workload."));
        }
        fields.extend(switch.iter().cloned());
        let switched = (!switch.is_empty()).then(|| hashes(machine(&fields)));
        let plain = switched.as_ref().unwrap_or(&plain);
        let outcomes: Vec<Outcome> =
            other_values(parameter, now).iter().map(|value| outcome(&fields, &path, value, plain)).collect();
        assert!(!outcomes.is_empty(), "{path} has one value alone");
        if !can_change(section, kind, parameter) {
            assert!(outcomes.iter().all(|outcome| *outcome == Outcome::Refused), "{kind} {path}: {outcomes:?}");
            let with_change = with(&fields, changes(&[(7, json!({ path.clone(): other_values(parameter, now)[0] }))]));
            let error = Experiment::new(&json!({}), &with_change).unwrap_err().to_string();
            assert!(error.starts_with(&format!("run.changes[0].set.{path}: ")), "{error}");
            continue;
        }
        assert!(outcomes.iter().any(|outcome| *outcome != Outcome::Refused), "{kind} {path}: never possible");
        if !outcomes.contains(&Outcome::Changes) {
            unseen.push(format!("{kind} {path}"));
        }
    }
    unseen
}

#[test]
fn every_parameter_changes_or_is_refused_by_name() {
    let mut unseen = Vec::new();
    for clock in ["serial", "event"] {
        let page = || small("page", "none", clock);
        unseen.extend(try_all("device", clock, &device::PARAMETERS.iter().collect::<Vec<_>>(), &page()));
        unseen.extend(try_all("run", clock, &parameters_of_run(), &page()));
        for layer in LAYERS {
            let kind = layer.info.kind;
            unseen.extend(try_all("ftl", kind, &catalogue::parameters("ftl", kind), &small(kind, "none", clock)));
        }
        for buffer in BUFFERS {
            let kind = buffer.info.kind;
            unseen.extend(try_all("buffer", kind, &catalogue::parameters("buffer", kind), &small("fast", kind, clock)));
        }
        for generator in GENERATORS {
            let kind = generator.info.kind;
            let mut parameters = catalogue::parameters("workload", kind);
            // Stand-ins need a larger device: below.
            parameters.retain(|parameter| parameter.name != "standin");
            unseen.extend(try_all("workload", kind, &parameters, &with_workload(page(), kind)));
        }
    }
    // On the serial clock nothing overtakes and no plane is idle; without a buffer it has no size.
    let means_nothing =
        ["serial device.read_priority", "page ftl.gc.idle_below", "dftl ftl.gc.idle_below", "cftl ftl.gc.idle_below"];
    unseen.retain(|path| path != "none buffer.bytes");
    assert_eq!(unseen, means_nothing);
}

fn parameters_of_run() -> Vec<&'static Parameter> {
    sim_core::experiment::run::PARAMETERS.iter().collect()
}

#[test]
fn a_stand_in_sets_up_its_generator_anew() {
    let fields = set(&[
        ("device.preset", json!("nctu")),
        ("device.logical_bytes", json!(1u64 << 30)),
        ("workload.kind", json!("mix")),
        ("workload.write_ratio", json!(0.5)),
        ("workload.requests", json!(300)),
    ]);
    let changing = with(&fields, changes(&[(100, json!({ "workload.standin": "tpcc" }))]));
    let experiment = Experiment::new(&json!({}), &changing).unwrap();
    let after = experiment.changed(1).unwrap();
    let standin = standins::STANDINS.iter().find(|standin| standin.name == "tpcc").unwrap();
    let value = |path: &str| standin.values.iter().find(|(known, _)| *known == path).map(|(_, text)| text.to_string());
    assert_eq!(value("workload.write_ratio"), Some(after.workload.0["write_ratio"].to_string()));
    assert_eq!(after.workload.integer("requests"), 300, "the run's own");
    assert_eq!(run::report(&experiment, None).unwrap().requests, 300);
}

fn refusal(list: Value) -> String {
    let fields = with(&small("page", "none", "serial"), ("run.changes".into(), list));
    Experiment::new(&json!({}), &fields).unwrap_err().to_string()
}

#[test]
fn a_list_of_changes_is_refused_at_its_place() {
    let one = |set: Value| refusal(json!([{ "request": 5, "set": set }]));
    assert_eq!(
        one(json!({ "ftl.gc.policy": "best" })),
        "run.changes[0].set.ftl.gc.policy: \"best\" is not one of greedy, fifo, random, d-choices, windowed, cost-benefit, cat"
    );
    assert_eq!(
        one(json!({ "ftl": { "gc": { "lwo": 1 } } })),
        "run.changes[0].set.ftl.gc.lwo: no such field; did you mean ftl.gc.low?"
    );
    assert_eq!(
        one(json!({ "device.clock": "event" })),
        "run.changes[0].set.device.clock: \"event\" is not \"serial\", as before: it is built into the device that holds data; \
         a lane from the start can have it"
    );
    assert!(
        one(json!({ "ftl.kind": "fast" }))
            .starts_with("run.changes[0].set.ftl.kind: \"fast\" is not \"page\", as before")
    );
    assert!(
        one(json!({ "run.seed": 2 })).starts_with("run.changes[0].set.run.seed: 2 is not 1, as before: it belongs to")
    );
    assert!(
        one(json!({ "device.logical_bytes": 1 << 20 })).starts_with("run.changes[0].set.device.logical_bytes: 1048576")
    );
    assert_eq!(
        refusal(json!([{ "request": 5, "set": {} }, { "request": 4, "set": {} }])),
        "run.changes[1].request: 4 is not a whole number from 5 to 1125899906842624"
    );
    assert_eq!(
        refusal(json!([{ "request": (1u64 << 50) + 1, "set": {} }])),
        "run.changes[0].request: 1125899906842625 is not a whole number from 0 to 1125899906842624"
    );
    assert_eq!(refusal(json!([{ "request": 1, "sets": {} }])), "run.changes[0].sets: no such field");
    assert_eq!(
        refusal(json!([{ "request": 1 }])),
        "run.changes[0].set: null is not an object of dotted paths and values"
    );
    assert!(refusal(json!(5)).starts_with("run.changes: 5 is not a list of at most 16 objects"));
    let many: Vec<Value> = (0..17).map(|request| json!({ "request": request, "set": {} })).collect();
    assert!(refusal(json!(many)).contains("is not a list of at most 16 objects"));
}

#[test]
fn a_document_with_changes_reads_back_and_one_without_is_as_ever() {
    let fields = small("page", "none", "serial");
    let plain = Experiment::new(&json!({}), &fields).unwrap();
    assert!(plain.to_document()["run"].get("changes").is_none());
    let nested =
        changes(&[(3, json!({ "ftl": { "gc": { "policy": "fifo" } } })), (9, json!({ "buffer.kind": "fab" }))]);
    let changing = Experiment::new(&json!({}), &with(&fields, nested)).unwrap();
    let document = changing.to_document();
    assert_eq!(document["run"]["changes"][0], json!({ "request": 3, "set": { "ftl.gc.policy": "fifo" } }));
    assert_eq!(Experiment::new(&document, &[]), Ok(changing.clone()));
    assert_eq!(changing.changed(0), Ok(plain));
    let after = changing.changed(2).unwrap();
    assert_eq!((after.ftl.word("gc.policy"), after.buffer_kind.as_str()), ("fifo", "fab"));
    assert!(after.buffer.integer("bytes") > 0, "the preset's");
}

#[test]
fn what_a_device_cannot_be_built_with_is_refused_before_the_run() {
    let refused = |fields: &Set, set: Value| machine_of(&with(fields, changes(&[(9, set)]))).unwrap_err().to_string();
    let page = small("page", "none", "serial");
    let text = refused(&page, json!({ "ftl.gc.high": 1000 }));
    assert!(text.starts_with("run.changes[0].set.device.over_provisioning: "), "{text}");
    let text = refused(&page, json!({ "workload.request_pages": 1000 }));
    assert!(text.starts_with("run.changes[0].set.workload.request_pages: 1000 is not at most"), "{text}");
    let text = refused(&page, json!({ "workload.kind": "trace", "workload.file": "a.spc" }));
    assert_eq!(text, "run.changes[0].set: the trace a.spc is not loaded");
    let text = refused(&small("ttflash", "none", "event"), json!({ "ftl.series": "base" }));
    assert!(text.starts_with("run.changes[0].set: the device would keep other pages of its own"), "{text}");
    let text = refused(&small("pblk-selective", "none", "serial"), json!({ "ftl.policy": "opt" }));
    assert!(text.starts_with("run.changes[0].set.ftl.policy: \"opt\" is not another one"), "{text}");
    let text = refused(&small("clash", "none", "serial"), json!({ "buffer.kind": "lru" }));
    assert!(text.starts_with("run.changes[0].set.buffer.kind: lru is not none"), "{text}");
}

#[test]
fn requests_count_the_whole_run_and_a_trace_is_replayed_from_its_beginning() {
    let page = || small("page", "none", "event");
    let requests = |set: Value| {
        let mut machine = machine(&with(&page(), changes(&[(100, set)])));
        let told = machine.requests();
        while machine.step(&mut Blind).unwrap() {}
        assert_eq!(told, machine.requests_begun, "told from the beginning");
        told
    };
    assert_eq!(requests(json!({ "workload.write_ratio": 0.1 })), 600);
    assert_eq!(requests(json!({ "workload.requests": 800 })), 800);
    assert_eq!(requests(json!({ "workload.requests": 50 })), 100, "so many were begun already");
    assert_eq!(requests(json!({ "workload.kind": "zipf" })), 600, "a generator's number stays");
    assert_eq!(requests(json!({ "workload.kind": "zipf", "workload.requests": 120 })), 120);
    // At the very end of the run, more.
    let more = with(&page(), changes(&[(600, json!({ "workload.requests": 700 }))]));
    assert_eq!(machine(&more).requests(), 700);
    let mut lane = lane(&more);
    for request in [600, 699, 601, 600, 12] {
        lane.seek_request(request, &mut never());
        assert_eq!(lane.machine().requests_begun, request);
        assert_eq!(lane.machine().changes_made() as u64, u64::from(request > 600));
    }
    let writes: Vec<Record> =
        (0..30).map(|at| Record::pack(at * 1000, HostOp::Write, at * 8, 8).unwrap().next().unwrap()).collect();
    let records: SharedRecords = writes.into();
    let to_trace = changes(&[
        (100, json!({ "workload.kind": "trace", "workload.file": "a.spc", "workload.address": "fold" })),
        (115, json!({ "workload.time_scale": 3 })),
    ]);
    let experiment = Experiment::new(&json!({}), &with(&page(), to_trace)).unwrap();
    assert_eq!(experiment.replaying().unwrap().unwrap().workload.word("file"), "a.spc");
    let mut run = Run::new(&experiment, Some(&records)).unwrap();
    assert_eq!(run.progress().1, 145, "15 of the trace, then all of it again");
    run.finish();
    assert_eq!(run.report().requests, 145);
    let other = changes(&[
        (10, json!({ "workload.kind": "trace", "workload.file": "a.spc" })),
        (20, json!({ "workload.kind": "zipf" })),
        (30, json!({ "workload.kind": "trace", "workload.file": "b.spc" })),
    ]);
    let error = Experiment::new(&json!({}), &with(&page(), other)).unwrap_err().to_string();
    assert!(error.starts_with("run.changes[2].set: "), "{error}");
}

#[test]
fn the_schema_tells_what_can_change() {
    let schema = catalogue::to_json();
    let of = |list: &Value, name: &str| {
        list.as_array().unwrap().iter().find(|parameter| parameter["name"] == name).unwrap()["changes"].clone()
    };
    assert_eq!(of(&schema["device"], "read_ns"), true);
    assert_eq!(of(&schema["device"], "channels"), false);
    assert_eq!(of(&schema["run"], "seed"), false);
    let kind = |section: &str, kind: &str| {
        schema[section].as_array().unwrap().iter().find(|one| one["kind"] == kind).unwrap()["parameters"].clone()
    };
    assert_eq!(of(&kind("ftl", "dftl"), "gc.policy"), true);
    assert_eq!(of(&kind("ftl", "dftl"), "cmt_bytes"), false);
    assert_eq!(of(&kind("workload", "trace"), "file"), false);
    assert_eq!(of(&kind("workload", "trace"), "time_scale"), true);
    assert_eq!(schema["changes"], json!({ "most": 16, "request_max": 1u64 << 50, "kinds": ["buffer", "workload"] }));
}

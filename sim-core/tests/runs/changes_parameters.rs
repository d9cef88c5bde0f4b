//! Every parameter there is, changed in mid-run: it takes effect from its request on, or is refused by its name.

#![allow(clippy::unwrap_used)] // a test may stop at once

use crate::support::changing::{Set, changes, hashes, machine, machine_of, set, small, with};
use serde_json::{Value, json};
use sim_core::base::state_hash::state_hash;
use sim_core::buffer::BUFFERS;
use sim_core::experiment::changes::can_change;
use sim_core::experiment::document::Experiment;
use sim_core::experiment::{catalogue, device};
use sim_core::flash::observer::NoObserver;
use sim_core::ftl::LAYERS;
use sim_core::machine::EndKind;
use sim_core::metrics::run;
use sim_core::parameters::parameter::{Kind, Parameter};
use sim_core::workload::GENERATORS;
use sim_core::workload::trace_substitutes;

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
        Kind::Formula(known) => known.examples.iter().map(|example| json!(example.formula)).collect(),
    };
    values.retain(|value| parameter.accept(value).is_some_and(|value| value != *now));
    if parameter.name == "writes_before" {
        values.retain(|value| value.as_u64() < Some(1000)); // they are drawn before the run begins, up to a thousand million of them
    }
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
        if !machine.step(&mut NoObserver).unwrap() {
            break;
        }
        machine.completions.clear();
        let at = machine.requests_begun as usize;
        // The state has all that came before in it: up to the change, the last is enough, and after it, the first that differs.
        if at >= AT && !seen && machine.begins_request() && at < plain.len() {
            let differs = state_hash(&machine) != plain[at];
            assert!(at > AT || !differs, "{path} {value} is in force too early");
            seen = differs;
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
        "ftl.gc.formula" | "ftl.gc.k" => policy("formula"),
        "ftl.wear_leveling.delta" => leveling("static"),
        "ftl.wear_leveling.set_shift" | "ftl.wear_leveling.threshold" => leveling("swl-bet"),
        "ftl.wear_leveling.interval" => leveling("ban"),
        "ftl.split_window" => set(&[("ftl.split", json!("dynamic"))]),
        "buffer.split_window" => set(&[("buffer.split", json!("dynamic"))]),
        "ftl.gc_soft" => set(&[("ftl.gc_profile", json!("authors"))]),
        "workload.read_rate" | "workload.writes_before" => set(&[("workload.queue_depth", Value::Null)]),
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
        let now = settings.0.get(parameter.name).unwrap_or(&Value::Null);
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
    let standin = trace_substitutes::SUBSTITUTES.iter().find(|standin| standin.name == "tpcc").unwrap();
    let value = |path: &str| standin.values.iter().find(|(known, _)| *known == path).map(|(_, text)| text.to_string());
    assert_eq!(value("workload.write_ratio"), Some(after.workload.0["write_ratio"].to_string()));
    assert_eq!(after.workload.integer("requests"), 300, "the run's own");
    assert_eq!(run::report(&experiment, None).unwrap().requests, 300);
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

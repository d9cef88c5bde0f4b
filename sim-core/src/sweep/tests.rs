//! Sweeps as documents, and the parts of one.

use super::document::{CORE_VERSION, Sweep};
use super::json::{head, line, plan, text};
use super::merge::merge;
use super::part::Part;
use super::point::{Outcome, Point};
use super::shard::Shard;
use super::trace::Trace;
use crate::experiment::catalogue;
use crate::trace::sidecar::Journal;
use proptest::prelude::{Just, Strategy, any, prop, prop_assert_eq, proptest};
use serde_json::{Value, json};

const MOST: u64 = 10_000;

fn sweep(experiment: Value, axes: Value) -> Result<Sweep, String> {
    let document = json!({ "version": 1, "experiment": experiment, "axes": axes });
    Sweep::new(&document, None, MOST).map_err(|error| error.to_string())
}

fn refusal(axes: Value) -> String {
    sweep(json!({}), axes).unwrap_err()
}

fn seeds(count: u64) -> Value {
    json!({ "path": "run.seed", "values": (0..count).collect::<Vec<_>>() })
}

fn done(sweep: &Sweep, indices: impl Iterator<Item = u64>) -> Vec<Point> {
    let outcome = |index: u64| match index % 4 {
        3 => Outcome::Refused(format!("{index} is \"refused\"")),
        _ => Outcome::from_text(&json!({ "requests": index, "mean": 0.1 + index as f64 / 3.0 }).to_string()).unwrap(),
    };
    indices.filter(|&index| index < sweep.count()).map(|index| Point { index, outcome: outcome(index) }).collect()
}

#[test]
fn the_last_axis_runs_fastest() {
    let policies =
        json!({ "policies": [{ "title": "A", "set": {} }, { "title": "B", "set": { "ftl.gc.policy": "fifo" } }] });
    let sweep = sweep(json!({}), json!([policies, { "path": "workload.write_ratio", "values": [0.5, 1.0] }])).unwrap();
    let settings: Vec<Value> = (0..sweep.count()).map(|index| sweep.settings(index).into()).collect();
    let expected = |policy: &str, ratio: Value| json!({ "policy": policy, "workload.write_ratio": ratio });
    assert_eq!(
        settings,
        [expected("A", json!(0.5)), expected("A", json!(1)), expected("B", json!(0.5)), expected("B", json!(1))]
    );
    assert_eq!(sweep.document(1), json!({ "version": 1, "workload": { "write_ratio": 1 } }));
    let gc = json!({ "version": 1, "workload": { "write_ratio": 0.5 }, "ftl": { "gc": { "policy": "fifo" } } });
    assert_eq!(sweep.document(2), gc);
    assert_eq!(json!(plan(&sweep))["points"][2]["document"], gc);
}

#[test]
fn another_kind_takes_the_place_of_all_that_was_said_about_its_section() {
    let experiment = json!({
        "ftl": { "kind": "clash", "p_pages": 64 }, "buffer": { "kind": "cflru", "bytes": 65_536, "window": 0.5 },
    });
    let kinds = json!({ "path": "ftl.kind", "values": ["clash", "page"] });
    let low = json!({ "path": "ftl.gc.low", "values": [4] });
    let policy =
        json!({ "policies": [{ "title": "FAB", "set": { "buffer.kind": "fab" } }, { "title": "none", "set": {} }] });
    let sweep = sweep(experiment, json!([low, kinds, policy])).unwrap();
    let buffer = json!({ "kind": "cflru", "bytes": 65_536, "window": 0.5 });
    let point = |index| sweep.document(index);
    assert_eq!(point(0)["ftl"], json!({ "kind": "clash", "gc": { "low": 4 } }), "whichever axis comes first");
    assert_eq!((&point(0)["buffer"], &point(1)["buffer"]), (&json!({ "bytes": 65_536, "kind": "fab" }), &buffer));
    assert_eq!(point(2)["ftl"], json!({ "kind": "page", "gc": { "low": 4 } }));
    let has_bytes =
        |kind: &str| catalogue::parameters("buffer", kind).iter().any(|parameter| parameter.name == "bytes");
    assert!(catalogue::kinds("buffer").into_iter().all(has_bytes), "what stays is known to all");
}

#[test]
fn what_cannot_be_swept_is_named() {
    let values = |values: Value| refusal(json!([{ "path": "run.seed", "values": values }]));
    assert_eq!(refusal(json!([])), "axes: [] is not a list of at least one axis");
    assert_eq!(refusal(json!([{ "path": "run.seed" }])), "axes[0].values: is missing");
    assert_eq!(
        refusal(json!([{ "path": "run.seed", "valeus": [1] }])),
        "axes[0].valeus: no such field; did you mean axes[0].values?"
    );
    assert_eq!(values(json!([])), "axes[0].values: [] is not a list of at least one value");
    assert_eq!(values(json!([1, 2, 1.0])), "axes[0].values[2]: 1 is not a value that is not there already");
    assert_eq!(values(json!([[1]])), "axes[0].values[0]: [1] is not a number, a word, true, false or null");
    let of = |path: &str| refusal(json!([{ "path": path, "values": [1] }]));
    assert_eq!(of("run.sede"), "run.sede: no such field; did you mean run.seed?");
    assert_eq!(of("workload.file"), "workload.file: a sweep is of one trace; make one sweep for each of them");
    assert_eq!(refusal(json!([seeds(2), seeds(3)])), "axes[1]: there is an axis of run.seed already");
    let policy = json!({ "policies": [{ "title": "A", "set": { "run": { "seed": 1 } } }] });
    assert_eq!(
        refusal(json!([seeds(2), policy])),
        "axes[1]: run.seed is set by a policy and by an axis of its own; one of them would not count"
    );
    let policies = |policies: Value| refusal(json!([{ "policies": policies }]));
    assert_eq!(policies(json!([{ "title": " ", "set": {} }])), "axes[0].policies[0].title: \" \" is not a text");
    let twice = json!([{ "title": "A", "set": {} }, { "title": "A", "set": {} }]);
    assert_eq!(policies(twice), "axes[0].policies[1].title: \"A\" is not a title that is not there already");
    let nothing = |set: Value| policies(json!([{ "title": "A", "set": set }]));
    let sets_nothing = "{} is not a value, or an object with at least one";
    assert_eq!(nothing(json!({ "ftl": {} })), format!("axes[0].policies[0].set.ftl: {sets_nothing}"));
    let deeper = json!({ "run.seed": 1, "ftl": { "kind": "page", "gc": {} } });
    assert_eq!(nothing(deeper), format!("axes[0].policies[0].set.ftl.gc: {sets_nothing}"));
    let many = json!([seeds(101), { "path": "workload.requests", "values": (1..101).collect::<Vec<_>>() }]);
    assert_eq!(refusal(many), "axes: 101 × 100 points are too many; 10000 at most");
    let base = sweep(json!({ "ftl": { "gc": { "low": -1 } } }), json!([seeds(2)])).unwrap_err();
    assert_eq!(base, "ftl.gc.low: -1 is not a whole number from 1 to 1000000");
    let version = Sweep::new(&json!({ "version": 2, "experiment": {}, "axes": [seeds(1)] }), None, MOST).unwrap_err();
    assert_eq!(version.to_string(), "version: 2 is not 1, the version this build reads");
}

#[test]
fn a_sweep_is_known_by_what_decides_its_results() {
    let id = |experiment: Value, axes: Value| sweep(experiment, axes).unwrap().id;
    let one = id(json!({ "ftl": { "gc": { "low": 2, "high": 3 } }, "run": { "seed": 1 } }), json!([seeds(2)]));
    let same = json!({ "version": 1, "run": { "seed": 1.0 }, "ftl.gc.high": 3, "ftl": { "gc": { "low": 2 } } });
    assert_eq!(id(same, json!([{ "values": [0.0, 1], "path": "run.seed" }])), one);
    assert_eq!(one.len(), 64);
    assert_ne!(id(json!({ "ftl": { "gc": { "low": 2, "high": 4 } }, "run": { "seed": 1 } }), json!([seeds(2)])), one);
    assert_ne!(id(json!({}), json!([seeds(3)])), id(json!({}), json!([seeds(2)])));
    let stated = json!({ "device": { "pages_per_block": 64 } });
    let presets = json!([{ "path": "device.preset", "values": ["micron-lb", "toy"] }]);
    assert_ne!(
        id(stated, presets.clone()),
        id(json!({}), presets),
        "a default that is stated stays with another preset"
    );
}

fn replaying(experiment: Value, trace: Option<&Trace>) -> Result<Sweep, String> {
    let document = json!({ "version": 1, "experiment": experiment, "axes": [seeds(2)] });
    Sweep::new(&document, trace, MOST).map_err(|error| error.to_string())
}

#[test]
fn a_trace_belongs_to_its_sweep_by_its_content() {
    let of = |trace: Option<&Trace>| replaying(json!({ "workload": { "kind": "trace", "file": "a.spc" } }), trace);
    let [ab, cd] = ["AB", "cd"].map(|digits| Trace::new(digits, None));
    let (one, other) = (of(Some(&ab)).unwrap(), of(Some(&cd)).unwrap());
    assert_eq!(one.trace.unwrap().sha256, "ab");
    assert_ne!(one.id, other.id);
    assert!(of(None).unwrap_err().starts_with("a.spc: the trace has not been read"));
    assert_eq!(replaying(json!({}), Some(&ab)), replaying(json!({}), None));
}

#[test]
fn a_journal_belongs_to_its_sweep() {
    let of = |journal: Option<Journal>| {
        let experiment = json!({ "workload": { "kind": "trace", "file": "a.spc" } });
        replaying(experiment, Some(&Trace::new("ab", journal))).unwrap()
    };
    let journal = |bytes| Some(Journal { first_byte: 4096, bytes });
    let (without, one, other) = (of(None), of(journal(512)), of(journal(1024)));
    assert!(without.id != one.id && one.id != other.id && one.id == of(journal(512)).id);
    assert_eq!(head(&one, None)["trace_journal"], json!({ "first_byte": 4096, "bytes": 512 }));
    assert_eq!(head(&without, None)["trace_journal"], Value::Null);
    let part = |name: &str, sweep: &Sweep| Part::from_text(name, &text(sweep, None, &[]), MOST);
    assert_eq!(part("a", &one).unwrap().sweep, one);
    let error = |name: &str| merge(vec![part("a", &one).unwrap(), part(name, &without).unwrap()]).unwrap_err();
    assert_eq!(
        error("b").to_string(),
        "b: it is of another sweep than a: trace_journal is null, expected {\"first_byte\":4096,\"bytes\":512}"
    );
    let wrong = text(&one, None, &[]).replace("\"bytes\":512", "\"bytes\":-1");
    let error = Part::from_text("c", &wrong, MOST).unwrap_err();
    assert_eq!(error.to_string(), "c: sweep.trace_journal.bytes: -1 is not a whole number from 0");
}

#[test]
fn a_trace_from_a_change_on_belongs_to_its_sweep() {
    let change = json!({ "request": 5, "set": { "workload.kind": "trace", "workload.file": "a.spc" } });
    let of = |trace: Option<&Trace>| {
        replaying(json!({ "workload": { "requests": 9 }, "run": { "changes": [change] } }), trace)
    };
    assert!(of(None).unwrap_err().starts_with("a.spc: the trace has not been read"));
    let [one, other] = ["ab", "cd"].map(|digits| of(Some(&Trace::new(digits, None))).unwrap());
    assert_eq!(one.trace, Some(Trace::new("ab", None)));
    assert_ne!(one.id, other.id);
}

#[test]
fn parts_that_do_not_go_together_are_named() {
    let sweep = sweep(json!({}), json!([seeds(6)])).unwrap();
    let shard = |number: u64| {
        let shard = Shard::new(number, 3).unwrap();
        (format!("{number}.json"), text(&sweep, Some(shard), &done(&sweep, shard.points(6))))
    };
    let merged = |files: &[(String, String)]| {
        let parts = files.iter().map(|(name, text)| Part::from_text(name, text, MOST));
        let merged = parts.collect::<Result<Vec<_>, _>>().and_then(merge);
        merged.map(|(sweep, points)| text(&sweep, None, &points)).map_err(|error| error.to_string())
    };
    let error = |files: &[(String, String)]| merged(files).unwrap_err();
    let changed = |of: (String, String), from: &str, to: &str| {
        assert!(of.1.contains(from), "{from} in {}", of.1);
        ("changed".to_owned(), of.1.replacen(from, to, 1))
    };
    assert_eq!(merged(&[shard(3), shard(1), shard(2)]), Ok(text(&sweep, None, &done(&sweep, 0..6))));
    assert_eq!(error(&[shard(1), shard(3)]), "1.json, 3.json: point 1 and 1 more are not there; expected in shard 2/3");
    assert_eq!(error(&[shard(1), shard(1)]), "1.json: point 0 stands in 1.json already, expected in one of them");
    let elsewhere = changed(shard(1), "\"shard\":[1,3]", "\"shard\":[2,3]");
    assert_eq!(error(&[elsewhere]), "changed: point 0 is not of shard 2/3, expected in 1/3");
    let other = self::sweep(json!({ "ftl": { "gc": { "low": 2 } } }), json!([seeds(6)])).unwrap();
    assert_eq!(
        error(&[shard(1), ("b".into(), text(&other, None, &[]))]),
        "b: it is of another sweep than 1.json: ftl.gc.low is 2, expected not stated"
    );
    let fewer = self::sweep(json!({}), json!([seeds(1)])).unwrap();
    assert_eq!(
        error(&[shard(1), ("b".into(), text(&fewer, None, &[]))]),
        "b: it is of another sweep than 1.json: axes[0] is {\"path\":\"run.seed\",\"values\":[0]}, \
         expected {\"path\":\"run.seed\",\"values\":[0,1,2,3,4,5]}"
    );
    let version = format!("\"core_version\":\"{CORE_VERSION}\"");
    assert_eq!(
        error(&[changed(shard(1), &version, "\"core_version\":\"0.0.1\"")]),
        format!("changed: its results are of version 0.0.1 of the simulator, expected {CORE_VERSION}, which this is")
    );
    let id = &sweep.id;
    assert_eq!(
        error(&[changed(shard(1), &id[..8], "00000000")]),
        format!("changed: its sweep has the id \"00000000{}\", expected \"{id}\": it was changed", &id[8..])
    );
    assert_eq!(
        error(&[changed(shard(1), "\"run.seed\":3", "\"run.seed\":4")]),
        "changed: point 3 has the settings {\"run.seed\":4}, expected {\"run.seed\":3}"
    );
    assert_eq!(
        error(&[changed(shard(1), "\"index\":3", "\"index\":9")]),
        "changed: a point has the index 9, expected from 0 to 5"
    );
    assert_eq!(
        error(&[changed(shard(1), "\"report\":null", "\"report\":{}")]),
        "changed: point 3: expected is a report, or a reason why it was refused"
    );
    let again = |why: &str| {
        let (name, text) = shard(1);
        let point = text.lines().find(|line| line.contains("\"index\":3")).unwrap().trim_start();
        let other = Point { index: 3, outcome: Outcome::Refused(why.into()) };
        let twice = format!("{},\n{point}\n", line(&sweep, &other));
        (name, text.replacen(point, &twice, 1))
    };
    let why = match &done(&sweep, 3..4)[0].outcome {
        Outcome::Refused(why) => why.clone(),
        Outcome::Report(report) => panic!("{report}"),
    };
    assert_eq!(merged(&[again(&why), shard(2), shard(3)]), merged(&[shard(1), shard(2), shard(3)]));
    assert_eq!(error(&[again("of age")]), "1.json: point 3 stands there twice with other results, expected once");
    let tampered = error(&[changed(shard(1), "3 is", "4 is")]);
    assert!(
        tampered.starts_with("changed: point 3 has the sha256 ") && tampered.ends_with(": it was changed"),
        "{tampered}"
    );
    let tampered = error(&[changed(shard(1), "\"requests\":0", "\"requests\":7")]);
    assert!(tampered.starts_with("changed: point 0 has the sha256 "), "{tampered}");
    let unsigned = error(&[changed(shard(1), "\"sha256\"", "\"sha\"")]);
    assert!(unsigned.starts_with("changed: point 0 has no sha256, expected "), "{unsigned}");
    let of_something_else = |text: &str| error(&[("x".into(), text.into())]);
    assert_eq!(of_something_else("no"), "x: not the results of a sweep: expected ident at line 1 column 2");
    assert_eq!(of_something_else("{}"), "x: not the results of a sweep: missing field `sweep` at line 1 column 2");
    // Whatever it repeats of the file, nobody is to read all of it.
    let long = "\\u001b[2J".repeat(10_000);
    let replaced = [
        (version.as_str(), format!("\"core_version\":\"{long}\"")),
        ("\"shard\":[1,3]", format!("\"shard\":\"{long}\"")),
        (id.as_str(), long.clone()),
        ("{\"run.seed\":3}", format!("{{\"run.seed\":\"{long}\"}}")),
        ("\"sha256\":\"", format!("\"sha256\":\"{long}")),
        ("\"index\":3", format!("\"index\":\"{long}\"")),
    ];
    for (from, to) in replaced {
        let told = error(&[changed(shard(1), from, &to)]);
        assert!(told.len() < 900 && !told.chars().any(char::is_control), "{from}: {told:?}");
    }
}

/// How points are spread over files: by index the file, in a random order, each a document or lines.
fn split() -> impl Strategy<Value = (u64, u64, Vec<usize>, Vec<bool>)> {
    (1u64..6, 1u64..6).prop_flat_map(|(seeds, ratios)| {
        let files = prop::collection::vec(0usize..4, (seeds * ratios) as usize);
        (Just(seeds), Just(ratios), files, prop::collection::vec(any::<bool>(), 4))
    })
}

proptest! {
    #[test]
    fn parts_in_any_split_and_order_are_the_whole((count, ratios, files, as_lines) in split(), turn in 0usize..4) {
        let ratio = json!({ "path": "workload.write_ratio", "values": (0..ratios).map(|n| n as f64 / 7.0).collect::<Vec<_>>() });
        let sweep = sweep(json!({}), json!([seeds(count), ratio])).unwrap();
        let whole = done(&sweep, 0..sweep.count());
        let file = |at: usize| {
            let own: Vec<Point> = whole.iter().filter(|point| files[point.index as usize] == at).rev().cloned().collect();
            match as_lines[at] {
                true => own.iter().fold(json!({ "sweep": head(&sweep, None) }).to_string() + "\n", |text, point| {
                    text + &line(&sweep, point) + "\n"
                }),
                false => text(&sweep, None, &own),
            }
        };
        let mut parts: Vec<Part> = (0..4).map(|at| Part::from_text("part", &file(at), MOST).unwrap()).collect();
        parts.rotate_left(turn);
        let (merged_sweep, merged) = merge(parts).unwrap();
        prop_assert_eq!(text(&merged_sweep, None, &merged), text(&sweep, None, &whole));
    }

    #[test]
    fn shards_are_the_whole(count in 1u64..60, of in 1u64..80) {
        let sweep = sweep(json!({}), json!([seeds(count)])).unwrap();
        let shards = (1..=of).rev().map(|number| Shard::new(number, of).unwrap());
        let part = |shard: Shard| Part::from_text("part", &text(&sweep, Some(shard), &done(&sweep, shard.points(count))), MOST);
        let (_, merged) = merge(shards.map(|shard| part(shard).unwrap()).collect()).unwrap();
        prop_assert_eq!(merged, done(&sweep, 0..count));
    }
}

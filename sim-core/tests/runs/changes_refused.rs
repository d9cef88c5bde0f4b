//! Documents with changes in mid-run: how they read back, and what is refused, at its place and before the run.

#![allow(clippy::unwrap_used)] // a test may stop at once

use crate::support::changing::{Set, changes, machine_of, small, with};
use serde_json::{Value, json};
use sim_core::experiment::document::Experiment;
use sim_core::ftl::gc::KINDS;

fn refusal(list: Value) -> String {
    let fields = with(&small("page", "none", "serial"), ("run.changes".into(), list));
    Experiment::new(&json!({}), &fields).unwrap_err().to_string()
}

#[test]
fn a_list_of_changes_is_refused_at_its_place() {
    let one = |set: Value| refusal(json!([{ "request": 5, "set": set }]));
    assert_eq!(
        one(json!({ "ftl.gc.policy": "best" })),
        format!("run.changes[0].set.ftl.gc.policy: \"best\" is not one of {}", KINDS.join(", "))
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

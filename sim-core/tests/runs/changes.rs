//! Devices that change in mid-run (`run.changes`): what changes does so exactly at its request, everything else stays, and
//! every position is reached from whichever side.

#![allow(clippy::unwrap_used)] // a test may stop at once

use crate::support::changing::{Set, changes, hashes, machine, small, with};
use serde_json::{Value, json};
use sim_core::base::request::HostOp;
use sim_core::base::rng::{Component, Rng};
use sim_core::base::state_hash::state_hash;
use sim_core::buffer::BUFFERS;
use sim_core::experiment::document::Experiment;
use sim_core::flash::observer::{NoObserver, Recorder};
use sim_core::flash::operation::{Kind, Operation};
use sim_core::ftl::LAYERS;
use sim_core::machine::EndKind;
use sim_core::metrics::run::{self, Run};
use sim_core::replay::lane::Lane;
use sim_core::replay::places::Unit;
use sim_core::trace::record::Record;
use sim_core::trace::replay::SharedRecords;

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
        while watched.step(&mut NoObserver).unwrap() {}
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
        ("page", "none", json!({ "device.erase_failures": 1 })),
        ("fast", "none", json!({ "device.erase_failures": 1 })),
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

/// As many blocks go bad as erases are asked to fail, and each layer goes on without them. C-lash cannot: each logical block has its
/// one place, and it has no spare blocks here.
#[test]
fn erases_fail_from_their_request_on_in_every_layer() {
    for layer in LAYERS {
        for clock in ["serial", "event"] {
            let fields = small(layer.info.kind, "none", clock);
            let failing = [(200, json!({ "device.erase_failures": 1 })), (300, json!({ "device.erase_failures": 2 }))];
            let mut recorder = Recorder::default();
            let mut device = machine(&with(&fields, changes(&failing)));
            while device.step(&mut recorder).unwrap() {
                device.check().unwrap();
            }
            let bad: Vec<&Operation> = recorder.operations.iter().filter(|one| one.kind == Kind::BlockBad).collect();
            let name = format!("{} {clock}: {:?}", layer.info.kind, device.end);
            let (end, blocks) = if layer.info.kind == "clash" { (EndKind::ReadOnly, 1) } else { (EndKind::Done, 2) };
            assert_eq!((bad.len(), device.core.nand.bad_blocks), (blocks, blocks as u32), "{name}");
            assert!(bad.iter().zip([200, 300]).all(|(bad, from)| bad.request >= from), "{name}");
            let block = bad[0].block.unwrap();
            assert_eq!(bad[0].trigger.unwrap().words(), format!("the erase of block {block} failed"), "{name}");
            let later = recorder.operations.iter().filter(|one| one.index > bad[0].index && one.kind == Kind::Erase);
            assert!(later.into_iter().all(|erase| erase.block != Some(block)), "{name}: erased again");
            assert_eq!(device.end.unwrap().kind, end, "{name}");
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

#[test]
fn requests_count_the_whole_run_and_a_trace_is_replayed_from_its_beginning() {
    let page = || small("page", "none", "event");
    let requests = |set: Value| {
        let mut machine = machine(&with(&page(), changes(&[(100, set)])));
        let told = machine.requests();
        while machine.step(&mut NoObserver).unwrap() {}
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
    let writes: Vec<Record> = (0..30).map(|at| Record::pack(at * 1000, HostOp::Write, at * 8, 8).unwrap()).collect();
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
fn of_two_changes_of_one_request_the_last_decides() {
    let set = |path: &str, value: Value| json!({ path: value });
    let more = || set("workload.requests", json!(800));
    let fewer = || set("workload.requests", json!(50));
    let slower = || set("device.read_ns", json!(7));
    for clock in ["serial", "event"] {
        let run = |list: &[(u64, Value)]| {
            let fields = with(&small("page", "none", clock), changes(list));
            (machine(&fields).requests(), hashes(machine(&fields)))
        };
        let once = run(&[(100, more())]);
        assert_eq!(run(&[(100, fewer()), (100, more())]), once, "{clock}");
        assert_eq!((once.0, once.1.len()), (800, 801));
        assert_eq!(run(&[(100, more()), (100, fewer())]), run(&[(100, fewer())]), "{clock}");
        let at_the_end = run(&[(600, slower()), (600, more())]);
        assert_eq!((at_the_end.0, at_the_end.1.len()), (800, 801), "{clock}");
        assert_eq!(at_the_end, run(&[(600, more()), (600, slower())]), "{clock}");
        assert_eq!(at_the_end, run(&[(600, slower()), (600, slower()), (600, fewer()), (600, more())]), "{clock}");
        assert_eq!(run(&[(600, more()), (600, fewer())]).0, 600, "{clock}");
        assert_eq!(run(&[(600, slower()), (601, more())]).0, 600, "{clock}");
    }
}

#[test]
fn what_a_change_leaves_valid_is_still_checked() {
    let statements = |buffer: &str, clock: &str, list: &[(u64, Value)]| {
        let fields = with(&small("page", buffer, clock), changes(list));
        let mut run = Run::new(&Experiment::new(&json!({}), &fields).unwrap(), None).unwrap();
        run.finish();
        let checks = run.report().checks;
        assert!(checks.iter().all(|check| check.holds), "{checks:?}");
        checks.iter().map(|check| check.statement.split(' ').next().unwrap()).collect::<Vec<_>>()
    };
    let all = ["host", "host", "programs", "erases", "service"];
    let but_time = ["host", "host", "programs", "erases"];
    let but_writes = ["host", "programs", "erases"];
    let policy =
        [(200, json!({ "ftl.gc.policy": "fifo", "ftl.gc.high": 4 })), (300, json!({ "workload.kind": "zipf" }))];
    assert_eq!(statements("none", "serial", &policy), all);
    assert_eq!(statements("lru", "serial", &policy), all);
    assert_eq!(statements("none", "event", &policy), but_time);
    let slower = [(200, json!({ "device.read_ns": 7 })), (201, json!({ "device.read_ns": 130_900 }))];
    assert_eq!(statements("none", "serial", &slower), but_time);
    assert_eq!(statements("none", "serial", &[(601, json!({ "device.read_ns": 7 }))]), all, "never made");
    for (kind, bytes) in [("lru", 8192), ("lru", 65_536), ("fab", 16_384), ("bplru", 32_768)] {
        let other = [(200, json!({ "buffer.kind": kind, "buffer.bytes": bytes }))];
        assert_eq!(statements("lru", "serial", &other), but_time, "{kind} {bytes}");
        assert_eq!(statements("none", "serial", &other), but_writes, "{kind} {bytes}");
    }
    assert_eq!(statements("lru", "event", &[(200, json!({ "buffer.kind": "none" }))]), but_writes);
}

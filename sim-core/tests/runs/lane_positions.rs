//! A position is reached exactly, from whichever side and in whatever steps.

#![allow(clippy::unwrap_used)] // a test may stop at once

use crate::support::changing::{changes, machine, small, with};
use crate::support::common::planes;
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::base::rng::{Component, Rng};
use sim_core::base::state_hash::state_hash;
use sim_core::experiment::document::Experiment;
use sim_core::flash::observables::Moment;
use sim_core::flash::operation::Kind;
use sim_core::machine::EndKind;
use sim_core::nand::BlockId;
use sim_core::replay::breakpoint::Breakpoint;
use sim_core::replay::lane::Lane;
use sim_core::replay::places::{SyncPoint, Unit};

fn lane(document: &Value) -> Lane {
    let experiment = Experiment::new(document, &[]).unwrap();
    let source = source::of(&experiment, None).unwrap();
    Lane::new(initial::machine(&experiment, source, true).unwrap())
}

fn breakpoints(one: Value) -> Vec<Breakpoint> {
    vec![Breakpoint::from_json(&one).unwrap()]
}

fn never() -> impl FnMut() -> bool {
    || false
}

/// The hash at every position of a run, gone through operation by operation.
fn hashes(document: &Value, positions: u64) -> Vec<u64> {
    let mut lane = lane(document);
    let mut hashes = vec![state_hash(lane.machine())];
    while (hashes.len() as u64) < positions {
        lane.step(Unit::Operation, true, &mut never());
        if lane.position() as usize != hashes.len() {
            break;
        }
        lane.machine().ftl.check(&lane.machine().core).unwrap();
        hashes.push(state_hash(lane.machine()));
    }
    hashes
}

fn documents() -> Vec<Value> {
    let toy = json!({ "device": { "preset": "toy" }, "workload": { "kind": "uniform", "requests": 300, "write_ratio": 0.9 } });
    let stripes = json!({
        "device": {
            "preset": "ttflash", "channels": 4, "chips_per_channel": 2, "blocks_per_plane": 10, "pages_per_block": 8,
            "over_provisioning": 0.5
        },
        "ftl": { "kind": "ttflash", "ram_bytes": 131_072, "kill_plane": 5, "kill_at": 300 },
        "workload": {
            "kind": "hotcold", "requests": 400, "write_ratio": 0.6, "request_pages": 3,
            "inter_arrival_ms": { "mean": 1.5 }
        }
    });
    // A workload with a large array of its own.
    let journal = json!({
        "device": { "blocks_per_plane": 40, "pages_per_block": 8, "over_provisioning": 0.5 },
        "workload": {
            "kind": "ext4", "requests": 600, "mode": "journal", "journal_pages": 60, "transaction_pages": 4, "queue_depth": 1
        }
    });
    vec![toy, planes("serial", 400), planes("event", 400), stripes, journal]
}

/// Wherever one goes to, the last operation is there to be told, and what led to it: the beginnings of requests too.
#[test]
fn the_last_operation_is_told_at_every_position_that_is_gone_to() {
    for document in documents() {
        let mut lane = lane(&document);
        lane.seek(900, &mut never());
        let last = lane.position();
        let begun: Vec<u64> = (0..90).filter_map(|request| lane.history.begun_at(request)).collect();
        for position in (1..=last).step_by(7).chain(begun) {
            // From far away: nothing is left of what was seen there.
            lane.seek(0, &mut never());
            lane.seek(position, &mut never());
            let told = lane.seen.causes().last().map(|operation| operation.index + 1);
            assert_eq!(told.unwrap_or(0), position, "{document}");
            let choice = lane.seen.choice().map(|decision| decision.op);
            let latest = lane.seen.decision.as_ref().map(|decision| decision.op);
            assert!(choice <= latest, "{document} at {position}");
        }
    }
}

#[test]
fn any_order_of_seeks_reaches_the_same_states() {
    for document in documents() {
        let hashes = hashes(&document, 1500);
        assert!(hashes.len() > 400, "too short a run to prove anything: {}", hashes.len());
        let mut lane = lane(&document);
        let mut rng = Rng::new(5, Component::Policy);
        for _ in 0..400 {
            let target = rng.below(hashes.len() as u64);
            lane.seek(target, &mut never());
            assert_eq!(lane.position(), target);
            assert_eq!(state_hash(lane.machine()), hashes[target as usize], "at {target} of {document}");
        }
    }
}

#[test]
fn n_steps_back_and_n_forward_return() {
    for document in documents() {
        let hashes = hashes(&document, 1500);
        let mut lane = lane(&document);
        let mut rng = Rng::new(6, Component::Policy);
        for _ in 0..20 {
            let steps = 1 + rng.below(30);
            let target = steps + rng.below(hashes.len() as u64 - steps);
            lane.seek(target, &mut never());
            for back in 1..=steps {
                lane.step(Unit::Operation, false, &mut never());
                assert_eq!(state_hash(lane.machine()), hashes[(target - back) as usize]);
            }
            for _ in 0..steps {
                lane.step(Unit::Operation, true, &mut never());
            }
            assert_eq!((lane.position(), state_hash(lane.machine())), (target, hashes[target as usize]));
        }
    }
}

#[test]
fn steps_by_request_and_by_collection_go_both_ways() {
    for document in documents() {
        let mut lane = lane(&document);
        for _ in 0..5 {
            lane.step(Unit::Moment(Moment::Gc), true, &mut never());
        }
        let fifth = (lane.position(), state_hash(lane.machine()));
        lane.step(Unit::Moment(Moment::Gc), true, &mut never());
        assert!(lane.position() > fifth.0);
        lane.step(Unit::Moment(Moment::Gc), false, &mut never());
        assert_eq!((lane.position(), state_hash(lane.machine())), fifth);
        lane.step(Unit::Request, true, &mut never());
        let next = (lane.position(), lane.machine().requests_begun);
        lane.step(Unit::Request, false, &mut never());
        assert_eq!(lane.machine().requests_begun + 1, next.1);
        lane.step(Unit::Request, true, &mut never());
        assert_eq!(lane.position(), next.0);
    }
}

/// A small device on which log blocks are chosen, with one layer or another.
fn merging(ftl: Value) -> Value {
    json!({
        "device": { "blocks_per_plane": 40, "pages_per_block": 8, "over_provisioning": 0.25 },
        "ftl": ftl,
        "workload": { "kind": "uniform", "requests": 120, "request_pages": 1, "write_ratio": 1, "queue_depth": 1 }
    })
}

#[test]
fn a_position_shows_the_decision_of_its_own_operation_over_the_next() {
    for ftl in [
        json!({ "kind": "bast", "log_blocks": 4 }),
        json!({ "kind": "fast", "log_blocks": 6 }),
        json!({ "kind": "page" }),
    ] {
        let mut lane = lane(&merging(ftl));
        let (mut decisions, mut announced) = (0, None);
        for position in 1..1500 {
            lane.step(Unit::Operation, true, &mut never());
            let told = lane.seen.choice().map(|decision| decision.op);
            // A device halted before an operation may have decided on it, and on nothing beyond.
            assert!(told.is_none_or(|op| op <= position), "at {position}");
            assert!(announced != Some(position - 1) || told == announced, "at {position}");
            decisions += u64::from(told == Some(position - 1));
            announced = lane.seen.decision.as_ref().map(|decision| decision.op);
        }
        assert!(decisions > 10, "too few decisions to prove anything: {decisions}");
    }
}

#[test]
fn steps_by_merge_stop_at_the_choice_of_the_log_block_with_its_reasons() {
    for (ftl, question) in [
        (json!({ "kind": "nftl" }), "Why this chain?"),
        (json!({ "kind": "bast", "log_blocks": 4 }), "Why this log block?"),
        (json!({ "kind": "sast" }), "Why this log block?"),
        (json!({ "kind": "fast", "log_blocks": 6 }), "Why this log block?"),
        (json!({ "kind": "kast" }), "Why this log block?"),
        (json!({ "kind": "last" }), "Why this log block?"),
    ] {
        let mut lane = lane(&merging(ftl.clone()));
        let (mut forward, mut choices) = (Vec::new(), 0);
        while forward.len() < 24 {
            lane.step(Unit::Moment(Moment::Merge), true, &mut never());
            let (operation, decision) = (lane.seen.last.unwrap(), lane.seen.choice().cloned());
            if operation.kind == Kind::ReclaimStart {
                let decision = decision.filter(|decision| decision.op == operation.index);
                assert_eq!(decision.map(|decision| decision.question).as_deref(), Some(question), "{ftl}");
                choices += 1;
            } else {
                assert!(operation.kind.is_merge(), "{ftl}: {:?}", operation.kind);
            }
            forward.push(lane.position());
        }
        assert!(choices > 1, "{ftl}: {choices} choices");
        for &position in forward.iter().rev().skip(1) {
            lane.step(Unit::Moment(Moment::Merge), false, &mut never());
            assert_eq!(lane.position(), position, "{ftl}");
        }
    }
}

/// The log blocks that the page is told, in their own row and lent to a group.
fn logs_told(lane: &Lane) -> [Vec<BlockId>; 2] {
    let machine = lane.machine();
    let picture = machine.ftl.picture(None, &machine.core.nand);
    let lent = picture.shared.into_iter().flat_map(|shared| shared.owners).flat_map(|owner| owner.lent);
    [picture.parked.iter().map(|parked| parked.block).collect(), lent.collect()]
}

#[test]
fn a_log_block_is_told_until_its_merge_begins() {
    for (ftl, groups) in [
        (json!({ "kind": "bast", "log_blocks": 4 }), false),
        (json!({ "kind": "sast", "log_blocks": 4, "group_blocks": 2 }), true),
        (json!({ "kind": "fast", "log_blocks": 4 }), false),
        (json!({ "kind": "kast", "log_blocks": 4, "sequential_blocks": 2 }), false),
        (json!({ "kind": "last", "log_blocks": 6, "sequential_bytes": 5000 }), false),
    ] {
        let (mut chosen, mut becomes_data) = (0, 0);
        for workload in [("uniform", 1), ("seq", 3)] {
            let mut document = merging(ftl.clone());
            document["workload"]["kind"] = json!(workload.0);
            document["workload"]["request_pages"] = json!(workload.1);
            let mut lane = lane(&document);
            let mut before = logs_told(&lane);
            while lane.step(Unit::Operation, true, &mut never()) && lane.position() < 3000 {
                let (now, last) = (logs_told(&lane), lane.seen.last.unwrap());
                let tells = |told: &[Vec<BlockId>; 2]| told.each_ref().map(|row| row.contains(&last.block.unwrap()));
                match last.kind {
                    Kind::ReclaimStart => {
                        assert_eq!(tells(&now), [true, groups], "{ftl}: {last:?}");
                        chosen += 1;
                    }
                    Kind::SwitchMerge | Kind::PartialMerge => {
                        assert_eq!((tells(&before), tells(&now)), ([true, groups], [false; 2]), "{ftl}: {last:?}");
                        becomes_data += 1;
                    }
                    _ => {}
                }
                if lane.machine().end.is_some() {
                    break;
                }
                before = now;
            }
        }
        assert!(chosen > 10 && becomes_data > 2, "{ftl}: {chosen} chosen, {becomes_data} become data blocks");
    }
}

#[test]
fn advancing_and_running_to_the_end_agree_with_stepping() {
    for document in documents() {
        let hashes = hashes(&document, u64::MAX);
        let mut lane = lane(&document);
        lane.advance(700, &mut never());
        let at = lane.position() as usize;
        assert!(at >= 700.min(hashes.len() - 1));
        assert_eq!(state_hash(lane.machine()), hashes[at]);
        lane.run(&mut never());
        assert_eq!(lane.position() as usize, hashes.len() - 1);
        assert_eq!(state_hash(lane.machine()), hashes[hashes.len() - 1]);
        lane.step(Unit::Operation, false, &mut never());
        assert_eq!(state_hash(lane.machine()), hashes[hashes.len() - 2]);
    }
}

#[test]
fn breakpoints_stop_right_after_what_they_wait_for() {
    let document = json!({ "device": { "preset": "toy" }, "workload": { "kind": "uniform", "write_ratio": 1 } });
    let mut lane = lane(&document);
    lane.set_breakpoints(breakpoints(json!({ "kind": "gc" })));
    lane.run(&mut never());
    let first = lane.position();
    assert_eq!(lane.history.moments(Moment::Gc)[0].operation + 1, first);
    assert!(lane.stopped_by.as_deref().is_some_and(|text| text.starts_with("GC of block")));
    lane.run(&mut never());
    assert_eq!(lane.history.moments(Moment::Gc)[1].operation + 1, lane.position());

    lane.set_breakpoints(breakpoints(json!({ "kind": "block-erases", "block": null, "count": 5 })));
    lane.run(&mut never());
    assert_eq!(lane.machine().core.nand.blocks.iter().map(|block| block.erase_count).max(), Some(5));

    lane.set_breakpoints(breakpoints(json!({ "kind": "write-amplification", "above": 1.5 })));
    lane.seek(0, &mut never());
    lane.run(&mut never());
    assert!(lane.machine().core.counters.write_amplification().unwrap() > 1.5);
}

/// How a run stands when a request is over.
struct After {
    operations: u64,
    response_ns: u64,
    write_amplification: f64,
    free_blocks: u32,
}

fn after_each(document: &Value, requests: u64) -> Vec<After> {
    let mut lane = lane(document);
    let mut after = |request| {
        lane.seek_request(request + 1, &mut never());
        let machine = lane.machine();
        After {
            operations: lane.position(),
            response_ns: lane.history.outcomes(request, request + 1)[0].ns().unwrap(),
            write_amplification: machine.core.counters.write_amplification().unwrap(),
            free_blocks: machine.ftl.free_blocks().now,
        }
    };
    (0..requests).map(&mut after).collect()
}

#[test]
fn a_bound_is_no_part_of_what_stops_a_run() {
    let document =
        json!({ "device": { "preset": "toy" }, "workload": { "kind": "uniform", "write_ratio": 1, "requests": 300 } });
    let after = after_each(&document, 300);
    let stops_at = |one: Value| {
        let mut lane = lane(&document);
        lane.set_breakpoints(breakpoints(one));
        lane.run(&mut never());
        lane.stopped_by.is_some().then(|| lane.position())
    };
    let slowest_ns = after.iter().map(|request| request.response_ns).max().unwrap();
    let first = after.iter().find(|request| request.response_ns == slowest_ns).map(|first| first.operations);
    for (above_ns, expected) in [(slowest_ns, None), (slowest_ns - 1, first)] {
        assert_eq!(stops_at(json!({ "kind": "response", "above_ns": above_ns })), expected, "above {above_ns} ns");
    }
    let amplifications = || after.iter().map(|request| request.write_amplification);
    let most = amplifications().fold(0.0, f64::max);
    let next_to_it = amplifications().filter(|&other| other < most).fold(0.0, f64::max);
    let first = after.iter().find(|request| request.write_amplification == most).map(|first| first.operations);
    for (above, expected) in [(most, None), (next_to_it, first)] {
        assert_eq!(stops_at(json!({ "kind": "write-amplification", "above": above })), expected, "above {above}");
    }
    let fewest = after.iter().map(|request| request.free_blocks).min().unwrap();
    let first = after.iter().find(|request| request.free_blocks == fewest).map(|first| first.operations);
    for (below, expected) in [(fewest, None), (fewest + 1, first)] {
        assert_eq!(stops_at(json!({ "kind": "free-blocks", "below": below })), expected, "below {below}");
    }
}

#[test]
fn a_later_checkpoint_is_the_state_it_was_made_of() {
    let document = json!({ "device": { "preset": "toy" }, "workload": { "kind": "uniform", "requests": 30_000, "write_ratio": 1 } });
    let mut there = lane(&document);
    there.run(&mut never());
    let end = there.position();
    assert!(there.checkpoint_size().0 > 2, "no checkpoint but the first");
    for target in [end / 3, end / 2, end - 1, 2 * end / 3] {
        there.seek(target, &mut never());
        let mut fresh = lane(&document);
        fresh.seek(target, &mut never());
        assert_eq!(state_hash(there.machine()), state_hash(fresh.machine()), "at {target} of {end}");
        for _ in 0..3 {
            there.step(Unit::Request, false, &mut never());
        }
        let mut fresh = lane(&document);
        fresh.seek(there.position(), &mut never());
        assert_eq!(state_hash(there.machine()), state_hash(fresh.machine()), "back from {target} of {end}");
    }
}

#[test]
fn where_lanes_meet_is_the_same_whichever_way_one_comes_to_it() {
    for document in documents() {
        let mut gone = lane(&document);
        let mut places = Vec::new();
        while gone.machine().end.is_none() && places.len() < 250 {
            places.push((
                gone.machine().requests_begun,
                gone.machine().core.clock.now_ns(),
                state_hash(gone.machine()),
            ));
            gone.step(Unit::Request, true, &mut never());
        }
        let (mut sought, mut rng) = (lane(&document), Rng::new(7, Component::Policy));
        for _ in 0..200 {
            let &(request, _, hash) = &places[rng.below(places.len() as u64) as usize];
            let time_ns = rng.below(places[places.len() - 1].1);
            sought.seek_sync_point(SyncPoint::Request(request), &mut never());
            assert_eq!(state_hash(sought.machine()), hash, "request {request}");
            let &(first, _, hash) = places.iter().find(|(_, now_ns, _)| *now_ns >= time_ns).unwrap();
            sought.seek_sync_point(SyncPoint::Time(time_ns), &mut never());
            assert_eq!((sought.machine().requests_begun, state_hash(sought.machine())), (first, hash), "{time_ns} ns");
        }
    }
}

#[test]
fn following_comes_to_where_seeking_does_and_tells_what_happened_on_the_way() {
    for document in documents() {
        let (mut sought, mut followed) = (lane(&document), lane(&document));
        for request in [1, 2, 5, 60, 61, 200] {
            // From the middle of a request, too.
            followed.step(Unit::Operation, true, &mut never());
            let budgets = &mut 0;
            let mut every_third = || {
                *budgets += 1;
                *budgets % 3 == 0
            };
            while !followed.follow(SyncPoint::Request(request), &mut every_third) {}
            sought.seek_sync_point(SyncPoint::Request(request), &mut never());
            assert_eq!(state_hash(followed.machine()), state_hash(sought.machine()), "request {request}");
            let told = followed.seen.operations.drain(..).count() as u64 + std::mem::take(&mut followed.seen.skipped);
            assert!(told > 0, "request {request}: nothing was seen on the way");
        }
        let (place, ended) = (followed.position(), followed.machine().requests());
        followed.set_breakpoints(breakpoints(json!({ "kind": "erase" })));
        followed.follow(SyncPoint::Request(ended), &mut never());
        assert!(followed.stopped_by.is_some() && followed.position() > place, "{document}");
    }
}

#[test]
fn a_step_to_a_moment_close_by_tells_what_led_there() {
    let document = json!({
        "device": { "preset": "micron-lb", "pages_per_block": 8, "blocks_per_plane": 40, "over_provisioning": 0.25 },
        "ftl": { "kind": "fast", "log_blocks": 6 },
        "workload": { "kind": "uniform", "requests": 300, "request_pages": 1, "write_ratio": 1, "queue_depth": 1 },
    });
    let mut there = lane(&document);
    let mut by_operation = lane(&document);
    for _ in 0..12 {
        let from = there.position();
        there.seen.operations.clear();
        there.step(Unit::Moment(Moment::Merge), true, &mut never());
        let told: Vec<u64> = there.seen.operations.iter().map(|operation| operation.index).collect();
        assert_eq!(told, (from..there.position()).collect::<Vec<_>>());
        by_operation.seek(there.position(), &mut never());
        assert_eq!(state_hash(there.machine()), state_hash(by_operation.machine()));
        assert_eq!(there.seen.decision, by_operation.seen.decision);
    }
}

/// What ends a run early is no operation: whoever goes to its end sees it ended, wherever he comes from.
#[test]
fn the_end_of_a_run_that_cannot_go_on_is_the_same_from_everywhere() {
    let fails = json!({ "request": 300, "set": { "device.program_failures": 1 } });
    for clock in ["serial", "event"] {
        for (cause, kind) in [
            (json!({ "device.endurance": 4 }), EndKind::ReadOnly),
            (json!({ "device.reserve_blocks": 0, "run.changes": [fails] }), EndKind::ReadOnly),
            (json!({ "run.power_cut": 900 }), EndKind::PowerCut),
        ] {
            let mut document = json!({
                "device": { "blocks_per_plane": 16, "pages_per_block": 8, "over_provisioning": 0.6, "clock": clock },
                "workload": { "kind": "uniform", "requests": 900, "write_ratio": 0.9, "request_pages": 3 },
            });
            for (path, value) in cause.as_object().unwrap() {
                let (section, field) = path.split_once('.').unwrap();
                document[section][field] = value.clone();
            }
            let mut there = lane(&document);
            there.run(&mut never());
            let place = |lane: &Lane| (lane.position(), lane.machine().end.clone(), state_hash(lane.machine()));
            let end = place(&there);
            assert_eq!(end.1.as_ref().map(|end| end.kind), Some(kind), "{cause} on the {clock} clock");
            let (operations, requests) = (end.0, there.machine().requests());
            for back in [1, 2, 3, 10, operations / 2, operations] {
                let mut from = |name: &str, go: &mut dyn FnMut(&mut Lane)| {
                    there.seek(operations - back, &mut never());
                    assert_eq!(there.position(), operations - back);
                    assert_eq!(there.machine().end, None);
                    go(&mut there);
                    assert_eq!(place(&there), end, "{name} from {back} before the end, {cause} on the {clock} clock");
                };
                from("run", &mut |lane| assert!(lane.run(&mut never())));
                from("seek", &mut |lane| assert!(lane.seek(operations, &mut never())));
                from("seek further", &mut |lane| assert!(lane.seek(operations + 7, &mut never())));
                from("seek a request", &mut |lane| assert!(lane.seek_request(requests + 1, &mut never())));
                from("steps", &mut |lane| {
                    // One step more than there are operations: the one that finds that there is no other.
                    (0..=back).for_each(|_| assert!(lane.step(Unit::Operation, true, &mut never())));
                });
            }
        }
    }
}

/// A change may bring arrays that are longer, or of another sort: those of a map's policy, those of a workload.
#[test]
fn a_change_to_other_arrays_is_gone_over_both_ways() {
    let host = |policy: &str| with(&small("pblk-selective", "none", "serial"), ("ftl.policy".into(), json!(policy)));
    let set_policy = |policy: &str| changes(&[(200, json!({ "ftl.policy": policy }))]);
    let mut ext4 = small("page", "none", "serial");
    ext4.retain(|(path, _)| !path.starts_with("workload."));
    let journal = [
        ("kind", json!("ext4")),
        ("requests", json!(400)),
        ("journal_pages", json!(40)),
        ("transaction_pages", json!(4)),
    ];
    ext4.extend(journal.map(|(field, value)| (format!("workload.{field}"), value)));
    for fields in [
        with(&host("lru"), set_policy("clock")),
        with(&host("clock"), set_policy("lfu")),
        with(&host("lfu"), set_policy("hotness")),
        with(&ext4, changes(&[(200, json!({ "workload.journal_pages": 60 }))])),
    ] {
        let mut straight = Lane::new(machine(&fields));
        let mut hashes = Vec::new();
        for request in 190..=210 {
            straight.follow(SyncPoint::Request(request), &mut never());
            hashes.push((request, straight.position(), state_hash(straight.machine())));
        }
        let mut lane = Lane::new(machine(&fields));
        for (request, position, hash) in hashes.iter().chain(hashes.iter().rev()).copied() {
            lane.seek(position, &mut never());
            assert_eq!((lane.machine().requests_begun, state_hash(lane.machine())), (request, hash), "{fields:?}");
            lane.seek(position + 1, &mut never());
            lane.step(Unit::Request, false, &mut never());
            assert_eq!(state_hash(lane.machine()), hash, "back to {request} of {fields:?}");
            lane.seek(if request < 200 { hashes[20].1 + 1 } else { hashes[0].1 + 1 }, &mut never());
        }
    }
}

#[test]
fn a_run_that_power_ends_before_a_request_is_gone_back_into() {
    for clock in ["serial", "event"] {
        let document = json!({
            "device": { "blocks_per_plane": 16, "pages_per_block": 8, "over_provisioning": 0.6, "clock": clock },
            "workload": { "kind": "uniform", "requests": 300, "write_ratio": 0.9, "request_pages": 3 },
            "run": { "power_cut_request": 200 }
        });
        let hashes = hashes(&document, u64::MAX);
        let mut lane = lane(&document);
        lane.run(&mut never());
        let end = lane.position();
        let ended = state_hash(lane.machine());
        assert_eq!(lane.machine().end.as_ref().map(|end| end.kind), Some(EndKind::PowerCut));
        let cut = lane.history.begun_at(200).unwrap();
        assert!(cut < end);
        for position in cut.saturating_sub(10)..end {
            lane.seek(end, &mut never());
            assert_eq!((lane.position(), state_hash(lane.machine())), (end, ended), "{clock} clock");
            lane.seek(position, &mut never());
            assert_eq!((lane.position(), &lane.machine().end), (position, &None), "{clock} clock");
            assert_eq!(state_hash(lane.machine()), hashes[position as usize], "{position} on the {clock} clock");
        }
    }
}

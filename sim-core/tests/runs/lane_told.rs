//! What a lane tells of the way it came: the operations on it, the latest decision, and how much of the run is known.

#![allow(clippy::unwrap_used)] // a test may stop at once

use crate::support::common::experiment;
use serde_json::{Value, json};
use sim_core::assembly::{initial, source};
use sim_core::flash::observables::Moment;
use sim_core::flash::observer::Recorder;
use sim_core::flash::operation::PENDING_NS;
use sim_core::machine::Machine;
use sim_core::replay::lane::Lane;
use sim_core::replay::places::{SyncPoint, Unit};

/// As many operations are told, and explained, before a stop.
const TOLD: u64 = 512;

fn machine(document: &Value) -> Machine {
    let experiment = experiment(document.clone());
    initial::machine(&experiment, source::of(&experiment, None).unwrap(), true).unwrap()
}

fn lane(document: &Value) -> Lane {
    Lane::new(machine(document))
}

fn never() -> impl FnMut() -> bool {
    || false
}

/// Requests of several pages that collect every now and then.
fn busy() -> Value {
    json!({ "device": { "preset": "toy" }, "workload": { "kind": "uniform", "requests": 400, "write_ratio": 0.9 } })
}

/// Planes side by side that are given more than they can do at once.
fn side_by_side() -> Value {
    json!({
        "device": {
            "channels": 2, "chips_per_channel": 2, "blocks_per_plane": 10, "pages_per_block": 8,
            "over_provisioning": 0.8, "transfer_ns": 50_000, "clock": "event"
        },
        "ftl": { "gc": { "low": 1, "high": 2 } },
        "workload": {
            "kind": "hotcold", "requests": 400, "write_ratio": 0.7, "request_pages": 3, "inter_arrival_ms": { "mean": 0.4 }
        }
    })
}

/// Pages written in order, one a request, two operations each. Once the device is full, one request collects 17 blocks in a row; then
/// none does for 17 blocks of 256 pages.
fn quiet() -> Value {
    json!({
        "device": { "blocks_per_plane": 40, "pages_per_block": 256, "over_provisioning": 1.0 },
        "ftl": { "gc": { "low": 1, "high": 18 } },
        "workload": { "kind": "seq", "requests": 14_600, "request_pages": 1, "write_ratio": 1, "queue_depth": 1 },
    })
}

/// Such a run once it is known, and the last decision of its first collections: its operation and its request.
fn known_quiet() -> (Lane, u64, u64) {
    let mut lane = lane(&quiet());
    lane.run(&mut never());
    let collections = lane.history.moments(Moment::Gc);
    let first = collections[0].request;
    let last = collections.iter().rfind(|mark| mark.request == first).unwrap();
    assert!(collections.iter().all(|mark| mark.request == first || mark.request > first + 4200));
    let (operation, request) = (last.operation, last.request);
    (lane, operation, request)
}

fn decided(lane: &Lane) -> Option<u64> {
    lane.seen.choice().map(|decision| decision.op)
}

fn told(lane: &Lane) -> (Vec<u64>, u64) {
    (lane.seen.operations.iter().map(|operation| operation.index).collect(), lane.seen.skipped)
}

/// How a run stands before each of its first requests: operations and simulated time.
fn begun(document: &Value, requests: u64) -> Vec<(u64, u64)> {
    let mut lane = lane(document);
    let look = |lane: &Lane| (lane.position(), lane.machine().core.clock.now_ns());
    let mut begun = vec![look(&lane)];
    for _ in 0..requests {
        lane.step(Unit::Request, true, &mut never());
        begun.push(look(&lane));
    }
    begun
}

#[test]
fn the_latest_operations_are_told_and_the_others_counted() {
    for operations in [400, 700] {
        let mut lane = lane(&busy());
        lane.advance(operations, &mut never());
        let first = lane.position().saturating_sub(TOLD);
        assert_eq!(told(&lane), ((first..lane.position()).collect(), first));
    }
}

#[test]
fn a_place_that_is_gone_to_tells_its_last_operation_alone() {
    let mut gone = lane(&busy());
    // Not known yet, known, back, and to the middle of what is known.
    for target in [900, 901, 300, 600] {
        gone.seek(target, &mut never());
        assert_eq!(told(&gone), (vec![target - 1], 0));
    }
    let mut ended = lane(&busy());
    ended.seek(u64::MAX, &mut never());
    let end = (ended.position(), told(&ended), decided(&ended));
    assert_eq!(end.1, (vec![end.0 - 1], 0));
    let mut run = lane(&busy());
    run.run(&mut never());
    assert_eq!((run.position(), told(&run), decided(&run)), end);
    let requests = ended.machine().requests_begun;
    for place in [SyncPoint::Request(requests), SyncPoint::Request(requests + 5), SyncPoint::Time(u64::MAX)] {
        let mut gone = lane(&busy());
        // The second time the end is known, and gone to at once.
        for is_known in [false, true] {
            assert!(gone.seek_sync_point(place, &mut || is_known));
            assert_eq!((gone.position(), told(&gone), decided(&gone)), end, "{place:?}");
            assert!(gone.machine().end.is_some());
            gone.seek(20, &mut never());
        }
        assert!(gone.seek(1 << 40, &mut || true));
        assert_eq!(gone.position(), end.0);
    }
}

#[test]
fn a_step_to_a_moment_tells_the_way_there_if_it_is_short() {
    let (mut lane, _, request) = known_quiet();
    let first = lane.history.begun_at(request).unwrap() + 1;
    let moment = Unit::Moment(Moment::Gc);
    let there = lane.history.moments(Moment::Gc)[0].operation + 1;
    assert!(there > first && there > 2 * TOLD);
    for (back, expected) in [(TOLD, (there - TOLD..there).collect()), (TOLD + 1, vec![there - 1])] {
        lane.seek(there - back, &mut never());
        lane.step(moment, true, &mut never());
        assert_eq!((lane.position(), told(&lane)), (there, (expected, 0)), "from {back} before");
    }
}

#[test]
fn so_many_operations_lead_exactly_there_and_more_to_the_beginning_of_a_request() {
    let begun = begun(&busy(), 300);
    let is_between = |position: u64| begun.binary_search_by_key(&position, |place| place.0).is_err();
    for operations in [1, 10, TOLD, TOLD + 1, 700] {
        let from = (0..20).find(|from| is_between(from + operations)).unwrap();
        let mut lane = lane(&busy());
        lane.seek(from, &mut never());
        lane.advance(operations, &mut never());
        let at_least = from + operations;
        let expected = match operations <= TOLD {
            true => at_least,
            false => begun.iter().map(|place| place.0).find(|&begun| begun > at_least).unwrap(),
        };
        assert_eq!(lane.position(), expected, "{operations} from {from}");
    }
    let (there, _) = *begun.iter().find(|place| place.0 > 800).unwrap();
    let mut lane = lane(&busy());
    lane.advance(there, &mut never());
    assert_eq!(lane.position(), there);
}

#[test]
fn beyond_the_end_there_is_the_end() {
    for document in [busy(), side_by_side()] {
        let mut ended = lane(&document);
        ended.run(&mut never());
        for go in [
            |lane: &mut Lane| lane.advance(1 << 40, &mut || false),
            |lane: &mut Lane| lane.follow(SyncPoint::Request(1 << 40), &mut || false),
            |lane: &mut Lane| lane.seek(1 << 40, &mut || false),
        ] {
            let mut lane = lane(&document);
            assert!(go(&mut lane));
            assert_eq!((lane.position(), &lane.machine().end), (ended.position(), &ended.machine().end));
        }
    }
}

/// What is decided is put together for the latest operations alone: that takes longer than the run itself.
#[test]
fn a_decision_is_told_that_is_not_far_back() {
    let (mut known, operation, request) = known_quiet();
    let begun_at = known.history.begun_at(request).unwrap();
    for (requests, expected) in [(1, Some(operation)), (4096, Some(operation)), (4097, None)] {
        let target = known.history.begun_at(request + requests).unwrap();
        known.seek(0, &mut never());
        known.seek(target, &mut never());
        assert_eq!((known.position(), decided(&known)), (target, expected), "{requests} requests later");
        assert_eq!(told(&known), (vec![target - 1], 0));
    }
    for (operations, expected) in [(TOLD, Some(operation)), (TOLD + 1, None)] {
        let mut played = lane(&quiet());
        played.advance(begun_at + operations, &mut never());
        assert_eq!(decided(&played), expected, "{operations} operations later");
    }
    for (requests, expected) in [(8, Some(operation)), (9, None)] {
        let mut followed = lane(&quiet());
        followed.follow(SyncPoint::Request(request + requests), &mut never());
        assert_eq!(decided(&followed), expected, "{requests} requests later");
    }
}

#[test]
fn who_is_stopped_on_the_way_is_shown_the_next_decision() {
    let mut played = lane(&busy());
    // Until the device is full, nothing is decided.
    while decided(&played).is_none() {
        assert!(!played.advance(1 << 40, &mut || true));
    }
    for _ in 0..30 {
        let before = played.position();
        assert!(!played.advance(1 << 40, &mut || true));
        let operation = decided(&played).unwrap();
        let request = played.machine().requests_begun - 1;
        assert!(operation >= before && operation >= played.history.begun_at(request).unwrap(), "from {before}");
    }
    // Where none comes soon: after two operations, the first request, so many more.
    let mut played = lane(&quiet());
    assert!(!played.advance(1 << 40, &mut || true));
    assert_eq!((played.position(), decided(&played)), (2 + TOLD, None));
    // Where none comes any more.
    let mut reads = busy();
    reads["workload"]["write_ratio"] = json!(0);
    reads["workload"]["requests"] = json!(30);
    let mut played = lane(&reads);
    assert!(!played.advance(1 << 40, &mut || true));
    assert!(played.machine().end.is_some());
}

type Way = Box<dyn Fn(&mut Lane) -> bool>;

#[test]
fn where_a_request_begins_is_known_when_it_is_come_to_and_no_later_one() {
    for document in [busy(), side_by_side()] {
        let begun = begun(&document, 40);
        let mut stepped = lane(&document);
        for (request, &(operations, _)) in begun.iter().enumerate() {
            assert_eq!(stepped.history.begun_at(request as u64), Some(operations));
            assert_eq!(stepped.history.begun_at(request as u64 + 1), None);
            stepped.step(Unit::Request, true, &mut never());
        }
        for request in (3..40).filter(|&request| begun[request].1 > begun[request - 1].1) {
            let (operations, time_ns) = begun[request];
            let request = request as u64;
            let places = [SyncPoint::Request(request), SyncPoint::Time(time_ns), SyncPoint::Time(time_ns - 1)];
            let mut ways: Vec<Way> = vec![Box::new(move |lane| lane.seek(operations, &mut || false))];
            for place in places {
                ways.push(Box::new(move |lane| lane.seek_sync_point(place, &mut || false)));
                ways.push(Box::new(move |lane| lane.follow(place, &mut || false)));
            }
            for (way, go) in ways.iter().enumerate() {
                let mut lane = lane(&document);
                assert!(go(&mut lane));
                assert_eq!((lane.position(), lane.machine().requests_begun), (operations, request), "way {way}");
                assert_eq!(lane.history.begun_at(request + 1), None, "request {request}, way {way}");
            }
        }
    }
}

#[test]
fn a_step_back_by_request_leads_to_where_the_present_one_begins() {
    let begun = begun(&busy(), 20);
    let mut lane = lane(&busy());
    for request in 1..20 {
        for inside in 1..=begun[request + 1].0 - begun[request].0 {
            lane.seek(begun[request].0 + inside, &mut never());
            lane.step(Unit::Request, false, &mut never());
            assert_eq!(lane.position(), begun[request].0, "{inside} operations into request {request}");
        }
    }
}

#[test]
fn an_operation_is_told_with_its_times_once_they_are_known() {
    let (mut device, mut seen) = (machine(&side_by_side()), Recorder::default());
    while device.step(&mut seen).unwrap() {}
    let mut lane = lane(&side_by_side());
    lane.advance(TOLD, &mut never());
    let over: Vec<_> = lane.seen.operations.iter().filter(|operation| operation.end_ns != PENDING_NS).collect();
    assert!(over.len() > 300 && over.len() < TOLD as usize, "{} of {TOLD} are over", over.len());
    for operation in over {
        assert_eq!(operation, &seen.operations[operation.index as usize]);
    }
}

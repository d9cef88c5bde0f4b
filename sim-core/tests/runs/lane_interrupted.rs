//! Whatever takes long is done in slices: however often it is interrupted, it ends where it would have ended in one go.

#![allow(clippy::unwrap_used)] // a test may stop at once

use crate::support::common::planes;
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::base::state_hash::state_hash;
use sim_core::experiment::document::Experiment;
use sim_core::flash::observables::Moment;
use sim_core::replay::breakpoint::Breakpoint;
use sim_core::replay::lane::Lane;
use sim_core::replay::places::{SyncPoint, Unit};

fn lane(document: &Value) -> Lane {
    let experiment = Experiment::new(document, &[]).unwrap();
    let source = source::of(&experiment, None).unwrap();
    Lane::new(initial::machine(&experiment, source, true).unwrap())
}

/// On either clock; where several requests are under way, in planes that collect side by side.
fn documents() -> [Value; 3] {
    let toy = json!({ "device": { "preset": "toy" }, "workload": { "kind": "uniform", "requests": 200, "write_ratio": 0.9 } });
    [toy, planes("serial", 300), planes("event", 300)]
}

type Place = (u64, u64);

fn place(lane: &Lane) -> Place {
    (lane.position(), state_hash(lane.machine()))
}

/// The places that `go` comes to, called anew as long as it is not done, until two are the same or there are so many.
fn places(lane: &mut Lane, mut go: impl FnMut(&mut Lane) -> bool) -> Vec<Place> {
    let mut places = vec![place(lane)];
    while places.len() < 60 {
        while !go(lane) {}
        if places.last() == Some(&place(lane)) {
            break;
        }
        places.push(place(lane));
    }
    places
}

#[test]
fn a_step_made_in_slices_ends_where_a_step_ends() {
    for document in documents() {
        for unit in [Unit::Operation, Unit::Request, Unit::Moment(Moment::Gc)] {
            let step = |forward: bool, stops: bool| move |lane: &mut Lane| lane.step(unit, forward, &mut || stops);
            let (mut whole, mut sliced) = (lane(&document), lane(&document));
            let there = places(&mut whole, step(true, false));
            assert!(there.len() > 20, "too few steps to prove anything");
            assert_eq!(places(&mut sliced, step(true, true)), there, "{unit:?} forward");
            assert_eq!(places(&mut sliced, step(false, true)), places(&mut whole, step(false, false)), "{unit:?} back");
        }
    }
}

#[test]
fn a_run_made_in_slices_stops_at_every_breakpoint() {
    for document in documents() {
        for breakpoint in [json!({ "kind": "gc" }), json!({ "kind": "erase" })] {
            let stopping = || {
                let mut lane = lane(&document);
                lane.set_breakpoints(vec![Breakpoint::from_json(&breakpoint).unwrap()]);
                lane
            };
            let there = places(&mut stopping(), |lane| lane.run(&mut || false));
            assert!(there.len() > 20, "too few stops to prove anything");
            assert_eq!(places(&mut stopping(), |lane| lane.run(&mut || true)), there, "{breakpoint}");
        }
    }
}

type Way = (&'static str, fn(&mut Lane, &mut dyn FnMut() -> bool) -> bool);

/// Ways into the run, to places that are reached with its 400th operation.
const WAYS: [Way; 3] = [
    ("seek", |lane, stop| lane.seek(400, stop)),
    ("seek a request", |lane, stop| lane.seek_request(60, stop)),
    ("seek a time", |lane, stop| lane.seek_sync_point(SyncPoint::Time(2_000_000), stop)),
];

#[test]
fn what_is_known_is_gone_to_at_once_and_what_is_not_in_slices() {
    for document in documents() {
        for (name, go) in WAYS {
            let mut there = lane(&document);
            assert!(!go(&mut there, &mut || true), "{name}");
            assert!(go(&mut there, &mut || false), "{name}");
            let place = place(&there);
            // The farthest place that is known, too.
            for back in [place.0, 0, 1, 30] {
                there.seek(place.0.saturating_sub(back), &mut || false);
                assert!(go(&mut there, &mut || true), "{name} from {back} before");
                assert_eq!((there.position(), state_hash(there.machine())), place, "{name} from {back} before");
            }
        }
    }
}

#[test]
fn whatever_plays_on_stops_when_it_is_told_and_says_whether_it_is_done() {
    let ways: [Way; 4] = [
        ("advance a little", |lane, stop| lane.advance(500, stop)),
        ("advance far", |lane, stop| lane.advance(1 << 40, stop)),
        ("follow", |lane, stop| lane.follow(SyncPoint::Request(1 << 40), stop)),
        ("run", |lane, stop| lane.run(stop)),
    ];
    for document in documents() {
        for (name, go) in ways {
            let mut lane = lane(&document);
            assert!(!go(&mut lane, &mut || true), "{name}");
            assert!(lane.position() < 600 && lane.machine().end.is_none(), "{name}");
            let mut slices = 1;
            while !go(&mut lane, &mut || true) {
                slices += 1;
                assert!(slices < 1000, "{name} does not come to the end");
                // A few operations are over with the end; what goes far finds out that there is no more.
                assert!(name != "advance a little" || lane.machine().end.is_none(), "{name} is at the end");
            }
            assert!(lane.machine().end.is_some(), "{name}");
        }
    }
}

//! A run stops where its breakpoint says, at every such place, and says why.

#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};
use sim_core::assembly::{initial, source};
use sim_core::experiment::document::Experiment;
use sim_core::flash::observer::Recorder;
use sim_core::flash::operation::{Kind, Operation};
use sim_core::machine::{Completion, Machine};
use sim_core::replay::breakpoint::Breakpoint;
use sim_core::replay::lane::Lane;
use sim_core::replay::places::{SyncPoint, Unit};

fn device() -> Machine {
    let document = json!({
        "device": { "preset": "toy", "endurance": 1000 },
        "workload": { "kind": "hotcold", "requests": 300, "request_pages": 2, "write_ratio": 0.9 },
    });
    let experiment = Experiment::new(&document, &[]).unwrap();
    initial::machine(&experiment, source::of(&experiment, None).unwrap(), true).unwrap()
}

/// Where a run stops, as the number of operations carried out by then, and why.
fn stops(breakpoint: &Value) -> Vec<(u64, String)> {
    let mut lane = Lane::new(device());
    lane.set_breakpoints(vec![Breakpoint::from_json(breakpoint).unwrap()]);
    let mut stops = Vec::new();
    loop {
        lane.run(&mut || false);
        let Some(why) = lane.stopped_by.take() else { return stops };
        stops.push((lane.position(), why));
    }
}

/// The same by a look at each request: its operations, what is over with it, and the device then.
fn expected(mut why: impl FnMut(&[Operation], &[Completion], &Machine) -> Vec<(u64, String)>) -> Vec<(u64, String)> {
    let (mut device, mut seen) = (device(), Recorder::default());
    let mut stops = Vec::new();
    loop {
        let (operations, over) = (seen.operations.len(), device.completions.len());
        if !device.step(&mut seen).unwrap() {
            return stops;
        }
        stops.extend(why(&seen.operations[operations..], &device.completions[over..], &device));
    }
}

/// What one operation alone brings about.
fn at_each(why: impl Fn(&Operation) -> Option<String>) -> Vec<(u64, String)> {
    expected(|operations, _, _| operations.iter().filter_map(|one| Some((one.index + 1, why(one)?))).collect())
}

/// What stands when a request is over, and did not before.
fn when_it_comes(why: impl Fn(&Machine) -> Option<String>) -> Vec<(u64, String)> {
    let mut stood = false;
    expected(move |_, _, device| {
        let why = why(device);
        let comes = why.clone().filter(|_| !stood);
        stood = why.is_some();
        comes.map(|why| (device.core.operations, why)).into_iter().collect()
    })
}

fn assert_stops(breakpoint: Value, expected: Vec<(u64, String)>, least: usize) {
    assert!(expected.len() >= least, "{breakpoint}: {} stops prove nothing", expected.len());
    assert_eq!(stops(&breakpoint), expected, "{breakpoint}");
}

#[test]
fn it_stops_at_every_collection_and_erase() {
    let gc = at_each(|one| (one.kind == Kind::GcStart).then(|| format!("GC of block {} begins", one.block.unwrap())));
    assert_stops(json!({ "kind": "gc" }), gc, 20);
    let erase = at_each(|one| (one.kind == Kind::Erase).then(|| format!("block {} is erased", one.block.unwrap())));
    assert_stops(json!({ "kind": "erase" }), erase, 20);
    let of_2 = at_each(|one| (one.kind == Kind::GcStart && one.block == Some(2)).then(|| "block 2 is chosen".into()));
    assert_stops(json!({ "kind": "block-chosen", "block": 2 }), of_2, 3);
}

#[test]
fn it_stops_wherever_the_page_is_programmed_and_no_other() {
    for lpn in [0, 7] {
        let written =
            at_each(|one| (one.kind == Kind::Program && one.lpn == Some(lpn)).then(|| format!("LPN {lpn} is written")));
        assert_stops(json!({ "kind": "page-written", "lpn": lpn }), written, 5);
    }
}

#[test]
fn it_stops_when_a_block_has_been_erased_so_often() {
    let erased = |wanted: Option<u32>, count: u32| {
        expected(move |operations, _, device| {
            let reached = |block: u32| device.core.nand.block(block).erase_count == count;
            let of = |one: &Operation| one.block.filter(|_| one.kind == Kind::Erase);
            let block = operations
                .iter()
                .filter_map(of)
                .find(|&block| wanted.is_none_or(|wanted| wanted == block) && reached(block));
            let text = |block| format!("block {block} has been erased {count} times");
            block.map(|block| (device.core.operations, text(block))).into_iter().collect()
        })
    };
    assert_stops(json!({ "kind": "block-erases", "block": null, "count": 3 }), erased(None, 3), 4);
    assert_stops(json!({ "kind": "block-erases", "block": 2, "count": 3 }), erased(Some(2), 3), 1);
}

#[test]
fn it_stops_when_a_request_took_longer() {
    let above_ns = 40_000;
    let slow = expected(|_, over, device| {
        let took = |done: &&Completion| done.finish_ns - done.arrival_ns > above_ns;
        let text = |done: &Completion| {
            let took_ms = (done.finish_ns - done.arrival_ns) as f64 / 1e6;
            format!("request {} took {took_ms:.3} ms, more than 0.04 ms", done.request)
        };
        over.iter().find(took).map(|done| (device.core.operations, text(done))).into_iter().collect()
    });
    assert!(slow.len() < 250, "not all of them");
    assert_stops(json!({ "kind": "response", "above_ns": above_ns }), slow, 5);
}

#[test]
fn it_stops_when_a_state_comes_to_be_and_not_again_while_it_stays() {
    let above = 1.35;
    let amplified = when_it_comes(|device| {
        let counters = &device.core.counters;
        let now = counters.nand_programs() as f64 / counters.host_written_pages() as f64;
        (now > above).then(|| format!("write amplification is {now:.3}, above {above}"))
    });
    assert_stops(json!({ "kind": "write-amplification", "above": above }), amplified, 1);
    let few = when_it_comes(|device| {
        let free = device.ftl.free_blocks().now;
        (free < 2).then(|| format!("{free} free block left in a plane, fewer than 2"))
    });
    assert_stops(json!({ "kind": "free-blocks", "below": 2 }), few, 5);
}

/// Another stop, which comes after those before.
fn push_later(stops: &mut Vec<(u64, String)>, stop: (u64, String)) {
    assert!(stops.last().is_none_or(|last| last.0 < stop.0), "{stop:?} after {:?}", stops.last());
    stops.push(stop);
}

/// Where a run stops that is played so many operations at a time.
fn stops_played(breakpoint: &Value, operations: u64) -> Vec<(u64, String)> {
    let mut lane = Lane::new(device());
    lane.set_breakpoints(vec![Breakpoint::from_json(breakpoint).unwrap()]);
    let mut stops = Vec::new();
    while lane.machine().end.is_none() {
        let before = lane.position();
        assert!(lane.advance(operations, &mut || false));
        match lane.stopped_by.take() {
            Some(why) => push_later(&mut stops, (lane.position(), why)),
            None => assert!(lane.position() >= before + operations || lane.machine().end.is_some()),
        }
    }
    stops
}

/// Where a run stops that is played in one go, told to stop at every chance.
fn stops_played_in_slices(breakpoint: &Value) -> Vec<(u64, String)> {
    let mut lane = Lane::new(device());
    lane.set_breakpoints(vec![Breakpoint::from_json(breakpoint).unwrap()]);
    let mut stops = Vec::new();
    loop {
        let is_done = lane.advance(1 << 40, &mut || true);
        match lane.stopped_by.take() {
            Some(why) => push_later(&mut stops, (lane.position(), why)),
            None if is_done => return stops,
            None => {}
        }
    }
}

#[test]
fn it_stops_at_the_same_places_however_fast_it_is_played() {
    for breakpoint in [
        json!({ "kind": "gc" }),
        json!({ "kind": "erase" }),
        json!({ "kind": "page-written", "lpn": 7 }),
        json!({ "kind": "block-erases", "block": null, "count": 3 }),
        json!({ "kind": "response", "above_ns": 40_000 }),
        json!({ "kind": "write-amplification", "above": 1.35 }),
        json!({ "kind": "free-blocks", "below": 2 }),
    ] {
        let at_once = stops(&breakpoint);
        assert!(!at_once.is_empty(), "{breakpoint}");
        for operations in [1, 2, 7, 512, 513] {
            assert_eq!(stops_played(&breakpoint, operations), at_once, "{breakpoint}, {operations} at a time");
        }
        assert_eq!(stops_played_in_slices(&breakpoint), at_once, "{breakpoint}, in slices");
    }
}

type Way = fn(&mut Lane) -> bool;

/// A lane that was stopped by its first collection.
fn stopped() -> Lane {
    let mut lane = Lane::new(device());
    lane.set_breakpoints(vec![Breakpoint::from_json(&json!({ "kind": "gc" })).unwrap()]);
    assert!(lane.run(&mut || false) && lane.stopped_by.is_some());
    lane
}

#[test]
fn what_holds_where_the_run_is_taken_up_stops_it_when_it_comes_anew() {
    for breakpoint in
        [json!({ "kind": "write-amplification", "above": 1.35 }), json!({ "kind": "free-blocks", "below": 2 })]
    {
        let stops = stops(&breakpoint);
        for at in 0..stops.len().min(5) {
            let mut lane = Lane::new(device());
            lane.seek(stops[at].0, &mut || false);
            lane.set_breakpoints(vec![Breakpoint::from_json(&breakpoint).unwrap()]);
            lane.run(&mut || false);
            let next = stops.get(at + 1);
            assert_eq!(lane.stopped_by.as_ref(), next.map(|stop| &stop.1), "{breakpoint} from stop {at}");
            assert!(next.is_none_or(|stop| stop.0 == lane.position()), "{breakpoint} from stop {at}");
        }
    }
}

#[test]
fn what_was_stepped_over_stops_nothing_afterwards() {
    let gc = json!({ "kind": "gc" });
    let stops: Vec<u64> = stops(&gc).iter().map(|stop| stop.0).collect();
    let [first, next] = *stops.windows(2).find(|pair| pair[1] > pair[0] + 4).unwrap() else { unreachable!() };
    let mut lane = Lane::new(device());
    lane.set_breakpoints(vec![Breakpoint::from_json(&gc).unwrap()]);
    let ways: [Way; 4] = [
        |lane| lane.run(&mut || false),
        |lane| lane.advance(500, &mut || false),
        |lane| lane.advance(1 << 40, &mut || false),
        |lane| lane.follow(SyncPoint::Request(300), &mut || false),
    ];
    for (way, go) in ways.iter().enumerate() {
        lane.seek(first - 1, &mut || false);
        for _ in 0..3 {
            lane.step(Unit::Operation, true, &mut || false);
        }
        assert_eq!(lane.position(), first + 2);
        go(&mut lane);
        assert_eq!(lane.position(), next, "way {way}");
    }
}

#[test]
fn it_stops_right_there_and_tells_the_operations_up_to_it() {
    let mut lane = stopped();
    let there = lane.position();
    for operations in [4, 5, 100] {
        lane.seek(there - 4, &mut || false);
        lane.seen.operations.clear();
        assert!(lane.advance(operations, &mut || false));
        assert!(lane.stopped_by.is_some());
        assert_eq!(lane.position(), there, "{operations} operations");
        // Beyond it, it was gone back to.
        let told: Vec<u64> = lane.seen.operations.iter().map(|operation| operation.index).collect();
        let first = if operations == 4 { there - 4 } else { there - 1 };
        assert_eq!(told, (first..there).collect::<Vec<_>>(), "{operations} operations");
    }
}

#[test]
fn who_goes_on_is_told_of_the_stop_no_more() {
    let ways: [(&str, Way); 11] = [
        ("operation", |lane| lane.step(Unit::Operation, true, &mut || false)),
        ("request", |lane| lane.step(Unit::Request, true, &mut || false)),
        ("back", |lane| lane.step(Unit::Operation, false, &mut || false)),
        ("little", |lane| lane.advance(1, &mut || false)),
        ("far", |lane| lane.advance(600, &mut || false)),
        ("follow", |lane| lane.follow(SyncPoint::Request(250), &mut || false)),
        ("run", |lane| lane.run(&mut || true)),
        ("seek back", |lane| lane.seek(0, &mut || false)),
        ("seek", |lane| lane.seek(1 << 40, &mut || true)),
        ("seek a request", |lane| lane.seek_request(300, &mut || true)),
        ("seek a time", |lane| lane.seek_sync_point(SyncPoint::Time(1 << 40), &mut || true)),
    ];
    for (name, go) in ways {
        let mut lane = stopped();
        lane.set_breakpoints(Vec::new());
        go(&mut lane);
        assert_eq!(lane.stopped_by, None, "{name}");
    }
}

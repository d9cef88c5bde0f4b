//! A power cut during any flash operation (SPEC 14b).

#![allow(clippy::unwrap_used, clippy::panic)]

mod device;

use device::{check, machine, record, request};
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::engine::flash::Flash;
use sim_core::engine::machine::{EndKind, Machine};
use sim_core::engine::observer::Blind;
use sim_core::engine::operation::{Kind, Purpose};
use sim_core::engine::request::{HostOp, Request};
use sim_core::ftl::{gc, wear};
use sim_core::nand::NONE;
use sim_core::rng::{Component, Rng};

const PAGES: u64 = 40;

fn requests(seed: u64, count: usize, trims: bool) -> Vec<Request> {
    let mut rng = Rng::new(seed, Component::Workload);
    let mut now = 0;
    let mut one = || {
        now += rng.below(1_500_000);
        let page = if rng.below(2) == 0 { rng.below(6) } else { rng.below(PAGES) };
        let pages = (1 + rng.below(3)).min(PAGES - page) as u32;
        match rng.below(16) {
            0 => request(now, HostOp::Flush, 0, 0),
            1 if trims => request(now, HostOp::Trim, page, pages),
            2 => request(now, HostOp::Read, page, pages),
            _ => request(now, HostOp::Write, page, pages),
        }
    };
    (0..count).map(|_| one()).collect()
}

type Fields = Vec<(&'static str, Value)>;

fn fields(clock: &str, planes: u64, low: u64) -> Fields {
    let blocks = if planes == 1 { 10 + low + 4 } else { (10 / planes + 1) * 3 + 6 };
    vec![
        ("device.channels", json!(planes.min(2))),
        ("device.chips_per_channel", json!(planes.div_ceil(2))),
        ("device.blocks_per_plane", json!(blocks)),
        ("device.over_provisioning", json!((blocks * planes) as f64 / 10.0 - 1.0)),
        ("device.pages_per_block", json!(4)),
        ("device.transfer_ns", json!(50_000)),
        ("device.clock", json!(clock)),
        ("ftl.gc.low", json!(low)),
        ("ftl.gc.high", json!(low + 1)),
        ("run.continue_after_power_cut", json!(true)),
    ]
}

fn with(mut fields: Fields, more: &[(&'static str, Value)]) -> Fields {
    fields.extend(more.iter().cloned());
    fields
}

/// Cuts power at `cut` and serves the rest. Everything acknowledged must still be there.
fn survives(fields: &Fields, list: &[Request], cut: u64) -> Machine {
    let mut device = machine(&with(fields.clone(), &[("run.power_cut", json!(cut))]), list.to_vec());
    let mut lost = false;
    while device.step(&mut Blind).unwrap() {
        if device.power_loss.is_some() && !lost {
            lost = true;
            after_the_cut(&device, cut);
        }
    }
    let end = device.end.clone().unwrap();
    if end.text.contains("more victims than blocks") && fields.contains(&("ftl.gc.policy", json!("random"))) {
        return device;
    }
    assert_eq!(end.kind, EndKind::Done, "cut at {cut}: {}\n{fields:?}", end.text);
    check(&device);
    device
}

fn after_the_cut(device: &Machine, cut: u64) {
    device.ftl.check(&device.core).unwrap_or_else(|broken| panic!("cut at {cut}: {broken}"));
    let loss = device.power_loss.unwrap();
    assert_eq!((loss.lost_pages, loss.older_pages, loss.empty_pages), (0, 0, 0), "cut at {cut}");
    recovering_again_changes_nothing(device);
}

/// A second cut during recovery changes nothing: what recovery finds is the same when it is done again.
fn recovering_again_changes_nothing(device: &Machine) {
    let mut again = device.clone();
    if let sim_core::engine::clock::Clock::Event(event) = &mut again.core.clock {
        // What recovery itself moved is on its way to the flash: let it arrive.
        while event.step() {}
    }
    let mapped = |machine: &Machine| -> Vec<u32> {
        let oob = machine.core.nand.oob.as_ref().unwrap();
        let version = |ppn: u32| if ppn == NONE { 0 } else { oob.version[ppn as usize] };
        (0..PAGES as u32).map(|lpn| version(machine.ftl.lookup(lpn))).collect()
    };
    let before = mapped(&again);
    again.ftl.recover(&mut Flash::new(&mut again.core, &mut Blind)).unwrap();
    check(&again);
    assert_eq!(mapped(&again), before);
}

fn operations(fields: &Fields, list: &[Request]) -> u64 {
    let mut whole = machine(fields, list.to_vec());
    device::finish(&mut whole);
    whole.core.flash_operations
}

/// Cuts at every `stride`-th operation of one run.
fn sweep(fields: &Fields, list: &[Request], stride: usize) {
    let last = operations(fields, list);
    assert!(last > 100);
    (0..last).step_by(stride).for_each(|cut| {
        survives(fields, list, cut);
    });
}

#[test]
fn nothing_is_lost_at_any_operation_of_the_serial_clock() {
    for policy in gc::KINDS {
        for separate in [false, true] {
            let more = [("ftl.gc.policy", json!(policy)), ("ftl.gc.separate_frontier", json!(separate))];
            sweep(&with(fields("serial", 1, 1), &more), &requests(1, 150, false), 1);
        }
    }
}

#[test]
fn nothing_is_lost_at_any_operation_of_the_event_clock() {
    for policy in gc::KINDS {
        let more = [("ftl.gc.policy", json!(policy)), ("ftl.gc.idle_below", json!(4))];
        sweep(&with(fields("event", 1, 1), &more), &requests(2, 150, false), 1);
        sweep(&with(fields("event", 4, 1), &more), &requests(3, 150, false), 1);
    }
}

#[test]
fn nothing_is_lost_while_wear_levelling_moves_data() {
    for kind in wear::KINDS {
        let more = [
            ("ftl.wear_leveling.kind", json!(kind)),
            ("ftl.wear_leveling.delta", json!(1)),
            ("ftl.wear_leveling.threshold", json!(2)),
            ("ftl.wear_leveling.interval", json!(3)),
        ];
        sweep(&with(fields("serial", 1, 2), &more), &requests(4, 200, false), 2);
        sweep(&with(fields("event", 2, 2), &more), &requests(5, 200, false), 2);
    }
}

#[test]
fn deep_queues_lose_nothing() {
    // All at once: planes have hundreds of commands queued, and erase the same block more than once in them.
    let mut list = requests(6, 300, false);
    list.iter_mut().for_each(|request| request.arrival_ns = 0);
    for blocking in ["plane", "channel", "controller"] {
        let more = [("ftl.gc.blocking", json!(blocking)), ("device.read_priority", json!(true))];
        sweep(&with(fields("event", 2, 2), &more), &list, 3);
        let closed = [("workload.queue_depth", json!(8))];
        sweep(&with(with(fields("event", 2, 2), &more), &closed), &list, 3);
    }
}

#[test]
fn a_torn_program_spends_its_page_and_a_torn_erase_is_done_again() {
    let list = requests(7, 120, false);
    let fields = fields("serial", 1, 1);
    let (mut torn_erases, mut torn_programs) = (0, 0);
    for cut in 0..operations(&fields, &list) {
        let mut device = machine(&with(fields.clone(), &[("run.power_cut", json!(cut))]), list.clone());
        let seen = record(&mut device);
        let at = seen.operations.iter().position(|operation| operation.kind == Kind::PowerCut).unwrap();
        let after = &seen.operations[at..];
        assert_eq!(after[1].kind, Kind::Recovery);
        let erased = after[2..].iter().take_while(|next| next.purpose == Purpose::Recovery).count() as u64;
        assert!(device.power_loss.unwrap().recovery_erases >= erased);
        torn_erases += erased;
        torn_programs += u64::from(erased == 0);
    }
    assert!(torn_erases > 5 && torn_programs > 100);
}

#[test]
fn cut_after_cut_is_survived() {
    for policy in gc::KINDS {
        for (clock, planes) in [("serial", 1), ("event", 1), ("event", 2)] {
            for apart in [3, 7, 20, 61] {
                let more = [("ftl.gc.policy", json!(policy)), ("run.power_cut", json!(apart))];
                let mut device = machine(&with(fields(clock, planes, 1), &more), requests(apart, 250, false));
                let mut cuts = 0;
                while device.step(&mut Blind).unwrap() {
                    if device.power_loss.is_some() {
                        after_the_cut(&device, cuts);
                        device.power_loss = None;
                        device.core.power_cut_at = device.core.flash_operations + apart;
                        cuts += 1;
                    }
                }
                let end = device.end.clone().unwrap();
                assert_eq!(end.kind, EndKind::Done, "{policy}, {clock}, {planes}, {apart}: {}", end.text);
                assert!(cuts > 3);
            }
        }
    }
}

#[test]
fn a_run_may_end_with_the_cut() {
    let more = [("run.power_cut", json!(30)), ("run.continue_after_power_cut", json!(false))];
    let mut device = machine(&with(fields("event", 2, 2), &more), requests(8, 100, false));
    record(&mut device);
    assert_eq!(device.end.unwrap().kind, EndKind::PowerCut);
    assert!(device.power_loss.is_some());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn any_cut_is_survived(
        seed in 0..u64::MAX,
        cut in 0..500u64,
        (clock, planes) in prop_oneof![Just(("serial", 1)), Just(("event", 1)), Just(("event", 2)), Just(("event", 4))],
        policy in prop::sample::select(gc::KINDS.to_vec()),
        kind in prop::sample::select(wear::KINDS.to_vec()),
        (separate, at_once, trims) in any::<(bool, bool, bool)>(),
        start in prop::sample::select(vec!["clean", "full_seq", "full_rand", "dirty_alloc"]),
        (depth, idle, low) in (prop::option::of(1..6u64), prop::option::of(2..6u64), 1..3u64),
    ) {
        let more = [
            ("ftl.gc.policy", json!(policy)),
            ("ftl.gc.separate_frontier", json!(separate)),
            ("ftl.wear_leveling.kind", json!(kind)),
            ("ftl.wear_leveling.delta", json!(2)),
            ("ftl.gc.idle_below", json!(idle)),
            ("workload.queue_depth", json!(depth)),
            ("run.initial_state", json!(start)),
        ];
        let mut list = requests(seed, 150, trims);
        if at_once {
            list.iter_mut().for_each(|request| request.arrival_ns = 0);
        }
        survives(&with(fields(clock, planes, low), &more), &list, cut);
    }
}

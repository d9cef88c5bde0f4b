//! A power cut during any flash operation.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device::cuts::{operations, requests, survives, survives_cut_after_cut, sweep};
use crate::support::device::{Fields, finish, machine, record, request, with};
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::base::request::HostOp;
use sim_core::experiment::document::Experiment;
use sim_core::flash::access::Flash;
use sim_core::flash::observer::{NoObserver, Observer};
use sim_core::flash::operation::{Kind, Purpose};
use sim_core::ftl::{gc, wear};
use sim_core::machine::EndKind;
use sim_core::workload::source::Source;

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
fn page_mapping_has_the_free_blocks_that_a_collection_may_need_after_a_cut_at_any_operation() {
    let (fields, list) = (fields("serial", 1, 2), requests(8, 150, false));
    for cut in 0..operations(&fields, &list) {
        let mut device = machine(&with(fields.clone(), &[("run.power_cut", json!(cut))]), list.clone());
        while device.power_loss.is_none() && device.step(&mut NoObserver).unwrap() {}
        let free = device.ftl.free_blocks();
        assert!(Some(free.now) >= free.low, "cut at {cut}: {free:?}");
    }
}

#[test]
fn recovery_of_page_mapping_leaves_what_follows_with_the_cause_that_it_found() {
    let mut device = machine(&fields("serial", 1, 1), requests(8, 50, false));
    finish(&mut device);
    let mut nobody = NoObserver;
    let mut observer = nobody.behind_pointer();
    let mut flash = Flash::new(&mut device.core, &mut observer);
    device.ftl.recover(&mut flash).unwrap();
    assert_eq!(flash.cause(), None);
}

#[test]
fn cut_after_cut_is_survived() {
    for policy in gc::KINDS {
        for (clock, planes) in [("serial", 1), ("event", 1), ("event", 2)] {
            for apart in [3, 7, 20, 61] {
                let fields = with(fields(clock, planes, 1), &[("ftl.gc.policy", json!(policy))]);
                assert!(survives_cut_after_cut(&fields, &requests(apart, 250, false), apart) > 3);
            }
        }
    }
}

/// Planes are far behind, so that what recovery does is cut off too: a rebuild is left of which a later one was made, which is no source of it. Each
/// of `fixtures/power-cuts.json` once had a data block erased with valid pages.
#[test]
fn a_rebuild_that_was_cut_off_is_found_again_after_the_next_cuts() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../fixtures/power-cuts.json")).unwrap();
    for case in &cases {
        let settings: Vec<(String, Value)> = case["settings"].as_object().unwrap().clone().into_iter().collect();
        let apart = case["settings"]["run.power_cut"].as_u64().unwrap();
        let list = case["requests"].as_array().unwrap().iter().map(|each| {
            let number = |at: usize| each[at].as_u64().unwrap();
            let op = match each[1].as_str().unwrap() {
                "write" => HostOp::Write,
                "read" => HostOp::Read,
                _ => HostOp::Flush,
            };
            request(number(0), op, number(2), number(3) as u32)
        });
        let experiment = Experiment::new(&json!({}), &settings).unwrap();
        let mut device = initial::machine(&experiment, Source::listed(list.collect()), true).unwrap();
        let mut cuts = 0;
        while device.step(&mut NoObserver).unwrap() {
            if device.power_loss.take().is_some() {
                cuts += 1;
                device.core.power_cut_at = if cuts < 4 { device.core.flash_operations + apart } else { u64::MAX };
            }
            device.check().unwrap();
        }
        assert_eq!(device.end.map(|end| end.kind), Some(EndKind::Done), "after {cuts} cuts");
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

#[test]
fn a_buffer_that_completes_a_block_after_a_cut_reads_pages_whose_trims_are_undone() {
    let fields = vec![
        ("device.blocks_per_plane", json!(40)),
        ("device.pages_per_block", json!(8)),
        ("device.page_bytes", json!(512)),
        ("device.over_provisioning", json!(2.0)),
        ("ftl.kind", json!("block")),
        ("buffer.kind", json!("clash")),
        ("buffer.b_blocks", json!(4)),
        ("buffer.virtual_pages", json!(true)),
        ("buffer.capacitor", json!(true)),
        ("buffer.bytes", json!(16_896)),
        ("run.power_cut", json!(1)),
        ("run.continue_after_power_cut", json!(true)),
    ];
    let list = vec![request(0, HostOp::Write, 42, 3), request(0, HostOp::Trim, 46, 2), request(0, HostOp::Read, 24, 2)];
    let mut device = machine(&fields, list);
    record(&mut device);
    assert_eq!(device.end.unwrap().kind, EndKind::Done);
}

proptest! {
    #![proptest_config(cases(3000))]

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

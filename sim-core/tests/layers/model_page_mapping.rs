//! Page mapping against a plain map of newest versions, through every policy and option.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device::model::{
    PAGES, agrees_with_the_model, conserves_time, is_in_step_between_operations, is_not_changed_by_looking, requests,
};
use crate::support::device::{Fields, finish, machine, request};
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::base::request::HostOp;
use sim_core::base::rng::{Component, Rng};
use sim_core::ftl::gc;
use sim_core::ftl::wear;
use sim_core::machine::Machine;

fn options(clock: &'static str) -> impl Strategy<Value = Fields> {
    let shape = prop_oneof![Just((1, 1, 1)), Just((2, 1, 1)), Just((1, 2, 1)), Just((2, 1, 2))];
    let policy = (0..gc::KINDS.len(), any::<bool>(), 1..6u32, any::<bool>(), prop::option::of(3..7u32));
    let wear = (0..wear::KINDS.len(), 1..4u32);
    let hardware = (any::<bool>(), any::<bool>(), 0..2u64, 0..2u64, prop::option::of(1..5u64));
    let place = (any::<bool>(), any::<bool>(), prop::sample::select(vec!["plane", "channel", "controller"]));
    let start = prop::sample::select(vec!["clean", "partial", "full_seq", "full_rand", "dirty_alloc"]);
    (shape, policy, wear, hardware, place, start).prop_map(move |(shape, policy, wear, hardware, place, start)| {
        let (channels, chips, planes) = shape;
        let (kind, replacement, d, separate, idle) = policy;
        let (copyback, read_priority, command, controller, depth) = hardware;
        // A plane may come to hold more than its share, so that several of them need more room.
        let parts = channels * chips * planes;
        let logical_blocks = PAGES.div_ceil(4) as f64;
        let blocks = if parts == 1 { 18.0 } else { (logical_blocks / f64::from(parts)).ceil() * 3.0 + 6.0 };
        vec![
            ("device.channels", json!(channels)),
            ("device.chips_per_channel", json!(chips)),
            ("device.planes_per_chip", json!(planes)),
            ("device.blocks_per_plane", json!(blocks as u64)),
            ("device.over_provisioning", json!(blocks * f64::from(parts) / logical_blocks - 1.0)),
            ("device.pages_per_block", json!(4)),
            ("device.transfer_ns", json!(50_000)),
            ("device.command_ns", json!(command * 200)),
            ("device.controller_ns", json!(controller * 5_000)),
            ("device.copyback", json!(copyback)),
            ("device.read_priority", json!(read_priority)),
            ("device.clock", json!(clock)),
            ("ftl.gc.policy", json!(gc::KINDS[kind])),
            ("ftl.gc.low", json!(2)),
            ("ftl.gc.high", json!(3)),
            ("ftl.gc.d", json!(d)),
            ("ftl.gc.window", json!(d)),
            ("ftl.gc.replacement", json!(replacement)),
            ("ftl.gc.separate_frontier", json!(separate)),
            ("ftl.gc.idle_below", json!(idle)),
            ("ftl.gc.blocking", json!(place.2)),
            ("ftl.wear_leveling.kind", json!(wear::KINDS[wear.0])),
            ("ftl.wear_leveling.delta", json!(wear.1)),
            ("ftl.wear_leveling.threshold", json!(wear.1)),
            ("ftl.wear_leveling.interval", json!(wear.1 * 4)),
            ("ftl.placement", json!(if place.0 { "dynamic" } else { "static" })),
            ("ftl.skip_busy", json!(place.1)),
            ("workload.queue_depth", json!(depth)),
            ("run.initial_state", json!(start)),
        ]
    })
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn the_serial_clock_serves_every_request(fields in options("serial"), list in requests(400)) {
        agrees_with_the_model(&fields, list);
    }

    #[test]
    fn the_event_clock_serves_every_request(fields in options("event"), list in requests(400)) {
        agrees_with_the_model(&fields, list);
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn nothing_is_ever_out_of_step_between_two_operations(
        fields in prop_oneof![options("serial"), options("event")],
        list in requests(80),
    ) {
        is_in_step_between_operations(&fields, list);
    }

    #[test]
    fn looking_changes_nothing(fields in prop_oneof![options("serial"), options("event")], list in requests(150)) {
        is_not_changed_by_looking(&fields, list);
    }

    #[test]
    fn time_is_conserved_on_the_serial_clock(fields in options("serial"), list in requests(200)) {
        let counters = conserves_time(&fields, list).core.counters;
        // What is not the host's is copies.
        prop_assert_eq!(counters.copies, counters.reads[1..].iter().sum::<u64>());
        prop_assert_eq!(counters.copies, counters.programs[1..].iter().sum::<u64>());
    }
}

/// A device of 64 blocks with this much room to spare, after uniform writes.
fn uniform(spare_blocks: u64, more: &[(&'static str, Value)], trims: bool) -> Machine {
    let mut fields = vec![
        ("device.blocks_per_plane", json!(48 + spare_blocks)),
        ("device.pages_per_block", json!(8)),
        ("device.over_provisioning", json!(spare_blocks as f64 / 48.0)),
    ];
    fields.extend(more.iter().cloned());
    let mut rng = Rng::new(7, Component::Workload);
    let mut list = Vec::new();
    for at in 0..15_000 {
        let page = rng.below(384);
        list.push(request(at * 1_000_000_000, HostOp::Write, page, 1));
        if trims && at % 8 == 0 {
            list.push(request(at * 1_000_000_000, HostOp::Trim, page ^ 1, 1));
        }
    }
    let mut device = machine(&fields, list);
    finish(&mut device);
    device
}

#[test]
fn twice_the_latencies_are_twice_the_service() {
    let doubled = [
        ("device.read_ns", json!(261_800)),
        ("device.program_ns", json!(811_800)),
        ("device.erase_ns", json!(4_000_000)),
    ];
    let (once, twice) = (uniform(12, &[], false), uniform(12, &doubled, false));
    assert_eq!(2 * once.core.counters.service_ns, twice.core.counters.service_ns);
}

#[test]
fn room_to_spare_and_trims_save_copies() {
    let copies = |spare, trims| uniform(spare, &[], trims).core.counters.gc_moved_pages;
    let [tight, middle, loose] = [8, 14, 24].map(|spare| copies(spare, false));
    assert!(tight > middle && middle > loose, "{tight} {middle} {loose}");
    assert!(copies(8, true) < tight);
}

#[test]
fn what_is_programmed_is_erased_first() {
    let device = uniform(10, &[], false);
    let (counters, geometry) = (device.core.counters, device.core.nand.geometry);
    let programs = counters.nand_programs() + u64::from(geometry.logical_pages);
    assert!(counters.nand_erases() * 8 >= programs - u64::from(geometry.physical_pages()));
    // Every victim's pages were either moved or gained, and what was gained was written by the host.
    let gained = counters.gc_runs * 8 - counters.gc_moved_pages;
    let written = counters.host_written_pages();
    assert!(gained.abs_diff(written) <= u64::from(geometry.physical_pages() - geometry.logical_pages));
    assert_eq!(counters.nand_programs(), written + counters.gc_moved_pages);
}

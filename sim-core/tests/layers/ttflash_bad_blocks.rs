//! ttFlash where blocks go bad as collections erase them.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device::ttflash::{BASE, Setup};
use crate::support::device::{machine, record, request};
use serde_json::json;
use sim_core::base::request::HostOp;
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::observer::NoObserver;
use sim_core::flash::operation::Kind;
use sim_core::machine::{End, EndKind};

/// A collection that takes no time gives its token back at once, however little it gained: pages held back wait for no other.
#[test]
fn planes_that_collect_in_no_time_and_wear_out_keep_nothing_waiting() {
    for (seed, cb_parity) in (0..20).flat_map(|seed| [(seed, true), (seed, false)]) {
        let worn = json!([{"request": 20 + seed % 7 * 20, "set": {"device.endurance": 1}}]);
        let filled = ("run.initial_state", json!("full_rand"));
        let setup = Setup {
            channels: 3,
            chips_per_channel: 2,
            blocks_per_plane: 12,
            pages_per_block: 8,
            over_provisioning: 2.0,
            blocking: "none",
            more: vec![filled, ("run.changes", worn), ("ftl.cb_parity", json!(cb_parity))],
            ..BASE
        };
        let mut rng = Rng::new(seed, Component::Workload);
        let one = |i: u64| request(i * 500_000, HostOp::Write, rng.below(120), 1 + rng.below(4) as u32);
        let mut device = machine(&setup.fields(), (0..800).map(one).collect());
        while device.step(&mut NoObserver).unwrap() {}
        assert_eq!(device.end.unwrap().kind, EndKind::ReadOnly, "seed {seed}, cb_parity {cb_parity}");
    }
}

/// A collection that takes no time may leave its plane with less room than before: its block went bad. Where nothing more can be
/// gained there, the device says so, and leaves no page waiting.
#[test]
fn a_plane_whose_last_collection_failed_lets_nothing_wait_for_room_that_never_comes() {
    let mut ends = [0, 0];
    for seed in 0..400 {
        let setup = Setup {
            preset: "micron-lb",
            channels: 2,
            chips_per_channel: 2,
            blocks_per_plane: 16,
            pages_per_block: 8,
            over_provisioning: 0.5,
            blocking: "none",
            ram_pages: 13,
            capacitor: false,
            more: vec![
                ("device.factory_bad_blocks", json!(1)),
                ("device.erase_failures", json!(1 + seed % 4)),
                ("ftl.rgc_order", json!("first_visited")),
                ("ftl.gc_stop", json!(4)),
            ],
            ..BASE
        };
        let mut rng = Rng::new(seed, Component::Workload);
        let one = |_| request(0, HostOp::Write, rng.below(160), 1 + rng.below(4) as u32);
        let list = (0..80).map(one).chain([request(0, HostOp::Flush, 0, 0)]).collect();
        let mut device = machine(&setup.fields(), list);
        while device.step(&mut NoObserver).unwrap() {}
        match device.end.unwrap() {
            End { kind: EndKind::Done, .. } => ends[0] += 1,
            End { kind: EndKind::ReadOnly, .. } => ends[1] += 1,
            End { text, .. } => panic!("seed {seed}: {text}"),
        }
    }
    assert!(ends.into_iter().all(|times| times > 10), "{ends:?}");
}

/// A collection that gave way is told that its erase is over a moment after that; nothing that comes in between erases the
/// block again, whether it is free by then or bad.
#[test]
fn a_collection_that_gave_way_erases_its_block_once() {
    for (seed, erase_failures) in (1..=60).flat_map(|seed| [(seed, 4), (seed, 8)]) {
        let setup = Setup {
            preset: "toy",
            channels: 3,
            blocks_per_plane: 24,
            over_provisioning: 2.0,
            series: "preemptive",
            failing: Some((2, 0)),
            more: vec![
                ("device.read_priority", json!(true)),
                ("device.erase_failures", json!(erase_failures)),
                ("workload.queue_depth", json!(3)),
                ("ftl.parity", json!("on")),
            ],
            ..BASE
        };
        let mut rng = Rng::new(seed, Component::Workload);
        let op = |rng: &mut Rng| if rng.below(10) == 0 { HostOp::Read } else { HostOp::Write };
        let one = |_| request(0, op(&mut rng), rng.below(60), 3);
        let mut device = machine(&setup.fields(), (0..200).map(one).collect());
        let operations = record(&mut device).operations;
        assert_eq!(device.end.clone().unwrap().kind, EndKind::Done, "seed {seed}: {}", device.end.unwrap().text);
        let mut erased = vec![false; device.core.nand.geometry.blocks() as usize];
        for operation in &operations {
            match (operation.kind, operation.to, operation.block) {
                (_, Some(ppn), _) => erased[device.core.nand.geometry.block_of(ppn) as usize] = false,
                (Kind::Erase, _, Some(block)) => {
                    assert!(!std::mem::replace(&mut erased[block as usize], true), "seed {seed}: {operation:?}");
                }
                _ => {}
            }
        }
    }
}

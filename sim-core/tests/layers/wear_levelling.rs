//! Wear: how it spreads, how levelling evens it out, and how a device ends.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device::{check, finish, machine, record, request};
use serde_json::{Value, json};
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::access::Flash;
use sim_core::flash::observer::NoObserver;
use sim_core::flash::operation::Kind;
use sim_core::machine::{EndKind, Machine};
use sim_core::nand::NONE;
use sim_core::nand::block::BlockState;

type Fields = Vec<(&'static str, Value)>;

const LOGICAL: u64 = 48 * 8;

/// 64 blocks of 8 pages, 48 of them the host's.
fn fields(more: &[(&'static str, Value)]) -> Fields {
    let mut fields = vec![
        ("device.blocks_per_plane", json!(64)),
        ("device.pages_per_block", json!(8)),
        ("device.over_provisioning", json!(64.0 / 48.0 - 1.0)),
        ("workload.queue_depth", json!(1)),
    ];
    fields.extend(more.iter().cloned());
    fields
}

fn leveled(kind: &str, more: &[(&'static str, Value)]) -> Fields {
    let mut all = fields(&[("ftl.wear_leveling.kind", json!(kind))]);
    all.extend(more.iter().cloned());
    all
}

/// Single-page writes to the first `span` pages.
fn writes(span: u64, count: usize) -> Vec<Request> {
    let mut rng = Rng::new(1, Component::Workload);
    (0..count).map(|_| request(0, HostOp::Write, rng.below(span), 1)).collect()
}

/// All writes go to a tenth of the pages; nine tenths stay as they are.
fn hot(count: usize) -> Vec<Request> {
    writes(LOGICAL / 10, count)
}

fn erases(device: &Machine) -> Vec<u32> {
    device.core.nand.blocks.iter().map(|block| block.erase_count).collect()
}

fn range(device: &Machine) -> u32 {
    let erases = erases(device);
    erases.iter().max().unwrap() - erases.iter().min().unwrap()
}

fn mean_and_variance(device: &Machine) -> (f64, f64) {
    let erases: Vec<f64> = erases(device).into_iter().map(f64::from).collect();
    let mean = erases.iter().sum::<f64>() / erases.len() as f64;
    (mean, erases.iter().map(|count| (count - mean) * (count - mean)).sum::<f64>() / erases.len() as f64)
}

fn run(fields: &Fields, list: Vec<Request>) -> Machine {
    let mut device = machine(fields, list);
    finish(&mut device);
    check(&device);
    device
}

#[test]
fn dynamic_levelling_alone_leaves_cold_blocks_young() {
    let device = run(&leveled("dynamic", &[]), hot(20_000));
    let erases = erases(&device);
    let young = erases.iter().filter(|&&count| count == 0).count();
    let worn = erases.iter().filter(|&&count| count > 60).count();
    assert!(young >= 42, "{young}");
    assert!(worn >= 10, "{worn}");
    assert_eq!(young + worn, erases.len(), "nothing in between: {erases:?}");
}

#[test]
fn static_levelling_keeps_erases_within_its_threshold() {
    for delta in [2, 5, 20] {
        let mut device = machine(&leveled("static", &[("ftl.wear_leveling.delta", json!(delta))]), hot(40_000));
        let mut begun = 0;
        while device.step(&mut NoObserver).unwrap() {
            begun += 1;
            assert!(begun < 20_000 || range(&device) <= delta + 1, "{} at delta {delta}", range(&device));
        }
        assert!(device.core.counters.wear_runs > 0);
    }
}

#[test]
fn static_levelling_acts_when_erases_are_more_than_its_threshold_apart_and_not_before() {
    for delta in [1, 2, 5] {
        let mut device = machine(&leveled("static", &[("ftl.wear_leveling.delta", json!(delta))]), hot(20_000));
        let mut counts = erases(&device);
        let seen = record(&mut device);
        let mut least = u32::MAX;
        for operation in &seen.operations {
            let block = operation.block.map(|block| block as usize);
            match (operation.kind, block) {
                (Kind::Erase, Some(block)) => counts[block] += 1,
                (Kind::WearStart, Some(block)) => {
                    let apart = counts.iter().max().unwrap() - counts[block];
                    assert!(apart > delta, "block {block} moves when erases are {apart} apart, at delta {delta}");
                    least = least.min(apart);
                }
                _ => {}
            }
        }
        assert_eq!(least, delta + 1, "it acts as soon as they are");
    }
}

#[test]
fn a_smaller_threshold_spreads_better_and_copies_more() {
    let with = |delta: u32| {
        let device = run(&leveled("static", &[("ftl.wear_leveling.delta", json!(delta))]), hot(30_000));
        (mean_and_variance(&device).1, device.core.counters.nand_programs())
    };
    let [tight, middle, loose] = [2, 8, 24].map(with);
    assert!(tight.0 < middle.0 && middle.0 < loose.0);
    assert!(tight.1 > middle.1 && middle.1 > loose.1);
    let dynamic = run(&leveled("dynamic", &[]), hot(30_000));
    assert!(dynamic.core.counters.nand_programs() < loose.1);
}

#[test]
fn every_moving_policy_gets_at_cold_blocks() {
    let acts = [
        ("static", ("ftl.wear_leveling.delta", json!(10))),
        ("swl-bet", ("ftl.wear_leveling.threshold", json!(10))),
        ("ban", ("ftl.wear_leveling.interval", json!(10))),
    ];
    for (kind, how) in acts {
        let device = run(&leveled(kind, &[how]), hot(30_000));
        assert!(*erases(&device).iter().min().unwrap() > 0, "{kind}: {:?}", erases(&device));
        assert!(device.core.counters.wear_runs > 20, "{kind}");
    }
}

#[test]
fn ban_acts_once_an_interval() {
    let device = run(&leveled("ban", &[("ftl.wear_leveling.interval", json!(100))]), hot(30_000));
    let counters = device.core.counters;
    let due = counters.nand_erases() / 100;
    assert!(counters.wear_runs == due || counters.wear_runs + 1 == due, "{} of {due}", counters.wear_runs);
}

#[test]
fn first_in_first_out_wears_all_blocks_alike() {
    let device = run(&leveled("none", &[("ftl.gc.policy", json!("fifo"))]), writes(LOGICAL, 20_000));
    assert!(range(&device) <= 1, "{:?}", erases(&device));
}

#[test]
fn random_victims_wear_blocks_by_poissons_law() {
    let large = [
        ("ftl.gc.policy", json!("random")),
        ("device.blocks_per_plane", json!(512)),
        ("device.over_provisioning", json!(1.0)),
    ];
    let device = run(&leveled("none", &large), writes(256 * 8, 30_000));
    let (mean, variance) = mean_and_variance(&device);
    assert!(mean > 5.0 && (0.7..1.3).contains(&(variance / mean)), "mean {mean}, variance {variance}");
}

#[test]
fn a_worn_out_device_ends_read_only_with_its_data() {
    for (clock, planes, blocking) in [("serial", 1, "plane"), ("event", 1, "plane"), ("event", 4, "channel")] {
        for kind in ["none", "dynamic", "static", "swl-bet", "ban"] {
            for start in ["full_seq", "dirty_alloc"] {
                ends_read_only(&leveled(
                    kind,
                    &[
                        ("device.endurance", json!(20)),
                        ("device.clock", json!(clock)),
                        ("device.channels", json!(planes)),
                        ("device.blocks_per_plane", json!(64 / planes)),
                        ("device.over_provisioning", json!(if planes == 1 { 64.0 / 48.0 - 1.0 } else { 1.0 })),
                        ("workload.queue_depth", json!(2 * planes)),
                        ("ftl.gc.blocking", json!(blocking)),
                        ("ftl.wear_leveling.delta", json!(4)),
                        ("ftl.wear_leveling.interval", json!(10)),
                        ("run.initial_state", json!(start)),
                    ],
                ));
            }
        }
    }
}

fn ends_read_only(fields: &Fields) {
    let space = u64::from(machine(fields, vec![]).core.nand.geometry.logical_pages);
    let mut device = machine(fields, writes(space, 100_000));
    while device.step(&mut NoObserver).unwrap() {}
    let end = device.end.clone().unwrap();
    assert_eq!(end.kind, EndKind::ReadOnly, "{}", end.text);
    let bad = device.core.nand.bad_blocks;
    assert!(end.text.starts_with(&format!("the device is read-only: {bad} of 64 blocks are bad")), "{}", end.text);
    assert_eq!(device.core.nand.blocks.iter().filter(|block| block.state == BlockState::Bad).count(), bad as usize);
    assert!(device.core.nand.blocks.iter().all(|block| block.erase_count <= 20));
    check(&device);
    // Every request before the one that was refused has its answer.
    assert_eq!(device.completions.len() as u64, device.requests_begun - 1);
    // A step more changes nothing.
    assert_eq!(device.step(&mut NoObserver), Ok(false));
    let oob = device.core.nand.oob.as_ref().unwrap();
    let shadow = device.core.shadow.as_ref().unwrap();
    for lpn in 0..space as u32 {
        let ppn = device.ftl.lookup(lpn);
        let found = if ppn == NONE { 0 } else { oob.version[ppn as usize] };
        assert!(found >= shadow.acknowledged(lpn), "page {lpn}");
    }
    // The last write was refused; every page it did not concern reads as ever.
    let refused = device.core.request;
    assert!(refused > 1_000);
    let mut readable = 0;
    for lpn in 0..space as u32 {
        let (mut copy, mut blind) = (device.clone(), NoObserver);
        let mut flash = Flash::new(&mut copy.core, &mut blind);
        readable += u32::from(copy.ftl.read(lpn, 1, &mut flash).is_ok());
    }
    assert!(readable >= space as u32 - 1);
}

#[test]
fn a_device_that_never_had_room_to_spare_wears_out_at_once() {
    let mut device = machine(&fields(&[("device.endurance", json!(1))]), writes(LOGICAL, 10_000));
    while device.step(&mut NoObserver).unwrap() {}
    assert_eq!(device.end.unwrap().kind, EndKind::ReadOnly);
    let dirty = fields(&[("device.endurance", json!(1)), ("run.initial_state", json!("dirty_alloc"))]);
    let mut device = machine(&dirty, writes(LOGICAL, 10));
    while device.step(&mut NoObserver).unwrap() {}
    assert_eq!(device.end.unwrap().kind, EndKind::ReadOnly);
}

#[test]
fn a_plane_with_nothing_to_gain_is_full() {
    // Turn by turn, a new page to plane 0 and the same old page to plane 1, until all data live in plane 0.
    let two = [
        ("device.channels", json!(2)),
        ("device.blocks_per_plane", json!(20)),
        ("device.over_provisioning", json!(0.6)),
        ("run.initial_state", json!("clean")),
    ];
    let list = (1..160).flat_map(|page| [page, 0]).map(|page| request(0, HostOp::Write, page, 1)).collect();
    let mut device = machine(&fields(&two), list);
    while device.step(&mut NoObserver).unwrap() {}
    let end = device.end.unwrap();
    assert_eq!(end.kind, EndKind::DeviceFull);
    assert!(end.text.contains("no closed block has an invalid page; plane 0 has 3 free blocks"), "{}", end.text);
    assert!(end.text.ends_with("at over-provisioning 0.6000"), "{}", end.text);
}

#[test]
fn victims_that_gain_nothing_are_counted() {
    // One page is written over and over; by chance the collector takes full blocks more often than there are blocks.
    let random = [
        ("ftl.gc.policy", json!("random")),
        ("ftl.gc.high", json!(10)),
        ("ftl.gc.low", json!(9)),
        ("device.over_provisioning", json!(64.0 / 50.0 - 1.0)),
    ];
    let mut device = machine(&fields(&random), vec![request(0, HostOp::Write, 0, 1); 100_000]);
    while device.step(&mut NoObserver).unwrap() {}
    let end = device.end.unwrap();
    assert_eq!(end.kind, EndKind::DeviceFull);
    assert!(end.text.contains("more victims than blocks brought no free block"), "{}", end.text);
}

//! BAST: what merges cost, who makes way, and that it serves every request.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device;
use crate::support::device::hybrids::{fields, options, toy};
use crate::support::device::{Fields, check, cuts, finish, machine, model, record, request, with, write};
use proptest::prelude::*;
use serde_json::json;
use sim_core::base::request::{HostOp, Request};
use sim_core::flash::counters::Merge;
use sim_core::flash::observer::{NoObserver, Recorder};
use sim_core::flash::operation::{Kind, Purpose};
use sim_core::ftl::picture::Role;
use sim_core::machine::Machine;
use sim_core::nand::block::BlockKind;

const R: u64 = 130_900;
const W: u64 = 405_900;
const E: u64 = 2_000_000;
const P: u64 = 64;

/// A full device of 64-page blocks, 8 of them logical, with the paper's timing.
fn micron(log_blocks: u64) -> Fields {
    vec![
        ("device.blocks_per_plane", json!(16)),
        ("device.over_provisioning", json!(1.0)),
        ("ftl.kind", json!("bast")),
        ("ftl.log_blocks", json!(log_blocks)),
    ]
}

/// Single-page writes.
fn writes(pages: impl IntoIterator<Item = u64>) -> Vec<Request> {
    pages.into_iter().map(write).collect()
}

/// The own service time of each request of a run in which all arrive at the start.
fn costs(device: &Machine) -> Vec<u64> {
    let mut before = 0;
    device.completions.iter().map(|done| done.finish_ns - std::mem::replace(&mut before, done.finish_ns)).collect()
}

fn served(fields: &Fields, list: Vec<Request>) -> Machine {
    let mut device = machine(fields, list);
    finish(&mut device);
    check(&device);
    device
}

fn merges(device: &Machine) -> [u64; 3] {
    device.core.counters.merges
}

#[test]
fn the_golden_log_holds() {
    let mut device = machine(&toy("bast", 12, &[("ftl.log_blocks", json!(1))]), writes([0, 1, 4, 6, 0]));
    let seen = record(&mut device);
    assert_eq!(costs(&device), [4_000, 4_000, 34_000, 4_000, 64_000]);
    let counters = device.core.counters;
    assert_eq!(counters.service_ns, 110_000);
    assert_eq!((counters.nand_programs(), counters.nand_reads(), counters.nand_erases()), (11, 6, 3));
    assert_eq!(merges(&device), [0, 1, 1]);
    assert_eq!((counters.associativity[1], counters.reclaims()), (2, 2));
    let flash = seen.operations.iter().filter(|operation| operation.to.is_some() || operation.kind == Kind::Erase);
    let story: Vec<_> = flash.map(|operation| (operation.kind, operation.lpn, operation.to, operation.block)).collect();
    use Kind::{Copy, Erase, Program};
    assert_eq!(
        story,
        [
            // Blocks 0 to 3 are full; block 4 is B0's log block.
            (Program, Some(0), Some(16), None),
            (Program, Some(1), Some(17), None),
            // It becomes B0's data block; block 5 is B1's log block.
            (Copy, Some(2), Some(18), None),
            (Copy, Some(3), Some(19), None),
            (Erase, None, None, Some(0)),
            (Program, Some(4), Some(20), None),
            (Program, Some(6), Some(21), None),
            // B1 is rebuilt in block 6; block 7 is B0's log block.
            (Copy, Some(4), Some(24), None),
            (Copy, Some(5), Some(25), None),
            (Copy, Some(6), Some(26), None),
            (Copy, Some(7), Some(27), None),
            (Erase, None, None, Some(1)),
            (Erase, None, None, Some(5)),
            (Program, Some(0), Some(28), None),
        ]
    );
}

#[test]
fn merges_cost_what_they_should() {
    // 64 pages in order, and one more page of the same block.
    let switch = served(&micron(1), writes((0..P).chain([5])));
    assert_eq!((costs(&switch)[64], merges(&switch)), (E + W, [1, 0, 0]));
    // 32 pages in order, and a page of another block.
    let partial = served(&micron(1), writes((0..32).chain([P])));
    assert_eq!((costs(&partial)[32], merges(&partial)), (32 * (R + W) + E + W, [0, 1, 0]));
    assert_eq!(32 * (R + W) + E, 19_177_600);
    // The same page twice.
    let full = served(&micron(1), writes([3, 3, P]));
    assert_eq!((costs(&full)[2], merges(&full)), (P * (R + W) + 2 * E + W, [0, 0, 1]));
    assert_eq!(P * (R + W) + 2 * E, 38_355_200);
    // An order that breaks off is as good as none.
    let broken = served(&micron(1), writes([0, 1, 2, 9, P]));
    assert_eq!((costs(&broken)[4], merges(&broken)), (P * (R + W) + 2 * E + W, [0, 0, 1]));
    let purposes = full.core.counters;
    assert_eq!((purposes.erases[Purpose::Full as usize], purposes.nand_erases()), (2, 2));
}

#[test]
fn one_more_block_than_log_blocks_thrashes() {
    for log_blocks in 1..6 {
        let list = (0..20).flat_map(|round| (0..=log_blocks).map(move |lbn| lbn * P + 5 + round));
        let device = served(&micron(log_blocks), writes(list));
        let costs = costs(&device);
        assert!(costs[..log_blocks as usize].iter().all(|&cost| cost == W), "free log blocks are taken first");
        assert!(costs[log_blocks as usize..].iter().all(|&cost| cost == 38_355_200 + 405_900));
    }
}

#[test]
fn as_many_blocks_as_log_blocks_do_not_thrash() {
    let list = writes((0..20).flat_map(|round| (0..4).map(move |lbn| lbn * P + round)));
    assert!(costs(&served(&micron(4), list)).into_iter().all(|cost| cost == W));
}

#[test]
fn writing_in_order_costs_an_erase_a_block() {
    let device = served(&micron(1), writes((0..3).flat_map(|_| 0..8 * P)));
    let blocks = 3 * 8 - 1;
    assert_eq!(merges(&device), [blocks, 0, 0]);
    assert_eq!(device.core.counters.service_ns, 3 * 8 * P * W + blocks * E);
}

/// The log blocks that were reclaimed, by the logical block that each belonged to.
fn reclaimed(fields: &Fields, list: Vec<Request>) -> (Vec<u32>, Recorder) {
    let mut device = machine(fields, list);
    let mut seen = Recorder::default();
    while device.step(&mut seen).unwrap() {}
    let merges = seen.operations.iter().filter(|operation| operation.kind == Kind::FullMerge);
    (merges.map(|operation| operation.lpn.unwrap() / P as u32).collect(), seen)
}

#[test]
fn who_wrote_longest_ago_makes_way() {
    let list = |pages: &[u64]| writes(pages.iter().map(|lbn| lbn * P + 7));
    assert_eq!(reclaimed(&micron(3), list(&[0, 1, 2, 0, 3, 4])).0, [1, 2]);
    assert_eq!(reclaimed(&micron(3), list(&[0, 1, 2, 3, 4])).0, [0, 1]);
}

#[test]
fn or_any_does() {
    let random = |seed: u64| with(micron(4), &[("ftl.victim", json!("random")), ("run.seed", json!(seed))]);
    let list = || writes((0..200).map(|n| (n % 7) * P + 7));
    let (first, _) = reclaimed(&random(1), list());
    assert_eq!(first, reclaimed(&random(1), list()).0);
    assert_ne!(first, reclaimed(&random(2), list()).0);
    assert_ne!(first, reclaimed(&micron(4), list()).0);
    // Going round, the one idle longest is always the one needed next: chance does better.
    assert!(first.len() < reclaimed(&micron(4), list()).0.len());
    assert!((0..7).all(|lbn| first.contains(&lbn)));
}

#[test]
fn a_log_block_that_holds_nothing_current_costs_an_erase() {
    let trim = request(0, HostOp::Trim, 3, 1);
    let device = served(&micron(1), vec![write(3), write(3), trim, write(P)]);
    assert_eq!(device.core.counters.service_ns, 3 * W + E);
    assert_eq!((merges(&device), device.core.counters.associativity[0]), ([0; 3], 1));
}

#[test]
fn log_blocks_belong_to_one_block_each_and_are_not_too_many() {
    let fields = with(fields("bast", "serial", 1, 3, 0), &[("ftl.log_blocks", json!(3))]);
    let mut device = machine(&fields, cuts::requests(4, 3_000, true));
    while device.step(&mut NoObserver).unwrap() {
        let nand = &device.core.nand;
        let picture = device.ftl.picture(Some(0), nand);
        let used: u32 = picture.parked.iter().map(|parked| nand.block(parked.block).write_ptr).sum();
        assert!(picture.parked_total <= 3 && used <= 3 * 4);
        for parked in &picture.parked {
            assert_eq!((parked.role, nand.block(parked.block).kind), (Role::Log, BlockKind::Log));
            let mut pages = nand.geometry.pages_of(parked.block).filter(|&ppn| nand.is_valid(ppn as u32));
            assert!(pages.all(|ppn| nand.owner[ppn] / 4 == parked.lbn));
        }
    }
    let counters = device.core.counters;
    assert!(counters.reclaims() > 100);
    assert_eq!(counters.associativity[0] + counters.associativity[1], counters.reclaims());
}

#[test]
fn more_log_blocks_mean_fewer_full_merges() {
    let full = |log_blocks: u64| {
        let set = [("ftl.log_blocks", json!(log_blocks))];
        let fields = with(fields("bast", "serial", 1, log_blocks, 0), &set);
        let mut device = machine(&fields, cuts::requests(9, 5_000, false));
        finish(&mut device);
        merges(&device)[Merge::Full as usize]
    };
    let counts: Vec<u64> = (1..5).map(full).collect();
    assert!(counts.is_sorted_by(|more, fewer| more >= fewer), "{counts:?}");
}

#[test]
fn its_tables_are_small() {
    let fields =
        [("device.logical_bytes", json!(1u64 << 30)), ("device.page_bytes", json!(2048)), ("ftl.kind", json!("bast"))];
    // 8643 blocks: 259 are log blocks.
    assert_eq!(machine(&fields, Vec::new()).ftl.ram_bytes(), (32 << 10) + 259 * (8 + 2 * 64));
}

#[test]
fn a_log_that_does_not_fit_is_refused() {
    let fields = with(micron(1), &[("ftl.log_blocks", json!(7))]);
    let error = sim_core::assembly::initial::machine(
        &device::experiment(&fields),
        sim_core::workload::source::Source::listed(Vec::new()),
        true,
    );
    let text = error.err().unwrap().to_string();
    assert!(text.contains("17 blocks a plane") && text.contains("7 for logs"), "{text}");
}

#[test]
fn a_reclaim_is_told_as_one_story() {
    let (_, seen) = reclaimed(&micron(2), writes([7, P + 7, P + 7, 2 * P]));
    let words: Vec<(Kind, Option<Kind>)> = seen
        .operations
        .iter()
        .filter(|operation| operation.kind != Kind::Copy)
        .map(|operation| (operation.kind, operation.cause.map(|cause| seen.operations[cause as usize].kind)))
        .skip(6)
        .collect();
    assert_eq!(
        words,
        [
            (Kind::HostWrite, None),
            (Kind::ReclaimStart, Some(Kind::HostWrite)),
            (Kind::FullMerge, Some(Kind::ReclaimStart)),
            (Kind::Erase, Some(Kind::FullMerge)),
            (Kind::MergeEnd, Some(Kind::FullMerge)),
            (Kind::Erase, Some(Kind::ReclaimStart)),
            (Kind::ReclaimEnd, Some(Kind::ReclaimStart)),
            (Kind::Program, Some(Kind::HostWrite)),
        ]
    );
    let [victim, merge] = &seen.decisions[..] else { panic!("{:?}", seen.decisions) };
    assert_eq!(seen.operations[victim.op as usize].kind, Kind::ReclaimStart);
    assert_eq!(seen.operations[merge.op as usize].kind, Kind::FullMerge);
    assert_eq!(
        victim.headline,
        "All 2 log blocks are taken. The one idle longest, 8, holds pages of **B0**: **64 page copies and 2 erases**."
    );
    assert_eq!(victim.rows[1].cells, ["1", "1", "1 page ago", "64 page copies and 2 erases"]);
    assert_eq!(merge.question, "Why this merge?");
}

#[test]
fn nothing_is_lost_at_any_operation() {
    for (clock, planes) in [("serial", 1), ("event", 1), ("event", 4)] {
        for victim in ["lru", "random"] {
            let set = [("ftl.log_blocks", json!(2)), ("ftl.victim", json!(victim))];
            let fields = with(fields("bast", clock, planes, 2, 0), &set);
            cuts::sweep(&fields, &cuts::requests(planes, 80, false), 1);
        }
    }
}

#[test]
fn cut_after_cut_is_survived() {
    for (clock, planes) in [("serial", 1), ("event", 1), ("event", 2)] {
        for apart in [3, 7, 20, 61] {
            let fields = with(fields("bast", clock, planes, 2, 0), &[("ftl.log_blocks", json!(2))]);
            let list = cuts::requests(apart, 200, false);
            assert!(cuts::survives_cut_after_cut(&fields, &list, apart) > 3);
        }
    }
}

/// Devices with 1 to 4 log blocks a plane, and either rule.
fn devices() -> impl Strategy<Value = Fields> {
    (1..5u64, prop::sample::select(vec!["lru", "random"])).prop_flat_map(|(log_blocks, victim)| {
        options("bast", log_blocks).prop_map(move |fields| {
            with(fields, &[("ftl.log_blocks", json!(log_blocks)), ("ftl.victim", json!(victim))])
        })
    })
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn it_serves_every_request(fields in devices(), list in model::requests(400)) {
        model::agrees_with_the_model(&fields, list);
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn it_is_never_out_of_step(fields in devices(), list in model::requests(60)) {
        model::is_in_step_between_operations(&fields, list.clone());
        model::is_not_changed_by_looking(&fields, list);
    }

    #[test]
    fn time_is_conserved(fields in devices(), list in model::requests(200)) {
        model::conserves_time(&with(fields, &[("device.clock", json!("serial"))]), list);
    }

    #[test]
    fn any_cut_is_survived(fields in devices(), seed in any::<u64>(), cut in 0..500u64, trims in any::<bool>()) {
        cuts::survives(&fields, &cuts::requests(seed, 100, trims), cut);
    }
}

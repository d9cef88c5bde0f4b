//! SAST: groups of blocks that share log blocks, what emptying one costs at most, its equivalences, and that it serves
//! every request.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device::hybrids::{fields, options};
use crate::support::device::{Fields, check, cuts, finish, machine, model, record, request, with, write};
use proptest::prelude::*;
use serde_json::json;
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::counters::Merge;
use sim_core::flash::observer::Recorder;
use sim_core::flash::operation::{Kind, Operation, Purpose};
use sim_core::machine::Machine;
use sim_core::nand::NONE;
use std::collections::VecDeque;

const R: u64 = 130_900;
const W: u64 = 405_900;
const E: u64 = 2_000_000;
const P: u64 = 64;

/// A full device of 64-page blocks, 8 of them logical, with the paper's timing.
fn micron(log_blocks: u64, group_blocks: u64, group_logs: u64) -> Fields {
    vec![
        ("device.blocks_per_plane", json!(24)),
        ("device.over_provisioning", json!(2.0)),
        ("ftl.kind", json!("sast")),
        ("ftl.log_blocks", json!(log_blocks)),
        ("ftl.group_blocks", json!(group_blocks)),
        ("ftl.group_logs", json!(group_logs)),
    ]
}

fn served(fields: &Fields, list: Vec<Request>) -> Machine {
    let mut device = machine(fields, list);
    finish(&mut device);
    check(&device);
    device
}

fn watched(fields: &Fields, list: Vec<Request>) -> (Machine, Recorder) {
    let mut device = machine(fields, list);
    let seen = record(&mut device);
    (device, seen)
}

/// Writes to single pages drawn from the first `blocks` logical blocks.
fn scattered(seed: u64, count: usize, blocks: u64) -> Vec<Request> {
    let mut rng = Rng::new(seed, Component::Workload);
    (0..count).map(|_| write(rng.below(blocks * P))).collect()
}

/// The duration of each reclaim.
fn reclaims(seen: &Recorder) -> Vec<u64> {
    let of_kind = |kind: Kind| seen.operations.iter().filter(move |operation| operation.kind == kind);
    of_kind(Kind::ReclaimStart)
        .zip(of_kind(Kind::ReclaimEnd))
        .map(|(start, end)| {
            assert!(start.block == end.block && end.cause == Some(start.index));
            end.end_ns - start.start_ns
        })
        .collect()
}

#[test]
fn a_log_block_of_n_blocks_costs_n_rebuilds() {
    for n in [1, 2, 4, 8] {
        // The only log block of the group fills up with pages of all its blocks.
        let list = (0..=P).map(|i| write((i % n) * P + 40 - i / 2)).collect();
        let (device, seen) = watched(&micron(4, n, 1), list);
        let erase_of_log = if n == 1 { Purpose::Full } else { Purpose::Reclaim };
        assert_eq!(reclaims(&seen), [n * (P * (R + W) + E) + E]);
        let counters = device.core.counters;
        assert_eq!((counters.associativity[n as usize], counters.merges), (1, [0, 0, n]));
        assert_eq!(counters.erases[erase_of_log as usize], if n == 1 { 2 } else { 1 });
    }
}

#[test]
fn no_reclaim_costs_more_than_n_rebuilds() {
    for (n, k) in [(1, 2), (2, 1), (2, 4), (4, 4), (8, 3)] {
        let (device, seen) = watched(&micron(4, n, k), scattered(n, 4_000, 8));
        let costs = reclaims(&seen);
        assert!(costs.len() > 20);
        assert!(costs.iter().all(|&cost| cost <= n * (P * (R + W) + E) + E));
        assert_eq!(device.core.counters.associativity[n as usize + 1..].iter().sum::<u64>(), 0);
    }
}

#[test]
fn a_group_written_in_order_costs_an_erase_a_block() {
    let device = served(&micron(4, 4, 4), (0..3).flat_map(|_| (0..8 * P).map(write)).collect());
    let counters = device.core.counters;
    assert_eq!((counters.merges[1], counters.merges[2]), (0, 0));
    assert_eq!(counters.service_ns, 3 * 8 * P * W + counters.merges[0] * E);
}

#[test]
fn who_wrote_longest_ago_gives_up_its_oldest_log_block() {
    // Groups of two blocks, three log blocks: two with pages of the second group, one with pages of the first.
    let (b0, b1, b2) = (0, 2 * P, 4 * P);
    let list = [vec![b0 + 9], vec![b1 + 9; 65], vec![b0 + 9], vec![b2 + 9]].concat();
    let (_, seen) = watched(&micron(3, 2, 2), list.into_iter().map(write).collect());
    let starts: Vec<&Operation> = seen.operations.iter().filter(|o| o.kind == Kind::ReclaimStart).collect();
    let [start] = starts[..] else { panic!("{starts:?}") };
    let merge = seen.operations.iter().find(|o| o.kind == Kind::FullMerge);
    // Its older log block holds nothing current any more: an erase is enough.
    assert!(merge.is_none());
    assert_eq!(seen.decisions[0].rows[0].block, start.block);
    assert_eq!(seen.decisions[0].rows[0].cells[3], "1 erase");
}

#[test]
fn sharing_lets_thrashing_fall() {
    let reclaimed = |n, k| served(&micron(4, n, k), scattered(3, 6_000, 8)).core.counters;
    let by_n: Vec<u64> = [1, 2, 4, 8].map(|n| reclaimed(n, 4).reclaims()).into();
    assert!(by_n.is_sorted_by(|more, fewer| more >= fewer), "{by_n:?}");
    assert!(by_n[0] > 4 * by_n[1], "alone, eight blocks fight for four log blocks: {by_n:?}");
    // Half of the blocks, one group, get all writes.
    let full = |k| served(&micron(4, 4, k), scattered(3, 6_000, 4)).core.counters.merges[Merge::Full as usize];
    let by_k: Vec<u64> = [1, 2, 3, 4].map(full).into();
    assert!(by_k.is_sorted_by(|more, fewer| more > fewer), "{by_k:?}");
}

/// What happens on flash, by plain bookkeeping, when all blocks share all log blocks first in, first out, each page behind
/// the last one, and every reclaimed page has its block rebuilt: FAST without its sequential log block.
fn all_in_one(pages: &[u64], log_blocks: usize, pages_per_block: u64) -> Vec<(Kind, Option<u32>)> {
    let mut logs: VecDeque<Vec<u64>> = VecDeque::new();
    let mut story = Vec::new();
    for &page in pages {
        if logs.back().is_none_or(|log| log.len() as u64 == pages_per_block) {
            if logs.len() == log_blocks {
                for slot in 0..pages_per_block as usize {
                    let kept = logs[0][slot];
                    if kept == u64::from(NONE) {
                        continue;
                    }
                    let first = kept / pages_per_block * pages_per_block;
                    let block = first..first + pages_per_block;
                    story.extend(block.clone().map(|copied| (Kind::Copy, Some(copied as u32))));
                    story.push((Kind::Erase, None));
                    forget(&mut logs, |page| block.contains(&page));
                }
                story.push((Kind::Erase, None));
                logs.pop_front();
            }
            logs.push_back(Vec::new());
        }
        forget(&mut logs, |known| known == page);
        story.push((Kind::Program, Some(page as u32)));
        logs.back_mut().unwrap().push(page);
    }
    story
}

fn forget(logs: &mut VecDeque<Vec<u64>>, which: impl Fn(u64) -> bool) {
    logs.iter_mut().flatten().filter(|page| which(**page)).for_each(|page| *page = u64::from(NONE));
}

proptest! {
    #![proptest_config(cases(60))]

    /// Pages at the front of a block are left out: without them no log block ever holds a block in order.
    #[test]
    fn one_group_with_all_log_blocks_is_fast_without_its_sequential_one(
        pages in prop::collection::vec((0..10u64, 1..4u64).prop_map(|(lbn, offset)| lbn * 4 + offset), 300),
        log_blocks in 1..5u64,
        given in any::<bool>(),
    ) {
        let all = |n: u64| if given { json!(n) } else { json!(null) };
        let fields = with(fields("sast", "serial", 1, log_blocks, 1), &[
            ("ftl.log_blocks", json!(log_blocks)),
            ("ftl.group_blocks", all(10)),
            ("ftl.group_logs", all(log_blocks)),
            ("run.initial_state", json!("full_seq")),
        ]);
        let (_, seen) = watched(&fields, pages.iter().map(|&page| write(page)).collect());
        let on_flash = |o: &&Operation| matches!(o.kind, Kind::Program | Kind::Copy | Kind::Erase);
        let story: Vec<_> = seen.operations.iter().filter(on_flash).map(|o| (o.kind, o.lpn)).collect();
        prop_assert_eq!(story, all_in_one(&pages, log_blocks as usize, 4));
    }
}

#[test]
fn its_tables_grow_with_the_log() {
    let fields =
        [("device.logical_bytes", json!(1u64 << 30)), ("device.page_bytes", json!(2048)), ("ftl.kind", json!("sast"))];
    assert_eq!(machine(&fields, Vec::new()).ftl.ram_bytes(), (32 << 10) + 259 * (8 + 4 * 64));
}

#[test]
fn a_reclaim_says_how_many_blocks_it_rebuilds() {
    let list = (0..=P).map(|i| write((i % 4) * P + 40 - i / 2)).collect();
    let (_, seen) = watched(&micron(4, 4, 1), list);
    let [decision] = &seen.decisions[..] else { panic!("{:?}", seen.decisions) };
    assert_eq!(
        decision.headline,
        "Log block 8 is full and holds pages of **4 different blocks**. Freeing it costs **256 page copies and 5 erases**."
    );
    assert_eq!(seen.operations[decision.op as usize].kind, Kind::ReclaimStart);
}

#[test]
fn headlines_are_short() {
    let (_, seen) = watched(&micron(6, 3, 2), scattered(8, 6_000, 8));
    assert!(seen.decisions.len() > 50);
    assert!(seen.decisions.iter().all(|decision| decision.headline.chars().count() <= 150));
}

#[test]
fn a_trimmed_log_block_costs_an_erase() {
    let mut list: Vec<Request> = vec![write(3); 64];
    list.push(request(0, HostOp::Trim, 3, 1));
    list.push(write(5));
    let device = served(&micron(4, 4, 1), list);
    assert_eq!(device.core.counters.service_ns, 65 * W + E);
}

/// Groups and log blocks of each plane.
const SHAPES: [(u64, u64, u64); 6] = [(1, 1, 2), (1, 2, 3), (2, 1, 1), (2, 2, 3), (4, 4, 4), (10, 2, 2)];

fn shaped(fields: Fields, (n, k, log_blocks): (u64, u64, u64)) -> Fields {
    let set = [("ftl.log_blocks", json!(log_blocks)), ("ftl.group_blocks", json!(n)), ("ftl.group_logs", json!(k))];
    with(fields, &set)
}

fn devices() -> impl Strategy<Value = Fields> {
    prop::sample::select(SHAPES.to_vec())
        .prop_flat_map(|shape| options("sast", shape.2).prop_map(move |fields| shaped(fields, shape)))
}

#[test]
fn nothing_is_lost_at_any_operation() {
    for (clock, planes) in [("serial", 1), ("event", 1), ("event", 4)] {
        for shape in [(2, 2, 3), (4, 1, 2)] {
            let fields = shaped(fields("sast", clock, planes, shape.2, 0), shape);
            cuts::sweep(&fields, &cuts::requests(planes, 80, false), 1);
        }
    }
}

#[test]
fn cut_after_cut_is_survived() {
    for (clock, planes) in [("serial", 1), ("event", 1), ("event", 2)] {
        for apart in [3, 7, 20, 61] {
            let fields = shaped(fields("sast", clock, planes, 3, 0), (3, 2, 3));
            assert!(cuts::survives_cut_after_cut(&fields, &cuts::requests(apart, 200, false), apart) > 3);
        }
    }
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
    fn groups_of_one_with_one_log_block_are_bast(
        fields in (1..5u64).prop_flat_map(|log_blocks| {
            options("sast", log_blocks).prop_map(move |fields| shaped(fields, (1, 1, log_blocks)))
        }),
        list in model::requests(200),
    ) {
        let bast: Fields = fields.iter().filter(|(name, _)| !name.starts_with("ftl.group")).cloned().collect();
        let (alone, seen) = watched(&fields, list.clone());
        let (device, expected) = watched(&with(bast, &[("ftl.kind", json!("bast"))]), list);
        prop_assert_eq!(seen.operations, expected.operations);
        prop_assert_eq!(seen.decisions, expected.decisions);
        prop_assert_eq!(alone.core.counters, device.core.counters);
        prop_assert_eq!(alone.ftl.ram_bytes(), device.ftl.ram_bytes());
    }

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

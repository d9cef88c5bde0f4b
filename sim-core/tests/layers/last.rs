//! LAST: where pages go by size and temperature, what it costs, and that it serves every request.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device;
use crate::support::device::hybrids::{fields, options};
use crate::support::device::{Fields, cuts, experiment, finish, machine, model, record, request, with};
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::counters::Counters;
use sim_core::flash::operation::{Kind, Operation, Purpose};
use sim_core::ftl::picture::Role;
use sim_core::machine::Machine;
use sim_core::workload::source::Source;

const R: u64 = 130_900;
const W: u64 = 405_900;
const E: u64 = 2_000_000;
const P: u64 = 64;

/// A full device of 16 logical blocks of 64 pages with the paper's timing. Eight pages are a large request.
fn micron(log_blocks: u64, more: &[(&'static str, Value)]) -> Fields {
    let fields = vec![
        ("device.blocks_per_plane", json!(32)),
        ("device.over_provisioning", json!(1.0)),
        ("ftl.kind", json!("last")),
        ("ftl.log_blocks", json!(log_blocks)),
        ("ftl.sequential_bytes", json!(8 * 512)),
    ];
    with(fields, more)
}

fn served(fields: &Fields, list: &[Request]) -> Machine {
    let mut device = machine(fields, list.to_vec());
    finish(&mut device);
    device::check(&device);
    device
}

fn cost(fields: &Fields, list: &[Request]) -> u64 {
    served(fields, list).core.counters.service_ns
}

fn write(page: u64, pages: u32) -> Request {
    request(0, HostOp::Write, page, pages)
}

/// Log blocks in use by part: sequential, hot, cold.
fn parts(device: &Machine) -> [usize; 3] {
    let parked = device.ftl.picture(None, &device.core.nand).parked;
    [Role::Sequential, Role::Hot, Role::Cold].map(|role| parked.iter().filter(|log| log.role == role).count())
}

#[test]
fn a_block_rewritten_in_order_becomes_the_data_block() {
    let device = served(&micron(3, &[]), &[write(0, 64), write(64, 64)]);
    assert_eq!(device.core.counters.service_ns, 128 * W + E);
    assert_eq!(device.core.counters.merges, [1, 0, 0]);
    assert_eq!(parts(&device), [1, 0, 0]);
}

#[test]
fn half_a_block_is_filled_up() {
    let device = served(&micron(3, &[]), &[write(0, 32), write(64, 32)]);
    assert_eq!(device.core.counters.service_ns, 64 * W + 19_177_600);
    assert_eq!(device.core.counters.merges, [0, 1, 0]);
}

#[test]
fn a_log_block_out_of_order_is_merged_in_full() {
    let device = served(&micron(3, &[]), &[write(8, 8), write(64, 8)]);
    assert_eq!(device.core.counters.service_ns, 16 * W + 38_355_200);
    assert_eq!(device.core.counters.merges, [0, 0, 1]);
    assert_eq!(device.core.counters.associativity[1], 1);
}

#[test]
fn two_streams_have_a_sequential_log_block_each() {
    let streams: Vec<Request> = (0..8).flat_map(|i| [write(8 * i, 8), write(640 + 8 * i, 8)]).collect();
    // 30 % of six log blocks are two.
    let device = served(&micron(6, &[]), &streams);
    assert_eq!((device.core.counters.service_ns, parts(&device)), (128 * W, [2, 0, 0]));
    // With one, every change of stream fills up a whole block: the first time 56 copies, then out of order.
    assert!(cost(&micron(3, &[]), &streams) > 128 * W + 15 * 56 * (R + W));
}

#[test]
fn the_sequential_log_block_written_longest_ago_makes_way() {
    let before = [write(0, 32), write(64, 8), write(32, 16)];
    let device = served(&micron(6, &[]), &[&before[..], &[write(128, 8)]].concat());
    // Block 1 holds 8 pages: 56 are copied. Block 0, with 48, was written later.
    assert_eq!(device.core.counters.service_ns, 64 * W + 56 * (R + W) + E);
}

/// Pages of `blocks` logical blocks in turn, each page once.
fn scattered(blocks: u64, count: u64) -> Vec<Request> {
    (0..count).map(|i| write(i % blocks * P + i / blocks, 1)).collect()
}

#[test]
fn a_cold_log_block_costs_a_rebuild_for_every_block_in_it() {
    // Two cold log blocks are filled, then the older makes way: it holds pages of all 16 blocks.
    let device = served(&micron(3, &[]), &scattered(16, 129));
    let reclaim = 16 * (P * (R + W) + E) + E;
    assert_eq!(device.core.counters.service_ns, 129 * W + reclaim);
    assert_eq!((device.core.counters.associativity[16], device.core.counters.reclaims()), (1, 1));
    // The other lost its pages by that: it goes for one erase.
    let device = served(&micron(3, &[]), &scattered(16, 129 + 64));
    assert_eq!(device.core.counters.service_ns, (129 + 64) * W + reclaim + E);
    assert_eq!((device.core.counters.associativity[0], device.core.counters.reclaims()), (1, 2));
    assert_eq!(parts(&device), [0, 0, 2]);
}

#[test]
fn the_cold_log_block_with_the_fewest_valid_pages_makes_way() {
    // Three cold log blocks. The second holds 60 pages of block 8 and 4 of block 9; 40 of them are written again, large.
    let from_fifth = |block: u64| (0..64).map(move |i| write(block * P + 4 + i + i / 60 * 4, 1));
    let mut list = scattered(16, 64);
    list.extend(from_fifth(8).chain(from_fifth(10)).chain([write(8 * P + 4, 40), write(800, 1)]));
    let device = served(&micron(5, &[("ftl.hot_share", json!(0))]), &list);
    // Block 8 is merged with its sequential log block, which is out of order, block 9 from where its pages are.
    assert_eq!(device.core.counters.service_ns, 233 * W + 2 * (P * (R + W) + E) + 2 * E);
    assert_eq!(device.core.counters.merges, [0, 0, 2]);
    assert_eq!((device.core.counters.associativity[1], device.core.counters.associativity[2]), (1, 1));
    assert_eq!(parts(&device), [0, 0, 3]);
}

#[test]
fn a_dead_hot_log_block_is_free_for_one_erase() {
    // Four random log blocks, two of them hot. The first write is cold, 128 more fill the hot ones.
    let again = |times| vec![write(5, 1); times];
    assert_eq!(cost(&micron(6, &[]), &again(129)), 129 * W);
    let mut device = machine(&micron(6, &[]), again(130));
    let seen = record(&mut device);
    assert_eq!(device.core.counters.service_ns, 130 * W + E);
    assert_eq!((device.core.counters.associativity[0], device.core.counters.reclaims()), (1, 1));
    assert_eq!(parts(&device), [0, 2, 1]);
    let last: Vec<Kind> = seen.operations.iter().rev().take(5).rev().map(|operation| operation.kind).collect();
    assert_eq!(last, [Kind::HostWrite, Kind::ReclaimStart, Kind::Erase, Kind::ReclaimEnd, Kind::Program]);
    assert!(seen.decisions[0].headline.contains("dead hot log block holds **no valid page**"));
}

#[test]
fn hot_is_what_is_written_again_within_the_window() {
    let list = [write(5, 1), write(6, 1), write(7, 1), write(5, 1)];
    for (window, hot) in [(2, 0), (3, 1)] {
        let device = served(&micron(6, &[("ftl.hot_window", json!(window))]), &list);
        assert_eq!(parts(&device), [0, hot, 1], "window {window}");
    }
    // Large requests are never hot, and do not count.
    let list = [write(5, 1), write(64, 8), write(64, 8), write(5, 1)];
    assert_eq!(parts(&served(&micron(6, &[("ftl.hot_window", json!(1))]), &list)), [1, 1, 1]);
}

#[test]
fn a_hot_log_block_that_is_not_dead_becomes_a_cold_one() {
    let pages = (0..32).map(|page| write(page, 1));
    let list: Vec<Request> = pages.clone().chain(pages.clone()).chain(pages).chain([write(0, 1)]).collect();
    let device = served(&micron(4, &[("ftl.hot_share", json!(0.3))]), &list);
    assert_eq!((device.core.counters.service_ns, parts(&device)), (97 * W, [0, 1, 2]));
}

#[test]
fn of_two_hot_log_blocks_that_are_not_dead_the_older_becomes_a_cold_one() {
    // Each page twice: two cold log blocks, which the second time leaves dead, and two hot ones. Then the first page once more.
    let list: Vec<Request> = (0..2 * P).chain(0..2 * P).chain([0]).map(|page| write(page, 1)).collect();
    let device = served(&micron(6, &[("ftl.hot_window", json!(1000))]), &list);
    assert_eq!((device.core.counters.service_ns, parts(&device)), (257 * W + E, [0, 2, 2]));
    let parked = device.ftl.picture(None, &device.core.nand).parked;
    let role = |page: u64| {
        let block = device.core.nand.geometry.block_of(device.ftl.lookup(page as u32));
        parked.iter().find(|log| log.block == block).map(|log| log.role)
    };
    assert!((1..P).all(|page| role(page) == Some(Role::Cold)), "the hot log block that was filled first");
    assert!(
        (P..2 * P).chain([0]).all(|page| role(page) == Some(Role::Hot)),
        "the one filled after it, and the new one"
    );
}

#[test]
fn without_sequential_share_all_requests_are_small() {
    let device = served(&micron(3, &[("ftl.sequential_share", json!(0))]), &[write(0, 64)]);
    assert_eq!((device.core.counters.service_ns, parts(&device)), (64 * W, [0, 0, 1]));
}

#[test]
fn a_first_write_goes_to_its_place() {
    let fields = micron(3, &[("run.initial_state", json!("clean"))]);
    let device = served(&fields, &[write(0, 64), write(70, 1), write(71, 1)]);
    assert_eq!((device.core.counters.service_ns, parts(&device)), (66 * W, [0, 0, 0]));
}

#[test]
fn too_few_log_blocks_are_refused() {
    let refused = |log_blocks: u64, more: &[(&'static str, Value)]| {
        let result = initial::machine(&experiment(&micron(log_blocks, more)), Source::listed(Vec::new()), false);
        result.err().map(|error| error.to_string())
    };
    assert!(refused(2, &[]).unwrap().contains("ftl.log_blocks: 2 is not at least 3"));
    let (no_hot, no_sequential) = (("ftl.hot_share", json!(0)), ("ftl.sequential_share", json!(0)));
    assert!(refused(1, std::slice::from_ref(&no_hot)).unwrap().contains("at least 2"));
    assert_eq!(refused(3, &[]), None);
    assert_eq!(refused(2, std::slice::from_ref(&no_hot)), None);
    assert_eq!(refused(1, &[no_hot, no_sequential]), None);
    assert!(refused(30, &[]).unwrap().contains("device.over_provisioning"));
}

#[test]
fn its_tables_have_four_bytes_a_block_and_a_log_page_and_for_the_window() {
    let fields =
        [("device.logical_bytes", json!(1u64 << 30)), ("device.page_bytes", json!(2048)), ("ftl.kind", json!("last"))];
    // Six log blocks, four of them random: the last 128 writes are known.
    assert_eq!(machine(&fields, Vec::new()).ftl.ram_bytes(), (32 << 10) + 4 * (6 * 64 + 128));
}

/// Two streams of large writes, and small ones: three in four to 24 pages, the others anywhere.
fn mix(count: usize) -> Vec<Request> {
    let mut rng = Rng::new(7, Component::Workload);
    let mut streams = [0u64, 60 * P];
    let mut one = |_| match rng.below(8) {
        0 => {
            let stream = &mut streams[rng.below(2) as usize];
            *stream = (*stream + 16) % (128 * P);
            write(*stream, 16)
        }
        1 | 2 => write(rng.below(128 * P), 1),
        _ => write(rng.below(24) * 37, 1),
    };
    (0..count).map(&mut one).collect()
}

/// Everything but the host's own pages.
fn overhead(kind: &'static str, more: &[(&'static str, Value)]) -> u64 {
    let fields = vec![
        ("device.blocks_per_plane", json!(160)),
        ("device.over_provisioning", json!(0.25)),
        ("ftl.kind", json!(kind)),
        ("ftl.log_blocks", json!(12)),
    ];
    let counters: Counters = served(&with(fields, more), &mix(8_000)).core.counters;
    counters.service_ns - counters.host_written_pages() * W
}

fn last_overhead(hot_share: f64, sequential_share: f64) -> u64 {
    let shares = [("ftl.hot_share", json!(hot_share)), ("ftl.sequential_share", json!(sequential_share))];
    overhead("last", &[("ftl.sequential_bytes", json!(8 * 512)), shares[0].clone(), shares[1].clone()])
}

#[test]
fn keeping_hot_pages_and_streams_apart_saves_work() {
    let (all, no_hot, no_sequential) = (last_overhead(0.5, 0.3), last_overhead(0.0, 0.3), last_overhead(0.5, 0.0));
    println!("overhead: {all}, without hot {no_hot}, without sequential {no_sequential}");
    assert!(all < no_hot && all < no_sequential, "{all} {no_hot} {no_sequential}");
}

#[test]
fn it_has_less_to_do_than_fast_on_streams_with_hot_and_cold_pages() {
    let (last, fast) = (last_overhead(0.5, 0.3), overhead("fast", &[]));
    println!("overhead: LAST {last}, FAST {fast}");
    assert!(last < fast, "{last} {fast}");
}

/// Devices of every shape with three to six log blocks, some without a sequential or a hot part.
fn any_device() -> impl Strategy<Value = Fields> {
    let shares = (prop::sample::select(vec![0.0, 0.3, 0.6]), prop::sample::select(vec![0.0, 0.5, 0.7]));
    let rest = (3..=6u64, prop::sample::select(vec![512, 1024, 1536, 4096]), prop::option::of(1..12u64));
    (options("last", 6), shares, rest).prop_map(|(fields, (sequential, hot), (log_blocks, bytes, window))| {
        with(
            fields,
            &[
                ("ftl.log_blocks", json!(log_blocks)),
                ("ftl.sequential_bytes", json!(bytes)),
                ("ftl.sequential_share", json!(sequential)),
                ("ftl.hot_share", json!(hot)),
                ("ftl.hot_window", json!(window)),
            ],
        )
    })
}

/// The tightest device: just room for `log_blocks`; two pages are a large request.
fn small(log_blocks: u64, clock: &str, planes: u64) -> Fields {
    let more = [("ftl.log_blocks", json!(log_blocks)), ("ftl.sequential_bytes", json!(1024))];
    with(fields("last", clock, planes, log_blocks, 0), &more)
}

#[test]
fn nothing_is_lost_at_any_operation() {
    for (clock, planes, log_blocks) in [("serial", 1, 3), ("serial", 1, 6), ("event", 1, 4), ("event", 4, 3)] {
        cuts::sweep(&small(log_blocks, clock, planes), &cuts::requests(planes, 60, false), 1);
    }
}

#[test]
fn cut_after_cut_is_survived() {
    for (clock, planes) in [("serial", 1), ("event", 1), ("event", 2)] {
        for apart in [3, 7, 20, 61] {
            let list = cuts::requests(apart, 150, false);
            assert!(cuts::survives_cut_after_cut(&small(3 + apart % 3, clock, planes), &list, apart) > 3);
        }
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn it_serves_every_request(fields in any_device(), list in model::requests(400)) {
        model::agrees_with_the_model(&fields, list);
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn it_is_never_out_of_step(fields in any_device(), list in model::requests(60)) {
        model::is_in_step_between_operations(&fields, list.clone());
        model::is_not_changed_by_looking(&fields, list);
    }

    #[test]
    fn no_time_is_lost(fields in any_device(), list in model::requests(200)) {
        model::conserves_time(&with(fields, &[("device.clock", json!("serial"))]), list);
    }

    #[test]
    fn any_cut_is_survived(fields in any_device(), seed in any::<u64>(), cut in 0..500u64, trims in any::<bool>()) {
        cuts::survives(&fields, &cuts::requests(seed, 100, trims), cut);
    }
}

#[test]
fn every_reclaim_is_one_story_that_tells_its_cost_beforehand() {
    let fields = micron(6, &[]);
    let list: Vec<Request> =
        (0..900).map(|i| if i % 9 == 0 { write(i * 31 % 900, 12) } else { write(i * i * 7 % 1000, 1) }).collect();
    let mut device = machine(&fields, list);
    let seen = record(&mut device);
    let starts: Vec<&Operation> =
        seen.operations.iter().filter(|operation| operation.kind == Kind::ReclaimStart).collect();
    assert!(starts.len() > 4);
    for start in starts {
        let decision = seen.decisions.iter().find(|decision| decision.op == start.index).unwrap();
        assert!(decision.headline.chars().count() <= 150 && decision.rows[0].block == start.block, "{decision:?}");
        let end = seen.operations[start.index as usize..]
            .iter()
            .find(|operation| operation.kind == Kind::ReclaimEnd)
            .unwrap();
        assert_eq!((end.cause, end.block), (Some(start.index), start.block));
        let story = &seen.operations[start.index as usize..end.index as usize];
        let count = |kind| {
            story.iter().filter(|operation| operation.kind == kind && operation.purpose != Purpose::Wear).count()
        };
        let (copies, erases) = (count(Kind::Copy), count(Kind::Erase));
        let promised: Vec<usize> = decision.rows[0].cells[3]
            .replace('\u{202f}', "")
            .split(|letter: char| !letter.is_ascii_digit())
            .filter_map(|word| word.parse().ok())
            .collect();
        assert_eq!(promised, [copies, erases], "{}", decision.headline);
    }
}

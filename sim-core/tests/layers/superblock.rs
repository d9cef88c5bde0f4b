//! Superblocks: what collecting inside them costs, who gives a block back, and that every request is served.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device;
use crate::support::device::hybrids::{fields, options};
use crate::support::device::{Fields, cuts, finish, machine, model, record, request, with};
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::counters::Counters;
use sim_core::flash::observer::NoObserver;
use sim_core::flash::operation::{Kind, Operation, Purpose};
use sim_core::machine::Machine;

const R: u64 = 130_900;
const W: u64 = 405_900;
const E: u64 = 2_000_000;
const P: u64 = 64;

/// A full device of four superblocks of four logical blocks, with the paper's timing; `spare` blocks more than the data.
fn micron(spare: u64, log_blocks: u64) -> Fields {
    vec![
        ("device.blocks_per_plane", json!(16 + spare)),
        ("device.over_provisioning", json!(spare as f64 / 16.0)),
        ("ftl.kind", json!("superblock")),
        ("ftl.log_blocks", json!(log_blocks)),
    ]
}

fn served(fields: &Fields, list: &[Request]) -> Machine {
    let mut device = machine(fields, list.to_vec());
    finish(&mut device);
    device::check(&device);
    device
}

fn counted(fields: &Fields, list: &[Request]) -> Counters {
    served(fields, list).core.counters
}

fn write(page: u64) -> Request {
    request(0, HostOp::Write, page, 1)
}

#[test]
fn a_superblock_takes_free_blocks_before_it_collects() {
    let list: Vec<Request> = (0..128).map(|i| write(i * 2)).collect();
    assert_eq!(counted(&micron(8, 2), &list).service_ns, 128 * W);
}

#[test]
fn a_block_of_pages_written_again_is_free_for_one_erase() {
    let counters = counted(&micron(8, 2), &vec![write(0); 129]);
    assert_eq!((counters.service_ns, counters.gc_runs, counters.gc_moved_pages), (129 * W + E, 1, 0));
}

/// `each` pages of every block of the first superblock.
fn spread(each: u64) -> Vec<Request> {
    (0..4 * each).map(|i| write(i % 4 * P + i / 4)).collect()
}

#[test]
fn collecting_costs_a_copy_for_every_valid_page() {
    // One log block, filled with 16 pages of each block: the next page has to wait for 48 copies and an erase.
    let counters = counted(&micron(8, 1), &[spread(16), vec![write(60)]].concat());
    assert_eq!(counters.service_ns, 65 * W + 48 * (R + W) + E);
    assert_eq!((counters.gc_runs, counters.gc_moved_pages), (1, 48));
    // The moved pages left 16 free pages, which the host gets.
    let counters = counted(&micron(8, 1), &[spread(16), (0..16).map(|i| write(80 + i)).collect()].concat());
    assert_eq!((counters.service_ns, counters.gc_runs), (80 * W + 48 * (R + W) + E, 1));
}

#[test]
fn moved_pages_stay_apart_from_the_hosts_where_they_fill_a_block() {
    // Two log blocks: 32 valid pages in each of four blocks. Two of them make one block of moved pages.
    let list = [spread(32), vec![write(60)]].concat();
    let mut device = machine(&micron(8, 2), list);
    let seen = record(&mut device);
    let counters = device.core.counters;
    assert_eq!(counters.service_ns, 129 * W + 2 * (32 * (R + W) + E));
    assert_eq!((counters.gc_runs, counters.gc_moved_pages), (2, 64));
    let geometry = device.core.nand.geometry;
    let of = |kind: Kind, purpose: Purpose| {
        let found =
            seen.operations.iter().filter(move |operation| operation.kind == kind && operation.purpose == purpose);
        found.map(|operation| geometry.block_of(operation.to.unwrap())).collect::<Vec<_>>()
    };
    let moved = of(Kind::Copy, Purpose::Gc);
    assert!(moved.iter().all(|&block| block == moved[0]));
    assert!(!of(Kind::Program, Purpose::Host).contains(&moved[0]));
}

#[test]
fn of_blocks_with_equally_many_outdated_pages_the_one_closed_first_is_collected() {
    // Half of each of the four logical blocks is outdated; their data blocks were closed in order.
    let seen = record(&mut machine(&micron(8, 2), [spread(32), vec![write(60)]].concat()));
    let starts = seen.operations.iter().filter(|operation| operation.kind == Kind::GcStart);
    let moved_for = |start: &Operation| {
        let copies = seen.operations.iter().filter(|copy| copy.kind == Kind::Copy && copy.cause == Some(start.index));
        let mut lbns: Vec<u64> = copies.map(|copy| u64::from(copy.lpn.unwrap()) / P).collect();
        assert_eq!(lbns.len(), 32);
        lbns.dedup();
        lbns
    };
    assert_eq!(starts.map(moved_for).collect::<Vec<_>>(), [[0], [1]]);
}

#[test]
fn without_a_free_block_the_superblock_written_longest_ago_gives_one_back() {
    // One log block for all: the first superblock has it, with one page in it. The block that this page was in is moved
    // behind it.
    let counters = counted(&micron(3, 2), &[write(0), write(256)]);
    assert_eq!(counters.service_ns, 2 * W + 63 * (R + W) + E);
    // Two log blocks: the first superblock to get one was written again meanwhile.
    let list = [write(0), write(256), write(1), write(512), write(2), write(2)];
    let mut device = machine(&micron(4, 2), list.to_vec());
    let seen = record(&mut device);
    assert_eq!(device.core.counters.service_ns, 6 * W + 63 * (R + W) + E);
    assert_eq!(seen.decisions.len(), 1);
    assert!(seen.decisions[0].headline.contains("Superblock 1, written longest ago"), "{}", seen.decisions[0].headline);
}

#[test]
fn a_block_that_is_dead_is_given_back_for_one_erase() {
    // The first superblock is written anew, which leaves it a block without a valid page.
    let list: Vec<Request> = (0..64).map(write).chain([write(256)]).collect();
    assert_eq!(counted(&micron(3, 2), &list).service_ns, 65 * W + E);
}

#[test]
fn its_table_has_four_bytes_for_each_block_that_a_superblock_may_have() {
    let fields = [
        ("device.logical_bytes", json!(1u64 << 30)),
        ("device.page_bytes", json!(2048)),
        ("ftl.kind", json!("superblock")),
    ];
    assert_eq!(machine(&fields, Vec::new()).ftl.ram_bytes(), 2048 * 6 * 4);
}

/// Single-page writes to 512 logical blocks of 16 pages: `hot` in ten to a twentieth of them.
fn hot_and_cold(hot: u64, count: usize) -> Vec<Request> {
    let pages = 512 * 16;
    let mut rng = Rng::new(11, Component::Workload);
    (0..count).map(|_| write(if rng.below(10) < hot { rng.below(pages / 20) } else { rng.below(pages) })).collect()
}

/// Time spent on anything but the host's own pages.
fn overhead(kind: &'static str, more: &[(&'static str, Value)], list: &[Request]) -> u64 {
    let fields = vec![
        ("device.blocks_per_plane", json!(560)),
        ("device.pages_per_block", json!(16)),
        ("device.over_provisioning", json!(560.0 / 512.0 - 1.0)),
        ("ftl.kind", json!(kind)),
    ];
    let counters = counted(&with(fields, more), list);
    counters.service_ns - counters.host_written_pages() * W
}

#[test]
fn the_hotter_the_hot_pages_the_less_it_copies() {
    let cost = |hot| overhead("superblock", &[], &hot_and_cold(hot, 30_000));
    let (even, warm, hot) = (cost(0), cost(8), cost(9));
    println!("overhead: {even}, {warm}, {hot}");
    assert!(hot < warm && warm < even);
}

#[test]
fn it_has_less_to_do_than_fast_on_hot_and_cold_pages() {
    let list = hot_and_cold(9, 30_000);
    // FAST may use all the blocks that superblocks have beyond their data, but for the two in reserve.
    let (own, default, all) = (
        overhead("superblock", &[], &list),
        overhead("fast", &[], &list),
        overhead("fast", &[("ftl.log_blocks", json!(46))], &list),
    );
    println!("overhead: superblocks {own}, FAST {default}, with all spare blocks as log {all}");
    assert!(own < default, "{own} {default}");
}

/// Devices of every shape with superblocks of two to four, and one to three log blocks.
fn any_device() -> impl Strategy<Value = Fields> {
    (options("superblock", 1), 2..=4u64, 1..=3u64).prop_map(|(fields, size, log_blocks)| {
        with(fields, &[("ftl.size", json!(size)), ("ftl.log_blocks", json!(log_blocks))])
    })
}

/// Copies for each page that the host wrote, most at once.
fn most_copies(fields: &Fields, list: Vec<Request>) -> u64 {
    let mut device = machine(fields, list);
    let (mut most, mut before) = (0, 0);
    while device.step(&mut NoObserver).unwrap() {
        most = most.max(device.core.counters.copies - before);
        before = device.core.counters.copies;
    }
    assert!(device.core.counters.gc_runs > 20);
    most
}

#[test]
fn making_room_for_a_page_moves_at_most_the_pages_of_a_superblock() {
    for (size, log_blocks, spare) in [(4, 2, 3), (4, 2, 8), (4, 1, 4), (2, 4, 6), (8, 1, 3), (8, 2, 3)] {
        let fields = with(micron(spare, log_blocks), &[("ftl.size", json!(size))]);
        for hot in [0, 5, 9] {
            let mut rng = Rng::new(size * 10 + hot, Component::Workload);
            let mut page = || if rng.below(10) < hot { rng.below(50) * 5 } else { rng.below(1024) };
            let list: Vec<Request> = (0..3_000).map(|_| write(page())).collect();
            let most = most_copies(&fields, list);
            assert!(most <= (size + log_blocks) * P, "{size} {log_blocks} {spare}: {most}");
        }
    }
}

#[test]
fn levelling_moves_cold_data_out_of_young_blocks() {
    let spread_of = |kind: &str| {
        let levelling = [("ftl.wear_leveling.kind", json!(kind)), ("ftl.wear_leveling.delta", json!(5))];
        let list: Vec<Request> = (0..40_000).map(|i| write(i * 7 % 90)).collect();
        let device = served(&with(micron(8, 2), &levelling), &list);
        let erases = || device.core.nand.blocks.iter().map(|block| block.erase_count);
        erases().max().unwrap() - erases().min().unwrap()
    };
    let (dynamic, levelled) = (spread_of("dynamic"), spread_of("static"));
    println!("most and least worn are {dynamic} apart, levelled {levelled}");
    assert!(levelled <= 6 && dynamic > 20, "{dynamic} {levelled}");
}

fn small(clock: &str, planes: u64, size: u64, log_blocks: u64) -> Fields {
    let more = [("ftl.size", json!(size)), ("ftl.log_blocks", json!(log_blocks))];
    with(fields("superblock", clock, planes, 1, 0), &more)
}

#[test]
fn nothing_is_lost_at_any_operation() {
    for (clock, planes, size, log_blocks) in
        [("serial", 1, 4, 2), ("serial", 1, 2, 1), ("event", 1, 4, 2), ("event", 4, 2, 1)]
    {
        cuts::sweep(&small(clock, planes, size, log_blocks), &cuts::requests(planes, 60, false), 1);
    }
}

#[test]
fn cut_after_cut_is_survived() {
    for (clock, planes) in [("serial", 1), ("event", 1), ("event", 2)] {
        for apart in [3, 7, 20, 61] {
            let list = cuts::requests(apart, 150, false);
            assert!(cuts::survives_cut_after_cut(&small(clock, planes, 2 + apart % 3, 1), &list, apart) > 3);
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
fn every_collection_is_one_story_that_tells_its_cost_beforehand() {
    let list: Vec<Request> = (0..900).map(|i| write(i * i * 7 % 1000)).collect();
    let mut device = machine(&micron(5, 2), list);
    let seen = record(&mut device);
    let starts: Vec<_> = seen.operations.iter().filter(|operation| operation.kind == Kind::GcStart).collect();
    assert!(starts.len() > 20);
    for start in starts {
        let decision = seen.decisions.iter().find(|decision| decision.op == start.index).unwrap();
        assert!(decision.headline.chars().count() <= 150 && decision.rows[0].block == start.block, "{decision:?}");
        assert!(decision.rows[0].chosen && decision.rows[1..].iter().all(|row| !row.chosen));
        let story: Vec<_> = seen.operations.iter().filter(|operation| operation.cause == Some(start.index)).collect();
        let copies = story.iter().filter(|operation| operation.kind == Kind::Copy).count();
        assert_eq!(decision.rows[0].cells[0], copies.to_string());
        assert_eq!(story.iter().filter(|operation| operation.kind == Kind::Erase).count(), 1);
        assert_eq!(story.last().unwrap().kind, Kind::GcEnd);
    }
}

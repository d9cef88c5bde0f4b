//! KAST: its bound, what it tells, and that it serves every request.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device::hybrids::{fields, options, toy};
use crate::support::device::{
    Fields, cuts, experiment, finish, machine, model, promises, record, step_by_operation, with, write,
};
use proptest::prelude::*;
use serde_json::json;
use sim_core::assembly::initial;
use sim_core::base::request::Request;
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::counters::Merge;
use sim_core::flash::operation::Kind;
use sim_core::ftl::picture::Role;
use sim_core::machine::Machine;
use sim_core::workload::source::Source;
use std::collections::BTreeSet;

const R: u64 = 130_900;
const W: u64 = 405_900;
const E: u64 = 2_000_000;
const P: u64 = 64;

/// What freeing a log block with pages of `k` logical blocks costs at most.
const fn bound(k: u64) -> u64 {
    k * (P * (R + W) + E) + E
}

/// A full device of `logical` blocks of 64 pages with the paper's timing.
fn micron(logical: u64, log_blocks: u64, k: u64, sequential: u64) -> Fields {
    let blocks = logical + log_blocks + 2;
    vec![
        ("device.blocks_per_plane", json!(blocks)),
        ("device.over_provisioning", json!(blocks as f64 / logical as f64 - 1.0)),
        ("ftl.kind", json!("kast")),
        ("ftl.log_blocks", json!(log_blocks)),
        ("ftl.k", json!(k)),
        ("ftl.sequential_blocks", json!(sequential)),
    ]
}

fn served(fields: &Fields, pages: impl IntoIterator<Item = u64>) -> Machine {
    let mut device = machine(fields, pages.into_iter().map(write).collect());
    finish(&mut device);
    device.ftl.check(&device.core).unwrap();
    device
}

/// Own service time of each request; all came at time 0.
fn costs(device: &Machine) -> Vec<u64> {
    let ends = device.completions.iter().map(|done| done.finish_ns);
    ends.clone().zip(std::iter::once(0).chain(ends)).map(|(end, begin)| end - begin).collect()
}

fn last_cost(fields: &Fields, pages: impl IntoIterator<Item = u64>) -> u64 {
    *costs(&served(fields, pages)).last().unwrap()
}

/// Valid pages of each log block with its role, shared ones in the order in which they would be freed.
fn logs(device: &Machine) -> Vec<(Role, u32)> {
    let nand = &device.core.nand;
    let parked = device.ftl.picture(None, nand).parked;
    parked.iter().map(|parked| (parked.role, nand.block(parked.block).valid)).collect()
}

#[test]
fn freeing_a_log_block_costs_k_rebuilds_and_an_erase() {
    for k in [1, 2, 4, 7, 16, 64] {
        // Three log blocks full of pages of `k` logical blocks each, then a page of yet another.
        let page = |n: u64| (n / P * k + n % P % k) * P + 1 + n % P / k % (P - 1);
        let fields = micron(3 * k + 1, 3, k, 1);
        let device = served(&fields, (0..3 * P).map(page).chain([3 * k * P + 1]));
        assert_eq!(*costs(&device).last().unwrap(), bound(k) + W, "K = {k}");
        assert_eq!(device.core.counters.merges, [0, 0, k]);
        assert_eq!(device.core.counters.associativity[k as usize], 1);
    }
    assert_eq!(bound(1), 38_355_200);
}

/// Serves uniform random writes of single pages.
fn random_writes(k: u64, log_blocks: u64, writes: usize) -> Machine {
    let mut rng = Rng::new(11, Component::Workload);
    let list: Vec<Request> = (0..writes).map(|_| write(rng.below(120 * P))).collect();
    let fields = micron(120, log_blocks, k, 2);
    let mut device = initial::machine(&experiment(&fields), Source::listed(list), false).unwrap();
    finish(&mut device);
    device
}

#[test]
fn no_write_costs_more_than_the_bound_and_the_longest_falls_with_k() {
    let longest = |k: u64| {
        let device = random_writes(k, 6, 6000);
        let most = device.core.counters.associativity.iter().rposition(|&times| times > 0).unwrap() as u64;
        let (costs, counters) = (costs(&device), device.core.counters);
        let mean = counters.service_ns / costs.len() as u64;
        println!("K {k}: mean {mean} ns, longest {} ns, {:?}", costs.iter().max().unwrap(), counters.merges);
        assert!(most <= k);
        assert!(costs.iter().all(|&cost| cost <= bound(k) + W), "K = {k}");
        *costs.iter().max().unwrap()
    };
    let longest: Vec<u64> = [1, 2, 4, 8, 16, 32].map(longest).into();
    assert!(longest.windows(2).all(|pair| pair[0] < pair[1]), "{longest:?}");
}

#[test]
fn a_log_block_takes_pages_of_the_blocks_it_has_and_others_go_elsewhere() {
    // K = 2, pages of B1 and B2, then of B3: another log block; B1 goes on in the first.
    let fields = micron(8, 4, 2, 1);
    assert_eq!(logs(&served(&fields, [P + 1, 2 * P + 1, 3 * P + 1, P + 2])), [(Role::Log, 1), (Role::Log, 3)]);
    // The log block with fewest logical blocks takes the next: B4 goes to that of B3.
    let device = served(&fields, [P + 1, 2 * P + 1, 3 * P + 1, 4 * P + 1, 5 * P + 1]);
    assert_eq!(logs(&device), [(Role::Log, 1), (Role::Log, 2), (Role::Log, 2)]);
}

#[test]
fn several_blocks_are_written_in_order_at_once() {
    let fields = micron(8, 6, 4, 3);
    // Three blocks page by page in turn, then a fourth: the first, complete, makes way for one erase.
    let turns = (0..P).flat_map(|page| (0..3).map(move |block| block * P + page));
    let device = served(&fields, turns.clone().chain([4 * P]));
    assert_eq!(device.core.counters.merges, [1, 0, 0]);
    assert_eq!(device.core.counters.service_ns, (3 * P + 1) * W + E);
    assert_eq!(logs(&device), [(Role::Sequential, 64), (Role::Sequential, 64), (Role::Sequential, 1)]);
    // With one log block in order they push each other out.
    let pushed = served(&micron(8, 6, 4, 1), turns);
    assert_eq!(pushed.core.counters.merges[Merge::Switch as usize], 0);
}

#[test]
fn a_log_block_in_order_is_filled_up_from_half_on_and_shared_before() {
    let fields = micron(8, 4, 4, 1);
    let begun = |pages: u64| (0..pages).chain([P]);
    assert_eq!(last_cost(&fields, begun(P)), E + W);
    assert_eq!(last_cost(&fields, begun(32)), 32 * (R + W) + E + W);
    assert_eq!(last_cost(&fields, begun(31)), W);
    assert_eq!(logs(&served(&fields, begun(31))), [(Role::Sequential, 1), (Role::Log, 31)]);
}

#[test]
fn a_page_out_of_order_makes_its_log_block_a_shared_one() {
    let fields = micron(8, 4, 4, 1);
    for page in [10, 1] {
        let device = served(&fields, [0, 1, 2, page]);
        assert_eq!(*costs(&device).last().unwrap(), W);
        assert_eq!(logs(&device), [(Role::Log, if page == 1 { 3 } else { 4 })]);
    }
    // Unless it is complete.
    let device = served(&fields, (0..P).chain([1]));
    assert_eq!(*costs(&device).last().unwrap(), E + W);
    assert_eq!(logs(&device), [(Role::Log, 1)]);
}

#[test]
fn a_complete_log_block_makes_way_before_a_shared_one() {
    // All three log blocks are in use: one in order, complete, and two shared with K logical blocks each.
    let shared = [2 * P + 1, 3 * P + 1, 4 * P + 1, 5 * P + 1];
    let device = served(&micron(8, 3, 2, 1), (0..P).chain(shared).chain([6 * P + 1]));
    assert_eq!(*costs(&device).last().unwrap(), E + W);
    assert_eq!(device.core.counters.reclaims(), 0);
}

#[test]
fn a_sequential_rewrite_takes_switch_merges_only() {
    let device = served(&micron(16, 6, 4, 2), (0..2 * 16 * P).map(|n| n % (16 * P)));
    assert_eq!(device.core.counters.merges, [2 * 16 - 2, 0, 0]);
    assert_eq!(device.core.counters.service_ns, 2 * 16 * P * W + 30 * E);
}

#[test]
fn its_tables_have_four_bytes_a_block_a_page_of_log_and_a_block_let_in() {
    let fields = [
        ("device.logical_bytes", json!(1u64 << 30)),
        ("device.page_bytes", json!(2048)),
        ("ftl.kind", json!("kast")),
        ("ftl.k", json!(4)),
    ];
    assert_eq!(machine(&fields, Vec::new()).ftl.ram_bytes(), 4 * 8192 + 4 * 64 * 6 + 4 * 4 * 6);
}

#[test]
fn log_blocks_must_not_all_be_in_order() {
    let fields = micron(8, 3, 4, 3);
    let refused = initial::machine(&experiment(&fields), Source::listed(Vec::new()), true).unwrap_err().to_string();
    assert!(refused.contains("ftl.sequential_blocks") && refused.contains("less than the 3 log blocks"), "{refused}");
}

/// Devices of every shape with two to five log blocks.
fn any_device() -> impl Strategy<Value = Fields> {
    (2..6u64, 1..5u64, 1..4u64).prop_flat_map(|(log_blocks, k, sequential)| {
        let set = [
            ("ftl.log_blocks", json!(log_blocks)),
            ("ftl.k", json!(k)),
            ("ftl.sequential_blocks", json!(sequential.min(log_blocks - 1))),
        ];
        options("kast", log_blocks).prop_map(move |fields| with(fields, &set))
    })
}

proptest! {
    #![proptest_config(cases(400))]

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
    fn no_log_block_ever_has_more_than_k(fields in any_device(), list in model::requests(60)) {
        let k = fields.iter().find(|(path, _)| *path == "ftl.k").unwrap().1.as_u64().unwrap() as usize;
        let mut device = machine(&fields, list);
        let few = |device: &Machine| {
            let nand = &device.core.nand;
            for parked in device.ftl.picture(None, nand).parked {
                let valid = nand.geometry.pages_of(parked.block).filter(|&ppn| nand.is_valid(ppn as u32));
                assert!(valid.map(|ppn| nand.owner[ppn] / 4).collect::<BTreeSet<u32>>().len() <= k);
            }
        };
        while step_by_operation(&mut device, few).unwrap() {}
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

fn small(k: u64, sequential: u64, clock: &str, planes: u64) -> Fields {
    let set = [
        ("ftl.log_blocks", json!(4)),
        ("ftl.k", json!(k)),
        ("ftl.sequential_blocks", json!(sequential)),
        ("ftl.wear_leveling.kind", json!("none")),
    ];
    with(fields("kast", clock, planes, 4, 0), &set)
}

#[test]
fn nothing_is_lost_at_any_operation() {
    for (clock, planes) in [("serial", 1), ("event", 1), ("event", 4)] {
        for (k, sequential) in [(2, 2), (3, 1)] {
            cuts::sweep(&small(k, sequential, clock, planes), &cuts::requests(planes, 80, false), 1);
        }
    }
}

/// A drawn case. A copy out of a log block takes the channel twice, so the page of a logical block that was let in afterwards
/// can be on the flash before it: the cut leaves pages of two in the log block, and K is 1.
#[test]
fn a_log_block_with_more_than_k_after_a_cut_is_merged() {
    let set = [
        ("ftl.log_blocks", json!(5)),
        ("ftl.k", json!(1)),
        ("ftl.sequential_blocks", json!(3)),
        ("device.channels", json!(2)),
        ("device.blocks_per_plane", json!(12)),
        ("device.over_provisioning", json!(1.4)),
        ("device.transfer_ns", json!(50_000)),
        ("device.program_order", json!("layer")),
        ("ftl.wear_leveling.kind", json!("static")),
        ("ftl.wear_leveling.delta", json!(1)),
        ("ftl.wear_leveling.threshold", json!(1)),
        ("ftl.wear_leveling.interval", json!(4)),
        ("workload.queue_depth", json!(null)),
        ("run.initial_state", json!("partial")),
    ];
    let fields = with(fields("kast", "event", 1, 4, 0), &set);
    cuts::survives(&fields, &cuts::requests(14_116_343_281_142_245_043, 100, false), 369);
}

#[test]
fn cut_after_cut_is_survived() {
    for (clock, planes) in [("serial", 1), ("event", 1), ("event", 2)] {
        for (k, apart) in [(1, 3), (2, 7), (3, 20), (2, 61)] {
            let list = cuts::requests(apart, 150, false);
            assert!(cuts::survives_cut_after_cut(&small(k, 2, clock, planes), &list, apart) > 3);
        }
    }
}

#[test]
fn every_decision_tells_beforehand_what_it_costs() {
    for (k, sequential) in [(1, 1), (2, 2), (4, 3)] {
        let [switches, partials, _, reclaims] =
            promises::are_kept(&small(k, sequential, "serial", 1), promises::requests(3000));
        assert!(switches > 0 && partials > 0 && reclaims > 0);
    }
}

#[test]
fn the_log_block_that_is_freed_has_pages_of_the_fewest_blocks() {
    // K = 3, blocks of four pages. The older log block has pages of three blocks, the younger of two.
    let set = [("ftl.log_blocks", json!(3)), ("ftl.k", json!(3)), ("ftl.sequential_blocks", json!(1))];
    let fields = with(toy("kast", 48, &set), &[("device.over_provisioning", json!(1.0))]);
    let pages = [5, 9, 13, 6, 17, 21, 18, 22, 25, 29, 26, 30, 33];
    let mut device = machine(&fields, pages.map(write).into());
    let seen = record(&mut device);
    let decisions = promises::decided(&seen, Kind::ReclaimStart);
    let [(decision, start)] = decisions.as_slice() else { panic!("{decisions:?}") };
    assert_eq!(
        decision.headline,
        "The least mixed log block holds pages of **2 different blocks**. Freeing it means rebuilding both: \
         **8 page copies and 3 erases**."
    );
    let blocks: Vec<&str> = decision.rows.iter().map(|row| row.cells[1].as_str()).collect();
    assert_eq!(blocks, ["2", "2", "3"]);
    assert_eq!(decision.tie.as_deref(), Some("the log block taken into use first wins"));
    assert_eq!(decision.rows[0].block, start.block);
}

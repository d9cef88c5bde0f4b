//! NFTL: what folding a chain costs, when it happens, and that it serves every request.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device::hybrids::{fields, options};
use crate::support::device::{Fields, check, cuts, finish, machine, model, record, request, with, write};
use proptest::prelude::*;
use serde_json::json;
use sim_core::base::request::{HostOp, Request};
use sim_core::flash::operation::{Kind, Purpose};
use sim_core::ftl::picture::Role;
use sim_core::machine::Machine;

const R: u64 = 130_900;
const W: u64 = 405_900;
const E: u64 = 2_000_000;
const P: u64 = 64;

/// A full device of 64-page blocks, 8 of them logical, with the paper's timing.
fn micron(pool: u64, most: u64, replacement: &str) -> Fields {
    vec![
        ("device.blocks_per_plane", json!(24)),
        ("device.over_provisioning", json!(2.0)),
        ("ftl.kind", json!("nftl")),
        ("ftl.log_blocks", json!(pool)),
        ("ftl.replacement_blocks", json!(most)),
        ("ftl.replacement", json!(replacement)),
    ]
}

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

#[test]
fn folding_costs_a_rebuild_and_an_erase_for_each_replacement_block() {
    for most in [1, 2, 5] {
        let device = served(&micron(6, most, "anywhere"), writes(vec![9; (most * P) as usize + 1]));
        let costs = costs(&device);
        assert!(costs[..(most * P) as usize].iter().all(|&cost| cost == W));
        assert_eq!(costs[(most * P) as usize], 63 * R + 64 * W + E + most * E);
        let counters = device.core.counters;
        assert_eq!((counters.merges, counters.reclaims()), ([0, 0, 1], most));
        assert_eq!((counters.associativity[0], counters.associativity[1]), (most - 1, 1));
        assert_eq!(counters.erases[Purpose::Full as usize], most + 1);
    }
}

#[test]
fn a_replacement_block_with_places_takes_each_page_once() {
    // Two replacement blocks take two new versions of a page; the third folds them.
    let again = served(&micron(6, 2, "in-place"), writes([9, 9, 9]));
    assert_eq!(costs(&again), [W, W, 63 * R + 64 * W + 3 * E]);
    // In ascending order one block takes all.
    let ascending = served(&micron(6, 1, "in-place"), writes(0..P));
    assert_eq!(ascending.core.counters.service_ns, P * W);
    // Descending, each page needs a block of its own, as pages below the last one written cannot be programmed.
    let descending = || writes([30, 20, 10]);
    assert_eq!(costs(&served(&micron(6, 2, "in-place"), descending())), [W, W, 63 * R + 64 * W + 3 * E]);
    let any_order = with(micron(6, 2, "in-place"), &[("device.program_order", json!("off"))]);
    assert_eq!(costs(&served(&any_order, descending())), [W, W, W]);
}

#[test]
fn pages_of_a_request_ride_along() {
    let list = || [writes(vec![9; 62]), vec![request(0, HostOp::Write, 20, 8)]].concat();
    let once = served(&micron(6, 1, "anywhere"), list());
    assert_eq!(costs(&once)[62], 2 * W + 58 * R + 64 * W + 2 * E);
    let each = with(micron(6, 1, "anywhere"), &[("ftl.group_request", json!(false))]);
    assert_eq!(costs(&served(&each, list()))[62], 2 * W + 63 * R + 64 * W + 2 * E + 5 * W);
}

#[test]
fn the_chain_idle_longest_makes_way_for_another_block() {
    let lbns = [0, 1, 2, 0, 3];
    let mut device = machine(&micron(3, 2, "anywhere"), writes(lbns.map(|lbn| lbn * P + 7)));
    let seen = record(&mut device);
    assert_eq!(costs(&device)[4], P * (R + W) + 2 * E + W);
    let merge = seen.operations.iter().find(|operation| operation.kind == Kind::FullMerge).unwrap();
    assert_eq!(merge.lpn, Some(P as u32));
    let [decision] = &seen.decisions[..] else { panic!("{:?}", seen.decisions) };
    assert_eq!(
        decision.rows.iter().map(|row| row.label.as_str()).collect::<Vec<_>>(),
        ["chain of B1", "chain of B2", "chain of B0"]
    );
    assert_eq!(
        decision.headline,
        "No replacement block is free. **B1** was written longest ago: folding it costs **64 page copies and 2 erases**."
    );
    assert_eq!(seen.operations[decision.op as usize].kind, Kind::ReclaimStart);
}

#[test]
fn a_fold_is_told_as_one_story() {
    let mut device = machine(&micron(6, 2, "in-place"), writes([9, 9, 9]));
    let seen = record(&mut device);
    let words: Vec<(Kind, Option<Kind>)> = seen
        .operations
        .iter()
        .filter(|operation| operation.kind != Kind::Copy)
        .map(|operation| (operation.kind, operation.cause.map(|cause| seen.operations[cause as usize].kind)))
        .skip(4)
        .collect();
    assert_eq!(
        words,
        [
            (Kind::HostWrite, None),
            (Kind::ReclaimStart, Some(Kind::HostWrite)),
            (Kind::FullMerge, Some(Kind::ReclaimStart)),
            (Kind::Program, Some(Kind::FullMerge)),
            (Kind::Erase, Some(Kind::FullMerge)),
            (Kind::MergeEnd, Some(Kind::FullMerge)),
            (Kind::Erase, Some(Kind::ReclaimStart)),
            (Kind::Erase, Some(Kind::ReclaimStart)),
            (Kind::ReclaimEnd, Some(Kind::ReclaimStart)),
        ]
    );
    assert_eq!(
        seen.decisions[0].headline,
        "**B0** has no room in 2 replacement blocks. Folding all into a new block costs **63 page copies and 3 erases**."
    );
}

#[test]
fn longer_chains_fold_less_often() {
    let full = |most| {
        let fields = shaped(fields("nftl", "serial", 1, 40, 0), (most, 40, "anywhere"));
        served(&fields, cuts::requests(5, 4_000, false)).core.counters.merges[2]
    };
    let counts: Vec<u64> = (1..5).map(full).collect();
    assert!(counts.is_sorted_by(|more, fewer| more > fewer), "{counts:?}");
}

#[test]
fn it_shows_chains_of_their_blocks() {
    let device = served(&micron(6, 3, "in-place"), writes([9, 9, P + 3]));
    let picture = device.ftl.picture(Some(0), &device.core.nand);
    let parked: Vec<_> = picture.parked.iter().map(|parked| (parked.block, parked.role, parked.lbn)).collect();
    assert_eq!(parked, [(8, Role::Replacement, 0), (9, Role::Replacement, 0), (10, Role::Replacement, 1)]);
    assert_eq!((picture.parked_total, picture.homes), (3, (0..8).collect()));
}

#[test]
fn its_tables_hold_no_pages() {
    let fields =
        [("device.logical_bytes", json!(1u64 << 30)), ("device.page_bytes", json!(2048)), ("ftl.kind", json!("nftl"))];
    assert_eq!(machine(&fields, Vec::new()).ftl.ram_bytes(), (32 << 10) + 259 * 8);
}

/// Longest chain, blocks of the pool, and where pages go.
const SHAPES: [(u64, u64, &str); 6] = [
    (1, 1, "anywhere"),
    (1, 3, "in-place"),
    (2, 2, "in-place"),
    (2, 4, "anywhere"),
    (3, 2, "anywhere"),
    (4, 6, "in-place"),
];

fn shaped(fields: Fields, (most, pool, replacement): (u64, u64, &str)) -> Fields {
    let set = [
        ("ftl.log_blocks", json!(pool)),
        ("ftl.replacement_blocks", json!(most)),
        ("ftl.replacement", json!(replacement)),
    ];
    with(fields, &set)
}

fn devices() -> impl Strategy<Value = Fields> {
    (prop::sample::select(SHAPES.to_vec()), any::<bool>()).prop_flat_map(|(shape, group)| {
        options("nftl", shape.1)
            .prop_map(move |fields| with(shaped(fields, shape), &[("ftl.group_request", json!(group))]))
    })
}

#[test]
fn nothing_is_lost_at_any_operation() {
    for (clock, planes) in [("serial", 1), ("event", 1), ("event", 4)] {
        for shape in [(2, 3, "anywhere"), (2, 3, "in-place")] {
            let fields = shaped(fields("nftl", clock, planes, shape.1, 0), shape);
            cuts::sweep(&fields, &cuts::requests(planes, 80, false), 1);
        }
    }
}

#[test]
fn cut_after_cut_is_survived() {
    for (clock, planes) in [("serial", 1), ("event", 1), ("event", 2)] {
        for apart in [3, 7, 20, 61] {
            for replacement in ["anywhere", "in-place"] {
                let fields = shaped(fields("nftl", clock, planes, 3, 0), (2, 3, replacement));
                assert!(cuts::survives_cut_after_cut(&fields, &cuts::requests(apart, 200, false), apart) > 3);
            }
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

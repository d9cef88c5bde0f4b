//! FAST: what it costs, what it tells, and that it serves every request.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::{cases, report};
use crate::support::device::hybrids::{fields, options, toy};
use crate::support::device::{Fields, cuts, experiment, finish, machine, model, promises, record, with, write};
use proptest::prelude::*;
use serde_json::json;
use sim_core::assembly::initial;
use sim_core::base::request::Request;
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::counters::{Counters, Merge};
use sim_core::flash::operation::{Kind, Operation};
use sim_core::ftl::picture::Role;
use sim_core::machine::Machine;
use sim_core::workload::source::Source;

const R: u64 = 130_900;
const W: u64 = 405_900;
const E: u64 = 2_000_000;
const P: u64 = 64;

/// A full device of 72 logical blocks of 64 pages with the paper's timing: a sequential and two random log blocks.
fn micron(violation: &str) -> Fields {
    vec![
        ("device.blocks_per_plane", json!(80)),
        ("device.over_provisioning", json!(80.0 / 72.0 - 1.0)),
        ("ftl.kind", json!("fast")),
        ("ftl.log_blocks", json!(3)),
        ("ftl.sw_violation", json!(violation)),
    ]
}

fn served(fields: &Fields, list: Vec<Request>) -> Machine {
    let mut device = machine(fields, list);
    finish(&mut device);
    device.ftl.check(&device.core).unwrap();
    device
}

/// Own service time of each request; all came at time 0.
fn costs(device: &Machine) -> Vec<u64> {
    let ends = device.completions.iter().map(|done| done.finish_ns);
    ends.clone().zip(std::iter::once(0).chain(ends)).map(|(end, begin)| end - begin).collect()
}

fn last_cost(fields: &Fields, pages: &[u64]) -> u64 {
    *costs(&served(fields, pages.iter().copied().map(write).collect())).last().unwrap()
}

/// What was done, block numbers left out: `6>3` programs page 6 at place 3, `6>>3` copies it there.
fn words(operations: &[Operation], pages_per_block: u32) -> Vec<String> {
    let place = |operation: &Operation| operation.to.unwrap() % pages_per_block;
    let lbn = |operation: &Operation| operation.lpn.unwrap() / pages_per_block;
    let word = |operation: &Operation| match operation.kind {
        Kind::Program => Some(format!("{}>{}", operation.lpn.unwrap(), place(operation))),
        Kind::Copy => Some(format!("{}>>{}", operation.lpn.unwrap(), place(operation))),
        Kind::Erase => Some("erase".into()),
        Kind::SwitchMerge => Some(format!("switch B{}", lbn(operation))),
        Kind::PartialMerge => Some(format!("partial B{}", lbn(operation))),
        Kind::FullMerge => Some(format!("full B{}", lbn(operation))),
        Kind::ReclaimStart => Some("reclaim".into()),
        Kind::ReclaimEnd => Some("freed".into()),
        Kind::HostWrite | Kind::MergeEnd => None,
        kind => panic!("{kind:?}"),
    };
    operations.iter().filter_map(word).collect()
}

const GOLDEN: [(u64, &str, u64); 16] = [
    (4, "4>0", 4),
    (5, "5>1", 4),
    (6, "6>2", 4),
    (7, "7>3", 4),
    (0, "switch B1, erase, 0>0", 24),
    (1, "1>1", 4),
    (9, "9>0", 4),
    (13, "13>1", 4),
    (9, "9>2", 4),
    (6, "6>3", 4),
    (8, "partial B0, 2>>2, 3>>3, erase, 8>0", 34),
    (14, "14>0", 4),
    (15, "15>1", 4),
    (14, "14>2", 4),
    (15, "15>3", 4),
    (
        5,
        "reclaim, full B3, 12>>0, 13>>1, 14>>2, 15>>3, erase, partial B2, 9>>1, 10>>2, 11>>3, erase, \
         full B1, 4>>0, 5>>1, 6>>2, 7>>3, erase, erase, freed, 5>0",
        139,
    ),
];

#[test]
fn the_worked_example_of_appendix_b_comes_out_entry_by_entry() {
    let mut device =
        machine(&toy("fast", 12, &[("ftl.log_blocks", json!(3))]), GOLDEN.map(|entry| write(entry.0)).into());
    let seen = record(&mut device);
    for (place, (page, expected, cost)) in GOLDEN.into_iter().enumerate() {
        let of_request: Vec<Operation> =
            seen.operations.iter().filter(|operation| operation.request == place as u64).copied().collect();
        assert_eq!(words(&of_request, 4).join(", "), expected, "write {} of page {page}", place + 1);
        assert_eq!(costs(&device)[place], cost * 1000, "write {} of page {page}", place + 1);
    }
    let counters = device.core.counters;
    assert_eq!(counters.service_ns, 249_000);
    assert_eq!((counters.nand_programs(), counters.nand_reads(), counters.nand_erases()), (29, 13, 6));
    assert_eq!(counters.merges, [1, 2, 2]);
    assert_eq!((counters.reclaims(), counters.associativity[3]), (1, 1));
    let picture = device.ftl.picture(None, &device.core.nand);
    let valid: Vec<(Role, u32)> =
        picture.parked.iter().map(|parked| (parked.role, device.core.nand.block(parked.block).valid)).collect();
    assert_eq!(valid, [(Role::Log, 0), (Role::Log, 1)]);
}

/// Log blocks without a valid page count too.
#[test]
fn the_mean_of_logical_blocks_is_over_all_log_blocks_that_were_emptied() {
    let report = report(json!({
        "device": { "preset": "toy", "blocks_per_plane": 16, "over_provisioning": 0.4 },
        "ftl": { "kind": "fast", "log_blocks": 3 },
        "workload": { "kind": "hotcold", "requests": 3000, "write_ratio": 1, "request_pages": 1 },
    }));
    let merges = json!(report.merges);
    let emptied: Vec<f64> =
        merges["associativity_histogram"].as_array().unwrap().iter().map(|times| times.as_f64().unwrap()).collect();
    assert!(emptied[0] > 0.0 && emptied.len() > 2, "{merges}");
    let blocks: f64 = (0..).zip(&emptied).map(|(blocks, times)| f64::from(blocks) * times).sum();
    assert_eq!(merges["associativity_mean"], json!(blocks / emptied.iter().sum::<f64>()));
}

#[test]
fn a_log_block_without_valid_pages_costs_one_erase() {
    let pages: Vec<u64> = GOLDEN.iter().map(|entry| entry.0).chain([6, 7, 6, 7]).collect();
    assert_eq!(last_cost(&toy("fast", 12, &[("ftl.log_blocks", json!(3))]), &pages), 24_000);
}

/// Fills both random log blocks, the older with pages of `associativity` logical blocks, and writes one page more.
fn reclaim_of(associativity: u64) -> Vec<u64> {
    let older = (0..P).map(|n| n % associativity * P + 1 + n / associativity);
    older.chain((0..P).map(|n| (66 + n / 32) * P + 1 + n % 32)).chain([68 * P + 1]).collect()
}

#[test]
fn freeing_a_log_block_rebuilds_every_block_in_it() {
    // A log block of one colour holds all 64 pages only if the first does not go to the sequential one.
    for associativity in [2, 3, 7, 64] {
        let list: Vec<Request> = reclaim_of(associativity).into_iter().map(write).collect();
        let device = served(&micron("flashsim"), list);
        let cost = associativity * (P * (R + W) + E) + E;
        assert_eq!(*costs(&device).last().unwrap(), cost + W);
        assert_eq!(device.core.counters.merges, [0, 0, associativity]);
        assert_eq!(device.core.counters.associativity[associativity as usize], 1);
    }
    assert_eq!(last_cost(&micron("flashsim"), &reclaim_of(64)), 2_328_732_800 + W);
    assert_eq!(P * (R + W) + E, 36_355_200);
}

/// The first `pages` pages of logical block 1, then `page`.
fn in_order_then(pages: u64, page: u64) -> Vec<u64> {
    (P..P + pages).chain([page]).collect()
}

#[test]
fn a_sequential_log_block_becomes_the_data_block() {
    for violation in ["flashsim", "rw"] {
        let fields = micron(violation);
        assert_eq!(last_cost(&fields, &in_order_then(P, 2 * P)), 2_000_000 + W, "a switch merge");
        assert_eq!(last_cost(&fields, &in_order_then(32, 2 * P)), 19_177_600 + W, "a partial merge");
        assert_eq!(last_cost(&fields, &in_order_then(32, P)), 19_177_600 + W, "of its own owner");
        assert_eq!(last_cost(&fields, &in_order_then(32, P + 32)), W, "a page in order");
    }
}

#[test]
fn a_page_out_of_order_rides_along_or_goes_to_the_log() {
    // Page 3 is next: the page after it skips one, and page 2, the last in place, goes back.
    for ahead in [4, 10, P - 1].map(|offset| in_order_then(3, P + offset)) {
        assert_eq!(last_cost(&micron("flashsim"), &ahead), (P - 4) * (R + W) + W + E);
        assert_eq!(last_cost(&micron("rw"), &ahead), (P - 3) * (R + W) + E + W);
        leaves_no_log_block(&ahead);
    }
    for back in [1, 2].map(|offset| in_order_then(3, P + offset)) {
        assert_eq!(last_cost(&micron("flashsim"), &back), (P - 1) * (R + W) + W + 2 * E);
        assert_eq!(last_cost(&micron("rw"), &back), W);
        leaves_no_log_block(&back);
    }
}

fn leaves_no_log_block(pages: &[u64]) {
    let device = served(&micron("flashsim"), pages.iter().copied().map(write).collect());
    assert_eq!(device.ftl.picture(None, &device.core.nand).parked_total, 0);
}

#[test]
fn a_log_block_with_newer_pages_than_the_sequential_one_takes_it_along() {
    // The sequential log block has pages 0 to 2 of B1, the log block being freed a newer page 1.
    let pages: Vec<u64> = in_order_then(3, P + 1)
        .into_iter()
        .chain((1..P).map(|n| 2 * P + n))
        .chain((0..P).map(|n| (3 + n / 32) * P + 1 + n % 32))
        .chain([5 * P + 1])
        .collect();
    assert_eq!(last_cost(&micron("rw"), &pages), P * (R + W) + 2 * E + P * (R + W) + E + E + W);
}

/// Own service time of the last of `passes` rewrites of a whole device, page by page.
fn last_rewrite(kind: &str, passes: u64) -> (u64, Counters) {
    let fields = [
        ("device.blocks_per_plane", json!(40)),
        ("device.over_provisioning", json!(0.25)),
        ("ftl.kind", json!(kind)),
        ("workload.queue_depth", json!(1)),
    ];
    let list: Vec<Request> = (0..passes * 32 * P).map(|n| write(n % (32 * P))).collect();
    let device = served(&fields.into(), list);
    let end = |pages: u64| device.completions[pages as usize - 1].finish_ns;
    (end(passes * 32 * P) - end((passes - 1) * 32 * P), device.core.counters)
}

#[test]
fn a_sequential_rewrite_costs_what_it_costs_with_page_mapping() {
    let (fast, counters) = last_rewrite("fast", 4);
    assert_eq!(fast, 32 * (P * W + E));
    assert_eq!(counters.merges, [4 * 32 - 1, 0, 0]);
    assert_eq!(counters.copies, 0);
    assert_eq!(last_rewrite("page", 4).0, fast);
}

/// Serves `writes` writes of single pages, uniform or four of five to a tenth of the pages, on small blocks.
fn random_writes(logical_blocks: u64, log_blocks: u64, writes: usize, skewed: bool) -> Counters {
    let pages = logical_blocks * 16;
    let blocks = logical_blocks + log_blocks + 4;
    let fields = [
        ("device.pages_per_block", json!(16)),
        ("device.blocks_per_plane", json!(blocks)),
        ("device.over_provisioning", json!(blocks as f64 / logical_blocks as f64 - 1.0)),
        ("ftl.kind", json!("fast")),
        ("ftl.log_blocks", json!(log_blocks)),
    ];
    let mut rng = Rng::new(7, Component::Workload);
    let page = |rng: &mut Rng| match skewed && rng.below(5) > 0 {
        true => rng.below(pages / 10) * 10,
        false => rng.below(pages),
    };
    let list = (0..writes).map(|_| write(page(&mut rng))).collect();
    let mut device = initial::machine(&experiment(&fields), Source::listed(list), false).unwrap();
    finish(&mut device);
    device.core.counters
}

fn mean_associativity(counters: &Counters) -> f64 {
    let sum: u64 = (0..).zip(counters.associativity).map(|(blocks, times): (u64, _)| blocks * times).sum();
    sum as f64 / counters.reclaims() as f64
}

#[test]
fn random_writes_bring_a_block_into_the_log_with_every_page() {
    let mean = |logical_blocks: u64| mean_associativity(&random_writes(logical_blocks, 3, 20_000, false));
    let none_of_16 = |blocks: f64| (0..4).fold(1.0 - 1.0 / blocks, |chance, _| chance * chance);
    let distinct = |blocks: f64| blocks * (1.0 - none_of_16(blocks));
    let (many, some, few) = (mean(4000), mean(250), mean(16));
    println!("associativity {many:.2} of {:.2}, {some:.2}, {few:.2}", distinct(4000.0));
    assert!(many > 0.98 * distinct(4000.0) && many <= distinct(4000.0));
    assert!(few < some && some < many);
}

#[test]
fn more_log_blocks_never_bring_more_full_merges() {
    for skewed in [false, true] {
        let full = |log_blocks| random_writes(200, log_blocks, 30_000, skewed).merges[Merge::Full as usize];
        let merges: Vec<u64> = [2, 3, 4, 6, 8, 12, 16, 24, 32, 64].map(full).into();
        println!("full merges {merges:?}");
        for pair in merges.windows(2) {
            assert!(pair[1] as f64 <= 1.02 * pair[0] as f64, "{merges:?}");
        }
        assert!(merges[9] < merges[0] * 9 / 10);
    }
}

#[test]
fn its_tables_have_four_bytes_a_block_and_four_a_page_of_log() {
    let ram = |more: &Fields| {
        let gibibyte = vec![("device.logical_bytes", json!(1u64 << 30)), ("device.page_bytes", json!(2048))];
        let fields = with(with(gibibyte, &[("ftl.kind", json!("fast"))]), more);
        machine(&fields, Vec::new()).ftl.ram_bytes()
    };
    assert_eq!(ram(&vec![]), 4 * 8192 + 4 * 64 * 6, "0.07 % of 8643 blocks");
    assert_eq!(ram(&vec![("ftl.log_blocks", json!(260))]), 4 * 8192 + 4 * 64 * 260);
    assert_eq!(ram(&vec![("device.logical_bytes", json!(1 << 27))]), 4 * 1024 + 4 * 64 * 3, "at least three");
}

#[test]
fn a_device_without_room_for_its_log_blocks_is_refused() {
    let fields = with(micron("flashsim"), &[("ftl.log_blocks", json!(7))]);
    let refused = initial::machine(&experiment(&fields), Source::listed(Vec::new()), true).unwrap_err().to_string();
    assert!(refused.contains("device.over_provisioning") && refused.contains("7 for logs"), "{refused}");
}

/// Both variants on devices of every shape, with two to five log blocks.
fn any_device() -> impl Strategy<Value = Fields> {
    (2..6u64, prop::sample::select(vec!["flashsim", "rw"])).prop_flat_map(|(log_blocks, violation)| {
        options("fast", log_blocks).prop_map(move |fields| {
            with(fields, &[("ftl.log_blocks", json!(log_blocks)), ("ftl.sw_violation", json!(violation))])
        })
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
    fn no_time_is_lost(fields in any_device(), list in model::requests(200)) {
        model::conserves_time(&with(fields, &[("device.clock", json!("serial"))]), list);
    }

    #[test]
    fn any_cut_is_survived(fields in any_device(), seed in any::<u64>(), cut in 0..500u64, trims in any::<bool>()) {
        cuts::survives(&fields, &cuts::requests(seed, 100, trims), cut);
    }
}

fn small(violation: &str, clock: &str, planes: u64) -> Fields {
    let more = [("ftl.log_blocks", json!(3)), ("ftl.sw_violation", json!(violation))];
    with(fields("fast", clock, planes, 3, 0), &more)
}

#[test]
fn nothing_is_lost_at_any_operation() {
    for (clock, planes) in [("serial", 1), ("event", 1), ("event", 4)] {
        for violation in ["flashsim", "rw"] {
            cuts::sweep(&small(violation, clock, planes), &cuts::requests(planes, 80, false), 1);
        }
    }
}

#[test]
fn cut_after_cut_is_survived() {
    for (clock, planes) in [("serial", 1), ("event", 1), ("event", 2)] {
        for (violation, apart) in [("flashsim", 3), ("rw", 7), ("flashsim", 20), ("rw", 20), ("flashsim", 61)] {
            let list = cuts::requests(apart, 150, false);
            assert!(cuts::survives_cut_after_cut(&small(violation, clock, planes), &list, apart) > 3);
        }
    }
}

#[test]
fn freeing_a_log_block_is_told_as_five_rebuilds() {
    let fields = toy(
        "fast",
        48,
        &[("device.pages_per_block", json!(8)), ("device.over_provisioning", json!(0.5)), ("ftl.log_blocks", json!(4))],
    );
    // The oldest log block is left with pages of five logical blocks, the others have pages of two.
    let oldest = [12 * 8 + 3, 7 * 8 + 7, 30 * 8 + 6, 21 * 8 + 2, 3 * 8 + 5, 12 * 8 + 1, 7 * 8 + 4, 3 * 8 + 1];
    let others = (0..16).map(|n| (14 + n % 2) * 8 + 1 + n / 2 % 7);
    let list = oldest.into_iter().chain(others).chain([10 * 8 + 1]).map(write).collect();
    let mut device = machine(&fields, list);
    let seen = record(&mut device);
    let decisions = promises::decided(&seen, Kind::ReclaimStart);
    let [(decision, start)] = decisions.as_slice() else { panic!("{decisions:?}") };
    assert_eq!(
        decision.headline,
        "The oldest log block holds pages of **5 different blocks**. Freeing it means rebuilding all five: \
         **40 page copies and 6 erases**."
    );
    assert_eq!((decision.question.as_str(), decision.candidates), ("Why this log block?", 3));
    assert_eq!(decision.rows[0].cells, ["8", "5", "3 blocks ago", "40 copies, 6 erases"]);
    assert_eq!(decision.rows[1].cells[1], "2");
    assert_eq!(decision.rows[0].block, start.block);
    let parts: Vec<Kind> = seen
        .operations
        .iter()
        .filter(|operation| operation.cause == Some(start.index))
        .map(|operation| operation.kind)
        .collect();
    let expected = [[Kind::FullMerge; 5].as_slice(), &[Kind::Erase, Kind::ReclaimEnd]].concat();
    assert_eq!(parts.into_iter().filter(|kind| *kind != Kind::MergeEnd).collect::<Vec<_>>(), expected);
}

#[test]
fn closing_the_sequential_log_block_says_why() {
    let headlines = |violation: &str, pages: Vec<u64>| {
        let mut device = machine(&micron(violation), pages.into_iter().map(write).collect());
        let seen = record(&mut device);
        seen.decisions.iter().map(|decision| decision.headline.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        headlines("flashsim", in_order_then(P, 2 * P)),
        ["B2 begins in order, and B1 makes way in the sequential log block: **switch merge, 0 copies, 1 erase**."]
    );
    assert_eq!(
        headlines("flashsim", in_order_then(32, P)),
        ["B1 begins from its first page again, and closes its log block: **partial merge, 32 copies, 1 erase**."]
    );
    assert_eq!(
        headlines("rw", in_order_then(3, P + 10)),
        ["B1 skips from page 3 to page 10, which closes its log block: **partial merge, 61 copies, 1 erase**."]
    );
    assert_eq!(
        headlines("flashsim", in_order_then(3, P + 1)),
        ["B1 writes page 1 again, which breaks the order in its log block: **full merge, 64 copies, 2 erases**."]
    );
}

#[test]
fn every_decision_tells_beforehand_what_it_costs() {
    for violation in ["flashsim", "rw"] {
        let fields = with(small(violation, "serial", 1), &[("ftl.wear_leveling.kind", json!("none"))]);
        // Page 5 comes twice, and the log block with its newer copy is freed.
        let twice = [4, 5, 5, 9, 10, 11, 13, 14, 15, 17, 18].map(write);
        let list = [promises::requests(3000), twice.into()].concat();
        let decided = promises::are_kept(&fields, list);
        assert!(decided.iter().all(|&times| times > 0), "{violation}: {decided:?}");
    }
}

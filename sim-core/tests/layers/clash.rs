//! C-lash: the papers' two examples, the bounds, and newest versions across power cuts.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device::cuts::{operations, requests, survives};
use crate::support::device::{Fields, check, finish, machine, model, read, record, request, with, write};
use proptest::prelude::*;
use serde_json::json;
use sim_core::base::request::{HostOp, Request};
use sim_core::flash::decision::{Decision, Place};
use sim_core::flash::observer::{NoObserver, Recorder};
use sim_core::flash::operation::{Kind, Operation, Purpose};
use sim_core::ftl::picture::CachePicture;
use sim_core::machine::{EndKind, Machine};

/// Figure 2 of the papers: blocks of 4 pages, 8 page slots, 2 block slots.
fn figure_2() -> Fields {
    vec![
        ("device.pages_per_block", json!(4)),
        ("device.blocks_per_plane", json!(48)),
        ("device.over_provisioning", json!(0.0)),
        ("ftl.kind", json!("clash")),
        ("ftl.p_pages", json!(8)),
        ("run.initial_state", json!("full_seq")),
    ]
}

/// Blocks of 64 pages and the papers' 512 KiB of RAM, every page written.
fn papers() -> Fields {
    vec![
        ("device.pages_per_block", json!(64)),
        ("device.blocks_per_plane", json!(256)),
        ("device.over_provisioning", json!(0.0)),
        ("ftl.kind", json!("clash")),
        ("run.initial_state", json!("full_seq")),
    ]
}

/// The 40 pages of the model, in blocks of 4.
fn small() -> Fields {
    vec![
        ("device.pages_per_block", json!(4)),
        ("device.blocks_per_plane", json!(14)),
        ("device.logical_bytes", json!(40 * 512)),
        ("ftl.kind", json!("clash")),
        ("ftl.p_pages", json!(6)),
    ]
    .into_iter()
    .filter(|(field, _)| *field != "device.logical_bytes")
    .chain([("device.over_provisioning", json!(0.4))])
    .collect()
}

const R: u64 = 130_900;
const W: u64 = 405_900;
const E: u64 = 2_000_000;

/// Pages by block and place.
fn writes(pages: &[(u64, u64)]) -> Vec<Request> {
    pages.iter().map(|(lbn, offset)| write(4 * lbn + offset)).collect()
}

/// Leads to the upper half of Figure 2, and writes B5, page 0.
fn upper_half() -> Vec<Request> {
    writes(&[
        (4, 1),
        (4, 2),
        (10, 0),
        (10, 1),
        (7, 0),
        (7, 2),
        (21, 0),
        (9, 1),
        (12, 3),
        (30, 0),
        (21, 1),
        (21, 3),
        (5, 0),
    ])
}

/// Leads to the lower half of Figure 2, and writes B5, page 0.
fn lower_half() -> Vec<Request> {
    writes(&[
        (4, 0),
        (4, 1),
        (4, 2),
        (4, 3),
        (10, 0),
        (10, 1),
        (10, 2),
        (7, 1),
        (9, 0),
        (12, 3),
        (30, 2),
        (40, 0),
        (41, 1),
        (21, 0),
        (21, 2),
        (5, 0),
    ])
}

fn picture(machine: &Machine) -> CachePicture {
    machine.ftl.picture(None, &machine.core.nand).cache.unwrap()
}

type Sets = Vec<(u32, Vec<u32>)>;

/// What is in page slots, by number of the block, and in block slots, by slot.
fn spaces(machine: &Machine) -> (Sets, Sets) {
    let cache = picture(machine);
    let mut pages: Sets = cache.sets.iter().map(|set| (set.lbn, set.offsets.clone())).collect();
    pages.sort();
    let blocks = cache.blocks.iter().filter_map(|slot| slot.lbn.map(|lbn| (lbn, slot.offsets.clone()))).collect();
    (pages, blocks)
}

fn sets(list: &[(u32, &[u32])]) -> Sets {
    list.iter().map(|(lbn, offsets)| (*lbn, offsets.to_vec())).collect()
}

/// Serves all but the last request; then what the last one does.
fn last_request(fields: &Fields, list: Vec<Request>) -> (Machine, Recorder, Machine) {
    let before = list.len() as u64 - 1;
    let mut device = machine(fields, list);
    while device.requests_begun < before {
        device.step(&mut NoObserver).unwrap();
    }
    let start = device.clone();
    let seen = record(&mut device);
    check(&device);
    (start, seen, device)
}

fn kinds(seen: &Recorder) -> Vec<Kind> {
    seen.operations.iter().map(|operation| operation.kind).collect()
}

fn decided(seen: &Recorder, kind: Kind) -> Decision {
    let operation = seen.operations.iter().find(|operation| operation.kind == kind).unwrap();
    seen.decisions.iter().find(|decision| decision.op == operation.index).unwrap().clone()
}

#[test]
fn figure_2_upper_half_three_pages_trade_places_with_two() {
    let (before, seen, after) = last_request(&figure_2(), upper_half());
    let (pages, blocks) = spaces(&before);
    assert_eq!(pages, sets(&[(7, &[0, 2]), (9, &[1]), (12, &[3]), (21, &[0, 1, 3]), (30, &[0])]));
    assert_eq!(blocks, sets(&[(4, &[1, 2]), (10, &[0, 1])]));
    assert_eq!(picture(&before).pages_used, 8);

    let (pages, blocks) = spaces(&after);
    assert_eq!(pages, sets(&[(4, &[1, 2]), (5, &[0]), (7, &[0, 2]), (9, &[1]), (12, &[3]), (30, &[0])]));
    assert_eq!(blocks, sets(&[(21, &[0, 1, 3]), (10, &[0, 1])]));
    assert_eq!(picture(&after).pages_used, 8);
    assert_eq!(kinds(&seen), [Kind::HostWrite, Kind::Swap, Kind::CacheInsert]);
    assert_eq!(after.core.counters.nand_operations(), 0);
    assert_eq!(after.core.counters.service_ns, 0);

    let why = decided(&seen, Kind::Swap);
    assert_eq!(
        (why.moved[0].lbn, why.moved[0].offsets.as_slice(), why.moved[0].to),
        (21, &[0, 1, 3][..], Place::Block(0))
    );
    assert_eq!((why.moved[1].lbn, why.moved[1].offsets.as_slice(), why.moved[1].to), (4, &[1, 2][..], Place::Pages));
    assert_eq!(why.rows[0].label, "B21");
    assert_eq!(why.further[0].rows[0].label, "B4");
    // What the swap avoided: two reads, the erase, four programs.
    assert_eq!((why.prices[0].ns, why.prices[1].ns), (0, 2 * R + E + 4 * W));
    assert!(why.headline.contains("**B21, 3 pages**") && why.headline.contains("**B4, 2 pages**"), "{}", why.headline);
}

#[test]
fn figure_2_lower_half_a_full_block_is_flushed_without_a_merge() {
    let (before, seen, after) = last_request(&figure_2(), lower_half());
    let (pages, blocks) = spaces(&before);
    let alone: &[(u32, &[u32])] =
        &[(7, &[1]), (9, &[0]), (12, &[3]), (21, &[0, 2]), (30, &[2]), (40, &[0]), (41, &[1])];
    assert_eq!((pages, blocks), (sets(alone), sets(&[(4, &[0, 1, 2, 3]), (10, &[0, 1, 2])])));

    let (pages, blocks) = spaces(&after);
    let left: &[(u32, &[u32])] = &[(5, &[0]), (7, &[1]), (9, &[0]), (12, &[3]), (30, &[2]), (40, &[0]), (41, &[1])];
    assert_eq!((pages, blocks), (sets(left), sets(&[(21, &[0, 2]), (10, &[0, 1, 2])])));
    assert_eq!(picture(&after).pages_used, 7);
    let flush =
        [Kind::FlushStart, Kind::Erase, Kind::Program, Kind::Program, Kind::Program, Kind::Program, Kind::FlushEnd];
    let expected: Vec<Kind> =
        [Kind::HostWrite].into_iter().chain(flush).chain([Kind::SetEvict, Kind::CacheInsert]).collect();
    assert_eq!(kinds(&seen), expected);
    // Appendix B.6: 3 623.6 µs.
    assert_eq!(after.core.counters.service_ns, E + 4 * W);
    assert_eq!(decided(&seen, Kind::FlushStart).prices[0].ns, E + 4 * W);
}

#[test]
fn a_page_that_only_the_flash_holds_is_read_up_before_the_erase() {
    // B': the block used least recently has three pages of four.
    let mut list = lower_half();
    list.insert(list.len() - 1, write(4 * 4));
    let (before, seen, after) = last_request(&figure_2(), list);
    assert_eq!(picture(&before).blocks[1].rank, 0, "B10 is next");
    let reads: Vec<_> = seen.operations.iter().filter(|operation| operation.kind == Kind::Read).collect();
    assert_eq!(reads.iter().map(|read| (read.lpn, read.purpose)).collect::<Vec<_>>(), [(Some(43), Purpose::Rewrite)]);
    assert_eq!(after.core.counters.service_ns, R + E + 4 * W);
    let rewritten = after.core.counters.programs[Purpose::Rewrite as usize];
    assert_eq!((rewritten, after.core.counters.programs[Purpose::Flush as usize]), (1, 3));
}

#[test]
fn equal_sizes_are_flushed_or_traded_once() {
    // B'': two pages against two.
    let list = writes(&[
        (4, 1),
        (4, 2),
        (10, 0),
        (10, 1),
        (7, 0),
        (7, 2),
        (9, 1),
        (12, 3),
        (30, 0),
        (31, 0),
        (32, 0),
        (33, 0),
        (5, 0),
    ]);
    let (_, seen, _) = last_request(&figure_2(), list.clone());
    assert!(kinds(&seen).contains(&Kind::FlushStart));
    assert!(!kinds(&seen).contains(&Kind::Swap));
    let (_, seen, after) = last_request(&with(figure_2(), &[("ftl.equal_sizes", json!("swap"))]), list);
    let of = |kind: Kind| kinds(&seen).iter().filter(|&&one| one == kind).count();
    assert_eq!((of(Kind::Swap), of(Kind::FlushStart)), (1, 1), "a swap of equals frees nothing, so a flush follows");
    assert_eq!(picture(&after).pages_used, 7);
}

#[test]
fn a_set_joins_its_block_in_the_block_slots() {
    // B4 has a block slot; more of its pages gather in page slots until they are the largest set there.
    let joined =
        writes(&[(4, 1), (4, 2), (7, 0), (8, 0), (9, 0), (11, 0), (12, 0), (13, 0), (14, 0), (4, 0), (4, 3), (15, 0)]);
    let (_, seen, after) = last_request(&figure_2(), joined);
    assert_eq!(kinds(&seen), [Kind::HostWrite, Kind::SetEvict, Kind::CacheInsert]);
    assert_eq!(spaces(&after).1, sets(&[(4, &[0, 1, 2, 3]), (7, &[0])]));
}

#[test]
fn a_read_miss_takes_no_slot_and_hits_cost_nothing() {
    let mut list = upper_half();
    list.truncate(12);
    list.extend([read(4 * 21), read(4 * 10 + 1), read(4 * 40)]);
    let mut device = machine(&figure_2(), list);
    let before = spaces(&device);
    assert!(before.0.is_empty());
    finish(&mut device);
    let counters = device.core.counters;
    assert_eq!((counters.cache_read_hits, counters.nand_reads()), ([1, 1], 1));
    assert_eq!(picture(&device).pages_used, 8);
    assert_eq!(counters.service_ns, R);
    assert_eq!(picture(&device).blocks[0].rank, 0, "B10 was read, so B4 is the one used least recently");
}

#[test]
fn stride_writes_cost_a_block_each_and_sequential_ones_a_64th() {
    // One page of every block, again and again: 63 R + 64 W + E.
    let strided: Vec<Request> = (0..1000).map(|n| write(n % 250 * 64)).collect();
    let mut device = machine(&papers(), strided);
    let seen = record(&mut device);
    let flushes = seen.operations.iter().filter(|operation| operation.kind == Kind::FlushStart).count() as u64;
    assert_eq!(flushes, 1000 - 128 - 2);
    assert_eq!(device.core.counters.service_ns, flushes * (63 * R + 64 * W + E));
    assert_eq!(device.core.counters.nand_erases(), flushes);

    // Page after page: a flush for 64 pages, nothing read up.
    let sequential: Vec<Request> = (0..64 * 200).map(write).collect();
    let mut device = machine(&papers(), sequential);
    finish(&mut device);
    let counters = device.core.counters;
    assert_eq!((counters.flushes, counters.nand_reads()), (200 - 4, 0));
    assert_eq!(counters.service_ns, counters.flushes * (E + 64 * W));
    assert_eq!(counters.flushed_pages, 64 * counters.flushes);
}

#[test]
fn what_fits_the_page_slots_never_reaches_the_flash() {
    let list: Vec<Request> = (0..5000).map(|n| write(n * 37 % 128 * 65)).collect();
    let mut device = machine(&papers(), list);
    finish(&mut device);
    assert_eq!(device.core.counters.nand_operations(), 0);
}

#[test]
fn a_device_that_is_clean_costs_no_merge_but_still_an_erase() {
    let fields = with(papers(), &[("run.initial_state", json!("clean"))]);
    let mut device = machine(&fields, (0..400).map(|n| write(n % 250 * 64)).collect());
    finish(&mut device);
    let counters = device.core.counters;
    assert_eq!(counters.nand_erases(), counters.flushes);
    assert_eq!(
        counters.service_ns,
        counters.flushes * (E + W) + counters.nand_reads() * R + (counters.nand_programs() - counters.flushes) * W
    );
}

#[test]
fn its_tables_take_536_bytes_of_512_kib() {
    let device = machine(&with(papers(), &[("device.page_bytes", json!(2048))]), Vec::new());
    assert_eq!(device.ftl.ram_bytes(), 536);
    assert_eq!(device.ftl.cache_pages() * 2048, 512 << 10);
}

#[test]
fn a_flush_request_empties_the_ram_unless_a_capacitor_keeps_it() {
    let list = || upper_half().into_iter().chain([request(0, HostOp::Flush, 0, 0)]).collect();
    let mut device = machine(&figure_2(), list());
    finish(&mut device);
    check(&device);
    assert_eq!(spaces(&device), (Vec::new(), Vec::new()));
    assert_eq!(device.core.counters.flushes, 8);
    let mut kept = machine(&with(figure_2(), &[("ftl.capacitor", json!(true))]), list());
    finish(&mut kept);
    assert_eq!(kept.core.counters.nand_operations(), 0);
}

#[test]
fn early_merge_reads_when_a_block_enters_and_serves_reads_from_ram() {
    let fields = with(figure_2(), &[("ftl.merge", json!("early"))]);
    let mut list = upper_half();
    list.truncate(9);
    list.push(read(4 * 4 + 3));
    let mut device = machine(&fields, list);
    finish(&mut device);
    check(&device);
    assert_eq!(spaces(&device).1, sets(&[(4, &[0, 1, 2, 3])]));
    assert_eq!(picture(&device).blocks[0].clean, [0, 3]);
    let counters = device.core.counters;
    assert_eq!((counters.reads[Purpose::Rewrite as usize], counters.cache_read_hits), (2, [0, 1]));
}

#[test]
fn pages_read_early_are_no_reason_to_keep_a_block() {
    // Both blocks stand there with all their pages, two of them from flash: the set of three swaps places all the same.
    let fields = with(figure_2(), &[("ftl.merge", json!("early"))]);
    let mut device = machine(&fields, upper_half());
    let seen = record(&mut device);
    check(&device);
    let (pages, blocks) = spaces(&device);
    assert_eq!(blocks, sets(&[(21, &[0, 1, 2, 3]), (10, &[0, 1, 2, 3])]));
    assert!(pages.contains(&(4, vec![1, 2])), "what the flash holds does not go up: {pages:?}");
    let count = |kind| seen.operations.iter().filter(|operation| operation.kind == kind).count();
    assert_eq!((count(Kind::Swap), count(Kind::FlushStart), count(Kind::Read)), (1, 0, 2 + 2 + 1));
}

#[test]
fn a_block_without_another_place_makes_the_device_read_only_when_it_wears_out() {
    let fields = with(papers(), &[("device.endurance", json!(2))]);
    let mut device = machine(&fields, (0..2000).map(|n| write(n % 250 * 64)).collect());
    while device.step(&mut NoObserver).unwrap() {}
    let end = device.end.unwrap();
    assert_eq!(end.kind, EndKind::ReadOnly);
    assert!(end.text.contains("no other place"), "{}", end.text);
}

#[test]
fn a_moving_map_needs_a_spare_block() {
    let set: Vec<(String, serde_json::Value)> = with(figure_2(), &[("ftl.safe_flush", json!(true))])
        .into_iter()
        .map(|(field, value)| (field.to_string(), value))
        .collect();
    let experiment = sim_core::experiment::document::Experiment::new(&json!({}), &set).unwrap();
    let source = sim_core::workload::source::Source::listed(Vec::new());
    let refused = sim_core::assembly::initial::machine(&experiment, source, false).unwrap_err().to_string();
    assert!(refused.contains("device.over_provisioning") && refused.contains("spare"), "{refused}");
}

/// Every option, on both clocks, from every start.
fn options() -> impl Strategy<Value = Fields> {
    let shape = (1..3u32, prop_oneof![Just("serial"), Just("event")], 1..12u32, 1..4u32);
    let words = (
        prop_oneof![Just("lru"), Just("fifo"), Just("lfu")],
        prop_oneof![Just("late"), Just("early")],
        prop_oneof![Just("flush"), Just("swap")],
        prop_oneof![Just("lru"), Just("lowest")],
        prop_oneof![Just("rw"), Just("w")],
    );
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), 0..3u8);
    let start = prop_oneof![Just("clean"), Just("full_seq"), Just("full_rand"), Just("dirty_alloc"), Just("partial")];
    (shape, words, flags, start).prop_map(|((channels, clock, p_pages, b_blocks), words, flags, start)| {
        let (b_policy, merge, equal, tie, used) = words;
        let (absorb, safe, capacitor, perspective) = flags;
        let merge = if perspective == 1 { "late" } else { merge };
        with(
            small(),
            &[
                ("device.channels", json!(channels)),
                ("device.blocks_per_plane", json!(14 / channels)),
                ("device.clock", json!(clock)),
                ("device.transfer_ns", json!(1000)),
                ("ftl.p_pages", json!(p_pages)),
                ("ftl.b_blocks", json!(b_blocks)),
                ("ftl.b_policy", json!(b_policy)),
                ("ftl.merge", json!(merge)),
                ("ftl.equal_sizes", json!(equal)),
                ("ftl.tie", json!(tie)),
                ("ftl.b_lru_on", json!(used)),
                ("ftl.absorb_pspace", json!(absorb)),
                ("ftl.safe_flush", json!(safe)),
                ("ftl.capacitor", json!(capacitor)),
                ("ftl.virtual_pages", json!(perspective == 1)),
                ("ftl.split", json!(if perspective == 2 { "dynamic" } else { "fixed" })),
                ("ftl.split_window", json!(7)),
                ("run.initial_state", json!(start)),
            ],
        )
    })
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn every_read_returns_the_newest_version(fields in options(), list in model::requests(1500)) {
        model::agrees_with_the_model(&fields, list);
    }

    #[test]
    fn looking_changes_nothing(fields in options(), list in model::requests(300)) {
        model::is_not_changed_by_looking(&fields, list);
    }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn it_is_in_step_between_operations(fields in options(), list in model::requests(60)) {
        model::is_in_step_between_operations(&fields, list);
    }
}

/// Cuts power at `cut` and recovers; the machine right after it.
fn cut(fields: &Fields, list: &[Request], cut: u64) -> Machine {
    let fields = with(fields.clone(), &[("run.power_cut", json!(cut)), ("run.continue_after_power_cut", json!(false))]);
    let mut device = machine(&fields, list.to_vec());
    while device.step(&mut NoObserver).unwrap() {}
    device.check().unwrap_or_else(|broken| panic!("cut at {cut}: {broken}"));
    device
}

/// Variants of the small device, on both clocks.
fn clocks(more: &[(&'static str, serde_json::Value)]) -> [Fields; 2] {
    let event = [
        ("device.clock", json!("event")),
        ("device.channels", json!(2)),
        ("device.blocks_per_plane", json!(7)),
        ("device.transfer_ns", json!(100_000)),
    ];
    let serial = with(with(small(), &[("run.initial_state", json!("full_seq"))]), more);
    [with(serial.clone(), &event), serial]
}

#[test]
fn with_a_capacitor_and_a_moving_map_no_power_cut_loses_anything() {
    for fields in clocks(&[("ftl.capacitor", json!(true)), ("ftl.safe_flush", json!(true))]) {
        let fields = with(fields, &[("run.continue_after_power_cut", json!(true))]);
        let list = requests(11, 120, true);
        for at in (0..operations(&fields, &list)).step_by(3) {
            survives(&fields, &list, at);
        }
    }
}

#[test]
fn with_a_capacitor_alone_only_pages_read_up_for_a_flush_are_lost() {
    for fields in clocks(&[("ftl.capacitor", json!(true))]) {
        let list = requests(12, 120, false);
        let mut lost = 0;
        for at in 0..operations(&fields, &list) {
            let loss = cut(&fields, &list, at).power_loss.unwrap();
            assert_eq!(loss.lost_pages, loss.lost_in_flush, "cut at {at}");
            lost += loss.lost_in_flush;
        }
        assert!(lost > 0, "some cut falls between an erase and the last program after it");
    }
}

#[test]
fn without_a_capacitor_pages_in_ram_are_lost_and_counted_and_nothing_flushed_is() {
    for fields in clocks(&[("ftl.safe_flush", json!(true))]) {
        let list = requests(13, 120, false);
        let mut lost = 0;
        for at in 0..operations(&fields, &list) {
            let device = cut(&fields, &list, at);
            let loss = device.power_loss.unwrap();
            assert_eq!(loss.lost_in_flush, 0, "a moving map keeps the old block until the new one is complete");
            lost += loss.lost_pages;
            // What was acknowledged before the last Flush that was over is still there.
            let flushed = durable(&list, &device);
            let oob = device.core.nand.oob.as_ref().unwrap();
            for (lpn, &version) in (0..).zip(&flushed) {
                let ppn = device.ftl.lookup(lpn);
                let found = if ppn == sim_core::nand::NONE { 0 } else { oob.version[ppn as usize] };
                assert!(found >= version, "cut at {at}: page {lpn} shows version {found}, flushed was {version}");
            }
        }
        assert!(lost > 0);
    }
}

#[test]
fn a_spare_block_that_wears_out_as_recovery_erases_it_is_spare_no_longer() {
    let more = [("ftl.capacitor", json!(true)), ("ftl.safe_flush", json!(true)), ("device.endurance", json!(3))];
    let mut worn_out = 0;
    for fields in clocks(&more) {
        for at in 0..300 {
            let cut = [("run.power_cut", json!(at)), ("run.continue_after_power_cut", json!(true))];
            let mut device = machine(&with(fields.clone(), &cut), requests(13, 120, false));
            let log = record(&mut device).operations;
            let end = device.end.unwrap();
            assert!(matches!(end.kind, EndKind::Done | EndKind::ReadOnly), "cut at {at}: {}", end.text);
            let in_recovery = |one: &&Operation| one.kind == Kind::BlockBad && one.purpose == Purpose::Recovery;
            worn_out += log.iter().filter(in_recovery).count();
        }
    }
    assert!(worn_out > 0);
}

/// The versions that every page had when the last flush request was over.
fn durable(list: &[Request], device: &Machine) -> Vec<u32> {
    let over = |number: usize| device.completions.iter().any(|done| done.request == number as u64);
    let last = (0..list.len()).rev().find(|&number| list[number].op == HostOp::Flush && over(number));
    let mut versions = vec![1; model::PAGES as usize];
    for request in list.iter().take(last.unwrap_or(0)).filter(|request| request.op == HostOp::Write) {
        let pages = request.sector as usize..request.sector as usize + request.sectors as usize;
        versions[pages].iter_mut().for_each(|version| *version += 1);
    }
    versions
}

#[test]
fn the_trace_that_comes_along_goes_through_both_halves_of_the_figure() {
    let trace = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../traces/clash-figure-2.csv");
    let set = [
        "device.preset=toy",
        "device.page_bytes=2048",
        "device.logical_bytes=393216",
        "device.over_provisioning=0",
        "ftl.kind=clash",
        "ftl.p_pages=8",
        "workload.queue_depth=1",
    ];
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_flashlab"));
    command.arg("run").args(["--trace", trace.to_str().unwrap(), "--json"]);
    set.iter().for_each(|one| {
        command.args(["--set", one]);
    });
    let report: serde_json::Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    assert_eq!((&report["requests"], &report["trims"]), (&json!(49), &json!(13)));
    let buffer = &report["buffer"];
    assert_eq!((&buffer["swaps"], &buffer["flushes"], &buffer["padding_reads"]), (&json!(1), &json!(2), &json!(1)));
    assert_eq!(
        (&buffer["read_hits"], &buffer["write_hits"], &buffer["block_slot_hits"]),
        (&json!(2), &json!(2), &json!(2))
    );
}

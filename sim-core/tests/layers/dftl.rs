//! DFTL against the event log, its costs, and a run worked out by hand.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device;
use crate::support::device::model::{PAGES, requests};
use crate::support::device::{Fields, finish, machine, read, record, request, with, write};
use proptest::prelude::*;
use serde_json::json;
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::operation::{Kind, Operation, Purpose};
use sim_core::ftl::picture::Cached;
use sim_core::machine::{EndKind, Machine};
use sim_core::nand::NONE;

/// A toy device: 16 logical pages, 12 blocks.
fn toy() -> Fields {
    vec![
        ("device.preset", json!("toy")),
        ("device.blocks_per_plane", json!(12)),
        ("device.over_provisioning", json!(2.0)),
        ("device.page_bytes", json!(512)),
        ("ftl.kind", json!("dftl")),
        ("ftl.gc.low", json!(2)),
        ("ftl.gc.high", json!(3)),
        ("ftl.map_page_entries", json!(4)),
        ("ftl.cmt_protected", json!(1)),
        ("ftl.cmt_probationary", json!(1)),
        ("workload.queue_depth", json!(1)),
    ]
}

/// The cache in a line: protected | probationary, most recently used first, dirty ones with a star.
fn cache(device: &Machine) -> String {
    let map = device.ftl.picture(None, &device.core.nand).map.unwrap();
    let words = |segment: &[Cached]| {
        let word = |entry: &Cached| format!("{}{}", entry.lpn, if entry.dirty { "*" } else { "" });
        let words: Vec<String> = segment.iter().map(word).collect();
        if words.is_empty() { "–".to_string() } else { words.join(" ") }
    };
    format!("{} | {}", words(&map.protected), words(&map.probationary))
}

#[test]
fn the_log_of_b3_entry_by_entry() {
    let steps = [
        (read(0), "– | 0", 2),
        (write(1), "– | 1* 0", 5),
        (read(0), "0 | 1*", 1),
        (write(5), "0 | 5*", 10),
        (write(0), "0* | 5*", 4),
        (read(5), "5* | 0*", 1),
        (read(9), "5* | 9", 7),
        (read(10), "5* | 10", 2),
    ];
    let mut device = machine(&toy(), steps.iter().map(|(request, ..)| *request).collect());
    let mut spent = 0;
    for (request, expected, cost_us) in steps {
        device.step(&mut sim_core::flash::observer::NoObserver).unwrap();
        assert_eq!(cache(&device), expected, "{request:?}");
        assert_eq!(device.core.counters.service_ns - spent, cost_us * 1000, "{request:?}");
        spent = device.core.counters.service_ns;
        device::check(&device);
    }
    let counters = device.core.counters;
    assert_eq!((counters.nand_reads(), counters.nand_programs(), counters.nand_erases()), (12, 5, 0));
    assert_eq!((counters.map_lookups, counters.map_hits), (8, 3));
    let map = Purpose::Map as usize;
    assert_eq!((counters.reads[map], counters.programs[map]), (7, 2));
    assert_eq!((counters.map_evictions, counters.map_write_backs), (3, 2));
}

/// Response of the last request, in nanoseconds, on `micron-lb` with room for one entry.
fn last_response(list: Vec<Request>) -> u64 {
    let fields = vec![
        ("device.page_bytes", json!(2048)),
        ("device.blocks_per_plane", json!(64)),
        ("device.over_provisioning", json!(0.5)),
        ("ftl.kind", json!("dftl")),
        ("ftl.cmt_protected", json!(0)),
        ("ftl.cmt_probationary", json!(1)),
        ("workload.queue_depth", json!(1)),
    ];
    let list = list.iter().map(|one| request(0, one.op, one.sector * 4, 4)).collect();
    let mut device = machine(&fields, list);
    record(&mut device);
    let last = device.completions.last().unwrap();
    last.finish_ns - last.arrival_ns
}

#[test]
fn hits_and_misses_cost_what_the_identities_say() {
    let (r, w) = (130_900, 405_900);
    assert_eq!(last_response(vec![read(7), read(7)]), r);
    assert_eq!(last_response(vec![read(7), read(8)]), 2 * r);
    assert_eq!(last_response(vec![write(7), read(600)]), 3 * r + w);
    // That a page is nowhere is as much of an entry as where one is: it is written back too.
    let trim = |page| request(0, HostOp::Trim, page, 1);
    assert_eq!(last_response(vec![trim(7), read(600)]), 3 * r + w);
    assert_eq!(last_response(vec![write(7), trim(7), read(600)]), 3 * r + w);
    assert_eq!(last_response(vec![read(7), write(7)]), w);
    assert_eq!(last_response(vec![read(7), write(8)]), r + w);
    assert_eq!(last_response(vec![write(7), write(600)]), 2 * r + 2 * w);
}

#[test]
fn a_translation_page_that_never_was_costs_no_read() {
    let mut device = machine(&with(toy(), &[("run.initial_state", json!("clean"))]), vec![read(3), write(9), read(3)]);
    finish(&mut device);
    let counters = device.core.counters;
    assert_eq!((counters.nand_reads(), counters.nand_programs(), counters.unmapped_reads), (0, 1, 2));
}

#[test]
fn every_step_of_a_lookup_is_caused_by_the_one_before() {
    let mut device = machine(&toy(), vec![write(1), read(0), read(5), read(9)]);
    let seen = record(&mut device);
    let of = |request: u64| seen.operations.iter().filter(move |step| step.request == request).collect::<Vec<_>>();
    let kinds = |request| of(request).iter().map(|step| (step.kind, step.purpose)).collect::<Vec<_>>();
    assert_eq!(
        kinds(2),
        [
            (Kind::HostRead, Purpose::Host),
            (Kind::MapMiss, Purpose::Map),
            (Kind::MapEvict, Purpose::Map),
            (Kind::Read, Purpose::Map),
            (Kind::Program, Purpose::Map),
            (Kind::Read, Purpose::Map),
            (Kind::Read, Purpose::Host),
        ]
    );
    let steps = of(2);
    let causes: Vec<Option<u64>> = steps.iter().map(|step| step.cause).collect();
    let index = |place: usize| Some(steps[place].index);
    assert_eq!(causes, [None, index(0), index(1), index(2), index(2), index(1), index(0)]);
    let decision = &seen.decisions[0];
    assert_eq!((decision.op, decision.candidates), (steps[2].index, 2));
    assert_eq!(decision.rows[0].cells, ["dirty", "a read and a program"]);
}

/// Programs, copies and erases of the data, which the first 16 blocks hold, without when; and how the run ends, since a
/// device as full as this may be too full for victims drawn by chance.
fn data(device: &mut Machine) -> (Vec<Operation>, EndKind) {
    let logical = device.core.nand.geometry.logical_pages;
    let seen = record(device);
    let of_data = |step: &&Operation| match step.kind {
        Kind::Program | Kind::Copy => step.lpn.is_some_and(|lpn| lpn < logical),
        Kind::Erase => step.block.is_some_and(|block| block < 16),
        _ => false,
    };
    let bare = |step: &Operation| Operation { index: 0, cause: None, start_ns: 0, end_ns: 0, ..*step };
    (seen.operations.iter().filter(of_data).map(bare).collect(), device.end.as_ref().unwrap().kind)
}

fn beside_page_mapping(kind: &str, own_blocks: u64, policy: &str, wear: &str, separate: bool, trims: bool) -> Fields {
    let blocks = 16 + own_blocks;
    vec![
        ("device.pages_per_block", json!(4)),
        ("device.blocks_per_plane", json!(blocks)),
        ("device.over_provisioning", json!(blocks as f64 / 10.0 - 1.0)),
        ("ftl.kind", json!(kind)),
        ("ftl.gc.policy", json!(policy)),
        ("ftl.gc.separate_frontier", json!(separate)),
        ("ftl.gc.low", json!(2)),
        ("ftl.gc.high", json!(3)),
        ("ftl.wear_leveling.kind", json!(wear)),
        ("ftl.wear_leveling.delta", json!(2)),
        ("run.initial_state", json!(if trims { "clean" } else { "full_seq" })),
    ]
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn with_all_entries_cached_the_data_goes_where_page_mapping_puts_it(
        list in requests(300),
        policy in prop::sample::select(sim_core::ftl::gc::KINDS.to_vec()),
        wear in prop::sample::select(vec!["none", "dynamic", "static"]),
        (separate, trims) in any::<(bool, bool)>(),
    ) {
        let of = |kind, own_blocks| beside_page_mapping(kind, own_blocks, policy, wear, separate, trims);
        let mut page = machine(&of("page", 0), list.clone());
        let more = [("ftl.translation_pool", json!("separate")), ("ftl.translation_blocks", json!(7)), ("ftl.map_page_entries", json!(4))];
        let mut dftl = machine(&with(of("dftl", 7), &more), list);
        prop_assert_eq!(page.core.nand.geometry.logical_pages as u64, PAGES);
        prop_assert_eq!(data(&mut page), data(&mut dftl));
        prop_assert_eq!(dftl.core.counters.map_evictions, 0);
    }
}

fn hits(cmt: &str, entries: u64, list: &[Request]) -> u64 {
    let fields = with(
        beside_page_mapping("dftl", 20, "greedy", "none", false, false),
        &[
            ("ftl.map_page_entries", json!(8)),
            ("ftl.cmt", json!(cmt)),
            ("ftl.cmt_protected", json!(entries / 2)),
            ("ftl.cmt_probationary", json!(entries - entries / 2)),
        ],
    );
    let mut device = machine(&fields, list.to_vec());
    finish(&mut device);
    device.core.counters.map_hits
}

#[test]
fn more_room_for_entries_never_means_fewer_hits() {
    for seed in 0..5 {
        let mut rng = Rng::new(seed, Component::Workload);
        let list: Vec<Request> = (0..4_000)
            .map(|at| {
                let page = rng.below(40) * rng.below(40) / 40;
                request(at * 1_000_000_000, if rng.below(3) == 0 { HostOp::Read } else { HostOp::Write }, page, 1)
            })
            .collect();
        for cmt in ["lru", "slru"] {
            let hits: Vec<u64> = (2..24).map(|entries| hits(cmt, entries, &list)).collect();
            let slack = if cmt == "lru" { 0 } else { 40 };
            assert!(hits.windows(2).all(|pair| pair[0] <= pair[1] + slack), "{cmt}: {hits:?}");
            assert!(hits[21] > hits[0]);
        }
    }
}

#[test]
fn a_first_pass_in_order_hits_nothing() {
    let list = (0..16).map(read).collect();
    let mut device = machine(&with(toy(), &[("ftl.cmt_probationary", json!(15))]), list);
    finish(&mut device);
    let counters = device.core.counters;
    assert_eq!((counters.map_lookups, counters.map_hits, counters.reads[Purpose::Map as usize]), (16, 0, 16));
}

/// What the cache's variants and batches save.
#[test]
fn page_mapping_is_never_slower() {
    let run = |more: &[(&'static str, serde_json::Value)]| {
        let fields = with(beside_page_mapping("dftl", 8, "greedy", "dynamic", false, false), more);
        let mut rng = Rng::new(11, Component::Workload);
        let list = (0..20_000).map(|at| {
            let op = if rng.below(3) == 0 { HostOp::Read } else { HostOp::Write };
            request(at * 1_000_000, op, rng.below(40), 1)
        });
        let mut device = machine(&fields, list.collect());
        finish(&mut device);
        device
    };
    let small =
        [("ftl.map_page_entries", json!(8)), ("ftl.cmt_protected", json!(4)), ("ftl.cmt_probationary", json!(4))];
    let mean = |device: &Machine| device.completions.iter().map(|done| done.finish_ns - done.arrival_ns).sum::<u64>();
    let page = run(&[("ftl.kind", json!("page"))]);
    for cmt in ["slru", "lru", "flashsim"] {
        for pool in ["shared", "separate"] {
            let of = |batch: &str| {
                let more =
                    [("ftl.cmt", json!(cmt)), ("ftl.translation_pool", json!(pool)), ("ftl.evict_batch", json!(batch))];
                run(&[&small[..], &more[..]].concat())
            };
            let [one, batch] = ["one", "same-tp"].map(of);
            for dftl in [&one, &batch] {
                assert!(
                    mean(&page) < mean(dftl) && page.core.counters.nand_erases() <= dftl.core.counters.nand_erases()
                );
                let counters = dftl.core.counters;
                assert!(counters.map_hits > 0 && counters.map_lazy_updates > 0);
                assert!(
                    counters.programs[Purpose::MapUpdate as usize] > 0 && counters.erases[Purpose::MapGc as usize] > 0
                );
            }
            assert!(batch.core.counters.map_write_backs < one.core.counters.map_write_backs);
        }
    }
}

#[test]
fn ram_is_the_directory_and_the_entries() {
    let bytes = |more: &[(&'static str, serde_json::Value)]| {
        let fields = vec![
            ("ftl.kind", json!("dftl")),
            ("device.page_bytes", json!(2048)),
            ("device.logical_bytes", json!(1u64 << 30)),
        ];
        machine(&with(fields, more), Vec::new()).ftl.ram_bytes()
    };
    assert_eq!(bytes(&[]), 4 * 1024 + 65_536);
    assert_eq!(bytes(&[("ftl.cmt_bytes", json!(65_536))]), 4 * 1024 + 65_536);
    assert_eq!(bytes(&[("ftl.cmt_bytes", json!(800))]), 4 * 1024 + 800);
}

#[test]
fn translation_pages_live_in_the_plane_of_their_number() {
    let fields = vec![
        ("device.channels", json!(2)),
        ("device.chips_per_channel", json!(2)),
        ("device.pages_per_block", json!(8)),
        ("device.blocks_per_plane", json!(16)),
        ("device.over_provisioning", json!(1.0)),
        ("ftl.kind", json!("dftl")),
        ("ftl.map_page_entries", json!(16)),
        ("ftl.cmt_protected", json!(8)),
        ("ftl.cmt_probationary", json!(8)),
    ];
    let mut rng = Rng::new(3, Component::Workload);
    let list = (0..3_000).map(|_| write(rng.below(256))).collect();
    let mut device = machine(&fields, list);
    finish(&mut device);
    let geometry = device.core.nand.geometry;
    let places = device.ftl.picture(None, &device.core.nand).map.unwrap().directory;
    assert!(places.iter().all(|&ppn| ppn != NONE));
    for (page, &ppn) in (0..).zip(&places) {
        assert_eq!(geometry.plane_of(geometry.block_of(ppn)), page % 4);
    }
}

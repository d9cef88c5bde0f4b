//! C-lash in front of another translation layer: whatever the layer, reads return the newest version, and a power
//! cut loses what was in RAM, or nothing with a capacitor.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device;
use crate::support::device::cuts::{operations, requests, survives};
use crate::support::device::{Fields, finish, machine, model, record, request, step_by_operation, with, write};
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::base::request::HostOp;
use sim_core::experiment::document::Experiment;
use sim_core::flash::observer::NoObserver;
use sim_core::flash::operation::{Kind, Purpose};
use sim_core::ftl::LAYERS;
use sim_core::machine::Machine;
use sim_core::workload::source::Source;

/// Layers that a buffer may stand in front of.
fn kinds() -> Vec<&'static str> {
    LAYERS.iter().filter(|entry| !entry.traits.caches_pages).map(|entry| entry.info.kind).collect()
}

/// The 40 pages of the model over `kind`, in blocks of 4, with room for any layer.
fn over(kind: &str) -> Fields {
    vec![
        ("device.pages_per_block", json!(4)),
        ("device.blocks_per_plane", json!(24)),
        ("device.over_provisioning", json!(1.4)),
        ("ftl.kind", json!(kind)),
        ("buffer.kind", json!("clash")),
        ("buffer.p_pages", json!(6)),
        ("run.initial_state", json!("full_seq")),
    ]
}

fn on_the_event_clock(fields: &Fields) -> Fields {
    with(fields.clone(), &[("device.clock", json!("event")), ("device.transfer_ns", json!(100_000))])
}

fn options() -> impl Strategy<Value = Fields> {
    let kind = prop::sample::select(kinds());
    let spaces = (1..9u32, 1..4u32, 0..3u8);
    let words = (prop::sample::select(vec!["late", "early"]), prop::sample::select(vec!["lru", "fifo", "lfu"]));
    (kind, spaces, words, any::<bool>(), any::<bool>()).prop_map(|(kind, spaces, (merge, policy), event, capacitor)| {
        let (p_pages, b_blocks, perspective) = spaces;
        let fields = with(
            over(kind),
            &[
                ("buffer.p_pages", json!(p_pages)),
                ("buffer.b_blocks", json!(b_blocks)),
                ("buffer.b_policy", json!(policy)),
                ("buffer.merge", json!(if perspective == 1 { "late" } else { merge })),
                ("buffer.virtual_pages", json!(perspective == 1)),
                ("buffer.split", json!(if perspective == 2 { "dynamic" } else { "fixed" })),
                ("buffer.split_window", json!(7)),
                ("buffer.capacitor", json!(capacitor)),
            ],
        );
        if event { on_the_event_clock(&fields) } else { fields }
    })
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn every_read_returns_the_newest_version(fields in options(), list in model::requests(1200)) {
        model::agrees_with_the_model(&fields, list);
    }

    #[test]
    fn looking_changes_nothing(fields in options(), list in model::requests(200)) {
        model::is_not_changed_by_looking(&fields, list);
    }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn it_is_in_step_between_operations(fields in options(), list in model::requests(120)) {
        model::is_in_step_between_operations(&fields, list);
    }
}

#[test]
fn with_a_capacitor_no_power_cut_loses_anything() {
    for kind in kinds() {
        let more = [("buffer.capacitor", json!(true)), ("run.continue_after_power_cut", json!(true))];
        let serial = with(over(kind), &more);
        for fields in [on_the_event_clock(&serial), serial] {
            let list = requests(21, 60, false);
            for at in (0..operations(&fields, &list)).step_by(7) {
                survives(&fields, &list, at);
            }
        }
    }
}

#[test]
fn without_one_what_was_in_ram_is_lost_and_counted() {
    let fields = with(over("page"), &[("run.power_cut", json!(40)), ("run.continue_after_power_cut", json!(false))]);
    let mut device = machine(&fields, requests(22, 200, false));
    while device.step(&mut NoObserver).unwrap() {}
    device.check().unwrap();
    let loss = device.power_loss.unwrap();
    assert!(loss.lost_pages > 0 && loss.older_pages == loss.lost_pages, "{loss:?}");
    assert_eq!(loss.lost_in_flush, 0);
}

#[test]
fn a_flushed_block_is_one_write_request_and_so_a_switch_merge() {
    // Block mapping below: a whole block in order costs no copy.
    let list = (0..24).map(write).chain([request(0, HostOp::Flush, 0, 0)]).collect();
    let mut device = machine(&over("block"), list);
    let seen = record(&mut device);
    let flushes = seen.operations.iter().filter(|operation| operation.kind == Kind::FlushStart).count();
    assert_eq!(flushes, 6);
    let counters = device.core.counters;
    assert_eq!((counters.programs[Purpose::Flush as usize], counters.nand_programs()), (24, 24));
    assert_eq!((counters.programs[Purpose::Host as usize], counters.copies), (0, 0));
}

#[test]
fn pages_that_only_the_layer_holds_are_read_through_it() {
    let list = vec![write(4), write(6), request(0, HostOp::Flush, 0, 0)];
    let mut device = machine(&over("page"), list);
    finish(&mut device);
    let counters = device.core.counters;
    assert_eq!(counters.reads[Purpose::Rewrite as usize], 2);
    assert_eq!(counters.programs[Purpose::Flush as usize], 4);
}

#[test]
fn of_the_last_logical_block_only_the_pages_that_there_are_are_read() {
    // 38 pages in blocks of 4: the last block has pages 36 and 37.
    let size = [("device.blocks_per_plane", json!(null)), ("device.logical_bytes", json!(38 * 512))];
    let list = vec![write(37), request(0, HostOp::Flush, 0, 0)];
    let mut device = machine(&with(over("page"), &size), list);
    finish(&mut device);
    let counters = device.core.counters;
    assert_eq!(counters.reads[Purpose::Rewrite as usize], 1);
    assert_eq!(counters.programs[Purpose::Flush as usize], 2);
}

#[test]
fn a_block_on_its_way_is_shown_with_what_is_read_up_and_what_of_the_hosts_is_programmed() {
    // Places of all its pages as far as known, of those read up, and of those of the host that the flash holds.
    let shown = |initial: &str| {
        let list = vec![write(4), write(6), request(0, HostOp::Flush, 0, 0)];
        let mut device = machine(&with(over("page"), &[("run.initial_state", json!(initial))]), list);
        (0..2).for_each(|_| assert!(device.step(&mut NoObserver).unwrap()));
        let mut seen = Vec::new();
        let look = |machine: &Machine| {
            let picture = machine.buffer.picture(&machine.ftl, &machine.core.nand).unwrap();
            seen.extend(picture.flush.map(|flush| {
                assert_eq!((flush.lbn, flush.slot), (1, None));
                let flush = json!(flush);
                json!([flush["offsets"], flush["read_up"], flush["programmed"]])
            }));
        };
        step_by_operation(&mut device, look).unwrap();
        assert_eq!(device.buffer.picture(&device.ftl, &device.core.nand).unwrap().flush, None);
        seen.dedup();
        json!(seen)
    };
    let of_a_full_device = json!([
        [[0, 2], [], []],
        [[0, 1, 2], [1], []],
        [[0, 1, 2, 3], [1, 3], []],
        [[0, 1, 2, 3], [1, 3], [0]],
        [[0, 1, 2, 3], [1, 3], [0, 2]],
    ]);
    assert_eq!(shown("full_seq"), of_a_full_device);
    // Where nothing was ever written there is nothing to read up; with the last page the block has come.
    assert_eq!(shown("clean"), json!([[[0, 2], [], []], [[0, 2], [], [0]]]));
}

#[test]
fn with_a_capacitor_a_flush_of_the_host_writes_nothing_from_the_moment_there_is_one() {
    let programs = |before: bool, after: bool| {
        let change = json!([{ "request": 1, "set": { "buffer.capacitor": after } }]);
        let set = [("buffer.capacitor", json!(before)), ("run.changes", change)];
        let mut device = machine(&with(over("page"), &set), vec![write(4), request(0, HostOp::Flush, 0, 0)]);
        finish(&mut device);
        device.core.counters.programs[Purpose::Flush as usize]
    };
    // The page of the host and the three others of its block.
    assert_eq!([(false, false), (true, false), (false, true), (true, true)].map(|(a, b)| programs(a, b)), [4, 4, 0, 0]);
}

#[test]
fn another_order_of_block_slots_holds_at_once() {
    let flushed = |more: &[(&'static str, Value)]| -> Vec<u32> {
        // Blocks 0 and 1 come into block slots as the page slot is needed; then block 0 is used again.
        let list = [0, 4, 8, 0].map(write).into_iter().chain([request(0, HostOp::Flush, 0, 0)]).collect();
        let seen = record(&mut machine(&with(over("page"), &with(vec![("buffer.p_pages", json!(1))], more)), list));
        let starts = seen.operations.iter().filter(|operation| operation.kind == Kind::FlushStart);
        starts.filter_map(|operation| operation.lpn).collect()
    };
    assert_eq!(flushed(&[]), [4, 0, 8]);
    let change = json!([{ "request": 4, "set": { "buffer.b_policy": "fifo" } }]);
    assert_eq!(flushed(&[("run.changes", change)]), [0, 4, 8]);
}

#[test]
fn a_dynamic_split_follows_what_is_written_to_the_buffer() {
    let block_slots = |split: &str| {
        let set = [("buffer.p_pages", json!(12)), ("buffer.split", json!(split)), ("buffer.split_window", json!(4))];
        let mut device = machine(&with(over("page"), &set), (0..5).map(write).collect());
        finish(&mut device);
        device.buffer.picture(&device.ftl, &device.core.nand).unwrap().blocks.len()
    };
    // Four writes in order ask for all block slots that there can be, four; each write makes one at most.
    assert_eq!(["fixed", "dynamic"].map(block_slots), [2, 4]);
}

#[test]
fn a_layer_with_ram_of_its_own_refuses_a_buffer() {
    let set = [("buffer.kind".to_string(), json!("clash")), ("ftl.kind".to_string(), json!("clash"))];
    let experiment = Experiment::new(&json!({}), &set).unwrap();
    let refused =
        sim_core::assembly::initial::machine(&experiment, Source::listed(Vec::new()), false).unwrap_err().to_string();
    assert!(refused.contains("buffer.kind") && refused.contains("ftl.kind clash"), "{refused}");
}

#[test]
fn lent_pages_exclude_early_merge_and_a_dynamic_split() {
    for (field, word) in [("buffer.merge", "early"), ("buffer.split", "dynamic")] {
        let fields = with(over("page"), &[("buffer.virtual_pages", json!(true)), (field, json!(word))]);
        let experiment = device::experiment(&fields);
        let refused = sim_core::assembly::initial::machine(&experiment, Source::listed(Vec::new()), false)
            .unwrap_err()
            .to_string();
        assert!(refused.contains(field) && refused.contains("buffer.virtual_pages"), "{refused}");
    }
}

//! C-lash in front of another translation layer: whatever the layer, reads return the newest version, and a power
//! cut loses what was in RAM, or nothing with a capacitor.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device;
use crate::support::device::cuts::{operations, requests, survives};
use crate::support::device::{Fields, finish, machine, model, record, request, with, write};
use proptest::prelude::*;
use serde_json::json;
use sim_core::base::request::HostOp;
use sim_core::experiment::document::Experiment;
use sim_core::flash::operation::{Kind, Purpose};
use sim_core::ftl::LAYERS;
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
    while device.step(&mut sim_core::flash::observer::NoObserver).unwrap() {}
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

//! Layers that keep their map on flash, against the model and across power cuts, through every option.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device::cuts::{self, operations, survives, survives_cut_after_cut, sweep};
use crate::support::device::model::{
    PAGES, agrees_with_the_model, conserves_time, is_in_step_between_operations, is_not_changed_by_looking, requests,
};
use crate::support::device::{Fields, with};
use proptest::prelude::*;
use serde_json::json;
use sim_core::ftl::{gc, wear};

const LAYERS: [&str; 2] = ["dftl", "cftl"];

/// A device with enough blocks a plane for its data, its map, its marks and its frontiers.
fn shaped(layer: &str, clock: &str, planes: u64, low: u64) -> Fields {
    let blocks = if planes == 1 { 26 + low } else { (10 / planes + 1) * 3 + 18 };
    vec![
        ("device.channels", json!(planes.min(2))),
        ("device.chips_per_channel", json!(planes.div_ceil(2))),
        ("device.blocks_per_plane", json!(blocks)),
        ("device.over_provisioning", json!((blocks * planes) as f64 / 10.0 - 1.0)),
        ("device.pages_per_block", json!(4)),
        ("device.transfer_ns", json!(50_000)),
        ("device.clock", json!(clock)),
        ("ftl.kind", json!(layer)),
        ("ftl.gc.low", json!(low)),
        ("ftl.gc.high", json!(low + 1)),
        ("ftl.map_page_entries", json!(4)),
    ]
}

/// Room for `entries` entries, as the layer calls it.
fn caches(layer: &str, entries: u64) -> Fields {
    match layer {
        "dftl" => {
            vec![("ftl.cmt_protected", json!(entries / 2)), ("ftl.cmt_probationary", json!(entries - entries / 2))]
        }
        _ => vec![
            ("ftl.cpmt_entries", json!(entries)),
            ("ftl.cbmt_entries", json!(entries.div_ceil(3))),
            ("ftl.read_threshold", json!(3)),
            ("ftl.hot_decay_writes", json!(5)),
            ("ftl.hot_at", json!(3)),
        ],
    }
}

/// What only one of the layers has.
fn variant(layer: &str, cmt: &'static str, batch: bool, fixed: bool, skip: bool) -> Fields {
    if layer == "cftl" {
        return Vec::new();
    }
    vec![
        ("ftl.cmt", json!(cmt)),
        ("ftl.evict_batch", json!(if batch { "same-tp" } else { "one" })),
        ("ftl.placement", json!(if fixed { "static" } else { "dynamic" })),
        ("ftl.skip_busy", json!(skip)),
    ]
}

fn options(clock: &'static str) -> impl Strategy<Value = Fields> {
    let layer = (prop::sample::select(LAYERS.to_vec()), prop::sample::select(vec!["slru", "lru", "flashsim"]));
    let map = (prop::sample::select(vec![1, 3, 4, 16, 64]), any::<bool>(), 1..12u64, any::<bool>());
    let policy = (prop::sample::select(gc::KINDS.to_vec()), any::<bool>(), 2..4u64, prop::option::of(3..7u32));
    let wear = (prop::sample::select(wear::KINDS.to_vec()), 1..4u32);
    let hardware = (prop::sample::select(vec![1, 2, 4]), any::<(bool, bool)>(), prop::option::of(1..5u64));
    let place = (any::<(bool, bool)>(), prop::sample::select(vec!["plane", "channel", "controller"]));
    let start = prop::sample::select(vec!["clean", "partial", "full_seq", "full_rand", "dirty_alloc"]);
    (layer, map, policy, wear, hardware, place, start).prop_map(
        move |(
            (layer, cmt),
            map,
            policy,
            wear,
            (planes, (copyback, priority), depth),
            ((fixed, skip), blocking),
            start,
        )| {
            let (entries_per_page, separate_pool, entries, batch) = map;
            let more = [
                ("ftl.map_page_entries", json!(entries_per_page)),
                ("ftl.translation_pool", json!(if separate_pool { "separate" } else { "shared" })),
                ("device.copyback", json!(copyback)),
                ("device.read_priority", json!(priority)),
                ("ftl.gc.policy", json!(policy.0)),
                ("ftl.gc.separate_frontier", json!(policy.1)),
                ("ftl.gc.idle_below", json!(policy.3)),
                ("ftl.gc.blocking", json!(blocking)),
                ("ftl.wear_leveling.kind", json!(wear.0)),
                ("ftl.wear_leveling.delta", json!(wear.1)),
                ("ftl.wear_leveling.threshold", json!(wear.1)),
                ("ftl.wear_leveling.interval", json!(wear.1 * 4)),
                ("workload.queue_depth", json!(depth)),
                ("run.initial_state", json!(start)),
            ];
            let mut fields = with(shaped(layer, clock, planes, policy.2), &more);
            if entries_per_page == 1 || policy.0 == "random" {
                // A map as large as the data; or victims that may bring nothing often in a row, which ends a full device.
                fields.extend(roomy(planes));
            }
            fields.extend(caches(layer, entries));
            fields.extend(variant(layer, cmt, batch, fixed, skip));
            fields
        },
    )
}

fn roomy(planes: u64) -> Fields {
    let blocks = if planes == 1 { 60 } else { 40 };
    vec![
        ("device.blocks_per_plane", json!(blocks)),
        ("device.over_provisioning", json!((blocks * planes) as f64 / 10.0 - 1.0)),
    ]
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn the_serial_clock_serves_every_request(fields in options("serial"), list in requests(400)) {
        agrees_with_the_model(&fields, list);
    }

    #[test]
    fn the_event_clock_serves_every_request(fields in options("event"), list in requests(400)) {
        agrees_with_the_model(&fields, list);
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn nothing_is_ever_out_of_step_between_two_operations(
        fields in prop_oneof![options("serial"), options("event")],
        list in requests(80),
    ) {
        is_in_step_between_operations(&fields, list);
    }

    #[test]
    fn looking_changes_nothing(fields in prop_oneof![options("serial"), options("event")], list in requests(150)) {
        is_not_changed_by_looking(&fields, list);
    }

    #[test]
    fn time_is_conserved_on_the_serial_clock(fields in options("serial"), list in requests(200)) {
        conserves_time(&fields, list);
    }
}

fn going_on(fields: Fields) -> Fields {
    with(fields, &[("run.continue_after_power_cut", json!(true))])
}

#[test]
fn nothing_is_lost_at_any_operation() {
    for layer in LAYERS {
        for (clock, planes) in [("serial", 1), ("event", 1), ("event", 4)] {
            for pool in ["shared", "separate"] {
                for entries in [2, 9] {
                    let mut fields = with(shaped(layer, clock, planes, 2), &[("ftl.translation_pool", json!(pool))]);
                    fields.extend(caches(layer, entries));
                    sweep(&going_on(fields), &cuts::requests(entries, 100, false), 1);
                }
            }
        }
    }
}

#[test]
fn cut_after_cut_is_survived() {
    for layer in LAYERS {
        for (clock, planes) in [("serial", 1), ("event", 1), ("event", 2)] {
            for apart in [7, 20, 61] {
                let mut fields = shaped(layer, clock, planes, 2);
                fields.extend(caches(layer, 5));
                assert!(survives_cut_after_cut(&going_on(fields), &cuts::requests(apart, 200, false), apart) > 3);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn any_cut_is_survived(
        fields in prop_oneof![options("serial"), options("event")],
        seed in 0..u64::MAX,
        cut in 0..600u64,
        (at_once, trims) in any::<(bool, bool)>(),
    ) {
        let mut list = cuts::requests(seed, 150, trims);
        if at_once {
            list.iter_mut().for_each(|request| request.arrival_ns = 0);
        }
        survives(&going_on(fields), &list, cut);
    }
}

/// A drawn case. A trim has begun, a collection that it sets off erases the page's newest copy, power is cut: an older copy in another
/// block comes back. The host gave the page up, so that nothing is lost.
#[test]
fn a_page_whose_trim_was_cut_off_may_come_back_as_it_was_before() {
    let set = [
        ("ftl.gc.high", json!(4)),
        ("ftl.map_page_entries", json!(16)),
        ("ftl.translation_pool", json!("shared")),
        ("device.copyback", json!(false)),
        ("device.read_priority", json!(false)),
        ("ftl.gc.separate_frontier", json!(false)),
        ("ftl.wear_leveling.kind", json!("ban")),
        ("ftl.wear_leveling.threshold", json!(1)),
        ("ftl.wear_leveling.interval", json!(4)),
        ("ftl.cmt_protected", json!(3)),
        ("ftl.cmt_probationary", json!(3)),
        ("ftl.evict_batch", json!("same-tp")),
        ("workload.queue_depth", json!(null)),
        ("run.initial_state", json!("partial")),
    ];
    let fields = going_on(with(shaped("dftl", "serial", 1, 3), &set));
    let device = survives(&fields, &cuts::requests(1_654_095_277_295_030_941, 150, true), 527);
    assert_eq!(device.power_loss.unwrap().recovery_erases, 1);
}

#[test]
fn the_runs_are_as_long_as_the_cuts_need() {
    assert!(operations(&shaped("dftl", "serial", 1, 2), &cuts::requests(1, 150, true)) > 300);
    assert_eq!(PAGES, 40);
}

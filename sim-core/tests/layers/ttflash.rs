//! ttFlash keeps its promises under random requests: every read returns the newest version, planes of a group take turns, the
//! pages of a stripe make its parity, and a power cut loses nothing that RAM with a capacitor holds.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::cases;
use crate::support::device;
use crate::support::device::{Fields, machine, request, with};
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::observer::NoObserver;
use sim_core::flash::operation::Kind;
use sim_core::machine::{EndKind, Machine};

/// A small device: planes of 10 blocks of 8 pages, a few stripes in RAM.
fn fields(channels: u64, groups: u64, more: &[(&'static str, Value)]) -> Fields {
    let fields = vec![
        ("device.preset", json!("ttflash")),
        ("device.channels", json!(channels)),
        ("device.chips_per_channel", json!(groups)),
        ("device.blocks_per_plane", json!(10)),
        ("device.pages_per_block", json!(8)),
        ("device.over_provisioning", json!(0.5)),
        ("ftl.kind", json!("ttflash")),
        ("ftl.ram_bytes", json!(512 * 6 * channels)),
    ];
    with(fields, more)
}

/// Requests at random: half of them writes, some trims and flushes, one in four of several pages; a hot fifth.
fn mixed(seed: u64, count: u64, pages: u64, mean_ns: u64) -> Vec<Request> {
    let mut rng = Rng::new(seed, Component::Workload);
    let mut now_ns = 0;
    (0..count)
        .map(|_| {
            now_ns += rng.below(2 * mean_ns);
            let op = match rng.below(40) {
                0 => HostOp::Flush,
                1 | 2 => HostOp::Trim,
                3..20 => HostOp::Read,
                _ => HostOp::Write,
            };
            let space = if rng.below(5) < 4 { pages } else { (pages / 5).max(1) };
            let page = rng.below(space);
            let size = if rng.below(4) == 0 { 1 + rng.below(12) } else { 1 };
            request(now_ns, op, page, if op == HostOp::Flush { 0 } else { size.min(pages - page) as u32 })
        })
        .collect()
}

/// Runs to the end, checking everything every `every` steps.
fn run_checked(fields: &Fields, list: Vec<Request>, every: u64) -> Machine {
    let mut device = machine(fields, list);
    let mut steps = 0;
    while device.step(&mut NoObserver).unwrap() {
        steps += 1;
        if steps % every == 0 {
            device.check().unwrap();
        }
    }
    let end = device.end.clone().unwrap();
    assert_eq!(end.kind, EndKind::Done, "{} {fields:?}", end.text);
    device.check().unwrap();
    device
}

fn pages_of(fields: &Fields) -> u64 {
    u64::from(machine(fields, Vec::new()).core.nand.geometry.logical_pages)
}

const SERIES: [&str; 7] = ["base", "pb", "gtr", "rgc", "nogc", "base-parity", "preemptive"];

#[test]
fn every_series_keeps_data_and_turns() {
    for series in SERIES {
        for (channels, groups) in [(4, 2), (3, 3), (2, 1)] {
            let fields = fields(channels, groups, &[("ftl.series", json!(series))]);
            let list = mixed(channels, 3_000, pages_of(&fields), 400_000);
            let device = run_checked(&fields, list, 7);
            assert!(device.core.counters.gc_runs > 20, "{series} {channels} × {groups}");
        }
    }
}

/// Every switch and every way of the authors, with the others as they come.
fn options() -> Vec<Vec<(&'static str, Value)>> {
    let one = |field: &'static str, value: &str| vec![(field, json!(value))];
    let yes = |field: &'static str| vec![(field, json!(true))];
    vec![
        one("ftl.gtr_rule", "authors"),
        one("ftl.flush_order", "lru"),
        one("ftl.rgc_order", "first_visited"),
        one("ftl.rgc_full", "force"),
        one("ftl.rgc_full", "dynamic"),
        vec![("ftl.cb_parity", json!(true)), ("device.over_provisioning", json!(2.0))],
        yes("ftl.one_copy_per_channel"),
        yes("device.read_priority"),
        one("ftl.blocking", "channel"),
        one("ftl.blocking", "controller"),
        one("ftl.blocking", "preemptive"),
        one("ftl.blocking", "none"),
        one("ftl.rotate", "off"),
        vec![("ftl.gc_profile", json!("authors")), ("ftl.gc_soft", json!(0.35)), ("ftl.gc_hard", json!(0.25))],
        vec![("ftl.series", json!("base")), ("ftl.base_hold", json!("copies"))],
        vec![("ftl.series", json!("pb")), ("ftl.rain_from", json!("pb"))],
        vec![("ftl.series", json!("nogc")), ("ftl.nogc", json!("fresh"))],
        vec![("device.command_ns", json!(175)), ("device.copyback", json!(false))],
        vec![("ftl.capacitor", json!(false))],
        vec![("ftl.flush_high", json!(0.5)), ("ftl.flush_low", json!(0.1))],
        vec![("ftl.ram_bytes", json!(512))],
        vec![("run.initial_state", json!("aged"))],
        vec![("run.initial_state", json!("full_rand"))],
    ]
}

#[test]
fn every_way_keeps_data_and_turns() {
    for option in options() {
        for mean_ns in [30_000, 500_000, 3_000_000] {
            let fields = fields(4, 2, &option);
            let device = run_checked(&fields, mixed(mean_ns, 1_200, pages_of(&fields), mean_ns), 97);
            assert!(device.core.counters.gc_runs > 0, "{option:?}");
        }
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn at_any_rate_and_shape(
        seed in 0u64..1_000,
        channels in 2u64..6,
        groups in 1u64..4,
        mean_us in 5u64..3_000,
        series in 0usize..SERIES.len(),
        ram in 1u64..60,
    ) {
        let more = [("ftl.series", json!(SERIES[series])), ("ftl.ram_bytes", json!(512 * ram))];
        let fields = fields(channels, groups, &more);
        run_checked(&fields, mixed(seed, 600, pages_of(&fields), mean_us * 1_000), 61);
    }
}

/// From states and at marks where a plane comes to the end of its room before it wants to collect.
#[test]
fn no_start_and_no_mark_leaves_writes_waiting() {
    let small_ram = ("ftl.ram_bytes", json!(512 * 12));
    let options = [
        vec![small_ram.clone(), ("run.initial_state", json!("dirty_alloc"))],
        vec![small_ram.clone(), ("run.initial_state", json!("dirty_alloc")), ("ftl.series", json!("nogc"))],
        vec![("ftl.rgc_order", json!("first_visited")), ("run.initial_state", json!("full_rand")), small_ram.clone()],
        vec![("ftl.gc_profile", json!("authors")), ("ftl.gc_soft", json!(0.0))],
        vec![("ftl.cb_parity", json!(true)), ("ftl.gc_start", json!(2)), ("device.over_provisioning", json!(3.0))],
        vec![("ftl.gtr_rule", json!("authors")), ("ftl.series", json!("gtr"))],
        vec![("ftl.kill_plane", json!(1)), ("run.initial_state", json!("full_rand"))],
    ];
    for option in options {
        for mean_ns in [5_000, 400_000] {
            let fields = fields(4, 2, &option);
            run_checked(&fields, mixed(mean_ns, 1_500, pages_of(&fields), mean_ns), 53);
        }
    }
}

/// Where copies keep the parity of their place, even goes to even and odd to odd, from block to block too.
#[test]
fn moved_pages_keep_the_parity_of_their_place() {
    for pages_per_block in [8, 7] {
        let more = [
            ("ftl.cb_parity", json!(true)),
            ("device.pages_per_block", json!(pages_per_block)),
            ("device.over_provisioning", json!(3.0)),
        ];
        let fields = fields(4, 2, &more);
        let mut device = machine(&fields, mixed(5, 2_500, pages_of(&fields), 500_000));
        let seen = device::record(&mut device);
        let copies = seen.operations.iter().filter(|one| one.kind == Kind::Copy);
        let offsets: Vec<(u32, u32)> = copies.map(|one| (one.from.unwrap(), one.to.unwrap())).collect();
        assert!(offsets.len() > 50);
        for (from, to) in offsets {
            assert_eq!(from % pages_per_block % 2, to % pages_per_block % 2, "{from} → {to}");
        }
    }
}

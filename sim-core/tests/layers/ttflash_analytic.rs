//! How often reads meet a collection, against what the duty of collecting says: 5 000 pages a second on 8 × 8
//! planes, 64 of a victim's 256 pages valid.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device;
use crate::support::device::{Fields, machine, with};
use serde_json::{Value, json};
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::observer::Recorder;
use sim_core::flash::operation::Kind;
use sim_core::machine::Machine;

const CHANNELS: u64 = 8;
const PLANES: u64 = 64;
const SECOND: u64 = 1_000_000_000;
/// Until then planes are written by chance, so that they come to their thresholds at times of their own.
const APART: u64 = 6 * SECOND;
const MEASURED: u64 = 35 * SECOND;

/// The first pages of the host stand in blocks of which the rest is outdated; the others in blocks of their own.
const TAILS: u64 = 2048;
const OF_PLANE: u64 = 6100;

fn fields(more: &[(&'static str, Value)]) -> Fields {
    let fields = vec![
        ("device.preset", json!("ttflash")),
        ("device.blocks_per_plane", json!(64)),
        ("ftl.kind", json!("ttflash")),
        ("ftl.ram_bytes", json!(512 * 4096)),
        ("ftl.gc_start", json!(17)),
        ("run.initial_state", json!("aged")),
        ("run.aged_used", json!(0.746)),
    ];
    with(fields, more)
}

/// Whole stripes of `width` pages written at random at 5 000 pages a second, and reads of `pages` pages that each touch a
/// plane of another channel. Only what stands in blocks of its own is written, so that victims keep 64 valid pages.
fn requests(width: u64, pages: u64) -> Vec<Request> {
    let mut rng = Rng::new(1, Component::Workload);
    let stripes = |rng: &mut Rng| (TAILS + rng.below(OF_PLANE - TAILS)) * (PLANES / CHANNELS) + rng.below(8);
    let mut list = Vec::new();
    for plane in 0..PLANES {
        for _ in 0..rng.below(384) {
            let page = stripes(&mut rng) / 8 * 8 * width + plane / CHANNELS * width + plane % CHANNELS % width;
            list.push((rng.below(APART), HostOp::Write, page, 1));
        }
    }
    for _ in 0..5_000 / width * MEASURED / SECOND {
        list.push((APART + rng.below(MEASURED), HostOp::Write, stripes(&mut rng) * width, width));
    }
    for _ in 0..1_200 * MEASURED / SECOND {
        let place = rng.below(width - pages + 1);
        list.push((APART + rng.below(MEASURED), HostOp::Read, rng.below(OF_PLANE * 8) * width + place, pages));
    }
    list.sort_by_key(|one| one.0);
    list.into_iter().map(|(at, op, page, pages)| device::request(at, op, page, pages as u32)).collect()
}

/// The share of reads that met a collection, of `pages` pages each.
fn blocked(width: u64, pages: u64, more: &[(&'static str, Value)]) -> f64 {
    let mut device: Machine = machine(&fields(more), requests(width, pages));
    device::finish(&mut device);
    let reads = || device.completions.iter().filter(|done| done.op == HostOp::Read);
    reads().filter(|done| done.behind_gc).count() as f64 / reads().count() as f64
}

fn near(found: f64, expected: f64) {
    assert!((found / expected - 1.0).abs() <= 0.1, "{found:.4}, expected {expected:.4}");
}

/// What of its time a plane collects: w · T_GC / (P − v).
#[test]
fn the_duty_of_collecting() {
    let mut device = machine(&fields(&[("ftl.series", json!("pb")), ("ftl.parity", json!("on"))]), requests(7, 1));
    let mut seen = Recorder::default();
    while device.step(&mut seen).unwrap() {}
    let gc = |kind: Kind| {
        seen.operations
            .iter()
            .filter(move |one| one.kind == kind && one.start_ns > APART && one.start_ns < APART + MEASURED)
    };
    let starts: Vec<u32> = gc(Kind::GcStart).map(|one| one.pages).collect();
    let mean = f64::from(starts.iter().sum::<u32>()) / starts.len() as f64;
    assert!((63.0..64.01).contains(&mean), "{mean} valid pages in victims");
    let busy: u64 = gc(Kind::Copy).chain(gc(Kind::Erase)).map(|one| one.end_ns - one.start_ns).sum();
    near(busy as f64 / (PLANES * MEASURED) as f64, 0.0259);
}

#[test]
fn plane_blocking() {
    let with_parity = [("ftl.series", json!("pb")), ("ftl.parity", json!("on"))];
    near(blocked(7, 1, &with_parity), 0.0259);
    near(blocked(7, 4, &with_parity), 0.100);
    let without = [("ftl.series", json!("pb"))];
    near(blocked(8, 1, &without), 0.0227);
    near(blocked(8, 4, &without), 0.088);
}

#[test]
fn channel_blocking() {
    let with_parity = [("ftl.series", json!("base-parity"))];
    near(blocked(7, 1, &with_parity), 0.207);
    near(blocked(7, 4, &with_parity), 0.605);
    let without = [("ftl.series", json!("base"))];
    near(blocked(8, 1, &without), 0.182);
    near(blocked(8, 4, &without), 0.551);
}

/// Planes in turn, and reads rebuilt: of whole stripes none is blocked but those for which waiting is sooner.
#[test]
fn all_features_on_whole_stripes() {
    let mut device = machine(&fields(&[]), requests(7, 7));
    device::finish(&mut device);
    let blocked = device.completions.iter().filter(|done| done.op == HostOp::Read && done.behind_gc).count() as u64;
    let stripes = device.core.counters.stripes;
    assert_eq!((blocked, stripes.waits_forced), (stripes.waits_chosen, 0));
    assert!(stripes.rebuilt_pages > 1_000 && blocked < 20, "{stripes:?}");
}

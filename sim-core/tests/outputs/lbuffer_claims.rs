//! Every claim of the l-buffer thesis, on made-up curves: held at its bound, not held one step beyond it, at both sizes.
#![cfg(feature = "layers")]
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::claims::{Change, Place, holds_until, verdicts};
use sim_core::figures::measure::Measure;

const UNIT: u64 = 100_000;
const FAR: u64 = 900_000;

fn write(time: u64) -> Measure {
    Measure { mean_write_ns: Some(time), ..Measure::default() }
}

fn slower(measure: &mut Measure) {
    measure.mean_write_ns = measure.mean_write_ns.map(|time| time + 1);
}

fn faster(measure: &mut Measure) {
    measure.mean_write_ns = measure.mean_write_ns.map(|time| time - 1);
}

#[test]
fn l1_age_beats_size_in_small_buffers() {
    let curves = |place: Place| match (place.panel, place.system) {
        ("notebook", "alpha-minus-1") => write(if place.x > 8.0 { FAR } else { 98_000 }),
        ("notebook", _) => write(UNIT),
        _ => write(1),
    };
    let changes: &[Change] = &[
        ("notebook", "alpha-minus-1", 2.0, slower),
        ("notebook", "alpha-1", 2.0, faster),
        ("notebook", "alpha-0", 2.0, faster),
    ];
    holds_until("L1", &curves, changes);
}

#[test]
fn l2_both_ends_meet_in_large_buffers() {
    let curves = |place: Place| match (place.system, place.x) {
        ("alpha-minus-1", 2.0) => write(60_000),
        ("alpha-minus-1", _) => write(120_000),
        ("device", _) => write(98_000),
        _ => write(UNIT),
    };
    let changes: &[Change] = &[
        ("notebook", "alpha-minus-1", 2.0, slower),
        ("notebook", "alpha-minus-1", 128.0, slower),
        ("notebook", "device", 128.0, slower),
        ("notebook", "alpha-1", 128.0, faster),
    ];
    holds_until("L2", &curves, changes);
}

#[test]
fn l3_half_by_size_is_too_much_for_scattered_requests() {
    let curves = |place: Place| match (place.panel, place.system) {
        ("ubuntu", "alpha-0" | "alpha-1") => write(if place.x > 8.0 { 1 } else { 105_000 }),
        _ => write(UNIT),
    };
    let changes: &[Change] = &[
        ("ubuntu", "alpha-0", 2.0, faster),
        ("ubuntu", "alpha-1", 2.0, faster),
        ("ubuntu", "alpha-minus-1", 2.0, slower),
    ];
    holds_until("L3", &curves, changes);
}

#[test]
fn l4_little_memory_is_enough() {
    let curves = |place: Place| match place.system {
        "device" => write(1_050_000),
        "host" => write(1_020_000),
        "alpha-0.25" => write(1_000_000),
        _ => write(2_000_000),
    };
    let changes: &[Change] = &[
        ("desktop", "device", 2.0, slower),
        ("ubuntu", "alpha-0.25", 128.0, faster),
        ("notebook", "alpha-1", 16.0, |measure| measure.mean_write_ns = Some(999_999)),
        ("notebook", "host", 16.0, |measure| measure.mean_write_ns = Some(1_019_000)),
    ];
    holds_until("L4", &curves, changes);
}

#[test]
fn l5_nearly_always_ahead() {
    let curves = |place: Place| match (place.panel, place.system) {
        ("notebook", "device") => write(98_000),
        _ => write(UNIT),
    };
    let changes: &[Change] = &[
        ("ubuntu", "bplru", 2.0, |measure| measure.mean_write_ns = Some(90_000)),
        ("notebook", "device", 128.0, slower),
        ("notebook", "ref", 2.0, faster),
    ];
    holds_until("L5", &curves, changes);
    // Four of 84 pairs may be missed, but of quick's 36 only one.
    let missing = |misses: usize| {
        verdicts("L5", &move |place: Place| match (place.panel, place.system, place.x) {
            ("ubuntu", "fab", 2.0) if misses > 0 => write(99_999),
            ("ubuntu", "fab", 16.0) if misses > 1 => write(99_999),
            ("ubuntu", "fab", 4.0 | 8.0 | 32.0) if misses > 2 => write(99_999),
            _ => curves(place),
        })
    };
    assert_eq!([missing(1), missing(2), missing(3)], [[Some(true); 2], [Some(true), Some(false)], [Some(false); 2]]);
}

#[test]
fn l6_what_the_host_keeps() {
    let bytes = |bytes| Measure { rehearsal_buffer_bytes: Some(bytes), ..Measure::default() };
    // Both grow fourfold from 2 to 128 MiB.
    let curves = |place: Place| match (place.system, place.x) {
        ("host", 128.0) => bytes(1_000_000),
        ("device", 128.0) => bytes(400_000),
        ("host", _) => bytes(250_000),
        _ => bytes(100_000),
    };
    let changes: &[Change] = &[
        ("notebook", "host", 16.0, |measure| measure.rehearsal_buffer_bytes = Some(249_999)),
        ("ubuntu", "host", 2.0, |measure| measure.rehearsal_buffer_bytes = Some(250_001)),
        ("notebook", "host", 128.0, |measure| measure.rehearsal_buffer_bytes = Some(999_999)),
        ("ubuntu", "device", 128.0, |measure| measure.rehearsal_buffer_bytes = Some(399_999)),
        ("notebook", "device", 16.0, |measure| measure.rehearsal_buffer_bytes = Some(24_999)),
    ];
    holds_until("L6", &curves, changes);
}

#[test]
fn l7_too_few_nodes_cost_time() {
    let with = |time, alphas: [f64; 5]| Measure { alphas: alphas.to_vec(), ..write(time) };
    let curves = |place: Place| match place.system {
        "all" => with(UNIT, [0.0, 0.0, 0.5, 0.5, 1.0]),
        "200" => with(104_040, [0.0, 0.0, 0.5, 0.5, 0.5]),
        _ => with(102_000, [1.0; 5]),
    };
    let changes: &[Change] = &[
        ("desktop", "200", 512.0, faster),
        ("desktop", "2000", 512.0, slower),
        ("ubuntu", "2000", 64.0, slower),
        ("ubuntu", "3000", 512.0, slower),
        ("ubuntu", "200", 512.0, |measure| measure.alphas[4] = 1.0),
    ];
    holds_until("L7", &curves, changes);
}

#[test]
fn l8_fewer_nodes_save_memory() {
    let bytes = |rehearsal_log_bytes| Measure { rehearsal_log_bytes: Some(rehearsal_log_bytes), ..Measure::default() };
    let curves = |place: Place| match (place.system, place.panel, place.x) {
        ("3000", "desktop", 128.0 | 256.0) => bytes(95_000),
        ("3000", "desktop", 512.0) => bytes(65_000),
        ("3000", "ubuntu", 512.0) => bytes(65_000),
        ("all", ..) => bytes(UNIT),
        _ => bytes(1),
    };
    let changes: &[Change] = &[
        ("desktop", "3000", 128.0, |measure| measure.rehearsal_log_bytes = Some(94_999)),
        ("desktop", "3000", 512.0, |measure| measure.rehearsal_log_bytes = Some(64_999)),
        ("desktop", "3000", 512.0, |measure| measure.rehearsal_log_bytes = Some(85_001)),
        ("ubuntu", "3000", 512.0, |measure| measure.rehearsal_log_bytes = Some(65_001)),
        ("ubuntu", "3000", 512.0, |measure| measure.rehearsal_log_bytes = Some(44_999)),
    ];
    holds_until("L8", &curves, changes);
}

#[test]
fn l9_the_first_log_block_causes_most_merges() {
    let share = |share| Measure { first_log_block_share: Some(share), ..Measure::default() };
    let curves = |place: Place| match (place.panel, place.system, place.x) {
        (_, "alpha-minus-1", 2.0) => share(0.9),
        (_, "alpha-minus-1", 128.0) => share(0.909),
        (_, "alpha-minus-1", _) => share(0.91),
        (_, "alpha-0.5", _) => share(0.91),
        ("notebook", ..) => share(0.67),
        ("desktop", ..) => share(0.71),
        _ => share(0.85),
    };
    let changes: &[Change] = &[
        ("notebook", "alpha-1", 16.0, |measure| measure.first_log_block_share = Some(0.669_999_999)),
        ("desktop", "alpha-1", 16.0, |measure| measure.first_log_block_share = Some(0.709_999_999)),
        ("ubuntu", "alpha-1", 16.0, |measure| measure.first_log_block_share = Some(0.849_999_999)),
        ("notebook", "alpha-minus-1", 128.0, |measure| measure.first_log_block_share = Some(0.908_999_999)),
        ("desktop", "alpha-minus-1", 16.0, |measure| measure.first_log_block_share = Some(0.899_999_999 - 0.01)),
        ("ubuntu", "alpha-0.5", 2.0, |measure| measure.first_log_block_share = Some(0.899_999_999)),
    ];
    holds_until("L9", &curves, changes);
}

#[test]
fn l10_more_groups_with_a_larger_alpha() {
    let groups = |groups| Measure { groups_mean: Some(groups), ..Measure::default() };
    let curves = |place: Place| match place.x {
        -1.0 => groups(100.0),
        -0.5 => groups(98.0),
        _ => groups(250.0),
    };
    let changes: &[Change] = &[
        ("all", "desktop", -0.5, |measure| measure.groups_mean = Some(97.9)),
        ("all", "ubuntu", 1.0, |measure| measure.groups_mean = Some(249.9)),
    ];
    holds_until("L10", &curves, changes);
}

#[test]
fn l11_number_and_age_take_little() {
    let judged = |groups: f64| verdicts("L11", &|_| Measure { groups_mean: Some(groups), ..Measure::default() });
    // 20 480 bytes of numbers and ages and more than 128 000 of bitmaps at full size, a quarter of both at quick.
    assert_eq!([judged(1000.0), judged(1000.1)].map(|sizes| sizes[0]), [Some(false), Some(true)]);
    assert_eq!([judged(2559.9), judged(2560.0)].map(|sizes| sizes[0]), [Some(true), Some(false)]);
    assert_eq!([judged(250.0), judged(250.1)].map(|sizes| sizes[1]), [Some(false), Some(true)]);
    assert_eq!([judged(639.9), judged(640.0)].map(|sizes| sizes[1]), [Some(true), Some(false)]);
}

//! Every claim of the C-lash papers, on made-up curves: held at its bound, not held one step beyond it, at both sizes.
#![cfg(feature = "layers")]
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::claims::{Change, Place, holds_until, verdicts};
use sim_core::figures::measure::Measure;

const UNIT: u64 = 100_000;
const FAR: u64 = 900_000;

fn made_up(mean_response_ns: u64, erases: u64) -> Measure {
    Measure { mean_response_ns, erases, erase_std_dev: 1.0, erase_cv: Some(1.0), ..Measure::default() }
}

fn slower(measure: &mut Measure) {
    measure.mean_response_ns += 1;
}

fn faster(measure: &mut Measure) {
    measure.mean_response_ns -= 1;
}

fn more_erases(measure: &mut Measure) {
    measure.erases += 1;
}

fn fewer_erases(measure: &mut Measure) {
    measure.erases -= 1;
}

/// C-lash as given, all others at [`UNIT`].
fn clash(place: Place, response: u64, erases: u64) -> Measure {
    if place.system == "clash" { made_up(response, erases) } else { made_up(UNIT, UNIT) }
}

#[test]
fn c1_faster_than_dftl_from_0_45() {
    let curves = |place: Place| clash(place, if place.x < 0.45 { FAR } else { 102_000 }, UNIT);
    holds_until("C1", &curves, &[("all", "clash", 0.45, slower), ("all", "clash", 1.0, slower)]);
    assert_eq!(verdicts("C1", &|place| clash(place, UNIT / 2, UNIT)), [Some(true); 2], "without a crossing");
}

#[test]
fn c2_faster_than_fast_up_to_0_95() {
    let curves = |place: Place| clash(place, if place.x > 0.95 { FAR } else { 102_000 }, UNIT);
    holds_until("C2", &curves, &[("all", "clash", 0.95, slower), ("all", "clash", 0.0, slower)]);
}

#[test]
fn c3_fewer_erases_than_dftl_and_fast() {
    let curves = |place: Place| match place.system {
        "clash" => made_up(FAR, 102_000),
        "dftl" => made_up(1, if place.x < 0.55 { 1 } else { UNIT }),
        _ => made_up(1, if place.x > 0.95 { 1 } else { UNIT }),
    };
    let changes: &[Change] = &[
        ("all", "clash", 0.55, more_erases),
        ("all", "clash", 0.0, more_erases),
        ("all", "dftl", 1.0, fewer_erases),
        ("all", "fast", 0.95, fewer_erases),
    ];
    holds_until("C3", &curves, changes);
}

#[test]
fn c4_as_fast_as_page_mapping_at_1() {
    let bounds: [(u64, Change); 2] =
        [(90_000, ("all", "clash", 1.0, faster)), (110_000, ("all", "clash", 1.0, slower))];
    for (response, beyond) in bounds {
        let curves = |place: Place| clash(place, if place.x < 1.0 { FAR } else { response }, UNIT);
        holds_until("C4", &curves, &[beyond]);
    }
}

#[test]
fn c9_a_smaller_spread_than_dftl_and_fast() {
    let with = |measure: Measure, erase_std_dev: f64| Measure { erase_std_dev, ..measure };
    let curves = |place: Place| match place.system {
        "clash" => with(made_up(FAR, FAR), if place.x > 0.95 { 9.0 } else { 4.9 }),
        "page" => with(made_up(1, 1), 0.1),
        _ => with(made_up(1, 1), 5.0),
    };
    let changes: &[Change] = &[
        ("all", "clash", 0.95, (|measure| measure.erase_std_dev = 4.900_000_001)),
        ("all", "dftl", 0.0, |measure| measure.erase_std_dev = 4.999_999_999),
        ("all", "fast", 0.95, |measure| measure.erase_std_dev = 4.999_999_999),
    ];
    holds_until("C9", &curves, changes);
}

#[test]
fn c5_faster_and_fewer_erases_with_locality() {
    let curves = |place: Place| match place.system {
        "clash" => made_up(102_000, 102_000),
        "dftl" => made_up(if place.x < 0.2 { 1 } else { UNIT }, if place.x < 0.3 { 1 } else { UNIT }),
        "page" => made_up(if place.x < 0.9 { 1 } else { UNIT }, if place.x < 0.9 { 1 } else { UNIT }),
        _ => made_up(1, 1),
    };
    let changes: &[Change] = &[
        ("all", "dftl", 0.2, faster),
        ("all", "dftl", 0.3, fewer_erases),
        ("all", "page", 0.9, faster),
        ("all", "page", 1.0, fewer_erases),
    ];
    holds_until("C5", &curves, changes);
}

#[test]
fn c6_fewer_than_10_erases_at_1() {
    let curves = |place: Place| clash(place, FAR, if place.x < 1.0 { FAR } else { 9 });
    holds_until("C6", &curves, &[("all", "clash", 1.0, more_erases)]);
}

#[test]
fn c7_large_requests() {
    // C-lash grows × 1.96 from 4 to 64 pages, the others × 2.
    let curves = |place: Place| match (place.system, place.x) {
        ("clash", 4.0) => made_up(50_000, 1),
        ("clash", 64.0) => made_up(98_000, 1),
        ("clash", _) => made_up(102_000, 1),
        ("dftl", 1.0 | 2.0) | ("page", 1.0 | 2.0 | 8.0 | 16.0) | ("fast", 8.0 | 128.0) => made_up(1, 1),
        (_, 4.0) => made_up(50_000, 1),
        _ => made_up(UNIT, 1),
    };
    let changes: &[Change] = &[
        ("all", "clash", 8.0, slower),
        ("all", "page", 32.0, faster),
        ("all", "clash", 64.0, slower),
        ("all", "clash", 4.0, faster),
        ("all", "dftl", 64.0, faster),
        ("all", "fast", 64.0, faster),
        ("all", "page", 64.0, faster),
    ];
    holds_until("C7", &curves, changes);
}

#[test]
fn c8_the_number_of_requests() {
    // DFTL is slower from 60 000 random requests on, at quick from 70 000, and from 20 000 sequential ones.
    let curves = |place: Place| match (place.system, place.panel) {
        ("clash", "random") => made_up(if place.x == 20_000.0 { 105_000 } else { UNIT }, 1),
        ("clash", _) => made_up(if place.x == 120_000.0 { 105_000 } else { UNIT }, 1),
        ("dftl", "random") => made_up(if place.x < 60_000.0 { 90_000 } else { 108_000 }, 1),
        ("dftl", _) => made_up(if place.x < 20_000.0 { UNIT } else { 110_000 }, 1),
        _ => made_up(if place.x < 120_000.0 { 100 } else { 120 }, 1),
    };
    let changes: &[Change] = &[
        ("random", "clash", 20_000.0, slower),
        ("sequential", "clash", 120_000.0, slower),
        ("random", "dftl", 120_000.0, faster),
        ("random", "page", 120_000.0, faster),
        ("random", "dftl", 40_000.0, |measure| measure.mean_response_ns = FAR),
        ("sequential", "dftl", 10_000.0, slower),
    ];
    holds_until("C8", &curves, changes);
    let late = |place: Place| match (place.system, place.panel) {
        ("dftl", "sequential") if place.x < 30_000.0 => made_up(1, 1),
        _ => curves(place),
    };
    assert_eq!(verdicts("C8", &late), [Some(false); 2], "DFTL stays ahead for too long");
}

#[test]
fn c10_the_gain_grows_with_writes() {
    let curves = |place: Place| match (place.system, place.x) {
        ("clash", 0.2) => made_up(75_000, FAR),
        ("clash", 0.5) => made_up(72_900, FAR),
        ("clash", 0.8) => made_up(57_000, 53_000),
        ("clash", _) => made_up(FAR, FAR),
        _ => made_up(UNIT, UNIT),
    };
    let changes: &[Change] = &[
        ("all", "clash", 0.8, slower),
        ("all", "clash", 0.8, more_erases),
        ("all", "clash", 0.5, |measure| measure.mean_response_ns = 73_100),
        ("all", "clash", 0.5, |measure| measure.mean_response_ns = 58_900),
    ];
    holds_until("C10", &curves, changes);
}

#[test]
fn c11_sequentiality_with_locality() {
    let curves = |place: Place| {
        let response = match place.x {
            0.5 | 0.55 => 102_000,
            0.6 => FAR,
            0.8 => 54_000,
            _ => 98_000,
        };
        clash(place, response, 102_000)
    };
    let changes: &[Change] = &[
        ("all", "clash", 0.7, slower),
        ("all", "clash", 0.8, slower),
        ("all", "clash", 0.5, faster),
        ("all", "clash", 0.55, faster),
        ("all", "clash", 0.65, slower),
        ("all", "clash", 0.65, fewer_erases),
    ];
    holds_until("C11", &curves, changes);
}

#[test]
fn c12_locality_with_sequentiality() {
    let curves = |place: Place| {
        let response = match place.x {
            0.1 => 102_000,
            0.4 => 60_000,
            _ => FAR,
        };
        clash(place, response, FAR)
    };
    let changes: &[Change] = &[
        ("all", "clash", 0.1, faster),
        ("all", "dftl", 0.4, faster),
        ("all", "fast", 0.4, faster),
        ("all", "page", 0.4, faster),
    ];
    holds_until("C12", &curves, changes);
}

#[test]
fn c13_the_size_of_the_flash() {
    let curves = |place: Place| clash(place, 67_000, if place.x == 2048.0 { 102_000 } else { UNIT });
    let changes: &[Change] = &[
        ("all", "clash", 2048.0, more_erases),
        ("all", "clash", 128.0, fewer_erases),
        ("all", "clash", 128.0, slower),
        ("all", "dftl", 2048.0, faster),
    ];
    holds_until("C13", &curves, changes);
}

#[test]
fn c14_cannot_be_tested() {
    assert_eq!(verdicts("C14", &|_| made_up(1, 1)), [None; 2]);
}

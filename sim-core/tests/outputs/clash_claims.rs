//! Every claim of the C-lash papers, on made-up curves: held at its bound, not held one step beyond it, at both sizes.
#![cfg(feature = "layers")]
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::claims::{Change, Place, holds_until, verdicts};
use serde_json::{Value, json};
use sim_core::figures::matching;
use sim_core::figures::measure::Measure;
use sim_core::figures::outcome::Outcome;
use sim_core::figures::plan::{Plan, Run};

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
    // The two cross between 0.4 and 0.45.
    let curves = |place: Place| {
        let response = match place.x {
            x if x < 0.45 => FAR,
            0.45 => 99_000,
            _ => 102_000,
        };
        clash(place, response, UNIT)
    };
    let above: Change = ("all", "clash", 0.45, |measure| measure.mean_response_ns = 100_500);
    holds_until("C1", &curves, &[("all", "clash", 0.5, slower), ("all", "clash", 1.0, slower), above]);
    assert_eq!(verdicts("C1", &|place| clash(place, UNIT / 2, UNIT)), [Some(false); 2], "without a crossing");
}

#[test]
fn c2_faster_than_fast() {
    let curves = |place: Place| clash(place, 102_000, UNIT);
    holds_until("C2", &curves, &[("all", "clash", 1.0, slower), ("all", "clash", 0.0, slower)]);
}

#[test]
fn c3_fewer_erases_than_dftl_and_fast() {
    // The two cross between 0.5 and 0.55.
    let curves = |place: Place| match place.system {
        "clash" => made_up(FAR, if place.x == 0.55 { 99_000 } else { 102_000 }),
        "dftl" => made_up(1, if place.x < 0.55 { 1 } else { UNIT }),
        _ => made_up(1, UNIT),
    };
    let changes: &[Change] = &[
        ("all", "clash", 0.55, |measure| measure.erases = 100_500),
        ("all", "clash", 0.0, more_erases),
        ("all", "dftl", 1.0, fewer_erases),
        ("all", "fast", 1.0, fewer_erases),
    ];
    holds_until("C3", &curves, changes);
}

#[test]
fn c4_as_fast_as_page_mapping_at_1() {
    let bounds: [(u64, Change); 2] =
        [(90_000, ("all", "clash", 1.0, faster)), (110_000, ("all", "clash", 1.0, slower))];
    for (response, beyond) in bounds {
        let curves = |place: Place| closer(place, if place.x < 1.0 { FAR } else { response });
        holds_until("C4", &curves, &[beyond]);
    }
}

#[test]
fn c4_closer_to_page_mapping_in_all_three() {
    let curves = |place: Place| closer(place, if place.x < 1.0 { 120_000 } else { 110_000 });
    let changes: &[Change] = &[
        ("all", "clash", 0.0, faster),
        ("all", "clash", 0.0, fewer_erases),
        ("all", "clash", 1.0, more_erases),
        ("all", "clash", 1.0, |measure| measure.erase_cv = Some(1.250_000_001)),
    ];
    holds_until("C4", &curves, changes);
}

/// C-lash as given, and in erases and their spread half as far from the others at 1 as elsewhere.
fn closer(place: Place, response: u64) -> Measure {
    let (erases, cv) = if place.x < 1.0 { (120_000, 1.5) } else { (110_000, 1.25) };
    match place.system {
        "clash" => Measure { erase_cv: Some(cv), ..made_up(response, erases) },
        _ => made_up(UNIT, UNIT),
    }
}

#[test]
fn c9_a_smaller_variation_than_dftl_and_fast() {
    let with = |measure: Measure, cv: f64| Measure { erase_cv: Some(cv), ..measure };
    let curves = |place: Place| match place.system {
        "clash" => with(made_up(FAR, FAR), if place.x > 0.95 { 5.1 } else { 4.9 }),
        "page" => with(made_up(1, 1), 0.1),
        _ => with(made_up(1, 1), 5.0),
    };
    let changes: &[Change] = &[
        ("all", "clash", 0.95, |measure| measure.erase_cv = Some(4.900_000_001)),
        ("all", "clash", 1.0, |measure| measure.erase_cv = Some(5.100_000_001)),
        ("all", "dftl", 0.0, |measure| measure.erase_cv = Some(4.999_999_999)),
        ("all", "fast", 0.95, |measure| measure.erase_cv = Some(4.999_999_999)),
    ];
    holds_until("C9", &curves, changes);
}

#[test]
fn c5_faster_and_fewer_erases_with_locality() {
    // It crosses DFTL before 0.2 and 0.3, page mapping before 0.9.
    let curves = |place: Place| match place.system {
        "clash" => made_up(
            if [0.2, 0.9].contains(&place.x) { 99_000 } else { 102_000 },
            if [0.3, 0.9].contains(&place.x) { 99_000 } else { 102_000 },
        ),
        "dftl" => made_up(if place.x < 0.2 { 1 } else { UNIT }, if place.x < 0.3 { 1 } else { UNIT }),
        "page" => made_up(if place.x < 0.9 { 1 } else { UNIT }, if place.x < 0.9 { 1 } else { UNIT }),
        _ => made_up(UNIT, 1),
    };
    let changes: &[Change] = &[
        ("all", "fast", 0.0, faster),
        ("all", "dftl", 1.0, faster),
        ("all", "dftl", 1.0, fewer_erases),
        ("all", "page", 1.0, faster),
        ("all", "page", 1.0, fewer_erases),
        ("all", "clash", 0.2, |measure| measure.mean_response_ns = 100_500),
        ("all", "clash", 0.3, |measure| measure.erases = 100_500),
        ("all", "clash", 0.9, |measure| measure.mean_response_ns = 100_500),
        ("all", "clash", 0.9, |measure| measure.erases = 100_500),
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
    // C-lash grows × 1.96 from 4 to 128 pages, the others × 2. It meets DFTL at 4 pages and crosses page mapping before 16.
    let both = |value: u64| made_up(value, value);
    let curves = |place: Place| match (place.system, place.x) {
        ("clash", 4.0) => both(50_000),
        ("clash", 128.0) => both(98_000),
        ("clash", 16.0) => both(99_900),
        ("clash", _) => both(102_000),
        ("dftl", 1.0 | 2.0) | ("page", 1.0 | 2.0 | 8.0) | ("fast", 8.0 | 64.0) => both(1),
        (_, 4.0) => both(50_000),
        _ => both(UNIT),
    };
    let changes: &[Change] = &[
        ("all", "clash", 8.0, slower),
        ("all", "page", 32.0, faster),
        ("all", "clash", 16.0, |measure| measure.mean_response_ns = 100_500),
        ("all", "dftl", 4.0, |measure| measure.mean_response_ns = 1),
        ("all", "clash", 128.0, slower),
        ("all", "clash", 4.0, faster),
        ("all", "dftl", 128.0, faster),
        ("all", "fast", 128.0, faster),
        ("all", "page", 128.0, faster),
        ("all", "clash", 8.0, more_erases),
        ("all", "page", 32.0, fewer_erases),
        ("all", "clash", 16.0, |measure| measure.erases = 100_500),
        ("all", "dftl", 4.0, |measure| measure.erases = 1),
        ("all", "clash", 128.0, more_erases),
        ("all", "dftl", 128.0, fewer_erases),
        ("all", "fast", 128.0, fewer_erases),
        ("all", "page", 128.0, fewer_erases),
    ];
    holds_until("C7", &curves, changes);
}

#[test]
fn c8_the_number_of_requests() {
    // DFTL becomes slower between 50 000 and 60 000 random requests, at quick 70 000, and at 15 000 sequential ones. Then it is ahead once, by
    // as much as it may be.
    let with_dftl = |place: Place, random: f64, sequential: f64| match (place.system, place.panel) {
        ("clash", "random") => made_up(if place.x == 20_000.0 { 105_000 } else { UNIT }, 1),
        ("clash", _) => made_up(if place.x == 120_000.0 { 105_000 } else { UNIT }, 1),
        ("dftl", "random") if place.x == 80_000.0 => made_up(98_040, 1),
        ("dftl", "sequential") if place.x == 30_000.0 => made_up(98_040, 1),
        ("dftl", "random") => made_up(if place.x < random { 90_000 } else { 108_000 }, 1),
        ("dftl", _) => made_up(if place.x < sequential { 90_000 } else { 108_000 }, 1),
        _ => made_up(if place.x < 120_000.0 { 100 } else { 120 }, 1),
    };
    let curves = |place: Place| with_dftl(place, 60_000.0, 20_000.0);
    let changes: &[Change] = &[
        ("random", "clash", 20_000.0, slower),
        ("sequential", "clash", 120_000.0, slower),
        ("random", "dftl", 120_000.0, faster),
        ("random", "page", 120_000.0, faster),
        ("sequential", "dftl", 120_000.0, faster),
        ("sequential", "page", 120_000.0, faster),
        ("random", "dftl", 80_000.0, faster),
        ("sequential", "dftl", 30_000.0, faster),
    ];
    holds_until("C8", &curves, changes);
    assert_eq!(verdicts("C8", &|place| with_dftl(place, 40_000.0, 20_000.0)), [Some(false); 2], "too early");
    assert_eq!(verdicts("C8", &|place| with_dftl(place, 60_000.0, 40_000.0)), [Some(false); 2], "too late");
}

#[test]
fn c10_the_gain_grows_with_writes() {
    let curves = |place: Place| match (place.system, place.x) {
        ("clash", 0.2) => made_up(75_000, 102_000),
        ("clash", 0.5) => made_up(72_900, 102_000),
        ("clash", 0.8) => made_up(57_000, 53_000),
        ("clash", _) => made_up(102_000, 102_000),
        _ => made_up(UNIT, UNIT),
    };
    let changes: &[Change] = &[
        ("all", "clash", 0.8, slower),
        ("all", "clash", 0.8, more_erases),
        ("all", "clash", 0.5, |measure| measure.mean_response_ns = 73_100),
        ("all", "clash", 0.5, |measure| measure.mean_response_ns = 58_900),
        ("all", "clash", 0.2, |measure| measure.mean_response_ns = 102_001),
        ("all", "fast", 0.2, |measure| measure.mean_response_ns = 73_000),
        ("all", "fast", 0.2, |measure| measure.mean_response_ns = 101_000),
        ("all", "page", 0.2, |measure| measure.mean_response_ns = 101_000),
        ("all", "dftl", 0.2, fewer_erases),
        ("all", "fast", 0.2, fewer_erases),
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
        let erases = match place.x {
            0.65 => 102_000,
            0.8 => 48_000,
            _ => FAR,
        };
        clash(place, response, erases)
    };
    let changes: &[Change] = &[
        ("all", "clash", 0.7, slower),
        ("all", "clash", 0.8, slower),
        ("all", "clash", 0.5, faster),
        ("all", "clash", 0.55, faster),
        ("all", "clash", 0.65, slower),
        ("all", "clash", 0.65, fewer_erases),
        ("all", "clash", 0.8, more_erases),
        ("all", "fast", 0.7, faster),
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
        clash(place, response, if place.x == 0.4 { 60_000 } else { FAR })
    };
    let changes: &[Change] = &[
        ("all", "clash", 0.1, faster),
        ("all", "dftl", 0.4, faster),
        ("all", "fast", 0.4, faster),
        ("all", "dftl", 0.4, fewer_erases),
        ("all", "fast", 0.4, fewer_erases),
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
        ("all", "fast", 128.0, |measure| measure.mean_response_ns = 65_000),
    ];
    holds_until("C13", &curves, changes);
    let fastest = |place: Place| clash(place, 35_000, UNIT);
    holds_until("C13", &fastest, &[("all", "clash", 128.0, faster)]);
}

#[test]
fn a_claim_can_hold_by_another_reading_of_its_paper() {
    let figure = matching("C6")[0];
    let outcome_with = |ours: u64, f: u64, d: u64, quick: bool| {
        let plan = Plan::new(figure, quick);
        let erases = |run: &Run| [ours, f, d, 10][run.reading.map_or(0, |reading| reading + 1)];
        let measures: Vec<_> = plan.runs().iter().map(|run| Some(made_up(1, erases(run)))).collect();
        let claims = Outcome::new(&plan, &measures).unwrap().to_json()["claims"].clone();
        claims.as_array().unwrap().iter().find(|claim| claim["id"] == "C6").unwrap().clone()
    };
    let verdict = |ours, f, d, quick| outcome_with(ours, f, d, quick)["verdict"].clone();
    assert_eq!(verdict(9, 10, 10, false), "reproduced");
    assert_eq!(verdict(10, 10, 9, false), "reproduced-under");
    assert_eq!(verdict(10, 10, 10, false), "not-reproduced");
    assert_eq!(
        (verdict(9, 0, 0, true), verdict(10, 0, 0, true)),
        ("reproduced".into(), Value::Null),
        "quick has one reading"
    );
    let claim = outcome_with(10, 10, 9, false);
    let read = |at: usize| (claim["readings"][at]["id"].clone(), claim["readings"][at]["held"].clone());
    assert_eq!(
        (claim["held"].clone(), read(0), read(1)),
        (json!(false), (json!("F"), json!(false)), (json!("D"), json!(true)))
    );
    assert!(
        claim["readings"][0]["settings"]
            .as_str()
            .unwrap()
            .starts_with("device.preset=flashsim-raw, workload.align=sector; dftl: ")
    );
}

#[test]
fn c14_cannot_be_tested() {
    assert_eq!(verdicts("C14", &|_| made_up(1, 1)), [None; 2]);
}

#[test]
fn c9_may_be_read_as_a_deviation_that_is_not_divided() {
    // The smaller deviation, and the larger share of a mean that is smaller still.
    let curves = |place: Place| {
        let (erase_std_dev, erase_cv) = if place.system == "clash" { (0.9, Some(1.1)) } else { (1.0, Some(1.0)) };
        Measure { erase_std_dev, erase_cv, ..made_up(UNIT, UNIT) }
    };
    let plan = Plan::new(matching("C9")[0], true);
    let place = |run: &Run| Place { panel: "all", system: plan.figure.systems[run.system].id, x: plan.xs[run.x_index] };
    let measures: Vec<_> = plan.runs().iter().map(|run| Some(curves(place(run)))).collect();
    let told = Outcome::new(&plan, &measures).unwrap().to_json();
    let claim = told["claims"].as_array().unwrap().iter().find(|claim| claim["id"] == "C9").unwrap();
    let by = |id: &str| claim["readings"].as_array().unwrap().iter().find(|read| read["id"] == id).unwrap();
    assert_eq!((&claim["held"], &by("V")["held"], &by("F")["held"]), (&json!(false), &json!(true), &Value::Null));
    assert_eq!(claim["verdict"], "reproduced-under", "without a run more, so at quick too");
    assert!(by("V")["measured"].as_str().unwrap().starts_with("standard deviation of erases against DFTL: 0.9"));
}

#[test]
fn where_nothing_is_erased_fewer_erases_are_not_shown() {
    let plan = Plan::new(matching("C12")[0], true);
    let measure = |run: &Run| {
        let (clash, x) = (plan.figure.systems[run.system].id == "clash", plan.xs[run.x_index]);
        Some(made_up(
            if clash && x > 0.1 {
                UNIT / 10
            } else if clash {
                2 * UNIT
            } else {
                UNIT
            },
            0,
        ))
    };
    let measures: Vec<Option<Measure>> = plan.runs().iter().map(measure).collect();
    let told = Outcome::new(&plan, &measures).unwrap().to_json();
    let claim = &told["claims"][0];
    assert_eq!((&claim["judgement"], &claim["held"]), (&json!("nothing-to-judge"), &json!(false)), "{claim}");
    let measured = claim["measured"].as_str().unwrap();
    assert!(measured.contains("erases against DFTL: nothing to judge, nothing was erased"), "{measured}");
}

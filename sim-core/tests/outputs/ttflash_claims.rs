//! Every claim of ttFlash, on made-up curves: held at its bound, not held one step beyond it, at both sizes.
#![cfg(feature = "layers")]
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::claims::{Change, Place, holds_until, verdicts};
use serde_json::json;
use sim_core::figures::matching;
use sim_core::figures::measure::Measure;
use sim_core::figures::outcome::Outcome;
use sim_core::figures::plan::{Plan, Run};
use sim_core::metrics::samples::TAIL;

/// A response at every place of the tail.
fn reads(ns: u64) -> Measure {
    Measure { read_tail_ns: vec![ns; TAIL.len()], ..Measure::default() }
}

/// One more at one place.
fn slower_at(measure: &mut Measure, per_10000: u64) {
    measure.read_tail_ns[TAIL.iter().position(|&known| known == per_10000).unwrap()] += 1;
}

fn mean(ns: u64) -> Measure {
    Measure { mean_read_ns: Some(ns), ..Measure::default() }
}

fn blocked(gc: f64, queue: f64) -> Measure {
    Measure { gc_blocked_share: Some(gc), queue_blocked_share: Some(queue), unchosen_waits: Some(0), ..reads(1000) }
}

const ANY: &str = "all";

#[test]
fn t1_reads_are_faster_in_the_mean() {
    let curves = |place: Place| match (place.system, place.x) {
        ("base", 1.0 | 2.0) => mean(1500),
        ("base", 3.0) => mean(1600),
        ("base", 4.0) => mean(1800),
        ("base", _) => mean(30_000),
        _ => mean(1000),
    };
    let changes: &[Change] = &[
        (ANY, "base", 1.0, |measure| measure.mean_read_ns = Some(1499)),
        (ANY, "base", 3.0, |measure| measure.mean_read_ns = Some(1599)),
        (ANY, "base", 4.0, |measure| measure.mean_read_ns = Some(21_801)),
    ];
    holds_until("T1", &curves, changes);
}

#[test]
fn t2_the_tail_is_short() {
    let curves = |place: Place| match place.system {
        "base" => reads(5000),
        "nogc" => reads(1000),
        _ => reads(2600),
    };
    let changes: &[Change] = &[
        ("dapps", "ttflash", 2.0, |measure| slower_at(measure, 9900)),
        ("tpcc", "ttflash", 2.0, |measure| slower_at(measure, 9999)),
        ("msnfs", "nogc", 2.0, |measure| slower_at(measure, 9990)),
    ];
    holds_until("T2", &curves, changes);
    assert_eq!(verdicts("T2", &|place| curves(Place { system: "nogc", ..place })), [Some(false); 2]);
    // What lies between the places that are named is not asked for.
    let elsewhere = |place: Place| {
        let mut measure = curves(place);
        slower_at(&mut measure, 9800);
        measure
    };
    assert_eq!(verdicts("T2", &elsewhere), [Some(true); 2]);
}

#[test]
fn t3_few_reads_are_blocked() {
    let curves = |place: Place| match (place.system, place.x) {
        ("base", _) => blocked(0.04, 0.06),
        ("ttflash", 6.0) => blocked(0.005, 0.002),
        ("ttflash", _) => blocked(0.001, 0.000_5),
        _ => blocked(0.5, 0.5),
    };
    let changes: &[Change] = &[
        (ANY, "base", 2.0, |measure| measure.queue_blocked_share = Some(0.060_000_001)),
        (ANY, "ttflash", 6.0, |measure| measure.gc_blocked_share = Some(0.005_000_001)),
        (ANY, "ttflash", 1.0, |measure| measure.gc_blocked_share = Some(0.001_000_001)),
    ];
    holds_until("T3", &curves, changes);
}

#[test]
fn t4_feature_by_feature() {
    let with = |gc: f64, ns: u64| Measure { read_tail_ns: vec![ns; TAIL.len()], ..blocked(gc, 0.0) };
    let curves = |place: Place| match place.system {
        "base" => with(0.01, 100_000),
        "pb" => with(0.010_2, 102_000),
        "gtr" => with(0.010_404, 104_040),
        "ttflash" => with(0.010_612_08, 26_000),
        _ => with(0.0, 10_000),
    };
    let changes: &[Change] = &[
        (ANY, "pb", 6.0, |measure| slower_at(measure, 9900)),
        (ANY, "gtr", 1.0, |measure| slower_at(measure, 9900)),
        (ANY, "ttflash", 1.0, |measure| slower_at(measure, 9900)),
        (ANY, "ttflash", 3.0, |measure| measure.gc_blocked_share = Some(0.010_612_081)),
        (ANY, "gtr", 3.0, |measure| measure.queue_blocked_share = Some(0.000_000_001)),
    ];
    holds_until("T4", &curves, changes);
}

#[test]
fn t5_the_body_is_the_same() {
    let curves = |place: Place| match (place.panel, place.system) {
        ("dapps", "base") => reads(1250),
        (_, "base") => reads(800),
        _ => reads(1000),
    };
    let changes: &[Change] = &[
        ("dapps", "base", 2.0, |measure| slower_at(measure, 9000)),
        ("dtrs", "ttflash", 2.0, |measure| slower_at(measure, 9000)),
    ];
    holds_until("T5", &curves, changes);
}

#[test]
fn t6_whoever_waits_has_chosen_to() {
    let curves = |place: Place| match (place.system, place.x) {
        ("ttflash", 4.0) => blocked(0.000_1, 0.0),
        // Without a read that remains blocked nothing is asked.
        ("ttflash", _) => Measure { unchosen_waits: Some(9), ..blocked(0.0, 0.0) },
        _ => blocked(0.5, 0.5),
    };
    let changes: &[Change] = &[
        (ANY, "ttflash", 4.0, |measure| measure.unchosen_waits = Some(1)),
        (ANY, "ttflash", 4.0, |measure| measure.gc_blocked_share = Some(0.0)),
    ];
    holds_until("T6", &curves, changes);
}

#[test]
fn t6_has_nothing_to_judge_where_no_read_remains_blocked() {
    let told = |quick: bool, blocked_by: &[&str]| {
        let plan = Plan::new(matching("T6")[0], quick);
        let remains = |run: &Run| run.reading.is_some_and(|at| blocked_by.contains(&plan.readings[at].id));
        let of = |run: &Run| blocked(if remains(run) { 0.000_1 } else { 0.0 }, 0.0);
        let measures: Vec<_> = plan.runs().iter().map(|run| Some(of(run))).collect();
        let outcome = Outcome::new(&plan, &measures).unwrap();
        let judged = outcome.claims.iter().find(|judged| judged.claim.id == "T6").unwrap();
        let claims = outcome.to_json()["claims"].clone();
        let claim = claims.as_array().unwrap().iter().find(|claim| claim["id"] == "T6").unwrap();
        (judged.verdict_words(), claim.clone())
    };
    let (words, claim) = told(false, &["B"]);
    assert_eq!((words.as_str(), &claim["verdict"]), ("reproduced under B", &json!("reproduced-under")));
    let nothing = json!("nothing-to-judge");
    assert_eq!(
        (&claim["held"], &claim["judgement"], &claim["marks"][0]["judgement"]),
        (&json!(false), &nothing, &nothing)
    );
    let by = |at: usize| (&claim["readings"][at]["judgement"], &claim["readings"][at]["no_effect"]);
    assert_eq!((by(0), by(1)), ((&nothing, &json!(true)), (&json!("holds"), &json!(false))));
    assert!(claim["measured"].as_str().unwrap().ends_with("of ttFlash: nothing to judge, no blocked reads"), "{claim}");
    let in_bursts = claim["readings"][1]["measured"].as_str().unwrap();
    assert!(in_bursts.ends_with("with blocked reads at 6 points, up to 0.010 % (TPCC)"), "{in_bursts}");
    assert_eq!(told(false, &[]).0, "not tested");
    assert_eq!(told(true, &[]).0, "nothing to judge by our own reading, the others not computed");
}

#[test]
fn t7_writes_make_the_tail() {
    let tail = |p90, p95, p99| {
        let mut measure = reads(p99);
        measure.read_tail_ns[3] = p90;
        measure.read_tail_ns[4] = p95;
        measure
    };
    let curves = |place: Place| match (place.panel, place.system, place.x) {
        ("reads", _, 5000.0) => reads(1500),
        ("reads", ..) | (_, "base-nogc", _) => reads(1000),
        (_, _, 1000.0) => reads(20_000),
        (_, _, 2500.0) => reads(21_000),
        _ => tail(5000, 6300, 32_000),
    };
    let changes: &[Change] = &[
        ("writes", "base", 2500.0, |measure| measure.read_tail_ns = vec![20_999; TAIL.len()]),
        ("writes", "base", 5000.0, |measure| measure.read_tail_ns[3] = 4999),
        ("writes", "base", 5000.0, |measure| measure.read_tail_ns[4] = 6299),
        ("writes", "base-nogc", 5000.0, |measure| slower_at(measure, 9900)),
        ("reads", "base", 5000.0, |measure| slower_at(measure, 9900)),
    ];
    holds_until("T7", &curves, changes);
}

#[test]
fn t8_large_reads_suffer_more() {
    let curves = |place: Place| reads(if place.x == 16.0 { 2500 } else { 1000 });
    holds_until("T8", &curves, &[("5000", "base", 16.0, |measure| measure.read_tail_ns[2] = 2499)]);
}

#[test]
fn t9_parity_costs_erases_and_nothing_else_does() {
    let curves =
        |place: Place| Measure { erases: if place.system == "ttflash" { 1050 } else { 1000 }, ..Measure::default() };
    holds_until("T9", &curves, &[(ANY, "base-parity", 5.0, |measure| measure.erases = 999)]);
}

#[test]
fn t10_giving_way_needs_room() {
    let hard = |share: f64, ns| Measure { hard_steps_share: Some(share), ..reads(ns) };
    let curves = |place: Place| match (place.system, place.x) {
        ("preemptive", 64.0) => hard(0.01, 5000),
        ("preemptive", 68.0) => hard(0.5, 1),
        ("preemptive", _) => hard(0.009_999, 5000),
        _ => reads(1000),
    };
    let changes: &[Change] = &[
        (ANY, "preemptive", 1.0, |measure| slower_at(measure, 9990)),
        (ANY, "ttflash", 64.0, |measure| slower_at(measure, 9990)),
        (ANY, "preemptive", 4.0, |measure| *measure = Measure { hard_steps_share: Some(0.01), ..reads(4999) }),
        (ANY, "preemptive", 64.0, |measure| measure.hard_steps_share = Some(0.0)),
    ];
    holds_until("T10", &curves, changes);
    let never = |place: Place| Measure { hard_steps_share: Some(0.0), ..curves(place) };
    assert_eq!(verdicts("T10", &never), [Some(false); 2]);
}

#[test]
fn t11_there_is_a_knee() {
    let with = |stalls, ns| Measure { rgc_stall: Some(stalls), ..reads(ns) };
    let curves = |place: Place| match (place.system, place.x) {
        ("ttflash", 12.0) => with(3, 4999),
        ("ttflash", 17.0) => with(1, 5000),
        ("ttflash", _) => with(0, 9999),
        _ => with(0, 1000),
    };
    let changes: &[Change] = &[
        (ANY, "ttflash", 3.0, |measure| measure.rgc_stall = Some(1)),
        (ANY, "ttflash", 17.0, |measure| measure.rgc_stall = Some(0)),
        (ANY, "nogc", 17.0, |measure| slower_at(measure, 9900)),
    ];
    holds_until("T11", &curves, changes);
}

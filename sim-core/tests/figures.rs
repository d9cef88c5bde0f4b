//! What holds of every figure: its plan, its parts, and how it is put together from its runs.
#![cfg(feature = "layers")]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::report;
use serde_json::{Value, json};
use sim_core::experiment::document::Experiment;
use sim_core::figures::axis::{Axis, Grid, Scale};
use sim_core::figures::beside::Comparison;
use sim_core::figures::claim::Claim;
use sim_core::figures::condition::{Condition, Points, Test};
use sim_core::figures::figure::{Figure, ONE_PANEL, System};
use sim_core::figures::measure::Measure;
use sim_core::figures::metric::Metric;
use sim_core::figures::outcome::Outcome;
use sim_core::figures::plan::Plan;
use sim_core::figures::{FIGURES, matching};

/// Page mapping beside DFTL on a device of 32 blocks.
static SMALL: Figure = Figure {
    id: "small",
    system: "none",
    paper: "no paper",
    place: "nowhere",
    title: "A small figure",
    what: "It is small.",
    x: Axis {
        name: "request size",
        unit: "pages",
        scale: Scale::Log,
        grid: Grid::Doublings { first: 1, last: 8 },
        path: "workload.request_pages",
        factor: 1,
    },
    panels: ONE_PANEL,
    systems: &[
        System { id: "page", title: "page mapping", settings: [&[("ftl.kind", "\"page\"")], &[]] },
        System {
            id: "dftl",
            title: "DFTL",
            settings: [
                &[("ftl.kind", "\"dftl\""), ("ftl.cmt_protected", "8"), ("ftl.cmt_probationary", "8")],
                &[("run.warmup_requests", "10")],
            ],
        },
    ],
    settings: &[&[
        ("device.logical_bytes", "4194304"),
        ("device.over_provisioning", "0.5"),
        ("workload.kind", "\"uniform\""),
        ("workload.requests", "2000"),
    ]],
    log: &[Metric::Response],
    claims: &[Claim {
        id: "S1",
        statement: "A map on flash costs time.",
        conditions: &[Condition {
            panel: None,
            of: "page",
            metric: Metric::Response,
            points: Points::Over(1.0, 2.0),
            test: Test::Beside("dftl", Comparison::AtMost(98)),
        }],
        report_only: false,
        note: "",
    }],
};

fn measures(plan: &Plan) -> Vec<Option<Measure>> {
    plan.runs().iter().map(|run| Some(Measure::of(&report(plan.document(run))).unwrap())).collect()
}

#[test]
fn a_figure_is_computed_from_its_runs() {
    let plan = Plan::new(&SMALL, false);
    assert_eq!((plan.runs().len(), plan.document(&plan.runs()[7])["run"]["seed"].clone()), (40, json!(3)));
    let measures = measures(&plan);
    let figure = Outcome::new(&plan, &measures).unwrap().to_json();
    let curve = &figure["series"][1];
    assert_eq!((&curve["system"], &curve["x"]), (&json!("dftl"), &json!([1, 2, 4, 8])));

    let mut seeds: Vec<Measure> = measures[5..10].iter().copied().map(Option::unwrap).collect();
    seeds.sort_by_key(|measure| measure.mean_response_ns);
    assert_eq!(curve["mean_response_ms"][0], json!(seeds[2].mean_response_ns as f64 / 1e6));
    let claim = &figure["claims"][0];
    assert_eq!((&claim["held"], &claim["note"]), (&json!(true), &Value::Null));
    assert_eq!(claim["claimed"], "page mapping's mean response at most 0.98 × DFTL's at request size 1 to 2 pages");
    assert_eq!(claim["marks"][0]["claimed"], json!([1, 2]));
    assert_eq!(figure["settings"]["systems"]["dftl"]["ftl"]["cmt_protected"], 8);
}

#[test]
fn measures_that_went_through_json_give_the_same_bytes() {
    let plan = Plan::new(&SMALL, false);
    let measures = measures(&plan);
    let sent = |measure: &Option<Measure>| {
        let text = measure.map(|measure| measure.to_json().to_string()).unwrap();
        Measure::from_json(&serde_json::from_str(&text).unwrap())
    };
    let received: Vec<Option<Measure>> = measures.iter().map(sent).collect();
    let bytes = |measures: &[Option<Measure>]| format!("{:#}", Outcome::new(&plan, measures).unwrap().to_json());
    assert_eq!(bytes(&received), bytes(&measures));
}

#[test]
fn what_is_not_there_yet_is_neither_drawn_nor_judged() {
    let plan = Plan::new(&SMALL, false);
    let mut measures = vec![Some(Measure { mean_response_ns: 7, ..Measure::default() }); plan.runs().len()];
    *measures.last_mut().unwrap() = None;
    let figure = Outcome::new(&plan, &measures).unwrap().to_json();
    assert_eq!(figure["series"][1]["erases"], json!([0, 0, 0, null]));
    assert_eq!(figure["series"][0]["erases"], json!([0, 0, 0, 0]));
    let claim = &figure["claims"][0];
    assert_eq!(
        (&claim["held"], &claim["measured"], &claim["note"]),
        (&json!(null), &json!(null), &json!("not computed yet"))
    );
    assert!(claim["claimed"].is_string());
    let refusal = Outcome::new(&plan, &measures[1..]).unwrap_err().to_string();
    assert_eq!(refusal, "small takes 40 measures, but 39 are given");
}

#[test]
fn quick_takes_the_ends_and_what_stands_next_to_a_bound() {
    assert_eq!(Plan::new(&SMALL, true).xs, [1.0, 2.0, 4.0, 8.0]);
    let quick = |id: &str| Plan::new(matching(id)[0], true);
    assert_eq!(quick("clash-seq").xs, [0.0, 0.4, 0.45, 0.5, 0.55, 0.95, 1.0]);
    assert_eq!(quick("clash-seq").runs().len(), 28);
    assert_eq!(quick("clash-size").xs, [1.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0]);
    let thousands: Vec<f64> = quick("clash-count").xs.iter().map(|x| x / 1000.0).collect();
    assert_eq!(thousands, [10.0, 20.0, 30.0, 40.0, 50.0, 70.0, 80.0, 120.0]);
}

#[test]
fn each_claim_stands_in_exactly_one_figure() {
    let mut ids: Vec<u32> = FIGURES
        .iter()
        .flat_map(|figure| figure.claims)
        .map(|claim| claim.id.strip_prefix('C').unwrap().parse().unwrap())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, (1..=14).collect::<Vec<_>>());
}

#[test]
fn a_word_is_a_figure_a_system_or_a_claim() {
    let ids = |word: &str| matching(word).iter().map(|figure| figure.id).collect::<Vec<_>>();
    assert_eq!(ids("C7"), ["clash-size"]);
    assert_eq!(ids("clash-count"), ["clash-count"]);
    assert_eq!(ids("clash").len(), 9);
    assert!(ids("C15").is_empty() && ids("").is_empty());
}

#[test]
fn conditions_name_what_their_figure_has() {
    for figure in FIGURES {
        let xs = figure.x.values();
        for condition in figure.claims.iter().flat_map(|claim| claim.conditions) {
            let what = format!("{}: {}", figure.id, condition.claimed(figure));
            let has = |id: &str| figure.systems.iter().any(|system| system.id == id);
            assert!(has(condition.of) && figure.panel(condition.panel).is_some(), "{what}");
            assert_eq!(condition.panel.is_none(), figure.panels.len() == 1, "{what}");
            if let Test::Beside(than, _) = condition.test {
                assert!(has(than), "{what}");
            }
            match condition.points {
                Points::At(list) => assert!(list.iter().all(|x| xs.contains(x)), "{what}"),
                Points::Over(first, last) => {
                    assert!(xs.iter().any(|&x| (first..=last).contains(&x)), "{what}");
                }
            }
        }
    }
}

#[test]
fn every_run_is_an_experiment() {
    for figure in FIGURES {
        for quick in [true, false] {
            let plan = Plan::new(figure, quick);
            for run in plan.runs() {
                Experiment::new(&plan.document(&run), &[]).unwrap_or_else(|error| panic!("{}: {error}", figure.id));
            }
        }
    }
}

#[test]
fn a_plan_as_json_is_what_is_run() {
    let plan = Plan::new(matching("clash-flash")[0], true);
    let text = plan.to_json();
    assert_eq!(text["x"], json!([128, 2048]));
    assert_eq!(text["runs"].as_array().unwrap().len(), 8);
    let run = &text["runs"][5];
    assert_eq!((&run["system"], &run["panel"], &run["x_index"]), (&json!("dftl"), &json!("all"), &json!(1)));
    let document = &run["document"];
    assert_eq!(document["device"]["logical_bytes"], json!(2u64 << 30));
    assert_eq!(document["workload"]["address_pages"], 51_200);
    assert_eq!(document["workload"]["sequential_ratio"], 0.8);
    assert_eq!(document["run"], json!({ "initial_state": "full_seq", "seed": 1 }));
}

#[test]
fn figures_are_listed_with_all_that_a_chart_needs() {
    let size = matching("C7")[0].to_json();
    assert_eq!(size["x"], json!({ "name": "request size", "unit": "pages", "scale": "log" }));
    assert_eq!(size["metrics"][0]["scale"], "log");
    assert_eq!((&size["system"], &size["claims"]), (&json!("clash"), &json!(["C7"])));
    assert_eq!(size["systems"][3], json!({ "id": "page", "title": "page mapping" }));
    for figure in FIGURES {
        assert!(figure.what.ends_with('.') && figure.paper.contains("2011"), "{}", figure.id);
        assert!(figure.claims.iter().all(|claim| claim.statement.ends_with('.')), "{}", figure.id);
    }
}

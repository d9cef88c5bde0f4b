//! What holds of every figure: its plan, its parts, and how it is put together from its runs.
#![cfg(feature = "layers")]
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::common::report;
use serde_json::{Value, json};
use sim_core::experiment::catalogue;
use sim_core::experiment::document::Experiment;
use sim_core::figures::axis::{Axis, Grid, Sets};
use sim_core::figures::by::By;
use sim_core::figures::claim::{Bounds, Claim};
use sim_core::figures::comparison::Comparison;
use sim_core::figures::condition::{Condition, Test};
use sim_core::figures::figure::{Figure, ONE_PANEL, Quick, SEEDS, Source, System};
use sim_core::figures::kept::{other_runs, rejudged, retold};
use sim_core::figures::measure::Measure;
use sim_core::figures::metric::Metric;
use sim_core::figures::openchannel::map_cache;
use sim_core::figures::openchannel::sizes::full_bytes;
use sim_core::figures::outcome::Outcome;
use sim_core::figures::plan::{Plan, Run};
use sim_core::figures::points::Points;
use sim_core::figures::readings::PAPERS;
use sim_core::figures::scale::Scale;
use sim_core::figures::{FIGURES, matching};
use std::collections::BTreeSet;

/// A figure as it is told.
fn listed(figure: &'static Figure) -> Value {
    serde_json::to_value(figure.told()).unwrap()
}

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
        sets: Sets::Field("workload.request_pages", 1),
    },
    panels: ONE_PANEL,
    systems: &[
        System { id: "page", title: "page mapping", source: Source::Runs([&[("ftl.kind", "\"page\"")], &[], &[]]) },
        System {
            id: "dftl",
            title: "DFTL",
            source: Source::Runs([
                &[("ftl.kind", "\"dftl\""), ("ftl.cmt_protected", "8"), ("ftl.cmt_probationary", "8")],
                &[("run.warmup_requests", "10")],
                &[],
            ]),
        },
    ],
    settings: &[&[
        ("device.logical_bytes", "4194304"),
        ("device.over_provisioning", "0.5"),
        ("workload.kind", "\"uniform\""),
        ("workload.requests", "2000"),
    ]],
    metrics: &[Metric::Response, Metric::Erases],
    log: &[Metric::Response],
    seeds: SEEDS,
    quick: Quick::Edges,
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
        is_ours: false,
        bounds: Bounds::Widened("2 % faster"),
        proof: None,
        places: &[],
        note: "",
    }],
    assumptions: &[&[("How large it is.", "Small.")]],
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

    let mut seeds: Vec<Measure> = measures[5..10].iter().flatten().cloned().collect();
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
        let text = measure.as_ref().map(|measure| measure.to_json().to_string()).unwrap();
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
    assert_eq!(quick("clash-size").xs, [1.0, 4.0, 8.0, 16.0, 32.0, 128.0]);
    let thousands: Vec<f64> = quick("clash-count").xs.iter().map(|x| x / 1000.0).collect();
    assert_eq!(thousands, [10.0, 20.0, 30.0, 40.0, 50.0, 70.0, 80.0, 120.0]);
}

#[test]
fn each_claim_stands_in_exactly_one_figure_and_says_something() {
    let systems: BTreeSet<&str> = FIGURES.iter().map(|figure| figure.system).collect();
    let mut letters = BTreeSet::new();
    for system in systems {
        let claims: Vec<&Claim> = matching(system).iter().flat_map(|figure| figure.claims).collect();
        assert!(claims.iter().all(|claim| claim.statement.ends_with('.')), "{system}");
        // `O1-nand` is O1 on another device.
        let (again, numbered): (Vec<&str>, Vec<&str>) =
            claims.iter().map(|claim| claim.id).partition(|id| id.contains('-'));
        let letter = numbered.first().and_then(|id| id.get(..1)).unwrap_or_else(|| panic!("{system} has no claims"));
        let ids: BTreeSet<String> = numbered.iter().map(|id| id.to_string()).collect();
        assert_eq!(ids, (1..=numbered.len()).map(|number| format!("{letter}{number}")).collect(), "{system}");
        assert!(again.iter().all(|id| id.split_once('-').is_some_and(|(of, _)| ids.contains(of))), "{again:?}");
        assert_eq!(again.iter().collect::<BTreeSet<_>>().len(), again.len(), "{again:?}");
        assert!(letters.insert(letter), "the claims of {system} have a letter of their own, not {letter}");
    }
}

/// What is claimed but never judged on made-up curves may be judged wrongly, and nobody notices.
#[test]
fn each_claim_is_judged_on_made_up_curves_in_the_tests_of_its_system() {
    let tests = |system: &str| {
        let path = format!("{}/tests/outputs/{system}_claims.rs", env!("CARGO_MANIFEST_DIR"));
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{system} has its claims tested in {path}"));
        text.split_whitespace().collect::<String>()
    };
    for figure in FIGURES {
        let tests = tests(figure.system);
        for Claim { id, .. } in figure.claims {
            let judged = ["holds_until", "verdicts"].iter().any(|by| tests.contains(&format!("{by}(\"{id}\",")));
            assert!(judged, "{id} of {} is in no test of tests/outputs/{}_claims.rs", figure.id, figure.system);
        }
    }
}

#[test]
fn a_word_is_a_figure_a_system_or_a_claim() {
    let ids = |word: &str| matching(word).iter().map(|figure| figure.id).collect::<Vec<_>>();
    assert_eq!(ids("C7"), ["clash-size"]);
    assert_eq!(ids("clash-count"), ["clash-count"]);
    let of_clash = FIGURES.iter().filter(|figure| figure.system == "clash").map(|figure| figure.id);
    assert_eq!(ids("clash"), of_clash.collect::<Vec<_>>());
    assert!(ids("C0").is_empty() && ids("").is_empty());
}

#[test]
fn conditions_name_what_their_figure_has() {
    for figure in FIGURES {
        let plan = Plan::new(figure, false);
        for condition in figure.claims.iter().flat_map(|claim| claim.conditions) {
            let what = format!("{}: {}", figure.id, condition.claimed(&plan));
            assert!(condition.systems().iter().all(|id| figure.system(id).is_some()), "{what}");
            assert!(figure.panel(condition.panel).is_some(), "{what}");
            let is_everywhere = matches!(condition.test, Test::Mostly(_));
            assert_eq!(condition.panel.is_none(), figure.panels.len() == 1 || is_everywhere, "{what}");
            // What is asked of a figure is drawn in it, α aside.
            assert!(figure.metrics.contains(&condition.metric) || condition.metric == Metric::Alpha, "{what}");
            for xs in [&plan.xs, &Plan::new(figure, true).xs] {
                assert!(xs.iter().any(|&x| condition.points.has(x)), "{what}");
            }
            if let Points::At(list) = condition.points {
                assert!(list.iter().all(|x| plan.xs.contains(x)), "{what}");
            }
        }
    }
}

#[test]
fn quick_runs_smaller_experiments_where_the_figure_says_so() {
    let documents = |quick: bool| {
        let plan = Plan::new(matching("L7")[0], quick);
        let runs = plan.runs();
        (plan.document(&runs[0]), plan.document(runs.last().unwrap()), plan.to_json(), runs.len())
    };
    let (first, last, _, runs) = documents(false);
    // 240 by our own reading, and one seed by the other.
    assert_eq!(runs, 240 + 48);
    assert_eq!(
        (&first["workload"]["footprint_units"], &last["workload"]["footprint_units"]),
        (&json!(2048), &json!(12_288))
    );
    assert_eq!((&first["ftl"]["log_blocks"], &last["ftl"]["log_blocks"]), (&json!(128), &json!(1024)));
    assert_eq!((&first["buffer"]["log_nodes"], &last["buffer"]["log_nodes"]), (&json!(3000), &Value::Null));
    let (first, last, plan, runs) = documents(true);
    assert_eq!((runs, &plan["x"]), (36, &json!([64, 128, 512])));
    assert_eq!((&first["ftl"]["log_blocks"], &last["ftl"]["log_blocks"]), (&json!(8), &json!(64)));
    assert_eq!((&first["buffer"]["log_nodes"], &last["buffer"]["log_nodes"]), (&json!(188), &Value::Null));
    assert_eq!(first["buffer"]["bytes"], 1 << 20);
    assert_eq!((&first["workload"]["requests"], &first["workload"]["footprint_units"]), (&json!(100_000), &json!(128)));
    let settings = |quick: bool| {
        let plan = Plan::new(matching("L7")[0], quick);
        Outcome::new(&plan, &vec![None; plan.runs().len()]).unwrap().to_json()["settings"].clone()
    };
    assert_eq!(settings(false)["divided"], Value::Null);
    assert_eq!(settings(true)["divided"]["by"], 16);
    assert_eq!(settings(true)["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn the_best_of_several_systems_has_no_runs_and_their_lowest_points() {
    let plan = Plan::new(matching("lbuffer-alpha")[0], true);
    let offline = plan.figure.system("offline").unwrap();
    assert!(plan.runs().iter().all(|run| run.system != offline));
    let measure = |run: &Run| {
        let id = plan.figure.systems[run.system].id;
        let time = if id == "alpha-0.25" { 70 } else { 100 - run.x_index as u64 };
        Some(Measure { mean_write_ns: Some(time), erases: time * 2, ..Measure::default() })
    };
    let mut measures: Vec<Option<Measure>> = plan.runs().iter().map(measure).collect();
    let series = |measures: &[Option<Measure>]| {
        let figure = Outcome::new(&plan, measures).unwrap().to_json();
        figure["series"].as_array().unwrap()[offline].clone()
    };
    assert_eq!(
        (&series(&measures)["system"], &series(&measures)["erases"]),
        (&json!("offline"), &json!([140, 140, 140]))
    );
    let quarter = plan.figure.system("alpha-0.25").unwrap();
    measures[plan.runs().iter().position(|run| run.system == quarter).unwrap()] = None;
    assert_eq!(series(&measures)["erases"], json!([null, 140, 140]), "not known before all are there");
    assert_eq!(listed(plan.figure)["systems"][offline]["least"]["by"], "mean_write_ms");
}

#[test]
fn a_level_line_is_one_run_that_the_axis_does_not_concern() {
    let plan = Plan::new(matching("openchannel-bandwidth")[0], true);
    let whole = plan.figure.system("pblk").unwrap();
    let runs = plan.runs();
    let of_whole: Vec<&Run> = runs.iter().filter(|run| run.system == whole).collect();
    assert_eq!((of_whole.len(), of_whole[0].x_index, plan.xs.len()), (1, 0, 4));
    assert!(plan.document(of_whole[0])["ftl"]["cache_bytes"].is_null());
    let measure =
        |run: &Run| Some(Measure { bytes_per_s: Some(1_000_000 * (run.system as u64 + 1)), ..Measure::default() });
    let measures: Vec<Option<Measure>> = runs.iter().map(measure).collect();
    let figure = Outcome::new(&plan, &measures).unwrap().to_json();
    assert_eq!(figure["series"][whole]["bandwidth"], json!([9, 9, 9, 9]));
    assert_eq!(listed(plan.figure)["systems"][whole]["level"], json!(true));
}

#[test]
fn what_needs_no_device_is_told_without() {
    let measure = |id: &str, system: &str, x_index: usize| {
        let plan = Plan::new(matching(id)[0], true);
        let system = plan.figure.system(system).unwrap();
        let run = plan.runs().into_iter().find(|run| run.system == system && run.x_index == x_index).unwrap();
        let experiment = Experiment::new(&plan.document(&run), &[]).unwrap();
        assert_eq!(By::of(plan.by(&run).name()).unwrap(), plan.by(&run));
        plan.by(&run).measure(&experiment, None).unwrap()
    };
    // A MiB of table a GiB, 250 KiB of directory at 400 GiB.
    assert_eq!(measure("openchannel-memory", "pblk", 2).host_bytes, Some(400 << 20));
    assert_eq!(measure("openchannel-memory", "directory", 2).host_bytes, Some(250 << 10));
    assert_eq!(measure("openchannel-memory", "selective", 2).host_bytes, Some((64 << 20) + (250 << 10) + 128));
    let limits = measure("openchannel-limiter", "host", 0).ring_limits;
    let granted =
        |free: f64| limits[matching("openchannel-limiter")[0].x.values().iter().position(|&x| x == free).unwrap()];
    assert_eq!([63.0, 512.0, 640.0, 999.0, 1000.0].map(granted), [0, 512, 640, 960, 1024]);
    assert!(By::of("").is_err());
}

#[test]
fn sizes_by_arithmetic_are_those_of_a_device() {
    let ftls = [("pblk", None), ("pblk-selective", Some("lru")), ("pblk-selective", Some("entries"))];
    // Of a page of 4608 bytes entries take up 4096.
    for ((kind, policy), page_bytes) in ftls.into_iter().flat_map(|ftl| [(ftl, 4096), (ftl, 4608)]) {
        let mut document = json!({
            "device": { "preset": "ocssd-virtual-small", "page_bytes": page_bytes }, "ftl": { "kind": kind },
            "workload": { "kind": "uniform", "requests": 2, "request_pages": 1 }
        });
        if let Some(policy) = policy {
            document["ftl"]["policy"] = json!(policy);
        }
        let experiment = Experiment::new(&document, &[]).unwrap();
        let mapping = report(document).mapping.unwrap();
        let told = By::Memory.measure(&experiment, None).unwrap().host_bytes;
        assert_eq!(
            (told, full_bytes(&experiment).unwrap()),
            (Some(mapping.resident_bytes), mapping.full_bytes),
            "{policy:?}, {page_bytes}"
        );
    }
}

#[test]
fn hits_without_a_device_are_those_with_one() {
    for policy in ["hotness", "arc", "opt", "entries"] {
        let document = json!({
            // Nothing is collected, which would look pages up besides.
            "device": { "preset": "ocssd-virtual-small", "over_provisioning": 0.5 },
            "ftl": { "kind": "pblk-selective", "policy": policy },
            "workload": { "kind": "pareto", "requests": 10_000, "request_pages": 2, "write_ratio": 0.5, "queue_depth": 1 },
            "run": { "warmup_requests": 3_000 }
        });
        let experiment = Experiment::new(&document, &[]).unwrap();
        let mapping = report(document).mapping.unwrap();
        let hits = map_cache::hits(&experiment, None).unwrap();
        assert_eq!((Some(hits.lookups), Some(hits.hits)), (mapping.lookups, mapping.hits), "{policy}");
    }
}

#[test]
fn a_run_is_a_whole_curve_over_its_sessions() {
    let plan = Plan::new(matching("lbuffer-alpha-over-time")[0], false);
    assert_eq!((plan.runs().len(), plan.xs.len()), (2 * 4 * 5, 56));
    let measure = |run: &Run| Some(Measure { alphas: vec![-1.0, run.seed as f64 / 4.0], ..Measure::default() });
    let measures: Vec<Option<Measure>> = plan.runs().iter().map(measure).collect();
    let figure = Outcome::new(&plan, &measures).unwrap().to_json();
    let alpha = &figure["series"][7]["alpha"];
    assert_eq!((&alpha[0], &alpha[1], &alpha[2]), (&json!(-1), &json!(0.75), &Value::Null));
    assert_eq!(figure["settings"]["x"], json!({ "over": "sessions" }));
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
    assert_eq!(document["workload"]["sequential_ratio"], 0.8);
    assert_eq!(document["run"], json!({ "initial_state": "full_seq", "seed": 1 }));
}

#[test]
fn figures_are_listed_with_all_that_a_chart_needs() {
    let size = listed(matching("C7")[0]);
    assert_eq!(size["x"], json!({ "name": "request size", "unit": "pages", "scale": "log" }));
    assert_eq!(size["metrics"][0]["scale"], "log");
    assert_eq!((&size["system"], &size["claims"]), (&json!("clash"), &json!(["C7"])));
    assert_eq!(
        (&size["metrics"][0]["field"], &size["metrics"][0]["per_unit"]),
        (&json!("mean_response_ns"), &json!(1e6))
    );
    assert_eq!(size["systems"][3], json!({ "id": "page", "title": "page mapping" }));
    for figure in FIGURES {
        assert!(
            figure.what.ends_with('.') && ["2011", "2017", "2021"].iter().any(|year| figure.paper.contains(year)),
            "{}",
            figure.id
        );
        assert!(figure.claims.iter().all(|claim| claim.statement.ends_with('.')), "{}", figure.id);
    }
}

#[test]
fn results_that_are_kept_are_those_of_the_figures_as_they_stand() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../public/figures");
    let mut systems = 0;
    for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
        let name = file.file_stem().unwrap().to_str().unwrap();
        check_kept(name.strip_suffix("-full").unwrap(), &std::fs::read_to_string(&file).unwrap());
        systems += 1;
    }
    assert!(systems > 0);
}

fn check_kept(system: &str, kept: &str) {
    let kept: Value = serde_json::from_str(kept).unwrap();
    let ids = |value: &Value| value["id"].as_str().unwrap().to_string();
    let figures: Vec<String> = matching(system).iter().map(|figure| figure.id.into()).collect();
    let there: Vec<String> = kept.as_array().unwrap().iter().map(ids).collect();
    assert_eq!(there, figures, "public/figures/{system}-full.json is what `flashlab figures {system} --json` says");
    for kept in kept.as_array().unwrap() {
        // The same settings, bounds and readings, and told in the same words.
        assert!(&retold(kept).unwrap() == kept, "{}: told otherwise now, see examples/figures_retold.rs", kept["id"]);
        ours_follows_from_what_is_drawn(kept);
        let flags = kept["series"].as_array().unwrap().iter().flat_map(|curve| curve["saturated"].as_array().unwrap());
        let is_saturated = flags.filter(|flag| **flag == json!(true)).count() > 0;
        for claim in kept["claims"].as_array().unwrap() {
            // A sentence says so of what is marked, and of nothing else.
            let says_so = claim["note"].as_str().is_some_and(|note| note.contains("saturat"));
            assert!(is_saturated || !says_so, "{}: no point is marked as saturated", claim["id"]);
            assert_eq!(claim["held"].is_boolean(), claim["claimed"].is_string(), "{claim}");
            assert_eq!(claim["judgement"].is_string(), claim["claimed"].is_string(), "{claim}");
            for judged in claim["readings"].as_array().unwrap().iter().chain([claim]) {
                let holds = judged["judgement"].as_str().map(|word| word == "holds");
                assert_eq!(holds, judged["held"].as_bool(), "{claim}");
            }
            for reading in claim["readings"].as_array().unwrap() {
                let same = ["judgement", "measured"].iter().all(|&part| reading[part] == claim[part]);
                assert_eq!(reading["no_effect"], json!(same), "{claim}");
            }
            assert!(claim["verdict"].is_string(), "{claim}");
        }
    }
}

#[test]
fn what_a_version_of_other_figures_made_is_neither_retold_nor_judged_anew() {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../public/figures/clash-full.json");
    let mut kept: Value = serde_json::from_str(&std::fs::read_to_string(kept).unwrap()).unwrap();
    let kept = &mut kept[0];
    assert_eq!(kept["settings"]["version"], retold(kept).unwrap()["settings"]["version"], "who made it is said still");
    kept["settings"]["version"] = json!("0.0.9");
    let others = vec![Measure::default(); other_runs(&Plan::new(matching("clash")[0], false)).count()];
    for refused in [retold(kept).unwrap_err(), rejudged(kept, &others).unwrap_err()] {
        assert!(refused.to_string().contains(": kept as version \"0.0.9\" made it, but only figures of "), "{refused}");
    }
}

/// What is kept of our own reading is what its medians come to; other readings are kept without theirs.
fn ours_follows_from_what_is_drawn(kept: &Value) {
    let plan = Plan::new(matching(kept["id"].as_str().unwrap())[0], false);
    let nothing = vec![Measure::default(); other_runs(&plan).count()];
    let judged = rejudged(kept, &nothing).unwrap();
    for (judged, kept) in judged["claims"].as_array().unwrap().iter().zip(kept["claims"].as_array().unwrap()) {
        for part in ["measured", "held", "judgement", "marks", "numbers", "contradictions"] {
            assert_eq!(judged[part], kept[part], "{}: {part}", kept["id"]);
        }
    }
}

#[test]
fn large_numbers_in_words_have_a_space_between_thousands() {
    // Years, and names of settings, are no numbers that are read.
    let is_long = |word: &&str| {
        let word = word.trim_matches(|sign: char| !sign.is_ascii_alphanumeric());
        word.len() > 3 && word.bytes().all(|sign| sign.is_ascii_digit()) && !["2011", "2017", "2021"].contains(&word)
    };
    for figure in FIGURES {
        let claims = figure
            .claims
            .iter()
            .flat_map(|claim| [claim.statement, claim.note].into_iter().chain(claim.proof.into_iter().flatten()));
        let titles = figure.panels.iter().map(|panel| panel.title);
        let open = figure.left_open().flat_map(|(open, chosen)| [open, chosen]);
        let long: Vec<&str> = claims
            .chain(titles)
            .chain(open)
            .chain([figure.what])
            .flat_map(str::split_whitespace)
            .filter(is_long)
            .collect();
        assert!(long.is_empty(), "{}: {long:?}", figure.id);
    }
}

#[test]
fn readings_are_of_papers_that_have_figures_and_say_why() {
    for paper in PAPERS {
        let figures: Vec<&Figure> = FIGURES.iter().copied().filter(|figure| figure.paper == paper.paper).collect();
        assert!(!figures.is_empty(), "{}", paper.paper);
        for reading in paper.readings {
            assert!(reading.reason.ends_with('.') && reading.source.ends_with('.'), "{}", reading.id);
            let is_known = |(system, _): &(&str, _)| figures.iter().any(|figure| figure.system(system).is_some());
            assert!(reading.systems.iter().all(is_known) && !reading.changes().is_empty(), "{}", reading.id);
        }
        for contradiction in paper.contradictions {
            for (claim, condition) in contradiction.measured {
                let figure = matching(claim)[0];
                assert_eq!(figure.paper, paper.paper, "{claim}");
                assert!(condition.systems().iter().all(|id| figure.system(id).is_some()), "{claim}");
                let plan = Plan::new(figure, true);
                assert!(plan.xs.iter().any(|&x| condition.points.has(x)), "{claim} is measured there at quick too");
            }
        }
    }
}

#[test]
fn other_readings_are_carried_out_at_full_size_for_the_systems_that_claims_speak_of() {
    let [full, quick] = [false, true].map(|quick| Plan::new(matching("C8")[0], quick));
    let of = |reading: Option<usize>| full.runs().into_iter().filter(move |run| run.reading == reading);
    assert_eq!((of(None).count(), of(Some(0)).count(), full.readings.len()), (2 * 12 * 4 * 5, 2 * 12 * 3 * 5, 4));
    let fast = full.figure.system("fast").unwrap();
    assert!(of(Some(0)).all(|run| run.system != fast) && quick.runs().iter().all(|run| run.reading.is_none()));
    assert_eq!(of(Some(3)).count(), 0, "one that changes what is judged takes our runs");
    let dftl = of(Some(0)).find(|run| full.figure.systems[run.system].id == "dftl").unwrap();
    let document = full.document(&dftl);
    assert_eq!(
        (&document["device"]["over_provisioning"], &document["workload"]["align"]),
        (&json!(0.064), &json!("sector"))
    );
    assert_eq!(
        (&document["device"]["preset"], &document["workload"]["spatial_locality"]),
        (&json!("flashsim-raw"), &json!(0))
    );
}

#[test]
fn every_figure_says_what_its_paper_leaves_open() {
    let fields = listed_fields();
    for figure in FIGURES {
        let items: Vec<_> = figure.left_open().collect();
        assert!(!items.is_empty(), "{} leaves nothing open", figure.id);
        for (at, (open, chosen)) in items.iter().enumerate() {
            assert!(open.ends_with('.') && chosen.ends_with('.'), "{}: {open} → {chosen}", figure.id);
            assert!(!items[..at].iter().any(|(before, _)| before == open), "{}: {open} twice", figure.id);
            for field in named_fields(chosen) {
                assert!(fields.iter().any(|known| known.starts_with(&field)), "{}: {field} is no field", figure.id);
            }
        }
        let told = listed(figure);
        assert_eq!(told["assumptions"].as_array().unwrap().len(), items.len());
    }
    assert_eq!(listed(&SMALL)["assumptions"], json!([{ "open": "How large it is.", "chosen": "Small." }]));
}

/// Every field of an experiment, by path.
fn listed_fields() -> Vec<String> {
    let listed = catalogue::to_json();
    let names = |value: &Value, section: &str| -> Vec<String> {
        let parameters = value.as_array().unwrap().iter();
        parameters.map(|parameter| format!("{section}.{}", parameter["name"].as_str().unwrap())).collect()
    };
    let mut fields = [names(&listed["device"], "device"), names(&listed["run"], "run")].concat();
    for section in ["buffer", "ftl", "workload"] {
        let kinds = listed[section].as_array().unwrap().iter();
        fields.extend(kinds.flat_map(|kind| names(&kind["parameters"], section)));
    }
    fields
}

/// The fields that a sentence names, as `device.over_provisioning`.
fn named_fields(sentence: &str) -> Vec<String> {
    let words = sentence
        .split(|sign: char| !(sign.is_ascii_lowercase() || sign == '_' || sign == '.' || sign.is_ascii_digit()));
    let sections = ["device.", "buffer.", "ftl.", "workload.", "run."];
    let is_field = |word: &&str| sections.iter().any(|section| word.starts_with(section) && word.len() > section.len());
    words.filter(is_field).map(|word| word.trim_end_matches('.').to_string()).collect()
}

#[test]
fn what_a_claim_marks_is_drawn_in_its_figure() {
    for figure in FIGURES {
        let systems: Vec<&str> = figure.systems.iter().map(|system| system.id).collect();
        for place in figure.claims.iter().flat_map(|claim| claim.places) {
            let named = [place.of, place.against];
            assert!(figure.metrics.contains(&place.metric), "{}: {:?}", figure.id, place.metric);
            assert!(named.iter().flatten().all(|system| systems.contains(system)), "{}: {named:?}", figure.id);
            assert!(figure.panel(place.panel).is_some(), "{}: {:?}", figure.id, place.panel);
            assert!(place.over[0].zip(place.over[1]).is_none_or(|(from, to)| from <= to), "{}", figure.id);
        }
    }
}

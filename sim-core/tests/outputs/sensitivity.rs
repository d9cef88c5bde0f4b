//! What moves a claim: its runs, and what is said of made-up measures.
#![cfg(feature = "layers")]
#![allow(clippy::unwrap_used, clippy::panic)]

use serde_json::{Value, json};
use sim_core::figures::measure::Measure;
use sim_core::figures::sensitivity::{SensitivityPlan, Tried};

fn plan(claim: &str) -> SensitivityPlan {
    SensitivityPlan::new(claim, true, None).unwrap()
}

/// What comes of it if each run comes to what `measure` says of its experiment; and how many runs that took.
fn carried_out(plan: &SensitivityPlan, measure: impl Fn(&Value) -> Tried) -> (Value, usize) {
    let mut tried: Vec<Option<Tried>> = Vec::new();
    loop {
        let runs = plan.runs(&tried);
        if runs.len() == tried.len() {
            return (plan.judge(&tried).to_json(), tried.len());
        }
        tried = runs.iter().map(|run| Some(measure(&plan.document(run).unwrap()))).collect();
    }
}

fn number(document: &Value, path: &str) -> f64 {
    document.pointer(path).and_then(Value::as_f64).unwrap()
}

/// C2 asks that C-lash is at most 1.02 × FAST: here it is, as long as runs are not much longer than the figure's.
fn by_length(document: &Value) -> Tried {
    let length = number(document, "/workload/requests") / 60_000.0;
    let response = if document["ftl"]["kind"] == "clash" { 1_000_000.0 * (0.92 + 0.1 * length) } else { 1_000_000.0 };
    Ok(Measure { mean_response_ns: response as u64, ..Measure::default() })
}

fn choice<'a>(told: &'a Value, id: &str) -> &'a Value {
    told["choices"].as_array().unwrap().iter().find(|choice| choice["id"] == id).unwrap()
}

#[test]
fn a_claim_takes_the_runs_that_it_speaks_of_one_choice_at_a_time_and_then_two_together() {
    let plan = plan("C3");
    let (points, systems) = (4, 3);
    assert_eq!(plan.plan.xs, [0.0, 0.5, 0.55, 1.0]);
    // Our own settings, two other values of each of four choices, four other seeds.
    assert_eq!(plan.runs(&[]).len(), points * systems * (1 + 4 * 2 + 4));
    let (_, all) = carried_out(&plan, by_length);
    assert_eq!(all, points * systems * (1 + 4 * 2 + 4 + 2 * 2));
}

#[test]
fn a_narrow_pass_says_up_to_where_it_holds_and_where_it_tips() {
    let (told, _) = carried_out(&plan("C2"), by_length);
    assert_eq!(
        (&told["held"], &told["choices"][0]["id"]),
        (&json!(true), &json!("length")),
        "what moves it most is first"
    );
    let length = choice(&told, "length");
    let words = length["words"].as_str().unwrap();
    let held = "holds up to 60\u{202f}000 requests, not at 120\u{202f}000 requests: tips near 60\u{202f}000 requests";
    assert_eq!(words, held);
    assert!(told["words"].as_str().unwrap().starts_with("Narrow"), "{told:#}");
    let margins: Vec<f64> = length["values"].as_array().unwrap().iter().map(|value| number(value, "/margin")).collect();
    assert!((margins[0] - (1.0 - 0.97 / 1.02)).abs() < 1e-6 && margins[1].abs() < 1e-6, "{margins:?}");
    assert!((margins[2] - (1.0 - 1.12 / 1.02)).abs() < 1e-6, "{margins:?}");
    let seeds = choice(&told, "seed")["words"].as_str().unwrap();
    assert_eq!(seeds, "holds with 5 of 5 seeds, margins from 0.0 % to 0.0 %");
    assert_eq!(told["pair"]["x"], "length");
    assert_eq!(told["pair"]["rows"].as_array().unwrap().len(), 3);
    assert_eq!(told["command"], "flashlab figures C2 --sensitivity --quick");
}

#[test]
fn choices_that_make_no_difference_are_named_apart() {
    let words = |measure: fn(&Value) -> Tried| {
        let (told, _) = carried_out(&plan("C2"), measure);
        told["words"].as_str().unwrap().to_string()
    };
    let alike = words(|_| Ok(Measure { mean_response_ns: 1_000_000, ..Measure::default() }));
    assert!(alike.contains("it holds at every value tried. "), "{alike}");
    assert!(alike.ends_with(" make no difference."), "{alike}");
    let by_size = words(|document| {
        let gain =
            if document["ftl"]["kind"] == "clash" { number(document, "/device/logical_bytes") / 1e8 } else { 0.0 };
        Ok(Measure { mean_response_ns: 1_000_000 - gain as u64, ..Measure::default() })
    });
    assert!(by_size.contains("it holds at every value tried of device size. "), "{by_size}");
}

#[test]
fn what_cannot_be_run_says_why_and_what_is_missing_is_open() {
    let plan = plan("C2");
    let (told, _) = carried_out(&plan, |document| match number(document, "/device/logical_bytes") {
        bytes if bytes < 1e9 => Err("no room".into()),
        _ => by_length(document),
    });
    let size = choice(&told, "size");
    assert_eq!((&size["values"][0]["refused"], &size["values"][0]["held"]), (&json!("no room"), &Value::Null));
    assert!(size["words"].as_str().unwrap().ends_with("; 512 MiB cannot be judged: no room"), "{size}");
    let open = plan.judge(&[]).to_json();
    assert_eq!((&open["held"], &open["words"], &open["pair"]), (&Value::Null, &Value::Null, &Value::Null));
}

#[test]
fn a_reading_is_one_of_its_paper_and_changes_every_run() {
    let plan = SensitivityPlan::new("C3", true, Some("F")).unwrap();
    let documents: Vec<Value> = plan.runs(&[]).iter().map(|run| plan.document(run).unwrap()).collect();
    assert!(documents.iter().all(|document| document["device"]["preset"] == "flashsim-raw"));
    let spare = |document: &&Value| document["ftl"]["kind"] == "dftl";
    let spares: std::collections::BTreeSet<String> =
        documents.iter().filter(spare).map(|document| document["device"]["over_provisioning"].to_string()).collect();
    assert_eq!(spares.into_iter().collect::<Vec<_>>(), ["0.0512", "0.064", "0.08"]);
    let refused = |claim: &str, reading| SensitivityPlan::new(claim, true, reading).unwrap_err().to_string();
    assert!(refused("C3", Some("Z")).starts_with("Z: no reading of the paper of clash-seq; there is F, D"));
    assert_eq!(refused("C14", None), "C14: nothing is measured for this claim, so that nothing moves it");
    assert_eq!(refused("C99", None), "C99: no such claim");
}

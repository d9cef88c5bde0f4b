//! Results that are kept: what was measured stays, and is told in the words that figures have now, or judged anew.

use super::claim::Claim;
use super::figure::Figure;
use super::measure::Measure;
use super::outcome::Outcome;
use super::plan::{Plan, Run};
use super::verdict::{Grounds, Judgement, Verdict};
use super::{find, json, kept_version, numbers};
use crate::base::error::Error;
use serde_json::{Value, json};

/// `kept`, a figure at full size as `flashlab figures --json` once told it, in its present words: statements, notes, proofs, reasons of
/// readings, and the paper's numbers beside those that were measured. Nothing that was measured changes, nor the version that did it.
///
/// # Errors
/// The figure was carried out otherwise, or judged by something else, than it would be now; by a version whose figures are others.
pub fn retold(kept: &Value) -> Result<Value, Error> {
    let figure = find(kept["id"].as_str().unwrap_or_default())?;
    let plan = Plan::new(figure, false);
    let mut told = Outcome::new(&plan, &vec![None; plan.runs().len()])?.to_json();
    told["settings"]["version"] = kept_version::maker(kept)?.clone();
    same(figure, "settings", without_words(&kept["settings"]), without_words(&told["settings"]))?;
    told["series"] = kept["series"].clone();
    for (at, claim) in figure.claims.iter().enumerate() {
        told["claims"][at] = claim_retold(figure, claim, &kept["claims"][at], &told["claims"][at], &kept["series"])?;
    }
    Ok(told)
}

/// The runs by other readings than ours, which [`rejudged`] needs.
pub fn other_runs(plan: &Plan) -> impl Iterator<Item = Run> {
    plan.runs().into_iter().filter(|run| run.reading.is_some())
}

/// `kept`, judged by what claims and other readings say now: our own runs are taken from it, `others` are the measures of
/// [`other_runs`]. What medians do not tell stays as it is kept, if it is still judged by the same.
///
/// # Errors
/// Our own runs are others now, or what claims ask of them is not to be had from what is kept; they are of a version whose figures
/// are others.
pub fn rejudged(kept: &Value, others: &[Measure]) -> Result<Value, Error> {
    let figure = find(kept["id"].as_str().unwrap_or_default())?;
    let plan = Plan::new(figure, false);
    let mut told = Outcome::of_told(&plan, &kept["series"], others)?.to_json();
    told["settings"]["version"] = kept_version::maker(kept)?.clone();
    same(figure, "settings", ours(&kept["settings"]), ours(&told["settings"]))?;
    same(figure, "series", kept["series"].clone(), told["series"].clone())?;
    for (at, claim) in figure.claims.iter().enumerate() {
        let told = &mut told["claims"][at];
        if claim.conditions.is_empty() || !told["judgement"].is_null() {
            continue;
        }
        let kept = kept["claims"].as_array().into_iter().flatten().find(|kept| kept["id"] == claim.id);
        let kept = kept.unwrap_or(&Value::Null);
        same(figure, claim.id, kept["claimed"].clone(), told["claimed"].clone())?;
        take_ours(told, kept);
        let [judgement, measured] = [&kept["judgement"], &kept["measured"]];
        for reading in told["readings"].as_array_mut().into_iter().flatten() {
            reading["no_effect"] = json!(reading["judgement"] == *judgement && reading["measured"] == *measured);
        }
        told["verdict"] = verdict(claim, told);
        told["note"] = note(claim);
    }
    Ok(told)
}

fn claim_retold(
    figure: &'static Figure,
    claim: &Claim,
    kept: &Value,
    now: &Value,
    series: &Value,
) -> Result<Value, Error> {
    same(figure, claim.id, judged_by(kept), judged_by(now))?;
    let mut told = now.clone();
    take_ours(&mut told, kept);
    for (at, reading) in told["readings"].as_array_mut().into_iter().flatten().enumerate() {
        for part in ["held", "judgement", "no_effect", "measured"] {
            reading[part] = kept["readings"][at][part].clone();
        }
    }
    told["verdict"] = verdict(claim, &told);
    told["note"] = note(claim);
    told["numbers"] = json!(numbers::of(figure, claim.id, series));
    Ok(told)
}

/// What came of a claim by our own reading.
fn take_ours(told: &mut Value, kept: &Value) {
    for part in ["measured", "held", "judgement", "marks"] {
        told[part] = kept[part].clone();
    }
    for (at, contradiction) in told["contradictions"].as_array_mut().into_iter().flatten().enumerate() {
        contradiction["measured"] = kept["contradictions"][at]["measured"].clone();
    }
}

fn verdict(claim: &Claim, told: &Value) -> Value {
    let judged = |told: &Value| serde_json::from_value::<Option<Judgement>>(told["judgement"].clone()).ok().flatten();
    let others: Vec<Option<Judgement>> = told["readings"].as_array().into_iter().flatten().map(judged).collect();
    json::value(Verdict::of(Grounds {
        is_tested: !claim.conditions.is_empty(),
        is_refuted: claim.proof.is_some(),
        ours: judged(told),
        others: &others,
    }))
}

fn note(claim: &Claim) -> Value {
    json!(Some(claim.note).filter(|note| !note.is_empty()))
}

/// Settings without the other readings.
fn ours(settings: &Value) -> Value {
    let mut settings = settings.clone();
    settings["readings"] = Value::Null;
    settings
}

/// What a claim was judged by.
fn judged_by(claim: &Value) -> Value {
    let readings = claim["readings"].as_array().into_iter().flatten();
    let contradictions = claim["contradictions"].as_array().map_or(0, Vec::len);
    let readings: Vec<Value> = readings.map(|reading| json!([reading["id"], reading["settings"]])).collect();
    json!([claim["id"], claim["claimed"], readings, contradictions])
}

/// Settings without what is only said of readings.
fn without_words(settings: &Value) -> Value {
    let mut settings = settings.clone();
    for reading in settings["readings"].as_array_mut().into_iter().flatten() {
        *reading = json!([reading["id"], reading["settings"]]);
    }
    settings
}

fn same(figure: &Figure, of: &str, kept: Value, now: Value) -> Result<(), Error> {
    let refused = || Error::Document(format!("{}: {of} kept are {kept}, and would be {now} now", figure.id));
    if kept == now { Ok(()) } else { Err(refused()) }
}

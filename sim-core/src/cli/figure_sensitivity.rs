//! `flashlab figures ID --sensitivity`: what moves a claim, and how far.

use super::arguments::{Arguments, JSON};
use super::columns::aligned;
use super::failure::Failure;
use super::figure_run::measure;
use super::figures_text::json_list;
use super::interrupt::Interrupt;
use super::options::{QUICK, READING};
use super::parallel::in_parallel;
use super::progress::Progress;
use crate::experiment::document::Experiment;
use crate::figures::claim::Claim;
use crate::figures::figure::Figure;
use crate::figures::sensitivity::json::{Sensitivity, SensitivityChoice, SensitivityPair, SensitivityValue};
use crate::figures::sensitivity::{SensitivityPlan, Tried};
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What stands for a number that there is none of.
const NONE: &str = "\u{2013}";

/// Of the claims that the operands name, or of all of the `figures` that they name, as text or JSON.
pub(super) fn text(
    figures: &[&'static Figure],
    arguments: &Arguments,
    jobs: usize,
    interrupt: &Interrupt,
) -> Result<String, Failure> {
    let told = told(figures, arguments, jobs, interrupt)?;
    Ok(match arguments.has(JSON) {
        true => json_list(&told.iter().map(|one| format!("{:#}", one.to_json())).collect::<Vec<_>>()),
        false => told.iter().map(in_words).collect::<Vec<_>>().join("\n"),
    })
}

/// The same, claim by claim.
pub(super) fn told(
    figures: &[&'static Figure],
    arguments: &Arguments,
    jobs: usize,
    interrupt: &Interrupt,
) -> Result<Vec<Sensitivity>, Failure> {
    let reading = arguments.values(READING).last();
    let of_claim = |claim: &Claim| {
        let plan = SensitivityPlan::new(claim.id, arguments.has(QUICK), reading)
            .map_err(|error| Failure::usage(error.to_string()))?;
        Ok(plan.judge(&carry_out(&plan, jobs, interrupt)?))
    };
    claims(figures, &arguments.operands).into_iter().map(of_claim).collect()
}

/// Those that `words` name by their numbers; if none does, all of the `figures` for which something is measured.
fn claims(figures: &[&'static Figure], words: &[String]) -> Vec<&'static Claim> {
    let all = || figures.iter().flat_map(|figure| figure.claims);
    let named: Vec<&Claim> = all().filter(|claim| words.iter().any(|word| word == claim.id)).collect();
    if named.is_empty() { all().filter(|claim| !claim.conditions.is_empty()).collect() } else { named }
}

/// What came of all runs: some are known only once others were made.
fn carry_out(plan: &SensitivityPlan, jobs: usize, interrupt: &Interrupt) -> Result<Vec<Option<Tried>>, Failure> {
    let mut progress = Progress::new();
    let mut known: BTreeMap<String, Tried> = BTreeMap::new();
    let mut tried: Vec<Option<Tried>> = Vec::new();
    loop {
        let runs = plan.runs(&tried);
        if runs.len() == tried.len() {
            return Ok(tried);
        }
        let mut keys = Vec::with_capacity(runs.len());
        let mut missing = BTreeMap::new();
        for run in &runs {
            let document = plan.document(run).map_err(|error| Failure::Failed(error.to_string()))?;
            let key = format!("{} {document}", plan.by(run).name());
            if !known.contains_key(&key) {
                missing.insert(key.clone(), (plan.by(run), document));
            }
            keys.push(key);
        }
        let mut missing: Vec<_> = missing.into_iter().collect();
        // The longest first: one that is begun last would keep the other threads waiting.
        missing.sort_by_key(|(_, (_, document))| Reverse(requests(document)));
        let task = |at: usize| {
            let (_, (by, document)) = &missing[at];
            let experiment = Experiment::new(document, &[]).map_err(Failure::from);
            match experiment.and_then(|experiment| measure(*by, &experiment, interrupt)) {
                Ok(measure) => Ok(Ok(measure)),
                // A device too small, a run that ends early: that says something of the choice.
                Err(Failure::Usage(reason) | Failure::Failed(reason)) => Ok(Err(reason)),
                Err(failure) => Err(failure),
            }
        };
        let count = missing.len();
        let tell = |done: usize| {
            progress.show(|| format!("{}: {done} of {count} experiments, {} %", plan.claim.id, done * 100 / count));
        };
        let results = in_parallel(jobs, count, task, tell)?;
        known.extend(missing.into_iter().map(|(key, _)| key).zip(results));
        tried = keys.iter().map(|key| known.get(key).cloned()).collect();
    }
}

/// How many requests an experiment has, what comes before them included.
fn requests(document: &Value) -> u64 {
    let number = |path| document.pointer(path).and_then(Value::as_u64).unwrap_or_default();
    number("/workload/requests") + number("/run/warmup_requests")
}

fn in_words(told: &Sensitivity) -> String {
    let reading = told.reading.map(|id| format!(", by reading {id}")).unwrap_or_default();
    let size = if told.quick { ", quick" } else { "" };
    [
        format!("{} ({}{reading}{size}): {}\n", told.claim, told.figure, told.statement),
        told.words.iter().map(|words| format!("  {words}\n")).collect(),
        told.measured.iter().map(|measured| format!("  nearest to its bound: {measured}\n")).collect(),
        told.choices.iter().map(choice).collect(),
        told.pair.iter().map(pair).collect(),
        format!("\n  to repeat it: {}\n", told.command),
    ]
    .concat()
}

/// A line a value: whether the claim holds, its margin, what was measured.
fn choice(SensitivityChoice { title, values, own, words, .. }: &SensitivityChoice) -> String {
    let row = |(at, value): (usize, &SensitivityValue)| {
        let here = if at == *own { "here" } else { "" };
        [sign(value).into(), value.label.clone(), here.into(), margin(value), measured(value)]
    };
    let rows: Vec<[String; 5]> = values.iter().enumerate().map(row).collect();
    let words = words.as_deref().map(|words| format!(": {words}")).unwrap_or_default();
    format!("\n  {title}{words}\n{}", indented(&aligned(&rows)))
}

/// A row for each pair of values.
fn pair(SensitivityPair { rows, words, .. }: &SensitivityPair) -> String {
    let row = |value: &SensitivityValue| [sign(value).into(), value.label.clone(), margin(value)];
    let rows: Vec<[String; 3]> = rows.iter().flatten().map(row).collect();
    format!("\n  {}\n{}", words.as_deref().unwrap_or_default(), indented(&aligned(&rows)))
}

fn sign(value: &SensitivityValue) -> &'static str {
    match value.held {
        Some(true) => "\u{2713}",
        Some(false) => "\u{2715}",
        None => NONE,
    }
}

fn margin(value: &SensitivityValue) -> String {
    let percent = |margin: f64| format!("{}{:.1} %", if margin < 0.0 { "\u{2212}" } else { "+" }, margin.abs() * 100.0);
    value.margin.map_or(NONE.into(), percent)
}

fn measured(value: &SensitivityValue) -> String {
    value.measured.clone().or(value.refused.clone()).unwrap_or_default()
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

//! `flashlab figures`: the papers' experiments, carried out and judged.

use super::arguments::{Arguments, JSON, Opt};
use super::claims_table;
use super::command::Command;
use super::failure::Failure;
use super::figure_run::measure;
use super::figure_sensitivity;
use super::figure_times::FigureTimes;
use super::figures_on_traces;
use super::figures_text::{self, json_list};
use super::interrupt::Interrupt;
use super::options::{COLUMNS, FORMAT, QUICK, READING, TRACE};
use super::out_file::{Inputs, OutFile, writable};
use super::parallel::{JOBS, in_parallel, jobs};
use super::progress::Progress;
use crate::experiment::document::Experiment;
use crate::figures::figure::Figure;
use crate::figures::measure::Measure;
use crate::figures::outcome::Outcome;
use crate::figures::plan::{Plan, Run};
use crate::figures::report;
use crate::figures::sensitivity::json::Sensitivity;
use crate::figures::{FIGURES, matching};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{Write, stderr};
use std::time::Instant;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "figures",
    arguments: "[ID]... [--quick] [--sensitivity [--reading ID]] [--report] [[--trace FILE]... [--format NAME] [--columns LIST]] [--out FILE] [--jobs N] [--json]",
    help: "runs the papers' experiments and judges their claims; ID is a figure, a system or a claim",
    execute,
};

/// `--out FILE`: what is printed, as a file.
const OUT: Opt = Opt { name: "--out", value: Some("FILE") };
/// `--sensitivity`: what moves the claims, instead of the claims, or in their report.
const SENSITIVITY: Opt = Opt { name: "--sensitivity", value: None };
/// `--report`: a reproduction report, one HTML file.
const REPORT: Opt = Opt { name: "--report", value: None };

fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let arguments = Arguments::new(
        COMMAND.name,
        words,
        &[QUICK, SENSITIVITY, READING, REPORT, TRACE, FORMAT, COLUMNS, OUT, JOBS, JSON],
        usize::MAX,
    )?;
    let figures = selected(&arguments.operands)?;
    let jobs = jobs(&arguments)?;
    let name = arguments.values(OUT).last();
    refuse_contradictions(&arguments)?;
    let inputs = Inputs::of(arguments.values(TRACE));
    // Before anything is carried out, which may take long.
    name.map(|name| writable(OUT, name, &inputs)).transpose()?;
    let interrupt = Interrupt::watch();
    let traces: Vec<&str> = arguments.values(TRACE).collect();
    let text = match (arguments.has(REPORT), arguments.has(SENSITIVITY)) {
        _ if !traces.is_empty() => figures_on_traces::text(&figures, &traces, &arguments, jobs, &interrupt)?,
        (false, true) => figure_sensitivity::text(&figures, &arguments, jobs, &interrupt)?,
        (is_report, is_firm) => {
            let plans: Vec<Plan> = figures.iter().map(|figure| Plan::new(figure, arguments.has(QUICK))).collect();
            let (measures, times) = carry_out(&plans, jobs, &interrupt)?;
            let outcomes = outcomes(&plans, &measures)?;
            // How long it took is not part of the result.
            if !arguments.has(JSON) {
                let _ = stderr().write_all(times.text().as_bytes());
            }
            match (is_report, arguments.has(JSON)) {
                (true, _) => {
                    let results: Vec<Value> = outcomes.iter().map(Outcome::to_json).collect();
                    let asked = if is_firm { &figures[..] } else { &[] };
                    let firmness = figure_sensitivity::told(asked, &arguments, jobs, &interrupt)?;
                    report::html(&results, &firmness.iter().map(Sensitivity::to_json).collect::<Vec<_>>())
                }
                (false, true) => json(&outcomes),
                (false, false) => text(&outcomes),
            }
        }
    };
    match name {
        None => Ok(out.write_all(text.as_bytes()).and_then(|()| out.flush())?),
        Some(name) => {
            let mut file = OutFile::create(OUT, name, &inputs, &interrupt)?;
            file.write_all(text.as_bytes())?;
            file.keep()
        }
    }
}

/// Options that do nothing beside others, or without them.
fn refuse_contradictions(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.has(READING) && !arguments.has(SENSITIVITY) {
        return Err(Failure::usage("--reading is for --sensitivity; without it all readings are carried out"));
    }
    if let Some(other) = [QUICK, SENSITIVITY, REPORT].into_iter().find(|&option| arguments.has(option))
        && arguments.has(TRACE)
    {
        return Err(Failure::usage(format!(
            "--trace: claims are not about one's own traces; leave {} out",
            other.name
        )));
    }
    if let Some(other) = [FORMAT, COLUMNS].into_iter().find(|&option| arguments.has(option))
        && !arguments.has(TRACE)
    {
        return Err(Failure::usage(format!("{} is for {}; without it no trace is read", other.name, TRACE.name)));
    }
    if arguments.has(JSON) && arguments.has(REPORT) {
        return Err(Failure::usage("--report is an HTML file and --json is not: give one of them"));
    }
    Ok(())
}

/// Figure after figure, and at the end all their claims in one table.
fn text(outcomes: &[Outcome<'_>]) -> String {
    let claims = Some(claims_table::text(outcomes)).filter(|claims| !claims.is_empty());
    outcomes.iter().map(figures_text::text).chain(claims).collect::<Vec<_>>().join("\n")
}

/// A list in which each figure has the bytes that it has in the page.
fn json(outcomes: &[Outcome<'_>]) -> String {
    json_list(&outcomes.iter().map(|outcome| format!("{:#}", outcome.to_json())).collect::<Vec<_>>())
}

/// The figures that `ids` name, each once, in the order in which they are listed; all if none is named.
fn selected(ids: &[String]) -> Result<Vec<&'static Figure>, Failure> {
    if let Some(unknown) = ids.iter().find(|id| matching(id).is_empty()) {
        return Err(Failure::usage(format!("{unknown}: unknown figure, system or claim; known are {}", known())));
    }
    let is_named = |figure: &&Figure| ids.iter().flat_map(|id| matching(id)).any(|named| named.id == figure.id);
    Ok(FIGURES.iter().copied().filter(|figure| ids.is_empty() || is_named(figure)).collect())
}

fn known() -> String {
    let mut systems: Vec<&str> = FIGURES.iter().map(|figure| figure.system).collect();
    systems.dedup();
    let figures = FIGURES.iter().map(|figure| figure.id);
    let claims = FIGURES.iter().flat_map(|figure| figure.claims).map(|claim| claim.id);
    figures.chain(systems.iter().copied()).chain(claims).collect::<Vec<_>>().join(", ")
}

/// The measures of all runs, plan by plan, and how long they took. An experiment that several figures have in common is carried out once.
fn carry_out(plans: &[Plan], jobs: usize, interrupt: &Interrupt) -> Result<(Vec<Measure>, FigureTimes), Failure> {
    let mut progress = Progress::new();
    let runs: Vec<(&Plan, Run)> =
        plans.iter().flat_map(|plan| plan.runs().into_iter().map(move |run| (plan, run))).collect();
    let (experiments, shared) = experiments(&runs)?;
    let task = |at: usize| {
        let (plan, run, experiment) = &experiments[at];
        let began = Instant::now();
        let measured = measure(plan.by(run), experiment, interrupt).map_err(|failure| at_place(failure, plan, run))?;
        Ok((measured, began.elapsed()))
    };
    let count = experiments.len();
    let tell = |done: usize| {
        let id = experiments[done - 1].0.figure.id;
        progress.show(|| format!("{id}: {done} of {count} experiments, {} %", done * 100 / count));
    };
    let measures = in_parallel(jobs, count, task, tell)?;
    let mut times = FigureTimes::default();
    for ((plan, run, _), (_, time)) in experiments.iter().zip(&measures) {
        times.add(plan, run, *time);
    }
    Ok((shared.into_iter().map(|at| measures[at].0.clone()).collect(), times))
}

/// An experiment, and the first run that takes it.
type Taken<'a> = (&'a Plan, Run, Experiment);

/// The experiments that `runs` take, each once, and by run which one it is.
fn experiments<'a>(runs: &[(&'a Plan, Run)]) -> Result<(Vec<Taken<'a>>, Vec<usize>), Failure> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut experiments = Vec::new();
    let mut shared = Vec::with_capacity(runs.len());
    for &(plan, run) in runs {
        let experiment =
            Experiment::new(&plan.document(&run), &[]).map_err(|error| at_place(error.into(), plan, &run))?;
        let what = format!("{} {}", plan.by(&run).name(), experiment.to_document());
        let place = *places.entry(what).or_insert(experiments.len());
        if place == experiments.len() {
            experiments.push((plan, run, experiment));
        }
        shared.push(place);
    }
    Ok((experiments, shared))
}

/// A failure of an experiment that the user did not write: where it is from.
fn at_place(failure: Failure, plan: &Plan, run: &Run) -> Failure {
    match failure {
        Failure::Usage(text) | Failure::Failed(text) => Failure::Failed(format!(
            "{}{}, {} at {}, seed {}: {text}",
            plan.figure.id,
            run.reading.map(|reading| format!(" by {}", plan.readings[reading].id)).unwrap_or_default(),
            plan.figure.systems[run.system].title,
            plan.figure.x.label(plan.xs[run.x_index]),
            run.seed
        )),
        Failure::Interrupted | Failure::ReaderGone => failure,
    }
}

fn outcomes<'a>(plans: &'a [Plan], measures: &[Measure]) -> Result<Vec<Outcome<'a>>, Failure> {
    let mut left = measures.iter().cloned().map(Some);
    let outcome = |plan: &'a Plan| {
        let own: Vec<Option<Measure>> = left.by_ref().take(plan.runs().len()).collect();
        Ok(Outcome::new(plan, &own)?)
    };
    plans.iter().map(outcome).collect()
}

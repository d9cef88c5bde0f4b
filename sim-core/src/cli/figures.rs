//! `flashlab figures`: the papers' experiments, carried out and judged.

use super::arguments::{Arguments, JSON, Opt};
use super::failure::Failure;
use super::figure_times::FigureTimes;
use super::interrupt::Interrupt;
use super::parallel::{JOBS, in_parallel, jobs};
use super::progress::Progress;
use super::run::REQUESTS;
use super::{Command, claims_table, figures_text};
use crate::experiment::document::Experiment;
use crate::figures::by::By;
use crate::figures::figure::Figure;
use crate::figures::measure::Measure;
use crate::figures::outcome::Outcome;
use crate::figures::plan::{Plan, Run};
use crate::figures::{FIGURES, matching};
use crate::metrics::run;
use std::collections::BTreeMap;
use std::io::{Write, stderr};
use std::time::Instant;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "figures",
    arguments: "[ID]... [--quick] [--jobs N] [--json]",
    help: "runs the papers' experiments and judges their claims; ID is a figure, a system or a claim",
    execute,
};

/// `--quick`: one seed, and no more points than the claims take, or smaller experiments.
const QUICK: Opt = Opt { name: "--quick", value: None };

fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let arguments = Arguments::new(COMMAND.name, words, &[QUICK, JOBS, JSON], usize::MAX)?;
    let figures = selected(&arguments.operands)?;
    let jobs = jobs(&arguments)?;
    let plans: Vec<Plan> = figures.into_iter().map(|figure| Plan::new(figure, arguments.has(QUICK))).collect();
    let (measures, times) = carry_out(&plans, jobs)?;
    let outcomes = outcomes(&plans, &measures)?;
    // How long it took is not part of the result.
    if !arguments.has(JSON) {
        let _ = stderr().write_all(times.text().as_bytes());
    }
    let text = match arguments.has(JSON) {
        true => json(&outcomes),
        false => text(&outcomes),
    };
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Figure after figure, and at the end all their claims in one table.
fn text(outcomes: &[Outcome<'_>]) -> String {
    let claims = Some(claims_table::text(outcomes)).filter(|claims| !claims.is_empty());
    outcomes.iter().map(figures_text::text).chain(claims).collect::<Vec<_>>().join("\n")
}

/// A list in which each figure has the bytes that it has in the page.
fn json(outcomes: &[Outcome<'_>]) -> String {
    let figures: Vec<String> = outcomes.iter().map(|outcome| format!("{:#}", outcome.to_json())).collect();
    format!("[\n{}\n]\n", figures.join(",\n"))
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
fn carry_out(plans: &[Plan], jobs: usize) -> Result<(Vec<Measure>, FigureTimes), Failure> {
    let interrupt = Interrupt::watch();
    let mut progress = Progress::new();
    let runs: Vec<(&Plan, Run)> =
        plans.iter().flat_map(|plan| plan.runs().into_iter().map(move |run| (plan, run))).collect();
    let (experiments, shared) = experiments(&runs)?;
    let task = |at: usize| {
        let (plan, run, experiment) = &experiments[at];
        let began = Instant::now();
        let measured = measure(plan.by(run), experiment, &interrupt).map_err(|failure| at_place(failure, plan, run))?;
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

fn measure(by: By, experiment: &Experiment, interrupt: &Interrupt) -> Result<Measure, Failure> {
    if by != By::Device {
        interrupt.check()?;
        return Ok(by.measure(experiment, None)?);
    }
    let mut run = run::Run::new(experiment, None)?;
    while run.go_on(REQUESTS) {
        interrupt.check()?;
    }
    Ok(Measure::of(&run.report())?)
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

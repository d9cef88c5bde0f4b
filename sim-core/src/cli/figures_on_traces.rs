//! `flashlab figures ID --trace FILE...`: figures on traces of one's own, in the place of the paper's.

use super::arguments::{Arguments, JSON};
use super::columns::right_aligned;
use super::failure::Failure;
use super::figure_run::measure_on;
use super::figures_text::json_list;
use super::interrupt::Interrupt;
use super::parallel::in_parallel;
use super::progress::Progress;
use super::trace_file;
use super::trace_options::options;
use crate::base::text::grouped;
use crate::experiment::document::Experiment;
use crate::figures::figure::Figure;
use crate::figures::measure::Measure;
use crate::figures::metric::Metric;
use crate::figures::number_words::differences;
use crate::figures::on_traces::{OnTraces, OwnTrace, TraceRun};
use crate::figures::takes_traces::takes_traces;
use crate::trace::coverage::Coverage;
use crate::trace::replay::SharedRecords;
use serde_json::{Value, json};

/// What stands for a number that does not apply.
const NONE: &str = "\u{2013}";

/// Of the `figures` those that traces can be given to; `names` are their files, all read as `arguments` say.
pub(super) fn text(
    figures: &[&'static Figure],
    names: &[&str],
    arguments: &Arguments,
    jobs: usize,
    interrupt: &Interrupt,
) -> Result<String, Failure> {
    let possible: Vec<&'static Figure> = figures.iter().copied().filter(|figure| takes_traces(figure)).collect();
    if possible.is_empty() {
        let ids: Vec<&str> = figures.iter().map(|figure| figure.id).collect();
        let all = crate::figures::FIGURES.iter().filter(|figure| takes_traces(figure));
        let known: Vec<&str> = all.map(|figure| figure.id).collect();
        return Err(Failure::usage(format!(
            "--trace: the requests of {} are generated; a trace can take the place of those of {}",
            ids.join(", "),
            known.join(", ")
        )));
    }
    let (mut traces, mut records) = (Vec::new(), Vec::new());
    for name in names {
        let (trace, of_trace) = read(name, arguments, interrupt)?;
        traces.push(trace);
        records.push(of_trace);
    }
    let mut told = Vec::with_capacity(possible.len());
    for figure in possible {
        let on = OnTraces::new(figure, &traces)?;
        let measures = carry_out(&on, &records, jobs, interrupt)?;
        told.push(if arguments.has(JSON) {
            format!("{:#}", in_json(&on, &measures))
        } else {
            in_words(&on, &traces, &measures)
        });
    }
    Ok(if arguments.has(JSON) { json_list(&told) } else { told.join("\n") })
}

/// A trace, its busiest device; what is left out of it is told.
fn read(name: &str, arguments: &Arguments, interrupt: &Interrupt) -> Result<(OwnTrace, SharedRecords), Failure> {
    let imported = trace_file::import(options(arguments, name)?, None, interrupt)?;
    trace_file::tell_suspicions(&imported, None);
    let records = imported.into_records(None)?;
    trace_file::tell(Some(&records));
    let requests = records.coverage().map_or(0, Coverage::replayed);
    let requests = u32::try_from(requests).unwrap_or(u32::MAX);
    Ok((OwnTrace { name: name.into(), sha256: None, requests }, records))
}

fn carry_out(
    on: &OnTraces<'_>,
    records: &[SharedRecords],
    jobs: usize,
    interrupt: &Interrupt,
) -> Result<Vec<Measure>, Failure> {
    let runs = on.runs();
    let mut progress = Progress::new();
    let task = |at: usize| {
        let run = &runs[at];
        let experiment = Experiment::new(&on.document(run), &[])?;
        measure_on(on.by(run), &experiment, Some(&records[run.trace]), interrupt)
    };
    let count = runs.len();
    let tell = |done: usize| {
        progress.show(|| format!("{}: {done} of {count} experiments, {} %", on.figure.id, done * 100 / count));
    };
    in_parallel(jobs, count, task, tell)
}

/// The figure as the page shows it, with what was measured, by run.
fn in_json(on: &OnTraces<'_>, measures: &[Measure]) -> Value {
    let mut told = on.to_json();
    told["measures"] = measures.iter().map(Measure::to_json).collect();
    told["judged"] = json!(false);
    told
}

fn in_words(on: &OnTraces<'_>, traces: &[OwnTrace], measures: &[Measure]) -> String {
    let figure = on.figure;
    let runs: Vec<(TraceRun, &Measure)> = on.runs().into_iter().zip(measures).collect();
    let names: Vec<&str> = traces.iter().map(|trace| trace.name.as_str()).collect();
    let mut text = format!(
        "{}: {}, on {}\n  after {}\n  in the place of the paper's traces, which are not part of flashlab; its claims are not about these, so none is judged\n",
        figure.id,
        figure.title,
        names.join(", "),
        figure.source()
    );
    for (at, trace) in traces.iter().enumerate() {
        text.push_str(&format!("\n  {}, {} requests\n", trace.name, grouped(trace.requests.into())));
        let own: Vec<&(TraceRun, &Measure)> = runs.iter().filter(|(run, _)| run.trace == at).collect();
        for &metric in figure.metrics {
            let unit = if metric.unit().is_empty() { String::new() } else { format!(", {}", metric.unit()) };
            text.push_str(&format!("    {}{unit}\n", metric.title()));
            text.push_str(&right_aligned(&rows(on, &own, metric)));
        }
        text.push_str(&gains(on, &own));
    }
    for claim in figure.claims {
        text.push_str(&format!("\n  {} says of the paper's traces: {}\n", claim.id, claim.statement));
    }
    text
}

/// A row for each place of the axis, a column for each system.
fn rows(on: &OnTraces<'_>, own: &[&(TraceRun, &Measure)], metric: Metric) -> Vec<Vec<String>> {
    let mut places: Vec<String> = own.iter().map(|(run, _)| on.place(run)).collect();
    places.dedup();
    let mut systems: Vec<usize> = own.iter().map(|(run, _)| on.system(run)).collect();
    systems.sort_unstable();
    systems.dedup();
    let head =
        std::iter::once(String::new()).chain(systems.iter().map(|&system| on.figure.systems[system].title.into()));
    let cell = |place: &str, system: usize| {
        let found = own.iter().find(|(run, _)| on.system(run) == system && on.place(run) == place);
        let value = found.and_then(|(_, measure)| metric.of(measure, None)).map(|value| value / metric.per_unit());
        match value {
            None => NONE.into(),
            Some(value) if metric.decimals() == 0 => grouped(value.round() as u64),
            Some(value) => format!("{value:.*}", metric.decimals()),
        }
    };
    let row = |place: &String| {
        let cells = systems.iter().map(|&system| cell(place, system));
        std::iter::once(place.clone()).chain(cells).collect()
    };
    std::iter::once(head.collect()).chain(places.iter().map(row)).collect()
}

/// By how much what the paper proposes is ahead of each other system, in the first metric and in erases, where the axis has one place.
fn gains(on: &OnTraces<'_>, own: &[&(TraceRun, &Measure)]) -> String {
    let metrics = on.figure.metrics;
    let erases = metrics.iter().skip(1).filter(|&&metric| metric == Metric::Erases);
    metrics.iter().take(1).chain(erases).map(|&metric| gains_in(metric, on, own)).collect()
}

fn gains_in(metric: Metric, on: &OnTraces<'_>, own: &[&(TraceRun, &Measure)]) -> String {
    let value = |system: usize| {
        let found: Vec<&Measure> =
            own.iter().filter(|(run, _)| on.system(run) == system).map(|(_, measure)| *measure).collect();
        if let [one] = found[..] { metric.of(one, None) } else { None }
    };
    let Some(first) = value(0) else { return String::new() };
    let titles = on.figure.systems;
    let line = |system: usize| {
        let rival = value(system)?;
        let words = match (first == 0.0, rival == 0.0) {
            (true, true) => metric.both_nothing().into(),
            (false, true) => "more than its 0".into(),
            _ => differences(first / rival, first / rival),
        };
        Some(format!("    against {}: {words}\n", titles[system].title))
    };
    let lines: String = (1..titles.len()).filter_map(line).collect();
    if lines.is_empty() { lines } else { format!("    {} of {}\n{lines}", metric.title(), titles[0].title) }
}

//! `flashlab run`: one experiment, one report.

use super::arguments::{Arguments, JSON};
use super::command::Command;
use super::experiment::experiment_or_operations;
use super::failure::Failure;
use super::interrupt::{Interrupt, REQUESTS_BETWEEN_LOOKS};
use super::options::{COLUMNS, FORMAT, OPERATIONS, SET, STRICT, TRACE};
use super::progress::Progress;
use super::report_text;
use super::terminal::tell;
use super::trace_file;
use crate::machine::{End, EndKind};
use crate::metrics::report::Engine;
use crate::metrics::run::Run;
use std::io::Write;
use std::time::Instant;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "run",
    arguments: "[EXPERIMENT.json] [--set PATH=VALUE]... [--trace FILE | --operations FILE] [--format NAME] [--columns LIST] [--strict] [--json]",
    help: "runs one experiment and prints its report; - reads the experiment from standard input",
    execute,
};

fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let arguments = Arguments::new(COMMAND.name, words, &[SET, TRACE, OPERATIONS, FORMAT, COLUMNS, STRICT, JSON], 1)?;
    let interrupt = Interrupt::watch();
    let experiment = experiment_or_operations(&arguments, &interrupt)?;
    let recorded = trace_file::recorded(&experiment, &interrupt)?;
    trace_file::check(&experiment, recorded.as_ref(), &arguments)?;
    let is_json = arguments.has(JSON);
    // In the report for people it stands among the figures.
    if is_json {
        trace_file::tell(recorded.as_ref());
    }
    let mut run = Run::new(&experiment, recorded.as_ref())?;
    let begun = Instant::now();
    carry_out(&mut run, &interrupt)?;
    let wall_ms = begun.elapsed().as_secs_f64() * 1000.0;
    let mut report = run.report();
    report.engine = Engine::of(run.machine(), wall_ms);
    let text = if is_json { report.to_json() + "\n" } else { report_text::text(&experiment, &report) };
    out.write_all(text.as_bytes())?;
    out.flush()?;
    match report.end {
        Some(End { kind: EndKind::Rule, text }) => Err(Failure::Failed(text)),
        Some(End { kind: EndKind::DeviceFull | EndKind::ReadOnly, text }) => {
            tell(&format!("the run ended early: {text}"));
            Ok(())
        }
        _ => Ok(()),
    }
}

fn carry_out(run: &mut Run, interrupt: &Interrupt) -> Result<(), Failure> {
    let mut progress = Progress::new();
    while run.go_on(REQUESTS_BETWEEN_LOOKS) {
        interrupt.check()?;
        let (done, all) = run.progress();
        progress.show(|| format!("{done} of {all} requests, {} %", u128::from(done) * 100 / u128::from(all.max(1))));
    }
    Ok(())
}

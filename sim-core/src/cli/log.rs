//! `flashlab log`: everything a run does, operation by operation.

use super::arguments::{Arguments, Opt};
use super::command::Command;
use super::experiment::experiment_or_operations;
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::options::{COLUMNS, FORMAT, OPERATIONS, SET, STRICT, TRACE};
use super::out_file::{Inputs, OutFile, writable};
use super::progress::Progress;
use super::terminal;
use super::trace_file;
use crate::log::Format;
use crate::log::run::LogRun;
use crate::machine::{End, EndKind};
use std::io::Write;
use std::ops::Range;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "log",
    arguments: "[EXPERIMENT.json] [--set PATH=VALUE]... [--trace FILE | --operations FILE] [--format NAME] [--columns LIST] [--strict] [--from REQUEST] [--to REQUEST] [--csv|--chrome] \
                [--out FILE]",
    help: "writes every operation from request --from up to, but not including, request --to: one CSV row per operation, \
           or a trace for Perfetto",
    execute,
};

/// `--from REQUEST`: the first request, counted from 0.
const FROM: Opt = Opt { name: "--from", value: Some("REQUEST") };
/// `--to REQUEST`: the request before which the log ends.
const TO: Opt = Opt { name: "--to", value: Some("REQUEST") };
/// `--csv`: a row an operation, as without it.
const CSV: Opt = Opt { name: "--csv", value: None };
/// `--chrome`: a Chrome trace.
const CHROME: Opt = Opt { name: "--chrome", value: None };
/// `--out FILE`: where the log goes; standard output if not given.
const OUT: Opt = Opt { name: "--out", value: Some("FILE") };

/// Steps between two looks at progress and Ctrl-C.
const STEPS: u64 = 1000;
/// Bytes that are written at a time.
const PIECE: usize = 1 << 20;

fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let arguments = Arguments::new(
        COMMAND.name,
        words,
        &[SET, TRACE, OPERATIONS, FORMAT, COLUMNS, STRICT, FROM, TO, CSV, CHROME, OUT],
        1,
    )?;
    let (format, requests) = (format(&arguments)?, requests(&arguments)?);
    let interrupt = Interrupt::watch();
    let experiment = experiment_or_operations(&arguments, &interrupt)?;
    let traces = trace_file::files(&experiment)?;
    let inputs = Inputs::of(arguments.operands.iter().chain(&traces).map(String::as_str));
    let name = arguments.values(OUT).last();
    // Before the trace is read, which may take long.
    name.map(|name| writable(OUT, name, &inputs)).transpose()?;
    let recorded = trace_file::recorded(&experiment, &interrupt)?;
    trace_file::check(&experiment, recorded.as_ref(), &arguments)?;
    trace_file::tell(recorded.as_ref());
    let mut run = LogRun::new(&experiment, recorded.as_ref(), format, requests)?;
    match name {
        None => write(&mut run, out, &interrupt)?,
        Some(name) => {
            let mut file = OutFile::create(OUT, name, &inputs, &interrupt)?;
            write(&mut run, &mut file, &interrupt)?;
            file.keep()?;
        }
    }
    match run.end() {
        Some(End { kind: EndKind::Rule, text }) => Err(Failure::Failed(text.clone())),
        Some(End { kind: EndKind::DeviceFull | EndKind::ReadOnly, text }) => {
            terminal::tell(&format!("the run ended early: {text}"));
            Ok(())
        }
        _ => Ok(()),
    }
}

fn write(run: &mut LogRun, out: &mut dyn Write, interrupt: &Interrupt) -> Result<(), Failure> {
    let mut progress = Progress::new();
    let mut goes_on = true;
    while goes_on {
        goes_on = run.go_on(STEPS);
        interrupt.check()?;
        if run.waiting() >= PIECE || !goes_on {
            out.write_all(&run.take())?;
        }
        let (done, all) = run.progress();
        progress.show(|| format!("{done} of {all} requests, {} %", u128::from(done) * 100 / u128::from(all.max(1))));
    }
    Ok(out.flush()?)
}

fn format(arguments: &Arguments) -> Result<Format, Failure> {
    match (arguments.has(CSV), arguments.has(CHROME)) {
        (true, true) => Err(Failure::usage("--csv and --chrome: choose one format")),
        (_, true) => Ok(Format::Chrome),
        (_, false) => Ok(Format::Csv),
    }
}

fn requests(arguments: &Arguments) -> Result<Range<u64>, Failure> {
    let number = |option: Opt, otherwise: u64| match arguments.values(option).last() {
        None => Ok(otherwise),
        Some(text) => text
            .parse()
            .map_err(|_| Failure::usage(format!("{} {text}: not a request number, counted from 0", option.name))),
    };
    let (from, to) = (number(FROM, 0)?, number(TO, u64::MAX)?);
    if to <= from {
        return Err(Failure::usage(format!(
            "--to {to}: not after --from {from}; the log ends just before request --to"
        )));
    }
    Ok(from..to)
}

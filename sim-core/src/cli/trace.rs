//! `flashlab trace`: what a trace is.

use super::Command;
use super::arguments::{Arguments, JSON};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::trace_file::import;
use crate::trace::import::ImportOptions;
use std::io::Write;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "trace",
    arguments: "FILE [--json]",
    help: "describes a trace: format, requests, span, mix, sequentiality, devices, unreadable lines",
    execute,
};

fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let arguments = Arguments::new(COMMAND.name, words, &[JSON], 1)?;
    let Some(file) = arguments.operands.first() else {
        return Err(Failure::usage("trace needs a file: flashlab trace FILE"));
    };
    let imported = import(ImportOptions::new(file), None, &Interrupt::watch())?;
    let text = match arguments.has(JSON) {
        true => serde_json::to_string_pretty(&imported).expect("a summary has only plain values") + "\n",
        false => imported.report_text(),
    };
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

//! `flashlab trace`: what a trace is; and `flashlab trace overview` and `convert`.

use super::arguments::{Arguments, JSON};
use super::command::Command;
use super::convert;
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::options::{COLUMNS, DEVICE, FORMAT, STRICT};
use super::trace_file::{import, refuse_losses};
use super::trace_options::options;
use super::trace_overview;
use crate::trace::report::Imported;
use serde_json::json;
use std::io::Write;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "trace",
    arguments: "FILE [--format NAME] [--columns LIST] [--device NUMBER] [--strict] [--json] | \
                overview FILE [--from SECONDS] [--to SECONDS] [--first BYTE] [--end BYTE] [--format NAME] [--columns LIST] \
                [--device NUMBER] [--strict] [--json] | \
                convert FILE --to FORMAT [--out FILE] [--from SECONDS] [--until SECONDS] [--first BYTE] [--end BYTE] [--speed-up FACTOR] \
                [--address MODE [--set device.FIELD=VALUE]...] [--format NAME] [--columns LIST] [--device NUMBER] [--strict]",
    help: "describes a trace: format, requests, span, mix, sequentiality, devices, unreadable lines; \
           overview is what its requests are over time and addresses, in a window of both; convert writes it in another format, a window of it, faster, or with its addresses fitted to a device; - reads the trace from standard input",
    execute,
};

fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    match words.split_first().map(|(word, rest)| (word.as_str(), rest)) {
        Some(("convert", rest)) => return convert::execute(rest, out),
        Some(("overview", rest)) => return trace_overview::execute(rest, out),
        _ => {}
    }
    let arguments = Arguments::new(COMMAND.name, words, &[FORMAT, COLUMNS, DEVICE, STRICT, JSON], 1)?;
    let Some(file) = arguments.operands.first() else {
        return Err(Failure::usage("trace needs a file: flashlab trace FILE"));
    };
    let imported = import(options(&arguments, file)?, None, &Interrupt::watch())?;
    refuse_losses(&imported.name, &imported.reading_losses(), &arguments)?;
    let text = match arguments.has(JSON) {
        true => json(&imported),
        false => imported.report_text(),
    };
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// The report for programs: all but the records, and how much each device's requests touch.
fn json(imported: &Imported) -> String {
    let mut report = json!(imported);
    for (place, device) in imported.devices.iter().enumerate() {
        report["devices"][place]["summary"]["touched_bytes"] = json!(device.touched().bytes);
    }
    format!("{report:#}\n")
}

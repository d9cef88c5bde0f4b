//! `flashlab trace overview`: what a trace's requests are over time and over addresses.

use super::arguments::{Arguments, JSON, Opt};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::options::{COLUMNS, DEVICE, FORMAT, STRICT};
use super::terminal;
use super::trace_file::{import, refuse_losses};
use super::trace_options::options;
use super::trace_window::{END, FIRST, FROM, window};
use crate::trace::overview::run::OverviewRun;
use serde_json::json;
use std::io::Write;

/// What it takes.
pub(super) const ARGUMENTS: &str = "overview FILE [--from SECONDS] [--to SECONDS] [--first BYTE] [--end BYTE] \
                                    [--format NAME] [--columns LIST] [--device NUMBER] [--strict] [--json]";

/// `--to SECONDS`: the first moment after it.
pub(super) const TO: Opt = Opt { name: "--to", value: Some("SECONDS") };

/// Records between two looks at whether to stop.
const SLICE: usize = 1 << 20;

pub(super) fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let accepted = [FROM, TO, FIRST, END, FORMAT, COLUMNS, DEVICE, STRICT, JSON];
    let arguments = Arguments::new("trace overview", words, &accepted, 1)?;
    let Some(file) = arguments.operands.first() else {
        return Err(Failure::usage(format!("trace overview needs a file: flashlab trace {ARGUMENTS}")));
    };
    let (window, options) = (window(&arguments, TO)?, options(&arguments, file)?);
    let (wanted, interrupt) = (options.device, Interrupt::watch());
    let imported = import(options, None, &interrupt)?;
    let losses = imported.reading_losses();
    refuse_losses(&imported.name, &losses, &arguments)?;
    losses.iter().for_each(|loss| terminal::tell(&format!("{}: {loss}", imported.name)));
    let (name, of_several) = (imported.name.clone(), imported.devices.len() > 1);
    let device = imported.into_device(wanted)?;
    let mut run = OverviewRun::new(&device.records, window);
    while run.go_on(&device.records, SLICE) {
        interrupt.check()?;
    }
    let overview = run.finish();
    let text = match arguments.has(JSON) {
        true => format!(
            "{:#}\n",
            json!({ "name": name, "device": device.device, "label": device.label, "overview": overview })
        ),
        false if of_several => format!("{name}, device {} ({})\n{}", device.device, device.label, overview.text()),
        false => format!("{name}\n{}", overview.text()),
    };
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

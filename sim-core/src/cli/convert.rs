//! `flashlab trace convert`: a trace in another format.

use super::arguments::{Arguments, Opt};
use super::experiment::{COLUMNS, FORMAT};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::out_file::{Inputs, OutFile, writable};
use super::trace::{DEVICE, options};
use super::trace_file::{STRICT, import, refuse_losses};
use crate::trace::Format;
use crate::trace::report::Imported;
use std::io::Write;

/// What it takes.
pub(super) const ARGUMENTS: &str =
    "convert FILE --to FORMAT [--out FILE] [--format NAME] [--columns LIST] [--device NUMBER] [--strict]";

/// `--to FORMAT`: the format that is written.
const TO: Opt = Opt { name: "--to", value: Some("FORMAT") };
/// `--out FILE`: where the trace goes; standard output if not given.
const OUT: Opt = Opt { name: "--out", value: Some("FILE") };
/// The same, short.
const O: Opt = Opt { name: "-o", value: Some("FILE") };

pub(super) fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let arguments = Arguments::new("trace convert", words, &[TO, OUT, O, FORMAT, COLUMNS, DEVICE, STRICT], 1)?;
    let Some(file) = arguments.operands.first() else {
        return Err(Failure::usage(format!("trace convert needs a file: flashlab trace {ARGUMENTS}")));
    };
    let to = format(&arguments)?;
    let options = options(&arguments, file)?;
    let inputs = Inputs::of([file.as_str()]);
    let named = [O, OUT].into_iter().find_map(|option| Some((option, arguments.values(option).last()?)));
    // Before the trace is read, which may take long.
    named.map(|(option, name)| writable(option, name, &inputs)).transpose()?;
    let interrupt = Interrupt::watch();
    let imported = import(options, None, &interrupt)?;
    let mut losses = imported.reading_losses();
    losses.extend(imported.losses(to)?.notes());
    refuse_losses(&imported.name, &losses, &arguments)?;
    losses.iter().for_each(|loss| super::tell(&format!("{}: {loss}", imported.name)));
    match named {
        None => write(&imported, to, out, &interrupt),
        Some((option, name)) => {
            let mut file = OutFile::create(option, name, &inputs, &interrupt)?;
            write(&imported, to, &mut file, &interrupt)?;
            file.keep()
        }
    }
}

/// The format that `--to` names.
fn format(arguments: &Arguments) -> Result<Format, Failure> {
    let names = || Format::writable().collect::<Vec<_>>().join(", ");
    let Some(name) = arguments.values(TO).last() else {
        return Err(Failure::usage(format!("trace convert needs a format: --to FORMAT, one of {}", names())));
    };
    let found = Format::ALL.iter().copied().find(|format| format.info().name == name);
    match found.filter(|format| format.check_writable().is_ok()) {
        Some(format) => Ok(format),
        None => Err(Failure::usage(format!("--to {name}: not a format that is written; expected one of {}", names()))),
    }
}

fn write(imported: &Imported, to: Format, out: &mut dyn Write, interrupt: &Interrupt) -> Result<(), Failure> {
    imported.write_as(to, |piece| {
        interrupt.check()?;
        Ok::<(), Failure>(out.write_all(piece)?)
    })?;
    Ok(out.flush()?)
}

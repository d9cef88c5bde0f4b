//! `flashlab trace convert`: a trace in another format.

use super::arguments::{Arguments, Opt};
use super::experiment::assignment;
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::options::{COLUMNS, DEVICE, FORMAT, SET, STRICT};
use super::out_file::{Inputs, OutFile, writable};
use super::terminal;
use super::trace_file::{import, refuse_losses};
use super::trace_options::options;
use super::trace_window::{END, FIRST, FROM, window};
use crate::assembly::source::address_space;
use crate::experiment::device::geometry_of;
use crate::experiment::document::Experiment;
use crate::trace::Format;
use crate::trace::address::{AddressMode, AddressSpace};
use crate::trace::change::Change;
use crate::trace::report::Imported;
use serde_json::{Value, json};
use std::io::Write;

/// What it takes.
pub(super) const ARGUMENTS: &str = "convert FILE --to FORMAT [--out FILE] [--from SECONDS] [--until SECONDS] [--first BYTE] [--end BYTE] [--speed-up FACTOR] \
     [--address MODE [--set device.FIELD=VALUE]...] [--format NAME] [--columns LIST] [--device NUMBER] [--strict]";

/// `--to FORMAT`: the format that is written.
const TO: Opt = Opt { name: "--to", value: Some("FORMAT") };
/// `--until SECONDS`: the first moment after the window; `--to` is taken.
const UNTIL: Opt = Opt { name: "--until", value: Some("SECONDS") };
/// `--speed-up FACTOR`: requests come so many times as fast.
const SPEED_UP: Opt = Opt { name: "--speed-up", value: Some("FACTOR") };
/// `--address MODE`: how addresses are fitted to a device, which `--set` describes.
const ADDRESS: Opt = Opt { name: "--address", value: Some("MODE") };
/// `--out FILE`: where the trace goes; standard output if not given.
const OUT: Opt = Opt { name: "--out", value: Some("FILE") };
/// The same, short.
const O: Opt = Opt { name: "-o", value: Some("FILE") };

pub(super) fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let accepted = [TO, OUT, O, FROM, UNTIL, FIRST, END, SPEED_UP, ADDRESS, SET, FORMAT, COLUMNS, DEVICE, STRICT];
    let arguments = Arguments::new("trace convert", words, &accepted, 1)?;
    let Some(file) = arguments.operands.first() else {
        return Err(Failure::usage(format!("trace convert needs a file: flashlab trace {ARGUMENTS}")));
    };
    let to = format(&arguments)?;
    let (options, change) = (options(&arguments, file)?, change(&arguments)?);
    let inputs = Inputs::of([file.as_str()]);
    let named = [O, OUT].into_iter().find_map(|option| Some((option, arguments.values(option).last()?)));
    // Before the trace is read, which may take long.
    named.map(|(option, name)| writable(option, name, &inputs)).transpose()?;
    let interrupt = Interrupt::watch();
    let imported = import(options, None, &interrupt)?;
    let mut losses = imported.reading_losses();
    let changed = imported.changed(change)?;
    losses.extend(changed.losses);
    let imported = changed.trace;
    losses.extend(imported.losses(to)?.notes());
    refuse_losses(&imported.name, &losses, &arguments)?;
    changed.notes.iter().chain(&losses).for_each(|note| terminal::tell(&format!("{}: {note}", imported.name)));
    match named {
        None => write(&imported, to, out, &interrupt),
        Some((option, name)) => {
            let mut file = OutFile::create(option, name, &inputs, &interrupt)?;
            write(&imported, to, &mut file, &interrupt)?;
            file.keep()
        }
    }
}

/// What `arguments` change of the trace besides its format. Its devices are told apart when it is read.
fn change(arguments: &Arguments) -> Result<Change, Failure> {
    let addresses = arguments.values(ADDRESS).last().map(|mode| addresses(mode, arguments)).transpose()?;
    if addresses.is_none() && arguments.has(SET) {
        let (set, address) = (SET.name, ADDRESS.name);
        return Err(Failure::usage(format!(
            "{set} describes the device that {address} fits addresses to; give that too, such as {address} fold"
        )));
    }
    let time_scale = arguments.values(SPEED_UP).last().map_or(Ok(1.0), time_scale)?;
    Ok(Change { device: None, window: window(arguments, UNTIL)?, time_scale, addresses })
}

/// What times are multiplied by where requests come `text` times as fast.
fn time_scale(text: &str) -> Result<f64, Failure> {
    let factor: f64 = text.parse().unwrap_or(f64::NAN);
    match (1e-6..=1e6).contains(&factor) {
        true => Ok(1.0 / factor),
        false => {
            Err(Failure::usage(format!("{} {text}: not a number from 0.000001 to 1000000, such as 10", SPEED_UP.name)))
        }
    }
}

/// How addresses are fitted, and to what.
fn addresses(mode: &str, arguments: &Arguments) -> Result<(AddressMode, AddressSpace), Failure> {
    let names = || AddressMode::ALL.map(AddressMode::name).join(", ");
    let mode = AddressMode::named(mode)
        .map_err(|_| Failure::usage(format!("{} {mode}: expected one of {}", ADDRESS.name, names())))?;
    let set = arguments.values(SET).map(of_device).collect::<Result<Vec<_>, Failure>>()?;
    Ok((mode, address_space(&geometry_of(&Experiment::new(&json!({}), &set)?)?)))
}

/// What `--set` says of a device; a layer that keeps parity leaves less of it to the host.
fn of_device(text: &str) -> Result<(String, Value), Failure> {
    let is_its = |path: &str| path.starts_with("device.") || path == "ftl.kind";
    assignment(text).filter(|(path, _)| is_its(path)).ok_or_else(|| {
        Failure::usage(format!(
            "{} {text}: not device.FIELD=VALUE, such as device.preset=toy, or ftl.kind=VALUE",
            SET.name
        ))
    })
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

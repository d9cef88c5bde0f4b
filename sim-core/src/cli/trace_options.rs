//! How arguments ask for a trace to be read.

use super::arguments::Arguments;
use super::failure::Failure;
use super::options::{COLUMNS, DEVICE, FORMAT};
use crate::trace::Format;
use crate::trace::columns::Columns;
use crate::trace::import::ImportOptions;

/// How `arguments` ask for the trace `file` to be read.
pub(super) fn options(arguments: &Arguments, file: &str) -> Result<ImportOptions, Failure> {
    let format = arguments.values(FORMAT).last().map(named).transpose()?.flatten();
    let number = |text: &str| {
        let refusal = || Failure::usage(format!("{} {text}: not a whole number below 2^32", DEVICE.name));
        text.parse().map_err(|_| refusal())
    };
    let device = arguments.values(DEVICE).last().map(number).transpose()?;
    let columns = arguments.values(COLUMNS).last().map(|text| Columns::stated(COLUMNS.name, text)).transpose()?;
    if columns.is_some() {
        Columns::check_beside(format, [FORMAT.name, COLUMNS.name])?;
    }
    Ok(ImportOptions { format, columns, device, ..ImportOptions::new(file) })
}

/// The format called `name`; none for `auto`.
fn named(name: &str) -> Result<Option<Format>, Failure> {
    Format::choice(name).map_err(|_| {
        let words = crate::trace::catalogue::WORDS.join(", ");
        Failure::usage(format!("{} {name}: no such format; expected one of {words}", FORMAT.name))
    })
}

//! `flashlab merge`: the parts of a sweep put together.

use super::arguments::{Arguments, CSV, JSON};
use super::command::Command;
use super::failure::Failure;
use super::sweep::Form;
use super::swept::MOST;
use crate::sweep::merge::merge;
use crate::sweep::part::Part;
use std::io::Write;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "merge",
    arguments: "PART... [--csv|--json]",
    help: "puts shards of one sweep together; a PART is a file from sweep --json or sweep --keep",
    execute,
};

fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let arguments = Arguments::new(COMMAND.name, words, &[CSV, JSON], usize::MAX)?;
    let form = Form::of(&arguments)?;
    if arguments.operands.is_empty() {
        return Err(Failure::usage("merge needs files: flashlab merge PART..."));
    }
    let parts = arguments.operands.iter().map(|name| part(name)).collect::<Result<Vec<_>, _>>()?;
    let (sweep, points) = merge(parts)?;
    out.write_all(form.text(&sweep, None, &points).as_bytes())?;
    Ok(out.flush()?)
}

fn part(name: &str) -> Result<Part, Failure> {
    let text = std::fs::read_to_string(name)
        .map_err(|error| Failure::usage(format!("{name}: the part cannot be read: {error}")))?;
    Ok(Part::from_text(name, &text, MOST)?)
}

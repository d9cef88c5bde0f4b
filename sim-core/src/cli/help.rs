//! `flashlab help`: what the commands are.

use super::arguments::Arguments;
use super::failure::Failure;
use super::{COMMANDS, Command};
use std::io::Write;

/// The command.
pub(super) const COMMAND: Command =
    Command { name: "help", arguments: "[COMMAND]", help: "shows this, or the arguments of one command", execute };

const ABOUT: &str = "flashlab simulates solid-state drives, operation by operation.";

const NOTES: &str = "\
EXPERIMENT.json has five sections: device, buffer, ftl, workload and run. Fields left out take their defaults;
flashlab list prints them all. --set changes one field and can be repeated: --set ftl.gc.policy=fifo. Results go to
standard output. Exit status: 0 success, 1 failure, 2 unusable arguments.";

fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let arguments = Arguments::new(COMMAND.name, words, &[], 1)?;
    let Some(name) = arguments.operands.first() else { return all(out) };
    match COMMANDS.iter().find(|command| command.name == name) {
        Some(command) => of(command, out),
        None => Err(Failure::usage(format!(
            "{name}: unknown command; the commands are {}",
            COMMANDS.map(|command| command.name).join(", ")
        ))),
    }
}

fn all(out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{ABOUT}\n")?;
    for command in COMMANDS {
        writeln!(out, "  flashlab {} {}\n      {}", command.name, command.arguments, command.help)?;
    }
    writeln!(out, "  flashlab --version\n\n{NOTES}")?;
    Ok(())
}

/// Tells what one command takes.
pub(super) fn of(command: &Command, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "flashlab {} {}\n    {}", command.name, command.arguments, command.help)?;
    Ok(())
}

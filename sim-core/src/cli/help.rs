//! `flashlab help`: what the commands are.

use super::arguments::Arguments;
use super::command::Command;
use super::failure::Failure;
use std::io::Write;

const ABOUT: &str = "flashlab simulates solid-state drives, operation by operation.";

const NOTES: &str = "\
EXPERIMENT.json has five sections: device, buffer, ftl, workload and run. Fields left out take their defaults;
flashlab list prints them all. --set changes one field and can be repeated: --set ftl.gc.policy=fifo. Results go to
standard output. Exit status: 0 success, 1 failure, 2 unusable arguments.";

/// Tells what `commands` there are, or what the one takes that `words` name.
pub(super) fn execute(words: &[String], commands: &[&Command], out: &mut dyn Write) -> Result<(), Failure> {
    let arguments = Arguments::new("help", words, &[], 1)?;
    let Some(name) = arguments.operands.first() else { return all(commands, out) };
    match commands.iter().find(|command| command.name == name) {
        Some(command) => of(command, out),
        None => {
            let known: Vec<&str> = commands.iter().map(|command| command.name).collect();
            Err(Failure::usage(format!("{name}: unknown command; the commands are {}", known.join(", "))))
        }
    }
}

fn all(commands: &[&Command], out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{ABOUT}\n")?;
    for command in commands {
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

//! The command line, `flashlab`. Results go to stdout, all else to stderr; exit 0 done, 1 failed, 2 unusable arguments.
//!
//! - `command.rs`       what a command is · `arguments.rs` its words · `options.rs` options that several take
//! - `run.rs`, `sweep.rs`, `merge.rs`, `challenge.rs`, `log.rs`, `trace.rs`, `figures.rs`, `list.rs`, `help.rs`   one file a command
//! - `convert.rs`, `trace_overview.rs`   `trace convert` and `trace overview` · `trace_options.rs`, `trace_window.rs` what both take
//! - `experiment.rs`    the experiment that arguments describe · `trace_file.rs`   the trace it names
//! - `swept.rs`         the sweep that arguments describe, and its trace · `resume_file.rs`   the file where its points are kept
//! - `report_text.rs`, `sweep_text.rs`, `challenge_text.rs`, `figures_text.rs`, `claims_table.rs`, `columns.rs`   results for people
//! - `out_file.rs`      what may be written, and results in a file
//! - `parallel.rs`      many runs on several threads · `figure_run.rs` one of a figure's
//! - `progress.rs`, `sweep_progress.rs`, `interrupt.rs`   how far, and Ctrl-C · `failure.rs`   how a command ends early
//! - `terminal.rs`      what is said on stderr, and what a terminal must not be sent

mod arguments;
mod challenge;
mod challenge_text;
mod claims_table;
mod columns;
mod command;
mod convert;
mod experiment;
mod failure;
mod figure_run;
mod figure_sensitivity;
mod figure_times;
mod figures;
mod figures_on_traces;
mod figures_text;
mod help;
mod interrupt;
mod list;
mod log;
mod merge;
mod options;
mod out_file;
mod parallel;
mod progress;
mod report_text;
mod resume_file;
mod run;
mod sweep;
mod sweep_progress;
mod sweep_text;
mod swept;
mod terminal;
mod trace;
mod trace_file;
mod trace_options;
mod trace_overview;
mod trace_window;

use crate::base::nearest::nearest;
use command::Command;
use failure::Failure;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use terminal::{Printable, tell};

/// Tells what the others are.
const HELP: Command = Command {
    name: "help",
    arguments: "[COMMAND]",
    help: "shows this, or the arguments of one command",
    execute: |words, out| help::execute(words, &COMMANDS, out),
};

/// Every command, in the order in which they are listed.
const COMMANDS: [&Command; 9] = [
    &run::COMMAND,
    &sweep::COMMAND,
    &merge::COMMAND,
    &challenge::COMMAND,
    &log::COMMAND,
    &trace::COMMAND,
    &figures::COMMAND,
    &list::COMMAND,
    &HELP,
];

/// Carries out what the process's arguments ask for.
pub fn main() -> ExitCode {
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let stdout = std::io::stdout().lock();
    let done = match stdout.is_terminal() {
        true => execute(&words, &mut Printable::new(stdout)),
        false => execute(&words, &mut { stdout }),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(text) = failure.text() {
                tell(&text);
            }
            ExitCode::from(failure.exit_code())
        }
    }
}

fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let known = || COMMANDS.map(|command| command.name).join(", ");
    match words.split_first() {
        None => Err(Failure::usage(format!("no command given; the commands are {}", known()))),
        Some((word, _)) if word == "--version" || word == "-V" => {
            writeln!(out, "flashlab {}", env!("CARGO_PKG_VERSION"))?;
            Ok(())
        }
        Some((word, rest)) if word == "--help" || word == "-h" => help::execute(rest, &COMMANDS, out),
        Some((word, rest)) => match COMMANDS.iter().find(|command| command.name == word) {
            Some(command) if rest.iter().any(|word| word == "--help" || word == "-h") => help::of(command, out),
            Some(command) => (command.execute)(rest, out),
            None => {
                let meant = nearest(word, COMMANDS.iter().map(|command| command.name));
                let hint = meant.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
                Err(Failure::usage(format!("{word}: unknown command; the commands are {}{hint}", known())))
            }
        },
    }
}

//! `flashlab challenge`: a challenge's board, with the formulas of a file of links ranked on it.

use super::arguments::{Arguments, JSON, Opt, called};
use super::challenge_text::{self, Refused};
use super::command::Command;
use super::experiment::document;
use super::failure::Failure;
use super::interrupt::{Interrupt, REQUESTS_BETWEEN_LOOKS};
use super::parallel::{JOBS, in_parallel, jobs};
use super::progress::Progress;
use crate::base::error::Error;
use crate::base::formula::problem::with_caret;
use crate::base::text::count;
use crate::challenge::board::{Board, Run};
use crate::challenge::claim::Claim;
use crate::challenge::document::Challenge;
use crate::challenge::entry::{Entry, Formula};
use crate::challenge::link::{self, Link};
use crate::challenge::measure::Measure;
use crate::challenge::ready;
use crate::experiment::document::Experiment;
use crate::metrics::run;
use std::io::{Read, Write};

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "challenge",
    arguments: "[FILE] [--of NAME|CHALLENGE.json] [--jobs N] [--json]",
    help: "runs a challenge's board and ranks the formulas of FILE on it: each line a link, or a name, a colon and a formula; \
           without arguments lists the challenges that come along",
    execute,
};

/// `--of NAME|CHALLENGE.json`: which challenge; else the one of the file's first link.
const OF: Opt = Opt { name: "--of", value: Some("NAME|CHALLENGE.json") };

/// Most lines of a file of links: a large class.
const LINES_MAX: usize = 1000;

fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let arguments = Arguments::new(COMMAND.name, words, &[OF, JOBS, JSON], 1)?;
    let of = arguments.values(OF).last().map(named).transpose()?;
    let file = arguments.operands.first().map(|name| Ok::<_, Failure>((called(name), text_of(name)?))).transpose()?;
    let lines = file.as_ref().map(|(_, text)| lines(text)).unwrap_or_default();
    let (challenge, lines) = match (of.or_else(|| first_challenge(&lines)), file.as_ref()) {
        (Some(challenge), _) => (challenge, lines),
        (None, None) => return list(out, arguments.has(JSON)),
        (None, Some((name, _))) => {
            let expected = format!("a line with a link, or --of with one of {} or a file", ready::names().join(", "));
            return Err(Failure::usage(format!("{name}: no line says which challenge it is; expected {expected}")));
        }
    };
    let (entries, refused) = taken(&challenge, lines);
    let runs = carry_out(&challenge, entries, jobs(&arguments)?)?;
    let board = Board::new(&challenge, &runs);
    let text = match arguments.has(JSON) {
        true => challenge_text::json(&challenge, &board, &refused),
        false => challenge_text::text(&challenge, &board),
    };
    out.write_all(text.as_bytes())?;
    out.flush()?;
    match (refused.is_empty(), file) {
        (false, Some((name, _))) => Err(Failure::Failed(refusals(name, &refused))),
        _ => Ok(()),
    }
}

fn refusals(name: &str, refused: &[Refused]) -> String {
    let told = refused.iter().map(|Refused { line, why }| format!("\n{name}:{line}: {why}"));
    format!("{} not taken{}", count(refused.len() as u64, "line"), told.collect::<String>())
}

fn list(out: &mut dyn Write, as_json: bool) -> Result<(), Failure> {
    let text = if as_json { format!("{:#}\n", challenge_text::documents()) } else { challenge_text::list() };
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// The challenge that came along under this name, or else that of a file.
fn named(word: &str) -> Result<Challenge, Failure> {
    if let Some(challenge) = ready::ready(word) {
        return Ok(challenge);
    }
    if !std::path::Path::new(word).exists() && word != "-" {
        let known = ready::names().join(", ");
        return Err(Failure::usage(format!("--of {word}: neither a file nor one of {known}")));
    }
    Challenge::new(&document(word)?).map_err(|error| match Failure::from(error) {
        Failure::Usage(text) => Failure::Usage(format!("{}: {text}", called(word))),
        failure => failure,
    })
}

fn text_of(name: &str) -> Result<String, Failure> {
    let mut text = String::new();
    let read = match name {
        "-" => std::io::stdin().read_to_string(&mut text).map(|_| text),
        _ => std::fs::read_to_string(name),
    };
    read.map_err(|error| Failure::usage(format!("{}: the links cannot be read: {error}", called(name))))
}

/// The lines that say something, counted from 1. What follows `# ` is a remark.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && *line != "#" && !line.starts_with("# ")).collect()
}

fn first_challenge(lines: &[(usize, &str)]) -> Option<Challenge> {
    lines.iter().find_map(|(_, line)| Some(link::read(link_in(line)?).ok()?.challenge))
}

/// The link that a line holds, which may have a name before it.
fn link_in(line: &str) -> Option<&str> {
    let word = line.split_whitespace().last()?;
    link::is_link(word).then_some(word)
}

/// An entry, and what its owner says came of it.
type Claimed = (Entry, Option<Claim>);

/// What the lines bring to `challenge`, and those that bring nothing.
fn taken(challenge: &Challenge, lines: Vec<(usize, &str)>) -> (Vec<Claimed>, Vec<Refused>) {
    let (mut entries, mut refused) = (Vec::<Claimed>::new(), Vec::new());
    for (at, (line, text)) in lines.into_iter().enumerate() {
        let entry = match at < LINES_MAX {
            true => entry_of(challenge, text),
            false => Err(format!("more than {LINES_MAX} lines; expected at most so many")),
        };
        match entry {
            Ok(entry) if entries.contains(&entry) => refused.push(Refused { line, why: "stands there already".into() }),
            Ok(entry) => entries.push(entry),
            Err(why) => refused.push(Refused { line, why }),
        }
    }
    (entries, refused)
}

fn entry_of(challenge: &Challenge, line: &str) -> Result<Claimed, String> {
    if let Some(text) = link_in(line) {
        let Link { challenge: theirs, entry, claim } = link::read(text).map_err(in_words)?;
        if theirs != *challenge {
            return Err(format!("a link of another challenge, {:?}; expected {:?}", theirs.title, challenge.title));
        }
        let entry = entry.ok_or("a link of the challenge without a formula; expected one with name and formula")?;
        return Ok((entry, claim));
    }
    let (name, text) = line.split_once(':').ok_or("expected a link, or a name, a colon and a formula")?;
    let formula = Formula { text: text.trim().into(), k: None, by_page: false };
    Ok((Entry::formula(challenge.of, name, formula).map_err(in_words)?, None))
}

fn in_words(error: Error) -> String {
    match &error {
        Error::Formula { text, problem, .. } => format!("{problem}\n{}", with_caret(text, problem)),
        _ => error.to_string(),
    }
}

/// The runs of all that are on the board, and of `entries`.
fn carry_out(challenge: &Challenge, entries: Vec<Claimed>, jobs: usize) -> Result<Vec<Run>, Failure> {
    let interrupt = Interrupt::watch();
    let mut progress = Progress::new();
    let all: Vec<Claimed> = challenge.entries().into_iter().map(|entry| (entry, None)).chain(entries).collect();
    let seeds = challenge.seeds.len();
    let count = all.len() * seeds;
    let task = |at: usize| {
        interrupt.check()?;
        measure(challenge, &all[at / seeds].0, challenge.seeds[at % seeds], &interrupt)
    };
    let tell = |done: usize| progress.show(|| format!("{done} of {count} runs, {} %", done * 100 / count));
    let measures = in_parallel(jobs, count, task, tell)?;
    let mut measures = measures.into_iter().map(Some);
    let runs = all.into_iter().map(|(entry, claim)| {
        let measures = measures.by_ref().take(seeds).collect();
        Run { entry, measures, claim }
    });
    Ok(runs.collect())
}

fn measure(challenge: &Challenge, entry: &Entry, seed: u64, interrupt: &Interrupt) -> Result<Measure, Failure> {
    let document = challenge.document(&entry.policy, seed);
    match Experiment::new(&document, &[]).and_then(|experiment| run::Run::new(&experiment, None)) {
        Err(error) => Ok(Measure::Refused(error.to_string())),
        Ok(mut run) => {
            while run.go_on(REQUESTS_BETWEEN_LOOKS) {
                interrupt.check()?;
            }
            Ok(Measure::of(&run.report()))
        }
    }
}

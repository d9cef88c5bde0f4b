//! What must hold of damaged texts.

use super::super::hold::{caught, is_a_sentence};
use super::build::built;
use super::case::Case;
use super::kind::Kind;
use serde_json::Value;
use sim_core::base::error::Error;
use sim_core::base::formula::program::Program;
use sim_core::base::formula::vocabulary::Vocabulary;
use sim_core::base::rng::{Component, Rng};
use sim_core::boundary::failure::Failure;
use sim_core::boundary::handed::{Challenged, Sweep, document, merged};
use sim_core::experiment::catalogue::parameters;
use sim_core::experiment::document::Experiment;
use sim_core::parameters::parameter;
use std::time::{Duration, Instant};

/// What takes longer takes more than in proportion to its text, on whatever machine.
const TIME_MAX: Duration = Duration::from_secs(10);
/// Most points of a sweep, as in the page.
const POINTS_MAX: u64 = 10_000;
/// Inputs for which a formula is evaluated.
const INPUTS: u64 = 5;

/// All of it, or what is broken. Whether it was accepted.
pub(super) fn all(case: &Case) -> Result<bool, String> {
    let timed = || {
        let start = Instant::now();
        caught(|| held(case)).map(|is_accepted| (is_accepted, start.elapsed()))
    };
    let (is_accepted, first) = timed()?;
    // Once more: others may have had the processor.
    if first > TIME_MAX && timed()?.1 > TIME_MAX {
        return Err(format!("it took {} ms", first.as_millis()));
    }
    Ok(is_accepted)
}

fn held(Case { kind, texts }: &Case) -> Result<bool, String> {
    let first = texts.first().map(String::as_str).unwrap_or_default();
    match kind {
        Kind::Experiment => experiment(first, &texts[1..]),
        Kind::Sweep => Ok(sweep(first)? | parts(texts)?),
        Kind::Challenge => Ok(challenge(Challenged::of_document(first))? | challenge(Challenged::of_link(first))?),
        Kind::Formula => {
            Ok(formula(first, "ftl", "page", "gc.formula")? | formula(first, "buffer", "formula", "formula")?)
        }
    }
}

/// That it is refused in a sentence, which for a field begins with it.
fn is_refused(error: Error) -> Result<bool, String> {
    is_a_sentence(&error.to_string())?;
    let Failure { text, field, nearest, .. } = error.into();
    nearest.iter().try_for_each(|nearest| is_a_sentence(nearest))?;
    match field {
        // A name that nobody can read, or that never ends, is written otherwise.
        Some(field) if !field.is_empty() && field.len() < 80 && !field.chars().any(char::is_control) => {
            if text.starts_with(&format!("{field}: ")) {
                Ok(false)
            } else {
                Err(format!("{field:?} is not named by {text:?}"))
            }
        }
        _ => Ok(false),
    }
}

fn is_same<T: PartialEq + std::fmt::Debug>(one: &T, other: &T, what: &str) -> Result<(), String> {
    if one == other { Ok(()) } else { Err(format!("{what}: {one:?}\nread back is {other:?}")) }
}

fn experiment(text: &str, assignments: &[String]) -> Result<bool, String> {
    let assigned = |text: &String| {
        let (path, value) = text.split_once('=')?;
        Some((path.to_owned(), serde_json::from_str(value).unwrap_or_else(|_| Value::from(value))))
    };
    let set: Vec<(String, Value)> = assignments.iter().filter_map(assigned).collect();
    match document(text).and_then(|document| Experiment::new(&document, &set)) {
        Err(error) => is_refused(error),
        Ok(experiment) => reads_back(&experiment).map(|()| true),
    }
}

fn reads_back(experiment: &Experiment) -> Result<(), String> {
    let text = experiment.to_document().to_string();
    let again = document(&text).and_then(|document| Experiment::new(&document, &[]));
    is_same(&Ok(experiment.clone()), &again, "an experiment")?;
    is_same(&text, &experiment.to_document().to_string(), "its text")?;
    is_built(experiment)
}

fn is_built(experiment: &Experiment) -> Result<(), String> {
    built(experiment).or_else(|error| is_refused(error).map(|_| ()))
}

fn sweep(text: &str) -> Result<bool, String> {
    let sweep = match Sweep::new(text, POINTS_MAX) {
        Ok(sweep) => sweep,
        Err(error) => return is_refused(error),
    };
    // What it is known by is among what is compared.
    is_same(&Ok(sweep.clone()), &Sweep::new(&sweep.text(), POINTS_MAX), "a sweep")?;
    for index in [0, sweep.count() / 2, sweep.count() - 1] {
        if let Err(error) = Experiment::new(&sweep.experiment(index), &[]).map(|_| ()) {
            is_refused(error)?;
        }
    }
    Ok(true)
}

fn parts(texts: &[String]) -> Result<bool, String> {
    let named: Vec<(&str, &str)> = ["a", "b", "c", "d"].into_iter().zip(texts.iter().map(String::as_str)).collect();
    let whole = match merged(&named, POINTS_MAX) {
        Ok(whole) => whole,
        Err(error) => return is_refused(error),
    };
    is_same(&Ok(whole.clone()), &merged(&[("whole", &whole)], POINTS_MAX), "results")?;
    Ok(true)
}

fn challenge(read: Result<Challenged, Error>) -> Result<bool, String> {
    let challenged = match read {
        Ok(challenged) => challenged,
        Err(error) => return is_refused(error),
    };
    is_same(&Ok(challenged.clone()), &Challenged::of_link(&challenged.link()), "a link")?;
    let alone = Challenged::of_document(&challenged.text());
    is_same(&Ok(challenged.text()), &alone.map(|alone| alone.text()), "a challenge")?;
    is_a_sentence(&challenged.goal())?;
    for document in challenged.experiments() {
        match Experiment::new(&document, &[]) {
            Ok(experiment) => is_built(&experiment)?,
            Err(error) => drop(is_refused(error)?),
        }
    }
    Ok(true)
}

fn formula(text: &str, section: &str, kind: &str, name: &str) -> Result<bool, String> {
    let vocabulary = vocabulary(section, kind, name);
    let program = match Program::new(text, vocabulary) {
        Ok(program) => program,
        Err(problem) => return is_a_sentence(&problem.to_string()).map(|()| false),
    };
    is_same(&Ok(program.clone()), &Program::new(text, vocabulary), "a formula")?;
    let terms = Program::terms(text, vocabulary).map_err(|problem| format!("its terms: {problem}"))?;
    let rng = &mut Rng::new(text.len() as u64, Component::Workload);
    for _ in 0..INPUTS {
        let inputs: Vec<f64> = vocabulary.quantities.iter().map(|_| input(rng)).collect();
        is_same(&program.value(&inputs).to_bits(), &program.value(&inputs).to_bits(), "a value")?;
        for term in &terms {
            let value = term.program.value(&inputs);
            // Constants have their values only where they are defined.
            if text.contains('=') {
                continue;
            }
            match Program::new(&term.text, vocabulary).map(|program| program.value(&inputs).to_bits()) {
                // Parentheses that make it plainer are levels too, and characters.
                Err(problem) if problem.expected.starts_with("a formula ") => {}
                again => is_same(&Ok(value.to_bits()), &again, &term.text)?,
            }
        }
    }
    Ok(true)
}

fn vocabulary(section: &str, kind: &str, name: &str) -> &'static Vocabulary {
    let found = parameters(section, kind).into_iter().find(|parameter| parameter.name == name);
    match found.map(|parameter| parameter.kind) {
        Some(parameter::Kind::Formula(vocabulary)) => vocabulary,
        other => panic!("{section}.{name} of {kind} is {other:?}, no formula"),
    }
}

fn input(rng: &mut Rng) -> f64 {
    match rng.below(6) {
        0 => 0.0,
        1 => -1.0,
        2 => [f64::MAX, f64::MIN_POSITIVE, f64::INFINITY, f64::NAN][rng.below(4) as usize],
        _ => rng.below(1000) as f64 / 8.0,
    }
}

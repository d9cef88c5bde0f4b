//! Texts that are damaged at random, of every kind that strangers hand in: experiments, sweeps with their results, challenges with their
//! addresses, formulas. Each is refused in a sentence, or is what it is whenever it is written out and read back.
//!
//! - `kind.rs`     the kinds · `seeds.rs` texts to begin with: those of `tests/fixtures/fuzz`, and what comes along
//! - `case.rs`     damaged texts out of a number
//! - `document.rs` one JSON document out of another · `formula.rs` one formula out of another
//! - `hold.rs`     what must hold of each kind · `build.rs` what is built of an experiment

mod build;
mod case;
mod document;
mod formula;
mod hold;
mod kind;
mod seeds;

use super::{shrink, wanted};
use case::Case;
use kind::Kind;
use seeds::Seeds;
use std::time::Instant;

/// Most characters of what is said of a case that fails: it may have all of the text.
const BROKEN_MAX: usize = 3_000;

#[test]
fn a_damaged_experiment_is_itself_again_or_refused_in_a_sentence() {
    hold_of(Kind::Experiment);
}

#[test]
fn a_damaged_sweep_is_itself_again_or_refused_in_a_sentence() {
    hold_of(Kind::Sweep);
}

#[test]
fn a_damaged_challenge_is_itself_again_or_refused_in_a_sentence() {
    hold_of(Kind::Challenge);
}

#[test]
fn a_damaged_formula_has_one_value_or_is_refused_in_a_sentence() {
    hold_of(Kind::Formula);
}

fn hold_of(kind: Kind) {
    let Some((cases, time)) = wanted::of(Some(kind.name()), kind.cases()) else { return };
    let (seeds, start) = (Seeds::new(kind), Instant::now());
    let (mut executions, mut refused) = (0u64, 0u64);
    for number in cases {
        let case = Case::drawn(number, kind, &seeds);
        match hold::all(&case) {
            Ok(is_accepted) => refused += u64::from(!is_accepted),
            Err(mut broken) => {
                if let Some((end, _)) = broken.char_indices().nth(BROKEN_MAX) {
                    broken.truncate(end);
                }
                let (smaller, name) = (shrunk(&case), kind.name());
                panic!("{broken}\nnpm run fuzz -- --only {name} --case {number}\nshorter texts that fail, {smaller}");
            }
        }
        executions += 1;
        if start.elapsed() > time {
            break;
        }
    }
    println!(
        "{executions} damaged texts of the kind {} in {:.0} s, {refused} refused",
        kind.name(),
        start.elapsed().as_secs_f64()
    );
    let is_one = executions == 1;
    assert!(is_one || (refused > 0 && refused < executions), "all or none of {executions} were refused");
}

/// `case` without every piece of its texts that is not needed for it to fail.
fn shrunk(case: &Case) -> Case {
    let mut smallest = case.clone();
    for at in 0..smallest.texts.len() {
        let bytes = smallest.texts[at].clone().into_bytes();
        let with = |bytes: &[u8]| {
            let mut texts = smallest.texts.clone();
            texts[at] = String::from_utf8(bytes.to_vec()).ok()?;
            Some(Case { texts, ..smallest.clone() })
        };
        let shorter = shrink::shrunk(bytes, |bytes| with(bytes).is_some_and(|case| hold::all(&case).is_err()));
        if let Some(case) = with(&shorter) {
            smallest = case;
        }
    }
    smallest
}

//! Traces that are damaged at random, of every format and in whatever they are packed: each is read or refused in a sentence, and what is read holds
//! together.
//!
//! - `seeds.rs`  traces to begin with: those of `tests/fixtures/traces`, so that a new format is damaged without a word here
//! - `mutate.rs` one trace out of another: a number that does not fit, a line twice, a byte that is gone
//! - `case.rs`   a damaged trace out of a number, and how it is read
//! - `hold.rs`   what must hold of it
//! - `shrink.rs` a shorter one that fails alike
//!
//! `npm run fuzz -- --seconds 600` goes on for as long, `--only spc` with the traces whose names begin so; `-- --case 17` repeats one case.

#![allow(clippy::unwrap_used, clippy::panic)]

mod case;
mod hold;
mod mutate;
mod seeds;
mod shrink;

use case::Case;
use seeds::Seeds;
use sim_core::trace::Format;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Cases where nobody has more time: a second or two.
const CASES: u64 = 3_000;

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is {text:?}; a whole number was expected")))
}

/// Which cases, and for how long.
fn wanted() -> (std::ops::RangeInclusive<u64>, Duration) {
    let first = number("FLASHLAB_FUZZ_SEED").unwrap_or(1) << 32;
    match (number("FLASHLAB_FUZZ_CASE"), number("FLASHLAB_FUZZ_SECONDS")) {
        (Some(case), _) => (case..=case, Duration::MAX),
        (None, Some(seconds)) => (first..=u64::MAX, Duration::from_secs(seconds)),
        (None, None) => (first..=first + CASES - 1, Duration::MAX),
    }
}

#[test]
fn a_damaged_trace_is_read_or_refused_in_a_sentence() {
    let (cases, time) = wanted();
    let only = std::env::var("FLASHLAB_FUZZ_ONLY").unwrap_or_default();
    let is_all = number("FLASHLAB_FUZZ_CASE").is_none() && only.is_empty();
    let (start, seeds) = (Instant::now(), Seeds::new(&only));
    let (mut executions, mut refused) = (0u64, 0u64);
    let mut read_as: BTreeMap<&'static str, u64> = BTreeMap::new();
    for number in cases {
        let case = Case::drawn(number, &seeds);
        match hold::all(&case) {
            Ok(Some(format)) => *read_as.entry(format.info().name).or_default() += 1,
            Ok(None) => refused += 1,
            Err(broken) => {
                let smaller = shrink::shrunk(&case);
                let only = if only.is_empty() { only } else { format!(" --only {only}") };
                panic!("{broken}\nnpm run fuzz -- --case {number}{only}\na shorter trace that fails, {smaller}");
            }
        }
        executions += 1;
        if start.elapsed() > time {
            break;
        }
    }
    println!(
        "{executions} damaged traces in {:.0} s, {refused} refused; read as {read_as:?}",
        start.elapsed().as_secs_f64()
    );
    let missing: Vec<&str> =
        Format::ALL.iter().map(|format| format.info().name).filter(|name| !read_as.contains_key(name)).collect();
    assert!(!is_all || missing.is_empty(), "no damaged trace was read as {missing:?}");
}

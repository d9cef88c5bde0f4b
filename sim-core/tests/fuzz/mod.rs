//! What is damaged at random: traces of every format, in whatever they are packed, and in `texts/` all else that strangers hand in. Each is read or
//! refused in a sentence, and what is read holds together.
//!
//! - `wanted.rs` which cases, for how long
//! - `seeds.rs`  traces to begin with: those of `tests/fixtures/traces`, so that a new format is damaged without a word here
//! - `mutate.rs` one trace out of another: a number that does not fit, a line twice, a byte that is gone
//! - `case.rs`   a damaged trace out of a number, and how it is read
//! - `hold.rs`   what must hold of it
//! - `shrink.rs` a shorter one that fails alike
//!
//! `npm run fuzz -- --seconds 600` goes on for as long, `--only spc` with the traces whose names begin so, `--only sweep` with a kind of text;
//! `-- --case 17` repeats one case.

#![allow(clippy::unwrap_used, clippy::panic)]

mod case;
mod hold;
mod mutate;
mod seeds;
mod shrink;
mod texts;
mod wanted;

use case::Case;
use seeds::Seeds;
use sim_core::trace::Format;
use std::collections::BTreeMap;
use std::time::Instant;

/// Cases where nobody has more time: a second or two.
const CASES: u64 = 3_000;

#[test]
fn a_damaged_trace_is_read_or_refused_in_a_sentence() {
    let Some((cases, time)) = wanted::of(None, CASES) else { return };
    let only = wanted::only();
    let is_all = !wanted::is_one() && only.is_empty();
    let (start, seeds) = (Instant::now(), Seeds::new(&only));
    let (mut executions, mut refused) = (0u64, 0u64);
    let mut read_as: BTreeMap<&'static str, u64> = BTreeMap::new();
    for number in cases {
        let case = Case::drawn(number, &seeds);
        match hold::all(&case) {
            Ok(Some(format)) => *read_as.entry(format.info().name).or_default() += 1,
            Ok(None) => refused += 1,
            Err(broken) => {
                let with = |bytes: &[u8]| Case { bytes: bytes.to_vec(), ..case.clone() };
                let smaller = with(&shrink::shrunk(case.bytes.clone(), |bytes| hold::all(&with(bytes)).is_err()));
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

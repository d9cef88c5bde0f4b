//! Everything drawn at once: device, layer, buffer, options, requests, a power cut. Held against a plain map, a plain flash and the run's own log.
//!
//! - `draw.rs`    a case out of a number: settings out of the catalogue, so that a new layer is drawn without a word here
//! - `value.rs`   a value of one setting
//! - `hold.rs`    what must hold of a case
//! - `flash.rs`   a plain flash: what may be programmed and read
//! - `shrink.rs`  a smaller case that fails alike
//! - `cover.rs`   what was drawn how often
//!
//! `npm run soak -- --seconds 600` goes on for as long; `-- --case 17` repeats one case.

#![allow(clippy::unwrap_used, clippy::panic)]

mod cover;
mod draw;
mod flash;
mod hold;
mod shrink;
mod value;

use cover::Cover;
use draw::Case;
use std::time::{Duration, Instant};

/// Cases where nobody has more time.
const CASES: u64 = 400;
/// Cases that once failed, tried first: a buffer that completed a block after a cut read a page whose trim was undone.
const ONCE_FAILED: [u64; 1] = [8_589_934_741];

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// Which cases, and for how long.
fn wanted() -> (Vec<u64>, std::ops::Range<u64>, Duration) {
    let first = number("FLASHLAB_SOAK_SEED").unwrap_or(1) << 32;
    match (number("FLASHLAB_SOAK_CASE"), number("FLASHLAB_SOAK_SECONDS")) {
        (Some(case), _) => (vec![case], 0..0, Duration::MAX),
        (None, Some(seconds)) => (ONCE_FAILED.into(), first..u64::MAX, Duration::from_secs(seconds)),
        (None, None) => (ONCE_FAILED.into(), first..first + CASES, Duration::MAX),
    }
}

#[test]
fn whatever_is_drawn_keeps_every_rule() {
    hold::quiet();
    let (known, cases, time) = wanted();
    let (start, mut cover) = (Instant::now(), Cover::default());
    for seed in known.into_iter().chain(cases) {
        let Some(case) = Case::drawn(seed) else {
            cover.refused(seed);
            continue;
        };
        match hold::all(&case) {
            Ok(came) => cover.count(&case, &came),
            Err(broken) => {
                let smaller = shrink::shrunk(&case);
                panic!("{broken}\nnpm run soak -- --case {seed}\na smaller case that fails:\n{smaller}");
            }
        }
        if start.elapsed() > time {
            break;
        }
    }
    println!("{cover}");
    cover.is_of_everything();
}

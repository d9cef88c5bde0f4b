//! Everything drawn at once: device, layer, buffer, options, requests, changes, planes that fail, blocks that wear out, power cuts. Held against a plain map, a plain flash and the run's own log.
//!
//! - `draw.rs`    a case out of a number: settings out of the catalogue, so that a new layer is drawn without a word here
//! - `device.rs`  a small device
//! - `value.rs`   a value of one setting
//! - `changes.rs` settings that change in mid-run
//! - `hold.rs`    what must hold of a case
//! - `sums.rs`    what counters and clocks must add up to
//! - `cut.rs`     power cuts, one after another
//! - `flash.rs`   a plain flash: what may be programmed and read
//! - `shrink.rs`  a smaller case that fails alike
//! - `cover.rs`   what was drawn how often
//!
//! `npm run soak -- --seconds 600` goes on for as long; `-- --case 17` repeats one case.

#![allow(clippy::unwrap_used, clippy::panic)]

mod changes;
mod cover;
mod cut;
mod device;
mod draw;
mod flash;
mod hold;
mod shrink;
mod sums;
mod value;

use cover::Cover;
use draw::Case;
use std::time::{Duration, Instant};

/// Cases where nobody has more time.
const CASES: u64 = 400;

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is {text:?}; a whole number was expected")))
}

/// Which cases, and for how long.
fn wanted() -> (std::ops::RangeInclusive<u64>, Duration) {
    let first = number("FLASHLAB_SOAK_SEED").unwrap_or(1) << 32;
    match (number("FLASHLAB_SOAK_CASE"), number("FLASHLAB_SOAK_SECONDS")) {
        (Some(case), _) => (case..=case, Duration::MAX),
        (None, Some(seconds)) => (first..=u64::MAX, Duration::from_secs(seconds)),
        (None, None) => (first..=first + CASES - 1, Duration::MAX),
    }
}

#[test]
fn whatever_is_drawn_keeps_every_rule() {
    hold::quiet();
    let (cases, time) = wanted();
    let (start, mut cover) = (Instant::now(), Cover::default());
    for seed in cases {
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

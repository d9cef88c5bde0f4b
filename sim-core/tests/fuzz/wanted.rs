//! Which cases are wanted, and for how long, as the environment says it.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Kinds of text that `--only` names; what else it says begins the names of traces.
const KINDS: [&str; 4] = ["experiment", "sweep", "challenge", "formula"];

/// What `--only` says; nothing where it is not given.
pub(super) fn only() -> String {
    std::env::var("FLASHLAB_FUZZ_ONLY").unwrap_or_default()
}

/// Whether it is one case that is wanted.
pub(super) fn is_one() -> bool {
    number("FLASHLAB_FUZZ_CASE").is_some()
}

/// The cases of a kind, and how long they may take; none if others are wanted. The kind without a name is that of traces.
pub(super) fn of(kind: Option<&str>, usual: u64) -> Option<(RangeInclusive<u64>, Duration)> {
    let only = only();
    let is_all = only.is_empty() && !is_one();
    let named = KINDS.into_iter().find(|known| *known == only);
    if !is_all && named != kind {
        return None;
    }
    let first = number("FLASHLAB_FUZZ_SEED").unwrap_or(1) << 32;
    Some(match (number("FLASHLAB_FUZZ_CASE"), number("FLASHLAB_FUZZ_SECONDS")) {
        (Some(case), _) => (case..=case, Duration::MAX),
        (None, Some(seconds)) => (first..=u64::MAX, Duration::from_secs(seconds) / if is_all { share() } else { 1 }),
        (None, None) => (first..=first + usual - 1, Duration::MAX),
    })
}

/// Into how many parts the time is divided: kinds beyond those that run at once take turns.
fn share() -> u32 {
    let kinds = KINDS.len() as u32 + 1;
    let at_once = std::thread::available_parallelism().map_or(1, |count| count.get() as u32);
    kinds.div_ceil(at_once.min(kinds))
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is {text:?}; a whole number was expected")))
}

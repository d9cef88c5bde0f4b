//! Which mutant runs: chosen as the program starts, so that all of them are built once.
//!
//! `FLASHLAB_MUTANT` names it by number. Where it is `record`, every thread that ends leaves a file in `FLASHLAB_MUTANTS_REACHED`, called
//! after itself (a test's thread is called like the test): how many microseconds it took, and which mutants it came by.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Instant;

const NOT_ASKED: u32 = u32::MAX;
const RECORD: u32 = u32::MAX - 1;
const NONE: u32 = u32::MAX - 2;

static CHOSEN: AtomicU32 = AtomicU32::new(NOT_ASKED);

/// Whether the mutant `number` runs.
#[inline]
pub fn on(number: u32) -> bool {
    let chosen = CHOSEN.load(Relaxed);
    chosen == number || (chosen > NONE && asked(number))
}

/// A condition's outcome, or what one of two mutants forces it to be. A test that never sees another outcome has not come by that mutant.
#[inline]
pub fn forced(to_true: u32, to_false: u32, outcome: bool) -> bool {
    if outcome { !on(to_false) } else { on(to_true) }
}

#[cold]
fn asked(number: u32) -> bool {
    if CHOSEN.load(Relaxed) == RECORD {
        let _ = REACHED.try_with(|reached| reached.borrow_mut().add(number));
        return false;
    }
    let chosen = match std::env::var("FLASHLAB_MUTANT").as_deref() {
        Ok("record") => RECORD,
        Ok(text) => text.parse().unwrap_or(NONE),
        Err(_) => NONE,
    };
    CHOSEN.store(chosen, Relaxed);
    on(number)
}

thread_local! {
    static REACHED: RefCell<Reached> = RefCell::new(Reached { since: Instant::now(), mutants: Vec::new() });
}

struct Reached {
    since: Instant,
    mutants: Vec<bool>,
}

impl Reached {
    fn add(&mut self, number: u32) {
        let at = number as usize;
        if at >= self.mutants.len() {
            self.mutants.resize(at + 1, false);
        }
        self.mutants[at] = true;
    }
}

impl Drop for Reached {
    fn drop(&mut self) {
        let thread = std::thread::current();
        let (Some(name), Ok(folder)) = (thread.name(), std::env::var("FLASHLAB_MUTANTS_REACHED")) else { return };
        let numbers: Vec<String> = self
            .mutants
            .iter()
            .enumerate()
            .filter(|(_, is_reached)| **is_reached)
            .map(|(at, _)| at.to_string())
            .collect();
        let text = format!("{}\n{}\n", self.since.elapsed().as_micros(), numbers.join(" "));
        let _ = std::fs::write(format!("{folder}/{name}"), text);
    }
}

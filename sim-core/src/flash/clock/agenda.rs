//! What is due when, in the one order that every machine agrees on.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::{Hash, Hasher};

/// Times at which planes are due, and from the number of planes on parts of requests; equal times in the order they were entered.
#[derive(Clone, Debug, Default)]
pub(super) struct Agenda {
    due: BinaryHeap<Reverse<(u64, u64, u32)>>,
    entered: u64,
}

impl Agenda {
    /// Enters plane `plane` at `time_ns`. The number of the entry.
    #[inline]
    pub(crate) fn enter(&mut self, time_ns: u64, plane: u32) -> u64 {
        self.due.push(Reverse((time_ns, self.entered, plane)));
        self.entered += 1;
        self.entered - 1
    }
    /// The next time anything is due.
    #[inline]
    pub(crate) fn next_ns(&self) -> Option<u64> {
        self.due.peek().map(|entry| entry.0.0)
    }
    /// Takes the next entry: time, number and plane.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<(u64, u64, u32)> {
        self.due.pop().map(|Reverse(entry)| entry)
    }
}

impl Hash for Agenda {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The heap's layout follows from the order of entries and removals, which replay repeats.
        for Reverse(entry) in &self.due {
            entry.hash(state);
        }
        self.entered.hash(state);
    }
}

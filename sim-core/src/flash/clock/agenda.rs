//! What is due when, in the one order that every machine agrees on.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::{Hash, Hasher};

/// Times at which planes are due, and from the number of planes on parts of requests; equal times in the order they were entered.
#[derive(Clone, Debug, Default)]
pub(super) struct Agenda {
    due: BinaryHeap<Reverse<(u64, u64, u32)>>,
    entered: u64,
    /// Whether the first entry has been taken, and is still there. What is taken mostly leads to the next entry, which then
    /// comes in its place: that puts the order right once instead of twice.
    is_taken: bool,
}

impl Agenda {
    /// Enters plane `plane` at `time_ns`. The number of the entry.
    #[inline]
    pub(super) fn enter(&mut self, time_ns: u64, plane: u32) -> u64 {
        let entry = Reverse((time_ns, self.entered, plane));
        if !std::mem::take(&mut self.is_taken) {
            self.due.push(entry);
        } else if let Some(mut first) = self.due.peek_mut() {
            *first = entry;
        }
        self.entered += 1;
        self.entered - 1
    }

    /// The next time anything is due. Not between [`Agenda::take`] and [`Agenda::settle`].
    #[inline]
    pub(super) fn next_ns(&self) -> Option<u64> {
        debug_assert!(!self.is_taken);
        self.due.peek().map(|entry| entry.0.0)
    }

    /// Takes the next entry: time, number and plane. Once all that follows from it is entered, [`Agenda::settle`].
    #[inline]
    pub(super) fn take(&mut self) -> Option<(u64, u64, u32)> {
        debug_assert!(!self.is_taken);
        let first = self.due.peek().map(|entry| entry.0);
        self.is_taken = first.is_some();
        first
    }

    /// Removes what has been taken and led to no other entry.
    #[inline]
    pub(super) fn settle(&mut self) {
        if std::mem::take(&mut self.is_taken) {
            self.due.pop();
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Component, Rng};
    use crate::base::state_hash::state_hash;

    #[test]
    fn takes_what_is_due_first_and_of_equal_times_what_was_entered_first() {
        let mut rng = Rng::new(5, Component::Policy);
        let (mut agenda, mut plain) = (Agenda::default(), Vec::new());
        for plane in 0..4 {
            plain.push((u64::from(plane % 2), agenda.enter(u64::from(plane % 2), plane), plane));
        }
        for _ in 0..2_000 {
            plain.sort_unstable();
            assert_eq!(agenda.next_ns(), plain.first().map(|first| first.0));
            let taken = agenda.take();
            assert_eq!(taken, plain.first().copied());
            let (now_ns, _, plane) = taken.unwrap_or_default();
            plain.drain(..plain.len().min(1));
            for _ in 0..rng.below(3).min(40 - plain.len() as u64) {
                let time_ns = now_ns + rng.below(6);
                plain.push((time_ns, agenda.enter(time_ns, plane), plane));
            }
            agenda.settle();
        }
    }

    #[test]
    fn what_is_due_and_how_much_was_entered_are_part_of_the_state() {
        let after = |entries: &[(u64, u32)], taken: usize| {
            let mut agenda = Agenda::default();
            entries.iter().for_each(|&(time_ns, plane)| {
                agenda.enter(time_ns, plane);
            });
            for _ in 0..taken {
                agenda.take();
                agenda.settle();
            }
            state_hash(&agenda)
        };
        assert_eq!(after(&[(5, 1)], 0), after(&[(5, 1)], 0));
        assert_ne!(after(&[(5, 1)], 0), after(&[(6, 1)], 0));
        assert_ne!(after(&[(5, 1)], 0), after(&[(5, 2)], 0));
        // Nothing is due in either, but the next of equal times would have another number.
        assert_ne!(after(&[(5, 1)], 1), after(&[], 0));
    }
}

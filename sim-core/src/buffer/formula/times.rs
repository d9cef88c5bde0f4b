//! When a group was used, and what a formula may name of that.

use crate::base::formula::bounds::Bounds;
use crate::base::formula::program::Program;
use crate::buffer::group_quantities::{AGE, IDLE, REQUESTS, UNWRITTEN};

/// The time of a buffer.
#[derive(Clone, Copy, Debug, Default, Hash)]
pub(super) struct Now {
    /// Page uses so far.
    pub(super) uses: u64,
    /// The present write request: how many were begun before it.
    pub(super) request: u64,
}

/// When a group was used, in page uses.
#[derive(Clone, Copy, Debug, Hash)]
pub(super) struct Times {
    came: u64,
    pub(super) used: u64,
    written: u64,
    uses: u64,
    /// The write request that wrote it last.
    request: u64,
}

/// `age`, `idle`, `unwritten`, `requests` and `uses`, which follow each other in the vocabulary.
type OfTime<T> = [T; 5];

impl Times {
    /// Of a group that comes in now.
    pub(super) fn come(now: Now) -> Self {
        Self { came: now.uses, used: now.uses, written: now.uses, uses: 0, request: now.request }
    }

    /// It is used now.
    pub(super) fn use_again(&mut self, now: Now, is_written: bool) {
        self.used = now.uses;
        self.uses += 1;
        if is_written {
            (self.written, self.request) = (now.uses, now.request);
        }
    }

    /// What a formula may name of them.
    pub(super) fn quantities(&self, now: Now) -> OfTime<f64> {
        let since = |moment: u64| (now.uses - moment) as f64;
        [since(self.came), since(self.used), since(self.written), self.requests(now), self.uses as f64]
    }

    /// Between which bounds those quantities lie for groups from `self` to `last`, which stand in the order of `clock`.
    pub(super) fn bounds_to(&self, last: &Self, clock: Clock, now: Now) -> OfTime<Bounds> {
        let since = |times: &Self| (now.uses - clock.of(times)) as f64;
        let (least, most) = (since(last), since(self));
        let [exact, at_least, at_most] =
            [(least, most), (least, now.uses as f64), (0.0, most)].map(|(low, high)| Bounds::between(low, high));
        // A group comes before it is written, and is not written after its last use.
        let [age, idle, unwritten] = match clock {
            Clock::Used => [at_least, exact, at_least],
            Clock::Written => [at_least, at_most, exact],
            Clock::Came => [exact, at_most, at_most],
        };
        let requests = match clock {
            Clock::Written => Bounds::between(last.requests(now), self.requests(now)),
            Clock::Used | Clock::Came => Bounds::between(1.0, now.request.max(1) as f64),
        };
        [age, idle, unwritten, requests, Bounds::between(1.0, now.uses as f64)]
    }

    fn requests(&self, now: Now) -> f64 {
        (now.request - self.request).max(1) as f64
    }
}

/// A time by which groups can stand in order.
#[derive(Clone, Copy, Debug, Hash)]
pub(super) enum Clock {
    /// Their last use.
    Used,
    /// When they were last written.
    Written,
    /// When they came in.
    Came,
}

impl Clock {
    /// The first of the clocks of which `program` names a quantity.
    pub(super) fn named_by(program: &Program) -> Option<Self> {
        let clocks = [(IDLE, Self::Used), (UNWRITTEN | REQUESTS, Self::Written), (AGE, Self::Came)];
        clocks.into_iter().find(|(places, _)| program.names_any(*places)).map(|(_, clock)| clock)
    }

    /// What it shows for a group.
    pub(super) fn of(self, times: &Times) -> u64 {
        match self {
            Self::Used => times.used,
            Self::Written => times.written,
            Self::Came => times.came,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_which_bounds_quantities_lie_follows_from_the_clock() {
        // A group that came, was used, and was written by a request; and one that stands behind it by each clock.
        let first = Times { came: 2, used: 10, written: 4, uses: 3, request: 1 };
        let last = Times { came: 5, used: 12, written: 8, uses: 2, request: 3 };
        let bounds = |clock: Clock| first.bounds_to(&last, clock, Now { uses: 20, request: 6 });
        let between = |all: [(f64, f64); 5]| all.map(|(low, high)| Bounds::between(low, high));
        let uses = (1.0, 20.0);
        assert_eq!(bounds(Clock::Used), between([(8.0, 20.0), (8.0, 10.0), (8.0, 20.0), (1.0, 6.0), uses]));
        assert_eq!(bounds(Clock::Written), between([(12.0, 20.0), (0.0, 16.0), (12.0, 16.0), (3.0, 5.0), uses]));
        assert_eq!(bounds(Clock::Came), between([(15.0, 18.0), (0.0, 18.0), (0.0, 18.0), (1.0, 6.0), uses]));
        // Of the present request, and in the first of all, it is one request at least.
        let at_first = Times::come(Now::default());
        let [.., requests, _] = at_first.bounds_to(&at_first, Clock::Used, Now { uses: 1, request: 0 });
        assert_eq!(requests, Bounds::of(1.0));
        assert_eq!(at_first.quantities(Now { uses: 1, request: 0 }), [1.0, 1.0, 1.0, 1.0, 0.0]);
    }
}

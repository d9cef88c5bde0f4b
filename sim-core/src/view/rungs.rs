//! Sums over the first requests of a run that cost no more than what lies between one frame and the last, forwards and back: they are
//! kept up to three requests, where the last frame was, a little before it and well before it.

use std::ops::Range;

/// A sum that serves steps back lies at least so many requests behind, and at most twice as many: one, and the other.
const NEAR_REQUESTS: u64 = 1 << 10;
const FAR_REQUESTS: u64 = 1 << 16;

/// Sums up to three requests of one run.
#[derive(Clone, Debug)]
pub(super) struct Rungs<T> {
    far: Rung<T>,
    near: Rung<T>,
    now: Rung<T>,
}

/// Sums over all requests before one; none where there are no requests yet.
#[derive(Clone, Debug)]
struct Rung<T> {
    sums: Option<T>,
    requests: u64,
}

impl<T> Default for Rungs<T> {
    fn default() -> Self {
        Self { far: Rung::default(), near: Rung::default(), now: Rung::default() }
    }
}

impl<T> Default for Rung<T> {
    fn default() -> Self {
        Self { sums: None, requests: 0 }
    }
}

impl<T: Clone> Rungs<T> {
    /// The sums over the first `requests` requests: `nothing` is over none, `add` adds some that follow.
    pub(super) fn up_to(&mut self, requests: u64, nothing: impl Fn() -> T, add: impl Fn(&mut T, Range<u64>)) -> &mut T {
        let behind = |by: u64| requests.saturating_sub(by) / by * by;
        let Self { far, near, now } = self;
        far.start_from(&Rung::default(), requests);
        far.go_on(behind(FAR_REQUESTS), &nothing, &add);
        near.start_from(far, requests);
        near.go_on(behind(NEAR_REQUESTS), &nothing, &add);
        now.start_from(near, requests);
        now.go_on(requests, &nothing, &add)
    }
}

impl<T: Clone> Rung<T> {
    /// Goes back to `lower` where it is beyond `requests`, and up to it where it is below.
    fn start_from(&mut self, lower: &Self, requests: u64) {
        if self.requests > requests || self.requests < lower.requests {
            self.clone_from(lower);
        }
    }

    fn go_on(&mut self, to: u64, nothing: impl Fn() -> T, add: impl Fn(&mut T, Range<u64>)) -> &mut T {
        let sums = self.sums.get_or_insert_with(nothing);
        if self.requests < to {
            add(sums, self.requests..to);
            self.requests = to;
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn sums_are_those_of_all_requests_before_and_steps_add_few() {
        let mut rungs = Rungs::default();
        let added = Cell::new(0);
        let mut up_to = |requests: u64| {
            added.set(0);
            let sum = *rungs.up_to(
                requests,
                || 0_u64,
                |sum, more| {
                    added.set(added.get() + (more.end - more.start));
                    *sum += more.sum::<u64>();
                },
            );
            assert_eq!(sum, requests * requests.saturating_sub(1) / 2, "up to {requests}");
            added.get()
        };
        assert_eq!(up_to(0), 0);
        // Of the first, all three are made.
        assert!(up_to(1_000_000) <= 1_000_000 + 2 * FAR_REQUESTS + 2 * NEAR_REQUESTS);
        assert_eq!(up_to(1_000_000), 0);
        assert_eq!(up_to(1_000_001), 1);
        for back in 1..600 {
            assert!(up_to(1_000_000 - back) <= 2 * NEAR_REQUESTS, "{back} back");
        }
        assert!(up_to(1_000_000 - FAR_REQUESTS) <= 2 * FAR_REQUESTS + 2 * NEAR_REQUESTS);
        assert!(up_to(1_000_000) <= 3 * FAR_REQUESTS);
        assert_eq!(up_to(1), 1);
    }
}

//! How long requests took: one number for each, so that percentiles are exact (SPEC 4).

use crate::engine::machine::Completion;
use crate::engine::request::HostOp;

/// Response of a request that is not over.
const PENDING: u64 = u64::MAX;

/// The response times of the counted requests, in the order in which they were begun. 8 bytes a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Samples {
    first_request: u64,
    response_ns: Vec<u64>,
    totals: [Total; 4],
    /// Reads queued behind a garbage collection. Event clock.
    pub reads_behind_gc: u64,
    /// Other reads queued behind a request that was. Event clock.
    pub reads_behind_blocked: u64,
    /// When the first of them arrived; `u64::MAX` before any is over.
    pub first_arrival_ns: u64,
    /// When the last of them arrived.
    pub last_arrival_ns: u64,
    /// When the last of them was over.
    pub last_finish_ns: u64,
}

/// Responses of one kind of request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Total {
    requests: u64,
    response_ns: u128,
}

impl Samples {
    /// Nothing seen. The first `warmup_requests` will not count.
    pub fn new(warmup_requests: u64) -> Self {
        Self {
            first_request: warmup_requests,
            response_ns: Vec::new(),
            totals: [Total::default(); 4],
            reads_behind_gc: 0,
            reads_behind_blocked: 0,
            first_arrival_ns: u64::MAX,
            last_arrival_ns: 0,
            last_finish_ns: 0,
        }
    }

    /// A request is over.
    pub fn add(&mut self, completion: &Completion) {
        let Some(place) = completion.request.checked_sub(self.first_request) else { return };
        let place = place as usize;
        if place >= self.response_ns.len() {
            self.response_ns.resize(place + 1, PENDING);
        }
        let response_ns = completion.finish_ns - completion.arrival_ns;
        self.response_ns[place] = response_ns;
        let total = &mut self.totals[completion.op as usize];
        total.requests += 1;
        total.response_ns += u128::from(response_ns);
        if completion.op == HostOp::Read {
            self.reads_behind_gc += u64::from(completion.behind_gc);
            self.reads_behind_blocked += u64::from(completion.behind_blocked && !completion.behind_gc);
        }
        self.first_arrival_ns = self.first_arrival_ns.min(completion.arrival_ns);
        self.last_arrival_ns = self.last_arrival_ns.max(completion.arrival_ns);
        self.last_finish_ns = self.last_finish_ns.max(completion.finish_ns);
    }

    /// Counted requests that are over.
    pub fn requests(&self) -> u64 {
        self.totals.iter().map(|total| total.requests).sum()
    }

    /// Those of one kind.
    pub fn requests_of(&self, op: HostOp) -> u64 {
        self.totals[op as usize].requests
    }

    /// Mean response in nanoseconds of the requests of these kinds: one division of whole sums. `None` of nothing.
    pub fn mean_ns(&self, ops: &[HostOp]) -> Option<f64> {
        let totals = || ops.iter().map(|&op| self.totals[op as usize]);
        let requests: u64 = totals().map(|total| total.requests).sum();
        let response_ns: u128 = totals().map(|total| total.response_ns).sum();
        (requests > 0).then(|| response_ns as f64 / requests as f64)
    }

    /// Responses in the order in which the requests were begun, of those that are over.
    pub fn in_order(&self) -> impl Iterator<Item = u64> {
        self.response_ns.iter().copied().filter(|&response_ns| response_ns != PENDING)
    }

    /// Responses in ascending order.
    pub fn sorted(&self) -> Sorted {
        let mut responses: Vec<u64> = self.in_order().collect();
        responses.sort_unstable();
        Sorted(responses)
    }
}

/// Responses in ascending order, in nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sorted(Vec<u64>);

impl Sorted {
    /// The response that `per_10000` of 10 000 requests do not exceed, by nearest rank: always one that occurred, the
    /// longest at 10 000. `None` of nothing.
    pub fn percentile_ns(&self, per_10000: u64) -> Option<u64> {
        let rank = (u128::from(per_10000) * self.0.len() as u128).div_ceil(10_000) as usize;
        self.0.get(rank.max(1) - 1).copied()
    }

    /// The longest.
    pub fn max_ns(&self) -> Option<u64> {
        self.0.last().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completion(request: u64, op: HostOp, arrival_ns: u64, finish_ns: u64) -> Completion {
        Completion { request, op, arrival_ns, finish_ns, behind_gc: false, behind_blocked: false }
    }

    #[test]
    fn percentiles_are_samples_by_nearest_rank() {
        let sorted = Sorted((1..=1000).collect());
        let expected = [(5000, 500), (9900, 990), (9990, 999), (9999, 1000), (10_000, 1000), (1, 1), (0, 1)];
        for (per_10000, value) in expected {
            assert_eq!(sorted.percentile_ns(per_10000), Some(value), "{per_10000}");
        }
        assert_eq!(Sorted(vec![7]).percentile_ns(5000), Some(7));
        assert_eq!(Sorted(vec![1, 2, 3]).percentile_ns(5000), Some(2));
        assert_eq!(Sorted(vec![]).percentile_ns(5000), None);
    }

    #[test]
    fn means_are_split_by_kind_and_leave_the_warm_up_out() {
        let mut samples = Samples::new(1);
        samples.add(&completion(0, HostOp::Read, 0, 1_000_000));
        samples.add(&completion(3, HostOp::Write, 20, 24));
        samples.add(&completion(1, HostOp::Read, 10, 13));
        samples.add(&completion(2, HostOp::Read, 10, 20));
        assert_eq!(samples.requests(), 3);
        assert_eq!(samples.mean_ns(&[HostOp::Read]), Some(6.5));
        assert_eq!(samples.mean_ns(&[HostOp::Write]), Some(4.0));
        assert_eq!(samples.mean_ns(&[HostOp::Read, HostOp::Write]), Some(17.0 / 3.0));
        assert_eq!(samples.mean_ns(&[HostOp::Trim]), None);
        assert_eq!(samples.in_order().collect::<Vec<_>>(), [3, 10, 4]);
        assert_eq!((samples.first_arrival_ns, samples.last_arrival_ns, samples.last_finish_ns), (10, 20, 24));
    }
}

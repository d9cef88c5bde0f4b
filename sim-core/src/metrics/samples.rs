//! How long requests took: one number for each, so that percentiles are exact.

use super::time_by_purpose::Times;
use crate::base::request::HostOp;
use crate::machine::Completion;

/// Response of a request that is not over.
const PENDING: u64 = u64::MAX;

/// The shares of the reads, of 10 000, for which a report says how long they took at most. Those of [`TAIL`] in a
/// [`Report`](super::report::Report), and in the same order in a figure's measure.
pub const TAIL: [u64; 14] = [5000, 7500, 8500, 9000, 9500, 9600, 9700, 9800, 9900, 9950, 9990, 9995, 9999, 10_000];

/// The response times of the counted requests, in the order in which they were begun. 8 bytes a request, and those of the slowest
/// split by purpose. Requests of a background are not among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Samples {
    first_request: u64,
    /// Twice the response, and 1 more for a read.
    responses: Vec<u64>,
    totals: [Total; 4],
    /// What the time of them went to.
    pub times: Times,
    /// Reads queued behind a garbage collection. Event clock.
    pub(super) reads_behind_gc: u64,
    /// Other reads queued behind a request that was. Event clock.
    pub(super) reads_behind_blocked: u64,
    /// When the first of them arrived; `u64::MAX` before any is over.
    pub(super) first_arrival_ns: u64,
    /// When the last of them arrived.
    pub(super) last_arrival_ns: u64,
    /// When the last of them was over.
    pub(super) last_finish_ns: u64,
}

/// Responses of one kind of request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Total {
    requests: u64,
    response_ns: u128,
}

impl Samples {
    /// Nothing seen of a run of at most so many requests, of which the first `warmup_requests` will not count.
    pub fn new(warmup_requests: u64, requests: u64) -> Self {
        Self {
            first_request: warmup_requests,
            responses: Vec::new(),
            totals: [Total::default(); 4],
            times: Times::new(requests.saturating_sub(warmup_requests)),
            reads_behind_gc: 0,
            reads_behind_blocked: 0,
            first_arrival_ns: u64::MAX,
            last_arrival_ns: 0,
            last_finish_ns: 0,
        }
    }

    /// A request is over.
    pub fn add(&mut self, completion: &Completion) {
        if completion.background {
            return;
        }
        let Some(place) = completion.request.checked_sub(self.first_request) else { return };
        let place = place as usize;
        if place >= self.responses.len() {
            self.responses.resize(place + 1, PENDING);
        }
        let response_ns = completion.finish_ns - completion.arrival_ns;
        self.responses[place] = response_ns << 1 | u64::from(completion.op == HostOp::Read);
        let total = &mut self.totals[completion.op as usize];
        total.requests += 1;
        total.response_ns += u128::from(response_ns);
        self.times.add(completion.request, response_ns, &completion.account);
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
    pub(crate) fn requests_of(&self, op: HostOp) -> u64 {
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
        self.over().map(response_ns)
    }

    /// Responses in ascending order.
    pub(crate) fn sorted(&self) -> Sorted {
        let mut responses: Vec<u64> = self.over().collect();
        responses.sort_unstable();
        Sorted(responses)
    }

    fn over(&self) -> impl Iterator<Item = u64> {
        self.responses.iter().copied().filter(|&response| response != PENDING)
    }
}

fn response_ns(response: u64) -> u64 {
    response >> 1
}

/// Responses in ascending order, as [`Samples`] keeps them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sorted(Vec<u64>);

impl Sorted {
    /// The response that `per_10000` of 10 000 requests do not exceed, by nearest rank: always one that occurred, the
    /// longest at 10 000. `None` of nothing.
    pub(super) fn percentile_ns(&self, per_10000: u64) -> Option<u64> {
        at_rank(&self.0, per_10000)
    }

    /// The same of the reads alone, for each of [`TAIL`]; `None` without a read.
    pub(crate) fn read_tail_ns(&self) -> Option<[u64; TAIL.len()]> {
        let reads: Vec<u64> = self.0.iter().copied().filter(|response| response & 1 == 1).collect();
        (!reads.is_empty()).then(|| TAIL.map(|per_10000| at_rank(&reads, per_10000).unwrap_or_default()))
    }

    /// The longest.
    pub(crate) fn max_ns(&self) -> Option<u64> {
        self.0.last().copied().map(response_ns)
    }
}

fn at_rank(responses: &[u64], per_10000: u64) -> Option<u64> {
    let rank = (u128::from(per_10000) * responses.len() as u128).div_ceil(10_000) as usize;
    responses.get(rank.max(1) - 1).copied().map(response_ns)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::flash::account::Account;

    /// A request that is over, and that nothing held up.
    pub(crate) fn completion(request: u64, op: HostOp, arrival_ns: u64, finish_ns: u64) -> Completion {
        Completion {
            request,
            op,
            arrival_ns,
            finish_ns,
            account: Account::default(),
            behind_gc: false,
            behind_blocked: false,
            background: false,
        }
    }

    fn sorted(responses: impl IntoIterator<Item = u64>) -> Sorted {
        Sorted(responses.into_iter().map(|response_ns| response_ns << 1).collect())
    }

    #[test]
    fn percentiles_are_samples_by_nearest_rank() {
        let all = sorted(1..=1000);
        let expected = [(5000, 500), (9900, 990), (9990, 999), (9999, 1000), (10_000, 1000), (1, 1), (0, 1)];
        for (per_10000, value) in expected {
            assert_eq!(all.percentile_ns(per_10000), Some(value), "{per_10000}");
        }
        assert_eq!(sorted([7]).percentile_ns(5000), Some(7));
        assert_eq!(sorted([1, 2, 3]).percentile_ns(5000), Some(2));
        assert_eq!(sorted([]).percentile_ns(5000), None);
    }

    #[test]
    fn the_tail_is_that_of_the_reads() {
        let mut samples = Samples::new(0, 20_000);
        assert_eq!(samples.sorted().read_tail_ns(), None);
        for n in 0..10_000 {
            samples.add(&completion(2 * n, HostOp::Read, 0, 10_000 - n));
            samples.add(&completion(2 * n + 1, HostOp::Write, 0, 1_000_000));
        }
        // All but the latest write were over already; a background counts nowhere.
        samples.add(&Completion { background: true, ..completion(20_000, HostOp::Read, 0, 9_000_000) });
        assert_eq!(samples.sorted().read_tail_ns(), Some(TAIL));
        assert_eq!((samples.requests(), samples.sorted().max_ns()), (20_000, Some(1_000_000)));
    }

    #[test]
    fn means_are_split_by_kind_and_leave_the_warm_up_out() {
        let mut samples = Samples::new(1, 4);
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

//! Response times summed up for the charts, so that a frame late in a long run costs no more than an early one.
//!
//! What is kept here are functions of the run's responses, found once: bins that are complete, and histograms of all
//! responses up to some request.

use super::rungs::Rungs;
use super::time::TimesSoFar;
use crate::replay::history::{History, Outcome};
use crate::replay::lane::Lane;
use std::ops::Range;

/// Most bins of a chart over time.
const BINS: u64 = 512;
/// Buckets for each power of two of a response time.
const FINENESS: u32 = 5;

/// Response times of a stretch of requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bin {
    /// Median.
    pub p50_ns: u64,
    /// 99th percentile.
    pub p99_ns: u64,
    /// Slowest.
    pub max_ns: u64,
}

/// How many responses fell into a narrow range, the slowest of them and their sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bucket {
    /// Responses.
    pub count: u64,
    /// The slowest.
    pub max_ns: u64,
    /// All together.
    pub(super) sum_ns: u64,
}

/// Sums over the responses of one run.
#[derive(Clone, Debug, Default)]
pub struct Series {
    bin_requests: u64,
    complete: Vec<Option<Bin>>,
    all: Histogram,
    /// What the time went to.
    pub times: TimesSoFar,
    #[cfg(feature = "layers")]
    reads: Histogram,
}

/// Responses in buckets.
#[derive(Clone, Debug, Default)]
struct Histogram {
    buckets: Rungs<Vec<Bucket>>,
}

impl Series {
    /// How many requests a bin holds, and the bins of the first `requests` requests.
    pub(super) fn bins(&mut self, history: &History, requests: u64) -> (u64, Vec<Bin>) {
        let size = requests.div_ceil(BINS).max(1).next_power_of_two();
        if self.bin_requests != size {
            self.bin_requests = size;
            self.complete.clear();
        }
        let count = requests.div_ceil(size);
        self.complete.resize((count as usize).max(self.complete.len()), None);
        let bins = (0..count).map(|at| self.bin(history, at, requests)).collect();
        (size, bins)
    }

    fn bin(&mut self, history: &History, at: u64, requests: u64) -> Bin {
        if let Some(bin) = self.complete[at as usize] {
            return bin;
        }
        let (first, end) = (at * self.bin_requests, (at + 1) * self.bin_requests);
        let outcomes = history.outcomes(first, end.min(requests));
        let mut known: Vec<u64> = outcomes.iter().filter_map(|outcome| outcome.ns()).collect();
        known.sort_unstable();
        let rank = |percent: usize| known.get((known.len() * percent).div_ceil(100).max(1) - 1).copied().unwrap_or(0);
        let bin = Bin { p50_ns: rank(50), p99_ns: rank(99), max_ns: rank(100) };
        if known.len() as u64 == self.bin_requests {
            self.complete[at as usize] = Some(bin);
        }
        bin
    }

    /// The responses of the first `requests` requests of `lane`, from fastest to slowest, and how many there are.
    pub(super) fn buckets(&mut self, lane: &Lane, requests: u64) -> (Vec<Bucket>, u64) {
        self.all.of(lane, 0..requests, |_| true)
    }

    /// The same of reads alone, from request `first` on.
    #[cfg(feature = "layers")]
    pub(super) fn read_buckets(&mut self, lane: &Lane, first: u64, requests: u64) -> (Vec<Bucket>, u64) {
        self.reads.of(lane, first.min(requests)..requests, Outcome::is_read)
    }
}

impl Histogram {
    fn of(&mut self, lane: &Lane, requests: Range<u64>, counts: impl Fn(Outcome) -> bool + Copy) -> (Vec<Bucket>, u64) {
        let history = &lane.history;
        let all_over = lane.requests_under_way().into_iter().min().unwrap_or(requests.end).min(requests.end);
        let count = |buckets: &mut Vec<Bucket>, more: Range<u64>| {
            let from = more.start.max(requests.start);
            if from < more.end {
                add(buckets, history.outcomes(from, more.end), counts);
            }
        };
        let mut buckets = self.buckets.up_to(all_over, Vec::new, count).clone();
        count(&mut buckets, all_over..requests.end);
        buckets.retain(|bucket| bucket.count > 0);
        let count = buckets.iter().map(|bucket| bucket.count).sum();
        (buckets, count)
    }
}

fn add(buckets: &mut Vec<Bucket>, outcomes: &[Outcome], counts: impl Fn(Outcome) -> bool) {
    for ns in outcomes.iter().filter(|outcome| counts(**outcome)).filter_map(|outcome| outcome.ns()) {
        let at = bucket_of(ns);
        if at >= buckets.len() {
            buckets.resize(at + 1, Bucket::default());
        }
        buckets[at].count += 1;
        buckets[at].max_ns = buckets[at].max_ns.max(ns);
        buckets[at].sum_ns = buckets[at].sum_ns.saturating_add(ns);
    }
}

/// The bucket of a time: its leading bit and the next `FINENESS` bits.
fn bucket_of(ns: u64) -> usize {
    let bits = 64 - ns.leading_zeros();
    if bits <= FINENESS + 1 {
        return ns as usize;
    }
    let shift = bits - FINENESS - 1;
    ((shift as usize) << FINENESS) + (ns >> shift) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_ascend_without_gap_or_overlap() {
        let mut last = 0;
        for ns in 0..100_000 {
            let at = bucket_of(ns);
            assert!(at == last || at == last + 1, "{ns} in {at} after {last}");
            last = at;
        }
        assert!(bucket_of(u64::MAX) < 64 << FINENESS);
    }

    #[test]
    fn a_bucket_is_at_most_three_percent_wide() {
        for ns in [100u64, 4_000, 405_900, 36_000_000] {
            let first = (ns / 2..=ns).find(|&other| bucket_of(other) == bucket_of(ns)).unwrap();
            let last = (ns..2 * ns).take_while(|&other| bucket_of(other) == bucket_of(ns)).last().unwrap();
            assert!((last - first) * 31 <= ns, "{first}..{last}");
        }
    }
}

//! Figures for the charts of a device with stripes: reads that garbage collection held up, and the tail of the reads.

use super::series::{Bucket, Series};
use crate::replay::history::Outcome;
use crate::replay::lane::Lane;
use serde::Serialize;

/// Shares of the reads whose slowest is told, in 10 000: the tail in nines, eight steps a nine.
const SHARES: [u64; 26] = [
    5000, 6000, 7000, 7500, 8000, 8500, 9000, 9250, 9440, 9580, 9680, 9760, 9820, 9870, 9900, 9925, 9944, 9958, 9968,
    9976, 9982, 9987, 9990, 9995, 9998, 9999,
];

/// Reads so far, and what garbage collection did to them.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct StripeCharts {
    reads: u64,
    gc_blocked: u64,
    queue_blocked: u64,
    rebuilt_pages: u64,
    waits_chosen: u64,
    waits_forced: u64,
    /// In the bins of the response times: reads that waited for a collection, others that waited behind such, all.
    per_bin: Vec<[u64; 3]>,
    /// The response that a share of the reads does not exceed; only shares that there are enough reads for.
    read_tail: Vec<(f64, u64)>,
}

/// The charts of `lane`, `requests` of whose requests are over, in bins of `bin_requests`.
pub(super) fn stripe_charts(lane: &Lane, series: &mut Series, bin_requests: u64, requests: u64) -> StripeCharts {
    let machine = lane.machine();
    let counters = &machine.core.counters.stripes;
    let (buckets, count) = series.read_buckets(lane, machine.warmup_requests, requests);
    let bins = lane.history.outcomes(0, requests).chunks(bin_requests.max(1) as usize);
    let per_bin: Vec<[u64; 3]> = bins.map(held_up).collect();
    let sum = |of: usize| per_bin.iter().map(|bin| bin[of]).sum();
    StripeCharts {
        gc_blocked: sum(0),
        queue_blocked: sum(1),
        reads: sum(2),
        rebuilt_pages: counters.rebuilt_pages,
        waits_chosen: counters.waits_chosen,
        waits_forced: counters.waits_forced,
        read_tail: tail(&buckets, count),
        per_bin,
    }
}

/// Of a stretch of requests: reads that waited for a collection, others that waited behind such a request, all reads.
fn held_up(outcomes: &[Outcome]) -> [u64; 3] {
    outcomes.iter().filter(|outcome| outcome.is_read()).fold([0; 3], |[gc, queue, all], outcome| {
        [gc + u64::from(outcome.is_behind_gc()), queue + u64::from(outcome.is_behind_blocked()), all + 1]
    })
}

/// By nearest rank. A share that would be told by less than one read is left out: it would repeat the slowest.
fn tail(buckets: &[Bucket], count: u64) -> Vec<(f64, u64)> {
    let mut rest = buckets.iter();
    let (mut seen, mut ns) = (0, 0);
    let mut tail = Vec::new();
    for share in SHARES.into_iter().filter(|share| count * (10_000 - share) >= 10_000) {
        let rank = (count * share).div_ceil(10_000);
        while seen < rank {
            let Some(bucket) = rest.next() else { break };
            (seen, ns) = (seen + bucket.count, bucket.max_ns);
        }
        tail.push((share as f64 / 10_000.0, ns));
    }
    tail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_told_as_far_as_there_are_reads_for_them() {
        let buckets: Vec<Bucket> = (1..=1000).map(|ns| Bucket { count: 1, max_ns: ns, sum_ns: 0 }).collect();
        let told = tail(&buckets, 1000);
        assert_eq!(told.first(), Some(&(0.5, 500)));
        assert_eq!(told.last(), Some(&(0.999, 999)));
        assert!(told.contains(&(0.99, 990)));
        assert!(tail(&[], 0).is_empty());
    }

    #[test]
    fn shares_ascend() {
        assert!(SHARES.is_sorted_by(|a, b| a < b));
    }
}

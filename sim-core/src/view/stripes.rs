//! Figures for the charts of a device with stripes: reads that garbage collection held up, and the tail of the reads (SPEC 9.7).

use super::series::{Bin, Bucket, Series};
use crate::engine::lane::Lane;
use serde::Serialize;

/// Shares of the reads whose slowest is told, in 10 000: the tail in nines, eight steps a nine.
const SHARES: [u64; 26] = [
    5000, 6000, 7000, 7500, 8000, 8500, 9000, 9250, 9440, 9580, 9680, 9760, 9820, 9870, 9900, 9925, 9944, 9958, 9968,
    9976, 9982, 9987, 9990, 9995, 9998, 9999,
];

/// Reads so far, and what garbage collection did to them.
#[derive(Debug, Serialize)]
pub struct StripeCharts {
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

/// The charts of `lane`, `requests` of whose requests are over; `bins` are those of its response times.
pub fn stripe_charts(lane: &Lane, series: &mut Series, bins: &[Bin], requests: u64) -> StripeCharts {
    let machine = lane.machine();
    let counters = &machine.core.counters.stripes;
    let (buckets, count) = series.read_buckets(&lane.history, machine.warmup_requests, requests);
    let sum = |of: usize| bins.iter().map(|bin| bin.reads[of]).sum();
    StripeCharts {
        gc_blocked: sum(0),
        queue_blocked: sum(1),
        reads: sum(2),
        rebuilt_pages: counters.rebuilt_pages,
        waits_chosen: counters.waits_chosen,
        waits_forced: counters.waits_forced,
        per_bin: bins.iter().map(|bin| bin.reads).collect(),
        read_tail: tail(&buckets, count),
    }
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
        let buckets: Vec<Bucket> = (1..=1000).map(|ns| Bucket { count: 1, max_ns: ns }).collect();
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

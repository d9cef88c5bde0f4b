//! What a stream of records is: its mix, span, sizes, order.

use super::record::Record;
use crate::base::request::{HostOp, SECTOR_BYTES};
use serde::Serialize;

/// Bins of the arrivals over the span.
pub const ARRIVAL_BINS: u64 = 128;
/// A stream of records, summed up. Shares are fractions of 1; what does not apply is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceSummary"))]
pub struct Summary {
    /// Number of requests.
    pub requests: u64,
    /// Reads among them.
    pub reads: u64,
    /// Writes among them.
    pub writes: u64,
    /// Trims among them.
    pub trims: u64,
    /// Flushes among them.
    pub flushes: u64,
    /// From the first request to the last, in nanoseconds.
    pub span_ns: u64,
    /// Writes among reads and writes.
    pub write_share: Option<f64>,
    /// The share of requests with sectors that start where the one before ended.
    pub sequential_share: Option<f64>,
    /// Mean size of requests with sectors, in bytes.
    pub mean_bytes: Option<f64>,
    /// Largest size, in bytes.
    pub max_bytes: u64,
    /// The sector after the last one touched.
    pub footprint_end_sector: u64,
    /// How many requests arrive in each 128th of the span.
    pub arrivals: Vec<u32>,
    /// What looks as if a unit was taken wrong, with the likely one, in words; told when the format is known.
    pub suspicions: Vec<String>,
}

impl Summary {
    /// The summary of `records`, which ascend by time from 0.
    pub fn of(records: &[Record]) -> Self {
        let span_ns = records.last().map_or(0, |record| record.t_ns());
        let bin_ns = span_ns / ARRIVAL_BINS + 1;
        let mut by_op = [0u64; 4];
        let mut arrivals = vec![0u32; ARRIVAL_BINS as usize];
        let (mut sectors, mut most_sectors, mut end, mut sequential) = (0u64, 0, 0, 0u64);
        let mut previous_end = None;
        for record in records {
            by_op[record.op() as usize] += 1;
            arrivals[(record.t_ns() / bin_ns) as usize] += 1;
            if record.op() == HostOp::Flush {
                continue;
            }
            sectors += u64::from(record.sectors());
            most_sectors = most_sectors.max(record.sectors());
            end = end.max(record.end());
            sequential += u64::from(previous_end == Some(record.sector()));
            previous_end = Some(record.end());
        }
        let [reads, writes, trims, flushes] = by_op;
        let with_sectors = reads + writes + trims;
        let mean_bytes = share(sectors * SECTOR_BYTES, with_sectors);
        Self {
            requests: records.len() as u64,
            reads,
            writes,
            trims,
            flushes,
            span_ns,
            write_share: share(writes, reads + writes),
            sequential_share: share(sequential, with_sectors),
            mean_bytes,
            max_bytes: u64::from(most_sectors) * SECTOR_BYTES,
            footprint_end_sector: end,
            arrivals,
            suspicions: Vec::new(),
        }
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(list: &[(u64, HostOp, u64, u64)]) -> Vec<Record> {
        list.iter().map(|&(t, op, sector, sectors)| Record::pack(t, op, sector, sectors).unwrap()).collect()
    }

    #[test]
    fn sums_up() {
        let summary = Summary::of(&records(&[
            (0, HostOp::Write, 8, 8),
            (10, HostOp::Write, 16, 8),
            (10, HostOp::Flush, 0, 0),
            (500, HostOp::Read, 24, 24),
            (1279, HostOp::Trim, 0, 8),
        ]));
        assert_eq!((summary.reads, summary.writes, summary.trims, summary.flushes), (1, 2, 1, 1));
        assert_eq!((summary.requests, summary.span_ns, summary.footprint_end_sector), (5, 1279, 48));
        assert_eq!((summary.write_share, summary.sequential_share), (Some(2.0 / 3.0), Some(0.5)));
        assert_eq!((summary.mean_bytes, summary.max_bytes), (Some(6144.0), 12_288));
        assert_eq!(summary.arrivals.len(), 128);
        assert_eq!(
            (summary.arrivals[0], summary.arrivals[1], summary.arrivals[50], summary.arrivals[127]),
            (1, 2, 1, 1)
        );
    }

    #[test]
    fn has_no_shares_of_nothing() {
        let summary = Summary::of(&records(&[(0, HostOp::Flush, 0, 0)]));
        assert_eq!((summary.write_share, summary.sequential_share, summary.mean_bytes), (None, None, None));
        assert_eq!(Summary::of(&[]).requests, 0);
    }
}

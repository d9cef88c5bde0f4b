//! A part of a trace: from one time to another, from one address to another.

use super::super::record::{MAX_SECTORS, MAX_TIME_NS, Record};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A window of time and addresses. A request belongs to it if it arrives in it and touches an address of it; a flush, which has none, if it arrives in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceWindow"))]
#[serde(deny_unknown_fields, default)]
pub struct Window {
    /// The first time in it, in nanoseconds since the device's first request.
    pub from_ns: u64,
    /// The first time after it.
    pub to_ns: u64,
    /// The first sector in it.
    pub first_sector: u64,
    /// The first sector after it.
    pub end_sector: u64,
}

impl Default for Window {
    /// All of a trace.
    fn default() -> Self {
        Self { from_ns: 0, to_ns: MAX_TIME_NS, first_sector: 0, end_sector: MAX_SECTORS }
    }
}

impl Window {
    /// The places of the records in it by time, of `records` in order of time.
    pub fn places(&self, records: &[Record]) -> Range<usize> {
        let before = |t_ns: u64| records.partition_point(|record| record.t_ns() < t_ns);
        let from = before(self.from_ns);
        from..before(self.to_ns).max(from)
    }

    /// Whether `record`, which is in it by time, is in it by address too.
    #[inline]
    pub fn has_addresses_of(&self, record: Record) -> bool {
        record.sectors() == 0 || record.sector() < self.end_sector && record.end() > self.first_sector
    }

    /// The same times of a clock that began `ns` later.
    pub(in crate::trace) fn later(self, ns: u64) -> Self {
        Self { from_ns: self.from_ns.saturating_sub(ns), to_ns: self.to_ns.saturating_sub(ns), ..self }
    }

    /// The records in it, of `records` in order of time.
    pub fn of<'a>(&self, records: &'a [Record]) -> impl Iterator<Item = Record> + use<'a> {
        let window = *self;
        records[self.places(records)].iter().copied().filter(move |record| window.has_addresses_of(*record))
    }

    /// The same window with edges no further out than its records, of `records` in order of time, reach; whole pages.
    pub(super) fn clamped(self, records: &[Record]) -> Self {
        let (mut first, mut end) = (u64::MAX, 0);
        for record in self.of(records).filter(|record| record.sectors() > 0) {
            first = first.min(record.sector());
            end = end.max(record.end());
        }
        let span_ns = records.last().map_or(0, |record| record.t_ns());
        let (first, end) = (first.max(self.first_sector), end.min(self.end_sector));
        let is_empty = first >= end;
        Self {
            from_ns: self.from_ns.min(span_ns),
            to_ns: self.to_ns.min(span_ns + 1),
            first_sector: if is_empty { 0 } else { first },
            end_sector: if is_empty { 0 } else { end },
        }
    }
}

/// Bins of one width, the last of them perhaps cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bins {
    start: u64,
    /// At least 1.
    pub width: u64,
    pub count: usize,
}

impl Bins {
    /// At most `most` bins for `range`, each a multiple of `unit` wide, the first from a multiple of it on.
    pub(super) fn covering(range: Range<u64>, most: u64, unit: u64) -> Self {
        let start = range.start / unit * unit;
        let length = range.end.saturating_sub(start).max(1);
        let width = length.div_ceil(most * unit) * unit;
        Self { start, width, count: length.div_ceil(width) as usize }
    }

    /// The bin of `value`; the nearest one if it is outside.
    #[inline]
    pub(super) fn of(&self, value: u64) -> usize {
        ((value.saturating_sub(self.start) / self.width) as usize).min(self.count - 1)
    }

    /// Where the first bin begins.
    pub(super) fn start(&self) -> u64 {
        self.start
    }
}

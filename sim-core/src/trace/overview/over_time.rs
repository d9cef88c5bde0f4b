//! Requests and bytes over time.

use super::super::record::Record;
use super::window::Bins;
use crate::base::request::HostOp;
use serde::Serialize;

/// Most bins.
pub(super) const MOST: u64 = 240;

/// Requests and bytes of bins of time, from the window's first nanosecond on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceOverTime"))]
pub struct OverTime {
    /// How long a bin is.
    pub bin_ns: u64,
    /// Reads of each.
    pub reads: Vec<u64>,
    /// Writes of each.
    pub writes: Vec<u64>,
    /// Trims of each.
    pub trims: Vec<u64>,
    /// Flushes of each.
    pub flushes: Vec<u64>,
    /// Bytes read.
    pub read_bytes: Vec<u64>,
    /// Bytes written.
    pub written_bytes: Vec<u64>,
}

impl OverTime {
    pub(super) fn new(bins: Bins) -> Self {
        let zeros = || vec![0; bins.count];
        Self {
            bin_ns: bins.width,
            reads: zeros(),
            writes: zeros(),
            trims: zeros(),
            flushes: zeros(),
            read_bytes: zeros(),
            written_bytes: zeros(),
        }
    }

    #[inline]
    pub(super) fn add(&mut self, bin: usize, record: Record) {
        match record.op() {
            HostOp::Read => {
                self.reads[bin] += 1;
                self.read_bytes[bin] += record.bytes();
            }
            HostOp::Write => {
                self.writes[bin] += 1;
                self.written_bytes[bin] += record.bytes();
            }
            HostOp::Trim => self.trims[bin] += 1,
            HostOp::Flush => self.flushes[bin] += 1,
        }
    }
}

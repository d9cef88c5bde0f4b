//! How many requests touch which addresses when: a grid.

use super::super::record::Record;
use super::window::Bins;
use crate::base::request::HostOp;
use serde::Serialize;

/// Most rows.
pub(super) const MOST_ROWS: u64 = 96;

/// Requests that touch the addresses of a row in the time of a column. Those of trims are left out: they would hide the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceHeat"))]
pub struct Heat {
    /// Columns, which are the bins of time.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// The lowest row's first sector.
    pub first_sector: u64,
    /// Sectors of a row.
    pub row_sectors: u64,
    /// Reads, column by column, each from the lowest row up.
    pub reads: Vec<u32>,
    /// Writes likewise.
    pub writes: Vec<u32>,
}

impl Heat {
    pub(super) fn new(times: Bins, addresses: Bins) -> Self {
        let zeros = || vec![0; times.count * addresses.count];
        Self {
            columns: times.count,
            rows: addresses.count,
            first_sector: addresses.start(),
            row_sectors: addresses.width,
            reads: zeros(),
            writes: zeros(),
        }
    }

    /// Counts `record`, which has sectors, in every row that it touches.
    #[inline]
    pub(super) fn add(&mut self, column: usize, addresses: &Bins, record: Record) {
        let cells = match record.op() {
            HostOp::Read => &mut self.reads,
            HostOp::Write => &mut self.writes,
            _ => return,
        };
        let (low, high) = (addresses.of(record.sector()), addresses.of(record.end() - 1));
        for count in &mut cells[column * self.rows + low..=column * self.rows + high] {
            *count = count.saturating_add(1);
        }
    }
}

//! A trace at a glance: what its requests are over time and over addresses, in a window of both.
//!
//! [`run`] goes over the records of one device, in slices, and then over those that reuse is measured with · `window` says which count · `over_time`
//! and `heat` count them in bins · `order` compares each with the one before · `touched` unites what they touch · `regions` finds where most
//! begin · `reuse` measures how long a page waits for its next access · `powers` counts numbers by their powers of two, `table` by key ·
//! [`mapping`] is what a device's address mapping leaves of the footprint · `page` is the unit of footprints and reuse · `text` writes it for a person.
//!
//! All of it is whole numbers, in memory that does not grow with the trace. What is measured on a part of the pages, or in coarser pieces, says so.

mod heat;
pub mod mapping;
mod order;
mod over_time;
mod page;
mod powers;
mod regions;
mod reuse;
pub mod run;
mod table;
#[cfg(feature = "cli")]
mod text;
mod touched;
pub mod window;

pub use heat::Heat;
pub use order::Order;
pub use over_time::OverTime;
pub use regions::Region;
pub use reuse::Reuse;
pub use touched::Footprint;
pub(super) use touched::Touched;

use super::record::Record;
use page::PAGE_SECTORS;
use serde::Serialize;
use window::Window;

/// What the requests of a window are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceOverview"))]
pub struct Overview {
    /// The window, with all its edges.
    pub window: Window,
    /// Number of requests.
    pub requests: u64,
    /// Reads among them.
    pub reads: Amount,
    /// Writes among them.
    pub writes: Amount,
    /// Trims among them.
    pub trims: Amount,
    /// Flushes among them.
    pub flushes: u64,
    /// When they come.
    pub over_time: OverTime,
    /// When and where they are.
    pub heat: Heat,
    /// What reads, writes and trims touch.
    pub touched: Footprint,
    /// What writes alone touch.
    pub written: Footprint,
    /// The lowest sector touched.
    pub first_sector: u64,
    /// The sector after the highest touched.
    pub end_sector: u64,
    /// How each follows the one before.
    pub order: Order,
    /// Reads by sectors: the first is those of 0, each next one of twice as many as the one before, from 1 on, up to below the next.
    pub read_sizes: Vec<u64>,
    /// Writes likewise.
    pub write_sizes: Vec<u64>,
    /// Requests by the nanoseconds since the one before, likewise.
    pub gaps_ns: Vec<u64>,
    /// How long pages wait for their next access.
    pub reuse: Reuse,
    /// Where most requests begin, the most first.
    pub hottest: Vec<Region>,
    /// The first requests.
    pub first: Vec<Row>,
}

/// Requests of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceAmount"))]
pub struct Amount {
    /// How many.
    pub requests: u64,
    /// How much they move.
    pub bytes: u64,
    /// The largest of them.
    pub max_bytes: u64,
    /// Those that begin and end at a page of 4 KiB.
    pub aligned: u64,
}

impl Amount {
    fn add(&mut self, record: Record) {
        self.requests += 1;
        self.bytes += record.bytes();
        self.max_bytes = self.max_bytes.max(record.bytes());
        self.aligned += u64::from((record.sector() | u64::from(record.sectors())).is_multiple_of(PAGE_SECTORS));
    }
}

/// A request as it stands in the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceRow"))]
pub struct Row {
    /// Since the first request of the device, in nanoseconds.
    pub t_ns: u64,
    /// What it does.
    pub op: &'static str,
    /// First sector.
    pub sector: u64,
    /// Sectors.
    pub sectors: u32,
}

impl Row {
    fn new(record: Record) -> Self {
        Self { t_ns: record.t_ns(), op: record.op().word(), sector: record.sector(), sectors: record.sectors() }
    }
}

#[cfg(test)]
mod tests;

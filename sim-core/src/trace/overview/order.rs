//! How a request follows the one before: sequential, local, or anywhere.

use super::super::record::Record;
use super::page::PAGE_SECTORS;
use super::powers::Powers;
use serde::Serialize;

/// A request is local if it starts closer than this to the start of the one before: two pages.
pub(super) const LOCAL_SECTORS: u64 = 2 * PAGE_SECTORS;

/// How requests with sectors follow one another, as DiskSim's synthetic generator has it and the papers that use it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceOrder"))]
pub struct Order {
    /// Requests with sectors that have one before them.
    pub followers: u64,
    /// Sequential ones: they start where the one before ended.
    pub sequential: u64,
    /// Local ones: not sequential, and they start closer than two pages of 4 KiB to the start of the one before.
    pub local: u64,
    /// The others, by the sectors from the end of the one before to their start, in either direction, and by powers of two.
    pub jumps_sectors: Vec<u64>,
}

/// The same while it is counted.
#[derive(Debug, Default)]
pub(super) struct Ordering {
    before: Option<Record>,
    order: Order,
    jumps: Powers,
}

impl Ordering {
    /// Counts `record`, which has sectors.
    #[inline]
    pub(super) fn add(&mut self, record: Record) {
        if let Some(before) = self.before.replace(record) {
            self.order.followers += 1;
            if record.sector() == before.end() {
                self.order.sequential += 1;
            } else if record.sector().abs_diff(before.sector()) < LOCAL_SECTORS {
                self.order.local += 1;
            } else {
                self.jumps.add(record.sector().abs_diff(before.end()));
            }
        }
    }

    pub(super) fn finish(self) -> Order {
        Order { jumps_sectors: self.jumps.counts(), ..self.order }
    }
}

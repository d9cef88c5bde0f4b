//! Where most requests begin.

use super::super::record::Record;
use super::table::Table;
use crate::base::request::HostOp;
use serde::Serialize;

/// Sectors of a region at first: 64 KiB.
const LEAST_SECTORS: u64 = 128;
/// With more regions than this they are made twice as large.
const MOST: usize = 1 << 15;
/// How many are told.
const TOLD: usize = 12;

/// A region of addresses, and what begins in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceRegion"))]
pub struct Region {
    /// Its first sector.
    pub first_sector: u64,
    /// Its sectors: 64 KiB, or as many times twice that as leave few enough regions.
    pub sectors: u64,
    /// Reads that begin in it.
    pub reads: u64,
    /// Writes that begin in it.
    pub writes: u64,
}

/// The regions while they are counted.
#[derive(Debug)]
pub(super) struct Regions {
    sectors: u64,
    counts: Table<(u64, u64)>,
}

impl Default for Regions {
    fn default() -> Self {
        Self { sectors: LEAST_SECTORS, counts: Table::new() }
    }
}

impl Regions {
    /// Counts `record` if it reads or writes.
    #[inline]
    pub(super) fn add(&mut self, record: Record) {
        let (reads, writes) = match record.op() {
            HostOp::Read => (1, 0),
            HostOp::Write => (0, 1),
            _ => return,
        };
        let (counts, _) = self.counts.entry(record.sector() / self.sectors);
        *counts = (counts.0 + reads, counts.1 + writes);
        while self.counts.len() > MOST {
            self.coarsen();
        }
    }

    fn coarsen(&mut self) {
        self.sectors *= 2;
        let finer = std::mem::replace(&mut self.counts, Table::new());
        for (region, (reads, writes)) in finer.iter() {
            let (counts, _) = self.counts.entry(region / 2);
            *counts = (counts.0 + reads, counts.1 + writes);
        }
    }

    /// Those where most begin, the most first, the lowest first of several.
    pub(super) fn hottest(&self) -> Vec<Region> {
        let sectors = self.sectors;
        let region = |(region, (reads, writes)): (u64, (u64, u64))| Region {
            first_sector: region * sectors,
            sectors,
            reads,
            writes,
        };
        let mut rest: Vec<Region> = self.counts.iter().map(region).collect();
        let mut regions = Vec::new();
        let heat = |at: &usize, rest: &[Region]| {
            let Region { first_sector, reads, writes, .. } = rest[*at];
            (reads + writes, u64::MAX - first_sector)
        };
        while regions.len() < TOLD
            && let Some(hottest) = (0..rest.len()).max_by_key(|at| heat(at, &rest))
        {
            regions.push(rest.swap_remove(hottest));
        }
        regions
    }
}

//! Fits a trace's addresses to a device (`address`).

use super::compact::CompactTable;
use super::record::Record;
use crate::base::error::Error;
use crate::base::request::{HostOp, Request};
use serde::Serialize;
use std::ops::Range;

/// How addresses of a trace become addresses of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum AddressMode {
    /// `Exact` if everything fits, else `Fold`.
    Auto,
    /// Unchanged.
    Exact,
    /// Modulo the device's size; a request across the end is split there.
    Fold,
    /// The logical blocks the trace touches, numbered anew in ascending order, offsets kept.
    Compact,
    /// In proportion, down to whole pages; lengths unchanged, cut at the end.
    Scale,
    /// What lies beyond the end is dropped.
    Cut,
}

/// What the device offers the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressSpace {
    /// Logical sectors.
    pub sectors: u64,
    /// Sectors of a page.
    pub sectors_per_page: u32,
    /// Sectors of a logical block.
    pub sectors_per_block: u64,
}

/// A map from a trace's addresses to a device's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AddressMap {
    rule: Rule,
    device_sectors: u64,
    /// Whether all of the trace lies on the device, so that only `compact` changes addresses.
    fits: bool,
    dropped: u64,
}

/// What the map does with a request's sectors.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Rule {
    Exact,
    Fold,
    Compact(CompactTable),
    Scale { trace_sectors: u64, sectors_per_page: u64 },
    Cut,
}

impl AddressMode {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Auto, Self::Exact, Self::Fold, Self::Compact, Self::Scale, Self::Cut];

    /// Its name in an experiment document.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Exact => "exact",
            Self::Fold => "fold",
            Self::Compact => "compact",
            Self::Scale => "scale",
            Self::Cut => "cut",
        }
    }

    /// The mode a document's `workload.address` names.
    ///
    /// # Errors
    /// A name that is none of them.
    pub fn named(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|mode| mode.name() == name).ok_or_else(|| Error::Value {
            field: "workload.address".into(),
            value: format!("\"{name}\""),
            expected: "one of \"auto\", \"exact\", \"fold\", \"compact\", \"scale\", \"cut\"".into(),
            nearest: Some("\"auto\"".into()),
        })
    }
}

impl AddressMap {
    /// The map for `records`, all that will run, onto `space`.
    ///
    /// # Errors
    /// `exact`: the first request beyond the end. `compact`: more blocks than the device has. A device of no sectors.
    pub fn new(mode: AddressMode, records: &[Record], space: AddressSpace) -> Result<Self, Error> {
        let AddressSpace { sectors: device_sectors, sectors_per_page, sectors_per_block } = space;
        if device_sectors == 0 {
            return Err(Error::Trace("the device has no logical sectors to map a trace onto".into()));
        }
        let trace_sectors = records.iter().map(|record| record.end()).max().unwrap_or(0);
        let fits = trace_sectors <= device_sectors;
        let mut dropped = 0;
        let rule = match mode {
            AddressMode::Auto | AddressMode::Exact if fits => Rule::Exact,
            AddressMode::Exact => return Err(beyond_the_end(records, device_sectors)),
            AddressMode::Auto | AddressMode::Fold => Rule::Fold,
            AddressMode::Compact => Rule::Compact(CompactTable::new(records, device_sectors, sectors_per_block)?),
            AddressMode::Scale => Rule::Scale {
                trace_sectors: trace_sectors.max(device_sectors),
                sectors_per_page: u64::from(sectors_per_page).max(1),
            },
            AddressMode::Cut => {
                dropped = records.iter().filter(|record| record.sector() >= device_sectors).count() as u64;
                Rule::Cut
            }
        };
        Ok(Self { rule, device_sectors, fits, dropped })
    }

    /// The mode in force; never [`AddressMode::Auto`].
    pub const fn mode(&self) -> AddressMode {
        match self.rule {
            Rule::Exact => AddressMode::Exact,
            Rule::Fold => AddressMode::Fold,
            Rule::Compact(_) => AddressMode::Compact,
            Rule::Scale { .. } => AddressMode::Scale,
            Rule::Cut => AddressMode::Cut,
        }
    }

    /// How many of the records lie whole beyond the end and are dropped, which only [`AddressMode::Cut`] does.
    pub const fn dropped(&self) -> u64 {
        self.dropped
    }

    /// The pages of the device, of `sectors_per_page` each, that overlap what the trace knows as `sectors`, a part of its addresses. None
    /// where nothing of it is on the device, or where other addresses are mapped to the same pages.
    pub fn pages(&self, sectors: Range<u64>, sectors_per_page: u32) -> Option<Range<u64>> {
        let mapped = match &self.rule {
            Rule::Compact(table) => table.extent(sectors),
            Rule::Exact | Rule::Cut => sectors,
            Rule::Fold | Rule::Scale { .. } if self.fits => sectors,
            Rule::Fold | Rule::Scale { .. } => return None,
        };
        let (start, end) = (mapped.start, mapped.end.min(self.device_sectors));
        let of = u64::from(sectors_per_page);
        (start < end).then(|| start / of..end.div_ceil(of))
    }

    /// The requests `record` becomes: one; more where it is folded; none where it is dropped.
    #[inline]
    pub fn map(&self, record: Record) -> Pieces {
        let (start, length, device) = (record.sector(), u64::from(record.sectors()), self.device_sectors);
        let pieces = |sector: u64, left: u64| Pieces {
            arrival_ns: record.t_ns(),
            op: record.op(),
            sector,
            left,
            device_sectors: device,
            pending: true,
        };
        if record.op() == HostOp::Flush {
            return pieces(0, 0);
        }
        match &self.rule {
            Rule::Exact => pieces(start, length),
            Rule::Fold => pieces(start % device, length),
            Rule::Compact(table) => pieces(table.sector(start), length),
            Rule::Scale { trace_sectors, sectors_per_page } => {
                let sector = if *trace_sectors > device {
                    let scaled = u128::from(start) * u128::from(device) / u128::from(*trace_sectors);
                    scaled as u64 / sectors_per_page * sectors_per_page
                } else {
                    start
                };
                pieces(sector, length.min(device - sector))
            }
            Rule::Cut if start >= device => Pieces { pending: false, ..pieces(0, 0) },
            Rule::Cut => pieces(start, length.min(device - start)),
        }
    }
}

/// What one record becomes, request by request, in ascending order of the trace's addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces {
    arrival_ns: u64,
    op: HostOp,
    sector: u64,
    left: u64,
    device_sectors: u64,
    pending: bool,
}

impl Iterator for Pieces {
    type Item = Request;

    #[inline]
    fn next(&mut self) -> Option<Request> {
        if !self.pending {
            return None;
        }
        let sectors = self.left.min(self.device_sectors - self.sector);
        let request =
            Request { arrival_ns: self.arrival_ns, op: self.op, sector: self.sector, sectors: sectors as u32 };
        self.sector = 0;
        self.left -= sectors;
        self.pending = self.left > 0;
        Some(request)
    }
}

fn beyond_the_end(records: &[Record], device_sectors: u64) -> Error {
    let first = records.iter().enumerate().find(|(_, record)| record.end() > device_sectors);
    let (number, sector, end) = first.map_or((0, 0, 0), |(place, record)| (place + 1, record.sector(), record.end()));
    Error::Trace(format!(
        "address \"exact\": request {number} touches sectors {sector} to {}, beyond the device's {device_sectors} \
         sectors; expected a larger device, or fold, compact, scale or cut",
        end - 1
    ))
}

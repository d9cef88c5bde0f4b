//! The formats that are read, and what each one's columns mean.

use super::scan::{Blanks, Commas, Reason};
use super::{msr, spc, ssdsim};
use crate::base::error::Error;
use crate::base::request::HostOp;
use serde::Serialize;

/// A trace format that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceFormat"))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Storage Performance Council, as UMass Financial and WebSearch are.
    Spc,
    /// MSR Cambridge.
    Msr,
    /// SSDSim and MQSim ASCII.
    Ssdsim,
}

/// One line of a trace, read but not packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// When, in nanoseconds of the trace's own clock.
    pub time_ns: u64,
    /// What it does.
    pub op: HostOp,
    /// First sector.
    pub sector: u64,
    /// Number of sectors.
    pub sectors: u64,
    /// The device's number in the trace; of a disk, among its host's.
    pub device: u32,
    /// The host the device belongs to; empty in formats that name none.
    pub host: &'a [u8],
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Spc, Self::Msr, Self::Ssdsim];

    /// Its name in an experiment document.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spc => "spc",
            Self::Msr => "msr",
            Self::Ssdsim => "ssdsim",
        }
    }

    /// Its name for a person.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Spc => "SPC",
            Self::Msr => "MSR Cambridge",
            Self::Ssdsim => "SSDSim/MQSim ASCII",
        }
    }

    /// Its columns, as a person would write them down.
    pub const fn columns(self) -> &'static str {
        match self {
            Self::Spc => "ASU,LBA,Size,Opcode,Timestamp",
            Self::Msr => "Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime",
            Self::Ssdsim => "time device lsn size op",
        }
    }

    /// The unit of its times.
    pub const fn time_unit(self) -> &'static str {
        match self {
            Self::Spc => "seconds from the start of the trace",
            Self::Msr => "Windows FILETIME, 100 ns ticks since 1601",
            Self::Ssdsim => "nanoseconds",
        }
    }

    /// The units of its addresses and sizes.
    pub const fn address_unit(self) -> &'static str {
        match self {
            Self::Spc => "address in 512-byte blocks, size in bytes",
            Self::Msr => "address and size in bytes",
            Self::Ssdsim => "address and size in 512-byte sectors",
        }
    }

    /// How it tells reads from writes.
    pub const fn op_convention(self) -> &'static str {
        match self {
            Self::Spc => "r read, w write, either case",
            Self::Msr => "Read, Write, Flush, Trim, any case",
            Self::Ssdsim => "1 read, 0 write",
        }
    }

    /// What a document's `workload.format` asks for: a format, or none for `auto`.
    ///
    /// # Errors
    /// A name that no format read here has.
    pub fn choice(name: &str) -> Result<Option<Self>, Error> {
        if name == "auto" {
            return Ok(None);
        }
        Self::ALL.into_iter().find(|format| format.name() == name).map(Some).ok_or_else(|| Error::Value {
            field: "workload.format".into(),
            value: format!("\"{}\"", name.escape_default()),
            expected: "one of \"auto\", \"spc\", \"msr\", \"ssdsim\"".into(),
            nearest: Some("\"auto\"".into()),
        })
    }

    /// The request in `line`, which has no end of line.
    ///
    /// # Errors
    /// The column that is not what it should be.
    #[inline]
    pub(super) fn parse(self, line: &[u8]) -> Result<Line<'_>, Reason<'_>> {
        match self {
            Self::Spc => spc::parse(line),
            Self::Msr => msr::parse(line),
            Self::Ssdsim => ssdsim::parse(line),
        }
    }

    /// Why `line` is not a request although it could be read: its time is too far from the first.
    pub(super) fn time_misfit(self, line: &[u8]) -> Reason<'_> {
        match self {
            Self::Spc => Reason { column: &spc::TIMESTAMP, text: Commas::new(line).nth(4) },
            Self::Msr => Reason { column: &msr::TIMESTAMP, text: Commas::new(line).next() },
            Self::Ssdsim => Reason { column: &ssdsim::TIME, text: Blanks::new(line).next() },
        }
    }

    /// Why `line` is not a request although it could be read: its device is one too many.
    pub(super) fn device_misfit(self, line: &[u8]) -> Reason<'_> {
        match self {
            Self::Spc => Reason { column: &spc::ASU, text: Commas::new(line).next() },
            Self::Msr => Reason { column: &msr::DISK_NUMBER, text: Commas::new(line).nth(2) },
            Self::Ssdsim => Reason { column: &ssdsim::DEVICE, text: Blanks::new(line).nth(1) },
        }
    }

    /// What a person calls device `number` of `host`.
    pub(super) fn device_label(self, host: &[u8], number: u32) -> String {
        match self {
            Self::Spc => format!("ASU {number}"),
            Self::Msr => format!("{}.{number}", host.escape_ascii()),
            Self::Ssdsim => format!("device {number}"),
        }
    }
}

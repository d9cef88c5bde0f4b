//! A request of a trace in 16 bytes.

use crate::base::request::{HostOp, Request, SECTOR_BYTES};

/// Addresses end here: 2^40 sectors, 512 TiB.
pub const MAX_SECTORS: u64 = 1 << 40;
/// Longest request: 2^23 sectors, 4 GiB, the most that a request to a block device of Linux can be. A line that says more is damaged, and would keep a
/// run busy for years.
pub const MAX_REQUEST_SECTORS: u64 = 1 << 23;
/// The bits of a record's number of sectors.
const SECTORS_MASK: u64 = (1 << 24) - 1;
/// Times end here: 2^62 ns, 146 years.
pub const MAX_TIME_NS: u64 = 1 << 62;

/// One request of a trace. The device is not in it: there is one stream of records a device.
///
/// Two words: `t_ns << 2 | op` and `sector << 24 | sectors`, so that the order of records is the order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Record {
    time_op: u64,
    extent: u64,
}

/// Why a request cannot be packed into a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It is [`MAX_TIME_NS`] or later.
    Time,
    /// It ends beyond [`MAX_SECTORS`].
    Address,
    /// It is longer than [`MAX_REQUEST_SECTORS`].
    Length,
}

impl Record {
    /// The record of a request. A flush has no sectors.
    ///
    /// # Errors
    /// What does not fit.
    #[inline]
    pub fn pack(t_ns: u64, op: HostOp, sector: u64, sectors: u64) -> Result<Self, Misfit> {
        if t_ns >= MAX_TIME_NS {
            return Err(Misfit::Time);
        }
        if sectors > MAX_REQUEST_SECTORS {
            return Err(Misfit::Length);
        }
        if sector >= MAX_SECTORS || sector + sectors > MAX_SECTORS {
            return Err(Misfit::Address);
        }
        Ok(Self { time_op: t_ns << 2 | op as u64, extent: sector << 24 | sectors })
    }

    /// When it arrives, in nanoseconds.
    #[inline]
    pub const fn t_ns(self) -> u64 {
        self.time_op >> 2
    }

    /// What it does.
    #[inline]
    pub const fn op(self) -> HostOp {
        match self.time_op & 3 {
            0 => HostOp::Read,
            1 => HostOp::Write,
            2 => HostOp::Trim,
            _ => HostOp::Flush,
        }
    }

    /// First sector.
    #[inline]
    pub const fn sector(self) -> u64 {
        self.extent >> 24
    }

    /// Number of sectors; 0 for a flush.
    #[inline]
    pub const fn sectors(self) -> u32 {
        (self.extent & SECTORS_MASK) as u32
    }

    /// The sector after its last.
    #[inline]
    pub const fn end(self) -> u64 {
        self.sector() + self.sectors() as u64
    }

    /// Its length in bytes.
    #[inline]
    pub const fn bytes(self) -> u64 {
        self.sectors() as u64 * SECTOR_BYTES
    }

    /// The same record with time counted from `origin_ns`, which is not later than the record.
    #[inline]
    pub(super) const fn since(self, origin_ns: u64) -> Self {
        Self { time_op: self.time_op - (origin_ns << 2), extent: self.extent }
    }
}

impl From<Record> for Request {
    fn from(record: Record) -> Self {
        Self { arrival_ns: record.t_ns(), op: record.op(), sector: record.sector(), sectors: record.sectors() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn takes_16_bytes() {
        assert_eq!(size_of::<Record>(), 16);
    }

    #[test]
    fn keeps_the_largest_values() {
        let packed = |t_ns, op, sector, sectors| Record::pack(t_ns, op, sector, sectors).unwrap();
        let record = packed(MAX_TIME_NS - 1, HostOp::Flush, MAX_SECTORS - MAX_REQUEST_SECTORS, MAX_REQUEST_SECTORS);
        assert_eq!((record.t_ns(), record.op()), (MAX_TIME_NS - 1, HostOp::Flush));
        assert_eq!(record.end(), MAX_SECTORS);
        assert_eq!(packed(0, HostOp::Write, MAX_SECTORS - 1, 1).sector(), MAX_SECTORS - 1);
        assert_eq!(packed(9, HostOp::Flush, 0, 0).sectors(), 0);
    }

    #[test]
    fn says_what_does_not_fit() {
        assert_eq!(Record::pack(MAX_TIME_NS, HostOp::Read, 0, 1).unwrap_err(), Misfit::Time);
        assert_eq!(Record::pack(0, HostOp::Read, MAX_SECTORS, 1).unwrap_err(), Misfit::Address);
        assert_eq!(Record::pack(0, HostOp::Read, u64::MAX, 1).unwrap_err(), Misfit::Address);
        assert_eq!(Record::pack(0, HostOp::Read, 1, MAX_REQUEST_SECTORS + 1).unwrap_err(), Misfit::Length);
        assert_eq!(Record::pack(0, HostOp::Read, 1, u64::MAX).unwrap_err(), Misfit::Length);
    }

    proptest! {
        #[test]
        fn packs_and_unpacks(
            t in 0..MAX_TIME_NS,
            sector in 0..MAX_SECTORS - MAX_REQUEST_SECTORS,
            sectors in 1..=MAX_REQUEST_SECTORS,
        ) {
            let record = Record::pack(t, HostOp::Write, sector, sectors).unwrap();
            prop_assert_eq!((record.t_ns(), record.op(), record.sector()), (t, HostOp::Write, sector));
            prop_assert_eq!(record.end(), sector + sectors);
        }
    }
}

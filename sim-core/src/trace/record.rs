//! A request of a trace in 16 bytes (SPEC 13).

use crate::engine::request::{HostOp, Request, SECTOR_BYTES};

/// Addresses end here: 2^40 sectors, 512 TiB.
pub const MAX_SECTORS: u64 = 1 << 40;
/// Longest extent of one record, in sectors. A longer request becomes several records.
pub const MAX_RECORD_SECTORS: u64 = (1 << 24) - 1;
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

/// Why a request cannot be packed into records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It is [`MAX_TIME_NS`] or later.
    Time,
    /// It ends beyond [`MAX_SECTORS`].
    Address,
}

impl Record {
    /// The records of a request: one for every [`MAX_RECORD_SECTORS`] of it. A flush is one record with no sectors.
    ///
    /// # Errors
    /// What does not fit.
    #[inline]
    pub fn pack(t_ns: u64, op: HostOp, sector: u64, sectors: u64) -> Result<Packed, Misfit> {
        if t_ns >= MAX_TIME_NS {
            return Err(Misfit::Time);
        }
        let end = sector.checked_add(sectors).filter(|&end| end <= MAX_SECTORS).ok_or(Misfit::Address)?;
        let time_op = t_ns << 2 | op as u64;
        Ok(Packed { time_op, sector, end, done: false })
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
        (self.extent & MAX_RECORD_SECTORS) as u32
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

/// The records of one request, in ascending order of address.
#[derive(Clone, Copy, Debug)]
pub struct Packed {
    time_op: u64,
    sector: u64,
    end: u64,
    done: bool,
}

impl Iterator for Packed {
    type Item = Record;

    #[inline]
    fn next(&mut self) -> Option<Record> {
        if self.done {
            return None;
        }
        let sectors = (self.end - self.sector).min(MAX_RECORD_SECTORS);
        let record = Record { time_op: self.time_op, extent: self.sector << 24 | sectors };
        self.sector += sectors;
        self.done = self.sector == self.end;
        Some(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn only(t_ns: u64, op: HostOp, sector: u64, sectors: u64) -> Record {
        let records: Vec<Record> = Record::pack(t_ns, op, sector, sectors).unwrap().collect();
        assert_eq!(records.len(), 1);
        records[0]
    }

    #[test]
    fn takes_16_bytes() {
        assert_eq!(size_of::<Record>(), 16);
    }

    #[test]
    fn keeps_the_largest_values() {
        let record = only(MAX_TIME_NS - 1, HostOp::Flush, MAX_SECTORS - MAX_RECORD_SECTORS, MAX_RECORD_SECTORS);
        assert_eq!((record.t_ns(), record.op()), (MAX_TIME_NS - 1, HostOp::Flush));
        assert_eq!(record.end(), MAX_SECTORS);
        assert_eq!(only(0, HostOp::Write, MAX_SECTORS - 1, 1).sector(), MAX_SECTORS - 1);
        assert_eq!(only(9, HostOp::Flush, 0, 0).sectors(), 0);
    }

    #[test]
    fn says_what_does_not_fit() {
        assert_eq!(Record::pack(MAX_TIME_NS, HostOp::Read, 0, 1).unwrap_err(), Misfit::Time);
        assert_eq!(Record::pack(0, HostOp::Read, MAX_SECTORS, 1).unwrap_err(), Misfit::Address);
        assert_eq!(Record::pack(0, HostOp::Read, 1, u64::MAX).unwrap_err(), Misfit::Address);
    }

    #[test]
    fn splits_what_is_longer_than_24_bits() {
        let records: Vec<Record> = Record::pack(7, HostOp::Trim, 5, 2 * MAX_RECORD_SECTORS + 3).unwrap().collect();
        let extents: Vec<(u64, u64)> = records.iter().map(|r| (r.sector(), u64::from(r.sectors()))).collect();
        let m = MAX_RECORD_SECTORS;
        assert_eq!(extents, [(5, m), (5 + m, m), (5 + 2 * m, 3)]);
        assert!(records.iter().all(|r| r.t_ns() == 7 && r.op() == HostOp::Trim));
    }

    proptest! {
        #[test]
        fn packs_and_unpacks(t in 0..MAX_TIME_NS, sector in 0..MAX_SECTORS - 100_000_000, sectors in 1..100_000_000u64) {
            let mut at = sector;
            for record in Record::pack(t, HostOp::Write, sector, sectors).unwrap() {
                prop_assert_eq!((record.t_ns(), record.op(), record.sector()), (t, HostOp::Write, at));
                at = record.end();
            }
            prop_assert_eq!(at, sector + sectors);
        }
    }
}

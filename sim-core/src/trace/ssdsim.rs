//! SSDSim and MQSim ASCII: `time device lsn size op`, between blanks (SPEC 13.4).
//!
//! Times are nanoseconds, addresses and sizes 512-byte sectors. Beware: 1 is a read and 0 a write.

use super::format::Line;
use super::record::{MAX_REQUEST_SECTORS, MAX_SECTORS};
use super::scan::{Blanks, Column, Reason};
use crate::base::request::HostOp;

pub(super) const TIME: Column =
    Column { name: "time", expected: "a whole number of nanoseconds, less than 73 years from the first" };
pub(super) const DEVICE: Column = Column { name: "device", expected: "the number of one of at most 4096 devices" };
const LSN: Column = Column { name: "lsn", expected: "a sector below 2^40" };
const SIZE: Column =
    Column { name: "size", expected: "a number of sectors from 1 to 2^23 (4 GiB) that ends below 2^40" };
const OP: Column = Column { name: "op", expected: "1 (read) or 0 (write)" };
const NOTHING: Column = Column { name: "sixth column", expected: "expected; a line has five columns" };

/// The request in `line`.
#[inline]
pub(super) fn parse(line: &[u8]) -> Result<Line<'_>, Reason<'_>> {
    let mut columns = Blanks::new(line);
    let time_ns = TIME.number(&mut columns, Some)?;
    let device = DEVICE.number(&mut columns, |device| u32::try_from(device).ok())?;
    let sector = LSN.number(&mut columns, |sector| (sector < MAX_SECTORS).then_some(sector))?;
    let most = MAX_REQUEST_SECTORS.min(MAX_SECTORS - sector);
    let sectors = SIZE.number(&mut columns, |n| (1..=most).contains(&n).then_some(n))?;
    let op = OP.word(&mut columns, op_of)?;
    match columns.next() {
        Some(extra) => Err(Reason { column: &NOTHING, text: Some(extra) }),
        None => Ok(Line { time_ns, op, sector, sectors, device, host: b"" }),
    }
}

#[inline]
fn op_of(op: &[u8]) -> Option<HostOp> {
    match op {
        b"1" => Some(HostOp::Read),
        b"0" => Some(HostOp::Write),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(time_ns: u64, op: HostOp, sector: u64, sectors: u64, device: u32) -> Line<'static> {
        Line { time_ns, op, sector, sectors, device, host: b"" }
    }

    #[test]
    fn reads_the_shared_vectors() {
        assert_eq!(parse(b"78643005 1 55596 6 1"), Ok(line(78_643_005, HostOp::Read, 55_596, 6, 1)));
        assert_eq!(parse(b"26214000 0 303574 7 0"), Ok(line(26_214_000, HostOp::Write, 303_574, 7, 0)));
        assert_eq!(parse(b"  5\t2   8 1  0 "), Ok(line(5, HostOp::Write, 8, 1, 2)));
    }

    #[test]
    fn names_the_column_at_fault() {
        let reason = |text: &'static [u8]| parse(text).unwrap_err().to_string();
        assert!(reason(b"0.5 0 8 1 0").starts_with("time: \"0.5\" is not"));
        assert!(reason(b"5 -1 8 1 0").starts_with("device: \"-1\" is not"));
        assert!(reason(b"5 0 9223372036854775808 1 0").starts_with("lsn: "));
        assert!(reason(b"5 0 8 -8 0").starts_with("size: \"-8\" is not"));
        assert!(parse(b"5 0 8 8388608 0").is_ok());
        assert!(reason(b"5 0 8 8388609 0").starts_with("size: \"8388609\" is not a number of sectors from 1 to 2^23"));
        assert!(reason(b"5 0 8 1 2").starts_with("op: \"2\" is not 1 (read) or 0 (write)"));
        assert!(reason(b"5 0 8 1").starts_with("op: missing"));
        assert!(reason(b"5 0 8 1 0 9").starts_with("sixth column: \"9\" is not expected"));
    }
}

//! What the kernel of Linux says of a request in its block events: `major,minor rwbs … sector + sectors`.

use super::numbers::whole;
use super::ops::{Rwbs, rwbs};
use super::parsed::{Line, Parsed};
use super::scan::{Blanks, Column, Reason};
use super::sectors::sectors_at;
use super::shape::is_digits;
use crate::base::request::HostOp;

pub(super) const DEVICE: Column = Column { name: "device", expected: "major,minor of one of at most 4096 devices" };
const RWBS: Column = Column { name: "rwbs", expected: "the kernel's flags of a request, such as R, WS or D" };
const SECTOR: Column = Column { name: "sector", expected: "a sector below 2^40" };
const SECTORS: Column =
    Column { name: "sectors", expected: "a number of sectors from 1 to 2^23 (4 GiB) that ends below 2^40" };

/// Whether `text` is the number of a device: `major,minor`.
pub(super) fn is_device(text: &[u8]) -> bool {
    let comma = text.iter().position(|&byte| byte == b',');
    comma.is_some_and(|at| is_digits(&text[..at]) && is_digits(&text[at + 1..]))
}

/// The device's number, the next column.
pub(super) fn device<'a>(columns: &mut Blanks<'a>) -> Result<&'a [u8], Reason<'a>> {
    DEVICE.word(columns, |text| is_device(text).then_some(text))
}

/// The request of `device` whose flags and extent are the columns left; none if it has nothing to replay, as a command to the drive has.
pub(super) fn request<'a>(time_ns: u64, device: &'a [u8], mut columns: Blanks<'a>) -> Parsed<'a> {
    let flags = RWBS.text(&mut columns)?;
    let (mut sector, mut sectors) = (None, None);
    let mut before = &b""[..];
    while let Some(text) = columns.next() {
        if text == b"+" {
            (sector, sectors) = (Some(before), columns.next());
            break;
        }
        before = text;
    }
    let count = sectors.map_or(Some(0), whole);
    let op = match rwbs(flags, count.unwrap_or(1)) {
        Rwbs::Op(op) => op,
        Rwbs::NoRequest => return Ok(None),
        Rwbs::Unknown => return Err(Reason { column: &RWBS, text: Some(flags) }),
    };
    let line = Line { time_ns, op, sector: 0, sectors: 0, device: 0, host: device };
    if op == HostOp::Flush {
        return Ok(Some(line));
    }
    let first = sector.and_then(whole).ok_or(Reason { column: &SECTOR, text: sector })?;
    let extent = count.and_then(|count| sectors_at(first, count));
    Ok(Some(Line { sector: first, sectors: extent.ok_or(Reason { column: &SECTORS, text: sectors })?, ..line }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &'static str) -> Parsed<'static> {
        let mut columns = Blanks::new(text.as_bytes());
        let of = device(&mut columns)?;
        request(5, of, columns)
    }

    #[test]
    fn finds_sectors_wherever_the_event_has_them() {
        let expected = Line { time_ns: 5, op: HostOp::Write, sector: 2048, sectors: 8, device: 0, host: b"8,0" };
        for text in ["8,0 WS 2048 + 8 [dd]", "8,0 W 4096 () 2048 + 8 none,0,0 [dd 7]", "8,0 WSM () 2048 + 8 [0]"] {
            assert_eq!(read(text), Ok(Some(expected)), "{text}");
        }
        assert_eq!(
            read("8,0 FF 0 () 0 + 0 [kworker/7:1H]").map(|line| line.map(|line| line.op)),
            Ok(Some(HostOp::Flush))
        );
        assert_eq!(read("8,0 N 36 (12 00 00) 0 + 0 [smartd]"), Ok(None));
    }

    #[test]
    fn names_the_column_at_fault() {
        let reason = |text| read(text).unwrap_err().to_string();
        assert!(reason("sda W 8 + 8 [dd]").starts_with("device: \"sda\" is not"));
        assert!(reason("8,0 x 8 + 8 [dd]").starts_with("rwbs: \"x\" is not"));
        assert!(reason("8,0 W x + 8 [dd]").starts_with("sector: \"x\" is not"));
        assert!(reason("8,0 W 8 + -8 [dd]").starts_with("sectors: \"-8\" is not"));
    }
}

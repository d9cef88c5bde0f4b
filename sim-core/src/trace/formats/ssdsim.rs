//! SSDSim and MQSim ASCII: `time device lsn size op`, between blanks.
//!
//! Times are nanoseconds, addresses and sizes 512-byte sectors. Beware: 1 is a read and 0 a write.

use crate::base::request::HostOp;
use crate::trace::dialect::Dialect;
use crate::trace::format::{Entry, Info, Shape};
use crate::trace::numbers::whole;
use crate::trace::parsed::{Line, Parsed};
use crate::trace::reads::Reads;
use crate::trace::record::{MAX_REQUEST_SECTORS, MAX_SECTORS};
use crate::trace::scan::{Blanks, Column, Reason};
use crate::trace::shape::{FirstColumns, first_columns, is_bit, is_decimal, is_digits};
#[cfg(feature = "layers")]
use crate::trace::writes::{READS_AND_WRITES, Writes, no_head, put};

pub(super) const ENTRY: Entry = Entry {
    accepts: has_nanoseconds,
    #[cfg(feature = "layers")]
    writes: Some(WRITES),
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/ssdsim.txt"),
    ..Entry::new(
        Info {
            name: "ssdsim",
            title: "SSDSim/MQSim ASCII",
            columns: "time device lsn size op",
            time_unit: "nanoseconds",
            address_unit: "address and size in 512-byte sectors",
            op_convention: "1 read, 0 write",
        },
        Shape { looks: "five numbers between blanks", fits: |line| five_numbers(line).is_some() },
        Reads {
            parse,
            time_misfit: |line, _| Reason { column: &TIME, text: Blanks::new(line).next() },
            device_misfit: |line, _| Reason { column: &DEVICE, text: Blanks::new(line).nth(1) },
        },
    )
};

/// Its nanoseconds: the median gap between two times is at least this …
const LEAST_MEDIAN_GAP_NS: u64 = 1_000;
/// … and the last time is beyond this.
const LEAST_LAST_TIME_NS: u64 = 1_000_000;

const TIME: Column =
    Column { name: "time", expected: "a whole number of nanoseconds, less than 73 years from the first" };
const DEVICE: Column = Column { name: "device", expected: "the number of one of at most 4096 devices" };
const LSN: Column = Column { name: "lsn", expected: "a sector below 2^40" };
const SIZE: Column =
    Column { name: "size", expected: "a number of sectors from 1 to 2^23 (4 GiB) that ends below 2^40" };
const OP: Column = Column { name: "op", expected: "1 (read) or 0 (write)" };
const NOTHING: Column = Column { name: "sixth column", expected: "expected; a line has five columns" };

/// Five numbers between blanks, which is DiskSim's shape too.
#[derive(Clone, Copy, Debug, PartialEq)]
struct FiveNumbers {
    /// The time, if it is a whole number.
    time: Option<u64>,
    /// Whether the last number is 0 or 1.
    last_is_bit: bool,
}

/// The line's five numbers. The last may be hexadecimal.
fn five_numbers(line: &[u8]) -> Option<FiveNumbers> {
    let FirstColumns { first: [time, device, address, size, last, ..], count: 5 } = first_columns(Blanks::new(line))
    else {
        return None;
    };
    let signed = |text: &[u8]| is_digits(text.strip_prefix(b"-").unwrap_or(text));
    let hexadecimal = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_hexdigit);
    let numeric = is_decimal(time)
        && [device, address, size].into_iter().all(signed)
        && hexadecimal(last.strip_prefix(b"0x").unwrap_or(last));
    numeric.then(|| FiveNumbers { time: whole(time), last_is_bit: is_bit(last) })
}

/// Whether a line looks like one of DiskSim's.
#[cfg(feature = "layers")]
pub(super) fn is_five_numbers(line: &[u8]) -> bool {
    five_numbers(line).is_some()
}

/// Whether each line alone could be SSDSim's as well as DiskSim's.
pub(super) fn is_ambiguous(lines: &[&[u8]]) -> bool {
    let fits = |numbers: FiveNumbers| numbers.time.is_some() && numbers.last_is_bit;
    lines.iter().filter_map(|line| five_numbers(line)).all(fits)
}

/// Whether the lines are SSDSim's rather than DiskSim's: their times are those of nanoseconds.
fn has_nanoseconds(lines: &[&[u8]]) -> bool {
    let times: Vec<u64> = lines.iter().filter_map(|line| five_numbers(line)?.time).collect();
    let mut gaps: Vec<u64> = times.windows(2).map(|pair| pair[0].abs_diff(pair[1])).collect();
    gaps.sort_unstable();
    let median_gap = gaps.get(gaps.len() / 2).copied().unwrap_or(0);
    let last = times.iter().copied().max().unwrap_or(0);
    is_ambiguous(lines) && median_gap >= LEAST_MEDIAN_GAP_NS && last > LEAST_LAST_TIME_NS
}

/// The request in `line`.
#[inline]
fn parse<'a>(line: &'a [u8], _: &mut Dialect) -> Parsed<'a> {
    let mut columns = Blanks::new(line);
    let time_ns = TIME.number(&mut columns, Some)?;
    let device = DEVICE.number(&mut columns, |device| u32::try_from(device).ok())?;
    let sector = LSN.number(&mut columns, |sector| (sector < MAX_SECTORS).then_some(sector))?;
    let most = MAX_REQUEST_SECTORS.min(MAX_SECTORS - sector);
    let sectors = SIZE.number(&mut columns, |n| (1..=most).contains(&n).then_some(n))?;
    let op = OP.word(&mut columns, op_of)?;
    match columns.next() {
        Some(extra) => Err(Reason { column: &NOTHING, text: Some(extra) }),
        None => Ok(Some(Line { time_ns, op, sector, sectors, device, host: b"" })),
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

#[cfg(feature = "layers")]
const WRITES: Writes = Writes {
    head: no_head,
    line: |text, of, request| {
        let op = u8::from(request.op == HostOp::Read);
        put!(text, "{} {} {} {} {op}\n", request.arrival_ns, of.device, request.sector, request.sectors);
    },
    ops: READS_AND_WRITES,
    resolution_ns: 1,
};

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &[u8]) -> Result<Line<'_>, Reason<'_>> {
        super::parse(text, &mut Dialect::default()).map(Option::unwrap)
    }

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
    fn reads_five_numbers() {
        assert_eq!(
            five_numbers(b"78643005 1 55596 6 1"),
            Some(FiveNumbers { time: Some(78_643_005), last_is_bit: true })
        );
        assert_eq!(five_numbers(b"0.5 1 55596 -6 1a"), Some(FiveNumbers { time: None, last_is_bit: false }));
        assert_eq!(five_numbers(b"5 1 55596 6 1 0"), None);
        assert_eq!(five_numbers(b"5 1 55596 six 1"), None);
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

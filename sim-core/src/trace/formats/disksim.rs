//! DiskSim ASCII: `time device block size flags`, between blanks; milliseconds, 512-byte sectors, and bit 0 of the flags is a read.
//!
//! SSDSim's lines look the same where times are whole and flags 0 or 1; `ssdsim.rs` tells them by how large the times are.

use super::ssdsim;
use crate::base::request::HostOp;
use crate::trace::dialect::Dialect;
use crate::trace::format::{Entry, Info, Shape};
use crate::trace::numbers::decimal_ns;
use crate::trace::parsed::{Line, Parsed};
use crate::trace::reads::Reads;
use crate::trace::record::MAX_SECTORS;
use crate::trace::scan::{Blanks, Column, Reason};
use crate::trace::sectors::sectors_at;
#[cfg(feature = "layers")]
use crate::trace::writes::{READS_AND_WRITES, Writes, no_head, put};

pub(super) const ENTRY: Entry = Entry {
    dialect,
    #[cfg(feature = "layers")]
    writes: Some(WRITES),
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/disksim.txt"),
    ..Entry::new(
        Info {
            name: "disksim",
            title: "DiskSim ASCII",
            columns: "time device block size flags",
            time_unit: "milliseconds",
            address_unit: "address and size in 512-byte sectors",
            op_convention: "bit 0 of the flags: 1 read, 0 write",
        },
        Shape {
            looks: "five numbers between blanks, the times not those of nanoseconds",
            fits: ssdsim::is_five_numbers,
        },
        Reads {
            parse,
            time_misfit: |line, _| Reason { column: &TIME, text: Blanks::new(line).next() },
            device_misfit: |line, _| Reason { column: &DEVICE, text: Blanks::new(line).nth(1) },
        },
    )
};

/// What is to be known where SSDSim's lines look the same.
fn dialect(lines: &[&[u8]]) -> Dialect {
    let note = "its times are whole and small, so they are taken for milliseconds; SSDSim ASCII looks the same: if they are nanoseconds, say that the format is ssdsim";
    Dialect { notes: ssdsim::is_ambiguous(lines).then(|| note.into()).into_iter().collect(), ..Dialect::default() }
}

const TIME: Column = Column { name: "time", expected: "a number of milliseconds, less than 73 years from the first" };
const DEVICE: Column = Column { name: "device", expected: "the number of one of at most 4096 devices" };
const BLOCK: Column = Column { name: "block", expected: "a sector below 2^40" };
const SIZE: Column =
    Column { name: "size", expected: "a number of sectors from 1 to 2^23 (4 GiB) that ends below 2^40" };
const FLAGS: Column = Column { name: "flags", expected: "a hexadecimal number" };

#[inline(never)]
fn parse<'a>(line: &'a [u8], _: &mut Dialect) -> Parsed<'a> {
    let mut columns = Blanks::new(line);
    let time_ns = TIME.word(&mut columns, |time| decimal_ns(time, 1_000_000))?;
    let device = DEVICE.number(&mut columns, |device| u32::try_from(device).ok())?;
    let sector = BLOCK.number(&mut columns, |sector| (sector < MAX_SECTORS).then_some(sector))?;
    let sectors = SIZE.number(&mut columns, |sectors| sectors_at(sector, sectors))?;
    let op = FLAGS.word(&mut columns, op_of)?;
    Ok(Some(Line { time_ns, op, sector, sectors, device, host: b"" }))
}

/// Only the lowest of the flags, which are hexadecimal, says what is done.
fn op_of(flags: &[u8]) -> Option<HostOp> {
    let digits = flags.strip_prefix(b"0x").unwrap_or(flags);
    let flags = u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    Some(if flags & 1 == 1 { HostOp::Read } else { HostOp::Write })
}

/// With six decimals of a millisecond.
#[cfg(feature = "layers")]
const WRITES: Writes = Writes {
    head: no_head,
    line: |text, of, request| {
        let (ms, ns) = (request.arrival_ns / 1_000_000, request.arrival_ns % 1_000_000);
        let op = u8::from(request.op == HostOp::Read);
        put!(text, "{ms}.{ns:06} {} {} {} {op}\n", of.device, request.sector, request.sectors);
    },
    ops: READS_AND_WRITES,
    resolution_ns: 1,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_milliseconds_and_hexadecimal_flags() {
        let read = |line: &'static [u8]| parse(line, &mut Dialect::default()).map(Option::unwrap);
        let expected =
            Line { time_ns: 26_214_500, op: HostOp::Write, sector: 303_574, sectors: 7, device: 2, host: b"" };
        assert_eq!(read(b"26.2145 2 303574 7 1a"), Ok(expected));
        assert_eq!(read(b"26.2145 2 303574 7 0x3").map(|line| line.op), Ok(HostOp::Read));
        assert!(read(b"26.2145 2 303574 0 1").unwrap_err().to_string().starts_with("size: \"0\" is not"));
    }
}

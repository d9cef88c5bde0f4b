//! biosnoop(8) of bcc and of libbpf-tools: `TIME(s) COMM PID DISK T SECTOR BYTES [PATTERN] [QUE(ms)] LAT(ms)`.
//!
//! The process's name may have blanks, so that a line is read from both ends. Times are those of completions.

use crate::base::request::{HostOp, SECTOR_BYTES};
use crate::trace::dialect::Dialect;
use crate::trace::format::{Entry, Info, Shape, begins};
use crate::trace::numbers::{seconds_ns, whole};
use crate::trace::ops::{Rwbs, is_rwbs, rwbs};
use crate::trace::parsed::{Line, Parsed};
use crate::trace::reads::Reads;
use crate::trace::record::MAX_SECTORS;
use crate::trace::scan::{Blanks, Column, Reason};
use crate::trace::sectors::sectors_at;
use crate::trace::shape::{is_decimal, is_digits};

pub(super) const ENTRY: Entry = Entry {
    header: |line| begins(line, b"TIME(s)"),
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/biosnoop.txt"),
    ..Entry::new(
        Info {
            name: "biosnoop",
            title: "biosnoop of bcc",
            columns: "TIME(s) COMM PID DISK T SECTOR BYTES LAT(ms)",
            time_unit: "seconds, when requests completed",
            address_unit: "address in 512-byte sectors, size in bytes",
            op_convention: "R or W, or the kernel's flags",
        },
        Shape { looks: "seconds, a process, a disk, flags, a sector, bytes and milliseconds", fits },
        Reads {
            parse,
            time_misfit: |line, _| Reason { column: &TIME, text: Blanks::new(line).next() },
            device_misfit: |line, _| Reason { column: &DISK, text: ends(line).disk },
        },
    )
};

const TIME: Column = Column { name: "TIME(s)", expected: "seconds, less than 73 years from the first" };
const DISK: Column = Column { name: "DISK", expected: "the name, of at most 1024 bytes, of one of at most 4096 disks" };
const T: Column = Column { name: "T", expected: "R, W or the kernel's flags of a request" };
const SECTOR: Column = Column { name: "SECTOR", expected: "a sector below 2^40" };
const BYTES: Column = Column { name: "BYTES", expected: "a number of bytes up to 4 GiB that ends below 512 TiB" };
const LATENCY: Column = Column { name: "LAT(ms)", expected: "a number of milliseconds" };

/// The columns at the end of a line, none where it is too short.
struct Ends<'a> {
    disk: Option<&'a [u8]>,
    kind: Option<&'a [u8]>,
    sector: Option<&'a [u8]>,
    bytes: Option<&'a [u8]>,
    latency: Option<&'a [u8]>,
}

/// The end of `line`: latencies have a point, the pattern is one character, bytes are digits.
fn ends(line: &[u8]) -> Ends<'_> {
    let mut columns = line.rsplit(u8::is_ascii_whitespace).filter(|text| !text.is_empty());
    let latency = columns.next();
    let is_between = |text: &&[u8]| text.contains(&b'.') || matches!(text, [byte] if !byte.is_ascii_digit());
    let bytes = columns.by_ref().find(|text| !is_between(text));
    let sector = columns.next();
    let kind = columns.next();
    Ends { disk: columns.next(), kind, sector, bytes, latency }
}

fn fits(line: &[u8]) -> bool {
    let Ends { disk: Some(_), kind: Some(kind), sector: Some(_), bytes: Some(bytes), latency: Some(latency) } =
        ends(line)
    else {
        return false;
    };
    let time = Blanks::new(line).next().unwrap_or_default();
    is_rwbs(kind) && is_digits(bytes) && latency.contains(&b'.') && is_decimal(latency) && is_decimal(time)
}

#[inline(never)]
fn parse<'a>(line: &'a [u8], _: &mut Dialect) -> Parsed<'a> {
    let time_ns = TIME.word(&mut Blanks::new(line), seconds_ns)?;
    let Ends { disk, kind, sector, bytes, latency } = ends(line);
    if !latency.is_some_and(|latency| latency.contains(&b'.') && is_decimal(latency)) {
        return Err(Reason { column: &LATENCY, text: latency });
    }
    let length = bytes.and_then(whole).ok_or(Reason { column: &BYTES, text: bytes })?;
    let host = disk.ok_or(Reason { column: &DISK, text: disk })?;
    let sectors = length.div_ceil(SECTOR_BYTES);
    let op = match rwbs(kind.unwrap_or_default(), sectors) {
        Rwbs::Op(op) => op,
        Rwbs::NoRequest => return Ok(None),
        Rwbs::Unknown => return Err(Reason { column: &T, text: kind }),
    };
    if op == HostOp::Flush {
        return Ok(Some(Line { time_ns, op, sector: 0, sectors: 0, device: 0, host }));
    }
    let first = sector.and_then(whole).filter(|&first| first < MAX_SECTORS);
    let first = first.ok_or(Reason { column: &SECTOR, text: sector })?;
    let sectors = sectors_at(first, sectors).ok_or(Reason { column: &BYTES, text: bytes })?;
    Ok(Some(Line { time_ns, op, sector: first, sectors, device: 0, host }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Parsed<'_> {
        parse(text, &mut Dialect::default())
    }

    #[test]
    fn reads_every_set_of_columns() {
        let expected =
            Line { time_ns: 13_842_000, op: HostOp::Read, sector: 1_053_184, sectors: 16, device: 0, host: b"vdb" };
        for text in [
            &b"0.013842    postgres       1811    vdb       R 1053184    8192      51.03"[..],
            b"0.013842    Web Content    1811    vdb       R 1053184    8192      0.123 51.03",
            b"0.013842    Web Content    1811    vdb       RA 1053184    8192    ? 51.03",
        ] {
            assert_eq!(read(text), Ok(Some(expected)), "{}", text.escape_ascii());
            assert!(fits(text));
        }
        assert_eq!(read(b"0.5 jbd2 9 vda FF 0 0 0.2").map(|line| line.map(|line| line.op)), Ok(Some(HostOp::Flush)));
    }

    #[test]
    fn names_the_column_at_fault() {
        let reason = |text: &'static [u8]| read(text).unwrap_err().to_string();
        assert!(reason(b"soon dd 9 vda W 8 4096 0.5").starts_with("TIME(s): \"soon\" is not"));
        assert!(reason(b"0.5 dd 9 vda W -8 4096 0.5").starts_with("SECTOR: \"-8\" is not"));
        assert!(reason(b"0.5 dd 9 vda W 8 many 0.5").starts_with("BYTES: \"many\" is not"));
        assert!(reason(b"0.5 dd 9 vda W 8 4096").starts_with("LAT(ms): \"4096\" is not"));
        assert!(reason(b"0.5 dd 9 vda x 8 4096 0.5").starts_with("T: \"x\" is not"));
    }
}

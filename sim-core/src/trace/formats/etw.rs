//! Disk events of Event Tracing for Windows as xperf writes them, and with them the Microsoft production server traces (Kavalanekar et al., IISWC 2008; SNIA
//! IOTTA): `DiskRead, TimeStamp, Process Name ( PID), ThreadID, [CPU,] IrpPtr, ByteOffset, IOSize, ElapsedTime, DiskNum, …`.
//!
//! The header between `BeginHeader` and `EndHeader`, and events other than `DiskRead`, `DiskWrite` and `DiskFlush`, are no requests.

use crate::base::request::{HostOp, SECTOR_BYTES};
use crate::trace::dialect::Dialect;
use crate::trace::format::{Entry, Info, Shape};
use crate::trace::numbers::number;
use crate::trace::parsed::{Line, Parsed};
use crate::trace::reads::Reads;
use crate::trace::record::MAX_SECTORS;
use crate::trace::scan::{Column, Columns, Reason, Separated};
use crate::trace::sectors::sectors_of_bytes;

pub(super) const ENTRY: Entry = Entry {
    header: |line| line.trim_ascii() == b"BeginHeader",
    told_by_header: true,
    device_label: |_, disk| format!("disk {disk}"),
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/etw.txt"),
    ..Entry::new(
        Info {
            name: "etw",
            title: "Microsoft production (ETW)",
            columns: "DiskRead, TimeStamp, Process Name ( PID), ThreadID, IrpPtr, ByteOffset, IOSize, ElapsedTime, DiskNum",
            time_unit: "microseconds, when requests completed",
            address_unit: "address and size in bytes, in hexadecimal",
            op_convention: "DiskRead, DiskWrite, DiskFlush",
        },
        Shape { looks: "names of disk events of Windows first", fits },
        Reads {
            parse,
            time_misfit: |line, _| Reason { column: &TIME_STAMP, text: Separated::commas(line).nth(1) },
            device_misfit: |line, _| Reason { column: &DISK_NUM, text: disk(line).1 },
        },
    )
};

const MICROSECOND_NS: u64 = 1_000;
/// Events of disks.
const DISK_EVENTS: [&[u8]; 6] =
    [b"DiskRead", b"DiskWrite", b"DiskFlush", b"DiskReadInit", b"DiskWriteInit", b"DiskFlushInit"];

const EVENT: Column = Column { name: "event", expected: "the name of an event of Windows" };
const TIME_STAMP: Column =
    Column { name: "TimeStamp", expected: "a whole number of microseconds, less than 73 years from the first" };
const IRP: Column = Column { name: "IrpPtr", expected: "an address in hexadecimal" };
const BYTE_OFFSET: Column = Column { name: "ByteOffset", expected: "a number of bytes below 512 TiB, as 0x1000" };
const IO_SIZE: Column =
    Column { name: "IOSize", expected: "a number of bytes from 1 to 4 GiB that ends below 512 TiB, as 0x1000" };
const ELAPSED: Column = Column { name: "ElapsedTime", expected: "a number of microseconds" };
const DISK_NUM: Column = Column { name: "DiskNum", expected: "the number of one of at most 4096 disks" };

fn fits(line: &[u8]) -> bool {
    let mut columns = Separated::commas(line);
    columns.next().is_some_and(|event| DISK_EVENTS.contains(&event)) && columns.count() >= 4
}

/// Whether a line begins with an event's name that a comma follows, or belongs to the header.
fn is_other(event: &[u8], line: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_/".contains(byte);
    let is_event = event.first().is_some_and(u8::is_ascii_alphabetic) && event.iter().all(is_name);
    is_event && (line.contains(&b',') || event == b"BeginHeader" || event == b"EndHeader")
        || event.starts_with(b"OS Version:")
}

/// The columns from `ByteOffset` on: before it stands a pointer, and before that a CPU in some copies.
fn after_irp<'a>(columns: &mut Separated<'a>) -> Result<(), Reason<'a>> {
    let is_pointer = |text: &&'a [u8]| text.starts_with(b"0x");
    columns.find(is_pointer).map(|_| ()).ok_or(Reason { column: &IRP, text: None })
}

/// The disk that a line names, and its text.
fn disk(line: &[u8]) -> (Option<u32>, Option<&[u8]>) {
    let mut columns = Separated::commas(line);
    let skipped = if columns.next() == Some(b"DiskFlush") { 1 } else { 3 };
    let text = after_irp(&mut columns).ok().and_then(|()| columns.nth(skipped));
    (text.and_then(number).and_then(|disk| u32::try_from(disk).ok()), text)
}

#[inline(never)]
fn parse<'a>(line: &'a [u8], _: &mut Dialect) -> Parsed<'a> {
    let mut columns = Separated::commas(line);
    let event = EVENT.text(&mut columns)?;
    let op = match event {
        b"DiskRead" => HostOp::Read,
        b"DiskWrite" => HostOp::Write,
        b"DiskFlush" => HostOp::Flush,
        _ if is_other(event, line) => return Ok(None),
        _ => return Err(Reason { column: &EVENT, text: Some(event) }),
    };
    let time_column = columns.ahead().trim_ascii_start();
    if time_column.starts_with(b"TimeStamp") {
        return Ok(None);
    }
    let time_ns = TIME_STAMP.number(&mut columns, |time| time.checked_mul(MICROSECOND_NS))?;
    after_irp(&mut columns)?;
    let (mut sector, mut sectors) = (0, 0);
    if op != HostOp::Flush {
        let in_range = |&offset: &u64| offset < MAX_SECTORS * SECTOR_BYTES;
        let offset = BYTE_OFFSET.word(&mut columns, |text| number(text).filter(in_range))?;
        (sector, sectors) = IO_SIZE.word(&mut columns, |text| sectors_of_bytes(offset, number(text)?))?;
    }
    ELAPSED.text(&mut columns)?;
    let device = DISK_NUM.number(&mut columns, |disk| u32::try_from(disk).ok())?;
    Ok(Some(Line { time_ns, op, sector, sectors, device, host: b"" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Parsed<'_> {
        parse(text, &mut Dialect::default())
    }

    #[test]
    fn reads_lines_with_a_cpu_and_without() {
        let expected =
            Line { time_ns: 8_612_000, op: HostOp::Read, sector: 13_075_904, sectors: 8, device: 3, host: b"" };
        for text in [
            &b" DiskRead, 8612, xperf.exe (3984), 11844, 1, 0xffffe288b23f1b20, 0x018f0b8000, 0x00001000, 283, 3, 0x060043, 283, 3"[..],
            b" DiskRead, 8612, xperf.exe (3984), 11844, 0xffffe288b23f1b20, 0x018f0b8000, 0x00001000, 283, 3, 0x060043",
        ] {
            assert_eq!(read(text), Ok(Some(expected)), "{}", text.escape_ascii());
            assert!(fits(text));
        }
        let flush = read(b"DiskFlush, 9, System (   4), 372, 0xfffffa80, 1283, 7, 0x060043, 1, 3").unwrap().unwrap();
        assert_eq!((flush.op, flush.device, disk(b"DiskFlush, 9, S, 3, 0xf, 1283, 7").0), (HostOp::Flush, 7, Some(7)));
        assert_eq!(read(b"T-DCEnd, 9, x"), Ok(None));
    }

    #[test]
    fn names_the_column_at_fault() {
        let reason = |text: &'static [u8]| read(text).unwrap_err().to_string();
        assert!(reason(b"Disk?, 9").starts_with("event: \"Disk?\" is not"));
        assert!(reason(b"DiskRead, soon, S, 3, 0xf, 0x0, 0x200, 1, 7").starts_with("TimeStamp: \"soon\" is not"));
        assert!(reason(b"DiskRead, 9, S, 3, 0xf, 0x0, 0x0, 1, 7").starts_with("IOSize: \"0x0\" is not"));
        assert!(reason(b"DiskRead, 9, S, 3, 0xf, 0x0, 0x200, 1").starts_with("DiskNum: missing"));
        assert!(reason(b"DiskRead, 9, S, 3").starts_with("IrpPtr: missing"));
    }
}

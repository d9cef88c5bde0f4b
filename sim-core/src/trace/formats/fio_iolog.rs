//! I/O logs that fio writes and replays (`write_iolog`, `read_iolog`), versions 2 and 3, told by their first line.
//!
//! Version 3 has `timestamp file action [offset length]`, in microseconds from the start. Version 2 has `file action [offset length]` and no times: its
//! `wait` says how many microseconds, in the place of the offset, pass since the `wait` before. Opening and closing files are no requests.

use crate::base::request::{HostOp, SECTOR_BYTES};
use crate::trace::dialect::Dialect;
use crate::trace::format::{Entry, Info, Shape};
use crate::trace::parsed::{Line, Parsed};
use crate::trace::reads::Reads;
use crate::trace::record::MAX_SECTORS;
use crate::trace::scan::{Blanks, Column, Reason};
use crate::trace::sectors::sectors_of_bytes;
#[cfg(feature = "layers")]
use crate::trace::writes::{EVERY_OP, Of, Writes, put};

pub(super) const ENTRY: Entry = Entry {
    header: |line| version(line).is_some(),
    told_by_header: true,
    dialect,
    #[cfg(feature = "layers")]
    writes: Some(WRITES),
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/fio-iolog.txt"),
    ..Entry::new(
        Info {
            name: "fio-iolog",
            title: "fio iolog",
            columns: "timestamp file action offset length",
            time_unit: "microseconds; in version 2 none but those of wait",
            address_unit: "address and size in bytes",
            op_convention: "read, write, trim, sync, datasync",
        },
        Shape { looks: "a fio iolog of version 2 or 3", fits: |_| false },
        Reads {
            parse,
            time_misfit: |line, _| Reason { column: &TIMESTAMP, text: Blanks::new(line).next() },
            device_misfit: |line, dialect| Reason {
                column: &FILE,
                text: Blanks::new(line).nth(usize::from(dialect.variant == TIMED)),
            },
        },
    )
};

/// The dialect's variants, which are the versions.
const WAITING: u8 = 2;
const TIMED: u8 = 3;
const MICROSECOND_NS: u64 = 1_000;

const TIMESTAMP: Column =
    Column { name: "timestamp", expected: "a whole number of microseconds, less than 73 years from the first" };
const FILE: Column = Column { name: "file", expected: "the name, of at most 1024 bytes, of one of at most 4096 files" };
const ACTION: Column =
    Column { name: "action", expected: "read, write, trim, sync, datasync or wait, or add, open or close of a file" };
const OFFSET: Column = Column { name: "offset", expected: "a number of bytes below 512 TiB" };
const LENGTH: Column = Column { name: "length", expected: "a number of bytes from 1 to 4 GiB that ends below 512 TiB" };
const WAIT: Column = Column { name: "wait", expected: "a number of microseconds" };

/// The version that a first line tells.
fn version(line: &[u8]) -> Option<u8> {
    match line.trim_ascii_end() {
        b"fio version 2 iolog" => Some(WAITING),
        b"fio version 3 iolog" => Some(TIMED),
        _ => None,
    }
}

fn dialect(lines: &[&[u8]]) -> Dialect {
    let variant = lines.first().and_then(|line| version(line)).unwrap_or(TIMED);
    let note = "version 2 has no times: requests arrive at once, but for waits";
    let notes = (variant == WAITING).then(|| note.into()).into_iter().collect();
    Dialect { variant, notes, ..Dialect::default() }
}

/// What a line asks for.
enum Action {
    Request(HostOp),
    Wait,
    OfFile,
}

fn action(text: &[u8]) -> Option<Action> {
    match text {
        b"read" => Some(Action::Request(HostOp::Read)),
        b"write" => Some(Action::Request(HostOp::Write)),
        b"trim" => Some(Action::Request(HostOp::Trim)),
        b"sync" | b"datasync" => Some(Action::Request(HostOp::Flush)),
        b"wait" => Some(Action::Wait),
        b"add" | b"open" | b"close" => Some(Action::OfFile),
        _ => None,
    }
}

#[inline(never)]
fn parse<'a>(line: &'a [u8], dialect: &mut Dialect) -> Parsed<'a> {
    let mut columns = Blanks::new(line);
    let time_ns = match dialect.variant {
        TIMED => TIMESTAMP.number(&mut columns, |time| time.checked_mul(MICROSECOND_NS))?,
        _ => dialect.clock_ns,
    };
    let host = FILE.text(&mut columns)?;
    let op = match ACTION.word(&mut columns, action)? {
        Action::OfFile => return Ok(None),
        Action::Wait => {
            dialect.clock_ns = WAIT.number(&mut columns, |wait| {
                wait.checked_mul(MICROSECOND_NS).and_then(|wait| dialect.clock_ns.checked_add(wait))
            })?;
            return Ok(None);
        }
        Action::Request(HostOp::Flush) => {
            return Ok(Some(Line { time_ns, op: HostOp::Flush, sector: 0, sectors: 0, device: 0, host }));
        }
        Action::Request(op) => op,
    };
    let offset = OFFSET.number(&mut columns, |offset| (offset < MAX_SECTORS * SECTOR_BYTES).then_some(offset))?;
    let (sector, sectors) = LENGTH.number(&mut columns, |bytes| sectors_of_bytes(offset, bytes))?;
    Ok(Some(Line { time_ns, op, sector, sectors, device: 0, host }))
}

/// Version 3; files are named as devices are, without blanks, and opened at the start.
#[cfg(feature = "layers")]
const WRITES: Writes = Writes {
    head: |devices| {
        let open = |of: &Of<'_>| format!("0 {0} add\n0 {0} open\n", file(of.label));
        devices.iter().map(open).fold("fio version 3 iolog\n".into(), |text, line| text + &line)
    },
    line: |text, of, request| {
        let action = match request.op {
            HostOp::Read => "read",
            HostOp::Write => "write",
            HostOp::Trim => "trim",
            HostOp::Flush => "sync",
        };
        let (time, bytes) = (request.arrival_ns / MICROSECOND_NS, u64::from(request.sectors) * SECTOR_BYTES);
        put!(text, "{time} {} {action} {} {bytes}\n", file(of.label), request.sector * SECTOR_BYTES);
    },
    ops: EVERY_OP,
    resolution_ns: MICROSECOND_NS,
};

#[cfg(feature = "layers")]
fn file(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_of_version_2_are_its_times() {
        let lines: [&[u8]; 5] = [
            b"/dev/sda open",
            b"/dev/sda write 4096 512",
            b"/dev/sda wait 1500 0",
            b"/dev/sda read 0 1024",
            b"/dev/sda datasync 0 0",
        ];
        let mut dialect = dialect(&[b"fio version 2 iolog"]);
        let read = lines.map(|line| {
            parse(line, &mut dialect).map(|line| line.map(|line| (line.time_ns, line.op, line.sector, line.sectors)))
        });
        use HostOp::{Flush, Read, Write};
        let expected =
            [None, Some((0, Write, 8, 1)), None, Some((1_500_000, Read, 0, 2)), Some((1_500_000, Flush, 0, 0))];
        assert_eq!(read, expected.map(Ok));
        assert!(dialect.notes[0].contains("version 2 has no times"));
    }

    #[test]
    fn names_the_column_at_fault() {
        let reason = |text: &'static [u8]| parse(text, &mut dialect(&[])).unwrap_err().to_string();
        assert!(reason(b"soon /dev/sda read 0 512").starts_with("timestamp: \"soon\" is not"));
        assert!(reason(b"1 /dev/sda verify 0 512").starts_with("action: \"verify\" is not read, write"));
        assert!(reason(b"1 /dev/sda read 0 0").starts_with("length: \"0\" is not"));
        assert!(reason(b"1 /dev/sda read 0").starts_with("length: missing"));
    }
}

//! MSR Cambridge: `Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime`.
//!
//! The response time is that of the recorded array and is not used: copies without it are read too, as are copies with quotation marks, with another
//! separator, and with times cut down to ticks from 0 or written as seconds. `Flush` and `Trim` are this project's extension.

use crate::base::request::{HostOp, SECTOR_BYTES};
use crate::trace::dialect::{Dialect, separator, separator_note, with_any_separator};
use crate::trace::format::{Entry, Info, Shape};
use crate::trace::numbers::decimal_ns;
use crate::trace::parsed::{Line, Parsed};
use crate::trace::quote::readable;
use crate::trace::reads::Reads;
use crate::trace::record::MAX_SECTORS;
use crate::trace::scan::{Column, Reason, Separated};
use crate::trace::sectors::sectors_of_bytes;
use crate::trace::shape::{FirstColumns, first_columns, is_decimal, is_digits};
#[cfg(feature = "layers")]
use crate::trace::writes::{EVERY_OP, Writes, no_head, put};

pub(super) const ENTRY: Entry = Entry {
    header: |line| {
        with_any_separator(line, |line, separator| {
            let mut columns = Separated::new(line, separator);
            columns.next().is_some_and(|name| name.eq_ignore_ascii_case(b"Timestamp"))
                && columns.next().is_some_and(|name| name.eq_ignore_ascii_case(b"Hostname"))
        })
    },
    dialect,
    disks_a_host: MAX_DISKS,
    device_label: |host, disk| format!("{}.{disk}", readable(host)),
    #[cfg(feature = "layers")]
    writes: Some(WRITES),
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/msr.txt"),
    ..Entry::new(
        Info {
            name: "msr",
            title: "MSR Cambridge",
            columns: "Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime",
            time_unit: "Windows FILETIME, 100 ns ticks since 1601",
            address_unit: "address and size in bytes",
            op_convention: "Read, Write, Flush, Trim, any case",
        },
        Shape {
            looks: "six or seven columns, a time first and an operation fourth",
            fits: |line| with_any_separator(line, fits),
        },
        Reads {
            parse,
            time_misfit: |line, dialect| Reason { column: &TIMESTAMP, text: columns(line, dialect).next() },
            device_misfit: |line, dialect| Reason { column: &DISK_NUMBER, text: columns(line, dialect).nth(2) },
        },
    )
};

/// Disk numbers of a host end here: a device's number is its host's times this, plus the disk's.
const MAX_DISKS: u32 = 1 << 16;
/// Longest host name, as in the domain name system, in bytes.
const MAX_HOSTNAME: usize = 255;
const TICK_NS: u64 = 100;
const SECOND_NS: u64 = 1_000_000_000;
/// A FILETIME of this century has 18 digits: from 1917 on, and until 4770.
const FILETIME_DIGITS: std::ops::RangeInclusive<usize> = 17..=19;
/// The dialect's variant with times in ticks, and that with seconds.
const TICKS: u8 = 0;
const SECONDS: u8 = 1;

const TIMESTAMP: Column = Column {
    name: "Timestamp",
    expected: "a FILETIME in 100 ns ticks, before the year 2185, less than 73 years from the first",
};
const HOSTNAME: Column = Column { name: "Hostname", expected: "a host name of 1 to 255 bytes" };
const DISK_NUMBER: Column =
    Column { name: "DiskNumber", expected: "a number below 65536, of one of at most 4096 disks" };
const TYPE: Column = Column { name: "Type", expected: "Read, Write, Flush or Trim" };
const OFFSET: Column = Column { name: "Offset", expected: "a number of bytes below 512 TiB" };
const SIZE: Column = Column { name: "Size", expected: "a number of bytes from 1 to 4 GiB that ends below 512 TiB" };

/// Six columns or seven: a time, a host, a disk, a type, offset and size.
fn fits(line: &[u8], separator: u8) -> bool {
    matches!(first_columns(Separated::new(line, separator)), FirstColumns { first: [time, host, disk, kind, offset, size, ..], count: 6 | 7 }
        if is_decimal(time) && !host.is_empty() && is_digits(disk) && op_of(kind).is_some() && is_decimal(offset) && is_decimal(size))
}

/// How this copy is written.
fn dialect(lines: &[&[u8]]) -> Dialect {
    let separator = separator(lines, fits);
    let mut notes: Vec<String> = separator_note(separator).into_iter().collect();
    let times = || lines.iter().filter_map(|line| Separated::new(line, separator).next());
    let mut variant = TICKS;
    if times().any(|time| time.contains(&b'.')) {
        variant = SECONDS;
        notes.push("its times have a decimal point, so they are taken for seconds, not for FILETIME ticks".into());
    } else if times().any(|time| is_digits(time) && !FILETIME_DIGITS.contains(&time.len())) {
        notes.push(
            "its times are too small for FILETIME: they are taken for ticks of 100 ns from a start of their own".into(),
        );
    }
    Dialect { separator, variant, notes, ..Dialect::default() }
}

fn columns<'a>(line: &'a [u8], dialect: &Dialect) -> Separated<'a> {
    Separated::new(line, dialect.separator)
}

/// The request in `line`. Offset and size of a flush are ignored, as is every response time.
#[inline]
fn parse<'a>(line: &'a [u8], dialect: &mut Dialect) -> Parsed<'a> {
    // With the separator known, columns of the usual copies are cut at their fastest.
    match dialect.separator {
        b',' => request(Separated::commas(line), dialect.variant),
        separator => request(Separated::new(line, separator), dialect.variant),
    }
}

// Inlined by force, for the same reason.
#[inline(always)]
fn request(mut columns: Separated<'_>, variant: u8) -> Parsed<'_> {
    let time_ns = match variant {
        SECONDS => TIMESTAMP.word(&mut columns, |seconds| decimal_ns(seconds, SECOND_NS))?,
        _ => TIMESTAMP.number(&mut columns, |ticks| ticks.checked_mul(TICK_NS))?,
    };
    let host = HOSTNAME.word(&mut columns, |host| (1..=MAX_HOSTNAME).contains(&host.len()).then_some(host))?;
    let device = DISK_NUMBER.number(&mut columns, |disk| u32::try_from(disk).ok().filter(|&disk| disk < MAX_DISKS))?;
    let op = TYPE.word(&mut columns, op_of)?;
    let offset = OFFSET.number(&mut columns, |offset| (offset < MAX_SECTORS * SECTOR_BYTES).then_some(offset))?;
    let (sector, sectors) = SIZE.number(&mut columns, |bytes| match op {
        HostOp::Flush => Some((0, 0)),
        _ => sectors_of_bytes(offset, bytes),
    })?;
    Ok(Some(Line { time_ns, op, sector, sectors, device, host }))
}

/// The operation of a type, in any letter case.
#[inline]
fn op_of(kind: &[u8]) -> Option<HostOp> {
    const NAMES: [(&[u8], HostOp); 4] =
        [(b"Read", HostOp::Read), (b"Write", HostOp::Write), (b"Flush", HostOp::Flush), (b"Trim", HostOp::Trim)];
    match kind {
        // As the recorded traces have them: a comparison each.
        b"Read" => Some(HostOp::Read),
        b"Write" => Some(HostOp::Write),
        _ => NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(kind)).map(|&(_, op)| op),
    }
}

/// The host and the disk's number in a label such as `hm.1`.
#[cfg(feature = "layers")]
fn host_and_disk(label: &str) -> Option<(&str, u32)> {
    let (host, disk) = label.rsplit_once('.').filter(|(host, _)| !host.is_empty() && !host.contains([',', '"']))?;
    Some((host, disk.parse().ok().filter(|&disk| disk < MAX_DISKS)?))
}

/// The start of the traces of MSR Cambridge, of which times of a trace from elsewhere are counted.
#[cfg(feature = "layers")]
const START_TICKS: u64 = 128_166_372_000_000_000;

/// Host and disk as the device's label has them, if it has; else the host `disk`. Response times are not known.
#[cfg(feature = "layers")]
const WRITES: Writes = Writes {
    head: no_head,
    line: |text, of, request| {
        let (host, disk) = host_and_disk(of.label).unwrap_or(("disk", of.device % MAX_DISKS));
        let (time, op) = (START_TICKS + request.arrival_ns / TICK_NS, request.op);
        let (offset, bytes) = (request.sector * SECTOR_BYTES, u64::from(request.sectors) * SECTOR_BYTES);
        put!(text, "{time},{host},{disk},{op:?},{offset},{bytes},0\n");
    },
    ops: EVERY_OP,
    resolution_ns: TICK_NS,
};

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &[u8]) -> Result<Line<'_>, Reason<'_>> {
        super::parse(text, &mut Dialect::default()).map(Option::unwrap)
    }

    #[test]
    fn is_known_by_its_shape() {
        assert!(fits(b"128166372003061629,hm,1,read,383496192,-32768,113736", b','));
        assert!(fits(b"0\thm\t1\tRead\t383496192\t32768", b'\t'));
        assert!(!fits(b"128166372003061629,hm,1,Read,383496192", b','));
    }

    #[test]
    fn reads_every_operation_and_widens_to_sectors() {
        let parsed = parse(b"128166372003061629,hm,1,Read,383496192,32768,113736").unwrap();
        let expected = Line {
            time_ns: 12_816_637_200_306_162_900,
            op: HostOp::Read,
            sector: 749_016,
            sectors: 64,
            device: 1,
            host: b"hm",
        };
        assert_eq!(parsed, expected);
        let widened = parse(b"128166372003061629,hm,1,tRiM,1000,100,0").unwrap();
        assert_eq!((widened.op, widened.sector, widened.sectors), (HostOp::Trim, 1, 2));
        let flush = parse(b"128166372003061629,hm,1,FLUSH,0,0,0").unwrap();
        assert_eq!((flush.op, flush.sector, flush.sectors), (HostOp::Flush, 0, 0));
    }

    #[test]
    fn names_the_column_at_fault() {
        let reason = |text: &'static [u8]| parse(text).unwrap_err().to_string();
        assert!(reason(b"128166372003061629,hm,1,Read,9223372036854775808,512,1").starts_with("Offset: \"92233"));
        assert!(reason(b"128166372003061629,hm,1,Read,18446744073709551616,512,1").starts_with("Offset: \"18446"));
        assert!(reason(b"128166372003061629,hm,1,Read,0,-4096,1").starts_with("Size: \"-4096\" is not"));
        assert!(reason(b"128166372003061629,hm,1,Read,0,0,1").starts_with("Size: \"0\" is not"));
        assert!(parse(b"128166372003061629,hm,1,Trim,0,4294967296,1").is_ok());
        assert!(
            reason(b"128166372003061629,hm,1,Trim,0,562949953421312,1").starts_with("Size: \"562949953421312\" is not")
        );
        assert!(reason(b"9999999999999999999,hm,1,Read,0,512,1").starts_with("Timestamp: "));
        assert!(reason(b"128166372003061629,,1,Read,0,512,1").starts_with("Hostname: \"\" is not"));
        assert!(reason(b"128166372003061629,hm,65536,Read,0,512,1").starts_with("DiskNumber: "));
        assert!(reason(b"128166372003061629,hm,0,Verify,0,512,1").starts_with("Type: \"Verify\" is not Read"));
        assert!(reason(b"128166372003061629,hm,0,Read,0").starts_with("Size: missing"));
    }
}

//! MSR Cambridge: `Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime`.
//!
//! The response time is that of the recorded array and is not used. `Flush` and `Trim` are this project's extension.

use super::devices::MAX_DISKS;
use super::format::{Entry, Info, Line, Shape};
use super::record::{MAX_REQUEST_SECTORS, MAX_SECTORS};
use super::scan::{Column, Commas, Reason};
use super::shape::{FirstColumns, first_columns, is_digits};
use crate::base::request::{HostOp, SECTOR_BYTES};

pub(super) const ENTRY: Entry = Entry {
    info: Info {
        name: "msr",
        title: "MSR Cambridge",
        columns: "Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime",
        time_unit: "Windows FILETIME, 100 ns ticks since 1601",
        address_unit: "address and size in bytes",
        op_convention: "Read, Write, Flush, Trim, any case",
    },
    shape: Shape { looks: "seven columns, a FILETIME first and an operation fourth", fits },
    lookalike: |_| None,
    header: Some(b"Timestamp,"),
    parse,
    time_misfit: |line| Reason { column: &TIMESTAMP, text: Commas::new(line).next() },
    device_misfit: |line| Reason { column: &DISK_NUMBER, text: Commas::new(line).nth(2) },
    device_label: |host, disk| format!("{}.{disk}", host.escape_ascii()),
    #[cfg(test)]
    example: "128166372003061629,hm,1,Read,383496192,32768,113736\n128166372016382155,hm,0,Flush,0,0,0\n",
};

/// Longest host name, as in the domain name system, in bytes.
const MAX_HOSTNAME: usize = 255;
const TICK_NS: u64 = 100;

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
const RESPONSE_TIME: Column = Column { name: "ResponseTime", expected: "a number of 100 ns ticks" };

/// Seven columns, a FILETIME, a type.
fn fits(line: &[u8]) -> bool {
    matches!(first_columns(Commas::new(line)), FirstColumns { first: [time, _, _, kind, ..], count: 7 }
        if (17..=19).contains(&time.len()) && is_digits(time) && op_of(kind).is_some())
}

/// The request in `line`. Offset and size of a flush are ignored, as is every response time.
#[inline]
fn parse(line: &[u8]) -> Result<Line<'_>, Reason<'_>> {
    let mut columns = Commas::new(line);
    let time_ns = TIMESTAMP.number(&mut columns, |ticks| ticks.checked_mul(TICK_NS))?;
    let host = HOSTNAME.word(&mut columns, |host| (1..=MAX_HOSTNAME).contains(&host.len()).then_some(host))?;
    let device = DISK_NUMBER.number(&mut columns, |disk| u32::try_from(disk).ok().filter(|&disk| disk < MAX_DISKS))?;
    let op = TYPE.word(&mut columns, op_of)?;
    let offset = OFFSET.number(&mut columns, |offset| (offset < MAX_SECTORS * SECTOR_BYTES).then_some(offset))?;
    let (sector, sectors) = SIZE.number(&mut columns, |bytes| match op {
        HostOp::Flush => Some((0, 0)),
        _ => sectors_of_bytes(offset, bytes),
    })?;
    RESPONSE_TIME.text(&mut columns)?;
    Ok(Line { time_ns, op, sector, sectors, device, host })
}

/// Bytes widened to whole sectors: first sector and number of sectors. None if there are none, too many, or they end too far.
#[inline]
fn sectors_of_bytes(offset: u64, bytes: u64) -> Option<(u64, u64)> {
    let end = offset.checked_add(bytes)?.div_ceil(SECTOR_BYTES);
    let first = offset / SECTOR_BYTES;
    (bytes > 0 && end <= MAX_SECTORS && end - first <= MAX_REQUEST_SECTORS).then_some((first, end - first))
}

/// The operation of a type, in any letter case.
#[inline]
fn op_of(kind: &[u8]) -> Option<HostOp> {
    const NAMES: [(&[u8], HostOp); 4] =
        [(b"Read", HostOp::Read), (b"Write", HostOp::Write), (b"Flush", HostOp::Flush), (b"Trim", HostOp::Trim)];
    NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(kind)).map(|&(_, op)| op)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_known_by_its_shape() {
        assert!(fits(b"128166372003061629,hm,1,read,383496192,-32768,113736"));
        assert!(!fits(b"1281663720030616,hm,1,Read,383496192,32768,113736"));
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
        assert!(reason(b"128166372003061629,hm,0,Read,0,512").starts_with("ResponseTime: missing"));
    }
}

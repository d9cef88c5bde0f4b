//! SPC, the format of UMass Financial and WebSearch: `ASU,LBA,Size,Opcode,Timestamp[,…]`.
//!
//! The address is in 512-byte blocks but the size is in bytes. Each ASU has an address space of its own.

use crate::base::request::{HostOp, SECTOR_BYTES};
use crate::trace::dialect::Dialect;
use crate::trace::format::{Entry, Info, Shape, begins};
use crate::trace::numbers::seconds_ns;
use crate::trace::parsed::{Line, Parsed};
use crate::trace::reads::Reads;
use crate::trace::record::{MAX_REQUEST_SECTORS, MAX_SECTORS};
use crate::trace::scan::{Column, Reason, Separated};
use crate::trace::shape::{FirstColumns, first_columns, is_decimal};
#[cfg(feature = "layers")]
use crate::trace::writes::{READS_AND_WRITES, Writes, no_head, put};

pub(super) const ENTRY: Entry = Entry {
    header: |line| begins(line, b"ASU,"),
    device_label: |_, asu| format!("ASU {asu}"),
    #[cfg(feature = "layers")]
    writes: Some(WRITES),
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/spc.txt"),
    ..Entry::new(
        Info {
            name: "spc",
            title: "SPC",
            columns: "ASU,LBA,Size,Opcode,Timestamp",
            time_unit: "seconds from the start of the trace",
            address_unit: "address in 512-byte blocks, size in bytes",
            op_convention: "r read, w write, either case",
        },
        Shape { looks: "five columns or more, r or w fourth and seconds fifth", fits },
        Reads {
            parse,
            time_misfit: |line, _| Reason { column: &TIMESTAMP, text: Separated::commas(line).nth(4) },
            device_misfit: |line, _| Reason { column: &ASU, text: Separated::commas(line).next() },
        },
    )
};

const ASU: Column = Column { name: "ASU", expected: "the number of one of at most 4096 ASUs" };
const LBA: Column = Column { name: "LBA", expected: "a 512-byte block below 2^40" };
const SIZE: Column = Column { name: "Size", expected: "a number of bytes from 1 to 4 GiB that ends below 512 TiB" };
const OPCODE: Column = Column { name: "Opcode", expected: "r or w" };
const TIMESTAMP: Column =
    Column { name: "Timestamp", expected: "a decimal number of seconds, less than 73 years from the first" };

/// Five columns or more, an opcode, a time.
fn fits(line: &[u8]) -> bool {
    matches!(first_columns(Separated::commas(line)), FirstColumns { first: [_, _, _, opcode, time, ..], count: 5.. }
        if op_of(opcode).is_some() && is_decimal(time))
}

/// The request in `line`. Columns after the fifth, which the specification leaves to applications, are ignored.
#[inline]
fn parse<'a>(line: &'a [u8], _: &mut Dialect) -> Parsed<'a> {
    let mut columns = Separated::commas(line);
    let device = ASU.number(&mut columns, |asu| u32::try_from(asu).ok())?;
    let sector = LBA.number(&mut columns, |block| (block < MAX_SECTORS).then_some(block))?;
    let sectors = SIZE.number(&mut columns, |bytes| sectors_from(sector, bytes))?;
    let op = OPCODE.word(&mut columns, op_of)?;
    let time_ns = TIMESTAMP.word(&mut columns, seconds_ns)?;
    Ok(Some(Line { time_ns, op, sector, sectors, device, host: b"" }))
}

/// The operation of an opcode.
#[inline]
fn op_of(opcode: &[u8]) -> Option<HostOp> {
    match opcode {
        b"r" | b"R" => Some(HostOp::Read),
        b"w" | b"W" => Some(HostOp::Write),
        _ => None,
    }
}

#[inline]
fn sectors_from(sector: u64, bytes: u64) -> Option<u64> {
    let sectors = bytes.div_ceil(SECTOR_BYTES);
    (1..=MAX_REQUEST_SECTORS.min(MAX_SECTORS - sector)).contains(&sectors).then_some(sectors)
}

/// With nine decimals of a second.
#[cfg(feature = "layers")]
const WRITES: Writes = Writes {
    head: no_head,
    line: |text, of, request| {
        let (seconds, ns) = (request.arrival_ns / 1_000_000_000, request.arrival_ns % 1_000_000_000);
        let op = if request.op == HostOp::Read { 'r' } else { 'w' };
        let bytes = u64::from(request.sectors) * SECTOR_BYTES;
        put!(text, "{},{},{bytes},{op},{seconds}.{ns:09}\n", of.device, request.sector);
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
    fn is_known_by_its_shape() {
        assert!(fits(b" 0, 303567 ,3584, w ,0.000000,more"));
        assert!(!fits(b"0,303567,3584,w"));
    }

    #[test]
    fn reads_the_shared_vectors() {
        assert_eq!(parse(b"1,55596,3072,r,0.078643"), Ok(line(78_643_000, HostOp::Read, 55_596, 6, 1)));
        assert_eq!(parse(b"0,303574,3584,w,0.026214"), Ok(line(26_214_000, HostOp::Write, 303_574, 7, 0)));
    }

    #[test]
    fn allows_blanks_capitals_extra_columns_and_odd_sizes() {
        assert_eq!(parse(b" 2 , 8 , 513 , W , 1.5 , x,y"), Ok(line(1_500_000_000, HostOp::Write, 8, 2, 2)));
    }

    #[test]
    fn names_the_column_at_fault() {
        let reason = |text: &'static [u8]| parse(text).unwrap_err().to_string();
        assert_eq!(
            reason(b"0,1,-512,w,0.0"),
            "Size: \"-512\" is not a number of bytes from 1 to 4 GiB that ends below 512 TiB"
        );
        assert!(reason(b"ASU,LBA,Size,Opcode,Timestamp").starts_with("ASU: \"ASU\" is not"));
        assert!(reason(b"0,1099511627776,512,w,0.0").starts_with("LBA: \"1099511627776\" is not"));
        assert!(reason(b"0,1099511627775,1024,w,0.0").starts_with("Size: \"1024\" is not"));
        assert!(parse(b"0,1,4294967296,w,0.0").is_ok());
        assert!(reason(b"0,1,4294967297,w,0.0").starts_with("Size: \"4294967297\" is not a number of bytes from 1 to"));
        assert!(reason(b"0,1,0,w,0.0").starts_with("Size: \"0\" is not"));
        assert!(reason(b"0,1,512,x,0.0").starts_with("Opcode: \"x\" is not r or w"));
        assert!(reason(b"0,1,512,w,soon").starts_with("Timestamp: \"soon\" is not"));
        assert!(reason(b"0,1,512").starts_with("Opcode: missing; expected r or w"));
    }
}

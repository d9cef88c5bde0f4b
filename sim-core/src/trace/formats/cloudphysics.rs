//! CloudPhysics traces (Waldspurger et al., FAST 2015) as libCacheSim's CSV: `version,time,op,size,lbn`; the operation is a SCSI command's code in hexadecimal.

use crate::trace::dialect::Dialect;
use crate::trace::format::{Entry, Info, Shape, begins};
use crate::trace::ops;
use crate::trace::reads::Reads;
use crate::trace::scan::Separated;
use crate::trace::shape::{FirstColumns, first_columns, is_digits};
use crate::trace::table::{Field, Table};

pub(super) const ENTRY: Entry = Entry {
    header: |line| begins(line, b"version,time,op,size,lbn"),
    dialect: |_| Dialect::of_table(TABLE),
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/cloudphysics.txt"),
    ..Entry::new(
        Info {
            name: "cloudphysics",
            title: "CloudPhysics CSV of libCacheSim",
            columns: "version,time,op,size,lbn",
            time_unit: "whole seconds: requests of one second arrive at once",
            address_unit: "address in 512-byte blocks, size in bytes",
            op_convention: "SCSI codes: 28 read, 2a write, 42 trim, 35 flush and their longer forms",
        },
        Shape { looks: "five columns, a version of 1 or 2 first, a SCSI code third", fits },
        Reads::BY_TABLE,
    )
};

const TABLE: Table =
    Table::commas(&[Field::Skip, Field::Time(1_000_000_000), Field::Op, Field::Size(1), Field::Offset(512)], ops::scsi);

fn fits(line: &[u8]) -> bool {
    matches!(first_columns(Separated::commas(line)), FirstColumns { first: [b"1" | b"2", time, op, size, block, ..], count: 5 }
        if [time, size, block].into_iter().all(is_digits) && ops::scsi(op).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::request::HostOp;
    use crate::trace::parsed::Line;

    #[test]
    fn reads_seconds_bytes_and_blocks() {
        let expected = Line {
            time_ns: 33_898_000_000_000,
            op: HostOp::Write,
            sector: 40_409_911,
            sectors: 13,
            device: 0,
            host: b"",
        };
        assert_eq!(TABLE.parse(b"1,33898,2a,6656,40409911"), Ok(Some(expected)));
        let reason = TABLE.parse(b"1,33898,12,6656,40409911").unwrap_err().to_string();
        assert!(reason.starts_with("operation: \"12\" is not"), "{reason}");
    }
}

//! Tencent CBS: `Timestamp,Offset,Size,IOType,VolumeID`, without a header; whole seconds, sectors, and 0 is a read.

use crate::trace::dialect::Dialect;
use crate::trace::format::{Entry, Info, Shape, begins};
use crate::trace::ops;
use crate::trace::reads::Reads;
use crate::trace::scan::Separated;
use crate::trace::shape::{FirstColumns, first_columns, is_bit, is_digits};
use crate::trace::table::{Field, Table};

pub(super) const ENTRY: Entry = Entry {
    header: |line| begins(line, b"Timestamp,Offset,"),
    dialect: |_| Dialect::of_table(TABLE),
    device_label: |_, volume| format!("volume {volume}"),
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/tencent.txt"),
    ..Entry::new(
        Info {
            name: "tencent",
            title: "Tencent CBS",
            columns: "Timestamp,Offset,Size,IOType,VolumeID",
            time_unit: "whole seconds of Unix time: requests of one second arrive at once",
            address_unit: "address and size in 512-byte sectors",
            op_convention: "0 read, 1 write",
        },
        Shape { looks: "five whole numbers between commas, 0 or 1 fourth", fits },
        Reads::BY_TABLE,
    )
};

const TABLE: Table = Table::commas(
    &[Field::Time(1_000_000_000), Field::Offset(512), Field::Size(512), Field::Op, Field::Device],
    ops::zero_reads,
);

fn fits(line: &[u8]) -> bool {
    matches!(first_columns(Separated::commas(line)), FirstColumns { first: [time, offset, size, op, volume, ..], count: 5 }
        if [time, offset, size, volume].into_iter().all(is_digits) && is_bit(op))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::request::HostOp;
    use crate::trace::parsed::Line;

    #[test]
    fn reads_sectors_and_seconds() {
        let line = TABLE.parse(b"1538323201,6338688,8,1,1627").unwrap();
        let expected = Line {
            time_ns: 1_538_323_201_000_000_000,
            op: HostOp::Write,
            sector: 6_338_688,
            sectors: 8,
            device: 1627,
            host: b"",
        };
        assert_eq!(line, Some(expected));
        assert!(TABLE.parse(b"1538323201,6338688,8,2,1627").is_err());
    }
}

//! Alibaba block traces: `device_id,opcode,offset,length,timestamp`, without a header; offset and length in bytes, times in microseconds.

use crate::trace::dialect::Dialect;
use crate::trace::format::{Entry, Info, Shape, begins};
use crate::trace::ops;
use crate::trace::reads::Reads;
use crate::trace::scan::Separated;
use crate::trace::shape::{FirstColumns, first_columns, is_digits};
use crate::trace::table::{Field, Table};

pub(super) const ENTRY: Entry = Entry {
    header: |line| begins(line, b"device_id,"),
    dialect: |_| Dialect::of_table(TABLE),
    device_label: |_, volume| format!("volume {volume}"),
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/alibaba.txt"),
    ..Entry::new(
        Info {
            name: "alibaba",
            title: "Alibaba block traces",
            columns: "device_id,opcode,offset,length,timestamp",
            time_unit: "microseconds",
            address_unit: "address and size in bytes",
            op_convention: "R read, W write",
        },
        Shape { looks: "five columns, R or W second, else whole numbers", fits },
        Reads::BY_TABLE,
    )
};

const TABLE: Table =
    Table::commas(&[Field::Device, Field::Op, Field::Offset(1), Field::Size(1), Field::Time(1_000)], ops::word);

fn fits(line: &[u8]) -> bool {
    matches!(first_columns(Separated::commas(line)), FirstColumns { first: [device, b"R" | b"W" | b"r" | b"w", offset, length, time, ..], count: 5 }
        if [device, offset, length, time].into_iter().all(is_digits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::request::HostOp;
    use crate::trace::parsed::Line;

    #[test]
    fn reads_bytes_and_microseconds() {
        let line = TABLE.parse(b"725,R,59110326272,360448,1577808000000314").unwrap();
        let expected = Line {
            time_ns: 1_577_808_000_000_314_000,
            op: HostOp::Read,
            sector: 115_449_856,
            sectors: 704,
            device: 725,
            host: b"",
        };
        assert_eq!(line, Some(expected));
    }
}

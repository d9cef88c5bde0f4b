//! SYSTOR '17: `Timestamp,Response,IOType,LUN,Offset,Size`, usually with a header; Unix time in seconds, bytes.
//!
//! A blank `IOType` is a request whose answer was not recorded: whether it read or wrote is not known, so that it is a bad line.

use crate::trace::dialect::Dialect;
use crate::trace::format::{Entry, Info, Shape, begins};
use crate::trace::ops;
use crate::trace::reads::Reads;
use crate::trace::scan::Separated;
use crate::trace::shape::{FirstColumns, first_columns, is_decimal, is_digits};
use crate::trace::table::{Field, Table};

pub(super) const ENTRY: Entry = Entry {
    header: |line| begins(line, b"Timestamp,Response,"),
    dialect: |_| Dialect::of_table(TABLE),
    device_label: |_, lun| format!("LUN {lun}"),
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/systor.txt"),
    ..Entry::new(
        Info {
            name: "systor",
            title: "SYSTOR '17",
            columns: "Timestamp,Response,IOType,LUN,Offset,Size",
            time_unit: "seconds of Unix time",
            address_unit: "address and size in bytes",
            op_convention: "R read, W write",
        },
        Shape { looks: "six columns, seconds first, R or W third", fits },
        Reads::BY_TABLE,
    )
};

const TABLE: Table = Table::commas(
    &[Field::Time(1_000_000_000), Field::Skip, Field::Op, Field::Device, Field::Offset(1), Field::Size(1)],
    ops::word,
);

fn fits(line: &[u8]) -> bool {
    matches!(first_columns(Separated::commas(line)), FirstColumns { first: [time, response, b"R" | b"W" | b"", lun, offset, size, ..], count: 6 }
        if is_decimal(time) && (response.is_empty() || is_decimal(response)) && [lun, offset, size].into_iter().all(is_digits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::request::HostOp;
    use crate::trace::parsed::Line;

    #[test]
    fn reads_seconds_to_the_nanosecond_and_refuses_what_is_blank() {
        let line = TABLE.parse(b"1456135200.013118001,,W,4,4096,8193").unwrap();
        let expected = Line {
            time_ns: 1_456_135_200_013_118_001,
            op: HostOp::Write,
            sector: 8,
            sectors: 17,
            device: 4,
            host: b"",
        };
        assert_eq!(line, Some(expected));
        let reason = TABLE.parse(b"1456135200.0,,,4,4096,8192").unwrap_err().to_string();
        assert!(reason.starts_with("operation: \"\" is not"), "{reason}");
    }
}

//! Logs of fio with offsets (`log_offset=1`): `time, value, direction, block size, offset[, priority]`.
//!
//! The value is a latency, a bandwidth or a rate, and is not used. Times are those of completions, in whole milliseconds.

use crate::base::request::HostOp;
use crate::trace::dialect::Dialect;
use crate::trace::format::{Entry, Info, Shape};
use crate::trace::reads::Reads;
use crate::trace::scan::Separated;
use crate::trace::shape::{FirstColumns, first_columns, is_digits};
use crate::trace::table::{Field, Table};

pub(super) const ENTRY: Entry = Entry {
    dialect: |_| Dialect::of_table(TABLE),
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/fio-log.txt"),
    ..Entry::new(
        Info {
            name: "fio-log",
            title: "fio log with offsets",
            columns: "time, value, direction, block size, offset, priority",
            time_unit: "whole milliseconds, when requests completed",
            address_unit: "address and size in bytes",
            op_convention: "0 read, 1 write, 2 trim",
        },
        Shape { looks: "five columns or more, the third from 0 to 2, the fourth a block size from 512 on", fits },
        Reads::BY_TABLE,
    )
};

const TABLE: Table =
    Table::commas(&[Field::Time(1_000_000), Field::Skip, Field::Op, Field::Size(1), Field::Offset(1)], op_of);

fn op_of(direction: &[u8]) -> Option<HostOp> {
    match direction {
        b"0" => Some(HostOp::Read),
        b"1" => Some(HostOp::Write),
        b"2" => Some(HostOp::Trim),
        _ => None,
    }
}

/// Logs without offsets have a priority in the fifth column, 0 or 1: those have one column less, and are of no use here.
fn fits(line: &[u8]) -> bool {
    let FirstColumns { first: [time, value, direction, block, offset, priority, _], count } =
        first_columns(Separated::commas(line));
    (6..=7).contains(&count)
        && op_of(direction).is_some()
        && [time, value, block, offset].into_iter().all(is_digits)
        && block.len() >= 3
        && (is_digits(priority) || priority.starts_with(b"0x"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::parsed::Line;

    #[test]
    fn reads_milliseconds_and_bytes() {
        let line = TABLE.parse(b"3, 4400, 2, 65536, 1024, 0").unwrap();
        assert_eq!(
            line,
            Some(Line { time_ns: 3_000_000, op: HostOp::Trim, sector: 2, sectors: 128, device: 0, host: b"" })
        );
        assert!(!fits(b"3, 4400, 1, 4096, 0"), "a log without offsets");
    }
}

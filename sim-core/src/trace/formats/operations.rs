//! An operation log: the rows that begin a request of the host are the requests; all rows are kept beside them, so that they can be carried out
//! as they stand (`operations/`).

use crate::trace::dialect::Dialect;
use crate::trace::format::{Entry, Info, Shape};
use crate::trace::operations::{OperationsReader, is_header};
use crate::trace::parsed::Parsed;
use crate::trace::reads::Reads;
use crate::trace::scan::{Column, Reason};

pub(super) const ENTRY: Entry = Entry {
    header: is_header,
    told_by_header: true,
    dialect: |lines| Dialect {
        operations: lines.first().filter(|line| is_header(line)).map(|line| Box::new(OperationsReader::new(line))),
        ..Dialect::default()
    },
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/operations.txt"),
    ..Entry::new(
        Info {
            name: "operations",
            title: "operation log",
            columns: "in any order, by a header: kind, lpn, from_ppn, to_ppn, block, …",
            time_unit: "nanoseconds",
            address_unit: "pages, taken to be of 4 KiB",
            op_convention: "kinds such as host-read and host-write",
        },
        Shape { looks: "a first line with the columns kind and to_ppn, from_ppn or block", fits: |_| false },
        Reads {
            parse,
            time_misfit: |line, dialect| match &dialect.operations {
                Some(reader) => reader.time_misfit(line),
                None => NO_HEADER,
            },
            device_misfit: |_, _| NO_HEADER,
        },
    )
};

const HEADER: Column = Column {
    name: "header",
    expected: "a first line with the names of columns: kind, and to_ppn, from_ppn or block at least",
};
const NO_HEADER: Reason<'static> = Reason { column: &HEADER, text: None };

#[inline(never)]
fn parse<'a>(line: &'a [u8], dialect: &mut Dialect) -> Parsed<'a> {
    match &mut dialect.operations {
        Some(reader) => reader.row(line),
        None => Err(NO_HEADER),
    }
}

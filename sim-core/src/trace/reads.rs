//! How the lines of a format are read: what its file says of it, and what all that are tables say alike.

use super::dialect::Dialect;
use super::parsed::Parsed;
#[cfg(feature = "layers")]
use super::scan::Column;
use super::scan::Reason;

/// How the lines of a format are read.
pub(super) struct Reads {
    /// The request in a line without its end; none if such a line has none; or the column that is not what it should be.
    pub parse: for<'a> fn(&'a [u8], &mut Dialect) -> Parsed<'a>,
    /// Why a line is not a request although it could be read: its time is too far from the first.
    pub time_misfit: for<'a> fn(&'a [u8], &Dialect) -> Reason<'a>,
    /// Why a line is not a request although it could be read: its device is one too many.
    pub device_misfit: for<'a> fn(&'a [u8], &Dialect) -> Reason<'a>,
}

#[cfg(feature = "layers")]
impl Reads {
    /// By the table of their dialect.
    pub(super) const BY_TABLE: Self = Self {
        parse: |line, dialect| match &dialect.table {
            Some(table) => table.parse(line),
            None => Err(NO_TABLE),
        },
        time_misfit: |line, dialect| dialect.table.as_ref().map_or(NO_TABLE, |table| table.time_misfit(line)),
        device_misfit: |line, dialect| dialect.table.as_ref().map_or(NO_TABLE, |table| table.device_misfit(line)),
    };
}

#[cfg(feature = "layers")]
const HEADER: Column =
    Column { name: "header", expected: "a first line with the names of columns: operation, offset, size and time" };
/// No header has said what the columns are.
#[cfg(feature = "layers")]
const NO_TABLE: Reason<'static> = Reason { column: &HEADER, text: None };

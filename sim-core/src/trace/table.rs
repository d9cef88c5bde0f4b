//! Columns between separators with a meaning each: what most CSV formats are, and what a header may say of any other.

use super::numbers::{decimal_ns, number};
use super::parsed::{Line, Parsed};
use super::record::MAX_SECTORS;
use super::scan::{Column, Columns, Reason, Separated};
use super::sectors::sectors_of_bytes;
use crate::base::request::{HostOp, SECTOR_BYTES};
use std::borrow::Cow;

/// What a column means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// Nothing that is used.
    Skip,
    /// When, in units of so many nanoseconds.
    Time(u64),
    /// What is done.
    Op,
    /// Where, in units of so many bytes.
    Offset(u64),
    /// How much, in units of so many bytes.
    Size(u64),
    /// The device, by number.
    Device,
    /// The device, by name.
    DeviceName,
}

/// How the lines of a file are to be read.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The byte between columns.
    pub separator: u8,
    /// What each column means, up to the last that is used.
    pub fields: Cow<'static, [Field]>,
    /// The operation of a word.
    pub op_of: fn(&[u8]) -> Option<HostOp>,
    /// Words of operations that are this file's own, and come first.
    pub words: Vec<(Vec<u8>, HostOp)>,
}

const TIME: Column = Column { name: "time", expected: "a number, and less than 73 years from the first" };
const OP: Column = Column { name: "operation", expected: "a read, write, trim or flush of this format" };
const OFFSET: Column = Column { name: "offset", expected: "an address below 512 TiB" };
const SIZE: Column = Column { name: "size", expected: "a size from 1 byte to 4 GiB that ends below 512 TiB" };
const DEVICE: Column =
    Column { name: "device", expected: "one of at most 4096 devices, with a name of at most 1024 bytes" };

impl Table {
    /// One with commas.
    pub(super) const fn commas(fields: &'static [Field], op_of: fn(&[u8]) -> Option<HostOp>) -> Self {
        Self::separated_by(b',', fields, op_of)
    }

    /// One with another separator.
    pub(super) const fn separated_by(
        separator: u8,
        fields: &'static [Field],
        op_of: fn(&[u8]) -> Option<HostOp>,
    ) -> Self {
        Self { separator, fields: Cow::Borrowed(fields), op_of, words: Vec::new() }
    }

    /// The request in `line`.
    #[inline(never)]
    pub(super) fn parse<'a>(&self, line: &'a [u8]) -> Parsed<'a> {
        let mut columns = Separated::new(line, self.separator);
        let (mut time_ns, mut op, mut device, mut host) = (0, HostOp::Read, 0, &b""[..]);
        let (mut offset, mut size) = (Amount::default(), Amount::default());
        for field in &*self.fields {
            match *field {
                Field::Skip => {
                    columns.next();
                }
                Field::Time(unit_ns) => {
                    let (value, text) = columns.whole().ok_or(Reason { column: &TIME, text: None })?;
                    let time = value.and_then(|value| value.checked_mul(unit_ns)).or_else(|| decimal_ns(text, unit_ns));
                    time_ns = time.ok_or(Reason { column: &TIME, text: Some(text) })?;
                }
                Field::Op => op = OP.word(&mut columns, |text| self.op(text))?,
                Field::Offset(unit) => offset = Amount::of(&mut columns, unit),
                Field::Size(unit) => size = Amount::of(&mut columns, unit),
                Field::Device => device = DEVICE.number(&mut columns, |device| u32::try_from(device).ok())?,
                Field::DeviceName => {
                    host = DEVICE.word(&mut columns, |name| (!name.is_empty()).then_some(name))?;
                }
            }
        }
        let (sector, sectors) = match op {
            HostOp::Flush => (0, 0),
            _ => {
                let first = offset.bytes.filter(|&offset| offset < MAX_SECTORS * SECTOR_BYTES);
                let first = first.ok_or(Reason { column: &OFFSET, text: offset.text })?;
                let extent = size.bytes.and_then(|bytes| sectors_of_bytes(first, bytes));
                extent.ok_or(Reason { column: &SIZE, text: size.text })?
            }
        };
        Ok(Some(Line { time_ns, op, sector, sectors, device, host }))
    }

    #[inline]
    fn op(&self, text: &[u8]) -> Option<HostOp> {
        let own = self.words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
        own.map(|&(_, op)| op).or_else(|| (self.op_of)(text))
    }

    /// The time of `line` is too far from the first.
    pub(super) fn time_misfit<'a>(&self, line: &'a [u8]) -> Reason<'a> {
        Reason { column: &TIME, text: self.column(line, |field| matches!(field, Field::Time(_))) }
    }

    /// The device of `line` is one too many.
    pub(super) fn device_misfit<'a>(&self, line: &'a [u8]) -> Reason<'a> {
        let is_device = |field: &Field| matches!(field, Field::Device | Field::DeviceName);
        Reason { column: &DEVICE, text: self.column(line, is_device) }
    }

    fn column<'a>(&self, line: &'a [u8], is_it: impl Fn(&Field) -> bool) -> Option<&'a [u8]> {
        Separated::new(line, self.separator).nth(self.fields.iter().position(is_it)?)
    }
}

/// An address or a size.
#[derive(Clone, Copy, Default)]
struct Amount<'a> {
    /// None if it is no number, or too large.
    bytes: Option<u64>,
    /// Its text; none if the line has no such column.
    text: Option<&'a [u8]>,
}

impl<'a> Amount<'a> {
    /// The next column's, in units of so many bytes.
    #[inline]
    fn of(columns: &mut Separated<'a>, unit: u64) -> Self {
        let Some((value, text)) = columns.whole() else { return Self::default() };
        let bytes = value.or_else(|| number(text)).and_then(|value| value.checked_mul(unit));
        Self { bytes, text: Some(text) }
    }
}

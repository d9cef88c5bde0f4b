//! What a trace format is: what its file says of it. [`super::Format`] lists the formats.

use super::dialect::Dialect;
use super::quote::readable;
use super::reads::Reads;
#[cfg(feature = "layers")]
use super::writes::Writes;
use serde::Serialize;

/// What a format is called and what its columns mean.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceFormatInfo"))]
pub struct Info {
    /// Its name in an experiment document.
    pub name: &'static str,
    /// Its name for a person.
    pub title: &'static str,
    /// Its columns, as a person would write them down.
    pub columns: &'static str,
    /// The unit of its times.
    pub time_unit: &'static str,
    /// The units of its addresses and sizes.
    pub address_unit: &'static str,
    /// How it tells reads from writes.
    pub op_convention: &'static str,
}

/// What a format's file says of it: its `ENTRY`.
pub(super) struct Entry {
    /// What is said of it.
    pub info: Info,
    /// What its lines look like.
    pub shape: Shape,
    /// How its lines are read.
    pub reads: Reads,
    /// Whether the lines of a sample, all of that shape, are of this format: few shapes are two formats'.
    pub accepts: fn(&[&[u8]]) -> bool,
    /// Whether a line is the header that stands first in all copies or some.
    pub header: fn(&[u8]) -> bool,
    /// Whether a header tells the format, whatever the lines after it are like.
    pub told_by_header: bool,
    /// What all of a sample says of how the file is written.
    pub dialect: fn(&[&[u8]]) -> Dialect,
    /// How many numbers of devices each host has; 1 where devices have names and no numbers.
    pub disks_a_host: u32,
    /// What a person calls a device, by its host and its number there.
    pub device_label: fn(&[u8], u32) -> String,
    /// How it is written; none if it is only read.
    #[cfg(feature = "layers")]
    pub writes: Option<Writes>,
    /// Some lines of it, for the tests that hold for every format.
    #[cfg(test)]
    pub example: &'static str,
}

impl Entry {
    /// A format without a header, whose devices are numbered or named and whose copies are all written alike.
    pub(super) const fn new(info: Info, shape: Shape, reads: Reads) -> Self {
        Self {
            info,
            shape,
            reads,
            accepts: |_| true,
            header: |_| false,
            told_by_header: false,
            dialect: |_| Dialect::default(),
            disks_a_host: 1,
            device_label: |name, number| match name {
                [] => format!("device {number}"),
                _ => readable(name),
            },
            #[cfg(feature = "layers")]
            writes: None,
            #[cfg(test)]
            example: "",
        }
    }
}

/// Whether `line` begins with `start`, in any letter case.
pub(super) fn begins(line: &[u8], start: &[u8]) -> bool {
    line.split_at_checked(start.len()).is_some_and(|(begin, _)| begin.eq_ignore_ascii_case(start))
}

/// What all lines of a format have in common, read or not.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// What they look like, in words.
    pub looks: &'static str,
    /// Whether a line does. It says nothing of the values: a line with a negative size has its format's shape, and is then reported
    /// with the column at fault.
    pub fits: fn(&[u8]) -> bool,
}

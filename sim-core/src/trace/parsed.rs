//! What a line of a trace comes to: a request, nothing, or the column at fault.

use super::scan::Reason;
use crate::base::request::HostOp;

/// The request of a line, none if it has none, or why it is none although it should be one.
pub(super) type Parsed<'a> = Result<Option<Line<'a>>, Reason<'a>>;

/// One line of a trace, read but not packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// When, in nanoseconds of the trace's own clock.
    pub time_ns: u64,
    /// What it does.
    pub op: HostOp,
    /// First sector.
    pub sector: u64,
    /// Number of sectors.
    pub sectors: u64,
    /// The device's number in the trace; of a disk, among its host's; 0 where devices have names.
    pub device: u32,
    /// The host the device belongs to, or its name; empty in formats that name none.
    pub host: &'a [u8],
}

//! How a format is written: what its file says of it, and what most of them say alike.

use crate::base::request::{HostOp, Request};

/// How a format is written: what its file says of it.
pub(super) struct Writes {
    /// What stands before the requests of these devices.
    pub head: fn(&[Of<'_>]) -> String,
    /// Appends a request's line, with its end.
    pub line: fn(&mut Vec<u8>, Of<'_>, Request),
    /// What it can say.
    pub ops: &'static [HostOp],
    /// The least time that it can tell apart, in nanoseconds: others are cut down to it.
    pub resolution_ns: u64,
}

/// The device of a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Of<'a> {
    /// Its number.
    pub device: u32,
    /// What a person calls it.
    pub label: &'a str,
}

/// A format without anything before the requests.
pub(super) fn no_head(_: &[Of<'_>]) -> String {
    String::new()
}

/// Reads and writes alone.
pub(super) const READS_AND_WRITES: &[HostOp] = &[HostOp::Read, HostOp::Write];
/// Whatever a request may be.
pub(super) const EVERY_OP: &[HostOp] = &[HostOp::Read, HostOp::Write, HostOp::Trim, HostOp::Flush];

/// Appends what the format macros say; memory takes everything.
macro_rules! put {
    ($text:expr, $($what:tt)*) => {{
        let written = std::io::Write::write_fmt($text, format_args!($($what)*));
        debug_assert!(written.is_ok(), "memory takes everything");
    }};
}
pub(super) use put;

//! A kind of record, and what those that read one need.

/// A kind of record.
pub(super) struct Kind {
    /// What a person calls it, and what its records are read as.
    pub note: &'static str,
    /// The line that comes first, if the format has one.
    pub header: &'static str,
    /// How long the record is that some bytes begin with; none if too few are there to tell.
    pub length: fn(&[u8]) -> Option<usize>,
    /// Appends the line of a record, without its end.
    pub line: fn(&[u8], &mut Vec<u8>),
}

/// The number of `N` bytes from `at` on, lowest byte first. The record must have them.
pub(super) fn number<const N: usize>(record: &[u8], at: usize) -> u64 {
    record[at..at + N].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Appends formatted text.
macro_rules! put {
    ($text:expr, $($format:tt)*) => { $text.extend_from_slice(format!($($format)*).as_bytes()) };
}
pub(super) use put;

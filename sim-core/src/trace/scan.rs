//! Scanning the bytes of a line: columns and numbers, with the reason where one is not what it should be.

use super::quote::quote;
use std::fmt;

/// Longest quotation of a column's text in a message, in bytes.
const QUOTED_COLUMN: usize = 40;

/// A column of a format.
#[derive(Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name, as the format's documents have it.
    pub name: &'static str,
    /// What stands in it, in words that go after "is not".
    pub expected: &'static str,
}

/// Why a line is not a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason<'a> {
    /// The column at fault.
    pub column: &'static Column,
    /// What stands in it; none if the line has no such column.
    pub text: Option<&'a [u8]>,
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Column { name, expected } = self.column;
        match self.text {
            Some(text) => write!(f, "{name}: {} is not {expected}", quote(text, QUOTED_COLUMN)),
            None => write!(f, "{name}: missing; expected {expected}"),
        }
    }
}

impl Column {
    /// The text of this column, the next of a line's.
    #[inline]
    pub fn next_of<'a>(&'static self, mut line: impl Iterator<Item = &'a [u8]>) -> Result<&'a [u8], Reason<'a>> {
        line.next().ok_or(Reason { column: self, text: None })
    }

    /// The value read from `text`, or the reason why there is none.
    #[inline]
    pub fn require<'a, T>(&'static self, text: &'a [u8], value: Option<T>) -> Result<T, Reason<'a>> {
        value.ok_or(Reason { column: self, text: Some(text) })
    }
}

/// The columns of a line between commas, without the blanks around them.
pub struct Commas<'a>(Option<&'a [u8]>);

impl<'a> Commas<'a> {
    /// The columns of `line`.
    #[inline]
    pub fn new(line: &'a [u8]) -> Self {
        Self(Some(line))
    }
}

impl<'a> Iterator for Commas<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        let line = self.0?;
        let field = match line.iter().position(|&byte| byte == b',') {
            Some(comma) => {
                self.0 = Some(&line[comma + 1..]);
                &line[..comma]
            }
            None => {
                self.0 = None;
                line
            }
        };
        Some(field.trim_ascii())
    }
}

/// The columns of a line between runs of blanks.
pub struct Blanks<'a>(&'a [u8]);

impl<'a> Blanks<'a> {
    /// The columns of `line`.
    #[inline]
    pub fn new(line: &'a [u8]) -> Self {
        Self(line)
    }
}

impl<'a> Iterator for Blanks<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        let line = self.0.trim_ascii_start();
        if line.is_empty() {
            return None;
        }
        let (field, rest) = line.split_at(line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len()));
        self.0 = rest;
        Some(field)
    }
}

/// A whole number in decimal digits, below 2^64.
#[inline]
pub fn whole(digits: &[u8]) -> Option<u64> {
    // 19 digits cannot overflow, so only longer ones pay for the check.
    let (safe, rest) = digits.split_at(digits.len().min(19));
    if safe.is_empty() {
        return None;
    }
    let mut value = 0;
    for &byte in safe {
        value = value * 10 + digit(byte)?;
    }
    for &byte in rest {
        value = value.checked_mul(10)?.checked_add(digit(byte)?)?;
    }
    Some(value)
}

/// A whole number below 2^32.
#[inline]
pub fn whole_u32(digits: &[u8]) -> Option<u32> {
    whole(digits).and_then(|value| value.try_into().ok())
}

/// A decimal number of seconds, in nanoseconds. Digits below the nanosecond are dropped.
#[inline]
pub fn seconds_ns(text: &[u8]) -> Option<u64> {
    let (seconds, fraction) = match text.iter().position(|&byte| byte == b'.') {
        Some(point) => (&text[..point], &text[point + 1..]),
        None => (text, [].as_slice()),
    };
    let mut nanoseconds = 0;
    let mut unit = 100_000_000;
    for &byte in fraction {
        nanoseconds += digit(byte)? * unit;
        unit /= 10;
    }
    let seconds = if seconds.is_empty() && !fraction.is_empty() { 0 } else { whole(seconds)? };
    seconds.checked_mul(1_000_000_000)?.checked_add(nanoseconds)
}

#[inline]
fn digit(byte: u8) -> Option<u64> {
    let value = byte.wrapping_sub(b'0');
    (value <= 9).then_some(u64::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_whole_numbers_up_to_64_bits() {
        assert_eq!(whole(b"0"), Some(0));
        assert_eq!(whole(b"18446744073709551615"), Some(u64::MAX));
        assert_eq!(whole(b"00000000000000000000000042"), Some(42));
        for wrong in [&b""[..], b"-1", b"1.0", b" 1", b"0x1", b"18446744073709551616", b"99999999999999999999"] {
            assert_eq!(whole(wrong), None, "{}", wrong.escape_ascii());
        }
        assert_eq!(whole_u32(b"4294967296"), None);
    }

    #[test]
    fn reads_seconds_to_the_nanosecond() {
        assert_eq!(seconds_ns(b"0.078643"), Some(78_643_000));
        assert_eq!(seconds_ns(b"12.3456789012"), Some(12_345_678_901));
        assert_eq!(seconds_ns(b"7"), Some(7_000_000_000));
        assert_eq!(seconds_ns(b".5"), Some(500_000_000));
        for wrong in [&b""[..], b".", b"-1.0", b"1e-5", b"1.2.3", b"18446744074.0"] {
            assert_eq!(seconds_ns(wrong), None, "{}", wrong.escape_ascii());
        }
    }

    #[test]
    fn cuts_columns() {
        let commas: Vec<&[u8]> = Commas::new(b" 1 ,2,,w\t").collect();
        assert_eq!(commas, [&b"1"[..], b"2", b"", b"w"]);
        let blanks: Vec<&[u8]> = Blanks::new(b"  1 2\t 3 ").collect();
        assert_eq!(blanks, [&b"1"[..], b"2", b"3"]);
    }
}

//! Scanning the bytes of a line: columns and numbers, with the reason where one is not what it should be.

use super::quote::quote;
use memchr::memchr;
use std::fmt;

/// Longest quotation of a column's text in a message, in bytes.
const QUOTED_COLUMN: usize = 40;

/// A column of a format.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Column {
    /// Its name, as the format's documents have it.
    pub name: &'static str,
    /// What stands in it, in words that go after "is not".
    pub expected: &'static str,
}

/// Why a line is not a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reason<'a> {
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
    /// The text of this column, the next of `line`.
    #[inline]
    pub(super) fn text<'a>(&'static self, line: &mut impl Columns<'a>) -> Result<&'a [u8], Reason<'a>> {
        line.next().ok_or(Reason { column: self, text: None })
    }

    /// What `accept` makes of this column's text.
    #[inline]
    pub(super) fn word<'a, T>(
        &'static self,
        line: &mut impl Columns<'a>,
        accept: impl FnOnce(&'a [u8]) -> Option<T>,
    ) -> Result<T, Reason<'a>> {
        let text = self.text(line)?;
        accept(text).ok_or(Reason { column: self, text: Some(text) })
    }

    /// What `accept` makes of this column's whole number.
    #[inline]
    pub(super) fn number<'a, T>(
        &'static self,
        line: &mut impl Columns<'a>,
        accept: impl FnOnce(u64) -> Option<T>,
    ) -> Result<T, Reason<'a>> {
        let (value, text) = line.whole().ok_or(Reason { column: self, text: None })?;
        value.and_then(accept).ok_or(Reason { column: self, text: Some(text) })
    }
}

/// The columns of a line, one after the other.
pub(super) trait Columns<'a>: Iterator<Item = &'a [u8]> {
    /// Cuts a column off that is plain digits from its first byte, so many, if it ends there.
    fn cut(&mut self, digits: usize) -> Option<&'a [u8]>;

    /// The bytes from the next column on.
    fn ahead(&self) -> &'a [u8];

    /// The next column's text, and its value if it is a whole number below 2^64.
    ///
    /// Most columns are plain digits: those are read and found the end of at once.
    #[inline(always)]
    fn whole(&mut self) -> Option<(Option<u64>, &'a [u8])> {
        let (value, digits) = leading_digits(self.ahead());
        match self.cut(digits) {
            Some(text) => Some((Some(value), text)),
            None => self.next().map(|text| (whole(text), text)),
        }
    }
}

/// The columns of a line between separators, without the blanks and the quotation marks around them. Where the separator is a blank, several in a
/// row are one.
pub(super) struct Separated<'a> {
    rest: Option<&'a [u8]>,
    separator: u8,
}

impl<'a> Separated<'a> {
    /// The columns of `line` between bytes `separator`.
    #[inline]
    pub(super) fn new(line: &'a [u8], separator: u8) -> Self {
        let line = if separator == b' ' { line.trim_ascii() } else { line };
        Self { rest: Some(line).filter(|line| separator != b' ' || !line.is_empty()), separator }
    }

    /// The columns of `line` between commas.
    #[inline]
    pub(super) fn commas(line: &'a [u8]) -> Self {
        Self { rest: Some(line), separator: b',' }
    }
}

/// What stands in `line` after the separator at `end`.
#[inline]
fn after(line: &[u8], end: usize, separator: u8) -> Option<&[u8]> {
    let rest = &line[end + 1..];
    if separator == b' ' { Some(rest.trim_ascii_start()) } else { Some(rest) }
}

/// The column that begins `line` with a quotation mark, without its marks, since the separator may stand in it; and what comes after.
// Takes no columns, so that they may be kept in registers.
#[cold]
#[inline(never)]
fn quoted(line: &[u8], separator: u8) -> (&[u8], Option<&[u8]>) {
    let inside = &line.trim_ascii_start()[1..];
    let Some(close) = memchr(b'"', inside) else { return (line.trim_ascii(), None) };
    let behind = &inside[close + 1..];
    let rest = memchr(separator, behind).and_then(|end| after(behind, end, separator));
    (inside[..close].trim_ascii(), rest)
}

impl<'a> Iterator for Separated<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        let line = self.rest?;
        let end = line.iter().position(|&byte| byte == self.separator);
        let field = line[..end.unwrap_or(line.len())].trim_ascii();
        if field.first() == Some(&b'"') {
            let (text, rest) = quoted(line, self.separator);
            self.rest = rest;
            return Some(text);
        }
        self.rest = end.and_then(|end| after(line, end, self.separator));
        Some(field)
    }
}

impl<'a> Columns<'a> for Separated<'a> {
    #[inline]
    fn cut(&mut self, digits: usize) -> Option<&'a [u8]> {
        let (text, rest) = self.rest.filter(|_| digits > 0)?.split_at_checked(digits)?;
        self.rest = match rest {
            [byte, ..] if *byte == self.separator => after(rest, 0, self.separator),
            [] => None,
            _ => return None,
        };
        Some(text)
    }

    #[inline]
    fn ahead(&self) -> &'a [u8] {
        self.rest.unwrap_or_default()
    }
}

/// The columns of a line between runs of blanks.
pub(super) struct Blanks<'a>(&'a [u8]);

impl<'a> Blanks<'a> {
    /// The columns of `line`.
    #[inline]
    pub(super) fn new(line: &'a [u8]) -> Self {
        Self(line.trim_ascii_start())
    }
}

impl<'a> Iterator for Blanks<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.0.is_empty() {
            return None;
        }
        let (field, rest) = self.0.split_at(self.0.iter().position(u8::is_ascii_whitespace).unwrap_or(self.0.len()));
        self.0 = rest.trim_ascii_start();
        Some(field)
    }
}

impl<'a> Columns<'a> for Blanks<'a> {
    #[inline]
    fn cut(&mut self, digits: usize) -> Option<&'a [u8]> {
        let (text, rest) = self.0.split_at_checked(digits).filter(|_| digits > 0)?;
        if !rest.first().is_none_or(u8::is_ascii_whitespace) {
            return None;
        }
        self.0 = rest.trim_ascii_start();
        Some(text)
    }

    #[inline]
    fn ahead(&self) -> &'a [u8] {
        self.0
    }
}

/// Digits that cannot overflow 64 bits.
const SAFE_DIGITS: usize = 19;

/// The value of the digits `text` begins with, up to [`SAFE_DIGITS`] of them, and how many they are.
// Inlined by force: as a call it costs a quarter of all reading.
#[inline(always)]
fn leading_digits(text: &[u8]) -> (u64, usize) {
    let (mut value, mut digits) = (0, 0);
    for &byte in text.iter().take(SAFE_DIGITS) {
        let Some(digit) = digit(byte) else { break };
        value = value * 10 + digit;
        digits += 1;
    }
    (value, digits)
}

/// A whole number in decimal digits, below 2^64.
pub(super) fn whole(text: &[u8]) -> Option<u64> {
    let (mut value, digits) = leading_digits(text);
    for &byte in &text[digits..] {
        value = value.checked_mul(10)?.checked_add(digit(byte)?)?;
    }
    (digits > 0).then_some(value)
}

/// A decimal number of seconds, in nanoseconds. Digits below the nanosecond are dropped.
#[inline]
pub(super) fn seconds_ns(text: &[u8]) -> Option<u64> {
    decimal_ns(text, 1_000_000_000)
}

/// A decimal number of units of `unit_ns`, a power of ten, in nanoseconds. Digits below the nanosecond are dropped.
#[inline]
pub(super) fn decimal_ns(text: &[u8], unit_ns: u64) -> Option<u64> {
    let (units, whole_digits) = leading_digits(text);
    let fraction = match &text[whole_digits..] {
        [b'.', fraction @ ..] => fraction,
        [] => &[],
        _ => return None,
    };
    let (mut nanoseconds, mut unit) = (0, unit_ns / 10);
    for &byte in fraction {
        nanoseconds += digit(byte)? * unit;
        unit /= 10;
    }
    if whole_digits + fraction.len() == 0 {
        return None;
    }
    units.checked_mul(unit_ns)?.checked_add(nanoseconds)
}

/// A hexadecimal number after `0x`, or a decimal one.
pub(super) fn number(text: &[u8]) -> Option<u64> {
    match text {
        [b'0', b'x' | b'X', digits @ ..] if (1..=16).contains(&digits.len()) => {
            u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
        }
        _ => whole(text),
    }
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
    fn reads_other_units_and_bases() {
        assert_eq!(decimal_ns(b"1.25", 1_000), Some(1_250));
        assert_eq!(decimal_ns(b"1.2345", 1_000), Some(1_234));
        assert_eq!(decimal_ns(b"7.9", 1), Some(7));
        assert_eq!((number(b"0x10"), number(b"10"), number(b"0x"), number(b"0xg")), (Some(16), Some(10), None, None));
    }

    #[test]
    fn cuts_columns() {
        let commas: Vec<&[u8]> = Separated::commas(b" 1 ,2,,w\t").collect();
        assert_eq!(commas, [&b"1"[..], b"2", b"", b"w"]);
        let quoted: Vec<&[u8]> = Separated::commas(b"\"1\", \"a,b\" ,\"\",\"open,3").collect();
        assert_eq!(quoted, [&b"1"[..], b"a,b", b"", b"\"open,3"]);
        let spaced: Vec<&[u8]> = Separated::new(b" 1  2 w ", b' ').collect();
        assert_eq!(spaced, [&b"1"[..], b"2", b"w"]);
        let blanks: Vec<&[u8]> = Blanks::new(b"  1 2\t 3 ").collect();
        assert_eq!(blanks, [&b"1"[..], b"2", b"3"]);
    }
}

//! Cutting a line into its columns, with the reason where one is not what it should be.

use super::numbers::{leading_digits, whole};
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
    #[inline(always)]
    pub(super) fn word<'a, T>(
        &'static self,
        line: &mut impl Columns<'a>,
        accept: impl FnOnce(&'a [u8]) -> Option<T>,
    ) -> Result<T, Reason<'a>> {
        let text = self.text(line)?;
        accept(text).ok_or(Reason { column: self, text: Some(text) })
    }

    /// What `accept` makes of this column's whole number.
    #[inline(always)]
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

// Inlined by force, as are words and numbers: where the separator is known, it is compared with a constant and the columns stay in registers.
impl<'a> Iterator for Separated<'a> {
    type Item = &'a [u8];

    #[inline(always)]
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
    #[inline(always)]
    fn cut(&mut self, digits: usize) -> Option<&'a [u8]> {
        let (text, rest) = self.rest.filter(|_| digits > 0)?.split_at_checked(digits)?;
        self.rest = match rest {
            [byte, ..] if *byte == self.separator => after(rest, 0, self.separator),
            [] => None,
            _ => return None,
        };
        Some(text)
    }

    #[inline(always)]
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

#[cfg(test)]
mod tests {
    use super::*;

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

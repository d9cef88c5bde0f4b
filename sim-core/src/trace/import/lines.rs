//! Cuts bytes that come in pieces of any size into lines. The first line ends with LF, CR LF, or CR alone; all others end alike.

use memchr::{memchr, memchr2};
use std::ops::ControlFlow;

/// A line in the making. It holds at most one line's worth of bytes.
#[derive(Debug)]
pub(super) struct Lines {
    partial: Vec<u8>,
    finished: u64,
    bytes: u64,
    most_bytes: usize,
    /// The byte that ends lines; none before the first has ended.
    end: Option<u8>,
    /// Whether the last byte was the CR that ended the first line: an LF that follows belongs to it.
    is_after_cr: bool,
}

/// A line longer than allowed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong {
    /// Its number, from 1.
    pub number: u64,
}

impl Lines {
    /// For lines of at most `most_bytes`, without their ends.
    pub(super) fn new(most_bytes: usize) -> Self {
        Self { partial: Vec::new(), finished: 0, bytes: 0, most_bytes, end: None, is_after_cr: false }
    }

    /// Takes `bytes` and gives each line that ends in them to `each` with its number, from 1, until `each` breaks.
    ///
    /// # Errors
    /// A line that is too long, ended or not.
    pub(super) fn feed<B>(
        &mut self,
        mut bytes: &[u8],
        mut each: impl FnMut(u64, &[u8]) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, TooLong> {
        bytes = self.without_lf(bytes);
        while let Some(end) = self.end_of_line(bytes) {
            let (head, rest) = (&bytes[..end], &bytes[end + 1..]);
            self.bytes += end as u64 + 1;
            let flow = if self.partial.is_empty() && head.len() <= self.most_bytes {
                self.finished += 1;
                each(self.finished, without_cr(head))
            } else {
                self.carry(head)?;
                self.finished += 1;
                let flow = each(self.finished, without_cr(&self.partial));
                self.partial.clear();
                flow
            };
            if flow.is_break() {
                return Ok(flow);
            }
            bytes = self.without_lf(rest);
        }
        self.bytes += bytes.len() as u64;
        self.carry(bytes)?;
        Ok(ControlFlow::Continue(()))
    }

    /// How many lines there are, the last one ended or not.
    pub(super) fn count(&self) -> u64 {
        self.finished + u64::from(!self.partial.is_empty())
    }

    /// How many bytes were taken, up to where `each` broke.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The longest line allowed, in bytes.
    pub(super) fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    /// What stands after the last end of line, if anything, and its number.
    pub(super) fn rest(&self) -> Option<(u64, &[u8])> {
        (!self.partial.is_empty()).then_some((self.finished + 1, &self.partial))
    }

    /// Where the next line ends.
    #[inline]
    fn end_of_line(&mut self, bytes: &[u8]) -> Option<usize> {
        match self.end {
            Some(end) => memchr(end, bytes),
            None => {
                let end = memchr2(b'\n', b'\r', bytes)?;
                self.end = Some(bytes[end]);
                self.is_after_cr = bytes[end] == b'\r';
                Some(end)
            }
        }
    }

    /// `bytes` without the LF of a CR LF that ended the first line, whose CR was the byte before.
    #[inline]
    fn without_lf<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        if !self.is_after_cr || bytes.is_empty() {
            return bytes;
        }
        self.is_after_cr = false;
        match bytes {
            [b'\n', rest @ ..] => {
                self.bytes += 1;
                self.end = Some(b'\n');
                rest
            }
            _ => bytes,
        }
    }

    /// Adds to the line in the making, up to the longest allowed.
    fn carry(&mut self, bytes: &[u8]) -> Result<(), TooLong> {
        let room = self.most_bytes - self.partial.len();
        self.partial.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if bytes.len() > room { Err(TooLong { number: self.finished + 1 }) } else { Ok(()) }
    }
}

/// A line without the CR of its CR LF.
#[inline]
fn without_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines that `pieces` end, and what is left over.
    fn cut(pieces: &[&[u8]], most: usize) -> Result<(Vec<(u64, String)>, String), TooLong> {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let mut lines = Lines::new(most);
        let mut found = Vec::new();
        for piece in pieces {
            let flow = lines.feed(piece, |number, line| {
                found.push((number, text(line)));
                ControlFlow::<()>::Continue(())
            })?;
            assert!(flow.is_continue());
        }
        Ok((found, lines.rest().map_or(String::new(), |(_, line)| text(line))))
    }

    #[test]
    fn carries_what_has_no_end_yet() {
        let (found, rest) = cut(&[b"a", b"b\n\nc", b"", b"\nd"], 10).unwrap();
        assert_eq!(found, [(1, "ab".into()), (2, "".into()), (3, "c".into())]);
        assert_eq!(rest, "d");
    }

    #[test]
    fn lines_end_in_three_ways_and_wherever_the_pieces_do() {
        let expected = [(1, "a".into()), (2, "b".into()), (3, "".into()), (4, "c".into())];
        for end in ["\n", "\r\n", "\r"] {
            let text = ["a", "b", "", "c", "d"].join(end);
            for step in 1..=text.len() {
                let pieces: Vec<&[u8]> = text.as_bytes().chunks(step).collect();
                let (found, rest) = cut(&pieces, 10).unwrap();
                assert_eq!((found.as_slice(), rest.as_str()), (&expected[..], "d"), "{end:?} in pieces of {step}");
            }
        }
    }

    #[test]
    fn refuses_long_lines_at_the_limit_and_not_before() {
        assert!(cut(&[b"1234\n12", b"34\n"], 4).is_ok());
        assert_eq!(cut(&[b"1234\n12", b"345\n"], 4), Err(TooLong { number: 2 }));
        assert_eq!(cut(&[b"12345\n"], 4), Err(TooLong { number: 1 }));
        assert_eq!(cut(&[b"12", b"3", b"45"], 4), Err(TooLong { number: 1 }));
    }

    #[test]
    fn holds_no_more_than_the_longest_line() {
        let mut lines = Lines::new(4);
        assert!(lines.feed::<()>(&[b'x'; 100_000], |_, _| ControlFlow::Continue(())).is_err());
        assert_eq!(lines.rest(), Some((1, b"xxxx".as_slice())));
    }
}

//! Text for a terminal: what a file's name or content holds must not move the cursor or change colours there.

use std::borrow::Cow;
use std::io::{self, Write};

/// `text` with every control character but the end of a line and the tabulator written out: `\u{1b}`.
pub(super) fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_control) {
        return text.into();
    }
    let written = |c: char| if is_control(c) { c.escape_unicode().to_string() } else { c.into() };
    text.chars().map(written).collect::<String>().into()
}

fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
}

/// A writer to which UTF-8 goes as [`printable`].
pub(super) struct Printable<W: Write> {
    to: W,
    /// The first byte of a character of two, whose second has not come yet.
    held: Option<u8>,
}

impl<W: Write> Printable<W> {
    /// In front of `to`.
    pub(super) fn new(to: W) -> Self {
        Self { to, held: None }
    }

    fn put(&mut self, byte: u8) -> io::Result<()> {
        /// The first byte of U+0080 to U+00BF, of which half are control characters.
        const FIRST: u8 = 0xc2;
        match (self.held.take(), byte) {
            (Some(_), 0x80..=0x9f) => write!(self.to, "\\u{{{byte:x}}}"),
            (Some(first), _) => self.to.write_all(&[first]).and_then(|()| self.put(byte)),
            (None, FIRST) => {
                self.held = Some(byte);
                Ok(())
            }
            (None, b'\n' | b'\t') => self.to.write_all(&[byte]),
            (None, byte) if byte.is_ascii_control() => write!(self.to, "\\u{{{byte:x}}}"),
            (None, byte) => self.to.write_all(&[byte]),
        }
    }
}

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Runs without anything to look at go as they are.
        let plain = |byte: &u8| *byte >= b' ' && !matches!(*byte, 0x7f | 0xc2) || matches!(*byte, b'\n' | b'\t');
        let run = bytes.iter().take_while(|byte| plain(byte)).count();
        if run > 0 && self.held.is_none() {
            self.to.write_all(&bytes[..run])?;
            return Ok(run);
        }
        let Some(&byte) = bytes.first() else { return Ok(0) };
        self.put(byte).map(|()| 1)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Says `text` on stderr.
pub(super) fn tell(text: &str) {
    eprintln!("flashlab: {}", printable(text));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn control_characters_are_written_out() {
        assert_eq!(printable("a\u{1b}[31mb\u{9b}\r\n\tc"), "a\\u{1b}[31mb\\u{9b}\\u{d}\n\tc");
        assert!(matches!(printable("größe ∞ \u{a0}"), Cow::Borrowed(_)));
    }

    proptest! {
        #[test]
        fn a_writer_does_the_same_however_the_text_is_cut(text in "[a\u{1b}\u{7f}\u{80}\u{9b}\u{a0}ß∞\n\t\r]{0,20}", cut in 1usize..5) {
            let mut writer = Printable::new(Vec::new());
            text.as_bytes().chunks(cut).for_each(|piece| writer.write_all(piece).unwrap());
            // An end of line, as every result has, so that nothing is held back.
            writer.write_all(b"\n").unwrap();
            prop_assert_eq!(String::from_utf8(writer.to).unwrap(), format!("{}\n", printable(&text)));
        }
    }
}

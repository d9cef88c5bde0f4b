//! UTF-16 made UTF-8, as it comes: spreadsheets and PowerShell write it.

/// How every file in UTF-8 with a mark begins.
pub(super) const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";

/// What text without a meaning becomes: it is in no column's alphabet, so that its line is told as a bad one.
const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

/// A decoder of UTF-16.
#[derive(Debug)]
pub(super) struct Utf16 {
    is_big_endian: bool,
    /// The first byte of a code unit whose second has not come.
    half_unit: Option<u8>,
    /// The first half of a pair of surrogates.
    high: Option<u16>,
}

impl Utf16 {
    /// A decoder for a file that begins with `head`, and how many bytes its mark takes; none if it is no UTF-16.
    ///
    /// Without a mark, a trace is told by its first two characters: they are ASCII, so that every other byte is zero.
    pub(super) fn of(head: &[u8]) -> Option<(Self, usize)> {
        let is_ascii = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
        let (is_big_endian, mark) = match *head {
            [0xff, 0xfe, ..] => (false, 2),
            [0xfe, 0xff, ..] => (true, 2),
            [a, 0, b, 0, ..] if is_ascii(a) && is_ascii(b) => (false, 0),
            [0, a, 0, b, ..] if is_ascii(a) && is_ascii(b) => (true, 0),
            _ => return None,
        };
        Some((Self { is_big_endian, half_unit: None, high: None }, mark))
    }

    /// Appends what `bytes` say to `text`.
    pub(super) fn feed(&mut self, bytes: &[u8], text: &mut Vec<u8>) {
        for &byte in bytes {
            match self.half_unit.take() {
                None => self.half_unit = Some(byte),
                Some(first) => {
                    let pair = [first, byte];
                    self.unit(
                        if self.is_big_endian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) },
                        text,
                    );
                }
            }
        }
    }

    /// Appends what stands for a character that the end of the file cut in two.
    pub(super) fn close(&mut self, text: &mut Vec<u8>) {
        if self.half_unit.take().is_some() | self.high.take().is_some() {
            put(REPLACEMENT, text);
        }
    }

    fn unit(&mut self, unit: u16, text: &mut Vec<u8>) {
        match (self.high.take(), unit) {
            (Some(high), 0xdc00..=0xdfff) => {
                let code = 0x1_0000 + ((u32::from(high) & 0x3ff) << 10) + (u32::from(unit) & 0x3ff);
                put(char::from_u32(code).unwrap_or(REPLACEMENT), text);
            }
            (high, _) => {
                if high.is_some() {
                    put(REPLACEMENT, text);
                }
                match unit {
                    0xd800..=0xdbff => self.high = Some(unit),
                    _ => put(char::from_u32(unit.into()).unwrap_or(REPLACEMENT), text),
                }
            }
        }
    }
}

fn put(character: char, text: &mut Vec<u8>) {
    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8], step: usize) -> String {
        let (mut decoder, mark) = Utf16::of(bytes).unwrap();
        let mut text = Vec::new();
        bytes[mark..].chunks(step).for_each(|piece| decoder.feed(piece, &mut text));
        decoder.close(&mut text);
        String::from_utf8(text).unwrap()
    }

    fn little(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn decodes_either_order_with_and_without_a_mark_in_pieces_of_any_size() {
        let text = "0,8,512,w,1.0 \u{e9}\u{1f600}\r\n";
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let marked = [&[0xff, 0xfe][..], &little(text)].concat();
        let marked_big = [&[0xfe, 0xff][..], &big].concat();
        for file in [little(text), big, marked, marked_big] {
            for step in [1, 2, 3, 1000] {
                assert_eq!(decoded(&file, step), text, "in pieces of {step}");
            }
        }
    }

    #[test]
    fn what_is_broken_is_marked() {
        let mut file = little("ab\u{1f600}");
        file.truncate(file.len() - 2);
        assert_eq!(decoded(&file, 1), "ab\u{fffd}");
        file.pop();
        assert_eq!(decoded(&file, 7), "ab\u{fffd}");
        let lone = [little("ab"), vec![0x00, 0xd8], little("c"), vec![0x00, 0xdc]].concat();
        assert_eq!(decoded(&lone, 3), "ab\u{fffd}c\u{fffd}");
    }

    #[test]
    fn other_files_are_not_taken_for_it() {
        for head in [&b"0,1,"[..], b"\xef\xbb\xbf0", b"\0\0\0\0", b"\x7fELF", b"a", b""] {
            assert!(Utf16::of(head).is_none(), "{}", head.escape_ascii());
        }
    }
}

//! Text of a trace, made fit to stand in a message.

/// Longest quotation of a line in a message, in bytes.
pub(super) const QUOTED_LINE: usize = 80;

/// At most `most` bytes of `text` between quotation marks, unprintable ones escaped, the rest as `…`.
pub(super) fn quote(text: &[u8], most: usize) -> String {
    let head = &text[..text.len().min(most)];
    let rest = if head.len() < text.len() { "…" } else { "" };
    format!("\"{}{rest}\"", head.escape_ascii())
}

/// A name as a person reads it: its text, with escapes for bytes that are no UTF-8 and for what is not printed.
pub(super) fn readable(name: &[u8]) -> String {
    let mut text = String::new();
    for chunk in name.utf8_chunks() {
        for char in chunk.valid().chars() {
            if char.is_control() { text.extend(char.escape_default()) } else { text.push(char) }
        }
        text.extend(chunk.invalid().escape_ascii().map(char::from));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_is_written() {
        assert_eq!(readable("données \\ 磁盘".as_bytes()), "données \\ 磁盘");
        assert_eq!(readable(b"a\xff\tb\x00\xc3"), "a\\xff\\tb\\u{0}\\xc3");
    }

    #[test]
    fn shortens_and_escapes() {
        assert_eq!(quote(b"0,1,w", 10), "\"0,1,w\"");
        assert_eq!(quote(b"0,\x00\xff1,w", 4), "\"0,\\x00\\xff…\"");
    }
}

//! Text of a trace, made fit to stand in a message.

/// At most `most` bytes of `text` between quotation marks, unprintable ones escaped, the rest as `…`.
pub(super) fn quote(text: &[u8], most: usize) -> String {
    let head = &text[..text.len().min(most)];
    let rest = if head.len() < text.len() { "…" } else { "" };
    format!("\"{}{rest}\"", head.escape_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortens_and_escapes() {
        assert_eq!(quote(b"0,1,w", 10), "\"0,1,w\"");
        assert_eq!(quote(b"0,\x00\xff1,w", 4), "\"0,\\x00\\xff…\"");
    }
}

//! Whether bytes are text.

/// What is said of a line that is not text.
pub(super) const NOT_TEXT: &str =
    "is not text but binary data; expected a trace as text (ASCII or UTF-8), or gzip of one";

/// Whether `text` is UTF-8 without zero bytes.
pub(super) fn is_text(text: &[u8]) -> bool {
    !text.contains(&0) && std::str::from_utf8(text).is_ok()
}

/// Whether `start` of a line is text; its last character may be incomplete.
pub(super) fn is_text_so_far(start: &[u8]) -> bool {
    (0..4).any(|cut| is_text(&start[..start.len().saturating_sub(cut)]))
}

//! The columns of a line, for telling by them what format it has.

/// The first seven columns of a line and how many it has.
pub(super) struct FirstColumns<'a> {
    /// The first ones; empty where there are fewer.
    pub first: [&'a [u8]; 7],
    /// How many there are.
    pub count: usize,
}

/// The columns that `fields` goes through.
pub(super) fn first_columns<'a>(fields: impl Iterator<Item = &'a [u8]>) -> FirstColumns<'a> {
    let mut found = FirstColumns { first: [b""; 7], count: 0 };
    for field in fields {
        if let Some(slot) = found.first.get_mut(found.count) {
            *slot = field;
        }
        found.count += 1;
    }
    found
}

/// Whether `text` is 0 or 1.
pub(super) fn is_bit(text: &[u8]) -> bool {
    matches!(text, b"0" | b"1")
}

/// Whether `text` is a whole number.
pub(super) fn is_digits(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// Whether `text` is a decimal number, of either sign.
pub(super) fn is_decimal(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"-").unwrap_or(text);
    let (mut points, mut digits) = (0, 0);
    for byte in text {
        match byte {
            b'0'..=b'9' => digits += 1,
            b'.' => points += 1,
            _ => return false,
        }
    }
    digits > 0 && points <= 1
}

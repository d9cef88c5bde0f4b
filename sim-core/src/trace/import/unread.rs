//! Formats that are recognised but not read.

use crate::trace::format::Shape;
use crate::trace::scan::{Blanks, Separated};
use crate::trace::shape::{FirstColumns, first_columns, is_bit, is_digits};

/// A format that is told by its lines.
pub(super) struct Unread {
    /// Its name for a person.
    pub title: &'static str,
    /// What its lines look like.
    pub shape: Shape,
}

/// Those told by their lines, in the order in which they are tried, after all that are read.
pub(super) const UNREAD: &[Unread] = &[Unread {
    title: "fio iolog version 1",
    shape: Shape { looks: "three whole numbers, 0 or 1 first", fits: is_fio_v1 },
}];

/// Three whole numbers, between commas or blanks, the first 0 or 1.
fn is_fio_v1(line: &[u8]) -> bool {
    let is = |found: FirstColumns<'_>| {
        matches!(found, FirstColumns { first: [op, offset, length, ..], count: 3 }
        if is_bit(op) && is_digits(offset) && is_digits(length))
    };
    is(first_columns(Separated::commas(line))) || is(first_columns(Blanks::new(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_each_format_by_its_shape() {
        assert!(is_fio_v1(b"1,4096,512") && is_fio_v1(b"0 4096 512") && !is_fio_v1(b"2 4096 512"));
    }
}

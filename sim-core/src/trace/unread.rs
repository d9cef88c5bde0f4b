//! Formats that are recognised but not read. DiskSim's is another: its lines look like SSDSim's, where it is told from them.

use super::format::Shape;
use super::scan::{Blanks, Separated};
use super::shape::{FirstColumns, first_columns, is_bit, is_digits};

/// A format that is told by its lines.
pub(super) struct Unread {
    /// Its name for a person.
    pub title: &'static str,
    /// What its lines look like.
    pub shape: Shape,
}

/// Those told by their lines, in the order in which they are tried, after all that are read.
pub(super) const UNREAD: &[Unread] = &[
    Unread {
        title: "blkparse text",
        shape: Shape {
            looks: "device, CPU, sequence, time with nine decimals, process, action, kind",
            fits: is_blkparse,
        },
    },
    Unread {
        title: "Tencent CBS",
        shape: Shape { looks: "five whole numbers between commas, 0 or 1 fourth", fits: is_tencent },
    },
    Unread {
        title: "fio iolog version 1",
        shape: Shape { looks: "three whole numbers, 0 or 1 first", fits: is_fio_v1 },
    },
];

/// The first line of those told by it, and their names for a person.
pub(super) const HEADED: &[(&[u8], &str)] =
    &[(b"fio version 2 iolog", "a fio iolog, version 2"), (b"fio version 3 iolog", "a fio iolog, version 3")];

/// `maj,min cpu seq time pid action rwbs …`, the time with nine decimals.
fn is_blkparse(line: &[u8]) -> bool {
    let FirstColumns { first: [device, cpu, sequence, time, pid, action, rwbs], count: 7.. } =
        first_columns(Blanks::new(line))
    else {
        return false;
    };
    let two_digits = |text: &[u8], separator| {
        text.iter()
            .position(|&byte| byte == separator)
            .is_some_and(|at| is_digits(&text[..at]) && is_digits(&text[at + 1..]))
    };
    two_digits(device, b',')
        && is_digits(cpu)
        && is_digits(sequence)
        && two_digits(time, b'.')
        && time.iter().rev().position(|&byte| byte == b'.') == Some(9)
        && is_digits(pid)
        && action.len() <= 2
        && action.iter().chain(rwbs).all(u8::is_ascii_uppercase)
}

/// Five whole numbers between commas, the fourth 0 or 1.
fn is_tencent(line: &[u8]) -> bool {
    matches!(first_columns(Separated::commas(line)), FirstColumns { first: [time, offset, size, op, volume, ..], count: 5 }
        if [time, offset, size, volume].into_iter().all(is_digits) && is_bit(op))
}

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
        assert!(is_blkparse(b"  8,0    3        1     0.000000000   697  Q   W 223490 + 8 [kjournald]"));
        assert!(!is_blkparse(b"  8,0    3        1     0.000000   697  Q   W 223490 + 8 [kjournald]"));
        assert!(is_tencent(b"1538323200,12910952,128,0,1063"));
        assert!(is_fio_v1(b"1,4096,512") && is_fio_v1(b"0 4096 512") && !is_fio_v1(b"2 4096 512"));
    }
}

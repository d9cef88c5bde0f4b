//! What requests are called: words, letters, and the kernel's flags.

use crate::base::request::HostOp;

/// The operation of a word or a letter, in any letter case.
pub(super) fn word(text: &[u8]) -> Option<HostOp> {
    const WORDS: [(&[u8], HostOp); 20] = [
        (b"R", HostOp::Read),
        (b"W", HostOp::Write),
        (b"Read", HostOp::Read),
        (b"Write", HostOp::Write),
        (b"RD", HostOp::Read),
        (b"WR", HostOp::Write),
        (b"RS", HostOp::Read),
        (b"WS", HostOp::Write),
        (b"D", HostOp::Trim),
        (b"T", HostOp::Trim),
        (b"Trim", HostOp::Trim),
        (b"Discard", HostOp::Trim),
        (b"Unmap", HostOp::Trim),
        (b"F", HostOp::Flush),
        (b"Flush", HostOp::Flush),
        (b"Sync", HostOp::Flush),
        (b"Datasync", HostOp::Flush),
        (b"Fsync", HostOp::Flush),
        (b"Load", HostOp::Read),
        (b"Store", HostOp::Write),
    ];
    WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)).map(|&(_, op)| op)
}

/// 0 is a read, 1 a write; words too.
pub(super) fn zero_reads(text: &[u8]) -> Option<HostOp> {
    match text {
        b"0" => Some(HostOp::Read),
        b"1" => Some(HostOp::Write),
        _ => word(text),
    }
}

/// 0 is a write, 1 a read; words too.
pub(super) fn zero_writes(text: &[u8]) -> Option<HostOp> {
    match text {
        b"0" => Some(HostOp::Write),
        b"1" => Some(HostOp::Read),
        _ => word(text),
    }
}

/// The operation of a SCSI command's code in hexadecimal, with `0x` or without.
pub(super) fn scsi(code: &[u8]) -> Option<HostOp> {
    match code.strip_prefix(b"0x").unwrap_or(code) {
        b"8" | b"08" | b"28" | b"a8" | b"A8" | b"88" => Some(HostOp::Read),
        b"a" | b"A" | b"0a" | b"0A" | b"2a" | b"2A" | b"aa" | b"AA" | b"8a" | b"8A" => Some(HostOp::Write),
        b"42" => Some(HostOp::Trim),
        b"35" | b"91" => Some(HostOp::Flush),
        _ => None,
    }
}

/// The operation of a common word, of a SCSI command, or of a number: 0 is a read, 1 a write.
pub(super) fn any_op(text: &[u8]) -> Option<HostOp> {
    zero_reads(text).or_else(|| scsi(text))
}

/// What the flags of a request in Linux say of it, of so many sectors.
///
/// They are, in this order: F where a flush goes before; W, R, D (discard), F (flush) or N (neither); F (FUA), A (ahead), S (sync), M (metadata).
pub(super) fn rwbs(flags: &[u8], sectors: u64) -> Rwbs {
    match flags {
        [b'F', rest @ ..] if matches!(rest.first(), Some(b'W' | b'F' | b'N')) && sectors == 0 => {
            Rwbs::Op(HostOp::Flush)
        }
        [b'F', b'W', ..] => Rwbs::Op(HostOp::Write),
        [b'F'] => Rwbs::Op(HostOp::Flush),
        [b'W', ..] if sectors > 0 => Rwbs::Op(HostOp::Write),
        [b'R', ..] if sectors > 0 => Rwbs::Op(HostOp::Read),
        [b'D', ..] if sectors > 0 => Rwbs::Op(HostOp::Trim),
        [b'W' | b'R' | b'D' | b'N' | b'F', ..] => Rwbs::NoRequest,
        _ => Rwbs::Unknown,
    }
}

/// What flags of Linux say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rwbs {
    /// A request.
    Op(HostOp),
    /// A command to the device, or a request without sectors: nothing to replay.
    NoRequest,
    /// No flags.
    Unknown,
}

/// Whether `text` are flags of a request in Linux.
pub(super) fn is_rwbs(text: &[u8]) -> bool {
    matches!(text, [b'W' | b'R' | b'D' | b'F' | b'N', ..]) && text.len() <= 8 && text.iter().all(u8::is_ascii_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_linux() {
        use HostOp::{Flush, Read, Trim, Write};
        for (flags, sectors, op) in [
            ("R", 8, Read),
            ("RAM", 8, Read),
            ("WS", 8, Write),
            ("WFS", 8, Write),
            ("FWFS", 8, Write),
            ("D", 8, Trim),
            ("DS", 8, Trim),
            ("FWS", 0, Flush),
            ("FN", 0, Flush),
            ("FF", 0, Flush),
            ("F", 0, Flush),
        ] {
            assert_eq!(rwbs(flags.as_bytes(), sectors), Rwbs::Op(op), "{flags}");
        }
        assert_eq!((rwbs(b"N", 0), rwbs(b"W", 0), rwbs(b"x", 8)), (Rwbs::NoRequest, Rwbs::NoRequest, Rwbs::Unknown));
    }
}

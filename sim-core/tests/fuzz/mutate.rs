//! One trace out of another.

use sim_core::base::rng::Rng;

/// What parsers have stumbled over.
const TOKENS: [&[u8]; 26] = [
    b"0",
    b"-1",
    b"1",
    b"511",
    b"512",
    b"4294967295",
    b"4294967296",
    b"9223372036854775807",
    b"9223372036854775808",
    b"18446744073709551615",
    b"18446744073709551616",
    b"99999999999999999999999999",
    b"1e308",
    b"1e-308",
    b"nan",
    b"inf",
    b"0x",
    b"0xffffffffffffffff",
    b".",
    b"1.",
    b".000000001",
    b"\"",
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xe2\x80",
];
const SEPARATORS: &[u8] = b",;\t| :=+/\r\n";

/// Changes `bytes` once; `other` is another trace.
pub(super) fn once(bytes: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    if bytes.is_empty() {
        bytes.extend_from_slice(other);
        return;
    }
    let at = below(bytes.len(), rng);
    match rng.below(13) {
        0 => bytes[at] ^= 1 << rng.below(8),
        1 => bytes[at] = rng.below(256) as u8,
        2 => insert(bytes, at, TOKENS[below(TOKENS.len(), rng)]),
        3 => drop(bytes.drain(at..(at + 1 + below(8, rng)).min(bytes.len()))),
        4 => bytes.truncate(at),
        5 => {
            let piece = bytes[at..(at + 1 + below(64, rng)).min(bytes.len())].to_vec();
            insert(bytes, below(bytes.len(), rng), &piece);
        }
        6 => bytes[at] = SEPARATORS[below(SEPARATORS.len(), rng)],
        7 => {
            let from = below(other.len(), rng);
            let piece = &other[from..(from + 1 + below(other.len(), rng)).min(other.len())];
            insert(bytes, at, piece);
        }
        8 | 9 => replace_number(bytes, at, TOKENS[below(TOKENS.len(), rng)]),
        10 => {
            let (start, end) = line(bytes, at);
            let copy = bytes[start..end].to_vec();
            (0..=below(3, rng)).for_each(|_| insert(bytes, start, &copy));
        }
        11 => {
            let (start, end) = line(bytes, at);
            drop(bytes.drain(start..end));
        }
        _ => {
            let (start, end) = line(bytes, at);
            let copy: Vec<u8> = bytes.drain(start..end).collect();
            let place = if bytes.is_empty() { 0 } else { line(bytes, below(bytes.len(), rng)).0 };
            insert(bytes, place, &copy);
        }
    }
}

pub(super) fn below(n: usize, rng: &mut Rng) -> usize {
    rng.below(n.max(1) as u64) as usize
}

fn insert(bytes: &mut Vec<u8>, at: usize, piece: &[u8]) {
    bytes.splice(at..at, piece.iter().copied());
}

/// The line at `at`, with its end.
fn line(bytes: &[u8], at: usize) -> (usize, usize) {
    let start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let end = bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| at + end + 1);
    (start, end)
}

/// Puts `token` in the place of the first number from `at` on.
fn replace_number(bytes: &mut Vec<u8>, at: usize, token: &[u8]) {
    let Some(start) = bytes[at..].iter().position(u8::is_ascii_digit).map(|place| at + place) else { return };
    let end = bytes[start..].iter().position(|byte| !byte.is_ascii_digit()).map_or(bytes.len(), |place| start + place);
    bytes.splice(start..end, token.iter().copied());
}

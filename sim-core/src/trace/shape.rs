//! What a line of each known format looks like, read or not (SPEC 13.8). A shape says nothing of the values: a line
//! with a negative size has its format's shape, and is then reported with the column at fault.

use super::msr;
use super::scan::{Blanks, Commas, whole};
use super::spc;

/// The version in a `fio version N iolog` line.
pub fn fio_version(line: &[u8]) -> Option<u8> {
    match line.strip_prefix(b"fio version ")?.strip_suffix(b" iolog")? {
        b"2" => Some(2),
        b"3" => Some(3),
        _ => None,
    }
}

/// Seven columns, a FILETIME, a type.
pub fn is_msr(line: &[u8]) -> bool {
    matches!(columns(Commas::new(line)), Found { first: [time, _, _, kind, ..], count: 7 }
        if (17..=19).contains(&time.len()) && is_digits(time) && msr::op_of(kind).is_some())
}

/// Five columns or more, an opcode, a time.
pub fn is_spc(line: &[u8]) -> bool {
    matches!(columns(Commas::new(line)), Found { first: [_, _, _, opcode, time, ..], count: 5.. }
        if spc::op_of(opcode).is_some() && is_decimal(time))
}

/// `maj,min cpu seq time pid action rwbs …`, the time with nine decimals.
pub fn is_blkparse(line: &[u8]) -> bool {
    let Found { first: [device, cpu, sequence, time, pid, action, rwbs], count: 7.. } = columns(Blanks::new(line))
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
pub fn is_tencent(line: &[u8]) -> bool {
    matches!(columns(Commas::new(line)), Found { first: [time, offset, size, op, volume, ..], count: 5 }
        if [time, offset, size, volume].into_iter().all(is_digits) && is_bit(op))
}

/// Three whole numbers, between commas or blanks, the first 0 or 1.
pub fn is_fio_v1(line: &[u8]) -> bool {
    let is = |found: Found<'_>| {
        matches!(found, Found { first: [op, offset, length, ..], count: 3 }
        if is_bit(op) && is_digits(offset) && is_digits(length))
    };
    is(columns(Commas::new(line))) || is(columns(Blanks::new(line)))
}

/// Five numbers between blanks, which is DiskSim's shape and SSDSim's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FiveNumbers {
    /// The time, if it is a whole number.
    pub time: Option<u64>,
    /// Whether the last number is 0 or 1.
    pub last_is_bit: bool,
}

/// The line's five numbers. The last may be hexadecimal.
pub fn five_numbers(line: &[u8]) -> Option<FiveNumbers> {
    let Found { first: [time, device, address, size, last, ..], count: 5 } = columns(Blanks::new(line)) else {
        return None;
    };
    let signed = |text: &[u8]| is_digits(text.strip_prefix(b"-").unwrap_or(text));
    let hexadecimal = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_hexdigit);
    let numeric = is_decimal(time)
        && [device, address, size].into_iter().all(signed)
        && hexadecimal(last.strip_prefix(b"0x").unwrap_or(last));
    numeric.then(|| FiveNumbers { time: whole(time), last_is_bit: is_bit(last) })
}

/// The first seven columns of a line and how many it has.
struct Found<'a> {
    first: [&'a [u8]; 7],
    count: usize,
}

fn columns<'a>(fields: impl Iterator<Item = &'a [u8]>) -> Found<'a> {
    let mut found = Found { first: [b""; 7], count: 0 };
    for field in fields {
        if let Some(slot) = found.first.get_mut(found.count) {
            *slot = field;
        }
        found.count += 1;
    }
    found
}

fn is_bit(text: &[u8]) -> bool {
    matches!(text, b"0" | b"1")
}

fn is_digits(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

fn is_decimal(text: &[u8]) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_each_format_by_its_shape() {
        assert!(is_msr(b"128166372003061629,hm,1,read,383496192,-32768,113736"));
        assert!(!is_msr(b"1281663720030616,hm,1,Read,383496192,32768,113736"));
        assert!(is_spc(b" 0, 303567 ,3584, w ,0.000000,more"));
        assert!(!is_spc(b"0,303567,3584,w"));
        assert!(is_blkparse(b"  8,0    3        1     0.000000000   697  Q   W 223490 + 8 [kjournald]"));
        assert!(!is_blkparse(b"  8,0    3        1     0.000000   697  Q   W 223490 + 8 [kjournald]"));
        assert!(is_tencent(b"1538323200,12910952,128,0,1063"));
        assert!(is_fio_v1(b"1,4096,512") && is_fio_v1(b"0 4096 512") && !is_fio_v1(b"2 4096 512"));
        assert_eq!(fio_version(b"fio version 3 iolog"), Some(3));
        assert_eq!(fio_version(b"fio version 4 iolog"), None);
    }

    #[test]
    fn reads_five_numbers() {
        assert_eq!(
            five_numbers(b"78643005 1 55596 6 1"),
            Some(FiveNumbers { time: Some(78_643_005), last_is_bit: true })
        );
        assert_eq!(five_numbers(b"0.5 1 55596 -6 1a"), Some(FiveNumbers { time: None, last_is_bit: false }));
        assert_eq!(five_numbers(b"5 1 55596 6 1 0"), None);
        assert_eq!(five_numbers(b"5 1 55596 six 1"), None);
    }
}

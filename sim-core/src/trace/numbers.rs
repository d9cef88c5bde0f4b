//! Numbers out of the bytes of a text.

/// Digits that cannot overflow 64 bits.
const SAFE_DIGITS: usize = 19;

/// The value of the digits `text` begins with, up to [`SAFE_DIGITS`] of them, and how many they are.
// Inlined by force: as a call it costs a quarter of all reading.
#[inline(always)]
pub(super) fn leading_digits(text: &[u8]) -> (u64, usize) {
    let (mut value, mut digits) = (0, 0);
    for &byte in text.iter().take(SAFE_DIGITS) {
        let Some(digit) = digit(byte) else { break };
        value = value * 10 + digit;
        digits += 1;
    }
    (value, digits)
}

/// A whole number in decimal digits, below 2^64.
pub(super) fn whole(text: &[u8]) -> Option<u64> {
    let (mut value, digits) = leading_digits(text);
    for &byte in &text[digits..] {
        value = value.checked_mul(10)?.checked_add(digit(byte)?)?;
    }
    (digits > 0).then_some(value)
}

/// A decimal number of seconds, in nanoseconds. Digits below the nanosecond are dropped.
#[inline]
pub(super) fn seconds_ns(text: &[u8]) -> Option<u64> {
    decimal_ns(text, 1_000_000_000)
}

/// A decimal number of units of `unit_ns`, a power of ten, in nanoseconds. Digits below the nanosecond are dropped.
#[inline]
pub(super) fn decimal_ns(text: &[u8], unit_ns: u64) -> Option<u64> {
    let (units, whole_digits) = leading_digits(text);
    let fraction = match &text[whole_digits..] {
        [b'.', fraction @ ..] => fraction,
        [] => &[],
        _ => return None,
    };
    let (mut nanoseconds, mut unit) = (0, unit_ns / 10);
    for &byte in fraction {
        nanoseconds += digit(byte)? * unit;
        unit /= 10;
    }
    if whole_digits + fraction.len() == 0 {
        return None;
    }
    units.checked_mul(unit_ns)?.checked_add(nanoseconds)
}

/// A hexadecimal number after `0x`, or a decimal one.
pub(super) fn number(text: &[u8]) -> Option<u64> {
    match text {
        [b'0', b'x' | b'X', digits @ ..] if (1..=16).contains(&digits.len()) => {
            u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
        }
        _ => whole(text),
    }
}

#[inline]
fn digit(byte: u8) -> Option<u64> {
    let value = byte.wrapping_sub(b'0');
    (value <= 9).then_some(u64::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_whole_numbers_up_to_64_bits() {
        assert_eq!(whole(b"0"), Some(0));
        assert_eq!(whole(b"18446744073709551615"), Some(u64::MAX));
        assert_eq!(whole(b"00000000000000000000000042"), Some(42));
        for wrong in [&b""[..], b"-1", b"1.0", b" 1", b"0x1", b"18446744073709551616", b"99999999999999999999"] {
            assert_eq!(whole(wrong), None, "{}", wrong.escape_ascii());
        }
    }

    #[test]
    fn reads_seconds_to_the_nanosecond() {
        assert_eq!(seconds_ns(b"0.078643"), Some(78_643_000));
        assert_eq!(seconds_ns(b"12.3456789012"), Some(12_345_678_901));
        assert_eq!(seconds_ns(b"7"), Some(7_000_000_000));
        assert_eq!(seconds_ns(b".5"), Some(500_000_000));
        for wrong in [&b""[..], b".", b"-1.0", b"1e-5", b"1.2.3", b"18446744074.0"] {
            assert_eq!(seconds_ns(wrong), None, "{}", wrong.escape_ascii());
        }
    }

    #[test]
    fn reads_other_units_and_bases() {
        assert_eq!(decimal_ns(b"1.25", 1_000), Some(1_250));
        assert_eq!(decimal_ns(b"1.2345", 1_000), Some(1_234));
        assert_eq!(decimal_ns(b"7.9", 1), Some(7));
        assert_eq!((number(b"0x10"), number(b"10"), number(b"0x"), number(b"0xg")), (Some(16), Some(10), None, None));
    }
}

//! Whole numbers as text.

/// Writes `value` in digits.
pub(super) fn push(out: &mut Vec<u8>, mut value: u64) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            return out.extend_from_slice(&digits[first..]);
        }
    }
}

/// Writes nanoseconds as microseconds with three decimals.
pub(super) fn push_us(out: &mut Vec<u8>, ns: u64) {
    push(out, ns / 1000);
    let rest = ns % 1000;
    out.push(b'.');
    out.extend([rest / 100, rest / 10 % 10, rest % 10].map(|digit| b'0' + digit as u8));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: u64, write: fn(&mut Vec<u8>, u64)) -> String {
        let mut out = Vec::new();
        write(&mut out, value);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_are_written_exactly() {
        for value in [0, 7, 10, 999, 1000, 12_345_678_901, u64::MAX] {
            assert_eq!(written(value, push), value.to_string());
        }
        assert_eq!(written(0, push_us), "0.000");
        assert_eq!(written(1_002_003, push_us), "1002.003");
        assert_eq!(written(u64::MAX, push_us), "18446744073709551.615");
    }
}

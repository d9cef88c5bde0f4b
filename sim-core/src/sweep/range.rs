//! Values from a text: `a:b:step`, or a list of values. Steps are made in decimals as they are written, so that a tenth step
//! of 0.1 is 1 and the third is 0.3.

use serde_json::{Value, json};

/// Most values of a range.
const MOST: i128 = 1_000_000;
/// Most digits of a number, so that sums of them stay exact.
const DIGITS: usize = 18;

/// The values of `text`.
///
/// # Errors
/// What is wrong with it, in words.
pub(crate) fn values(text: &str) -> Result<Vec<Value>, String> {
    if text.contains(':') {
        return steps(text);
    }
    let value = |word: &str| match word.trim() {
        "" => Err("a value is missing".to_owned()),
        word => Ok(serde_json::from_str(word).unwrap_or_else(|_| json!(word))),
    };
    text.split(',').map(value).collect()
}

fn steps(text: &str) -> Result<Vec<Value>, String> {
    let parts = text.split(':').map(Decimal::from_text).collect::<Option<Vec<_>>>();
    let Some([from, to, step]) = parts.as_deref() else {
        return Err("a range is from:to:step, three numbers such as 0:1:0.1".into());
    };
    let scale = [from, to, step].map(|decimal| decimal.scale).into_iter().max().unwrap_or(0);
    let [from, to, step] = [from, to, step].map(|decimal| decimal.at(scale));
    if step == 0 || (to != from && (to < from) != (step < 0)) {
        return Err("its step does not lead from its first value to its last".into());
    }
    let last = (to - from) / step;
    if last >= MOST {
        return Err(format!("it has {} values; at most {MOST} are allowed", last + 1));
    }
    Ok((0..=last).map(|n| Decimal { digits: from + n * step, scale }.to_json()).collect())
}

/// `digits` / 10^`scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Decimal {
    digits: i128,
    scale: u32,
}

impl Decimal {
    /// Reads a number such as `-12`, `0.05` or `.5`.
    fn from_text(text: &str) -> Option<Self> {
        let text = text.trim();
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, part) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let digits = format!("{whole}{part}");
        if digits.is_empty() || digits.len() > DIGITS || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let digits: i128 = digits.parse().ok()?;
        Some(Self { digits: if negative { -digits } else { digits }, scale: part.len() as u32 })
    }

    /// Its digits at a scale that is no smaller.
    fn at(self, scale: u32) -> i128 {
        self.digits * 10i128.pow(scale - self.scale)
    }

    /// The number that is written so.
    fn to_json(self) -> Value {
        let unit = 10i128.pow(self.scale);
        let whole = i64::try_from(self.digits / unit);
        match whole {
            Ok(whole) if self.digits % unit == 0 => json!(whole),
            _ => {
                let sign = if self.digits < 0 { "-" } else { "" };
                let (whole, part) = (self.digits.abs() / unit, self.digits.abs() % unit);
                let text = format!("{sign}{whole}.{part:0width$}", width = self.scale as usize);
                json!(text.parse::<f64>().unwrap_or_default())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{prop_assert_eq, proptest};

    fn text(of: &str) -> String {
        values(of).map_or_else(|error| error, |values| Value::Array(values).to_string())
    }

    #[test]
    fn steps_are_decimals_and_include_the_end() {
        assert_eq!(text("0:1:0.1"), "[0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1]");
        assert_eq!(text("0.05:0.2:0.05"), "[0.05,0.1,0.15,0.2]");
        assert_eq!(text("1:10:4"), "[1,5,9]");
        assert_eq!(text("-1:-2:-.5"), "[-1,-1.5,-2]");
        assert_eq!(text("4194304:8388608:4194304"), "[4194304,8388608]");
        assert_eq!(text("3:3:1"), "[3]");
    }

    #[test]
    fn lists_are_json_or_words() {
        assert_eq!(text("1, 0.50,true,null,fifo,\"7\""), "[1,0.5,true,null,\"fifo\",\"7\"]");
    }

    #[test]
    fn what_is_no_range_is_said() {
        for wrong in ["1:2", "a:b:c", "1:2:3:4", "1:2:", "1e3:2e3:1", "::"] {
            assert_eq!(text(wrong), "a range is from:to:step, three numbers such as 0:1:0.1", "{wrong}");
        }
        for wrong in ["1:2:0", "2:1:1", "1:2:-1", "1:2:-5"] {
            assert_eq!(text(wrong), "its step does not lead from its first value to its last", "{wrong}");
        }
        assert_eq!(text("0:1000000:1"), "it has 1000001 values; at most 1000000 are allowed");
        assert_eq!(text("1,,2"), "a value is missing");
    }

    proptest! {
        #[test]
        fn every_value_is_written_as_its_decimal(from in -2000i64..2000, step in 1i64..300, count in 0i64..40) {
            let decimal = |n: i64| format!("{}{}.{:03}", if n < 0 { "-" } else { "" }, n.abs() / 1000, n.abs() % 1000);
            let range = [from, from + count * step, step].map(decimal).join(":");
            let values = values(&range).unwrap();
            prop_assert_eq!(values.len() as i64, count + 1);
            for (n, value) in values.iter().enumerate() {
                let exact: f64 = decimal(from + n as i64 * step).parse().unwrap();
                prop_assert_eq!(value.as_f64(), Some(exact));
            }
        }
    }
}

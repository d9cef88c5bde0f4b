//! Numbers of a chart in words: shares, multiples, differences and values in a metric's unit, with as many digits as say something.

use super::metric::Metric;
use crate::base::text::three_digits;

/// `80 % of`, `15 times`.
pub(super) fn share_of(share: f64) -> String {
    if is_multiple(share) { format!("{} times", three_digits(share)) } else { format!("{} of", percent(share)) }
}

/// Whether a share is told as a multiple.
pub(super) fn is_multiple(share: f64) -> bool {
    share >= 2.0
}

/// `× 1.06`
pub(super) fn multiple(share: f64) -> String {
    format!("\u{d7} {}", three_digits(share))
}

/// `35 % lower`, `2 % higher to 35 % lower`.
pub(crate) fn differences(low: f64, high: f64) -> String {
    let words = |ratio: f64| match ratio {
        ratio if ratio >= 2.0 => format!("\u{d7} {ratio:.1}"),
        ratio if (ratio - 1.0).abs() < 0.0005 => "the same".into(),
        ratio if ratio > 1.0 => format!("{} higher", percent(ratio - 1.0)),
        ratio => format!("{} lower", percent(1.0 - ratio)),
    };
    let [high, low] = [high, low].map(words);
    if low == high { low } else { format!("{high} to {low}") }
}

/// `437 ms`, `437 ms to 512 ms`.
pub(super) fn between(low: f64, high: f64, metric: Metric) -> String {
    let [low, high] = [low, high].map(|value| in_unit(value, metric));
    if low == high { low } else { format!("{low} to {high}") }
}

/// `437 ms`, `3 %`: in the metric's unit, with three digits.
fn in_unit(value: f64, metric: Metric) -> String {
    let number = match three_digits(value) {
        none if none == "0" && value > 0.0 => "less than 0.01".into(),
        number => number,
    };
    if metric.unit().is_empty() { number } else { format!("{number} {}", metric.unit()) }
}

/// A paper's number, in all its digits.
pub(super) fn as_stated(value: f64, metric: Metric) -> String {
    if value >= 0.01 { in_unit(value, metric) } else { format!("{value} {}", metric.unit()).trim_end().into() }
}

/// A share, with a decimal below ten percent. What is nearly all, or hardly more, has as many as tell it from all: `99.94 %`.
pub(super) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let from_all = (percent - 100.0).abs();
    let decimals = match from_all {
        // Less is an error of the arithmetic.
        1e-6..0.5 => libm::ceil(-libm::log10(from_all)) as usize,
        _ => usize::from(percent < 9.95 && (percent - percent.round()).abs() > 0.05),
    };
    format!("{percent:.decimals$} %")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_a_decimal_where_it_says_something() {
        assert_eq!([0.4, 0.024, 0.05, 0.0004].map(percent), ["40 %", "2.4 %", "5 %", "0 %"]);
        assert_eq!(differences(0.25, 2.5), "\u{d7} 2.5 to 75 % lower");
    }

    #[test]
    fn what_is_not_all_is_never_rounded_to_it() {
        assert_eq!(
            [0.999_39, 0.994, 0.996, 0.999_999, 1.000_4, 1.0].map(percent),
            ["99.94 %", "99 %", "99.6 %", "99.9999 %", "100.04 %", "100 %"]
        );
        assert_eq!(differences(0.000_61, 0.000_61), "99.94 % lower");
        assert_eq!(
            [0.0, 0.002, 0.006].map(|share| in_unit(share, Metric::Blocked)),
            ["0 %", "less than 0.01 %", "0.01 %"]
        );
    }
}

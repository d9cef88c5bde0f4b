//! A share r of the writes on a share f of the pages, blocks cleaned in the order of filling: hot and cold pages mixed in
//! blocks, or kept apart (SPEC 12.6, 12.7).

use super::{bisect, fifo};

/// A device's spare room divided so that hot and cold pages, kept in blocks of their own, cost least.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separated {
    /// Write amplification of both parts together: a bound that no policy beats by more than 1 to 2 %.
    pub write_amplification: f64,
    /// Physical for each logical page, hot.
    pub alpha_hot: f64,
    /// Physical for each logical page, cold.
    pub alpha_cold: f64,
}

/// Write amplification when hot and cold pages share blocks. r = `hot_write_ratio` lies in 0 to 1, f = `hot_page_ratio`
/// between them, both excluded. Infinite without over-provisioning (α ≤ 1).
pub fn mixed(alpha: f64, hot_write_ratio: f64, hot_page_ratio: f64) -> f64 {
    if alpha <= 1.0 {
        return f64::INFINITY;
    }
    let (r, f) = (hot_write_ratio, hot_page_ratio);
    // Pages that are never written are still moved once a round: the limit at r = 0.
    let part = |r: f64, f: f64, a: f64| if r == 0.0 { f * a / alpha } else { r / -libm::expm1(-r * alpha / (f * a)) };
    let above = |a: f64| a >= part(r, f, a) + part(1.0 - r, 1.0 - f, a);
    // The right side is convex in A and its slope goes to 1/α, so it is crossed once.
    let mut high: f64 = 2.0;
    while high.is_finite() && !above(high) {
        high *= 2.0;
    }
    bisect(1.0, high, above)
}

/// The best division of α between hot and cold pages, each cleaned in the order of filling; arguments as for [`mixed`].
/// Without over-provisioning (α ≤ 1) infinite, at α for both.
pub fn separated(alpha: f64, hot_write_ratio: f64, hot_page_ratio: f64) -> Separated {
    let (r, f) = (hot_write_ratio, hot_page_ratio);
    let divide = |alpha_hot: f64| {
        let alpha_cold = (alpha - f * alpha_hot) / (1.0 - f);
        let write_amplification =
            r * fifo::write_amplification(alpha_hot) + (1.0 - r) * fifo::write_amplification(alpha_cold);
        Separated { write_amplification, alpha_hot, alpha_cold }
    };
    if alpha <= 1.0 {
        return divide(alpha);
    }
    // The sum is convex in the division and infinite at both ends.
    golden_section(1.0, 1.0 + (alpha - 1.0) / f, divide, |division| division.write_amplification)
}

/// The point between `low` and `high` whose `cost` is least, where the cost falls and then rises.
fn golden_section<T: Copy>(mut low: f64, mut high: f64, at: impl Fn(f64) -> T, cost: impl Fn(T) -> f64) -> T {
    const SHARE: f64 = 0.618_033_988_749_894_8;
    // A minimum is flat: a square root of a float's precision is all that its place can have.
    const SECTIONS: u32 = 60;
    let inner = |from: f64, to: f64| to - SHARE * (to - from);
    let mut left = inner(low, high);
    let mut right = inner(high, low);
    for _ in 0..SECTIONS {
        if cost(at(left)) <= cost(at(right)) {
            high = right;
            (left, right) = (inner(low, high), left);
        } else {
            low = left;
            (left, right) = (right, inner(high, low));
        }
    }
    at(low + (high - low) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::super::assert_digits;
    use super::*;

    #[test]
    fn mixed_matches_the_table() {
        assert_digits(mixed(1.25, 0.8, 0.2), 3.034, 3);
        assert_digits(mixed(1.25, 0.9, 0.1), 3.533, 3);
    }

    #[test]
    fn separated_matches_the_table() {
        for (r, f, printed) in [(0.8, 0.2, [1.998, 1.616, 1.159]), (0.9, 0.1, [1.481, 2.188, 1.146])] {
            let best = separated(1.25, r, f);
            assert_digits(best.write_amplification, printed[0], 3);
            assert_digits(best.alpha_hot, printed[1], 3);
            assert_digits(best.alpha_cold, printed[2], 3);
        }
    }

    #[test]
    fn without_skew_both_are_fifo() {
        let fifo = fifo::write_amplification(1.25);
        assert!((mixed(1.25, 0.3, 0.3) - fifo).abs() < 1.0e-9);
        assert!((separated(1.25, 0.3, 0.3).write_amplification - fifo).abs() < 1.0e-9);
    }

    #[test]
    fn pages_never_written_are_moved_all_the_same() {
        let (all, most) = (mixed(1.25, 1.0, 0.5), mixed(1.25, 1.0 - 1.0e-9, 0.5));
        assert!((all - most).abs() < 1.0e-6, "{all} is not {most}");
        assert!(separated(1.25, 1.0, 0.5).write_amplification < all);
    }

    #[test]
    fn nothing_to_spare_is_infinite() {
        assert_eq!(mixed(1.0, 0.8, 0.2), f64::INFINITY);
        assert_eq!(separated(1.0, 0.8, 0.2).write_amplification, f64::INFINITY);
    }
}

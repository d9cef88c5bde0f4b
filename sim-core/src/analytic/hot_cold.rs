//! A share r of the writes on a share f of the pages, blocks cleaned in the order of filling: hot and cold pages mixed in
//! blocks.

use super::bisect;

/// Write amplification when hot and cold pages share blocks. r = `hot_write_ratio` lies in 0 to 1, f = `hot_page_ratio`
/// between them, both excluded. Infinite without over-provisioning (α ≤ 1).
pub(crate) fn mixed(alpha: f64, hot_write_ratio: f64, hot_page_ratio: f64) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::super::{assert_digits, fifo};
    use super::*;

    #[test]
    fn mixed_matches_the_table() {
        assert_digits(mixed(1.25, 0.8, 0.2), 3.034, 3);
        assert_digits(mixed(1.25, 0.9, 0.1), 3.533, 3);
    }

    #[test]
    fn without_skew_both_are_fifo() {
        let fifo = fifo::write_amplification(1.25);
        assert!((mixed(1.25, 0.3, 0.3) - fifo).abs() < 1.0e-9);
    }

    #[test]
    fn pages_never_written_are_moved_all_the_same() {
        let (all, most) = (mixed(1.25, 1.0, 0.5), mixed(1.25, 1.0 - 1.0e-9, 0.5));
        assert!((all - most).abs() < 1.0e-6, "{all} is not {most}");
    }

    #[test]
    fn nothing_to_spare_is_infinite() {
        assert_eq!(mixed(1.0, 0.8, 0.2), f64::INFINITY);
    }
}

//! Victims drawn at random.

/// Write amplification A = 1/(1 − 1/α). Infinite without over-provisioning (α ≤ 1).
pub(crate) fn write_amplification(alpha: f64) -> f64 {
    if alpha <= 1.0 { f64::INFINITY } else { alpha / (alpha - 1.0) }
}

#[cfg(test)]
mod tests {
    use super::super::assert_digits;
    use super::*;

    #[test]
    fn matches_the_table() {
        for (alpha, printed) in [(1.10, 11.0), (1.25, 5.0), (1.30, 4.333)] {
            assert_digits(write_amplification(alpha), printed, 3);
        }
        assert_eq!(write_amplification(1.0), f64::INFINITY);
    }
}

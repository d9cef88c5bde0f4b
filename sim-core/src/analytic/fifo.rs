//! Blocks cleaned in the order in which they were filled.

use super::lambert::w0;

/// Write amplification A = α/(α + W₀(−α·e^(−α))), the solution of A = 1/(1 − e^(−α/A)), for many pages in a block.
/// Infinite without over-provisioning (α ≤ 1).
pub(crate) fn write_amplification(alpha: f64) -> f64 {
    if alpha <= 1.0 {
        return f64::INFINITY;
    }
    alpha / (alpha + w0(-alpha * libm::exp(-alpha)))
}

#[cfg(test)]
mod tests {
    use super::super::assert_digits;
    use super::*;

    #[test]
    fn matches_the_table() {
        let table = [
            (1.05, 10.672),
            (1.07, 7.817),
            (1.10, 5.677),
            (1.15, 4.016),
            (1.20, 3.188),
            (1.25, 2.693),
            (1.30, 2.364),
            (1.40, 1.957),
            (1.50, 1.716),
            (2.00, 1.255),
        ];
        for (alpha, printed) in table {
            assert_digits(write_amplification(alpha), printed, 3);
        }
    }

    #[test]
    fn solves_its_equation_also_with_little_to_spare() {
        for alpha in [1.001, 1.01, 1.1, 3.0, 20.0] {
            let a = write_amplification(alpha);
            let right = 1.0 / (1.0 - libm::exp(-alpha / a));
            assert!((a - right).abs() < 1.0e-9 * a, "{alpha}: {a} is not {right}");
        }
        assert_eq!(write_amplification(1.0), f64::INFINITY);
    }
}

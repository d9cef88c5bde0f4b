//! The best of d blocks drawn at random cleaned first: the mean field of many blocks.
//!
//! Let mᵢ be the fraction of blocks with i valid pages, Qᵢ that with at least i, ρ = 1/α. Blocks leave class i as
//! victims at rate Qᵢᵈ − Qᵢ₊₁ᵈ, come back full, and lose pages at rate g·i·mᵢ with g = 1/(ρA). In steady state the sums
//! over all classes below i telescope to g·i·mᵢ = 1 − Qᵢᵈ, so for a given g every mᵢ follows from those above it.
//! What is left is one unknown, g, fixed by Σ i·mᵢ = ρP.

use super::{bisect, random};

/// Write amplification at α with `pages_per_block` pages in a block and `d` candidates, at least 1. Infinite without
/// over-provisioning (α ≤ 1). Exact to rounding; the time goes with `pages_per_block`.
pub(crate) fn write_amplification(alpha: f64, pages_per_block: u32, d: u32) -> f64 {
    if alpha <= 1.0 {
        return f64::INFINITY;
    }
    let valid = f64::from(pages_per_block) / alpha;
    // A larger A means pages invalidated more slowly, thus more of them valid. Random victims are the worst case.
    bisect(1.0, random::write_amplification(alpha), |a| mean_valid(alpha / a, pages_per_block, d) >= valid)
}

/// Σ i·mᵢ when each valid page is invalidated at `rate`.
fn mean_valid(rate: f64, pages_per_block: u32, d: u32) -> f64 {
    let mut at_least = 0.0;
    let mut mean = 0.0;
    for valid in (1..=pages_per_block).rev() {
        let class = class_share(at_least, rate * f64::from(valid), d);
        at_least += class;
        mean += f64::from(valid) * class;
    }
    mean
}

/// The m with `leaving`·m + (`above` + m)^d = 1. The left side is convex and rises, so Newton's steps from the right
/// end never pass the root.
fn class_share(above: f64, leaving: f64, d: u32) -> f64 {
    let mut m = 1.0 - above;
    loop {
        let lower_power = power(above + m, d - 1);
        let excess = leaving * m + lower_power * (above + m) - 1.0;
        let next = m - excess / (leaving + f64::from(d) * lower_power);
        if next >= m || next <= 0.0 {
            return m;
        }
        m = next;
    }
}

/// x^n by squaring.
fn power(mut x: f64, mut n: u32) -> f64 {
    let mut product = 1.0;
    while n > 0 {
        if n & 1 == 1 {
            product *= x;
        }
        x *= x;
        n >>= 1;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::super::{assert_digits, greedy};
    use super::*;

    #[test]
    fn matches_the_table() {
        let candidates = [1, 2, 3, 5, 10, 30];
        let table = [
            (1.25, 32, [5.000, 3.490, 3.058, 2.768, 2.603, 2.532]),
            (1.25, 64, [5.000, 3.533, 3.113, 2.832, 2.675, 2.613]),
            (1.0 / 0.9, 32, [10.0, 6.693, 5.745, 5.106, 4.736, 4.570]),
        ];
        for (alpha, pages, row) in table {
            for (d, printed) in candidates.into_iter().zip(row) {
                assert_digits(write_amplification(alpha, pages, d), printed, 3);
            }
        }
    }

    #[test]
    fn many_candidates_come_to_greedy() {
        let (many, greedy) = (write_amplification(1.25, 64, 5000), greedy::write_amplification(1.25, 64));
        assert!((many - greedy).abs() < 0.01 * greedy, "{many} is not near {greedy}");
    }
}

//! The block with the fewest valid pages cleaned first (Desnoyers, "Analytic modeling of SSD write
//! performance", 2012).

use super::lambert::w0;

/// Write amplification at α with `pages_per_block` pages in a block. Infinite without over-provisioning (α ≤ 1).
pub(crate) fn write_amplification(alpha: f64, pages_per_block: u32) -> f64 {
    if alpha <= 1.0 {
        return f64::INFINITY;
    }
    let pages = f64::from(pages_per_block);
    let widened = (1.0 + 1.0 / (2.0 * pages)) * alpha;
    let valid_in_victim = 0.5 - pages / alpha * w0(-widened * libm::exp(-widened));
    pages / (pages - (valid_in_victim - 1.0))
}

#[cfg(test)]
mod tests {
    use super::super::{assert_digits, fifo};
    use super::*;

    #[test]
    fn matches_the_table() {
        let pages_per_block = [16, 32, 64, 128, 256];
        let table = [
            (1.07, [5.345, 6.343, 7.001, 7.386, 7.595]),
            (1.10, [4.269, 4.870, 5.242, 5.451, 5.562]),
            (1.15, [3.273, 3.605, 3.799, 3.904, 3.959]),
            (1.20, [2.712, 2.930, 3.053, 3.119, 3.153]),
            (1.25, [2.353, 2.510, 2.598, 2.645, 2.668]),
            (1.30, [2.104, 2.226, 2.293, 2.328, 2.346]),
            (1.50, [1.585, 1.647, 1.681, 1.698, 1.707]),
        ];
        for (alpha, row) in table {
            for (pages, printed) in pages_per_block.into_iter().zip(row) {
                assert_digits(write_amplification(alpha, pages), printed, 3);
            }
        }
    }

    #[test]
    fn large_blocks_come_to_fifo() {
        assert!((write_amplification(1.25, 1 << 24) - fifo::write_amplification(1.25)).abs() < 1.0e-5);
    }
}

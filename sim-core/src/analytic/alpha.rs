//! How much room a finite device really has.

/// α of a device: the pages of all blocks but the reserved ones, for each logical page.
///
/// `reserved_blocks` are those never full of user data: open frontiers and the blocks garbage collection keeps free
/// (one frontier and marks 3/4: 1 + 3). More of them than there are blocks leave 0.
pub(crate) fn effective(total_blocks: u64, reserved_blocks: u64, pages_per_block: u32, logical_pages: u64) -> f64 {
    let usable_blocks = total_blocks.saturating_sub(reserved_blocks);
    usable_blocks as f64 * f64::from(pages_per_block) / logical_pages as f64
}

#[cfg(test)]
mod tests {
    use super::super::{assert_digits, greedy};
    use super::*;

    /// Greedy at α of 512 blocks of 64 pages, `r` of them reserved, whose logical pages leave over-provisioning `op`.
    fn greedy_at(op: f64, r: u64) -> f64 {
        let logical_pages = (512.0 * 64.0 / (1.0 + op)) as u64;
        greedy::write_amplification(effective(512, r, 64, logical_pages), 64)
    }

    #[test]
    fn reserved_blocks_raise_the_reference() {
        assert_digits(greedy_at(0.10, 4), 5.637, 2);
        assert_digits(greedy_at(0.25, 4), 2.672, 2);
        assert_digits(greedy_at(0.10, 2), 5.431, 2);
        assert_digits(greedy_at(0.25, 2), 2.635, 2);
    }

    #[test]
    fn no_usable_block_is_no_room() {
        assert_eq!(effective(3, 4, 64, 100), 0.0);
    }
}

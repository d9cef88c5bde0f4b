//! The pages of a block, and whose they are.

use super::page::look;
use crate::nand::BlockId;
use crate::nand::array::Nand;

/// The looks and owners of a block's pages.
pub(super) fn block_pages(block: BlockId, nand: &Nand) -> (Vec<u8>, Vec<u32>) {
    let (state, pages) = (nand.block(block), nand.geometry.pages_of(block));
    let looks = nand.page_state[pages.clone()].iter().map(|&page| look(page, state.state, state.kind) as u8).collect();
    (looks, nand.owner[pages].to_vec())
}

/// The logical blocks with valid pages in a block, in the order of its pages.
pub(super) fn owners(block: BlockId, nand: &Nand) -> Vec<u32> {
    let mut found = Vec::new();
    for ppn in nand.geometry.pages_of(block).filter(|&ppn| nand.is_valid(ppn as u32)) {
        let lbn = nand.owner[ppn] / nand.geometry.pages_per_block;
        if !found.contains(&lbn) {
            found.push(lbn);
        }
    }
    found
}

//! The valid pages of a block in order, as a collection empties it.

use super::array::{Nand, PageState};
use super::{BlockId, Ppn};

/// Goes through the valid pages of a block, each of which is outdated before the next is asked for.
pub(crate) struct ValidPages {
    block: BlockId,
    offset: u32,
}

impl ValidPages {
    /// From the first page of `block` on.
    pub(crate) fn of(block: BlockId) -> Self {
        Self { block, offset: 0 }
    }

    /// The next page that is valid.
    #[inline]
    pub(crate) fn next(&mut self, nand: &Nand) -> Option<Ppn> {
        if nand.block(self.block).valid == 0 {
            return None;
        }
        let first = nand.geometry.page(self.block, 0);
        let states = &nand.page_state[nand.geometry.pages_of(self.block)];
        let found = states[self.offset as usize..].iter().position(|&state| state == PageState::Valid as u8)?;
        self.offset += found as u32 + 1;
        Some(first + self.offset - 1)
    }
}

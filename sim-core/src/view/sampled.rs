//! A device too large to be shown whole: every few of its blocks, evenly apart.

use crate::nand::array::Nand;
use crate::nand::block::Block;
use serde::Serialize;

/// Blocks of the largest map.
const CELLS_MAX: u32 = 4096;
/// The share of a block whose every page is valid.
const FULL: u64 = 255;

/// A device as every `step`-th of its blocks.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SampledMap {
    blocks: u32,
    step: u32,
    cells: Vec<SampledBlock>,
}

/// A block: its share of valid pages from 0 to 255, its erases, and its state as a number.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct SampledBlock(u8, u32, u8);

/// At most `cells` blocks of a device, evenly apart from the first on.
pub(crate) fn map(nand: &Nand, cells: u32) -> SampledMap {
    let pages = nand.geometry.pages_per_block;
    let blocks = nand.geometry.blocks();
    let step = step(blocks, cells);
    let cell = |block: &Block| SampledBlock(share(block.valid, pages), block.erase_count, block.state as u8);
    SampledMap { blocks, step, cells: nand.blocks.iter().step_by(step as usize).map(cell).collect() }
}

/// How far apart the sampled blocks are. Odd, so that not every plane is looked at in the same places.
fn step(blocks: u32, cells: u32) -> u32 {
    blocks.div_ceil(cells.clamp(1, CELLS_MAX)) | 1
}

/// A block with a valid page never looks as one without, nor one with an invalid page as a full one.
fn share(valid: u32, pages: u32) -> u8 {
    let part = u64::from(valid) * FULL / u64::from(pages.max(1));
    part.max(u64::from(valid > 0)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_never_has_more_cells_than_asked_for() {
        for (blocks, cells) in [(1, 1), (7, 3), (4096, 4096), (4097, 4096), (65_536, 4096), (100, 0), (u32::MAX, 9999)]
        {
            let sampled = blocks.div_ceil(step(blocks, cells));
            assert!((1..=cells.clamp(1, CELLS_MAX)).contains(&sampled), "{blocks} blocks in {cells} cells");
        }
        assert_eq!(step(65_536, 4096), 17);
        assert_eq!(step(100, 4096), 1);
    }

    #[test]
    fn only_an_empty_block_has_share_0_and_only_a_full_one_255() {
        for pages in [1, 64, 1024] {
            assert_eq!((share(0, pages), share(pages, pages)), (0, 255));
            for valid in 1..pages {
                assert!((1..255).contains(&share(valid, pages)), "{valid} of {pages}");
            }
        }
    }
}

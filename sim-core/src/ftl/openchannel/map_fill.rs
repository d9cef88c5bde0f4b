//! The map of a device that is filled directly, before the run.

use super::HostFtl;
use super::map::Map;
use crate::flash::halt::Halt;
use crate::nand::array::Nand;
use crate::nand::{NONE, Ppn};

impl HostFtl {
    /// Puts the map blocks of a direct fill in place.
    pub(super) fn fill_map(&mut self, nand: &mut Nand) -> Result<(), Halt> {
        let Self { map: Some(map), l2p, .. } = self else { return Ok(()) };
        for block in 0..map.blocks {
            if map.entries(block).all(|lpn| l2p[lpn as usize] == NONE) {
                continue;
            }
            let first = map.first_id(block);
            let mut ppn = map.lines.fill(nand)?;
            // One begins at a multiple of its pages, and does not go on in another line.
            while !may_begin(map, ppn) {
                nand.program_nothing(ppn)?;
                map.lines.filled(ppn, nand)?;
                ppn = map.lines.fill(nand)?;
            }
            for id in first..first + map.block_pages {
                if id > first {
                    ppn = map.lines.fill(nand)?;
                }
                nand.program(ppn, id, 0, nand.host_pages as u32)?;
                map.lines.filled(ppn, nand)?;
                l2p[id as usize] = ppn;
            }
            map.written(block, l2p, nand);
        }
        Ok(())
    }
}

/// Whether a map block may begin at a page.
fn may_begin(map: &Map, ppn: Ppn) -> bool {
    let place = map.lines.place(ppn);
    place.is_multiple_of(map.block_pages) && place + map.block_pages <= map.lines.pages()
}

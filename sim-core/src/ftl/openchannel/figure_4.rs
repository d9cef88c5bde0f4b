//! The state in which the paper's Figure 4 begins: a directory of four rows, two of its map blocks in memory, both
//! changed since they were read.
//!
//! The figure prints the physical pages 24, 55, 96 and 43 twice, for logical pages 4 to 7 and for 8 to 11. Two logical pages cannot be in one
//! physical page, so here 8 to 11 are beside them, at 25, 56, 97 and 44; nothing in the nine steps looks there.

use super::HostFtl;
use super::map::Map;
use super::map_policy::policy::{MapBlock, MapPolicy, Slot};
use crate::base::error::Error;
use crate::flash::halt::Halt;
use crate::nand::array::Nand;
use crate::nand::block::BlockKind;
use crate::nand::geometry::Geometry;
use crate::nand::{Lpn, Ppn};

/// Where each logical page is.
const PLACES: [Ppn; 16] = [15, 21, 30, 45, 24, 55, 96, 43, 25, 56, 97, 44, 90, 98, 41, 65];
/// What the map blocks on the SSD say of pages 8 to 15: what was true before they were changed in memory.
const TOLD: [Ppn; 8] = [65, 42, 11, 76, 90, 98, 77, 57];
/// Map blocks in memory, with their slots and their hotness.
const IN_MEMORY: [(Slot, MapBlock, u64); 2] = [(0, 3, 15), (1, 2, 20)];

/// Whether a device can hold it: the preset `figure-4` can.
pub(crate) fn fits(geometry: &Geometry, map: Option<&Map>) -> Result<(), Error> {
    let shape = (geometry.planes(), geometry.pages_per_block, geometry.blocks_per_plane, geometry.logical_pages);
    let has_two_slots = |map: &Map| map.memory.blocks().is_some_and(|cache| cache.capacity() == 2);
    let of_map = map.filter(|map| has_two_slots(map)).map(|map| (map.entries_per_block, map.lines.range.end));
    if shape == (1, 4, 28, 16) && of_map == Some((4, 3)) {
        return Ok(());
    }
    Err(Error::Value {
        field: "ftl.start".into(),
        value: "figure-4".into(),
        expected: "as-filled, since this is not the device of that figure (device.preset figure-4)".into(),
        nearest: Some("\"as-filled\"".into()),
    })
}

impl HostFtl {
    /// Puts every page and every map block where the figure has it, all in their first version.
    pub(super) fn fill_figure_4(&mut self, nand: &mut Nand) -> Result<(), Halt> {
        let version = u32::from(nand.oob.is_some());
        for line in self.lines.range.clone() {
            let chunk = self.lines.chunk(line, 0);
            let pages = nand.geometry.pages_of(chunk);
            if !PLACES.iter().any(|&ppn| pages.contains(&(ppn as usize))) {
                continue;
            }
            nand.open(chunk, BlockKind::Data)?;
            for ppn in pages.map(|ppn| ppn as Ppn) {
                match PLACES.iter().position(|&place| place == ppn) {
                    Some(lpn) => nand.program(ppn, lpn as Lpn, version, 0)?,
                    None => nand.program_nothing(ppn)?,
                }
            }
            nand.close(chunk)?;
            self.lines.found_closed(line, nand);
        }
        self.l2p[0..PLACES.len()].copy_from_slice(&PLACES);
        self.fill_map(nand)?;
        let Some(map) = &mut self.map else { return Ok(()) };
        if let Some(told) = &mut map.told {
            told[8..8 + TOLD.len()].copy_from_slice(&TOLD);
        }
        let Some(cache) = map.memory.blocks_mut() else { return Ok(()) };
        for (slot, block, _) in IN_MEMORY {
            cache.fill(slot, block, None);
            cache.take(slot);
            cache.count_load(slot, block);
            cache.point(block, slot);
            cache.mark(slot, true);
        }
        for (slot, block, hotness) in IN_MEMORY {
            // A look-up counts one, where the policy counts them.
            for _ in cache.policy.worth(slot, block)..hotness {
                cache.policy.looks_up(block);
                cache.policy.used(slot, block);
            }
        }
        Ok(())
    }
}

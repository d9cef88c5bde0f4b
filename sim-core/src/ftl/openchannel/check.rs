//! What must hold.

use super::HostFtl;
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
use crate::nand::{NONE, Ppn};
use std::collections::BTreeSet;

impl HostFtl {
    /// Lines, ring, directory and cache agree with the flash and with one another.
    pub(super) fn check_all(&self, nand: &Nand) -> Result<(), Rule> {
        self.lines.check(nand)?;
        let (users, moved) = self.ring.used();
        if users + moved > self.ring.capacity {
            return Err(Rule::Invariant(format!("the ring of {} holds {users} and {moved} pages", self.ring.capacity)));
        }
        let Some(map) = &self.map else { return Ok(()) };
        map.lines.check(nand)?;
        map.memory.check()?;
        self.check_places(nand)?;
        self.check_entries(nand)
    }

    /// Every map block stands at a place of its own.
    fn check_places(&self, nand: &Nand) -> Result<(), Rule> {
        let Some(map) = &self.map else { return Ok(()) };
        let mut places = BTreeSet::new();
        for block in 0..map.blocks {
            let first = self.place(map.first_id(block));
            if first != NONE && !places.insert(map.location(first)) {
                return Err(Rule::Invariant(format!("map block {block} is where another one is")));
            }
            let is_there = first == NONE || nand.is_valid(first);
            if !is_there {
                return Err(Rule::Invariant(format!("the directory's place of map block {block} holds nothing")));
            }
        }
        Ok(())
    }

    /// What is not in memory as changed, the SSD knows.
    fn check_entries(&self, nand: &Nand) -> Result<(), Rule> {
        let (Some(map), Some(oob)) = (&self.map, &nand.oob) else { return Ok(()) };
        let per_page = map.entries_per_page();
        let written = |ppn: Ppn| if ppn == NONE { 0 } else { oob.sequence[ppn as usize] };
        for lpn in 0..map.first_id(0) {
            let block = map.block_of(lpn);
            let changed = map.memory.is_changed(lpn, block);
            let page = self.place(map.first_id(0) + lpn / per_page);
            let told = map.told.as_ref().map_or(NONE, |told| told[lpn as usize]);
            if !changed && (written(self.place(lpn)) > written(page) || told != self.place(lpn)) {
                return Err(Rule::Invariant(format!(
                    "page {lpn} has moved since map block {block} was written, and memory does not know"
                )));
            }
        }
        Ok(())
    }
}

//! Room for map blocks: what is too little for one is filled up, and lines of the map are collected.

use super::HostFtl;
use super::explain;
use super::lines::{Line, exhausted};
use super::map_policy::policy::MapBlock;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, Is, Trigger, What};
use crate::nand::Ppn;
use crate::nand::array::Nand;

impl HostFtl {
    /// Has room for one more map block in the line being written, or a line for it.
    pub(super) fn make_map_room(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        loop {
            self.align_map(flash)?;
            let Some(map) = &self.map else { return Ok(()) };
            if map.lines.room() > 0 || map.lines.free_lines() > 1 {
                return Ok(());
            }
            self.collect_map_line(1, flash)?;
        }
    }

    /// After a power cut in the middle of collecting a line of the map: ends that, while what is left of the line being written has
    /// room for it.
    pub(super) fn regain_map_line(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.align_map(flash)?;
        while self.map.as_ref().is_some_and(|map| map.lines.free_lines() == 0) {
            self.collect_map_line(0, flash)?;
        }
        Ok(())
    }

    /// Fills up what a power cut left between two places of the line being written, and what is too little for a map block.
    fn align_map(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(map) = &mut self.map else { return Ok(()) };
        let (pages, of_block) = (map.lines.pages(), map.block_pages);
        let fits = |room: u32| room >= of_block && (pages - room).is_multiple_of(of_block);
        while map.lines.room() > 0 && !fits(map.lines.room()) {
            let room = map.lines.room();
            let ppn = map.lines.next(flash)?;
            let too_few = flash.because(|_| Condition::new(What::MapBlockPages, room, Is::Below, of_block));
            flash.pad(ppn, too_few.filter(Trigger::holds))?;
            map.lines.written(flash)?;
        }
        Ok(())
    }

    /// Moves what is current out of the line of the map with least of it, and erases that: no more than `kept` are free.
    fn collect_map_line(&mut self, kept: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(map) = &self.map else { return Ok(()) };
        let line = map.lines.emptiest().ok_or_else(|| exhausted(flash.nand()))?;
        flash.decide(|nand, op| explain::map_line(op, &map.lines, line, nand));
        let trigger = flash.because(|_| Condition::new(What::MapLines, map.lines.free_lines(), Is::AtMost, kept));
        let begin =
            Operation { block: Some(map.lines.chunk(line, 0)), ..Operation::new(Kind::GcStart, Purpose::MapGc) };
        let outer = flash.enter(Operation { trigger, ..begin })?;
        flash.core.counters.map_blocks.gc_runs += 1;
        for block in self.blocks_on(line, flash.nand()) {
            flash.chain();
            self.read_block(block, Purpose::MapGc, flash)?;
            self.program_block(block, Purpose::MapGc, flash)?;
            flash.unchain();
            flash.core.counters.map_blocks.gc_moved += 1;
        }
        let Some(map) = &mut self.map else { return Ok(()) };
        map.lines.erase(line, Purpose::MapGc, flash)?;
        flash.note(Operation { kind: Kind::GcEnd, ..begin })?;
        flash.leave(outer);
        Ok(())
    }

    /// Map blocks with a current page on a line, ascending.
    fn blocks_on(&self, line: Line, nand: &Nand) -> Vec<MapBlock> {
        let Some(map) = &self.map else { return Vec::new() };
        let pages = map.lines.chunks(line).flat_map(|chunk| nand.geometry.pages_of(chunk));
        let current = pages.filter(|&ppn| nand.is_valid(ppn as Ppn)).map(|ppn| nand.owner[ppn] - map.first_id(0));
        let mut blocks: Vec<MapBlock> = current.map(|page| page / map.block_pages).collect();
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }
}

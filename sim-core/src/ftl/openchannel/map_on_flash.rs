//! The map's way to flash and back: map blocks are read and written whole, one behind the other, and the lines that they stand on are
//! collected.

use super::HostFtl;
use super::explain;
use super::lines::{Line, exhausted};
use super::map::Map;
use super::map_policy::policy::MapBlock;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, Is, Trigger, What};
use crate::nand::array::Nand;
use crate::nand::{NONE, Ppn};

impl HostFtl {
    /// After a power cut in the middle of collecting a line of the map: ends that, while what is left of the line being written has
    /// room for it.
    pub(super) fn regain_map_line(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.align_map(flash)?;
        while self.map.as_ref().is_some_and(|map| map.lines.free_lines() == 0) {
            self.collect_map_line(0, flash)?;
        }
        Ok(())
    }

    /// Reads a map block where the directory says it lies, if it was ever written.
    pub(super) fn read_block(&self, block: MapBlock, purpose: Purpose, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(map) = &self.map else { return Ok(()) };
        let first = map.first_id(block);
        if self.place(first) == NONE {
            return Ok(());
        }
        flash.in_one_command(map.block_pages, |flash, page| flash.read(first + page, self.place(first + page), purpose))
    }

    /// Writes a map block behind the last one, making room first where there is none. It says what is true now.
    pub(super) fn write_block(&mut self, block: MapBlock, purpose: Purpose, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let chain = flash.unchain();
        self.make_map_room(flash)?;
        flash.chain_on(chain);
        self.program_block(block, purpose, flash)
    }

    fn program_block(&mut self, block: MapBlock, purpose: Purpose, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Self { map: Some(map), l2p, .. } = self else { return Ok(()) };
        let first = map.first_id(block);
        flash.in_one_command(map.block_pages, |flash, page| {
            let ppn = map.lines.next(flash)?;
            let stale = l2p[(first + page) as usize];
            flash.program_own(first + page, ppn, stale, purpose)?;
            l2p[(first + page) as usize] = ppn;
            map.lines.outdated(stale);
            if let Some(walk) = &mut map.walk {
                walk.written += u32::from(purpose == Purpose::Map || purpose == Purpose::MapUpdate);
            }
            map.lines.written(flash)
        })?;
        map.written(block, l2p, flash.nand());
        Ok(())
    }

    /// Has room for one more map block in the line being written, or a line for it.
    fn make_map_room(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        loop {
            self.align_map(flash)?;
            let Some(map) = &self.map else { return Ok(()) };
            if map.lines.room() > 0 || map.lines.free_lines() > 1 {
                return Ok(());
            }
            self.collect_map_line(1, flash)?;
        }
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

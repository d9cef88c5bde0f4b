//! Start-up after a power cut. The ring and all of the map that was in memory are gone. Every page's newest copy is told by
//! sequence numbers: those of closed lines stand in their metadata, those of open lines with each page. A map block counts only if all of it
//! was written; its newest copy is the directory's, and what was written since is played over it.

use super::HostFtl;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, Ppn};

impl HostFtl {
    /// Finds everything again.
    pub(super) fn start_up(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.ring.clear();
        (self.collection, self.credit) = (None, 0);
        self.forget_map();
        let read = self.find_newest(flash.nand())?;
        self.give_up_what_was_nowhere(flash.nand());
        let l2p = &self.l2p;
        flash.core.nand.revalidate(|ppn, id| l2p.get(id as usize) == Some(&ppn));
        flash.core.nand.reopen_unfilled();
        flash.core.counters.reads[Purpose::Recovery as usize] += u64::from(read);
        let outer = flash.enter(Operation { pages: read, ..Operation::new(Kind::Recovery, Purpose::Recovery) })?;
        self.lines.recover(flash)?;
        if let Some(map) = &mut self.map {
            map.lines.recover(flash)?;
        }
        self.regain_map_line(flash)?;
        self.map_what_changed(flash)?;
        flash.leave(outer);
        Ok(())
    }

    fn forget_map(&mut self) {
        let Some(map) = &mut self.map else { return };
        map.walk = None;
        map.memory.clear();
    }

    /// The newest copy of each page, by sequence number; of a map block the newest that is whole. Pages read for that: the metadata of
    /// every line, and all pages of lines that are not closed.
    fn find_newest(&mut self, nand: &Nand) -> Result<u32, Halt> {
        self.l2p.fill(NONE);
        let oob = nand.oob.as_ref().ok_or_else(|| Rule::Invariant("recovery without out-of-band bytes".into()))?;
        let readable = |ppn: Ppn| nand.owner[ppn as usize] != NONE && oob.sequence[ppn as usize] != 0;
        for line in self.lines.range.clone() {
            for ppn in self.lines.chunks(line).flat_map(|chunk| nand.geometry.pages_of(chunk)) {
                let (ppn, lpn) = (ppn as Ppn, nand.owner[ppn]);
                if !readable(ppn) {
                    continue;
                }
                let known = self.l2p[lpn as usize];
                if known == NONE || oob.sequence[known as usize] < oob.sequence[ppn as usize] {
                    self.l2p[lpn as usize] = ppn;
                }
            }
        }
        if let Some(map) = &self.map {
            let places_of_line = || (0..map.lines.pages() / map.block_pages).map(|place| place * map.block_pages);
            for (line, place) in
                map.lines.range.clone().flat_map(|line| places_of_line().map(move |place| (line, place)))
            {
                let pages: Vec<Ppn> = (place..place + map.block_pages).map(|at| map.lines.page(line, at)).collect();
                let first = nand.owner[pages[0] as usize];
                let begins = first != NONE && (first - map.first_id(0)).is_multiple_of(map.block_pages);
                let whole =
                    begins && (first..).zip(&pages).all(|(id, &ppn)| readable(ppn) && nand.owner[ppn as usize] == id);
                let known = if whole { self.l2p[first as usize] } else { NONE };
                if whole && (known == NONE || oob.sequence[known as usize] < oob.sequence[pages[0] as usize]) {
                    (first..).zip(&pages).for_each(|(id, &ppn)| self.l2p[id as usize] = ppn);
                }
            }
        }
        Ok(self.pages_to_read(nand))
    }

    /// Of a closed line its metadata, 8 bytes a page; of others every page that was written.
    fn pages_to_read(&self, nand: &Nand) -> u32 {
        let of_lines = |lines: &super::lines::Lines| -> u32 {
            let metadata = (u64::from(lines.pages()) * 8).div_ceil(u64::from(nand.geometry.page_bytes)) as u32;
            let of_line = |line| -> u32 {
                let taken: u32 = lines.chunks(line).map(|chunk| nand.block(chunk).write_ptr).sum();
                if taken == lines.pages() { metadata } else { taken }
            };
            lines.range.clone().map(of_line).sum()
        };
        of_lines(&self.lines) + self.map.as_ref().map_or(0, |map| of_lines(&map.lines))
    }

    /// Pages that a map block says are nowhere stay so, even if old copies of them are still to be found.
    fn give_up_what_was_nowhere(&mut self, nand: &Nand) {
        let Self { map: Some(map), l2p, .. } = self else { return };
        let Some(oob) = &nand.oob else { return };
        let written = |ppn: Ppn| if ppn == NONE { 0 } else { oob.sequence[ppn as usize] };
        let per_page = map.entries_per_page();
        let logical_pages: Lpn = map.first_id(0);
        for lpn in 0..logical_pages {
            let told = written(l2p[(logical_pages + lpn / per_page) as usize]);
            if map.gave_up(lpn, written(l2p[lpn as usize]), told) {
                l2p[lpn as usize] = NONE;
            }
        }
    }

    /// Map blocks that the SSD knows otherwise are written anew, one after another: then nothing in memory is needed.
    fn map_what_changed(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for block in self.map.as_ref().map_or(0..0, |map| 0..map.blocks) {
            if self.differs(block, flash.nand()) {
                self.write_block(block, Purpose::Recovery, flash)?;
            }
        }
        Ok(())
    }

    /// Whether a page of a map block was written or moved after the block was.
    pub(super) fn differs(&self, block: u32, nand: &Nand) -> bool {
        let (Some(map), Some(oob)) = (&self.map, &nand.oob) else { return false };
        let written = |ppn: Ppn| if ppn == NONE { 0 } else { oob.sequence[ppn as usize] };
        let per_page = map.entries_per_page();
        let told = |lpn: Lpn| map.told.as_ref().map_or(NONE, |told| told[lpn as usize]);
        map.entries(block).any(|lpn| {
            let page = self.place(map.first_id(0) + lpn / per_page);
            written(self.place(lpn)) > written(page) || told(lpn) != self.place(lpn)
        })
    }
}

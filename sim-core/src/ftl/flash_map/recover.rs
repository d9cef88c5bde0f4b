//! Start-up after a power cut: the directory from the translation pages by sequence; what was written after a
//! translation page comes back from its own out-of-band bytes, as a dirty entry.

use super::{Cache, FlashMap, Keep};
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::ftl::pool::Pool;
use crate::nand::array::Nand;
use crate::nand::block::BlockKind;
use crate::nand::{Lpn, NONE, Ppn};

impl FlashMap {
    /// Rebuilds directory, map and cache from the flash.
    pub(crate) fn recover(
        &mut self,
        pool: &mut Pool,
        cache: &mut dyn Cache,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        pool.find_newest(flash.nand())?;
        self.give_up_trimmed(pool, flash.nand());
        cache.clear();
        let outer = pool.start_up(self.pages_to_read(pool, flash.nand()), flash)?;
        if let Some(oob) = &flash.nand().oob {
            for lpn in 0..self.logical_pages {
                if self.is_newer(lpn, pool, &oob.sequence) && !cache.restore(lpn) {
                    pool.areas[0].moved.push(lpn);
                }
            }
        }
        pool.refill_reserve(&mut Keep { map: self, cache }, flash)?;
        flash.leave(outer);
        Ok(())
    }

    /// Pages that a translation page says are nowhere stay so, even if old copies of them are still to be found.
    fn give_up_trimmed(&mut self, pool: &mut Pool, nand: &Nand) {
        let (Some(since), Some(oob)) = (&mut self.nowhere_since, &nand.oob) else { return };
        let written = |ppn: Ppn| if ppn == NONE { 0 } else { oob.sequence[ppn as usize] };
        for lpn in 0..self.logical_pages {
            let told = &mut since[lpn as usize];
            if *told > written(pool.place(self.logical_pages + lpn / self.entries_per_page)) {
                // The translation page that said so did not get to the flash.
                *told = 0;
            }
            if written(pool.place(lpn)) < *told {
                pool.l2p[lpn as usize] = NONE;
            }
        }
    }

    /// Pages that start-up reads: of every block the first, which tells what it holds; all of the translation blocks; the
    /// last of every data block, and all of those that may hold something newer than the oldest translation page; and
    /// every translation page, for the entries that are still true.
    fn pages_to_read(&self, pool: &Pool, nand: &Nand) -> u32 {
        let Some(oob) = &nand.oob else { return 0 };
        let mapped = |page: u32| self.entries(page).any(|lpn: Lpn| pool.place(lpn) != NONE);
        let written = (0..self.pages()).filter(|&page| mapped(page)).map(|page| pool.place(self.logical_pages + page));
        let oldest = written.map(|ppn| if ppn == NONE { 0 } else { oob.sequence[ppn as usize] }).min().unwrap_or(0);
        let of_block = |block: u32| {
            let state = nand.block(block);
            let all = state.kind == BlockKind::Translation || nand.newest_sequence(block) > oldest;
            if all { state.write_ptr } else { state.write_ptr.min(2) }
        };
        let directory = self.directory(pool).iter().filter(|&&ppn| ppn != NONE).count() as u32;
        (0..nand.geometry.blocks()).map(of_block).sum::<u32>() + directory
    }
}

//! The same table with single entries in memory, as DFTL caches them: a miss reads the map page with the entry, and a
//! changed entry that leaves has its map page read and written again.

use super::HostFtl;
use super::translate::{Cause, count_lookup};
use super::writer::Rest;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation};
use crate::ftl::dftl::cmt::{Cmt, Slot};
use crate::nand::Lpn;

impl HostFtl {
    /// Has the entry of a page in memory.
    pub(super) fn translate_entry(&mut self, lpn: Lpn, cause: Cause, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(map) = &mut self.map else { return Ok(()) };
        let block = map.block_of(lpn);
        let journal = map.journal.clone();
        let operation = |kind| Operation { lpn: Some(lpn), ..Operation::new(kind, cause.purpose()) };
        let Some(entries) = map.memory.entries_mut() else { return Ok(()) };
        flash.chain();
        if let Some(slot) = entries.find(lpn) {
            flash.note(operation(Kind::MapHit))?;
            count_lookup(&journal, block, true, cause, flash);
            entries.touch(slot);
            if cause != Cause::HostRead {
                entries.mark(slot, true);
            }
            return Ok(());
        }
        let outer = flash.enter(operation(Kind::MapMiss))?;
        count_lookup(&journal, block, false, cause, flash);
        if entries.is_full()
            && let Some(victim) = entries.victim()
        {
            self.evict_entry(victim, cause, flash)?;
        }
        self.read_block(block, cause.purpose(), flash)?;
        flash.core.counters.map_blocks.loads += 1;
        self.in_entries(|entries| {
            let slot = entries.insert(lpn);
            entries.mark(slot, cause != Cause::HostRead);
        });
        flash.leave(outer);
        Ok(())
    }

    fn evict_entry(&mut self, victim: Slot, cause: Cause, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(map) = &self.map else { return Ok(()) };
        let Some(entries) = map.memory.entries() else { return Ok(()) };
        let (lpn, dirty) = (entries.lpn(victim), entries.is_marked(victim));
        let block = map.block_of(lpn);
        let trigger = flash.because(|_| entries.all_in_use());
        let outer =
            flash.enter(Operation { lpn: Some(lpn), trigger, ..Operation::new(Kind::MapEvict, cause.purpose()) })?;
        if dirty {
            if self.ring.has_pending(&(lpn..lpn + 1)) {
                self.drain(Rest::Goes, flash)?;
            }
            self.read_block(block, cause.purpose(), flash)?;
            self.write_block(block, cause.purpose(), flash)?;
            flash.core.counters.map_write_backs += 1;
        }
        flash.core.counters.map_evictions += 1;
        self.in_entries(|entries| entries.remove(victim));
        flash.leave(outer);
        Ok(())
    }

    fn in_entries(&mut self, act: impl FnOnce(&mut Cmt)) {
        if let Some(entries) = self.map.as_mut().and_then(|map| map.memory.entries_mut()) {
            act(entries);
        }
    }
}

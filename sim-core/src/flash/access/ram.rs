//! What layers with pages in RAM tell: pages found there, pages that take a slot, and blocks that are written anew from
//! there.

use super::Flash;
use super::issue::stale;
use crate::flash::halt::Halt;
use crate::flash::observer::Observer;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::Trigger;
use crate::nand::array::{Erased, PageState};
use crate::nand::{BlockId, Lpn, NONE, Ppn};

impl<O: Observer> Flash<'_, O> {
    /// The newest version of a page, where versions are kept; else 0.
    #[inline]
    pub fn newest(&self, lpn: Lpn) -> u32 {
        self.core.shadow.as_ref().map_or(0, |shadow| shadow.newest(lpn))
    }

    /// The version of the page at `ppn`, where versions are kept; else 0.
    #[inline]
    pub(crate) fn version_at(&self, ppn: Ppn) -> u32 {
        self.nand().oob.as_ref().map_or(0, |oob| oob.version[ppn as usize])
    }

    /// The host reads a page of which `version` is in RAM: in block slot `slot`, or in a page slot.
    pub(crate) fn read_in_ram(&mut self, lpn: Lpn, version: u32, slot: Option<u16>) -> Result<(), Halt> {
        let newest = self.newest(lpn);
        if version != newest {
            return Err(stale(lpn, format!("version {version} in RAM"), format!("version {newest}")));
        }
        self.note(hit(lpn, slot))?;
        self.core.counters.cache_read_hits[usize::from(slot.is_some())] += 1;
        Ok(())
    }

    /// The host writes a page that is in RAM already; the copy on flash that was the same, at `stale`, is outdated by it.
    pub(crate) fn overwrite_in_ram(&mut self, lpn: Lpn, slot: Option<u16>, stale: Ppn) -> Result<(), Halt> {
        self.may_go_on()?;
        let stale = self.outdate(stale)?;
        self.note(Operation { stale, ..hit(lpn, slot) })?;
        self.core.counters.cache_write_hits[usize::from(slot.is_some())] += 1;
        Ok(())
    }

    /// The host writes a page that takes a page slot; its copy on flash, at `stale`, is outdated by it.
    pub(crate) fn insert_in_ram(&mut self, lpn: Lpn, stale: Ppn) -> Result<(), Halt> {
        self.may_go_on()?;
        let stale = self.outdate(stale)?;
        self.core.counters.cache_inserts += 1;
        let operation = Operation { lpn: Some(lpn), stale, ..Operation::new(Kind::CacheInsert, Purpose::Host) };
        self.note(operation)
    }

    /// The host writes a page that has to wait for room in RAM, where an older version of it may be.
    pub(crate) fn wait_for_ram(&mut self, lpn: Lpn, is_held: bool, trigger: Option<Trigger>) -> Result<(), Halt> {
        match is_held {
            true => {
                self.note(Operation { trigger, ..hit(lpn, None) })?;
                self.core.counters.cache_write_hits[0] += 1;
                Ok(())
            }
            false => {
                self.may_go_on()?;
                self.core.counters.cache_inserts += 1;
                let operation = Operation::new(Kind::CacheInsert, Purpose::Host);
                self.note(Operation { lpn: Some(lpn), trigger, ..operation })
            }
        }
    }

    fn outdate(&mut self, stale: Ppn) -> Result<Option<Ppn>, Halt> {
        if stale == NONE {
            return Ok(None);
        }
        self.core.nand.invalidate(stale)?;
        Ok(Some(stale))
    }

    /// Erases a block whose current pages are all in RAM by now.
    pub(crate) fn erase_under(&mut self, block: BlockId, purpose: Purpose) -> Result<Erased, Halt> {
        self.may_go_on()?;
        for ppn in self.nand().geometry.pages_of(block) {
            if self.nand().page_state[ppn] == PageState::Valid as u8 {
                self.core.nand.invalidate(ppn as Ppn)?;
            }
        }
        self.erase(block, purpose)
    }
}

fn hit(lpn: Lpn, slot: Option<u16>) -> Operation {
    Operation { lpn: Some(lpn), slot, ..Operation::new(Kind::CacheHit, Purpose::Host) }
}

//! What a read and a write do, one page at a time.

use super::below::Below;
use super::cache::{Cache, Found};
use super::page_set::CachedPage;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::nand::{Lpn, NONE};

impl Cache {
    /// Reads a page: from page slots, from block slots, or from below, which takes no slot.
    pub(crate) fn read(&mut self, lpn: Lpn, below: &mut impl Below, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.now += 1;
        match self.find(lpn) {
            Some(Found::Page(page)) => flash.read_in_ram(lpn, page.version, None),
            Some(Found::Block(slot, page)) => {
                flash.read_in_ram(lpn, page.version, Some(slot as u16))?;
                if self.rules.reads_count {
                    self.blocks.touch(slot, self.now);
                }
                Ok(())
            }
            None => below.read(lpn, flash),
        }
    }

    /// Writes a page.
    pub(crate) fn write(&mut self, lpn: Lpn, below: &mut impl Below, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let lbn = self.lbn(lpn);
        self.now += 1;
        if self.is_full() && self.find(lpn).is_none() {
            let full = self.short_of_pages(1, self.page_room().max(self.pages.capacity));
            self.make_room(1, Some(full), below, flash)?;
        }
        flash.host_writes(lpn);
        let page = CachedPage { offset: self.offset(lpn), version: flash.newest(lpn), clean: false };
        // Looked for after that: with early merge, making room may have brought the page's older version into RAM.
        match self.find(lpn) {
            Some(Found::Page(_)) => {
                flash.overwrite_in_ram(lpn, None, NONE)?;
                self.pages.write(lbn, page, self.now);
            }
            Some(Found::Block(slot, _)) => {
                flash.overwrite_in_ram(lpn, Some(slot as u16), below.stale(lpn))?;
                below.outdate(lpn);
                self.blocks.set_mut(slot).into_iter().for_each(|set| {
                    set.put(page);
                });
                self.blocks.touch(slot, self.now);
            }
            None => {
                flash.insert_in_ram(lpn, below.stale(lpn))?;
                below.outdate(lpn);
                self.pages.write(lbn, page, self.now);
            }
        }
        Ok(())
    }
}

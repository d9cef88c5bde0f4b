//! Map blocks on flash: read and written whole, one behind the other.

use super::HostFtl;
use super::map_policy::policy::MapBlock;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::nand::NONE;

impl HostFtl {
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

    /// The same where there is room.
    pub(super) fn program_block(
        &mut self,
        block: MapBlock,
        purpose: Purpose,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
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
}

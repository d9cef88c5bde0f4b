//! What C-lash stands on: flash blocks of its own (`flash_blocks.rs`), or another translation layer (`buffer.rs`).

use super::page_set::PageSet;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::nand::{Lpn, Ppn};

/// Where pages are that are not in RAM.
pub(crate) trait Below {
    /// The host reads a page that is not in RAM.
    fn read(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt>;

    /// The copy on flash that becomes invalid the moment a newer version is in RAM; [`crate::nand::NONE`] for none.
    fn stale(&self, lpn: Lpn) -> Ppn;

    /// A newer version of a page is in RAM now.
    fn outdate(&mut self, lpn: Lpn);

    /// Whether the flash holds a page.
    fn holds(&self, lpn: Lpn) -> bool;

    /// Erases that bringing a block takes by itself.
    fn erases(&self) -> u32;

    /// Reads a page that is to be written again with its block; its version.
    fn read_up(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<u32, Halt>;

    /// Brings `set`, which has left block slot `slot` or page slots, to flash, with the other pages of its block.
    fn bring(&mut self, set: PageSet, slot: Option<u16>, flash: &mut Flash<'_>) -> Result<(), Halt>;
}

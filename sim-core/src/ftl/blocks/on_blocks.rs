//! What is the same for every layer that stands on [`Blocks`], done once.

use super::Blocks;
use crate::base::bulk::AnyBulk;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::ftl::layer::{Change, Entry, FreeBlocks, Layer, Traits};
use crate::ftl::picture::Picture;
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, Ppn};

/// A layer that maps blocks: what it does in its own way. The methods are those of [`Layer`].
pub(crate) trait OnBlocks: Sized {
    /// How it is chosen.
    const ENTRY: Entry<Self>;

    /// Its data blocks.
    fn blocks(&self) -> &Blocks;
    /// The same, to be changed.
    fn blocks_mut(&mut self) -> &mut Blocks;
    /// Writes `count` pages from `first` on, as one request.
    fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt>;
    /// Rebuilds everything that was in RAM from what is on flash.
    fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt>;
    /// Takes over what changes of its own settings.
    fn change(&mut self, _change: &Change<'_>) {}
    /// What of a report applies to it, as it is set.
    fn traits(&self) -> Traits {
        Self::ENTRY.traits
    }
    /// What it shows of itself while it works on `near`.
    fn picture(&self, near: Option<Lpn>, nand: &Nand) -> Picture;
    /// RAM that its tables would take on a device, besides the table of data blocks.
    fn log_ram_bytes(&self) -> u64 {
        0
    }
    /// Its large arrays, besides those of its data blocks.
    fn log_bulk(&mut self, _visit: &mut dyn FnMut(AnyBulk<'_>)) {}
    /// What it believes, against the flash.
    fn check(&self, nand: &Nand) -> Result<(), Rule>;
}

impl<L: OnBlocks> Layer for L {
    const ENTRY: Entry<Self> = <L as OnBlocks>::ENTRY;

    fn read(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.blocks().read(first, count, flash)
    }
    fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        OnBlocks::write(self, first, count, flash)
    }
    fn trim(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.blocks_mut().trim(first, count, flash)
    }
    fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        self.blocks_mut().fill(lpn, version, nand)
    }
    fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        OnBlocks::recover(self, flash)
    }
    fn traits(&self) -> Traits {
        OnBlocks::traits(self)
    }
    fn change(&mut self, change: &Change<'_>, nand: &mut Nand) -> Result<(), Halt> {
        self.blocks_mut().change(change, nand);
        OnBlocks::change(self, change);
        Ok(())
    }
    fn lookup(&self, lpn: Lpn) -> Ppn {
        self.blocks().lookup(lpn)
    }
    fn free_blocks(&self) -> FreeBlocks {
        self.blocks().free_blocks()
    }
    fn picture(&self, near: Option<Lpn>, nand: &Nand) -> Picture {
        OnBlocks::picture(self, near, nand)
    }
    fn ram_bytes(&self) -> u64 {
        self.blocks().ram_bytes() + self.log_ram_bytes()
    }
    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.blocks_mut().bulk(visit);
        self.log_bulk(visit);
    }
    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        OnBlocks::check(self, nand)
    }
}

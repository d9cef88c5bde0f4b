//! A translation layer at work, whichever it is.

#[cfg(feature = "layers")]
use super::AnyLayer;
#[cfg(feature = "layers")]
use super::layer;
use super::layer::{FreeBlocks, Layer, Traits};
use super::page::PageMapping;
use super::picture::Picture;
use crate::base::bulk::AnyBulk;
use crate::flash::access::Flash;
use crate::flash::device_state::DeviceState;
use crate::flash::halt::Halt;
use crate::flash::observer::Observer;
#[cfg(feature = "layers")]
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, PlaneId, Ppn};

/// A translation layer at work. Which one is decided at run time, once a request.
#[derive(Clone, Debug, Hash)]
pub enum Ftl {
    /// Page mapping.
    Page(PageMapping),
    /// Any other.
    #[cfg(feature = "layers")]
    Other(AnyLayer),
}

/// Calls the same method on page mapping, or on whichever other layer it is.
macro_rules! each {
    ($self:ident, $layer:ident => $call:expr) => {
        each!($self, $layer => $call, $call)
    };
    ($self:ident, $layer:ident => $page:expr, $other:expr) => {
        match $self {
            Ftl::Page($layer) => $page,
            #[cfg(feature = "layers")]
            Ftl::Other($layer) => $other,
        }
    };
}

impl Ftl {
    /// Reads `count` pages from `first` on.
    #[inline(always)]
    pub fn read<O: Observer>(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        each!(self, layer => layer.read_pages(first, count, flash), flash.switched(|flash| layer.read(first, count, flash)))
    }

    /// Writes `count` pages from `first` on, as one request.
    #[inline(always)]
    pub fn write<O: Observer>(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        each!(self, layer => layer.write_pages(first, count, flash), flash.switched(|flash| layer.write(first, count, flash)))
    }

    /// Gives up `count` pages from `first` on.
    pub fn trim(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, layer => layer.trim(first, count, flash))
    }

    /// Makes everything taken durable.
    pub fn flush(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, layer => layer.flush(flash))
    }

    /// Uses the idle time of a plane. Event clock only.
    pub fn background(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, layer => layer.background(plane, flash))
    }

    /// Everything is over that was queued at a plane before [`Flash::tell`].
    pub(crate) fn on_queue_drained(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, layer => layer.on_queue_drained(plane, flash))
    }

    /// Work that the layer gave this number is over.
    pub(crate) fn on_work_done(&mut self, work: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, layer => layer.on_work_done(work, flash))
    }

    /// Leaves outdated pages behind, before the device is filled.
    pub fn age(&mut self, used: f64, valid: Option<u32>, nand: &mut Nand) -> Result<Option<u32>, Halt> {
        each!(self, layer => layer.age(used, valid, nand))
    }

    /// Whether it can start up after a power cut, as it is set.
    pub(crate) fn recovers(&self) -> bool {
        each!(self, layer => layer.recovers())
    }

    /// Bytes that a checkpoint of it takes beside the large arrays and what blocks take.
    pub(crate) fn checkpoint_bytes(&self) -> usize {
        each!(self, layer => layer.checkpoint_bytes())
    }

    /// Rebuilds everything that was in RAM from what is on flash.
    pub fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, layer => layer.recover(flash))
    }

    /// Puts a page where it would be after a write, without simulating the write. Fills the initial state.
    pub fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        each!(self, layer => layer.fill(lpn, version, nand))
    }

    /// The initial fill is over: what belongs to it beside the host's pages is put in place.
    pub(crate) fn filled(&mut self, nand: &mut Nand) -> Result<(), Halt> {
        each!(self, layer => layer.filled(nand))
    }

    /// A power cut kept `version` of a page from being programmed; `rewritten`: read up from flash before.
    pub(crate) fn on_program_lost(&mut self, lpn: Lpn, version: u32, rewritten: bool) {
        each!(self, layer => layer.on_program_lost(lpn, version, rewritten));
    }

    /// Pages that are nowhere but in the controller, with their versions.
    pub(crate) fn in_transit(&self, nand: &Nand) -> Vec<(Lpn, u32)> {
        each!(self, layer => layer.in_transit(nand))
    }

    /// Takes over what changes of its settings.
    #[cfg(feature = "layers")]
    pub fn change(&mut self, change: &layer::Change<'_>, nand: &mut Nand) -> Result<(), Halt> {
        each!(self, layer => layer.change(change, nand))
    }

    /// Where a page lives; [`NONE`] if nowhere. From the number of logical pages on, pages of the layer's own.
    pub fn lookup(&self, lpn: Lpn) -> Ppn {
        each!(self, layer => layer.lookup(lpn))
    }

    /// The version of a page that is in RAM and not on flash; none if there is no such.
    pub fn version_in_ram(&self, lpn: Lpn) -> Option<u32> {
        each!(self, layer => layer.version_in_ram(lpn))
    }

    /// How many pages of its own it may have on flash.
    pub(crate) fn own_pages(&self) -> u32 {
        each!(self, layer => layer.own_pages())
    }

    /// Entries of a page of its map on flash; 0 where it keeps none there.
    pub(crate) fn map_entries(&self) -> u32 {
        each!(self, layer => layer.map_entries())
    }

    /// What the layer is and does not do.
    pub fn traits(&self) -> Traits {
        each!(self, layer => layer.traits())
    }

    /// Whether it gives the device many pages with one command.
    pub fn joins_commands(&self) -> bool {
        each!(self, layer => layer.joins_commands())
    }

    /// Free blocks now, and the marks that matter, of the plane that has fewest.
    pub fn free_blocks(&self) -> FreeBlocks {
        each!(self, layer => layer.free_blocks())
    }

    /// What a victim policy chooses from next, or has just chosen `chosen` from; none where no victim policy chooses.
    #[cfg(feature = "layers")]
    pub fn candidates(&self, chosen: Option<BlockId>, nand: &Nand) -> Option<layer::Candidates> {
        each!(self, layer => layer.candidates(chosen, nand))
    }

    /// What the layer shows of itself while it works on `near`.
    pub fn picture(&self, near: Option<Lpn>, nand: &Nand) -> Picture {
        each!(self, layer => layer.picture(near, nand))
    }

    /// RAM that the layer's tables would take on a device.
    pub fn ram_bytes(&self) -> u64 {
        each!(self, layer => layer.ram_bytes())
    }

    /// Pages of the host that it can hold in RAM.
    pub fn cache_pages(&self) -> u64 {
        each!(self, layer => layer.cache_pages())
    }

    /// The device with stripes, where it is that.
    #[cfg(feature = "layers")]
    pub fn ttflash(&self) -> Option<&crate::ftl::ttflash::Ttflash> {
        match self {
            Self::Other(AnyLayer::Ttflash(device)) => Some(device),
            _ => None,
        }
    }

    /// The host FTL over open channels, where it is that.
    #[cfg(feature = "layers")]
    pub(crate) fn host_ftl(&self) -> Option<&crate::ftl::openchannel::HostFtl> {
        match self {
            Self::Other(AnyLayer::HostFtl(ftl)) => Some(ftl),
            _ => None,
        }
    }

    /// The layer's large arrays, which checkpoints share where they did not change.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        each!(self, layer => layer.bulk(visit))
    }

    /// Checks everything the layer believes against the flash.
    pub fn check(&self, core: &DeviceState) -> Result<(), Rule> {
        self.check_mapping(core)?;
        each!(self, layer => layer.check(&core.nand))
    }

    /// Mapped pages are valid pages and the other way round, one to one.
    fn check_mapping(&self, core: &DeviceState) -> Result<(), Rule> {
        let nand = &core.nand;
        let own_pages = self.own_pages();
        let mut mapped = 0;
        for id in 0..nand.geometry.logical_pages + own_pages {
            let ppn = self.lookup(id);
            if ppn == NONE {
                continue;
            }
            mapped += 1;
            if !nand.is_valid(ppn) || nand.owner[ppn as usize] != id {
                return Err(Rule::Invariant(format!("page {id} is mapped to {ppn}, which does not hold it")));
            }
        }
        let valid: u64 = nand.blocks.iter().map(|block| u64::from(block.valid)).sum();
        if valid != mapped {
            return Err(Rule::Invariant(format!("{valid} pages are valid, but {mapped} are mapped")));
        }
        (0..nand.geometry.blocks()).try_for_each(|block| nand.check_block(block))
    }
}

//! Every layer but page mapping, in one list: a new one is its file and a line of it. It can be left out: the start page has no use
//! for them, and is there sooner.

use super::layer::{Build, Change, Entry, FreeBlocks, Layer, Traits};
use super::picture::Picture;
use crate::base::bulk::Bulk;
use crate::base::error::Error;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, PlaneId, Ppn};

/// `file::Type = ENTRY | ENTRY,` for each layer: what it is at work, and how it is chosen. The first token is the dollar sign of the
/// macro that this one makes.
macro_rules! layers {
    ($d:tt $($file:ident::$name:ident = $($($entry:ident)::+)|+,)*) => {
        /// A layer other than page mapping.
        #[derive(Clone, Debug, Hash)]
        pub enum AnyLayer {
            $(
                #[doc = concat!("See `", stringify!($file), "`.")]
                $name(Box<super::$file::$name>),
            )*
        }

        /// Every layer but page mapping.
        pub(crate) const OTHERS: &[Entry<AnyLayer>] = &[$($(Entry {
            info: super::$($entry)::+.info,
            shared: super::$($entry)::+.shared,
            program_order: super::$($entry)::+.program_order,
            traits: super::$($entry)::+.traits,
            build: |from: Build<'_>| -> Result<AnyLayer, Error> {
                Ok(AnyLayer::$name(Box::new((super::$($entry)::+.build)(from)?)))
            },
        }),+),*];

        /// Calls the same method on whichever layer it is.
        macro_rules! each {
            ($d any:ident, $d layer:ident => $d call:expr) => {
                match $d any {
                    $(AnyLayer::$name($d layer) => $d call,)*
                }
            };
        }
    };
}

layers! { $
    block::BlockMapping = block::BlockMapping::ENTRY,
    nftl::Nftl = nftl::Nftl::ENTRY,
    sast::Sast = bast::ENTRY | sast::Sast::ENTRY,
    fast::Fast = fast::Fast::ENTRY,
    kast::Kast = kast::Kast::ENTRY,
    last::Last = last::Last::ENTRY,
    superblock::Superblock = superblock::Superblock::ENTRY,
    dftl::Dftl = dftl::Dftl::ENTRY,
    cftl::Cftl = cftl::Cftl::ENTRY,
    clash::Clash = clash::Clash::ENTRY,
    ttflash::Ttflash = ttflash::Ttflash::ENTRY,
    openchannel::HostFtl = openchannel::PBLK | openchannel::SELECTIVE,
}

/// The methods of [`Layer`], whichever layer it is.
impl AnyLayer {
    pub(super) fn read(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, layer => layer.read(first, count, flash))
    }
    pub(super) fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, layer => layer.write(first, count, flash))
    }
    pub(super) fn trim(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, layer => layer.trim(first, count, flash))
    }
    pub(super) fn flush(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, layer => layer.flush(flash))
    }
    pub(super) fn on_program_lost(&mut self, lpn: Lpn, version: u32, rewritten: bool) {
        each!(self, layer => layer.on_program_lost(lpn, version, rewritten))
    }
    pub(super) fn in_transit(&self, nand: &Nand) -> Vec<(Lpn, u32)> {
        each!(self, layer => layer.in_transit(nand))
    }
    pub(super) fn cache_pages(&self) -> u64 {
        each!(self, layer => layer.cache_pages())
    }
    pub(super) fn background(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, layer => layer.background(plane, flash))
    }
    pub(super) fn recovers(&self) -> bool {
        each!(self, layer => layer.recovers())
    }
    pub(super) fn checkpoint_bytes(&self) -> usize {
        each!(self, layer => layer.checkpoint_bytes())
    }
    pub(super) fn on_queue_drained(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, layer => layer.on_queue_drained(plane, flash))
    }
    pub(super) fn on_work_done(&mut self, work: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, layer => layer.on_work_done(work, flash))
    }
    pub(super) fn age(&mut self, used: f64, valid: Option<u32>, nand: &mut Nand) -> Result<Option<u32>, Halt> {
        each!(self, layer => layer.age(used, valid, nand))
    }
    pub(super) fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        each!(self, layer => layer.recover(flash))
    }
    pub(super) fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        each!(self, layer => layer.fill(lpn, version, nand))
    }
    pub(super) fn filled(&mut self, nand: &mut Nand) -> Result<(), Halt> {
        each!(self, layer => layer.filled(nand))
    }
    pub(super) fn change(&mut self, change: &Change<'_>, nand: &mut Nand) -> Result<(), Halt> {
        each!(self, layer => layer.change(change, nand))
    }
    pub(super) fn lookup(&self, lpn: Lpn) -> Ppn {
        each!(self, layer => layer.lookup(lpn))
    }
    pub(super) fn version_in_ram(&self, lpn: Lpn) -> Option<u32> {
        each!(self, layer => layer.version_in_ram(lpn))
    }
    pub(super) fn own_pages(&self) -> u32 {
        each!(self, layer => layer.own_pages())
    }
    pub(super) fn map_entries(&self) -> u32 {
        each!(self, layer => layer.map_entries())
    }
    pub(super) fn traits(&self) -> Traits {
        each!(self, layer => layer.traits())
    }
    pub(super) fn joins_commands(&self) -> bool {
        each!(self, layer => layer.joins_commands())
    }
    pub(super) fn free_blocks(&self) -> FreeBlocks {
        each!(self, layer => layer.free_blocks())
    }
    pub(super) fn picture(&self, near: Option<Lpn>, nand: &Nand) -> Picture {
        each!(self, layer => layer.picture(near, nand))
    }
    pub(super) fn ram_bytes(&self) -> u64 {
        each!(self, layer => layer.ram_bytes())
    }
    pub(super) fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        each!(self, layer => layer.bulk(visit))
    }
    pub(super) fn check(&self, nand: &Nand) -> Result<(), Rule> {
        each!(self, layer => layer.check(nand))
    }
}

//! Translation layers: where a logical page lives, and how room is made. One file or folder a layer.
//!
//! - `layer.rs`       what every layer offers, and how it is chosen
//! - `picture.rs`     what a layer shows of itself on the stage
//! - `page.rs`        page mapping, the ideal baseline
//! - `block/`         block mapping and its variants
//! - `nftl/`          replacement blocks of a logical block
//! - `bast.rs`        a log block for one logical block
//! - `sast/`          a few log blocks for a group of logical blocks; does the work for BAST too
//! - `fast/`          log blocks for pages of any logical block, and one for pages in order
//! - `kast/`          log blocks for at most K logical blocks each
//! - `last/`          log blocks for large requests, and for hot and cold pages
//! - `superblock/`    neighbouring logical blocks, page-mapped together
//! - `dftl/`          a page table on flash, part of it cached
//! - `cftl/`          the same, with whole blocks under one entry
//! - `pool/`          what layers that map pages share: frontiers, free blocks, victims, moving pages
//! - `blocks/`        what layers that map whole blocks share: data blocks, free blocks, merges, recovery
//! - `flash_map/`     what layers that keep their map on flash share; `hashed.rs`, `rings.rs` an index and an order for them
//! - `free_list.rs`, `newest.rs`  free blocks in order; newest copies after a power cut
//! - `gc/`, `wear/`   victim policies, wear levelling
//!
//! A new layer is a file here, a line in [`LAYERS`], one in [`Ftl`] and one in `each!`, and its tests.

pub mod bast;
pub mod block;
pub mod blocks;
pub mod cftl;
pub mod dftl;
pub mod fast;
pub mod flash_map;
pub mod free_list;
pub mod gc;
pub mod hashed;
pub mod kast;
pub mod last;
pub mod layer;
pub mod newest;
pub mod nftl;
pub mod page;
pub mod picture;
pub mod pool;
pub mod rings;
pub mod sast;
pub mod superblock;
pub mod wear;

use crate::engine::checkpoint::Bulk;
use crate::engine::core::Core;
use crate::engine::flash::Flash;
use crate::engine::halt::Halt;
use crate::engine::observer::{Observer, Switched};
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, PlaneId, Ppn};
use block::BlockMapping;
use cftl::Cftl;
use dftl::Dftl;
use fast::Fast;
use kast::Kast;
use last::Last;
use layer::{Entry, FreeBlocks, Layer, Traits};
use nftl::Nftl;
use page::PageMapping;
use picture::Picture;
use sast::Sast;
use superblock::Superblock;

/// Every layer that can be chosen.
pub const LAYERS: &[&Entry] = &[
    &PageMapping::ENTRY,
    &BlockMapping::ENTRY,
    &Nftl::ENTRY,
    &bast::ENTRY,
    &Sast::ENTRY,
    &Fast::ENTRY,
    &Kast::ENTRY,
    &Last::ENTRY,
    &Superblock::ENTRY,
    &Dftl::ENTRY,
    &Cftl::ENTRY,
];

/// A translation layer at work. Which one is decided at run time, once a request.
#[derive(Clone, Debug, Hash)]
pub enum Ftl {
    /// Page mapping.
    Page(PageMapping),
    /// Block mapping.
    Block(BlockMapping),
    /// Replacement blocks.
    Nftl(Nftl),
    /// BAST and SAST.
    Sast(Sast),
    /// Log blocks shared by all.
    Fast(Fast),
    /// Log blocks for a few logical blocks each.
    Kast(Kast),
    /// Log blocks by size and temperature.
    Last(Last),
    /// Neighbouring logical blocks, page-mapped together.
    Superblock(Superblock),
    /// A page table on flash, part of it cached.
    Dftl(Box<Dftl>),
    /// The same, with whole blocks under one entry.
    Cftl(Box<Cftl>),
}

/// Calls the same method on whichever layer it is.
macro_rules! each {
    ($self:ident, $layer:ident => $call:expr) => {
        match $self {
            Ftl::Page($layer) => $call,
            Ftl::Block($layer) => $call,
            Ftl::Nftl($layer) => $call,
            Ftl::Sast($layer) => $call,
            Ftl::Fast($layer) => $call,
            Ftl::Kast($layer) => $call,
            Ftl::Last($layer) => $call,
            Ftl::Superblock($layer) => $call,
            Ftl::Dftl($layer) => $call,
            Ftl::Cftl($layer) => $call,
        }
    };
}

/// Access to the flash as layers other than page mapping are compiled for (`engine/observer.rs`).
type SwitchedFlash<'a, 'o> = Flash<'a, Switched<'o>>;

impl Ftl {
    /// Reads `count` pages from `first` on.
    #[inline(always)]
    pub fn read<O: Observer>(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        match self {
            Self::Page(layer) => layer.read(first, count, flash),
            _ => flash.switched(|flash| self.read_switched(first, count, flash)),
        }
    }

    /// Writes `count` pages from `first` on, as one request.
    #[inline(always)]
    pub fn write<O: Observer>(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        match self {
            Self::Page(layer) => layer.write(first, count, flash),
            _ => flash.switched(|flash| self.write_switched(first, count, flash)),
        }
    }

    /// Gives up `count` pages from `first` on.
    pub fn trim<O: Observer>(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        flash.switched(|flash| self.trim_switched(first, count, flash))
    }

    /// Uses the idle time of a plane; issues at most one flash operation. Event clock only.
    pub fn background<O: Observer>(&mut self, plane: PlaneId, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        flash.switched(|flash| self.background_switched(plane, flash))
    }

    /// Rebuilds everything that was in RAM from what is on flash (SPEC 14b).
    pub fn recover<O: Observer>(&mut self, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        flash.switched(|flash| self.recover_switched(flash))
    }

    fn read_switched(&mut self, first: Lpn, count: u32, flash: &mut SwitchedFlash<'_, '_>) -> Result<(), Halt> {
        each!(self, layer => layer.read(first, count, flash))
    }

    fn write_switched(&mut self, first: Lpn, count: u32, flash: &mut SwitchedFlash<'_, '_>) -> Result<(), Halt> {
        each!(self, layer => layer.write(first, count, flash))
    }

    fn trim_switched(&mut self, first: Lpn, count: u32, flash: &mut SwitchedFlash<'_, '_>) -> Result<(), Halt> {
        each!(self, layer => layer.trim(first, count, flash))
    }

    fn background_switched(&mut self, plane: PlaneId, flash: &mut SwitchedFlash<'_, '_>) -> Result<(), Halt> {
        each!(self, layer => layer.background(plane, flash))
    }

    fn recover_switched(&mut self, flash: &mut SwitchedFlash<'_, '_>) -> Result<(), Halt> {
        each!(self, layer => layer.recover(flash))
    }

    /// Puts a page where it would be after a write, without simulating the write. Fills the initial state (SPEC 1.4).
    pub fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        each!(self, layer => layer.fill(lpn, version, nand))
    }

    /// The initial fill is over: what belongs to it beside the host's pages is put in place.
    pub fn filled(&mut self, nand: &mut Nand) -> Result<(), Halt> {
        each!(self, layer => layer.filled(nand))
    }

    /// Where a page lives; [`NONE`] if nowhere. From the number of logical pages on, pages of the layer's own.
    pub fn lookup(&self, lpn: Lpn) -> Ppn {
        each!(self, layer => layer.lookup(lpn))
    }

    /// Entries of a page of its map on flash; 0 where it keeps none there.
    pub fn map_entries(&self) -> u32 {
        each!(self, layer => layer.map_entries())
    }

    /// What the layer is and does not do.
    pub fn traits(&self) -> Traits {
        each!(self, layer => layer.traits())
    }

    /// Free blocks now, and the marks that matter, of the plane that has fewest.
    pub fn free_blocks(&self) -> FreeBlocks {
        each!(self, layer => layer.free_blocks())
    }

    /// What the layer shows of itself while it works on `near`.
    pub fn picture(&self, near: Option<Lpn>, nand: &Nand) -> Picture {
        each!(self, layer => layer.picture(near, nand))
    }

    /// RAM that the layer's tables would take on a device.
    pub fn ram_bytes(&self) -> u64 {
        each!(self, layer => layer.ram_bytes())
    }

    /// The layer's large arrays, which checkpoints share where they did not change.
    pub fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        each!(self, layer => layer.bulk(visit))
    }

    /// Checks everything the layer believes against the flash (SPEC 14).
    pub fn check(&self, core: &Core) -> Result<(), Rule> {
        self.check_mapping(core)?;
        each!(self, layer => layer.check(&core.nand))
    }

    /// Mapped pages are valid pages and the other way round, one to one.
    fn check_mapping(&self, core: &Core) -> Result<(), Rule> {
        let nand = &core.nand;
        let own_pages = each!(self, layer => layer.own_pages());
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

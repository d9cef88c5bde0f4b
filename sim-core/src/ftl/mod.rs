//! Translation layers: where a logical page lives, and how room is made. One file a layer.

pub mod free_list;
pub mod gc;
pub mod page;
pub mod wear;

use crate::engine::checkpoint::Bulk;
use crate::engine::core::Core;
use crate::engine::flash::Flash;
use crate::engine::halt::Halt;
use crate::engine::observer::Observer;
use crate::error::Error;
use crate::experiment::parameter::Info;
use crate::experiment::settings::Settings;
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, PlaneId, Ppn};
use page::PageMapping;

/// What a layer is built from.
pub struct Build<'a> {
    /// Its parameters.
    pub settings: &'a Settings,
    /// The array it will manage, still empty.
    pub nand: &'a Nand,
    /// Whether the event clock runs it, and so background work is possible.
    pub event_clock: bool,
    /// The run's seed: every component that draws makes a generator of its own from it.
    pub seed: u64,
}

/// A layer that can be chosen.
pub struct Entry {
    /// What it is and what may be set.
    pub info: Info,
    /// The order in which it programs the pages of a block.
    pub program_order: ProgramOrder,
    /// Makes one.
    pub build: fn(Build<'_>) -> Result<Ftl, Error>,
}

/// Every layer that can be chosen.
pub const LAYERS: &[Entry] = &[Entry {
    info: page::INFO,
    program_order: ProgramOrder::Strict,
    build: |build| PageMapping::new(build).map(Ftl::Page),
}];

/// A translation layer at work. Which one is decided at run time, once a request.
#[derive(Clone, Debug, Hash)]
pub enum Ftl {
    /// Page mapping.
    Page(PageMapping),
}

/// Calls the same method on whichever layer it is.
macro_rules! each {
    ($self:ident, $layer:ident => $call:expr) => {
        match $self {
            Ftl::Page($layer) => $call,
        }
    };
}

impl Ftl {
    /// Reads `count` pages from `first` on.
    pub fn read<O: Observer>(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        each!(self, layer => layer.read(first, count, flash))
    }

    /// Writes `count` pages from `first` on, as one request.
    pub fn write<O: Observer>(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        each!(self, layer => layer.write(first, count, flash))
    }

    /// Gives up `count` pages from `first` on.
    pub fn trim<O: Observer>(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        each!(self, layer => layer.trim(first, count, flash))
    }

    /// Uses the idle time of a plane; issues at most one flash operation. Event clock only.
    pub fn background<O: Observer>(&mut self, plane: PlaneId, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        each!(self, layer => layer.background(plane, flash))
    }

    /// Puts a page where it would be after a write, without simulating the write. Fills the initial state (SPEC 1.4).
    pub fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        each!(self, layer => layer.fill(lpn, version, nand))
    }

    /// Rebuilds everything that was in RAM from what is on flash (SPEC 14b).
    pub fn recover<O: Observer>(&mut self, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        each!(self, layer => layer.recover(flash))
    }

    /// Where a logical page lives; [`NONE`] if nowhere.
    pub fn lookup(&self, lpn: Lpn) -> Ppn {
        each!(self, layer => layer.lookup(lpn))
    }

    /// Blocks being written now.
    pub fn frontiers(&self) -> Vec<u32> {
        each!(self, layer => layer.frontiers())
    }

    /// Free blocks now and the marks at which collecting begins and ends, of the plane that has fewest.
    pub fn free_blocks(&self) -> (u32, u32, u32) {
        each!(self, layer => layer.free_blocks())
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
        let mut mapped = 0;
        for lpn in 0..nand.geometry.logical_pages {
            let ppn = self.lookup(lpn);
            if ppn == NONE {
                continue;
            }
            mapped += 1;
            if !nand.is_valid(ppn) || nand.owner[ppn as usize] != lpn {
                return Err(Rule::Invariant(format!("page {lpn} is mapped to {ppn}, which does not hold it")));
            }
        }
        let valid: u64 = nand.blocks.iter().map(|block| u64::from(block.valid)).sum();
        if valid != mapped {
            return Err(Rule::Invariant(format!("{valid} pages are valid, but {mapped} are mapped")));
        }
        (0..nand.geometry.blocks()).try_for_each(|block| nand.check_block(block))
    }
}

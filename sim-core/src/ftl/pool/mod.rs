//! Blocks mapped page by page: any page may live anywhere in its plane. Page mapping stands on it, and so do the layers
//! that keep their map on flash; those have pages of their own in it, which other blocks than the data's hold.
//!
//! - `mod.rs`      where every page lives, and the paths of writes and trims
//! - `plane_pool.rs`     what each part of a plane keeps: frontiers, free blocks, victims
//! - `allocate.rs` which page is written next
//! - `collect.rs`  garbage collection, in the foreground and in idle time
//! - `level.rs`    moving data for wear levelling
//! - `change.rs`    settings that change while it holds data
//! - `in_order.rs` pages put in order in a block of their own
//! - `map_listener.rs`   who is told what moved
//! - `fit.rs`      whether a device has room for it
//! - `recover.rs`, `reserve.rs`  start-up after a power cut

mod allocate;
mod change;
mod collect;
mod fit;
mod in_order;
mod plane_pool;

mod level;
pub(super) mod map_listener;
mod recover;
mod reserve;
#[cfg(all(test, feature = "layers"))]
mod tests;

#[cfg(feature = "layers")]
use super::layer::Candidates;
use super::layer::{Build, FreeBlocks};
use super::picture::{PARKED_MAX, Parked, Role};
use super::wear;
use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::error::Error;
use crate::flash::access::Flash;
use crate::flash::clock::Clock;
use crate::flash::clock::command::Scope;
use crate::flash::device_state::DeviceState;
use crate::flash::halt::Halt;
use crate::flash::observer::Observer;
use crate::flash::operation::Purpose;
use crate::ftl::gc::policy::Entry;
use crate::ftl::gc::{self, AnyPolicy};
use crate::nand::array::Nand;
use crate::nand::block::BlockState;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, Lpn, NONE, PlaneId, Ppn};
use crate::parameters::parameter::{Group, Parameter};
use fit::OWN_MARKS;
#[cfg(feature = "layers")]
pub(crate) use fit::own_blocks;
use map_listener::MapListener;
use plane_pool::{PlanePool, Stream};

/// What may be set about how layers that map pages use the planes.
pub(super) const PLACEMENT: &Group = &Group {
    title: "placement",
    parameters: &[
        Parameter::choice(
            "placement",
            "\"dynamic\"",
            &["dynamic", "static"],
            "Plane allocation of writes: round robin, or fixed by the address.",
        ),
        Parameter::boolean("skip_busy", "false", "Whether writes skip planes that are collecting. Event clock.")
            .changing(),
    ],
};

/// Which plane a write goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Placement {
    /// The next plane in turn; with `skip_busy` the next that does not collect.
    Dynamic {
        /// Event clock only.
        skip_busy: bool,
    },
    /// Fixed by the logical page number.
    Static,
    /// Fixed by the logical block number.
    ByBlock,
}

/// Which blocks hold the layer's own pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    /// There are none.
    Data,
    /// Any of the plane.
    Shared,
    /// The last so many of the plane, which hold nothing else.
    Separate(u32),
}

impl Shape {
    fn is_separate(self) -> bool {
        matches!(self, Self::Separate(_))
    }

    fn apart(self) -> u32 {
        if let Self::Separate(blocks) = self { blocks } else { 0 }
    }
}

/// What a layer wants of its pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Pages of its own that it may have.
    pub(crate) own_pages: u32,
    /// Where they live.
    pub shape: Shape,
    /// Which plane a write goes to.
    pub(super) placement: Placement,
}

/// Page-mapped blocks.
#[derive(Clone, Debug, Hash)]
pub(super) struct Pool {
    /// Where each page lives: logical pages first, then the layer's own.
    pub l2p: Bulk<Ppn>,
    /// One a plane, and behind them one a plane for own pages that live apart.
    pub(super) areas: Box<[PlanePool]>,
    /// Logical pages; the layer's own follow.
    pub logical_pages: u32,
    shape: Shape,
    placement: Placement,
    next_plane: PlaneId,
    policy: u8,
    idle_below: u32,
    scope: Scope,
    separate_gc_frontier: bool,
    /// Whether somebody keeps a map and must be told what moves.
    tells: bool,
}

/// The placement that settings name.
pub(super) fn placement(build: &Build<'_>) -> Placement {
    match build.settings.word("placement") {
        "static" => Placement::Static,
        _ => Placement::Dynamic { skip_busy: build.settings.flag("skip_busy") },
    }
}

impl Pool {
    /// A pool over an empty array.
    pub(crate) fn new(build: &Build<'_>, plan: Plan) -> Result<Self, Error> {
        let (settings, geometry) = (build.settings, build.nand.geometry);
        let policy = change::policy(settings);
        let marks = change::marks(settings);
        let separate = settings.flag("gc.separate_frontier");
        let moves_data = wear::MOVING.contains(&settings.word("wear_leveling.kind"));
        fit::fits(marks, plan.shape, plan.own_pages, 1 + u32::from(separate) + u32::from(moves_data), &geometry)?;
        let apart = plan.shape.apart();
        let area = |plane: PlaneId, own: bool| {
            let all = geometry.blocks_of(plane);
            let border = all.end - apart;
            let (blocks, marks, policy) = match own {
                // It is small and changes fast: any other policy would find no room in it.
                true => (border..all.end, OWN_MARKS, gc::entry("greedy")),
                false => (all.start..border, marks, &gc::POLICIES[policy]),
            };
            PlanePool::new(plane, blocks, marks, build, policy)
        };
        let own_planes = if plan.shape.is_separate() { geometry.planes() } else { 0 };
        let planes = (0..geometry.planes()).map(|plane| area(plane, false));
        Ok(Self {
            l2p: vec![NONE; (geometry.logical_pages + plan.own_pages) as usize].into(),
            areas: planes.chain((0..own_planes).map(|plane| area(plane, true))).collect(),
            logical_pages: geometry.logical_pages,
            shape: plan.shape,
            placement: plan.placement,
            next_plane: 0,
            policy: policy as u8,
            idle_below: change::idle_below(settings, build.event_clock),
            scope: change::scope(settings),
            separate_gc_frontier: separate,
            tells: plan.shape != Shape::Data,
        })
    }

    fn policy(&self, at: usize) -> &'static Entry<AnyPolicy> {
        if self.is_own(at) { gc::entry("greedy") } else { &gc::POLICIES[self.policy as usize] }
    }

    /// Whether an area holds nothing but the layer's own pages.
    fn is_own(&self, at: usize) -> bool {
        self.shape.is_separate() && at >= self.areas.len() / 2
    }

    /// Where a page lives; [`NONE`] if nowhere.
    #[inline(always)]
    pub(crate) fn place(&self, id: u32) -> Ppn {
        self.l2p[id as usize]
    }

    /// Writes a page of the host's to the frontier of a plane, making room first where there is none.
    #[inline(always)]
    pub(crate) fn write<O: Observer>(
        &mut self,
        lpn: Lpn,
        listener: &mut dyn MapListener,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        let plane = self.choose_plane(lpn, flash.core);
        let ppn = self.host_page(plane as usize, listener, flash)?;
        let stale = self.l2p[lpn as usize];
        flash.program(lpn, ppn, stale, Purpose::Host)?;
        self.l2p[lpn as usize] = ppn;
        self.lost_page(stale, flash.nand());
        Ok(())
    }

    /// Gives a page of the host's up.
    pub(crate) fn trim(&mut self, lpn: Lpn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let stale = self.l2p[lpn as usize];
        flash.trim(lpn, stale)?;
        self.l2p[lpn as usize] = NONE;
        self.lost_page(stale, flash.nand());
        Ok(())
    }

    /// Writes a page of the layer's own to `ppn`, which [`Pool::own_page`] found.
    pub(super) fn write_own(&mut self, id: u32, ppn: Ppn, purpose: Purpose, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let stale = self.l2p[id as usize];
        flash.program_own(id, ppn, stale, purpose)?;
        self.l2p[id as usize] = ppn;
        self.lost_page(stale, flash.nand());
        Ok(())
    }

    /// Fills a page directly that is nowhere yet.
    pub(crate) fn fill(&mut self, id: u32, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        let (at, stream) = match id >= self.logical_pages {
            true => (self.own_area(id), Stream::Map),
            false => (self.turn(id, nand) as usize, Stream::Host),
        };
        let ppn = self.areas[at].fill_page(stream, nand)?;
        nand.program(ppn, id, version, nand.host_pages as u32)?;
        self.l2p[id as usize] = ppn;
        Ok(())
    }

    /// Free blocks of the plane that has fewest, and the marks that matter.
    pub(crate) fn free_blocks(&self) -> FreeBlocks {
        let planes = if self.shape.is_separate() { &self.areas[..self.areas.len() / 2] } else { &self.areas[..] };
        let now = planes.iter().map(|area| area.free.len()).min().unwrap_or(0);
        let marks = planes[0].marks;
        FreeBlocks { now, low: Some(marks.low), high: Some(marks.high) }
    }

    /// What the next victim is chosen from: where `chosen` was just chosen, or else in a plane that collects, or else in the one with
    /// the fewest free blocks.
    #[cfg(feature = "layers")]
    pub(crate) fn next_candidates(&self, chosen: Option<BlockId>, nand: &Nand) -> Candidates {
        let planes = &self.areas[..nand.geometry.planes() as usize];
        let is_here = |area: &PlanePool| chosen.is_some() && area.half_collected == chosen;
        let next = planes.iter().min_by_key(|area| (!is_here(area), area.half_collected.is_none(), area.free.len()));
        let area = next.unwrap_or(&planes[0]);
        Candidates {
            plane: area.plane,
            blocks: area.blocks.clone(),
            closed: area.candidates(nand).collect(),
            collecting: area.half_collected,
        }
    }

    /// Blocks being written, in their roles.
    pub(crate) fn parked(&self) -> (Vec<Parked>, u32) {
        let mut parked = Vec::new();
        let mut total = 0;
        for area in &self.areas {
            for (stream, &block) in area.frontiers.iter().enumerate().filter(|(_, block)| **block != NONE) {
                let role = if stream == Stream::Map as usize { Role::MapFrontier } else { Role::Frontier };
                total += 1;
                if parked.len() < PARKED_MAX {
                    parked.push(Parked::shared(block, role));
                }
            }
        }
        (parked, total)
    }

    /// The table, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(&mut self.l2p));
    }

    /// Free lists hold exactly the free blocks, and counts of reclaimable pages add up.
    pub(crate) fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.areas.iter().try_for_each(|area| area.check(nand))
    }

    /// The plane of the layer's own page `id`: fixed by its number.
    fn own_area(&self, id: u32) -> usize {
        let areas = self.areas.len();
        let (first, planes) = if self.shape.is_separate() { (areas / 2, areas / 2) } else { (0, areas) };
        first + (id - self.logical_pages) as usize % planes
    }

    /// The area that a block belongs to: blocks set apart for the layer's own pages are the last of their plane.
    fn area_of(&self, block: BlockId, nand: &Nand) -> usize {
        let plane = nand.geometry.plane_of(block) as usize;
        match block >= self.areas[plane].blocks.end {
            true => self.areas.len() / 2 + plane,
            false => plane,
        }
    }

    fn choose_plane(&mut self, lpn: Lpn, core: &DeviceState) -> PlaneId {
        let planes = core.nand.geometry.planes();
        if planes == 1 {
            return 0;
        }
        let collects = |plane| match &core.clock {
            Clock::Event(event) => event.is_collecting(plane),
            Clock::Serial(_) => false,
        };
        if self.placement == (Placement::Dynamic { skip_busy: true }) {
            let next = (0..planes).map(|step| (self.next_plane + step) % planes).find(|&plane| !collects(plane));
            self.next_plane = next.unwrap_or(self.next_plane);
        }
        self.turn(lpn, &core.nand)
    }

    fn turn(&mut self, lpn: Lpn, nand: &Nand) -> PlaneId {
        let planes = nand.geometry.planes();
        match self.placement {
            Placement::Static => return lpn % planes,
            Placement::ByBlock => return lpn / nand.geometry.pages_per_block % planes,
            Placement::Dynamic { .. } => {}
        }
        let plane = self.next_plane;
        self.next_plane = if plane + 1 == planes { 0 } else { plane + 1 };
        plane
    }

    /// Tells the victim policy that the block of `stale` lost a page.
    #[inline(always)]
    fn lost_page(&mut self, stale: Ppn, nand: &Nand) {
        if stale == NONE {
            return;
        }
        let block = nand.geometry.block_of(stale);
        if nand.block(block).state == BlockState::Closed {
            let at = self.area_of(block, nand);
            self.areas[at].lost_page(block, nand);
        }
    }
}

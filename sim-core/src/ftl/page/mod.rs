//! Page mapping, the ideal baseline (SPEC 5.1): any logical page may live anywhere, and one table in RAM says where.
//!
//! - `mod.rs`      the table, and the paths of reads, writes and trims
//! - `plane.rs`    what each plane keeps: frontiers, free blocks, victims
//! - `allocate.rs` which page is written next
//! - `collect.rs`  garbage collection, in the foreground and in idle time
//! - `level.rs`    moving data for wear levelling
//! - `recover.rs`  start-up after a power cut

mod allocate;
mod collect;
mod level;
mod plane;
mod recover;

use super::layer::{Build, Entry, FreeBlocks, Layer, Traits};
use super::picture::{Parked, Picture, Role};
use super::{Ftl, gc, wear};
use crate::engine::checkpoint::Bulk;
use crate::engine::clock::command::Scope;
use crate::engine::flash::Flash;
use crate::engine::halt::Halt;
use crate::engine::observer::Observer;
use crate::engine::operation::Purpose;
use crate::error::Error;
use crate::experiment::parameter::{Group, Info, Parameter};
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::block::BlockState;
use crate::nand::geometry::Geometry;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, PlaneId, Ppn};
use plane::Plane;

/// What may be set about how layers that map pages use the planes.
pub const PLACEMENT: &Group = &Group {
    title: "placement",
    parameters: &[
        Parameter::choice(
            "placement",
            "\"dynamic\"",
            &["dynamic", "static"],
            "Which plane a write goes to: the next one in turn, or one fixed by its address.",
        ),
        Parameter::boolean("skip_busy", "false", "Whether a write passes over planes that collect. Event clock."),
    ],
};

/// Which plane a write goes to (SPEC 5.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Placement {
    /// The next plane in turn.
    Dynamic,
    /// Fixed by the logical page number.
    Static,
}

/// Page mapping at work.
#[derive(Clone, Debug, Hash)]
pub struct PageMapping {
    l2p: Box<[Ppn]>,
    planes: Box<[Plane]>,
    placement: Placement,
    skip_busy: bool,
    next_plane: PlaneId,
    marks: Marks,
}

/// Free blocks at which a plane collects, and what waits meanwhile.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Marks {
    policy: u8,
    low: u32,
    high: u32,
    idle_below: u32,
    scope: Scope,
}

impl Marks {
    fn entry(&self) -> &'static gc::Entry {
        &gc::POLICIES[self.policy as usize]
    }
}

impl PageMapping {
    /// Page mapping over an empty array.
    pub fn new(build: Build<'_>) -> Result<Self, Error> {
        let (settings, geometry) = (build.settings, build.nand.geometry);
        let policy = gc::POLICIES.iter().position(|entry| entry.kind == settings.word("gc.policy")).unwrap_or(0);
        let marks = Marks {
            policy: policy as u8,
            low: settings.integer("gc.low") as u32,
            high: settings.integer("gc.high") as u32,
            idle_below: settings.optional("gc.idle_below").filter(|_| build.event_clock).unwrap_or(0) as u32,
            scope: match settings.word("gc.blocking") {
                "channel" => Scope::Channel,
                "controller" => Scope::Controller,
                _ => Scope::Plane,
            },
        };
        let separate = settings.flag("gc.separate_frontier");
        let moves_data = wear::MOVING.contains(&settings.word("wear_leveling.kind"));
        marks_fit(&marks, &geometry, 1 + u32::from(separate) + u32::from(moves_data))?;
        Ok(Self {
            l2p: vec![NONE; geometry.logical_pages as usize].into(),
            planes: (0..geometry.planes()).map(|id| Plane::new(id, &build, marks.entry(), separate)).collect(),
            placement: if settings.word("placement") == "static" { Placement::Static } else { Placement::Dynamic },
            skip_busy: settings.flag("skip_busy"),
            next_plane: 0,
            marks,
        })
    }
}

impl Layer for PageMapping {
    const ENTRY: Entry = Entry {
        info: Info {
            kind: "page",
            title: "page mapping",
            help: "Any logical page may live anywhere; a table in RAM says where. 4 bytes a page.",
            source: "the ideal baseline of both C-lash papers; SPEC 5.1",
            parameters: &[],
        },
        shared: &[gc::PARAMETERS, wear::PARAMETERS, PLACEMENT],
        program_order: ProgramOrder::Strict,
        traits: Traits {
            merges: false,
            collects: true,
            caches_map: false,
            purposes: &[Purpose::Host, Purpose::Gc, Purpose::Wear, Purpose::Recovery],
        },
        build: |build| Self::new(build).map(Ftl::Page),
    };

    /// Reads pages where they live.
    fn read<O: Observer>(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        for lpn in first..first + count {
            match self.l2p[lpn as usize] {
                NONE => flash.read_unmapped(lpn)?,
                ppn => flash.read(lpn, ppn, Purpose::Host)?,
            }
        }
        Ok(())
    }

    /// Writes pages to the frontier of a plane each, making room first where there is none.
    #[inline(always)]
    fn write<O: Observer>(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        for lpn in first..first + count {
            let plane = self.place(lpn, flash);
            let ppn = self.host_page(plane, flash)?;
            let stale = self.l2p[lpn as usize];
            flash.program(lpn, ppn, stale, Purpose::Host)?;
            self.l2p[lpn as usize] = ppn;
            self.lost_page(stale, flash.nand());
        }
        Ok(())
    }

    /// Gives pages up.
    fn trim<O: Observer>(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        for lpn in first..first + count {
            let stale = self.l2p[lpn as usize];
            flash.trim(lpn, stale)?;
            self.l2p[lpn as usize] = NONE;
            self.lost_page(stale, flash.nand());
        }
        Ok(())
    }

    fn background<O: Observer>(&mut self, plane: PlaneId, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        self.collect_in_idle_time(plane, flash)
    }

    /// Fills a page directly.
    fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt> {
        let plane = self.turn(lpn);
        let ppn = self.planes[plane as usize].fill_page(nand)?;
        nand.program(ppn, lpn, version, nand.host_pages as u32)?;
        let stale = std::mem::replace(&mut self.l2p[lpn as usize], ppn);
        if stale != NONE {
            nand.invalidate(stale)?;
            self.lost_page(stale, nand);
        }
        Ok(())
    }

    fn recover<O: Observer>(&mut self, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        self.start_up(flash)
    }

    fn lookup(&self, lpn: Lpn) -> Ppn {
        self.l2p[lpn as usize]
    }

    fn free_blocks(&self) -> FreeBlocks {
        let now = self.planes.iter().map(|plane| plane.free.len()).min().unwrap_or(0);
        FreeBlocks { now, low: Some(self.marks.low), high: Some(self.marks.high) }
    }

    fn picture(&self, _: Option<Lpn>, _: &Nand) -> Picture {
        let frontiers = self.planes.iter().flat_map(Plane::frontiers);
        let parked: Vec<Parked> = frontiers.map(|block| Parked::shared(block, Role::Frontier)).collect();
        Picture { parked_total: parked.len() as u32, parked, ..Picture::default() }
    }

    /// 4 bytes a logical page.
    fn ram_bytes(&self) -> u64 {
        4 * self.l2p.len() as u64
    }

    /// The table.
    fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        visit(Bulk::U32(&mut self.l2p));
    }

    /// Free lists hold exactly the free blocks, and counts of reclaimable pages add up.
    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.planes.iter().try_for_each(|plane| plane.check(nand))
    }
}

impl PageMapping {
    fn place<O: Observer>(&mut self, lpn: Lpn, flash: &Flash<'_, O>) -> PlaneId {
        let planes = self.planes.len() as u32;
        if planes == 1 {
            return 0;
        }
        let collects = |plane| match &flash.core.clock {
            crate::engine::clock::Clock::Event(event) => event.is_collecting(plane),
            crate::engine::clock::Clock::Serial(_) => false,
        };
        if self.skip_busy && self.placement == Placement::Dynamic {
            let next = (0..planes).map(|step| (self.next_plane + step) % planes).find(|&plane| !collects(plane));
            self.next_plane = next.unwrap_or(self.next_plane);
        }
        self.turn(lpn)
    }

    fn turn(&mut self, lpn: Lpn) -> PlaneId {
        let planes = self.planes.len() as u32;
        if self.placement == Placement::Static {
            return lpn % planes;
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
            self.planes[nand.geometry.plane_of(block) as usize].lost_page(block, nand);
        }
    }
}

/// Each plane must have room for its data, its frontiers and the blocks that collecting ends with (SPEC 0.1).
fn marks_fit(marks: &Marks, geometry: &Geometry, frontiers: u32) -> Result<(), Error> {
    let conflict = |text: String| Err(Error::Conflict(text));
    if marks.high <= marks.low {
        return conflict(format!("ftl.gc.high: {} is not above ftl.gc.low, which is {}", marks.high, marks.low));
    }
    let data_blocks = geometry.logical_pages.div_ceil(geometry.planes()).div_ceil(geometry.pages_per_block);
    let spare = geometry.blocks_per_plane.saturating_sub(data_blocks);
    let needed = marks.high + frontiers;
    if spare < needed {
        let planes = f64::from(geometry.planes());
        let enough =
            f64::from((data_blocks + needed) * geometry.pages_per_block) * planes / f64::from(geometry.logical_pages);
        return Err(Error::Value {
            field: "device.over_provisioning".into(),
            value: format!("{:.4}", geometry.over_provisioning()),
            expected: format!(
                "enough: it leaves {spare} spare blocks a plane, and {needed} are needed (ftl.gc.high {} and {frontiers} \
                 being written); a larger device (device.logical_bytes, device.blocks_per_plane) would do too",
                marks.high
            ),
            nearest: Some(format!("{:.4}", ((enough - 1.0) * 10_000.0).ceil() / 10_000.0)),
        });
    }
    Ok(())
}

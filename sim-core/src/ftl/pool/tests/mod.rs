//! What layers that map pages rely on, on a device whose state is made by hand.

#![allow(clippy::unwrap_used)]

mod changing;
mod collecting;
mod halting;
mod idle;
mod keeping;
mod leveling;
mod own_pages;
mod recovery;
mod reserve;
mod room;

use super::*;
use crate::flash::clock::event::Event;
use crate::flash::clock::serial::Serial;
use crate::flash::observer::Recorder;
use crate::flash::operation::{Kind, Operation};
use crate::ftl::gc::policy::VictimPolicy;
use crate::nand::array::ProgramOrder;
use crate::nand::block::BlockKind;
use crate::nand::geometry::Geometry;
use crate::nand::timing::Timing;
use crate::parameters::settings::Settings;
use serde_json::{Value, json};

const TIMING: Timing = Timing::of_array(40, 200, 1_000);
/// Pages of a block.
const PAGES: u32 = 4;
/// Pages that a layer may have of its own, where it has any.
const OWN_PAGES: u32 = 8;

/// How a device is made.
#[derive(Clone)]
struct Make {
    geometry: Geometry,
    shape: Shape,
    settings: Settings,
    event_clock: bool,
}

/// One plane of so many blocks. Collecting begins at two free blocks and ends at three; free blocks are taken in ascending order.
fn one_plane(blocks: u32, logical_pages: u32) -> Make {
    let settings = json!({
        "gc.policy": "greedy", "gc.low": 2, "gc.high": 3, "gc.d": 2, "gc.replacement": true,
        "gc.separate_frontier": false, "gc.blocking": "plane", "gc.idle_below": null,
        "wear_leveling.kind": "none", "wear_leveling.delta": 1, "wear_leveling.interval": 1,
        "placement": "dynamic", "skip_busy": false,
    });
    Make {
        geometry: Geometry::of_one_plane(blocks, PAGES, logical_pages),
        shape: Shape::Data,
        settings: Settings(settings.as_object().unwrap().clone()),
        event_clock: false,
    }
}

impl Make {
    /// So many such planes.
    fn planes(mut self, channels: u32) -> Self {
        self.geometry.channels = channels;
        self
    }

    /// The layer has pages of its own there.
    fn shape(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// With these settings.
    fn set(mut self, settings: Value) -> Self {
        self.settings.0.extend(settings.as_object().unwrap().clone());
        self
    }

    fn event_clock(self) -> Self {
        Self { event_clock: true, ..self }
    }

    fn pool(&self) -> Result<Pool, Error> {
        let (settings, event_clock, nand) = (&self.settings, self.event_clock, &self.nand());
        let (journal, future, operations) = (None, None, None);
        let build = Build { settings, nand, timing: TIMING, event_clock, journal, future, operations, seed: 1 };
        let own_pages = if self.shape == Shape::Data { 0 } else { OWN_PAGES };
        Pool::new(&build, Plan { own_pages, shape: self.shape, placement: placement(&build) })
    }

    fn nand(&self) -> Nand {
        Nand::new(self.geometry, ProgramOrder::Strict, 100, true)
    }

    fn device(&self) -> Device {
        let clock = match self.event_clock {
            true => Clock::Event(Box::new(Event::new(&self.geometry, TIMING, false))),
            false => Clock::Serial(Serial::new(TIMING)),
        };
        let core = DeviceState::new(self.nand(), clock);
        Device { core, pool: self.pool().unwrap(), told: Told::default(), seen: Recorder::default() }
    }
}

/// A device, the pool on it, and all that happens there.
struct Device {
    core: DeviceState,
    pool: Pool,
    told: Told,
    seen: Recorder,
}

/// What moved, each time that it was told.
#[derive(Default)]
struct Told(Vec<Vec<Lpn>>);

impl MapListener for Told {
    fn moved(&mut self, pool: &mut Pool, at: usize, _: bool, _: &mut Flash<'_>) -> Result<(), Halt> {
        self.0.push(std::mem::take(&mut pool.areas[at].moved));
        Ok(())
    }
}

impl Device {
    /// Lets the pool do something, or fail to.
    fn attempt<T>(
        &mut self,
        act: impl FnOnce(&mut Pool, &mut Told, &mut Flash<'_>) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        let Self { core, pool, told, seen } = self;
        act(pool, told, &mut Flash::new(core, &mut seen.behind_pointer()))
    }

    /// Lets the pool do something, after which what follows has no cause.
    fn act<T>(&mut self, act: impl FnOnce(&mut Pool, &mut Told, &mut Flash<'_>) -> Result<T, Halt>) -> T {
        let acted = self.attempt(|pool, told, flash| {
            let acted = act(pool, told, flash)?;
            assert_eq!(flash.cause(), None);
            Ok(acted)
        });
        acted.unwrap()
    }

    /// Pages of the host, and from the number of those on pages of the layer's own, are where the initial fill puts them.
    fn fill(&mut self, ids: impl IntoIterator<Item = u32>) {
        ids.into_iter().for_each(|id| self.pool.fill(id, 0, &mut self.core.nand).unwrap());
    }

    /// The layer's own pages of these numbers.
    fn own(&self, numbers: std::ops::Range<u32>) -> std::ops::Range<u32> {
        let first = self.pool.logical_pages;
        first + numbers.start..first + numbers.end
    }

    /// The host writes pages.
    fn write(&mut self, pages: impl IntoIterator<Item = Lpn>) {
        pages.into_iter().for_each(|lpn| self.act(|pool, told, flash| pool.write(lpn, told, flash)));
    }

    /// The host gives pages up.
    fn trim(&mut self, pages: impl IntoIterator<Item = Lpn>) {
        pages.into_iter().for_each(|lpn| self.act(|pool, _, flash| pool.trim(lpn, flash)));
    }

    /// The layer writes pages of its own.
    fn write_own(&mut self, numbers: impl IntoIterator<Item = u32>) {
        for number in numbers {
            let id = self.pool.logical_pages + number;
            self.act(|pool, told, flash| {
                let ppn = pool.own_page(id, false, told, flash)?;
                pool.write_own(id, ppn, Purpose::Map, flash)
            });
        }
    }

    /// All free blocks of an area but so many go bad.
    fn leave_free(&mut self, at: usize, blocks: u32) {
        while self.pool.areas[at].free.len() > blocks {
            let bad = self.pool.areas[at].free.take(true).unwrap();
            self.core.nand.blocks[bad as usize].state = BlockState::Bad;
        }
    }

    /// A block is the victim of a collection that is under way.
    fn begin_to_collect(&mut self, at: usize, victim: BlockId) {
        let area = &mut self.pool.areas[at];
        area.taken(victim, &self.core.nand);
        area.half_collected = Some(victim);
    }

    fn free(&self, at: usize) -> u32 {
        self.pool.areas[at].free.len()
    }

    /// The blocks that hold these pages.
    fn blocks_of<const N: usize>(&self, ids: [u32; N]) -> [BlockId; N] {
        ids.map(|id| self.core.nand.geometry.block_of(self.pool.place(id)))
    }

    fn check(&self) {
        self.pool.check(&self.core.nand).unwrap();
    }

    /// What happened, in order.
    fn kinds(&self) -> Vec<Kind> {
        self.seen.operations.iter().map(|operation| operation.kind).collect()
    }

    fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Operation> {
        self.seen.operations.iter().filter(move |operation| operation.kind == kind)
    }

    /// The victims, in order, each with what made its collection begin.
    fn victims(&self) -> Vec<(BlockId, String)> {
        let why = |operation: &Operation| operation.trigger.map_or_else(String::new, |trigger| trigger.words());
        self.of_kind(Kind::GcStart).map(|operation| (operation.block.unwrap(), why(operation))).collect()
    }

    /// What pages were copied for.
    fn copied_for(&self) -> Vec<Purpose> {
        self.of_kind(Kind::Copy).map(|operation| operation.purpose).collect()
    }
}

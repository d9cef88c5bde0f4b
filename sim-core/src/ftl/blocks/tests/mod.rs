//! What layers that map blocks rely on, on a device whose state is made by hand.

#![allow(clippy::unwrap_used)]

mod explaining;
mod keeping;
mod leveling;
mod merging;
mod recovery;

use super::Blocks;
use crate::flash::access::Flash;
use crate::flash::clock::Clock;
use crate::flash::clock::serial::Serial;
use crate::flash::device_state::DeviceState;
use crate::flash::halt::Halt;
use crate::flash::observer::{Observer, Recorder};
use crate::flash::operation::Kind;
use crate::flash::shadow::Shadow;
use crate::ftl::layer::Build;
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::block::BlockKind;
use crate::nand::geometry::Geometry;
use crate::nand::timing::Timing;
use crate::nand::{BlockId, Lpn, PlaneId};
use crate::parameters::settings::Settings;
use serde_json::json;

const TIMING: Timing = Timing::of_array(40, 200, 1_000);
/// Pages of a block.
const PAGES: u32 = 4;

/// A device, the blocks that a layer maps on it, and all that happens there.
struct Device {
    core: DeviceState,
    blocks: Blocks,
    seen: Recorder,
}

impl Device {
    /// One plane of so many blocks of four pages; free blocks are taken in ascending order.
    fn new(blocks: u32, logical_pages: u32) -> Self {
        Self::of(Geometry::of_one_plane(blocks, PAGES, logical_pages), "none")
    }

    /// With that shape and wear levelling, which acts where erases are more than one apart.
    fn of(geometry: Geometry, wear_leveling: &str) -> Self {
        let nand = Nand::new(geometry, ProgramOrder::SkipOk, 100, true);
        let blocks = Blocks::new(&build(&settings(wear_leveling), &nand), 0).unwrap();
        let shadow = Some(Shadow::new(geometry.logical_pages));
        let core = DeviceState { shadow, ..DeviceState::new(nand, Clock::Serial(Serial::new(TIMING))) };
        Self { core, blocks, seen: Recorder::default() }
    }

    /// Lets the blocks do something.
    fn act<T>(&mut self, act: impl FnOnce(&mut Blocks, &mut Flash<'_>) -> Result<T, Halt>) -> T {
        let Self { core, blocks, seen } = self;
        act(blocks, &mut Flash::new(core, &mut seen.behind_pointer())).unwrap()
    }

    /// Takes a block of a plane into use.
    fn take(&mut self, plane: PlaneId, kind: BlockKind) -> BlockId {
        self.act(|blocks, flash| blocks.take(plane, kind, flash))
    }

    /// The host writes pages whose fixed places are free.
    fn fill(&mut self, pages: impl IntoIterator<Item = Lpn>) {
        for lpn in pages {
            let was_free = self.act(|blocks, flash| {
                flash.host_writes(lpn);
                blocks.program_in_place(lpn, flash)
            });
            assert!(was_free);
        }
    }

    /// The host writes a page to the next page of a block.
    fn write(&mut self, lpn: Lpn, block: BlockId) {
        let place = self.core.nand.next_page(block).unwrap();
        self.act(|blocks, flash| {
            flash.host_writes(lpn);
            blocks.program(lpn, place, flash)
        });
    }

    /// A log block to which the host writes pages.
    fn log(&mut self, pages: impl IntoIterator<Item = Lpn>) -> BlockId {
        let log = self.take(0, BlockKind::Log);
        pages.into_iter().for_each(|lpn| self.write(lpn, log));
        log
    }

    /// The host gives a page up.
    fn trim(&mut self, lpn: Lpn) {
        self.act(|blocks, flash| blocks.trim(lpn, 1, flash));
    }

    /// The blocks that hold these pages.
    fn blocks_of<const N: usize>(&self, pages: [Lpn; N]) -> [BlockId; N] {
        pages.map(|lpn| self.core.nand.geometry.block_of(self.blocks.lookup(lpn)))
    }

    /// What happened, in order.
    fn kinds(&self) -> Vec<Kind> {
        self.seen.operations.iter().map(|operation| operation.kind).collect()
    }
}

fn settings(wear_leveling: &str) -> Settings {
    let values = json!({
        "wear_leveling.kind": wear_leveling,
        "wear_leveling.delta": 1,
        "log_blocks": 2,
        "replacement_blocks": 2,
        "replacement": "anywhere",
        "group_request": true,
    });
    Settings(values.as_object().unwrap().clone())
}

fn build<'a>(settings: &'a Settings, nand: &'a Nand) -> Build<'a> {
    Build { settings, nand, timing: TIMING, event_clock: false, journal: None, future: None, operations: None, seed: 1 }
}

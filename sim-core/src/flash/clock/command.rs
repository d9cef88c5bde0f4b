//! What the hardware is told to do, and the phases it goes through.

use crate::flash::operation::Purpose;
use crate::nand::timing::Timing;
use crate::nand::{BlockId, PlaneId, Ppn};
use serde::Serialize;

/// A command's sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommandKind {
    /// Array to register, then over the bus.
    Read,
    /// Over the bus, then register to array.
    Program,
    /// A page moved inside its plane.
    Copy,
    /// A block erased.
    Erase,
    /// The plane keeps everything of this scope for itself until it releases it.
    Hold(Scope),
    /// Gives back what the plane holds.
    Release,
    /// Tells the layer that everything queued before it is over.
    Tell,
}

/// How much stands still while a plane collects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "BlockingScope"))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// The plane itself: nothing to hold.
    Plane,
    /// Every plane of the channel.
    Channel,
    /// The whole device.
    Controller,
}

/// One phase of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// The plane's array works.
    Array(u64),
    /// The channel's bus is needed.
    Bus(u64),
}

impl CommandKind {
    /// Whether it does something to the flash, rather than to the queues.
    pub(super) fn touches_flash(self) -> bool {
        matches!(self, Self::Read | Self::Program | Self::Copy | Self::Erase)
    }

    /// Service time on the serial clock.
    #[inline(always)]
    pub fn cost(self, timing: &Timing) -> u64 {
        match self {
            Self::Read => timing.read_cost(),
            Self::Program => timing.program_cost(),
            Self::Copy => timing.copy_cost(),
            Self::Erase => timing.erase_cost(),
            Self::Hold(_) | Self::Release | Self::Tell => 0,
        }
    }

    /// Phase number `index` on the event clock; `None` when the command is over. Phases may last 0 ns.
    #[inline(always)]
    pub(crate) fn phase(self, index: u8, timing: &Timing) -> Option<Phase> {
        let bus_copy = if timing.copyback { 0 } else { timing.transfer_ns };
        let phase = match (self, index) {
            (Self::Read, 0) => Phase::Bus(timing.command_ns),
            (Self::Read, 1) => Phase::Array(timing.read_ns),
            (Self::Read, 2) => Phase::Bus(timing.transfer_ns),
            (Self::Program, 0) => Phase::Bus(timing.command_ns + timing.transfer_ns),
            (Self::Program, 1) => Phase::Array(timing.program_ns),
            (Self::Erase, 0) => Phase::Bus(timing.command_ns),
            (Self::Erase, 1) => Phase::Array(timing.erase_ns),
            (Self::Copy, 0) => Phase::Bus(timing.command_ns),
            (Self::Copy, 1) => Phase::Array(timing.read_ns),
            (Self::Copy, 2) => Phase::Bus(bus_copy),
            (Self::Copy, 3) => Phase::Bus(timing.command_ns + bus_copy),
            (Self::Copy, 4) => Phase::Array(timing.program_ns),
            _ => return None,
        };
        Some(phase)
    }

    /// Whether a page crosses the bus in phase number `index`.
    pub fn transfers(self, index: u8, timing: &Timing) -> bool {
        let crosses = match self {
            Self::Read => index == 2,
            Self::Program => index == 0,
            Self::Copy => !timing.copyback && matches!(index, 2 | 3),
            _ => false,
        };
        crosses && timing.transfer_ns > 0
    }
}

/// What a block holds between two erases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Content {
    /// The block.
    pub block: BlockId,
    /// Its erases before.
    pub erases: u32,
}

/// What a page that is programmed is to a map that is kept on flash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MapRole {
    /// Data, of which this translation page will say where it is.
    ToldBy(u32),
    /// This translation page. It must not say where data is before the data is there: power might be cut between.
    Tells(u32),
}

/// What a command waits for besides its turn, and who waits for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Order {
    /// The commands that must be over before, by the name of their group: its first operation.
    pub after: Option<u64>,
    /// The group that it belongs to, for which others may wait so.
    pub group: Option<u64>,
    /// What it is to the map.
    pub map: Option<MapRole>,
}

/// A command for one plane.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Command {
    /// What to do.
    pub kind: CommandKind,
    /// Where.
    pub plane: PlaneId,
    /// The page it reads or programs, where it is one.
    pub ppn: Option<Ppn>,
    /// What it outdates a page of (program), or takes away (erase): the erase waits until such programs are over.
    pub content: Option<Content>,
    /// Operation of the stream that it carries out.
    pub operation: u64,
    /// Ticket of the request that waits for it; `None` for work that nobody waits for.
    pub(crate) ticket: Option<u32>,
    /// Why it is carried out.
    pub purpose: Purpose,
    /// Whether it is part of a garbage collection.
    pub collects: bool,
    /// What it waits for on other planes.
    pub order: Order,
}

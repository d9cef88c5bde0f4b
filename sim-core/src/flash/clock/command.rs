//! What the hardware is told to do, and the phases it goes through.

use crate::flash::operation::Purpose;
use crate::nand::timing::Timing;
use crate::nand::{BlockId, NONE, Ppn};
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

/// A command for one plane, as it stands in the plane's queue. Queues are long, so what may be missing is [`NONE`] here; the
/// functions of the same names tell it as an option.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Command {
    /// What to do.
    pub kind: CommandKind,
    /// Why it is carried out.
    pub purpose: Purpose,
    ppn: Ppn,
    ticket: u32,
    /// Where its order is kept (`order.rs`).
    order: u32,
    content: Content,
    /// Operation of the stream that it carries out.
    pub operation: u64,
}

impl Command {
    /// A command that nobody waits for, about no page.
    #[inline(always)]
    pub(crate) fn new(kind: CommandKind, purpose: Purpose, operation: u64) -> Self {
        let content = Content { block: NONE, erases: 0 };
        Self { kind, purpose, ppn: NONE, ticket: NONE, order: NONE, content, operation }
    }

    /// The same about a page.
    #[inline(always)]
    pub(crate) fn about(self, ppn: Ppn) -> Self {
        Self { ppn, ..self }
    }

    /// The same for a ticket, if there is one.
    #[inline(always)]
    pub(crate) fn waited_for_by(self, ticket: Option<u32>) -> Self {
        Self { ticket: ticket.unwrap_or(NONE), ..self }
    }

    /// The same with what it outdates or erases, if it does.
    #[inline(always)]
    pub(crate) fn outdating(self, content: Option<Content>) -> Self {
        Self { content: content.unwrap_or(self.content), ..self }
    }

    /// The same in an order that is kept at `order`, if it is in one.
    #[inline(always)]
    pub(super) fn in_order(self, order: Option<u32>) -> Self {
        Self { order: order.unwrap_or(NONE), ..self }
    }

    /// The page it reads or programs, or the first of the block that it erases.
    #[inline(always)]
    pub(crate) fn ppn(&self) -> Option<Ppn> {
        some(self.ppn)
    }

    /// Ticket of the request that waits for it; `None` for work that nobody waits for.
    #[inline(always)]
    pub(crate) fn ticket(&self) -> Option<u32> {
        some(self.ticket)
    }

    /// What it outdates a page of (program), or takes away (erase): the erase waits until such programs are over.
    #[inline(always)]
    pub(super) fn content(&self) -> Option<Content> {
        Some(self.content).filter(|content| content.block != NONE)
    }

    /// Where its order is kept.
    #[inline(always)]
    pub(super) fn order(&self) -> Option<u32> {
        some(self.order)
    }

    /// Whether it is part of a garbage collection, or other housekeeping.
    #[inline(always)]
    pub(crate) fn collects(&self) -> bool {
        self.purpose.is_housekeeping()
    }
}

#[inline(always)]
fn some(number: u32) -> Option<u32> {
    Some(number).filter(|number| *number != NONE)
}

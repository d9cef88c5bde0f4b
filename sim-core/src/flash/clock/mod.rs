//! Simulated time. `serial` is one server that does one thing at a time; `event` has a bus per channel and
//! queues per plane.

mod agenda;
mod behind;
mod bus;
pub(crate) mod command;
pub mod event;
mod look;
mod order;
pub(crate) mod serial;
#[cfg(all(test, feature = "layers"))]
mod tests;

use crate::flash::account::Item;
use crate::nand::PlaneId;
use crate::nand::timing::Timing;
use command::{Command, CommandKind, Order};
use event::Event;
use serial::Serial;

/// The event clock where a run has it. The start page's core has none, and is smaller by all that only it needs: a value of
/// [`Event`] cannot exist there, so nothing that acts on one is compiled.
#[cfg(feature = "layers")]
type SideBySide = Box<Event>;
/// The event clock, which the start page's core has not.
#[cfg(not(feature = "layers"))]
type SideBySide = Event;

/// The clock of a run.
#[allow(clippy::large_enum_variant, reason = "a device has one clock, and the serial one is on the hot path")]
#[derive(Clone, Debug, Hash)]
pub enum Clock {
    /// One first-come-first-served server.
    Serial(Serial),
    /// Channels and planes that work side by side.
    Event(SideBySide),
}

impl Clock {
    /// Gives a command to the hardware, whose time counts as `item`. Its start and end, where they are known at once (serial); the
    /// event clock asks for it, its plane and what it waits for.
    #[inline(always)]
    pub(crate) fn issue(
        &mut self,
        make: impl FnOnce() -> (PlaneId, Command, Order),
        kind: CommandKind,
        item: Item,
    ) -> Option<(u64, u64)> {
        match self {
            Self::Serial(serial) => {
                let start_ns = serial.now_ns;
                Some((start_ns, serial.spend(kind, item)))
            }
            Self::Event(event) => {
                let (plane, command, order) = make();
                event.issue(plane, command, order);
                None
            }
        }
    }

    /// How long flash operations take.
    pub(crate) fn timing(&self) -> &Timing {
        match self {
            Self::Serial(serial) => &serial.timing,
            Self::Event(event) => &event.timing,
        }
    }

    /// Simulated time now.
    #[inline(always)]
    pub fn now_ns(&self) -> u64 {
        match self {
            Self::Serial(serial) => serial.now_ns,
            Self::Event(event) => event.now_ns,
        }
    }

    /// Whether a plane has work queued or running. Never on the serial clock, where work is done when it is issued.
    #[inline(always)]
    pub(crate) fn is_busy(&self, plane: u32) -> bool {
        match self {
            Self::Serial(_) => false,
            Self::Event(event) => event.is_busy(plane),
        }
    }
}

//! What each operation passes through on its way: whether it may go on, the command to the clock, and the word to the observer.

use super::Flash;
use crate::flash::account::Item;
use crate::flash::clock::Clock;
use crate::flash::clock::command::{Command, CommandKind, Content, MapRole, Order, Scope};
use crate::flash::device_state::DeviceState;
use crate::flash::halt::{Halt, Reason};
use crate::flash::observer::Observer;
use crate::flash::operation::{Operation, PENDING_NS, Purpose};
use crate::nand::rule::Rule;
use crate::nand::{BlockId, Lpn, NONE, PlaneId, Ppn};

impl<O: Observer> Flash<'_, O> {
    /// On the event clock, everything in `scope` of `plane` waits from here until [`Flash::release`].
    pub(crate) fn hold(&mut self, plane: PlaneId, scope: Scope) {
        self.gate(plane, CommandKind::Hold(scope));
    }

    /// Ends what [`Flash::hold`] began.
    pub(crate) fn release(&mut self, plane: PlaneId) {
        self.gate(plane, CommandKind::Release);
    }

    pub(super) fn gate(&mut self, plane: PlaneId, kind: CommandKind) {
        let operation = self.core.operations;
        let make = || (plane, Command::new(kind, Purpose::Gc, operation), Order::default());
        self.core.clock.issue(make, kind, Item::Gc);
    }

    /// The purpose that an operation counts for.
    #[inline(always)]
    pub(super) fn on_behalf(&self, purpose: Purpose) -> Purpose {
        if purpose == Purpose::Host { self.host_purpose } else { purpose }
    }

    #[inline(always)]
    pub(super) fn content(&self, block: BlockId) -> Content {
        Content { block, erases: self.core.nand.block(block).erase_count }
    }

    #[inline(always)]
    pub(super) fn issue(
        &mut self,
        kind: CommandKind,
        id: u32,
        ppn: Ppn,
        content: Option<Content>,
        purpose: Purpose,
    ) -> Option<(u64, u64)> {
        if self.at_once {
            let now_ns = self.core.clock.now_ns();
            return Some((now_ns, now_ns));
        }
        let DeviceState { nand, clock, ticket, operations, map_entries, .. } = &mut *self.core;
        let (chain, whole) = (&mut self.chain, self.whole);
        let make = || {
            let ticket = ticket.filter(|_| whole || purpose.is_waited_for());
            let command = Command::new(kind, purpose, *operations).about(ppn).waited_for_by(ticket).outdating(content);
            let order = Order {
                after: chain.after(*operations),
                group: chain.group(*operations),
                map: match kind {
                    CommandKind::Program | CommandKind::Copy => map_role(id, nand.geometry.logical_pages, *map_entries),
                    _ => None,
                },
            };
            (nand.geometry.plane_of(nand.geometry.block_of(ppn)), command, order)
        };
        clock.issue(make, kind, Item::of(purpose))
    }

    #[inline(always)]
    pub(super) fn may_go_on(&self) -> Result<(), Halt> {
        if O::ENABLED && self.core.operations >= self.observer.halt_at() {
            return Err(Box::new(Reason::Paused));
        }
        Ok(())
    }

    /// Counts a flash operation, or is cut off by it.
    #[inline(always)]
    pub(super) fn flash_operation(&mut self) -> Result<(), Halt> {
        if self.core.flash_operations == self.core.power_cut_at {
            return Err(Box::new(Reason::PowerCut));
        }
        self.core.flash_operations += 1;
        Ok(())
    }

    /// The same for a program, which leaves a torn page behind.
    #[inline(always)]
    pub(super) fn flash_operation_at(&mut self, ppn: Ppn) -> Result<(), Halt> {
        if self.is_torn() {
            self.core.nand.tear_program(ppn)?;
        }
        self.flash_operation()
    }

    /// Whether power is cut while the next operation runs. On the event clock it is cut when that operation is issued:
    /// it has not begun then, others have.
    #[inline(always)]
    pub(super) fn is_torn(&self) -> bool {
        self.core.flash_operations == self.core.power_cut_at && matches!(self.core.clock, Clock::Serial(_))
    }

    #[inline(always)]
    pub(super) fn check_newest(&self, lpn: Lpn, ppn: Ppn) -> Result<(), Halt> {
        let (Some(shadow), Some(oob)) = (&self.core.shadow, &self.core.nand.oob) else { return Ok(()) };
        let (found, newest) = (oob.version[ppn as usize], shadow.newest(lpn));
        if found != newest {
            return Err(stale(lpn, format!("version {found}"), format!("version {newest}")));
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn emit(&mut self, operation: Operation, times: Option<(u64, u64)>) -> u64 {
        let index = self.core.operations;
        self.core.operations += 1;
        if self.is_watched() {
            let (start_ns, end_ns) = times.unwrap_or((PENDING_NS, PENDING_NS));
            let (cause, request) = (self.cause, self.core.request);
            let trigger = operation.trigger.or(self.trigger.take());
            self.observer.operation(&Operation { index, cause, request, start_ns, end_ns, trigger, ..operation });
        }
        index
    }
}

/// What a page programmed is to a map that is kept on flash, `entries` to a page.
fn map_role(id: u32, logical_pages: u32, entries: u32) -> Option<MapRole> {
    if entries == 0 || id == NONE {
        return None;
    }
    Some(match id.checked_sub(logical_pages) {
        Some(own) => MapRole::Tells(own),
        None => MapRole::ToldBy(id / entries),
    })
}

#[cold]
pub(super) fn stale(lpn: Lpn, found: String, newest: String) -> Halt {
    Rule::Stale { lpn, found, newest }.into()
}

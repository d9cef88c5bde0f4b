//! What happens beside the requests on the event clock: pages that leave a buffer, work that the layer waits for, and parts
//! of a request that take a while longer. The serial clock knows nothing of the kind: there all is part of the request.

use super::Flash;
use crate::flash::clock::Clock;
use crate::flash::clock::command::CommandKind;
use crate::flash::clock::event::Event;
use crate::flash::halt::Halt;
use crate::flash::observer::Observer;
use crate::flash::ticket::Role;
use crate::nand::PlaneId;

impl<O: Observer> Flash<'_, O> {
    /// The event clock, where it is that one.
    pub fn event(&self) -> Option<&Event> {
        match &self.core.clock {
            Clock::Event(event) => Some(event),
            Clock::Serial(_) => None,
        }
    }

    fn event_mut(&mut self) -> Option<&mut Event> {
        match &mut self.core.clock {
            Clock::Event(event) => Some(event),
            Clock::Serial(_) => None,
        }
    }

    /// What `act` does empties `cells` of a buffer: in the background, where the clock knows such. Until it is over they are
    /// taken.
    pub(crate) fn in_background(
        &mut self,
        cells: u32,
        act: impl FnOnce(&mut Self) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let Some(own) = self.begin(Role::WriteOut { cells, tell: None }) else { return act(self) };
        self.as_part_of(own, act)?;
        self.handed_out(own);
        Ok(())
    }

    /// Begins what is no request; none on the serial clock. It cannot be over before [`Flash::handed_out`].
    pub fn begin(&mut self, role: Role) -> Option<u32> {
        self.event_mut().map(|event| event.tickets.begin_other(role, event.now_ns))
    }

    /// The commands that `act` issues belong to `ticket`.
    pub(crate) fn as_part_of(
        &mut self,
        ticket: u32,
        act: impl FnOnce(&mut Self) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let before = self.core.ticket.replace(ticket);
        let acted = act(self);
        self.core.ticket = before;
        acted
    }

    /// All commands that `act` issues belong to `ticket`, those of collections too; on the serial clock, where there is no
    /// ticket, it just acts.
    pub(crate) fn as_whole_of(
        &mut self,
        ticket: Option<u32>,
        act: impl FnOnce(&mut Self) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let Some(ticket) = ticket else { return act(self) };
        let before = std::mem::replace(&mut self.whole, true);
        let acted = self.as_part_of(ticket, act);
        self.whole = before;
        acted
    }

    /// What `act` reads is worked on for `delay_ns` before the request being served goes on.
    pub(crate) fn then_after(
        &mut self,
        delay_ns: u64,
        act: impl FnOnce(&mut Self) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let part = self.core.ticket.map(|of| Role::Part { of, delay_ns });
        let Some(part) = part.and_then(|role| self.begin(role)) else { return act(self) };
        self.as_part_of(part, act)?;
        self.handed_out(part);
        Ok(())
    }

    /// All commands of a ticket have been issued, or one thing that held it up besides is over.
    pub(crate) fn handed_out(&mut self, ticket: u32) {
        if let Some(event) = self.event_mut() {
            event.ticket_done(ticket);
        }
    }

    /// `ticket` waits for one thing more, until [`Flash::handed_out`] is called once more.
    pub(crate) fn hold_up(&mut self, ticket: u32) {
        if let Some(event) = self.event_mut() {
            event.tickets.add(ticket, 1);
        }
    }

    /// The same while a plane collects.
    pub(crate) fn hold_up_for_gc(&mut self, ticket: u32) {
        if let Some(event) = self.event_mut() {
            event.tickets.add_for_gc(ticket);
        }
    }

    /// The request being served has put pages into a buffer, `used` of whose `capacity` cells are taken now: it waits until
    /// what leaves it in the background has left room for that.
    pub(crate) fn waits_for_room(&mut self, used: u32, capacity: u32) {
        let request = self.core.ticket;
        if let (Some(event), Some(request)) = (self.event_mut(), request) {
            event.tickets.wait_for_room(request, used, capacity);
        }
    }

    /// The layer is told when everything is over that was queued at `plane` so far.
    pub(crate) fn tell(&mut self, plane: PlaneId) {
        self.gate(plane, CommandKind::Tell);
    }

    /// What `act` does takes no time: nothing of it is queued.
    pub fn at_once(&mut self, act: impl FnOnce(&mut Self) -> Result<(), Halt>) -> Result<(), Halt> {
        self.at_once = true;
        let acted = act(self);
        self.at_once = false;
        acted
    }
}

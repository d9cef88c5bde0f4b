//! Who is behind a garbage collection, and who behind those: a request is when one of its commands is queued at a
//! plane that collects, or at one whose channel another plane keeps for itself while it collects.

use super::command::{Command, Scope};
use super::event::Event;
use crate::flash::account::{Item, Own};
use crate::nand::PlaneId;

impl Event {
    /// A command of a request is queued at a plane.
    pub(super) fn joins(&mut self, ticket: u32, at: PlaneId) {
        let plane = &self.planes[at as usize];
        let collects = plane.collecting > 0 || !self.may_use(self.channel_of(at), at);
        let behind_blocked = !collects && plane.blocked > 0;
        let held = self.planes[at as usize].held.at(self.now_ns);
        self.tickets.joined(ticket, at, self.now_ns, held, behind_blocked);
        if self.tickets.is_behind_gc(ticket) {
            self.planes[at as usize].blocked += 1;
        } else if collects {
            self.marks(ticket);
        }
    }

    /// A command of a request is over. What its time went to, and what that was to others.
    pub(super) fn leaves(&mut self, ticket: u32, at: PlaneId, own: &Own, seen: Item) {
        let held = self.planes[at as usize].held.at(self.now_ns);
        self.tickets.left_plane(ticket, at, self.now_ns, held, own, seen);
        self.planes[at as usize].blocked -= u32::from(self.tickets.is_behind_gc(ticket));
    }

    /// A plane has taken channels for itself: whatever waits there now is behind its collection.
    pub(super) fn marks_those_behind(&mut self, holder: PlaneId, scope: Scope) {
        for channel in self.channels_in(scope, holder) {
            for at in (channel..self.planes.len()).step_by(self.channels.len()) {
                if at as PlaneId == holder {
                    continue;
                }
                let plane = &self.planes[at];
                let waits_for_bus = plane.running.as_ref().filter(|running| running.until_ns.is_none());
                let waiting = waits_for_bus.map(|running| &running.command).into_iter().chain(&plane.queue);
                let tickets: Vec<u32> = waiting.filter_map(Command::ticket).collect();
                tickets.into_iter().for_each(|ticket| self.marks(ticket));
            }
        }
    }

    /// A request is behind a collection from now on, with all its commands under way.
    pub(super) fn marks(&mut self, ticket: u32) {
        if self.tickets.is_behind_gc(ticket) {
            return;
        }
        for visit in self.tickets.set_behind_gc(ticket) {
            self.planes[visit.plane as usize].blocked += visit.commands;
        }
    }
}

//! The buses of the event clock: who transfers, who waits, and who keeps a channel for itself while it collects.

use super::command::Scope;
use super::event::{Event, Plane, Transfer};
use crate::flash::account::{Item, Tally};
use crate::nand::PlaneId;
use std::collections::VecDeque;
use std::ops::Range;

/// One channel's bus.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct Channel {
    /// Planes that wait for the bus, first come first served.
    pub waiting: VecDeque<PlaneId>,
    /// The plane that transfers.
    pub(crate) user: Option<PlaneId>,
    /// The plane that keeps the channel for itself.
    pub(crate) holder: Option<PlaneId>,
    /// How long it has been used.
    pub busy_ns: u64,
    /// What for, as those see it that wait for it.
    pub held: Tally,
}

impl Event {
    pub(super) fn ask_for_bus(&mut self, at: PlaneId, duration_ns: u64) {
        let channel = self.channel_of(at);
        if self.channels[channel].user.is_none() && self.may_use(channel, at) {
            self.take_bus(channel, at, duration_ns);
        } else if self.cut_ns.is_some() && self.collects(at) {
            self.cut_off(channel);
            self.channels[channel].waiting.push_front(at);
            self.waits_for_bus(channel, at);
        } else {
            self.channels[channel].waiting.push_back(at);
            self.waits_for_bus(channel, at);
        }
    }

    /// From now on a plane's command waits for the bus.
    fn waits_for_bus(&mut self, channel: usize, at: PlaneId) {
        let plane = &mut self.planes[at as usize];
        let is_waited_for = plane.running.as_ref().is_some_and(|running| running.command.ticket().is_some());
        if is_waited_for {
            plane.asked_ns = Some(self.now_ns);
            plane.waited.get_or_insert_default().subtract(self.channels[channel].held.at(self.now_ns));
        }
    }

    /// A plane's command has the bus no longer. Others of its request that waited meanwhile waited for their own.
    pub(super) fn leaves_bus(&mut self, channel: usize, at: PlaneId) {
        self.channels[channel].user = None;
        // Nothing waits for a free bus, unless it is kept for a collection.
        if self.channels[channel].holder.is_some() {
            self.channels[channel].held.turn(self.now_ns, Item::Gc);
        }
        let Some(running) = &self.planes[at as usize].running else { return };
        let Some((ticket, bus_ns)) = running.command.ticket().zip(running.bus_ns) else { return };
        if running.seen != Item::Waiting || self.channels[channel].waiting.is_empty() {
            return;
        }
        let request = self.tickets.whole(ticket);
        for &waiting in &self.channels[channel].waiting {
            let Plane { running: Some(other), waited: Some(waited), asked_ns, .. } = &mut self.planes[waiting as usize]
            else {
                continue;
            };
            let Some((ticket, asked_ns)) = other.command.ticket().zip(*asked_ns) else { continue };
            if self.tickets.whole(ticket) == request {
                waited.shift(self.now_ns - bus_ns.max(asked_ns), Item::Waiting, Item::of(other.command.purpose));
            }
        }
    }

    /// Whether the command that a plane carries out is part of a collection.
    fn collects(&self, at: PlaneId) -> bool {
        self.planes[at as usize].running.as_ref().is_some_and(|running| running.command.collects())
    }

    /// Cuts the transfer of a request's page between two sectors, where these take time.
    fn cut_off(&mut self, channel: usize) {
        let Some(user) = self.channels[channel].user.filter(|&user| !self.collects(user)) else { return };
        let cut_ns = self.cut_ns.filter(|&cut_ns| cut_ns > 0);
        let (Some(running), Some(cut_ns)) = (&mut self.planes[user as usize].running, cut_ns) else { return };
        let (Some(until_ns), Some(bus_ns)) = (running.until_ns, running.bus_ns) else { return };
        let end_ns = bus_ns + (self.now_ns - bus_ns).div_ceil(cut_ns) * cut_ns;
        if end_ns < until_ns && running.rest_ns == 0 {
            running.rest_ns = until_ns - end_ns;
            running.until_ns = Some(end_ns);
            let cut = running.transfer.iter_mut().find(|transfer| transfer.start_ns == bus_ns);
            cut.into_iter().for_each(|transfer| transfer.end_ns = end_ns);
            running.entry = self.agenda.enter(end_ns, user);
            self.channels[channel].busy_ns -= until_ns - end_ns;
        }
    }

    /// A transfer was cut off: the collection goes first, and the rest of it follows with a new command.
    pub(super) fn give_way(&mut self, at: PlaneId) {
        let channel = self.channel_of(at);
        self.leaves_bus(channel, at);
        self.grant(channel);
        self.channels[channel].waiting.push_front(at);
        self.waits_for_bus(channel, at);
        self.grant(channel);
    }

    fn take_bus(&mut self, channel: usize, at: PlaneId, duration_ns: u64) {
        self.channels[channel].user = Some(at);
        self.channels[channel].busy_ns += duration_ns;
        let seen = self.planes[at as usize].running.as_ref().map(|running| running.seen);
        self.channels[channel].held.turn(self.now_ns, seen.unwrap_or_default());
        let Plane { running, waited, asked_ns, .. } = &mut self.planes[at as usize];
        if let Some(running) = running {
            if let (Some(_), Some(waited)) = (asked_ns.take(), waited) {
                waited.add(self.channels[channel].held.at(self.now_ns));
            }
            let (start_ns, end_ns) = (self.now_ns, self.now_ns + duration_ns);
            running.until_ns = Some(end_ns);
            running.bus_ns = Some(start_ns);
            if running.command.kind.transfers(running.phase, &self.timing) {
                running.transfer = Some(Transfer { start_ns, end_ns });
            }
            running.entry = self.agenda.enter(end_ns, at);
        }
    }

    pub(super) fn may_use(&self, channel: usize, at: PlaneId) -> bool {
        self.channels[channel].holder.is_none_or(|holder| holder == at)
    }

    /// Gives a free bus to the plane that has waited longest and may use it.
    pub(super) fn grant(&mut self, channel: usize) {
        if self.channels[channel].user.is_some() {
            return;
        }
        let next = self.channels[channel].waiting.iter().position(|&plane| self.may_use(channel, plane));
        if let Some(at) = next.and_then(|index| self.channels[channel].waiting.remove(index)) {
            self.resume(at);
        }
    }

    /// Holds every channel of `scope`, in ascending order; waits at the first that is not free.
    pub(super) fn acquire(&mut self, at: PlaneId, scope: Scope) -> bool {
        for channel in self.channels_in(scope, at) {
            let entry = &mut self.channels[channel];
            if entry.holder == Some(at) {
                continue;
            }
            if entry.holder.is_some() || entry.user.is_some() {
                entry.waiting.push_back(at);
                return false;
            }
            entry.holder = Some(at);
            entry.held.turn(self.now_ns, Item::Gc);
        }
        self.planes[at as usize].holds = Some(scope);
        self.marks_those_behind(at, scope);
        true
    }

    pub(super) fn release(&mut self, at: PlaneId) {
        (self.planes[at as usize].holds, self.planes[at as usize].gave_back) = (None, None);
        let held: Vec<usize> = (0..self.channels.len()).filter(|&c| self.channels[c].holder == Some(at)).collect();
        for &channel in &held {
            self.channels[channel].holder = None;
        }
        for &channel in &held {
            self.grant(channel);
            let planes = (channel..self.planes.len()).step_by(self.channels.len());
            planes.for_each(|plane| self.start(plane as PlaneId));
        }
    }

    /// Gives back what it holds until it need not wait for other planes any more: they may need it to go on.
    pub(super) fn give_back(&mut self, at: PlaneId) {
        if let Some(scope) = self.planes[at as usize].holds {
            self.release(at);
            self.planes[at as usize].gave_back = Some(scope);
        }
    }

    /// The channels that stand still while plane `at` collects.
    pub(super) fn channels_in(&self, scope: Scope, at: PlaneId) -> Range<usize> {
        match scope {
            Scope::Plane => 0..0,
            Scope::Channel => self.channel_of(at)..self.channel_of(at) + 1,
            Scope::Controller => 0..self.channels.len(),
        }
    }

    #[inline(always)]
    pub(super) fn channel_of(&self, plane: PlaneId) -> usize {
        self.planes[plane as usize].channel
    }
}

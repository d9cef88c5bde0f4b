//! Channels and planes that work side by side: one queue a plane, one bus a channel.
//!
//! Commands change the flash's state when they are issued, in the order the device decided on them; this clock only
//! finds out when each of them runs. A plane runs its commands one after another, and keeps its register until the
//! last transfer is over.
//!
//! Two things wait for other planes: the erase of a block whose pages became outdated by programs that are not over yet
//! (erased before, a power cut could take both the old version and the new one), and what `order.rs` is about.

use super::agenda::Agenda;
use super::bus::Channel;
use super::command::{Command, CommandKind, Content, Order, Phase, Scope};
use super::order::UnderWay;
use crate::base::order::sorted_by;
use crate::flash::account::{Account, Item, Own, Tally};
use crate::flash::operation::Purpose;
use crate::flash::ticket::Tickets;
#[cfg(feature = "layers")]
use crate::nand::geometry::Geometry;
use crate::nand::timing::Timing;
use crate::nand::{PlaneId, Ppn};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

/// An operation whose times have become known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Timed {
    /// Its index in the stream.
    pub operation: u64,
    /// When its plane took it up.
    pub start_ns: u64,
    /// When it was over.
    pub end_ns: u64,
    /// Its last transfer, if it had one.
    pub transfer: Option<Transfer>,
}

/// When a page crossed its channel, the command before it included; where it went in pieces, the last of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transfer {
    /// Its beginning.
    pub start_ns: u64,
    /// Its end.
    pub end_ns: u64,
}

#[derive(Clone, Debug, Hash)]
pub(super) struct Running {
    pub(super) command: Command,
    /// What its time is to others.
    pub(super) seen: Item,
    pub(super) phase: u8,
    start_ns: u64,
    /// When the present phase ends; none while it waits for the bus.
    pub(super) until_ns: Option<u64>,
    pub(super) bus_ns: Option<u64>,
    pub(super) transfer: Option<Transfer>,
    /// The entry of the agenda that ends the present phase.
    pub(super) entry: u64,
    /// What is left of a transfer that was cut off.
    pub(super) rest_ns: u64,
}

#[derive(Clone, Debug, Default, Hash)]
pub(super) struct Plane {
    /// Its channel: asked for at every phase, and a division.
    pub(super) channel: usize,
    pub(super) queue: VecDeque<Command>,
    pub(super) running: Option<Running>,
    /// Queued and running commands of garbage collection.
    pub(super) collecting: u32,
    /// Queued and running commands of requests that are behind a garbage collection.
    pub(super) blocked: u32,
    /// Queued reads.
    reads: u32,
    /// What it keeps for itself.
    pub(super) holds: Option<Scope>,
    /// What it gave back to wait for other planes, and takes again afterwards.
    pub(super) gave_back: Option<Scope>,
    /// Whether its next command waits for commands of other planes.
    stands: bool,
    busy_ns: u64,
    /// What for, as those see it that wait for it.
    pub(super) held: Tally,
    /// What its command waited for on the way to the bus so far, if it did, and since when it waits now. Of commands that something
    /// waits for.
    pub(super) waited: Option<Account>,
    pub(super) asked_ns: Option<u64>,
}

/// A command that power cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dropped {
    /// The command.
    pub command: Command,
    /// Whether its plane had taken it up.
    pub begun: bool,
}

/// The event clock.
#[derive(Clone, Debug, Hash)]
pub struct Event {
    pub(super) timing: Timing,
    pub(super) channels: Vec<Channel>,
    pub(super) planes: Vec<Plane>,
    pub(super) agenda: Agenda,
    read_priority: bool,
    /// How long a sector takes over the bus, where a page's transfer is cut between sectors for a collection.
    pub(super) cut_ns: Option<u64>,
    /// By content, the commands under way on other planes that outdate a page of it.
    outdating: BTreeMap<Content, u32>,
    under_way: UnderWay,
    blocks_per_plane: u32,
    /// What is under way: requests, and work beside them.
    pub(crate) tickets: Tickets,
    /// Operations that ended since they were last taken.
    pub timed: Vec<Timed>,
    /// Blocks whose erase ended since they were last taken, by their first page.
    pub erased: Vec<Ppn>,
    /// Planes that ran out of work since they were last taken.
    pub idle: Vec<PlaneId>,
    /// Planes that came to a [`CommandKind::Tell`] since they were last taken.
    pub told: Vec<PlaneId>,
    /// Time reached.
    pub now_ns: u64,
    #[cfg(not(feature = "layers"))]
    never: std::convert::Infallible,
}

impl Event {
    /// A clock at time 0, nothing under way. With `read_priority`, reads overtake other commands of their plane's queue.
    #[cfg(feature = "layers")]
    pub fn new(geometry: &Geometry, timing: Timing, read_priority: bool) -> Self {
        Self {
            timing,
            channels: vec![Channel::default(); geometry.channels as usize],
            planes: (0..geometry.planes())
                .map(|plane| Plane { channel: geometry.channel_of(plane) as usize, ..Plane::default() })
                .collect(),
            agenda: Agenda::default(),
            read_priority,
            cut_ns: None,
            outdating: BTreeMap::new(),
            under_way: UnderWay::default(),
            blocks_per_plane: geometry.blocks_per_plane,
            tickets: Tickets::default(),
            timed: Vec::new(),
            erased: Vec::new(),
            idle: Vec::new(),
            told: Vec::new(),
            now_ns: 0,
        }
    }

    /// Page transfers of requests are cut between sectors, so many a page, when a collection needs the bus.
    #[cfg(feature = "layers")]
    pub(crate) fn cuts_transfers(&mut self, sectors_per_page: u32) {
        self.cut_ns = Some(self.timing.transfer_ns.div_ceil(u64::from(sectors_per_page)));
    }

    /// Phases that begin from here on take as long as `timing` says; the rest as for [`Event::new`] and
    /// [`Event::cuts_transfers`], of which a transfer that is cut already takes no notice.
    #[cfg(feature = "layers")]
    pub fn change(&mut self, timing: Timing, read_priority: bool, cut_in_sectors: Option<u32>) {
        (self.timing, self.read_priority, self.cut_ns) = (timing, read_priority, None);
        cut_in_sectors.into_iter().for_each(|sectors| self.cuts_transfers(sectors));
    }

    /// The next time anything ends.
    #[inline]
    pub(crate) fn next_ns(&self) -> Option<u64> {
        self.agenda.next_ns()
    }

    /// Whether something came to an end, or ran out of work, that nobody has taken yet.
    #[inline]
    pub(crate) fn has_news(&self) -> bool {
        let operations = self.timed.len() + self.erased.len();
        let planes = self.idle.len() + self.told.len();
        operations + planes + self.tickets.over.len() + self.tickets.finished.len() > 0
    }

    /// Busy time so far of each channel and each plane, in nanoseconds. A transfer counts when it begins, a plane's
    /// command as far as it has come.
    pub fn busy_ns(&self) -> (Vec<u64>, Vec<u64>) {
        // A plane that waits for channels to hold does nothing.
        let works = |running: &&Running| running.command.kind.touches_flash();
        let so_far =
            |plane: &Plane| plane.running.as_ref().filter(works).map_or(0, |running| self.now_ns - running.start_ns);
        let planes = self.planes.iter().map(|plane| plane.busy_ns + so_far(plane));
        (self.channels.iter().map(|channel| channel.busy_ns).collect(), planes.collect())
    }

    /// Queues a command at a plane, and starts it if the plane is free.
    pub(crate) fn issue(&mut self, at: PlaneId, command: Command, order: Order) {
        if let Some(ticket) = command.ticket() {
            self.joins(ticket, at);
        }
        let plane = &mut self.planes[at as usize];
        plane.collecting += u32::from(command.collects());
        plane.reads += u32::from(command.kind == CommandKind::Read);
        if let Some(content) = self.outdated_elsewhere(at, &command) {
            *self.outdating.entry(content).or_default() += 1;
        }
        let order = self.under_way.issued(command.operation, order);
        self.planes[at as usize].queue.push_back(command.in_order(order));
        self.start(at);
    }

    /// All commands of a request have been issued.
    pub(crate) fn handed_out(&mut self, ticket: u32) {
        self.ticket_done(ticket);
    }

    /// One thing that a ticket waited for is over.
    pub(crate) fn ticket_done(&mut self, ticket: u32) {
        self.tickets.done(ticket, self.now_ns);
        for (part, delay_ns) in self.tickets.delayed.drain(..) {
            self.agenda.enter(self.now_ns + delay_ns, self.planes.len() as u32 + part);
        }
    }

    /// Moves to the next time anything ends, and lets it end. `false` if nothing is under way.
    pub fn step(&mut self) -> bool {
        let Some((time_ns, entry, at)) = self.agenda.take() else { return false };
        self.now_ns = time_ns;
        match at.checked_sub(self.planes.len() as u32) {
            Some(part) => self.part_over(part),
            None => self.end_phase(at, entry),
        }
        self.agenda.settle();
        true
    }

    /// Forgets everything under way, as a power cut does. Returns the commands that were not over, oldest first.
    pub(crate) fn drop_all(&mut self) -> Vec<Dropped> {
        let mut dropped = Vec::new();
        for plane in &mut self.planes {
            let running = plane.running.take().map(|running| running.command);
            dropped.extend(running.map(|command| Dropped { command, begun: true }));
            dropped.extend(plane.queue.drain(..).map(|command| Dropped { command, begun: false }));
            (plane.blocked, plane.reads) = (0, 0);
            (plane.collecting, plane.holds, plane.gave_back, plane.stands) = (0, None, None, false);
        }
        for channel in &mut self.channels {
            channel.waiting.clear();
            (channel.user, channel.holder) = (None, None);
        }
        self.outdating.clear();
        self.under_way = UnderWay::default();
        self.agenda = Agenda::default();
        self.tickets = Tickets::default();
        (self.timed, self.erased) = (Vec::new(), Vec::new());
        (self.idle, self.told) = (Vec::new(), Vec::new());
        sorted_by(&dropped, |dropped| dropped.command.operation)
    }

    /// A part of a request is over, with the delay after it.
    fn part_over(&mut self, part: u32) {
        let Some((whole, behind_gc)) = self.tickets.end_part(part, self.now_ns) else { return };
        if behind_gc {
            self.marks(whole);
        }
        self.ticket_done(whole);
    }

    fn end_phase(&mut self, at: PlaneId, entry: u64) {
        let Some(running) = &mut self.planes[at as usize].running else { return };
        if running.entry != entry {
            return; // It was cut off before.
        }
        running.until_ns = None;
        if running.rest_ns > 0 {
            return self.give_way(at);
        }
        running.phase += 1;
        let channel = self.channel_of(at);
        if self.channels[channel].user == Some(at) {
            self.leaves_bus(channel, at);
            self.grant(channel);
        }
        self.resume(at);
    }

    /// Goes on with the running command, and with those after it.
    pub(super) fn resume(&mut self, at: PlaneId) {
        if self.advance(at) {
            self.finish(at);
            self.start(at);
        }
    }

    /// Lets an idle plane work through its queue until it has to wait.
    pub(super) fn start(&mut self, at: PlaneId) {
        while self.take_up(at) && self.advance(at) {
            self.finish(at);
        }
    }

    /// Enters the running command's present phase, passing over those that take no time. Whether it is over by that.
    fn advance(&mut self, at: PlaneId) -> bool {
        loop {
            let Some(running) = &mut self.planes[at as usize].running else { return false };
            match running.command.kind {
                CommandKind::Hold(scope) => return self.acquire(at, scope),
                CommandKind::Release => {
                    self.release(at);
                    return true;
                }
                CommandKind::Tell => {
                    self.told.push(at);
                    return true;
                }
                _ => {}
            }
            match running.command.kind.phase(running.phase, &self.timing) {
                None => return true,
                Some(Phase::Array(0)) => running.phase += 1,
                // What is left of a transfer that gave way was begun when transfers still took time.
                Some(Phase::Bus(0)) if running.rest_ns == 0 => running.phase += 1,
                Some(Phase::Array(duration_ns)) => {
                    running.until_ns = Some(self.now_ns + duration_ns);
                    running.entry = self.agenda.enter(self.now_ns + duration_ns, at);
                    return false;
                }
                Some(Phase::Bus(whole_ns)) => {
                    let duration_ns = match std::mem::take(&mut running.rest_ns) {
                        0 => whole_ns,
                        rest_ns => rest_ns + self.timing.command_ns,
                    };
                    self.ask_for_bus(at, duration_ns);
                    return false;
                }
            }
        }
    }

    fn finish(&mut self, at: PlaneId) {
        let plane = &mut self.planes[at as usize];
        let Some(Running { command, seen, start_ns, transfer, .. }) = plane.running.take() else { return };
        plane.collecting -= u32::from(command.collects());
        if plane.queue.is_empty() {
            self.idle.push(at);
        }
        if command.kind.touches_flash() {
            plane.busy_ns += self.now_ns - start_ns;
            self.timed.push(Timed { operation: command.operation, start_ns, end_ns: self.now_ns, transfer });
        }
        if command.kind == CommandKind::Erase {
            self.erased.extend(command.ppn());
        }
        if let Some(ticket) = command.ticket() {
            let waited = self.planes[at as usize].waited.take();
            let own = Own { waited, item: Item::of(command.purpose), took_ns: self.now_ns - start_ns };
            self.leaves(ticket, at, &own, seen);
            self.ticket_done(ticket);
        }
        if let Some(content) = self.outdated_elsewhere(at, &command) {
            self.outdated(content);
        }
        if self.under_way.ended(&command) {
            for plane in 0..self.planes.len() {
                if self.planes[plane].stands {
                    self.start(plane as PlaneId);
                }
            }
        }
    }

    /// What a program outdates on another plane. On its own plane the order of commands is enough.
    fn outdated_elsewhere(&self, at: PlaneId, command: &Command) -> Option<Content> {
        let elsewhere = |content: &Content| content.block / self.blocks_per_plane != at;
        command.content().filter(|content| command.kind != CommandKind::Erase && elsewhere(content))
    }

    fn outdated(&mut self, content: Content) {
        if let Entry::Occupied(mut programs) = self.outdating.entry(content) {
            *programs.get_mut() -= 1;
            if *programs.get() == 0 {
                programs.remove();
                self.start(content.block / self.blocks_per_plane);
            }
        }
    }

    /// Takes up the next command, if there is one, the plane is free for it, and it need not wait for others.
    fn take_up(&mut self, at: PlaneId) -> bool {
        let channel = self.channel_of(at);
        let plane = &self.planes[at as usize];
        if plane.running.is_some() || plane.queue.is_empty() {
            return false;
        }
        if !self.may_use(channel, at) {
            self.planes[at as usize].held.turn(self.now_ns, Item::Gc);
            return false;
        }
        let next = self.next_in_queue(at);
        let (stands, mut seen) = (self.waits_for_others(&plane.queue[next]), self.seen(&plane.queue[next]));
        let plane = &mut self.planes[at as usize];
        let stood = std::mem::replace(&mut plane.stands, stands);
        plane.held.turn(self.now_ns, seen);
        if stands {
            self.give_back(at);
            return false;
        }
        let plane = &mut self.planes[at as usize];
        if plane.queue[next].kind != CommandKind::Read
            && let Some(scope) = plane.gave_back.take()
        {
            let again = Command::new(CommandKind::Hold(scope), Purpose::Gc, plane.queue[next].operation);
            plane.collecting += 1;
            seen = Item::Gc;
            plane.held.turn(self.now_ns, seen);
            plane.queue.insert(next, again);
        }
        let taken = if next == 0 { plane.queue.pop_front() } else { plane.queue.remove(next) };
        let Some(command) = taken else { return false };
        plane.reads -= u32::from(command.kind == CommandKind::Read);
        if let (Some(ticket), true) = (command.ticket(), stood) {
            self.tickets.goes_on(ticket, at, self.now_ns, plane.held.at(self.now_ns));
        }
        plane.running = Some(Running {
            command,
            seen,
            phase: 0,
            start_ns: self.now_ns,
            until_ns: None,
            bus_ns: None,
            transfer: None,
            entry: 0,
            rest_ns: 0,
        });
        (plane.waited, plane.asked_ns) = (None, None);
        true
    }

    /// What a command's time is to others that wait for its plane or its bus.
    fn seen(&self, command: &Command) -> Item {
        match Item::of(command.purpose) {
            Item::Host => Item::Waiting,
            _ if command.ticket().is_some_and(|ticket| self.tickets.is_of_request(ticket)) => Item::Waiting,
            item => item,
        }
    }

    fn waits_for_others(&self, command: &Command) -> bool {
        let erased = command.content().filter(|_| command.kind == CommandKind::Erase);
        erased.is_some_and(|content| self.outdating.contains_key(&content)) || !self.under_way.lets_begin(command)
    }

    /// The queue position to serve: the front, or the first read that may overtake.
    fn next_in_queue(&self, at: PlaneId) -> usize {
        let Plane { queue, reads, .. } = &self.planes[at as usize];
        if !self.read_priority || *reads == 0 {
            return 0;
        }
        let overtakes = |index: usize| {
            let read = &queue[index];
            read.kind == CommandKind::Read
                && self.under_way.lets_begin(read)
                && queue.iter().take(index).all(|ahead| ahead.ppn() != read.ppn())
        };
        (0..queue.len()).find(|&index| overtakes(index)).unwrap_or(0)
    }
}

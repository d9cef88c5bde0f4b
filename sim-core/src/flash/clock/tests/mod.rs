//! The event clock, command by command: times and accounts reckoned by hand.

mod commands;
mod cut_transfers;
mod requests;
mod waiting;

use super::command::{Command, CommandKind, Content, Order, Scope};
use super::event::{Event, Timed, Transfer};
use crate::base::request::HostOp;
use crate::flash::account::{Account, Item};
use crate::flash::operation::Purpose;
use crate::flash::ticket::{Finished, Path, Role, Ticket};
use crate::nand::PlaneId;
use crate::nand::geometry::Geometry;
use crate::nand::timing::Timing;

use CommandKind::{Copy, Erase, Hold, Program, Read, Release, Tell};
use Purpose::{Gc, Host};

/// A read takes 40 ns and then 100 on the bus, a program 100 on the bus and then 200, an erase 1000. Commands take no time.
const TIMING: Timing = Timing { transfer_ns: 100, ..Timing::of_array(40, 200, 1_000) };

/// An event clock, with what has come of it.
struct Device {
    event: Event,
    issued: u64,
    timed: Vec<Timed>,
    finished: Vec<Finished>,
}

/// `channels` channels with `chips` planes of two blocks of four pages on each.
fn device(channels: u32, chips: u32) -> Device {
    of(channels, chips, TIMING, false)
}

fn of(channels: u32, chips: u32, timing: Timing, read_priority: bool) -> Device {
    let geometry = Geometry { channels, chips_per_channel: chips, ..Geometry::of_one_plane(2, 4, 8) };
    let event = Event::new(&geometry, timing, read_priority);
    Device { event, issued: 0, timed: Vec::new(), finished: Vec::new() }
}

impl Device {
    /// Lets all end that ends by `ns`, and stands at it.
    fn at(&mut self, ns: u64) -> &mut Self {
        while self.event.next_ns().is_some_and(|next_ns| next_ns <= ns) {
            self.step();
        }
        self.event.now_ns = ns;
        self
    }

    fn step(&mut self) -> bool {
        let goes_on = self.event.step();
        self.timed.append(&mut self.event.timed);
        self.finished.append(&mut self.event.tickets.finished);
        goes_on
    }

    fn ends(&mut self) {
        while self.step() {}
        assert!(self.event.tickets.is_empty(), "a request is never over");
    }

    /// The number of the operation.
    fn command(&mut self, at: PlaneId, kind: CommandKind, purpose: Purpose, more: impl Fn(Command) -> Command) -> u64 {
        self.ordered(at, kind, purpose, Order::default(), more)
    }

    fn ordered(
        &mut self,
        at: PlaneId,
        kind: CommandKind,
        purpose: Purpose,
        order: Order,
        more: impl Fn(Command) -> Command,
    ) -> u64 {
        let command = Command::new(kind, purpose, self.issued);
        let command = if kind.touches_flash() { command.about(self.issued as u32) } else { command };
        self.event.issue(at, more(command), order);
        self.issued += 1;
        self.issued - 1
    }

    /// Commands of a collection.
    fn collects(&mut self, at: PlaneId, kinds: &[CommandKind]) -> u64 {
        kinds.iter().map(|&kind| self.command(at, kind, Gc, |command| command)).last().unwrap_or_default()
    }

    /// A request that arrives now, not handed out yet: its ticket. It is known by the number `request`.
    fn begins(&mut self, request: u64, op: HostOp) -> u32 {
        let now_ns = self.event.now_ns;
        let ticket = Ticket::new(request, op, now_ns, Role::Request);
        self.event.tickets.begin(ticket, Path { account: Account::default(), until_ns: now_ns })
    }

    fn of_ticket(&mut self, ticket: u32, at: PlaneId, kind: CommandKind, purpose: Purpose) -> u64 {
        self.command(at, kind, purpose, |command| command.waited_for_by(Some(ticket)))
    }

    /// A request of one page, handed out: its number is that of its operation.
    fn request(&mut self, at: PlaneId, kind: CommandKind) -> u64 {
        let request = self.issued;
        let ticket = self.begins(request, if kind == Read { HostOp::Read } else { HostOp::Write });
        self.of_ticket(ticket, at, kind, Host);
        self.event.handed_out(ticket);
        request
    }

    fn is_over(&self, request: u64) -> &Finished {
        let over = self.finished.iter().find(|over| over.ticket.request == request);
        over.expect("it is over")
    }

    /// When a request was over, and where its time went, which must be all of it.
    fn end_of(&self, request: u64) -> (u64, Vec<(Item, u64)>) {
        let over = self.is_over(request);
        assert_eq!(over.account.total_ns(), over.finish_ns - over.ticket.arrival_ns);
        (over.finish_ns, over.account.items().filter(|&(_, ns)| ns > 0).collect())
    }

    fn times_of(&self, operation: u64) -> (u64, u64) {
        let timed = self.timed.iter().find(|timed| timed.operation == operation).expect("it has been carried out");
        (timed.start_ns, timed.end_ns)
    }

    fn behind(&self, request: u64) -> (bool, bool) {
        let ticket = &self.is_over(request).ticket;
        (ticket.behind_gc, ticket.behind_blocked)
    }
}

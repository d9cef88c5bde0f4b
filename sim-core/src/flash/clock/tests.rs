//! The event clock, command by command: times and accounts reckoned by hand.

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
const TIMING: Timing = Timing {
    read_ns: 40,
    program_ns: 200,
    erase_ns: 1_000,
    transfer_ns: 100,
    command_ns: 0,
    controller_ns: 0,
    copyback: false,
};

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
        let ticket = Ticket {
            request,
            op,
            arrival_ns: now_ns,
            background: false,
            waits_for: 0,
            held_by: None,
            behind_gc: false,
            behind_blocked: false,
            changes: Vec::new(),
            role: Role::Request,
        };
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

#[test]
fn a_page_crosses_the_bus_in_these_phases() {
    let crossing = |kind: CommandKind, timing: &Timing| -> Vec<u8> {
        (0..6).filter(|&index| kind.transfers(index, timing)).collect()
    };
    let of_all = |timing: Timing| [Read, Program, Copy, Erase, Release].map(|kind| crossing(kind, &timing));
    assert_eq!(of_all(TIMING), [vec![2], vec![0], vec![2, 3], vec![], vec![]]);
    assert_eq!(of_all(Timing { copyback: true, ..TIMING }), [vec![2], vec![0], vec![], vec![], vec![]]);
    assert_eq!(of_all(Timing { transfer_ns: 0, command_ns: 9, ..TIMING }), [const { Vec::<u8>::new() }; 5]);
}

#[test]
fn what_has_ended_is_news_and_a_plane_is_idle_when_nothing_is_queued() {
    let mut device = of(1, 1, Timing { command_ns: 7, ..TIMING }, false);
    assert!(!device.event.has_news(), "nothing has happened");
    let erase = device.collects(0, &[Erase, Program]) - 1;
    while device.event.erased.is_empty() && device.event.step() {}
    // The erase is an operation that ended and a block that was erased, and all the news there is.
    assert!(device.event.has_news());
    assert_eq!((device.event.now_ns, device.event.erased.as_slice()), (1_007, [erase as u32].as_slice()));
    assert_eq!(device.event.timed, [Timed { operation: erase, start_ns: 0, end_ns: 1_007, transfer: None }]);
    assert!(device.event.idle.is_empty(), "the program is under way");
    device.ends();
    assert_eq!(device.event.idle, [0]);
}

#[test]
fn a_plane_is_busy_as_far_as_its_command_has_come() {
    let mut device = device(1, 2);
    device.at(5).request(1, Read);
    assert_eq!(device.at(15).event.busy_ns(), (vec![0], vec![0, 10]));
    device.ends();
    assert_eq!(device.event.busy_ns(), (vec![100], vec![0, 140]));
    device.at(200).request(1, Read);
    assert_eq!(device.at(230).event.busy_ns(), (vec![100], vec![0, 170]));
    assert!(!device.event.transfers(0), "the array works");
    assert!(device.at(250).event.transfers(0), "the page is on its way");
}

#[test]
fn a_power_cut_leaves_nothing_under_way_and_tells_what_was() {
    let mut device = device(1, 2);
    device.command(0, Erase, Gc, |command| command);
    while device.event.step() {}
    device.command(1, Tell, Gc, |command| command);
    let queued: Vec<u64> = (0..2).map(|_| device.request(1, Program)).collect();
    device.collects(0, &[Erase]);
    let read = device.request(0, Read);
    let event = &mut device.event;
    assert!(!event.timed.is_empty() && !event.erased.is_empty() && !event.idle.is_empty() && !event.told.is_empty());
    let dropped: Vec<(u64, bool)> =
        event.drop_all().into_iter().map(|dropped| (dropped.command.operation, dropped.begun)).collect();
    assert_eq!(dropped, [(queued[0], true), (queued[1], false), (read - 1, true), (read, false)]);
    assert!(!event.has_news() && event.tickets.is_empty() && event.next_ns().is_none());
    assert!([0, 1].iter().all(|&plane| !event.is_busy(plane) && !event.is_collecting(plane)));
    assert!(!event.is_channel_busy(0));
    let after = device.request(0, Read);
    device.ends();
    assert_eq!((device.end_of(after).0, device.behind(after)), (1_140, (false, false)));
}

#[test]
fn what_a_layer_asks_about_is_what_runs_and_what_is_queued() {
    let mut device = device(2, 2);
    assert!(!device.event.has_requests(0) && !device.event.is_busy(0) && !device.event.is_channel_busy(0));
    device.request(2, Read);
    assert!(device.event.has_requests(0) && !device.event.has_requests(1), "it runs, and nothing is queued");
    assert!(device.event.is_busy(2) && !device.event.is_busy(0));
    assert_eq!(device.event.collection_ns(2), 0, "a read of the host is no collection");
    device.collects(1, &[Hold(Scope::Channel), Erase, Program, Read]);
    assert!(!device.event.has_requests(1), "a collection is no request");
    assert!(device.event.is_channel_busy(1) && !device.event.transfers(1), "it is kept");
    device.request(1, Program);
    assert!(device.event.has_requests(1), "it is queued");
    // The erase, the program and the read; what is queued behind them is no part of the collection.
    assert_eq!(device.event.collection_ns(1), 1_000 + 300 + 140);
    let load = device.event.load(1);
    assert_eq!((load.running, load.reads, load.programs, load.collecting), (Some(Erase), 0, 1, 2));
}

#[test]
fn the_rest_of_a_transfer_that_gives_way_is_part_of_what_is_to_come() {
    let mut device = of(1, 2, Timing { command_ns: 7, ..TIMING }, false);
    device.event.cuts_transfers(4);
    device.request(0, Read);
    device.collects(0, &[Erase]);
    // The page is on its way from 47 to 147, and is cut at 97. Its rest needs another command.
    assert_eq!(device.at(60).event.collection_ns(0), 87 + 1_007);
    assert!(device.event.is_channel_busy(0));
    device.at(77).collects(1, &[Program]);
    assert_eq!(device.event.collection_ns(0), 20 + 7 + 50 + 1_007);
    assert_eq!(device.at(100).event.collection_ns(0), 7 + 50 + 1_007);
}

#[test]
fn the_phases_after_a_transfer_are_part_of_what_is_to_come() {
    let mut device = device(1, 2);
    device.request(0, Program);
    device.collects(0, &[Erase]);
    assert_eq!(device.at(30).event.collection_ns(0), 70 + 200 + 1_000);
}

#[test]
fn a_transfer_is_cut_between_sectors_and_goes_on_after_the_collections() {
    let mut device = of(1, 2, Timing { command_ns: 7, ..TIMING }, false);
    device.event.cuts_transfers(4);
    let read = device.request(0, Read);
    let program = device.at(77).collects(1, &[Program]);
    device.ends();
    // From 47 on over the bus; the second sector ends at 97. Command and page of the collection, then the rest with a command.
    assert_eq!(device.times_of(program), (77, 97 + 107 + 200));
    assert_eq!(device.end_of(read), (97 + 107 + 57, vec![(Item::Host, 154), (Item::Gc, 107)]));
    assert_eq!(device.event.busy_ns().0, [7 + 50 + 107 + 57]);
    let transfer = device.timed.iter().find(|timed| timed.operation == read).and_then(|timed| timed.transfer);
    assert_eq!(transfer, Some(Transfer { start_ns: 204, end_ns: 261 }), "the last of the pieces");
}

#[test]
fn a_collection_that_a_request_waits_for_waits_for_the_sector_to_end() {
    let mut device = device(1, 2);
    device.event.cuts_transfers(4);
    device.request(0, Read);
    let ticket = device.at(70).begins(9, HostOp::Write);
    device.of_ticket(ticket, 1, Program, Gc);
    device.event.handed_out(ticket);
    device.ends();
    assert_eq!(device.end_of(9), (390, vec![(Item::Waiting, 20), (Item::Gc, 300)]));
}

#[test]
fn the_last_sector_is_not_cut() {
    // Cut in three, the last sector is two nanoseconds shorter than the others.
    for (sectors, asked_ns) in [(3, 120), (4, 120)] {
        let mut device = device(1, 2);
        device.event.cuts_transfers(sectors);
        let read = device.request(0, Read);
        let program = device.at(asked_ns).collects(1, &[Program]);
        device.ends();
        assert_eq!((device.end_of(read).0, device.times_of(program).1), (140, 440), "{sectors} sectors");
    }
}

#[test]
fn a_transfer_that_is_not_cut_ends_in_its_turn() {
    let mut device = device(1, 3);
    device.event.cuts_transfers(4);
    device.request(0, Read);
    let read = device.at(100).collects(1, &[Read]);
    let program = device.at(120).collects(2, &[Program]);
    device.ends();
    // All at 140: the page of the request is there, the program has waited for that, and only then the array is done with the read.
    assert_eq!((device.times_of(program), device.times_of(read)), ((120, 440), (100, 340)));
}

#[test]
fn only_requests_give_way_and_only_to_collections() {
    let mut collecting = device(1, 2);
    collecting.event.cuts_transfers(4);
    let first = collecting.collects(0, &[Read]);
    let second = collecting.at(70).collects(1, &[Program]);
    collecting.ends();
    assert_eq!((collecting.times_of(first).1, collecting.times_of(second).1), (140, 440));

    let mut asking = device(1, 2);
    asking.event.cuts_transfers(4);
    let first = asking.request(0, Read);
    let second = asking.at(70).request(1, Program);
    asking.ends();
    assert_eq!((asking.end_of(first).0, asking.end_of(second).0), (140, 440));
}

#[test]
fn a_collection_waits_its_turn_where_transfers_are_not_cut() {
    let mut device = device(1, 3);
    device.request(0, Read);
    let waits = device.at(60).request(1, Program);
    let collects = device.at(70).collects(2, &[Program]);
    device.ends();
    assert_eq!((device.end_of(waits).0, device.times_of(collects).1), (440, 540));
}

#[test]
fn a_transfer_that_is_cut_already_is_not_cut_again_by_a_finer_cut() {
    let mut device = device(1, 3);
    device.event.cuts_transfers(2);
    let read = device.request(0, Read);
    device.at(70).collects(1, &[Program]);
    device.event.change(TIMING, false, Some(10));
    device.at(75).collects(2, &[Program]);
    device.ends();
    // Cut at 90; the collection that asked last goes first, then the other half of the page.
    assert_eq!(device.end_of(read), (240, vec![(Item::Host, 140), (Item::Gc, 100)]));
}

#[test]
fn the_rest_of_a_cut_transfer_takes_its_time_where_transfers_take_none_any_more() {
    let mut device = device(1, 2);
    device.event.cuts_transfers(4);
    let read = device.request(0, Read);
    device.at(70).collects(1, &[Program]);
    device.at(95).event.change(Timing { transfer_ns: 0, ..TIMING }, false, None);
    device.ends();
    assert_eq!(device.end_of(read).0, 240);
    let transfer = device.timed.iter().find(|timed| timed.operation == read).and_then(|timed| timed.transfer);
    assert_eq!(transfer, Some(Transfer { start_ns: 40, end_ns: 90 }), "up to where it was cut");
}

#[test]
fn a_transfer_gives_way_and_goes_on_at_once_where_the_collection_may_not_use_the_bus() {
    let mut device = of(1, 2, Timing { read_ns: 390, ..TIMING }, true);
    device.event.cuts_transfers(2);
    // A read that holds nothing runs on the other plane when the first keeps the channel.
    let outside = device.collects(1, &[Read]);
    device.event.change(TIMING, true, Some(2));
    let erase = device.collects(0, &[Hold(Scope::Channel), Program, Erase, Release]) - 1;
    let read = device.at(200).request(0, Read);
    device.ends();
    // It overtakes the erase at 300, is on the bus from 340, and is cut at 390 for the read that may not have it before the release.
    assert_eq!((device.end_of(read).0, device.times_of(erase)), (440, (440, 1_440)));
    assert_eq!(device.times_of(outside), (0, 1_540));
}

#[test]
fn a_page_waits_for_the_bus_while_another_plane_keeps_it() {
    let mut device = device(1, 3);
    let read = device.request(2, Read);
    device.collects(0, &[Hold(Scope::Channel), Erase, Release]);
    let late = device.at(10).request(1, Read);
    device.ends();
    // The first has its page from 40 on, the second may not begin: both count for the collection that keeps the channel.
    assert_eq!(device.end_of(read), (1_100, vec![(Item::Host, 140), (Item::Gc, 960)]));
    assert_eq!(device.end_of(late), (1_200, vec![(Item::Host, 140), (Item::Waiting, 60), (Item::Gc, 990)]));
    assert_eq!((device.behind(read), device.behind(late)), ((false, false), (true, false)));
}

#[test]
fn a_page_that_waits_for_the_bus_is_behind_the_collection_that_gets_it_first() {
    let mut device = device(1, 3);
    device.request(1, Program);
    let read = device.request(2, Read);
    device.at(20).collects(0, &[Hold(Scope::Channel), Erase, Release]);
    device.ends();
    let parts = vec![(Item::Host, 140), (Item::Waiting, 60), (Item::Gc, 1_000)];
    assert_eq!((device.end_of(read), device.behind(read)), ((1_200, parts), (true, false)));
}

#[test]
fn a_channel_is_kept_for_the_collection_while_its_own_plane_serves_a_read() {
    let mut device = of(1, 3, TIMING, true);
    let waits = device.request(2, Read);
    device.collects(0, &[Hold(Scope::Channel), Program, Erase, Release]);
    let overtakes = device.at(150).request(0, Read);
    device.ends();
    assert_eq!(device.end_of(overtakes).0, 440);
    // Only the 100 ns in which the other read has the bus are not the collection's.
    let parts = vec![(Item::Host, 140), (Item::Waiting, 100), (Item::Gc, 1_300)];
    assert_eq!(device.end_of(waits), (1_540, parts));
}

#[test]
fn pages_that_wait_for_a_channel_keep_their_order_while_it_is_kept() {
    let mut device = device(1, 3);
    let first = device.request(1, Read);
    let second = device.at(1).request(2, Read);
    device.at(2).collects(0, &[Hold(Scope::Channel), Program, Release]);
    device.ends();
    assert_eq!((device.end_of(first).0, device.end_of(second).0), (402, 502));
}

#[test]
fn a_channel_that_is_kept_is_not_taken_by_a_collection_that_keeps_more() {
    let mut device = device(2, 1);
    let one = device.collects(0, &[Hold(Scope::Channel), Erase, Release]) - 1;
    let all = device.at(10).collects(1, &[Hold(Scope::Controller), Erase, Release]) - 1;
    device.ends();
    assert_eq!((device.times_of(one), device.times_of(all)), ((0, 1_000), (1_000, 2_000)));
}

/// What a collection's erase on plane 0 waits for: a program on plane 2 that outdates a page of its block.
fn erase_waits(device: &mut Device, purpose: Purpose) -> u64 {
    let block = Some(Content { block: 1, erases: 0 });
    device.command(2, Program, Host, |command| command.outdating(block));
    device.at(10).collects(0, &[Hold(Scope::Channel)]);
    let erase = device.command(0, Erase, purpose, |command| command.outdating(block));
    device.collects(0, &[Release]);
    erase
}

#[test]
fn a_collection_gives_back_what_it_keeps_while_it_waits_and_takes_it_again() {
    let mut device = of(1, 3, TIMING, true);
    let erase = erase_waits(&mut device, Gc);
    // A read of its own plane takes nothing again.
    let read = device.at(150).request(0, Read);
    let meanwhile = device.at(250).request(1, Read);
    let late = device.at(400).request(1, Read);
    device.ends();
    assert_eq!((device.end_of(read).0, device.end_of(meanwhile).0), (290, 390));
    // The program is over at 300, the bus is free at 390, and kept again from then on.
    assert_eq!((device.times_of(erase), device.end_of(late).0), ((390, 1_390), 1_530));
}

#[test]
fn taking_the_channel_again_is_the_collections_whatever_it_was_given_back_for() {
    let mut device = device(1, 3);
    let erase = erase_waits(&mut device, Purpose::MapGc);
    let waits = device.at(120).request(0, Read);
    device.at(250).request(1, Read);
    device.ends();
    assert_eq!(device.times_of(erase), (390, 1_390));
    // For the map up to 300 and from 390 on; between them the channel is waited for.
    let parts = vec![(Item::Host, 140), (Item::Gc, 90), (Item::Map, 1_180)];
    assert_eq!(device.end_of(waits), (1_530, parts));
}

#[test]
fn a_plane_that_stands_still_is_busy() {
    let mut device = device(1, 3);
    let block = Some(Content { block: 1, erases: 0 });
    device.command(2, Program, Host, |command| command.outdating(block));
    device.command(0, Erase, Gc, |command| command.outdating(block));
    assert!(device.event.is_busy(0) && device.event.load(0).running.is_none(), "it waits for the program");
}

#[test]
fn an_erase_that_waits_for_a_program_of_its_own_request_takes_over_what_that_took() {
    let mut device = device(1, 3);
    let block = Some(Content { block: 1, erases: 0 });
    let ticket = device.begins(8, HostOp::Write);
    device.collects(2, &[Erase]);
    device.command(2, Program, Host, |command| command.outdating(block).waited_for_by(Some(ticket)));
    device.command(0, Erase, Purpose::Rewrite, |command| command.outdating(block).waited_for_by(Some(ticket)));
    device.event.handed_out(ticket);
    device.ends();
    let parts = vec![(Item::Host, 300), (Item::Gc, 1_000), (Item::Padding, 1_000)];
    assert_eq!(device.end_of(8), (2_300, parts));
}

#[test]
fn a_request_is_marked_once() {
    let mut device = device(1, 2);
    let ticket = device.begins(99, HostOp::Write);
    device.of_ticket(ticket, 0, Program, Host);
    device.of_ticket(ticket, 0, Program, Host);
    device.event.marks(ticket);
    device.event.marks(ticket);
    assert_eq!(device.event.planes[0].blocked, 2);
    let behind = device.request(0, Program);
    device.event.handed_out(ticket);
    device.ends();
    assert_eq!((device.behind(99), device.behind(behind)), ((true, false), (false, true)));
    assert_eq!(device.event.planes[0].blocked, 0);
}

#[test]
fn what_holds_up_a_part_of_a_request_holds_up_the_request() {
    let mut device = device(1, 2);
    device.collects(0, &[Erase]);
    let whole = device.begins(7, HostOp::Read);
    let part = device.event.tickets.begin_other(Role::Part { of: whole, delay_ns: 30 }, 0);
    device.of_ticket(part, 0, Read, Host);
    device.event.handed_out(part);
    device.event.handed_out(whole);
    device.ends();
    assert_eq!(device.behind(7), (true, false));
    assert_eq!(device.end_of(7), (1_170, vec![(Item::Host, 140), (Item::Gc, 1_000), (Item::Parity, 30)]));
}

#[test]
fn a_part_behind_a_request_that_is_held_up_puts_the_whole_behind_it_too() {
    let mut device = device(1, 2);
    device.collects(0, &[Erase]);
    let blocked = device.begins(1, HostOp::Read);
    device.of_ticket(blocked, 0, Read, Host);
    device.of_ticket(blocked, 1, Read, Host);
    device.event.handed_out(blocked);
    let whole = device.begins(2, HostOp::Read);
    let part = device.event.tickets.begin_other(Role::Part { of: whole, delay_ns: 5 }, 0);
    device.of_ticket(part, 1, Read, Host);
    device.event.handed_out(part);
    device.event.handed_out(whole);
    device.ends();
    assert_eq!((device.behind(1), device.behind(2)), ((true, false), (false, true)));
}

#[test]
fn a_part_takes_over_what_its_request_has_waited_for() {
    let mut device = device(1, 2);
    let whole = device.begins(3, HostOp::Read);
    device.of_ticket(whole, 0, Read, Host);
    device.event.tickets.add_for_gc(whole);
    // The collection it waits for lets it go on at 200, with a page that is worked on for 10 ns more.
    let part = device.at(200).event.tickets.begin_other(Role::Part { of: whole, delay_ns: 10 }, 200);
    device.of_ticket(part, 1, Read, Host);
    device.event.handed_out(part);
    device.event.ticket_done(whole);
    device.event.handed_out(whole);
    device.ends();
    assert_eq!(device.end_of(3), (350, vec![(Item::Host, 280), (Item::Gc, 60), (Item::Parity, 10)]));
}

#[test]
fn a_request_waits_between_its_commands() {
    let mut device = device(1, 1);
    let ticket = device.at(50).begins(4, HostOp::Read);
    device.at(80).of_ticket(ticket, 0, Read, Host);
    device.at(300).of_ticket(ticket, 0, Read, Host);
    device.event.handed_out(ticket);
    device.ends();
    assert_eq!(device.end_of(4), (440, vec![(Item::Host, 280), (Item::Waiting, 110)]));
}

#[test]
fn a_request_that_something_else_lets_go_on_has_waited() {
    let mut device = device(1, 1);
    let flush = device.event.tickets.begin_other(Role::Work(0), 0);
    device.of_ticket(flush, 0, Program, Purpose::Flush);
    device.event.handed_out(flush);
    let ticket = device.begins(5, HostOp::Flush);
    device.at(500).event.handed_out(ticket);
    device.ends();
    assert_eq!(device.end_of(5), (500, vec![(Item::Waiting, 500)]));
}

#[test]
fn commands_of_one_write_out_wait_for_each_other_on_its_own_account() {
    let mut device = device(1, 2);
    let out = device.event.tickets.begin_other(Role::WriteOut { cells: 2, tell: None }, 0);
    for plane in [0, 1] {
        device.of_ticket(out, plane, Program, Purpose::Flush);
    }
    device.event.handed_out(out);
    let write = device.begins(6, HostOp::Write);
    device.event.tickets.wait_for_room(write, 1, 1);
    device.event.handed_out(write);
    device.ends();
    assert_eq!(device.end_of(6), (400, vec![(Item::Flush, 400)]));
}

#[test]
fn a_write_that_waits_for_room_alone_is_behind_what_holds_that_up() {
    let mut device = device(1, 2);
    device.collects(0, &[Erase]);
    let out = device.event.tickets.begin_other(Role::WriteOut { cells: 1, tell: None }, 0);
    device.of_ticket(out, 0, Program, Purpose::Flush);
    device.event.handed_out(out);
    let waits = device.begins(1, HostOp::Write);
    device.event.tickets.wait_for_room(waits, 1, 1);
    device.event.handed_out(waits);
    // Another has a page of its own under way when the room is there.
    let works = device.at(1_250).begins(2, HostOp::Write);
    device.of_ticket(works, 1, Read, Host);
    device.event.tickets.wait_for_room(works, 1, 1);
    device.event.handed_out(works);
    device.ends();
    assert_eq!((device.is_over(1).finish_ns, device.is_over(2).finish_ns), (1_300, 1_390));
    assert_eq!((device.behind(1), device.behind(2)), ((true, false), (false, false)));
}

#[test]
fn a_flush_waits_for_the_writes_before_it_whatever_those_after_it_do() {
    let mut device = device(1, 2);
    let before = [device.request(0, Program), device.request(0, Erase)];
    let flush = device.begins(2, HostOp::Flush);
    device.event.handed_out(flush);
    let after = device.at(10).begins(3, HostOp::Write);
    device.of_ticket(after, 1, Program, Host);
    device.event.handed_out(after);
    device.ends();
    assert_eq!(before.map(|request| device.end_of(request).0), [300, 1_300]);
    assert_eq!((device.end_of(2).0, device.end_of(3).0), (1_300, 400));
}

#[test]
fn requests_under_way_are_told_by_their_numbers_and_their_tickets_are_given_out_again() {
    let mut device = device(1, 1);
    assert!(device.event.tickets.is_empty());
    let out = device.event.tickets.begin_other(Role::Work(0), 0);
    let first = device.begins(17, HostOp::Read);
    assert_eq!(device.event.tickets.requests().collect::<Vec<_>>(), [17], "work of the layer is no request");
    assert!(!device.event.tickets.is_empty());
    device.event.handed_out(first);
    assert_eq!(device.event.tickets.requests().collect::<Vec<_>>(), [17], "it is over, and nobody has taken it");
    device.event.tickets.finished.clear();
    let second = device.begins(18, HostOp::Read);
    assert_eq!(second, first);
    let third = device.begins(19, HostOp::Read);
    assert_eq!([out, first, third], [0, 1, 2], "no more tickets than ever were under way together");
    [second, third, out].into_iter().for_each(|ticket| device.event.handed_out(ticket));
    assert!(device.event.tickets.is_empty());
}

//! What a request has waited for, and when it is over.

use super::*;

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

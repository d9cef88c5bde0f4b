//! Planes that wait for the bus, for a channel that is kept, or for another command.

use super::*;

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

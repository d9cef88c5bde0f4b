//! Transfers that give way to collections, between two sectors.

use super::*;

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

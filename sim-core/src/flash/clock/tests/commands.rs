//! A command by itself: its phases, and what a plane is busy with.

use super::*;

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

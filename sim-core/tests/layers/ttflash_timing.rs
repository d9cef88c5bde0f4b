//! ttFlash against times reckoned by hand: 4 channels, one group, 8 pages a block.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device::{Fields, machine, record, request, with};
use serde_json::{Value, json};
use sim_core::base::request::{HostOp, Request};
use sim_core::flash::clock::Clock;
use sim_core::flash::observer::Recorder;
use sim_core::flash::operation::{Kind, Purpose};
use sim_core::machine::Machine;

/// Blocks of 6 outdated and 2 valid pages, RAM that keeps nothing, and planes that want to collect from the start. The first
/// stripe written sets the collection of channel 0 going when its program is over, at 900 µs; the others wait for their turn.
fn fields(more: &[(&'static str, Value)]) -> Fields {
    let fields = vec![
        ("device.preset", json!("ttflash")),
        ("device.channels", json!(4)),
        ("device.chips_per_channel", json!(1)),
        ("device.blocks_per_plane", json!(16)),
        ("device.pages_per_block", json!(8)),
        ("device.over_provisioning", json!(0.3)),
        ("ftl.kind", json!("ttflash")),
        ("ftl.ram_bytes", json!(512)),
        ("ftl.gc_start", json!(6)),
        ("run.initial_state", json!("aged")),
        ("run.aged_used", json!(0.6)),
    ];
    with(fields, more)
}

const BEGUN_US: u64 = 900;

fn run(more: &[(&'static str, Value)], reads: &[(u64, u64, u32)]) -> (Machine, Recorder) {
    let mut list = vec![request(0, HostOp::Write, 108, 3)];
    list.extend(reads.iter().map(|&(at_us, page, pages)| {
        let request: Request = request((BEGUN_US + at_us) * 1000, HostOp::Read, page, pages);
        request
    }));
    let mut device = machine(&fields(more), list);
    let seen = record(&mut device);
    assert_eq!(device.end.as_ref().unwrap().text, "all requests are served");
    device.check().unwrap();
    (device, seen)
}

/// How long the last read takes, in microseconds, and whether it waited for the collection.
fn last_read(more: &[(&'static str, Value)], reads: &[(u64, u64, u32)]) -> (u64, bool) {
    let (device, _) = run(more, reads);
    let last = device.completions.iter().max_by_key(|completion| completion.request).unwrap();
    ((last.finish_ns - last.arrival_ns) / 1000, last.behind_gc)
}

#[test]
fn the_collection_of_two_pages_takes_3680_us_from_the_end_of_the_program_on() {
    let (_, seen) = run(&[], &[]);
    let gc: Vec<_> = seen.operations.iter().filter(|operation| operation.purpose == Purpose::Gc).collect();
    let timed: Vec<_> = gc.iter().filter(|operation| matches!(operation.kind, Kind::Copy | Kind::Erase)).collect();
    let first: Vec<_> = timed
        .iter()
        .take(3)
        .map(|operation| (operation.kind, operation.start_ns / 1000, operation.end_ns / 1000))
        .collect();
    assert_eq!(first, [(Kind::Copy, 900, 1740), (Kind::Copy, 1740, 2580), (Kind::Erase, 2580, 4580)]);
}

/// The read waits 3 580 µs for the plane, or is put together in 143.
#[test]
fn a_read_at_100_us_waits_or_is_put_together() {
    assert_eq!(last_read(&[("ftl.rebuild", json!("off"))], &[(100, 0, 1)]), (3720, true));
    assert_eq!(last_read(&[], &[(100, 0, 1)]), (143, false));
}

/// 80 µs are left; with one of the other channels in use it waits.
#[test]
fn near_the_end_it_waits_if_another_channel_is_busy() {
    assert_eq!(last_read(&[], &[(3600, 0, 1)]), (143, false));
    assert_eq!(last_read(&[], &[(3560, 4, 1), (3600, 0, 1)]), (220, true));
}

#[test]
fn a_whole_stripe_costs_one_page_more() {
    let (device, _) = run(&[], &[(100, 0, 3)]);
    let stripes = &device.core.counters.stripes;
    assert_eq!((stripes.rebuilt_pages, stripes.rebuild_reads), (1, 1));
    assert_eq!(last_read(&[], &[(100, 0, 3)]), (143, false));
}

/// The same three reads as the authors' code decides.
#[test]
fn the_authors_code_waits_out_the_erase() {
    let authors = [("ftl.gtr_rule", json!("authors"))];
    assert_eq!(last_read(&authors, &[(100, 0, 1)]), (143, false));
    assert_eq!(last_read(&authors, &[(3600, 0, 1)]), (220, true));
    assert_eq!(last_read(&authors, &[(3560, 4, 1), (3600, 0, 1)]), (220, true));
    assert_eq!(last_read(&authors, &[(100, 0, 3)]), (143, false));
}

/// Base with parity on two planes a channel; planes take turns, so that one alone collects.
fn base(more: &[(&'static str, Value)]) -> Fields {
    let base =
        vec![("ftl.series", json!("base-parity")), ("ftl.rotate", json!("on")), ("device.chips_per_channel", json!(2))];
    with(base, more)
}

/// The channel stands still, so a page of another plane of it waits too. Controller: all do.
#[test]
fn how_much_stands_still() {
    let scope = |word: &str, page: u64| last_read(&base(&[("ftl.blocking", json!(word))]), &[(100, page, 1)]);
    // Page 3 is on channel 0 of the other group, page 1 on channel 1.
    assert_eq!(
        (scope("channel", 0), scope("channel", 3), scope("channel", 1)),
        ((3720, true), (3720, true), (140, false))
    );
    assert_eq!((scope("plane", 0), scope("plane", 3)), ((3720, true), (140, false)));
    assert_eq!(scope("controller", 1), (3720, true));
    assert_eq!(scope("none", 0), (140, false));
}

#[test]
fn base_may_give_the_channel_back_before_the_erase() {
    let more = [
        ("ftl.series", json!("base-parity")),
        ("device.chips_per_channel", json!(2)),
        ("ftl.base_hold", json!("copies")),
    ];
    assert_eq!(last_read(&more, &[(100, 3, 1)]), (1720, true));
    assert_eq!(last_read(&more, &[(100, 0, 1)]), (3720, true));
}

/// The second half of a copy needs the bus for its command. A page that is on its way there is cut at its next sector,
/// if transfers are; the rest follows with a command of its own.
#[test]
fn a_transfer_gives_way_between_two_sectors() {
    let step = |suspends: bool| {
        // Pages of four sectors: 25 µs each. The read of the other plane of the channel has the bus from 912 to 1 012 µs.
        let more = [
            ("device.chips_per_channel", json!(2)),
            ("device.page_bytes", json!(2048)),
            ("device.command_ns", json!(1_000)),
            ("ftl.ram_bytes", json!(2048)),
            ("ftl.xfer_suspend", json!(suspends)),
        ];
        let mut list = vec![request(0, HostOp::Write, 108 * 4, 3 * 4)];
        list.push(request(871_000, HostOp::Read, 3 * 4, 4));
        let mut device = machine(&fields(&more), list);
        let seen = record(&mut device);
        let copy = seen.operations.iter().find(|one| one.kind == Kind::Copy).unwrap();
        let read = seen.operations.iter().find(|one| one.kind == Kind::Read).unwrap();
        let Clock::Event(event) = &device.core.clock else { unreachable!() };
        let busy_ns = event.busy_ns().0[0];
        ((copy.end_ns - copy.start_ns) / 1000, (read.end_ns - read.start_ns) / 1000, busy_ns)
    };
    // Command, array, wait for the bus, command, array: the first half of the copy, begun at 901 µs, is over at 942.
    let (whole, cut) = (step(false), step(true));
    assert_eq!((whole.0, whole.1), (1 + 40 + 70 + 1 + 800, 141));
    assert_eq!((cut.0, cut.1), (1 + 40 + 20 + 1 + 800, 141 + 1 + 1));
    // The channel is used for one command more.
    assert_eq!(cut.2, whole.2 + 1_000);
}

/// Where sectors take no time, a page has no place at which its way could be cut: the command for it is not.
#[test]
fn a_command_is_never_cut() {
    let ends = |suspends: bool, at_us: u64| {
        let more = [
            ("device.chips_per_channel", json!(2)),
            ("device.transfer_ns", json!(0)),
            ("device.command_ns", json!(300_000)),
            ("ftl.xfer_suspend", json!(suspends)),
        ];
        let list = vec![request(0, HostOp::Write, 108, 3), request(at_us * 1000, HostOp::Read, 3, 1)];
        let mut device = machine(&fields(&more), list);
        let seen = record(&mut device);
        seen.operations.iter().map(|one| (one.start_ns, one.end_ns)).collect::<Vec<_>>()
    };
    for at_us in (0..6_000).step_by(100) {
        assert_eq!(ends(true, at_us), ends(false, at_us), "read at {at_us} µs");
    }
}

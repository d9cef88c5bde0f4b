//! ttFlash and misfortune: power cuts at any operation, with a capacitor and without, and planes that fail.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device;
use crate::support::device::cuts::{operations, requests, survives_cut_after_cut, sweep};
use crate::support::device::ttflash::{BASE, Setup};
use crate::support::device::{finish, machine, request, with};
use serde_json::json;
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::observer::NoObserver;
use sim_core::flash::operation::Kind;
use sim_core::machine::EndKind;

const SERIES: [&str; 6] = ["base", "pb", "gtr", "rgc", "base-parity", "preemptive"];

#[test]
fn a_capacitor_loses_nothing_at_any_operation() {
    for series in SERIES {
        sweep(&Setup { series, ..BASE }.fields(), &requests(3, 160, true), 1);
    }
    sweep(&Setup { channels: 3, chips_per_channel: 2, ..BASE }.fields(), &requests(5, 160, true), 1);
    let more = vec![("ftl.flush_order", json!("lru")), ("device.command_ns", json!(175))];
    sweep(&Setup { more, ..BASE }.fields(), &requests(6, 160, true), 3);
}

#[test]
fn nor_cut_after_cut() {
    for (at, series) in SERIES.into_iter().enumerate() {
        let fields = Setup { series, ..BASE }.fields();
        // Fewer, and start-up itself would never come to its end.
        for apart in [31, 61, 97] {
            let cuts = survives_cut_after_cut(&fields, &requests(10 + at as u64, 200, true), apart);
            assert!(cuts > 3, "{series}: {cuts}");
        }
    }
}

/// Without a capacitor what was in RAM is lost, and counted; parity and pages belong together again afterwards.
#[test]
fn without_a_capacitor_what_is_lost_is_counted() {
    let fields = Setup { capacitor: false, ..BASE }.fields();
    let list: Vec<Request> = requests(4, 200, true).into_iter().filter(|one| one.op != HostOp::Flush).collect();
    let mut lost = 0;
    for cut in (0..operations(&fields, &list)).step_by(3) {
        let mut device = machine(&with(fields.clone(), &[("run.power_cut", json!(cut))]), list.clone());
        while device.step(&mut NoObserver).unwrap() {
            if let Some(loss) = device.power_loss.take() {
                assert_eq!(loss.lost_pages, loss.older_pages + loss.empty_pages);
                lost += loss.lost_pages;
                device.check().unwrap();
            }
        }
        assert_eq!(device.end.clone().unwrap().kind, EndKind::Done, "cut at {cut}: {:?}", device.end);
        device.check().unwrap();
    }
    assert!(lost > 100, "{lost}");
}

/// A flush request makes everything durable where no capacitor does.
#[test]
fn a_flush_makes_ram_durable() {
    let fields = Setup { capacitor: false, ram_pages: 64, ..BASE }.fields();
    let mut list: Vec<Request> = (0..20).map(|at| request(at, HostOp::Write, at, 1)).collect();
    list.push(request(100, HostOp::Flush, 0, 0));
    list.push(request(1_000_000_000, HostOp::Write, 30, 1));
    let mut device = machine(&fields, list);
    while device.requests_begun < 22 {
        device.step(&mut NoObserver).unwrap();
    }
    let flushed = device.completions.iter().find(|done| done.request == 20).unwrap();
    assert!(flushed.finish_ns > 900_000, "{flushed:?}");
    (0..20).for_each(|lpn| assert_eq!(device.ftl.version_in_ram(lpn), None));
    finish(&mut device);
}

fn mixed(seed: u64, count: u64, pages: u64) -> Vec<Request> {
    let mut rng = Rng::new(seed, Component::Workload);
    (0..count)
        .map(|at| {
            let page = rng.below(pages);
            let op = if rng.below(2) == 0 { HostOp::Read } else { HostOp::Write };
            request(at * 300_000, op, page, (1 + rng.below(5)).min(pages - page) as u32)
        })
        .collect()
}

/// Reads and writes go on after a plane has failed, and every read still returns the newest version.
#[test]
fn a_plane_fails_and_reads_go_on() {
    for plane in [0, 3, 6] {
        let fields = Setup { chips_per_channel: 2, failing: Some((plane, 300)), ..BASE }.fields();
        let pages = u64::from(machine(&fields, Vec::new()).core.nand.geometry.logical_pages);
        let mut device = machine(&fields, mixed(7, 1_500, pages));
        let mut steps = 0;
        while device.step(&mut NoObserver).unwrap() {
            steps += 1;
            if steps % 50 == 0 {
                device.check().unwrap();
            }
        }
        assert_eq!(device.end.clone().unwrap().kind, EndKind::Done, "{:?}", device.end);
        let counters = device.core.counters.stripes;
        assert!(counters.rebuilt_pages > 100 && counters.unreadable_pages == 0, "{counters:?}");
        let losses = device.ftl.ttflash().unwrap().losses().unwrap();
        assert_eq!((losses.dead_planes.as_slice(), losses.lost_pages), (&[plane][..], 0));
        assert!(losses.second_loss.same_group_pages > 20 && losses.second_loss.other_group_pages == 0, "{losses:?}");
    }
}

/// A second plane of the group takes the pages of both with it; one of another group does not.
#[test]
fn a_second_plane_of_the_group_loses_what_was_told() {
    let with_second = |second: u32| {
        let more = vec![("ftl.second_plane", json!(second)), ("ftl.second_at", json!(400))];
        let fields = Setup { chips_per_channel: 2, failing: Some((1, 10)), more, ..BASE }.fields();
        let pages = u64::from(machine(&fields, Vec::new()).core.nand.geometry.logical_pages);
        let mut device = machine(&fields, mixed(8, 1_000, pages));
        let seen = device::record(&mut device);
        assert_eq!(device.end.clone().unwrap().kind, EndKind::Done);
        let unreadable = seen.operations.iter().filter(|one| one.kind == Kind::Unreadable).count();
        (device.ftl.ttflash().unwrap().losses().unwrap(), unreadable)
    };
    let (same, unreadable) = with_second(2);
    assert!(same.lost_pages > 20 && unreadable > 20, "{same:?} {unreadable}");
    let (other, unreadable) = with_second(5);
    assert_eq!((other.lost_pages, unreadable), (0, 0), "{other:?}");
}

#[test]
fn a_chip_fails_with_all_its_planes() {
    let more = vec![("ftl.kill_chip", json!(true)), ("device.planes_per_chip", json!(2))];
    let fields = Setup { failing: Some((1, 0)), more, ..BASE }.fields();
    let mut device = machine(&fields, mixed(9, 400, 40));
    finish(&mut device);
    assert_eq!(device.ftl.ttflash().unwrap().losses().unwrap().dead_planes, [1, 5]);
    assert_eq!(device.core.counters.stripes.unreadable_pages, 0);
}

#[test]
fn without_parity_a_plane_takes_its_pages_with_it() {
    let fields = Setup { series: "base", failing: Some((1, 0)), ..BASE }.fields();
    let mut device = machine(&fields, mixed(9, 400, 40));
    finish(&mut device);
    assert!(device.core.counters.stripes.unreadable_pages > 20);
}

/// The second flush request waits for the page as it was written again while its stripe was on its way.
#[test]
fn a_flush_waits_for_what_was_written_again_on_the_way() {
    let fields = Setup { capacitor: false, ram_pages: 64, ..BASE }.fields();
    let flush = |at| request(at, HostOp::Flush, 0, 0);
    let list = vec![request(0, HostOp::Write, 0, 1), flush(10), request(20, HostOp::Write, 0, 1), flush(30)];
    let mut device = machine(&fields, list);
    let over =
        |device: &sim_core::machine::Machine, number: u64| device.completions.iter().any(|done| done.request == number);
    while !over(&device, 3) {
        device.step(&mut NoObserver).unwrap();
        assert!(!over(&device, 3) || device.ftl.version_in_ram(0).is_none());
    }
    let [first, second] = [1, 3].map(|number| device.completions.iter().find(|one| one.request == number).unwrap());
    assert!(first.finish_ns > 900_000 && second.finish_ns > first.finish_ns + 900_000, "{first:?} {second:?}");
}

/// Where a page of a failed plane is known from parity alone, the parity is kept without reading that page.
#[test]
fn parity_is_made_without_the_page_that_it_alone_knows() {
    let fields = Setup { ram_pages: 1, failing: Some((0, 0)), ..BASE }.fields();
    // Page 0 is written after its plane has failed, then page 1, then page 0 again.
    let list =
        [0, 1, 0].into_iter().enumerate().map(|(at, page)| request(at as u64 * 10_000_000, HostOp::Write, page, 1));
    let mut device = machine(&fields, list.collect());
    let seen = device::record(&mut device);
    let reads = |number: u64| -> Vec<u32> {
        let of = |one: &&sim_core::flash::operation::Operation| one.kind == Kind::Read && one.request == number;
        seen.operations.iter().filter(of).map(|one| one.lpn.unwrap()).collect()
    };
    let parity = device.core.nand.geometry.logical_pages;
    assert_eq!((reads(0), reads(1), reads(2)), (vec![1, 2], vec![1, parity], vec![1, 2]));
    device.check().unwrap();
}

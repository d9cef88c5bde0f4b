//! Commands that wait for commands of other planes on the event clock: a map that is read before what it tells of, and
//! written after it.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device::{Fields, machine, record, request, with};
use serde_json::{Value, json};
use sim_core::base::request::HostOp::{Read, Write};
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::operation::{Kind, Operation, Purpose};

const READ: u64 = 140_000;
const PROGRAM: u64 = 900_000;

/// ttFlash's timing on two channels of one plane each: even pages and the translation page in plane 0, odd pages in 1.
fn two_planes(entries: u64, more: &[(&'static str, Value)]) -> Fields {
    let fields = vec![
        ("device.preset", json!("ttflash")),
        ("device.channels", json!(2)),
        ("device.chips_per_channel", json!(1)),
        ("device.blocks_per_plane", json!(16)),
        ("device.pages_per_block", json!(8)),
        ("device.over_provisioning", json!(1.0)),
        ("ftl.kind", json!("dftl")),
        ("ftl.placement", json!("static")),
        ("ftl.map_page_entries", json!(128)),
        ("ftl.cmt_protected", json!(0)),
        ("ftl.cmt_probationary", json!(entries)),
    ];
    with(fields, more)
}

fn at(ns: u64, op: HostOp, page: u64) -> Request {
    request(ns, op, page, 1)
}

fn finish_times(fields: &Fields, list: Vec<Request>) -> Vec<u64> {
    let mut device = machine(fields, list);
    record(&mut device);
    assert_eq!(device.end.as_ref().unwrap().text, "all requests are served");
    let mut done = device.completions.clone();
    done.sort_by_key(|completion| completion.request);
    done.iter().map(|completion| completion.finish_ns).collect()
}

#[test]
fn a_page_is_read_when_the_map_has_been_read() {
    let list = vec![at(0, Read, 1), at(10_000_000, Read, 1)];
    assert_eq!(finish_times(&two_planes(4, &[]), list), [2 * READ, 10_000_000 + READ]);
}

#[test]
fn a_plane_stands_still_for_it_unless_reads_may_overtake() {
    // Page 3 is cached when its read comes behind that of page 1, which waits for the map in the other plane.
    let list = vec![at(0, Read, 3), at(10_000_000, Read, 1), at(10_000_001, Read, 3)];
    let of = |priority: bool| finish_times(&two_planes(4, &[("device.read_priority", json!(priority))]), list.clone());
    assert_eq!(of(false)[1..], [10_000_000 + 2 * READ, 10_000_000 + 3 * READ]);
    assert_eq!(of(true)[1..], [10_000_001 + 2 * READ, 10_000_001 + READ]);
}

#[test]
fn a_translation_page_is_written_after_what_it_speaks_of() {
    // The second write evicts the first one's entry while its page is still being programmed in the other plane.
    let list = vec![at(0, Write, 1), at(1, Write, 3)];
    let first = READ + PROGRAM;
    let written_back = first + PROGRAM;
    assert_eq!(finish_times(&two_planes(1, &[]), list), [first, written_back + READ + PROGRAM]);
}

#[test]
fn order_holds_in_long_runs_whatever_stands_still_while_a_plane_collects() {
    for blocking in ["plane", "channel", "controller"] {
        for priority in [false, true] {
            let more = [
                ("device.read_priority", json!(priority)),
                ("device.chips_per_channel", json!(2)),
                ("ftl.placement", json!("dynamic")),
                ("ftl.map_page_entries", json!(16)),
                ("ftl.gc.blocking", json!(blocking)),
            ];
            let mut rng = Rng::new(5, Component::Workload);
            let mut now = 0;
            let mut one = || {
                now += rng.below(300_000);
                at(now, if rng.below(3) == 0 { Read } else { Write }, rng.below(256))
            };
            let list = (0..2_000).map(|_| one()).collect();
            let mut device = machine(&two_planes(12, &more), list);
            let seen = record(&mut device);
            assert_eq!(device.end.as_ref().unwrap().text, "all requests are served");
            assert!(device.core.counters.gc_runs > 50);
            follows(&seen.operations, device.core.nand.geometry.logical_pages);
        }
    }
}

/// Data is read and written after the map was read for it; a translation page is programmed after all data before it.
fn follows(operations: &[Operation], logical_pages: u32) {
    let mut newest = vec![0; logical_pages as usize];
    for (place, step) in operations.iter().enumerate() {
        let Some(lpn) = step.lpn.filter(|_| matches!(step.kind, Kind::Read | Kind::Program | Kind::Copy)) else {
            continue;
        };
        if step.kind != Kind::Read {
            match lpn.checked_sub(logical_pages) {
                None => newest[lpn as usize] = step.end_ns,
                Some(page) => {
                    let told = &newest[page as usize * 16..][..16];
                    assert!(told.iter().all(|&end_ns| end_ns <= step.start_ns), "{step:?}");
                }
            }
        }
        if step.purpose == Purpose::Host {
            let before = operations[..place].iter().rev().take_while(|other| other.request == step.request);
            let loaded = before.into_iter().find(|other| other.purpose == Purpose::Map && other.kind == Kind::Read);
            assert!(loaded.is_none_or(|loaded| loaded.end_ns <= step.start_ns), "{step:?}");
        }
    }
}

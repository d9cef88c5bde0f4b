//! CFTL: putting logical blocks in order, and what that saves.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device;
use crate::support::device::{Fields, finish, machine, read, record, request, with, write};
use serde_json::{Value, json};
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::operation::{Kind, Purpose};
use sim_core::machine::Machine;

/// Two planes, logical blocks of 4 pages, a translation page for 8 pages.
fn small(more: &[(&'static str, Value)]) -> Fields {
    let fields = vec![
        ("device.channels", json!(2)),
        ("device.pages_per_block", json!(4)),
        ("device.blocks_per_plane", json!(24)),
        ("device.over_provisioning", json!(2.0)),
        ("ftl.kind", json!("cftl")),
        ("ftl.map_page_entries", json!(8)),
        ("ftl.hot_decay_writes", json!(4)),
        ("workload.queue_depth", json!(1)),
    ];
    with(fields, more)
}

/// Writes that put the pages of logical block 5 (20 to 23) out of order.
fn disorder() -> Vec<Request> {
    vec![write(22), write(20), write(21)]
}

#[test]
fn a_block_that_is_read_often_is_put_in_order_in_its_plane() {
    let mut list = disorder();
    list.extend((0..40).map(|at| read(20 + at % 4)));
    let mut device = machine(&small(&[]), list);
    let seen = record(&mut device);
    let counters = device.core.counters;
    assert_eq!(counters.conversions, 1);
    let start = seen.operations.iter().position(|step| step.kind == Kind::ConvertStart).unwrap();
    // 8 × 4 reads after the last write, of the 32nd of which it is a part.
    assert_eq!(seen.operations[start].request, 3 + 31);
    let copies = &seen.operations[start + 1..start + 5];
    let geometry = device.core.nand.geometry;
    let block = seen.operations[start].block.unwrap();
    for (offset, copy) in (0..).zip(copies) {
        assert_eq!((copy.kind, copy.purpose, copy.cause), (Kind::Copy, Purpose::Convert, Some(start as u64)));
        assert_eq!((copy.lpn, copy.to), (Some(20 + offset), Some(geometry.page(block, offset))));
    }
    assert_eq!(geometry.plane_of(block), 5 % 2);
    let map = [start + 5, start + 6].map(|at| (seen.operations[at].kind, seen.operations[at].purpose));
    assert_eq!(map, [(Kind::Read, Purpose::Convert), (Kind::Program, Purpose::Convert)]);
    assert_eq!(seen.operations[start + 7].kind, Kind::ConvertEnd);
    let picture = device.ftl.picture(None, &device.core.nand).map.unwrap();
    assert!(picture.whole_blocks.is_some_and(|blocks| blocks.contains(&(5, block))));
}

#[test]
fn a_page_that_is_written_goes_its_own_way_and_the_others_stay() {
    let mut list = disorder();
    list.extend((0..32).map(|at| read(20 + at % 4)));
    let before = list.len();
    list.extend([write(21), read(20), read(21), read(22)]);
    let mut device = machine(&small(&[]), list);
    while (device.requests_begun as usize) < before {
        device.step(&mut sim_core::flash::observer::NoObserver).unwrap();
    }
    let (hits, place) = (device.core.counters.map_hits, device.ftl.lookup(22));
    finish(&mut device);
    assert_eq!(device.core.counters.map_hits - hits, 4, "the block's entry, then the page's own");
    assert_eq!(device.ftl.lookup(22), place);
    assert_ne!(device.ftl.lookup(21), place - 1);
    device::check(&device);
}

#[test]
fn what_is_written_often_is_left_alone() {
    let list = |write_every: usize| {
        let one = move |at: usize| if at.is_multiple_of(write_every) { write(22) } else { read(20 + at as u64 % 4) };
        (0..400).map(one).collect::<Vec<_>>()
    };
    let conversions = |write_every, threshold: u64| {
        let mut device = machine(&small(&[("ftl.read_threshold", json!(threshold))]), list(write_every));
        finish(&mut device);
        device.core.counters.conversions
    };
    assert_eq!(conversions(8, 32), 0, "reads are counted from the last write on");
    // Four writes are in the first filter; from the fifth on two filters know the block, and it counts as hot.
    assert_eq!(conversions(8, 4), 4, "it is written too often");
}

#[test]
fn ram_is_the_sum_of_its_tables() {
    let fields = vec![
        ("ftl.kind", json!("cftl")),
        ("device.page_bytes", json!(2048)),
        ("device.logical_bytes", json!(1u64 << 30)),
    ];
    let bytes = machine(&fields, Vec::new()).ftl.ram_bytes();
    assert_eq!(bytes, 4 * 1024 + 12 * 4096 + 8 * 2048 + 4 * 2048 * 4 + 4 * 2048);
}

/// A run with room for 64 entries, whatever the layer calls them.
fn run(layer: &'static str, list: &[Request]) -> Machine {
    let fields = vec![
        ("device.pages_per_block", json!(16)),
        ("device.blocks_per_plane", json!(80)),
        ("device.over_provisioning", json!(0.25)),
        ("ftl.kind", json!(layer)),
        ("ftl.map_page_entries", json!(128)),
    ];
    let caches = match layer {
        // So few blocks would all count as hot, if each filter saw as many writes as by default.
        "cftl" => {
            vec![("ftl.cpmt_entries", json!(48)), ("ftl.cbmt_entries", json!(24)), ("ftl.hot_decay_writes", json!(8))]
        }
        _ => vec![("ftl.cmt", json!("lru")), ("ftl.cmt_protected", json!(48)), ("ftl.cmt_probationary", json!(48))],
    };
    let mut device = machine(&with(fields, &caches), list.to_vec());
    finish(&mut device);
    device
}

fn uniform(count: u64, op: HostOp, seed: u64) -> Vec<Request> {
    let mut rng = Rng::new(seed, Component::Workload);
    (0..count).map(|at| request(at * 1_000_000_000, op, rng.below(1024), 1)).collect()
}

/// Far more hits than DFTL for random reads; with writes only, as many. DFTL has as much RAM or more for entries.
#[test]
fn random_reads_hit_much_more_often_and_writes_about_as_often() {
    let disordered = [uniform(6_000, HostOp::Write, 1), uniform(40_000, HostOp::Read, 2)].concat();
    let [dftl, cftl] = ["dftl", "cftl"].map(|layer| run(layer, &disordered).core.counters);
    assert!(cftl.conversions > 30);
    assert!(cftl.map_hits > 2 * dftl.map_hits, "{} {}", cftl.map_hits, dftl.map_hits);

    let written = uniform(20_000, HostOp::Write, 3);
    let [dftl, cftl] = ["dftl", "cftl"].map(|layer| run(layer, &written).core.counters);
    let service = cftl.service_ns as f64 / dftl.service_ns as f64;
    assert!((0.9..1.1).contains(&service), "{service}");
}

#[test]
fn every_entry_that_leaves_is_explained() {
    let list = (0..12).flat_map(|page| [write(page * 2), read(page)]).collect();
    let mut device = machine(&small(&[("ftl.cpmt_entries", json!(3))]), list);
    let seen = record(&mut device);
    let evictions: Vec<u64> =
        seen.operations.iter().filter(|step| step.kind == Kind::MapEvict).map(|step| step.index).collect();
    let explained: Vec<u64> = seen
        .decisions
        .iter()
        .filter(|decision| decision.question == "Why this entry?")
        .map(|decision| {
            assert!(decision.rows[0].chosen && decision.rows.len() <= decision.candidates);
            decision.op
        })
        .collect();
    assert!(evictions.len() > 5);
    assert_eq!(explained, evictions);
}

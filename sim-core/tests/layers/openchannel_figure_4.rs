//! The walk of the paper's Figure 4, step by step, and the sizes of its section 3.1.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device::record;
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::base::request::{HostOp, Request};
use sim_core::experiment::document::Experiment;
use sim_core::flash::observables::Moment;
use sim_core::flash::observer::NoObserver;
use sim_core::flash::operation::{Kind, Purpose};
use sim_core::ftl::openchannel::map_sizes::{directory_bytes, map_blocks};
use sim_core::machine::Machine;
use sim_core::replay::lane::Lane;
use sim_core::replay::places::Unit;
use sim_core::view::openchannel::{map_block, openchannel};
use sim_core::workload::source::Source;

fn experiment() -> Experiment {
    Experiment::new(&json!({ "device": { "preset": "figure-4" }, "ftl": { "kind": "pblk-selective" } }), &[]).unwrap()
}

fn reading_7() -> Machine {
    let request = Request { arrival_ns: 0, op: HostOp::Read, sector: 7, sectors: 1 };
    initial::machine(&experiment(), Source::listed(vec![request]), true).unwrap()
}

fn seen(lane: &Lane) -> Value {
    serde_json::to_value(openchannel(lane, None)).unwrap()["map"].clone()
}

/// Rows of the directory as the figure prints them: hotness, line, offset, address.
fn row(map: &Value, id: usize) -> (u64, u64, u64, Option<u64>) {
    let row = &map["rows"][id];
    let number = |field: &str| row[field].as_u64();
    (number("hotness").unwrap(), number("line").unwrap(), number("offset").unwrap(), number("address"))
}

fn entries(slot: &Value) -> Vec<(u64, u64)> {
    let entry = |entry: &Value| (entry[0].as_u64().unwrap(), entry[1].as_u64().unwrap());
    slot["entries"].as_array().unwrap().iter().map(entry).collect()
}

#[test]
fn before_the_request_everything_is_as_printed() {
    let lane = Lane::new(reading_7());
    let map = seen(&lane);
    let rows: Vec<_> = (0..4).map(|id| row(&map, id)).collect();
    assert_eq!(rows, [(0, 1, 1, None), (0, 1, 2, None), (20, 1, 3, Some(0x3020)), (15, 1, 4, Some(0x3000))]);
    assert_eq!(entries(&map["slots"][0]), [(12, 90), (13, 98), (14, 41), (15, 65)]);
    let of = |id: u32| serde_json::to_value(map_block(&lane, id)).unwrap();
    assert_eq!(entries(&of(0)), [(0, 15), (1, 21), (2, 30), (3, 45)]);
    assert_eq!(entries(&of(1)), [(4, 24), (5, 55), (6, 96), (7, 43)]);
    lane.machine().check().unwrap();
}

#[test]
fn the_nine_steps_come_in_order_and_end_at_page_43() {
    let mut lane = Lane::new(reading_7());
    let mut never = || false;
    let mut steps = Vec::new();
    for _ in 0..9 {
        assert!(lane.step(Unit::Moment(Moment::MapStep), true, &mut never));
        let map = seen(&lane);
        steps.push(map["walk"]["step"].as_u64().unwrap());
        lane.machine().check().unwrap();
        match steps.len() {
            1 => assert_eq!((map["walk"]["id"].as_u64(), map["walk"]["entry"].as_u64()), (Some(1), Some(3))),
            2 => assert_eq!(row(&map, 1).3, None, "a miss: the pointer is null"),
            3 => {
                let victim = &map["walk"]["victim"];
                assert_eq!((victim["id"].as_u64(), victim["hotness"].as_u64()), (Some(3), Some(15)));
                assert_eq!(victim["address"].as_u64(), Some(0x3000));
                let decision = lane.seen.decision.clone().unwrap();
                assert_eq!(decision.question, "Which map block makes way?");
                assert_eq!(decision.rows.len(), 2);
                assert!(decision.rows[0].label.ends_with('3') && decision.rows[0].cells[0] == "15");
            }
            5 => {
                // The victim is on line 2, its old place is stale, and the directory says so; it still points to the slot.
                assert_eq!(row(&map, 3), (15, 2, 1, Some(0x3000)));
                let flash = map["walk"]["flash"].as_array().unwrap();
                let stale: Vec<_> = flash.iter().filter(|block| block["state"] == "stale").collect();
                assert_eq!(
                    (stale.len(), stale[0]["line"].as_u64(), stale[0]["offset"].as_u64()),
                    (1, Some(1), Some(4))
                );
                assert_eq!(entries(stale[0]), [(12, 90), (13, 98), (14, 77), (15, 57)]);
                let new = flash.iter().find(|block| block["state"] == "new").unwrap();
                assert_eq!((new["line"].as_u64(), new["offset"].as_u64()), (Some(2), Some(1)));
                assert_eq!(entries(new), [(12, 90), (13, 98), (14, 41), (15, 65)]);
                assert_eq!(map["walk"]["from"], json!([1, 2]), "map block 1 is read from line 1, place 2");
                assert_eq!(map["slots"][0]["used"], json!(false), "the status bit went from 1 to 0");
            }
            6 => assert_eq!(entries(&map["slots"][0]), [(4, 24), (5, 55), (6, 96), (7, 43)]),
            7 => assert_eq!(map["slots"][0]["used"], json!(true), "and back to 1"),
            8 => assert_eq!(map["walk"]["hotness_after"].as_u64(), Some(28), "the least in memory, and 8 for the load"),
            _ => {}
        }
    }
    assert_eq!(steps, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let map = seen(&lane);
    assert_eq!((row(&map, 1).3, row(&map, 3)), (Some(0x3000), (15, 2, 1, None)));
    assert_eq!(map["walk"]["ppn"].as_u64(), Some(43));
}

#[test]
fn one_map_block_is_written_and_one_is_read() {
    let mut machine = reading_7();
    let seen = record(&mut machine);
    let count = |kind: Kind, purpose: Purpose| {
        seen.operations.iter().filter(|operation| (operation.kind, operation.purpose) == (kind, purpose)).count()
    };
    assert_eq!((count(Kind::Program, Purpose::Map), count(Kind::Read, Purpose::Map)), (1, 1));
    assert_eq!(seen.operations.last().map(|read| (read.kind, read.from)), Some((Kind::Read, Some(43))));
    // At one page a map block: a write of 4 µs, a read of 1 µs, then the data.
    assert_eq!(machine.completions[0].finish_ns, 4000 + 1000 + 1000);
}

/// A map block of 16 pages is one command: its fixed part once, and a transfer a page.
#[test]
fn a_miss_with_a_changed_victim_costs_what_two_commands_cost() {
    let fields = json!({
        "device": { "preset": "ocssd-virtual-small" },
        "ftl": { "kind": "pblk-selective", "cache_bytes": 4096 },
    });
    let write = |page: u64| Request { arrival_ns: 0, op: HostOp::Write, sector: page * 8, sectors: 8 };
    let source = Source::listed(vec![write(0), write(1), write(1024)]);
    let mut machine = initial::machine(&Experiment::new(&fields, &[]).unwrap(), source, false).unwrap();
    while machine.step(&mut NoObserver).unwrap() {}
    let ends: Vec<u64> = machine.completions.iter().map(|done| done.finish_ns).collect();
    let (host_write, load, write_back) = (30_320, 10_000 + 16 * 320, 30_000 + 16 * 320);
    assert_eq!(ends, [load + host_write, load + 2 * host_write, 2 * load + 3 * host_write + write_back]);
    assert_eq!(load + write_back, 50_240);
}

/// Paper 004, section 3.1.
#[test]
fn sizes_of_a_terabyte_come_out_exactly() {
    let table_bytes = (1u64 << 40) / 4096 * 4;
    assert_eq!(table_bytes, 1 << 30);
    assert_eq!(map_blocks(table_bytes, 64 << 10), 16_384);
    assert_eq!(directory_bytes(16_384), 640 << 10);
    assert_eq!(directory_bytes(map_blocks(400 << 20, 64 << 10)), 6400 * 40);
}

#[test]
fn the_stage_can_look_between_any_two_operations() {
    let mut lane = Lane::new(reading_7());
    let mut never = || false;
    while lane.step(Unit::Operation, true, &mut never) && lane.machine().end.is_none() {
        assert!(seen(&lane)["rows"].as_array().unwrap().len() == 4);
    }
}

#[test]
fn blocks_outside_memory_are_shown_under_every_policy() {
    for policy in sim_core::ftl::openchannel::map_policy::KINDS {
        let document =
            json!({ "device": { "preset": "figure-4" }, "ftl": { "kind": "pblk-selective", "policy": policy } });
        let request = Request { arrival_ns: 0, op: HostOp::Read, sector: 7, sectors: 1 };
        let experiment = Experiment::new(&document, &[]).unwrap();
        let lane = Lane::new(initial::machine(&experiment, Source::listed(vec![request]), true).unwrap());
        let map = seen(&lane);
        assert_eq!(row(&map, 0).3, None, "{policy}");
        assert_eq!(row(&map, 3).3, Some(0x3000), "{policy}");
    }
}

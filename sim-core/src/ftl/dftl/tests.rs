//! The map on flash under DFTL: what start-up reads and finds again, which trims stay, what the check notices, and what is told.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::assembly::initial;
use crate::base::request::{HostOp, Request};
use crate::experiment::document::Experiment;
use crate::flash::counters::Counters;
use crate::flash::device_state::DeviceState;
use crate::flash::observer::{NoObserver, Observer};
use crate::ftl::flash_map::Cache;
use crate::ftl::pool::map_listener::MapListener;
use crate::ftl::{AnyLayer, Ftl};
use crate::machine::Machine;
use crate::nand::block::BlockKind;
use crate::workload::source::Source;
use HostOp::{Read, Trim, Write};
use serde_json::{Value, json};

/// A device of 16 logical pages in blocks of four, with four entries to a translation page and room for one entry in RAM.
fn device(device: Value, start: &str, requests: &[(HostOp, u64)]) -> Machine {
    let document = json!({
        "device": { "preset": "toy", "page_bytes": 512, "blocks_per_plane": 12, "over_provisioning": 2.0 },
        "ftl": {
            "kind": "dftl", "map_page_entries": 4, "cmt": "lru", "cmt_protected": 0, "cmt_probationary": 1,
            "gc": { "low": 2, "high": 3 },
        },
        "run": { "initial_state": start },
        "workload": { "queue_depth": 1 },
    });
    let of_device = device.as_object().unwrap().iter().map(|(name, value)| (format!("device.{name}"), value.clone()));
    let request = |&(op, sector): &(HostOp, u64)| Request { arrival_ns: 0, op, sector, sectors: 1 };
    let source = Source::listed(requests.iter().map(request).collect());
    initial::machine(&Experiment::new(&document, &of_device.collect::<Vec<_>>()).unwrap(), source, true).unwrap()
}

fn served(start: &str, requests: &[(HostOp, u64)]) -> (Dftl, DeviceState) {
    let mut device = device(json!({}), start, requests);
    while device.step(&mut NoObserver).unwrap() {}
    device.check().unwrap();
    match device.ftl {
        Ftl::Other(AnyLayer::Dftl(dftl)) => (*dftl, device.core),
        other => unreachable!("{other:?}"),
    }
}

/// Power is cut and comes back. What the device did to start up.
fn restart(dftl: &mut Dftl, core: &mut DeviceState) -> Counters {
    let before = core.counters;
    {
        let mut observer = NoObserver;
        let mut observer = observer.behind_pointer();
        let mut flash = Flash::new(core, &mut observer);
        dftl.recover(&mut flash).unwrap();
        assert_eq!(flash.cause(), None, "what follows is not part of it");
    }
    dftl.check(&core.nand).unwrap();
    core.counters - before
}

#[test]
fn start_up_reads_what_may_be_newer_than_the_oldest_translation_page_and_of_the_rest_two_pages_a_block() {
    let reads = |start, requests: &[(HostOp, u64)]| {
        let (mut dftl, mut core) = served(start, requests);
        restart(&mut dftl, &mut core).reads[Purpose::Recovery as usize]
    };
    // Two pages of each of four data blocks, the block of translation pages, and those four again for their entries.
    assert_eq!(reads("full_seq", &[]), 4 * 2 + 4 + 4);
    // Each write but the first evicts the entry before, so that data and translation pages are written in turn, each to a new
    // block: the data are all read, and the outdated translation pages are too.
    let in_turn = [(Write, 1), (Write, 5), (Write, 9), (Write, 13), (Read, 0)];
    assert_eq!(reads("full_seq", &in_turn), 4 * 2 + 4 + 4 + 4 + 4);
    // Of three data pages two, three copies of the only translation page that there is, and its last one again.
    assert_eq!(reads("clean", &[(Write, 5), (Write, 6), (Write, 7), (Read, 0)]), 2 + 3 + 1);
}

/// Page 7 is written and given up, and its entry makes way.
const GIVEN_UP: [(HostOp, u64); 3] = [(Write, 7), (Trim, 7), (Read, 0)];

#[test]
fn a_page_that_a_translation_page_says_is_nowhere_stays_nowhere_after_a_power_cut() {
    for times in [1, 2] {
        let (mut dftl, mut core) = served("full_seq", &GIVEN_UP.repeat(times));
        let places = dftl.pool.l2p.clone();
        assert_eq!(places[7], NONE);
        let done = restart(&mut dftl, &mut core);
        assert_eq!(dftl.pool.l2p, places, "given up {times} times");
        // Nothing is newer than the map on flash.
        assert_eq!((dftl.cmt.entries(), done.nand_programs(), done.map_lazy_updates), ([0, 0], 0, 0));
    }
}

#[test]
fn a_trim_that_no_translation_page_tells_of_is_forgotten_in_a_power_cut() {
    let (dftl, _) = served("full_seq", &GIVEN_UP[..1]);
    let written = dftl.pool.place(7);
    let (mut dftl, mut core) = served("full_seq", &GIVEN_UP[..2]);
    let done = restart(&mut dftl, &mut core);
    assert_eq!((dftl.pool.place(7), dftl.cmt.is_dirty(7), dftl.cmt.dirty()), (written, true, 1));
    assert_eq!((done.nand_programs(), done.map_lazy_updates), (0, 0));
    // The translation page was on its way to the flash.
    let (mut dftl, mut core) = served("full_seq", &GIVEN_UP);
    forget_translation_page(1, &dftl, &mut core);
    restart(&mut dftl, &mut core);
    assert_eq!(dftl.pool.place(7), written);
}

#[test]
fn a_trim_stays_as_it_was_first_told_where_a_later_translation_page_does_not_get_to_the_flash() {
    let (mut dftl, mut core) = served("full_seq", &[&GIVEN_UP[..], &[(Write, 5), (Read, 0)]].concat());
    forget_translation_page(1, &dftl, &mut core);
    restart(&mut dftl, &mut core);
    assert_eq!(dftl.pool.place(7), NONE);
    assert!(dftl.cmt.is_dirty(5));
}

/// The newest copy of a translation page is one whose program was cut off.
fn forget_translation_page(page: u32, dftl: &Dftl, core: &mut DeviceState) {
    let ppn = dftl.map.directory(&dftl.pool)[page as usize];
    core.nand.oob.as_mut().unwrap().sequence[ppn as usize] = 0;
}

#[test]
fn what_is_newer_than_the_map_on_flash_and_finds_no_room_in_ram_is_written_to_it() {
    let (mut dftl, mut core) = served("full_seq", &[(Write, 5), (Write, 9)]);
    // The translation page of page 5 was written when its entry made way, and is lost.
    forget_translation_page(1, &dftl, &mut core);
    let places = dftl.pool.l2p[..16].to_vec();
    let done = restart(&mut dftl, &mut core);
    assert_eq!(dftl.pool.l2p[..16], places);
    assert_eq!((dftl.cmt.is_dirty(5), dftl.cmt.dirty()), (true, 1), "the first one found");
    assert_eq!((done.programs[Purpose::MapUpdate as usize], done.nand_programs()), (1, 1), "for page 9");
    assert!(dftl.pool.areas[0].moved.is_empty());
}

#[test]
fn in_idle_time_one_translation_page_is_put_right_at_a_time() {
    for (all, left) in [(false, vec![9, 6]), (true, vec![])] {
        let (Dftl { mut pool, mut map, mut cmt, .. }, mut core) = served("full_seq", &[(Read, 13)]);
        pool.areas[0].moved = vec![1, 9, 6, 2, 13];
        let mut keep = Keep { map: &mut map, cache: &mut cmt };
        keep.moved(&mut pool, 0, all, &mut Flash::new(&mut core, &mut NoObserver.behind_pointer())).unwrap();
        assert_eq!(pool.areas[0].moved, left, "the entry of page 13 is in RAM");
        assert_eq!(core.counters.map_lazy_updates, 1);
        assert_eq!(core.counters.programs[Purpose::MapUpdate as usize], if all { 3 } else { 1 });
    }
}

#[test]
fn a_layer_that_contradicts_the_flash_or_itself_is_noticed() {
    let broken = |wrong: &dyn Fn(&mut Dftl, &mut Nand)| {
        let (mut dftl, mut core) = served("full_seq", &[(Write, 1)]);
        wrong(&mut dftl, &mut core.nand);
        match dftl.check(&core.nand) {
            Err(Rule::Invariant(text)) => text,
            other => format!("{other:?}"),
        }
    };
    let clean = |dftl: &mut Dftl| dftl.cmt.mark(dftl.cmt.find(1).unwrap(), false);
    let wrong = "the map on flash is wrong about page 1, and no entry in RAM is right";
    assert_eq!(broken(&|dftl, _| clean(dftl)), wrong);
    let moved = |dftl: &mut Dftl, lpn| dftl.pool.areas[0].moved.push(lpn);
    assert_eq!(broken(&|dftl, _| (clean(dftl), moved(dftl, 1)).1), "Ok(())", "it has just moved");
    assert_eq!(broken(&|dftl, _| (clean(dftl), moved(dftl, 2)).1), wrong, "another has");
    assert_eq!(
        broken(&|_, nand| nand.open(11, BlockKind::Data).unwrap()),
        "plane 0: the free list is not the list of free blocks"
    );
    let no_flags = |bulk: AnyBulk<'_>| {
        if let AnyBulk::U8(flags) = bulk {
            flags.fill(0);
        }
    };
    assert!(broken(&|dftl, _| dftl.cmt.bulk(&mut no_flags.clone())).starts_with("the cached mapping table "));
}

#[test]
fn room_in_bytes_is_split_as_the_default_room_is() {
    let room = |bytes: Value, logical_pages| {
        let fields = json!({ "cmt_protected": 30, "cmt_probationary": 12, "cmt_bytes": bytes });
        capacity(&Settings(fields.as_object().unwrap().clone()), logical_pages)
    };
    assert_eq!(room(Value::Null, 1_000), [30, 12]);
    assert_eq!(room(json!(65_536), 10_000), [6_552, 1_640]);
    // One entry is in probation, and half an entry is none.
    assert_eq!((room(json!(8), 1_000), room(json!(87), 1_000)), ([0, 1], [7, 3]));
    // As many as there are pages.
    assert_eq!((room(Value::Null, 40), room(Value::Null, 20)), ([30, 10], [19, 1]));
}

#[test]
fn the_picture_counts_the_entries_of_each_translation_page() {
    let (mut dftl, core) = served("full_seq", &[]);
    dftl.cmt = Cmt::new(Replacement::Segmented, [2, 2]);
    for lpn in [5, 6, 14] {
        let slot = dftl.cmt.insert(lpn);
        if lpn == 5 {
            dftl.cmt.touch(slot);
        }
    }
    assert_eq!(dftl.picture(None, &core.nand).map.unwrap().resident, [0, 2, 0, 1]);
}

#[test]
fn a_trim_on_the_event_clock_looks_its_page_up_in_one_step_after_the_other() {
    let took = |clock: &str, requests: &[(HostOp, u64)]| {
        let two = json!({ "clock": clock, "channels": 2, "over_provisioning": 5.0 });
        let mut device = device(two, "full_seq", requests);
        while device.step(&mut NoObserver).unwrap() {}
        let last = device.completions.last().unwrap();
        last.finish_ns - last.arrival_ns
    };
    // The entry of page 1 is written back to one plane; the translation page of page 5 is in the other.
    let requests = [(Write, 1), (Trim, 5)];
    assert_eq!((took("event", &requests), took("serial", &requests)), (6_000, 6_000));
}

#[test]
fn of_many_entries_the_first_five_that_would_leave_and_the_last_are_told() {
    let told = |entries: Lpn, dirty: Lpn| {
        let mut cmt = Cmt::new(Replacement::Plain, [0, 9]);
        for lpn in 10..10 + entries {
            cmt.insert(lpn);
        }
        cmt.page_moved(dirty);
        let decision = explain::decision(3, &cmt);
        let names: Vec<String> = decision.rows.iter().map(|row| row.label.clone()).collect();
        assert_eq!(decision.candidates, entries as usize);
        let cells: Vec<String> = decision.rows.iter().take(2).map(|row| row.cells.join(", ")).collect();
        (names.join(" ").replace("LPN ", ""), decision.headline, cells)
    };
    let (dirty, clean) = ("dirty, a read and a program".to_string(), "clean, nothing".to_string());
    assert_eq!(
        told(7, 10),
        (
            "10 11 12 13 14 16".into(),
            "The entry of **LPN 10** leaves the cache: it is dirty, so its translation page is read and rewritten."
                .into(),
            vec![dirty.clone(), clean.clone()]
        )
    );
    let dropped = "The entry of **LPN 10** leaves the cache: it is clean, so it is simply dropped.";
    assert_eq!(told(6, 11), ("10 11 12 13 14 15".into(), dropped.into(), vec![clean, dirty]));
    assert_eq!(told(5, 11).0, "10 11 12 13 14");
}

//! Why now: whatever a policy begins tells the condition that triggered it, with the numbers of that moment.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device::{Fields, HaltBefore, machine, record, request, with, write};
use serde_json::{Value, json};
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::buffer::BUFFERS;
use sim_core::flash::halt::Reason;
use sim_core::flash::operation::{Kind, Operation, Purpose};
use sim_core::flash::trigger::{Is, What};
use sim_core::ftl::LAYERS;
use sim_core::machine::Machine;
use std::collections::BTreeMap;

/// What is begun by somebody's choice, and so at a moment that has a reason.
fn is_triggered(kind: Kind) -> bool {
    use Kind::{
        BlockBad, ConvertStart, FlushStart, GcStart, HeldBack, MapEvict, PlugStart, Rebuild, ReclaimStart, Resplit,
        SessionEnd, SetEvict, Swap, Wait, WearStart,
    };
    kind.is_merge()
        || matches!(
            kind,
            GcStart
                | WearStart
                | ReclaimStart
                | MapEvict
                | ConvertStart
                | FlushStart
                | PlugStart
                | SetEvict
                | Swap
                | SessionEnd
                | Rebuild
                | Wait
                | HeldBack
                | Resplit
                | BlockBad
        )
}

/// Writes, most of them to few pages, with some reads, trims and flushes.
fn mixed(pages: u64, count: u64, gap_ns: u64) -> Vec<Request> {
    let mut rng = Rng::new(pages * count, Component::Workload);
    let mut list = Vec::new();
    for n in 0..count {
        let hot = rng.below(4) > 0;
        let first = if hot { rng.below(pages / 4) } else { rng.below(pages) };
        let length = (1 + rng.below(5)).min(pages - first) as u32;
        let op = match rng.below(40) {
            0 => HostOp::Flush,
            1 => HostOp::Trim,
            2..8 => HostOp::Read,
            _ => HostOp::Write,
        };
        let (first, length) = if op == HostOp::Flush { (0, 0) } else { (first, length) };
        list.push(request(n * gap_ns, op, first, length));
        if n % 50 == 49 {
            // A whole block, in order and as one.
            let block = rng.below(pages / 4) * 4;
            list.push(request(n * gap_ns, HostOp::Write, block, 4));
        }
    }
    list
}

fn small(layer: &'static str, buffer: &'static str, clock: &str) -> Fields {
    let (channels, blocks) = if layer == "ttflash" { (4, 10) } else { (1, 24) };
    let mut fields: Fields = vec![
        ("device.channels", json!(channels)),
        ("device.chips_per_channel", json!(1)),
        ("device.pages_per_block", json!(4)),
        ("device.blocks_per_plane", json!(blocks)),
        ("device.over_provisioning", json!((channels * blocks * 4) as f64 / 40.0 - 1.0)),
        ("device.transfer_ns", json!(50_000)),
        ("device.clock", json!(clock)),
        ("ftl.kind", json!(layer)),
        ("run.initial_state", json!("full_seq")),
    ];
    fields.extend(match layer {
        "ttflash" => vec![("ftl.ram_bytes", json!(8 * 512)), ("ftl.gc_start", json!(4))],
        "pblk" => vec![("ftl.ring_entries", json!(8))],
        "pblk-selective" => vec![
            ("ftl.ring_entries", json!(8)),
            ("ftl.cache_block_bytes", json!(32)),
            ("ftl.map_page_entries", json!(4)),
            ("ftl.cache_bytes", json!(64)),
        ],
        "dftl" => vec![("ftl.cmt_protected", json!(3)), ("ftl.cmt_probationary", json!(2)), ("ftl.gc.low", json!(2))],
        "cftl" => vec![("ftl.cpmt_entries", json!(4)), ("ftl.read_threshold", json!(5)), ("ftl.gc.low", json!(2))],
        "clash" => vec![("ftl.p_pages", json!(6)), ("ftl.b_blocks", json!(2))],
        _ => vec![],
    });
    if buffer != "none" {
        fields.push(("buffer.kind", json!(buffer)));
        fields.push(if buffer == "clash" { ("buffer.p_pages", json!(4)) } else { ("buffer.bytes", json!(6 * 512)) });
    }
    if buffer == "clash" {
        fields.push(("buffer.b_blocks", json!(1)));
    }
    fields
}

/// Runs, and looks at every operation: whether it says why now, and whether that is true of its numbers. How often each sort of
/// condition was met.
fn tally(what: &str, fields: &Fields, count: u64, gap_ns: u64, met: &mut BTreeMap<String, u64>) {
    let pages = u64::from(machine(fields, Vec::new()).core.nand.geometry.logical_pages);
    let mut device = machine(fields, mixed(pages, count, gap_ns));
    let seen = record(&mut device);
    assert_eq!(device.end.as_ref().unwrap().text, "all requests are served", "{what}");
    for operation in &seen.operations {
        assert!(
            operation.trigger.is_some() || !is_triggered(operation.kind),
            "{what}: {operation:?} without a trigger"
        );
        let Some(trigger) = operation.trigger else { continue };
        assert!(trigger.holds(), "{what}: {}: {operation:?}", trigger.words());
        for condition in trigger.conditions() {
            *met.entry(format!("{:?}", condition.what())).or_default() += 1;
        }
    }
}

/// Layers that a buffer may stand in front of.
fn takes_a_buffer(layer: &str) -> bool {
    LAYERS.iter().any(|entry| entry.info.kind == layer && !entry.traits.caches_pages) && !layer.starts_with("pblk")
}

#[test]
fn everything_begun_tells_a_condition_that_holds() {
    let mut met = BTreeMap::new();
    for layer in LAYERS.iter().map(|entry| entry.info.kind) {
        for buffer in BUFFERS.iter().map(|entry| entry.info.kind) {
            if buffer != "none" && !takes_a_buffer(layer) {
                continue;
            }
            for clock in ["serial", "event"] {
                if layer == "ttflash" && clock == "serial" {
                    continue;
                }
                let what = format!("{layer}, {buffer}, {clock}");
                tally(&what, &small(layer, buffer, clock), 300, 400_000, &mut met);
            }
        }
    }
    let mut also = |layer: &'static str, buffer: &'static str, clock: &str, more: &[(&'static str, Value)]| {
        let what = format!("{layer}, {buffer}, {clock}, {more:?}");
        tally(&what, &with(small(layer, buffer, clock), more), 600, 9_000_000, &mut met);
    };
    for layer in ["page", "superblock", "bast", "fast", "dftl"] {
        for wear in [
            ("static", "ftl.wear_leveling.delta", 1),
            ("swl-bet", "ftl.wear_leveling.threshold", 2),
            ("ban", "ftl.wear_leveling.interval", 5),
        ] {
            also(layer, "none", "serial", &[("ftl.wear_leveling.kind", json!(wear.0)), (wear.1, json!(wear.2))]);
        }
    }
    also("page", "none", "event", &[("ftl.gc.idle_below", json!(6))]);
    also("dftl", "none", "event", &[("ftl.gc.idle_below", json!(6)), ("ftl.translation_pool", json!("separate"))]);
    also("block", "none", "serial", &[("ftl.spare_pages", json!(1))]);
    // Few free blocks, and superblocks that want more of them than there are.
    let tight = [("device.blocks_per_plane", json!(16)), ("device.over_provisioning", json!(0.6))];
    also("superblock", "none", "serial", &with(tight.to_vec(), &[("ftl.log_blocks", json!(4))]));
    also("pblk", "none", "event", &[("ftl.write_unit", json!(4))]);
    also("nftl", "none", "serial", &[("ftl.log_blocks", json!(6)), ("ftl.replacement_blocks", json!(1))]);
    also("sast", "none", "serial", &[("ftl.log_blocks", json!(6)), ("ftl.group_logs", json!(2))]);
    also("fast", "none", "serial", &[("ftl.log_blocks", json!(3)), ("ftl.sw_violation", json!("rw"))]);
    also("kast", "none", "serial", &[("ftl.log_blocks", json!(6)), ("ftl.sequential_blocks", json!(2))]);
    also("last", "none", "serial", &[("ftl.log_blocks", json!(6)), ("ftl.sequential_bytes", json!(1024))]);
    also("clash", "none", "serial", &[("ftl.split", json!("dynamic")), ("ftl.split_window", json!(4))]);
    also("clash", "none", "serial", &[("ftl.equal_sizes", json!("swap")), ("ftl.merge", json!("early"))]);
    also("page", "capbacked", "event", &[("buffer.high_water", json!(0.5))]);
    also("page", "lbuffer", "serial", &[("buffer.session", json!(50))]);
    for series in ["base", "pb", "gtr", "rgc", "nogc", "preemptive"] {
        for reads in ["paper", "authors"] {
            also("ttflash", "none", "event", &[("ftl.series", json!(series)), ("ftl.gtr_rule", json!(reads))]);
        }
    }
    let never: Vec<&&str> = MET.iter().filter(|what| !met.contains_key(**what)).collect();
    assert!(never.is_empty(), "never met: {never:?} among {met:#?}");
}

/// Conditions that these runs meet, one at least for each sort of thing that begins.
const MET: [&str; 43] = [
    "FreeBlocks",
    "FreeBlocksAgain",
    "MapFreeBlocks",
    "IdleFreeBlocks",
    "Token",
    "ErasesApart",
    "ErasesCounted",
    "ErasesSince",
    "Place",
    "SparePages",
    "ChainBlocks",
    "ReplacementBlocks",
    "ChainPages",
    "GroupLogs",
    "Logs",
    "RandomLogs",
    "SequentialLogs",
    "LogPages",
    "InOrder",
    "InOrderOfWritten",
    "FirstPage",
    "NextInOrder",
    "ValidPages",
    "SuperblockBlocks",
    "MapEntries",
    "MapBlocks",
    "PageSlots",
    "BlockSlots",
    "EmptiestSlot",
    "BufferPages",
    "PagesOverMark",
    "PagesInRam",
    "SessionWrites",
    "GcTimeLeft",
    "FreeChunks",
    "FreeBlocksKept",
    "WriteCommand",
    "PagesAhead",
    "RingShare",
    "IdlePlane",
    "VictimPages",
    "MovedPages",
    "QuietChannel",
];

/// The trigger of the first operation of a kind.
fn first(kind: Kind, fields: Fields, list: Vec<Request>) -> String {
    let seen = record(&mut machine(&fields, list));
    let found = seen.operations.iter().find(|operation| operation.kind == kind);
    found.and_then(|operation| operation.trigger).map_or_else(String::new, |trigger| trigger.words())
}

#[test]
fn each_layer_and_buffer_tells_it_with_its_numbers() {
    let of = |layer, more: &[(&'static str, Value)]| with(small(layer, "none", "serial"), more);
    let buffered = |buffer, more: &[(&'static str, Value)]| with(small("page", buffer, "serial"), more);
    let again = |page: u64, times: usize| vec![write(page); times];
    let apart = |pages: u64| (0..pages).map(|page| write(page * 5 % 40)).collect::<Vec<_>>();
    let blocks = |blocks: u64| (0..blocks).map(|block| write(block * 4 + 1)).collect::<Vec<_>>();
    let logs = ("ftl.log_blocks", json!(2));
    let told = [
        first(Kind::GcStart, of("page", &[]), again(1, 100)),
        first(Kind::FullMerge, of("block", &[]), again(1, 1)),
        first(Kind::ReclaimStart, of("nftl", &[logs.clone(), ("ftl.replacement_blocks", json!(1))]), again(1, 5)),
        first(Kind::ReclaimStart, of("nftl", std::slice::from_ref(&logs)), blocks(3)),
        first(Kind::ReclaimStart, of("bast", std::slice::from_ref(&logs)), again(1, 5)),
        first(Kind::ReclaimStart, of("bast", std::slice::from_ref(&logs)), blocks(3)),
        first(Kind::FullMerge, of("bast", std::slice::from_ref(&logs)), again(1, 5)),
        first(
            Kind::ReclaimStart,
            of("sast", &[("ftl.log_blocks", json!(6)), ("ftl.group_logs", json!(1))]),
            again(1, 5),
        ),
        first(Kind::ReclaimStart, of("fast", &[("ftl.log_blocks", json!(3))]), again(1, 9)),
        first(Kind::FullMerge, of("fast", &[("ftl.log_blocks", json!(3))]), blocks(9)),
        first(Kind::SwitchMerge, of("fast", &[("ftl.log_blocks", json!(3))]), (0..5).map(write).collect()),
        first(Kind::MapEvict, of("dftl", &[]), apart(6)),
        first(Kind::MapEvict, of("cftl", &[]), apart(5)),
        first(Kind::SetEvict, of("clash", &[]), apart(7)),
        first(Kind::FlushStart, buffered("lru", &[]), apart(7)),
        first(Kind::FlushStart, buffered("fab", &[]), apart(7)),
        first(Kind::FlushStart, buffered("capbacked", &[("buffer.high_water", json!(0.5))]), apart(4)),
        first(Kind::FlushStart, buffered("lru", &[]), vec![write(1), request(0, HostOp::Flush, 0, 0)]),
    ];
    let expected = [
        "free blocks 3 ≤ low mark 3",
        "its place, page 1 of the block, is already programmed",
        "replacement blocks of this block 1 of 1 full",
        "replacement blocks 2 of 2 in use",
        "log block full: pages 4 of 4 written",
        "log blocks 2 of 2 in use",
        "pages in order 0 < pages written 4",
        "log blocks of the group 1 of 1 full",
        "random log blocks 2 of 2 in use",
        "its valid pages there 1 > 0",
        "B1 begins at its first page, and sequential log blocks 1 of 1 in use",
        "map cache full: 5 of 5 entries",
        "map cache full: 4 of 4 entries",
        "page slots used 6 + 1 needed > page slots 6, and block slots used 0 < block slots 2",
        "buffered pages 6 + 1 needed > capacity 6",
        "buffered pages 6 + 1 needed > capacity 6",
        "buffered pages 4 > high-water mark 3",
        "pages in RAM 1 > 0",
    ];
    assert_eq!(told.each_ref().map(String::as_str), expected);
}

/// What triggered each operation that `which` takes of a run.
fn triggers(fields: &Fields, list: Vec<Request>, which: impl Fn(&Operation) -> bool) -> Vec<String> {
    let seen = record(&mut machine(fields, list));
    let taken = seen.operations.iter().filter(|operation| which(operation));
    taken.map(|operation| operation.trigger.map_or_else(String::new, |trigger| trigger.words())).collect()
}

#[test]
fn slots_are_split_anew_with_the_number_there_is_and_the_best_one() {
    let split = [("ftl.split", json!("dynamic")), ("ftl.split_window", json!(4)), ("ftl.p_pages", json!(14))];
    // One window in order, one out of order, and two of which nothing follows.
    let list = [0, 1, 2, 3, 20, 5, 30, 9, 24].map(write).to_vec();
    let told = triggers(&with(small("clash", "none", "serial"), &split), list, |op| op.kind == Kind::Resplit);
    let expected = [
        "block slots 2 < best for these writes 4",
        "block slots 3 < best for these writes 4",
        "block slots 4 > best for these writes 2",
        "block slots 3 > best for these writes 2",
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_page_that_waits_for_the_ring_tells_how_full_it_is() {
    let clean = [("run.initial_state", json!("clean"))];
    let list = (0..11).map(write).collect();
    let is_write = |op: &Operation| matches!(op.kind, Kind::CacheHit | Kind::CacheInsert);
    let told = triggers(&with(small("pblk", "none", "event"), &clean), list, is_write);
    let waiting =
        ["host pages in the ring 8 ≥ host quota 8", "pages waiting before it 1 > 0", "pages waiting before it 2 > 0"];
    assert_eq!(told, [&[""; 8][..], &waiting].concat());
}

#[test]
fn every_step_of_a_collection_in_idle_time_tells_what_is_left() {
    for layer in ["page", "dftl"] {
        let fields = with(small(layer, "none", "event"), &[("ftl.gc.idle_below", json!(6))]);
        let is_step = |op: &Operation| op.cause.is_none() && matches!(op.kind, Kind::Copy | Kind::Erase);
        let told = triggers(&fields, mixed(40, 300, 9_000_000), is_step);
        for left in ["1 > 0", "0 = 0"] {
            let words = format!("plane 0 is idle, and valid pages left in its victim {left}");
            assert!(told.contains(&words), "{layer}: {told:?}");
        }
        assert!(told.iter().all(|words| words.starts_with("plane 0 is idle")), "{layer}: {told:?}");
    }
}

#[test]
fn steps_of_a_collection_that_gives_way_tell_that_nobody_is_in_its_way() {
    let fields = with(small("ttflash", "none", "event"), &[("ftl.series", json!("preemptive"))]);
    let is_step = |op: &Operation| op.purpose == Purpose::Gc && matches!(op.kind, Kind::Copy | Kind::Erase);
    let told = triggers(&fields, mixed(40, 600, 9_000_000), is_step);
    let quiet = |words: &String| words.starts_with("no request is queued on channel ");
    assert!(told.len() > 10 && told.iter().all(quiet), "{told:?}");
    assert!(told.iter().all(|words| words.ends_with(", and valid pages left in its victim 0 = 0")), "{told:?}");
}

/// The device as it is when an operation of a run is about to happen.
fn before(operation: &Operation, fields: &Fields, list: Vec<Request>) -> Machine {
    let mut device = machine(fields, list);
    loop {
        match device.step(&mut HaltBefore(operation.index)) {
            Ok(true) => {}
            Err(halt) if *halt == Reason::Paused => return device,
            end => panic!("{end:?} before {operation:?}"),
        }
    }
}

#[test]
fn free_blocks_are_those_of_the_moment() {
    let fields = small("page", "none", "serial");
    let list = || mixed(40, 60, 0);
    let seen = record(&mut machine(&fields, list()));
    let mut looked_at = 0;
    for start in seen.operations.iter().filter(|operation| operation.kind == Kind::GcStart) {
        let free = before(start, &fields, list()).ftl.free_blocks();
        let condition = *start.trigger.unwrap().conditions().next().unwrap();
        let low = (u64::from(free.now), Is::AtMost, u64::from(free.low.unwrap()));
        let high = (u64::from(free.now), Is::Below, u64::from(free.high.unwrap()));
        let expected = if condition.what() == What::FreeBlocks { low } else { high };
        assert_eq!(condition.compared(), expected);
        looked_at += 1;
    }
    assert!(looked_at > 5, "{looked_at}");
}

//! A report, counted once more from nothing but the operations of its run.

#![allow(clippy::unwrap_used)]

use crate::support::common::{report, small_ftl};
use crate::support::from_log::{FLASH, Log, PROGRAMS, READS, Ram, buffer_of, log};
use serde_json::{Map, Value, json};
use sim_core::base::request::HostOp;
use sim_core::flash::operation::Kind;
use sim_core::machine::Machine;

/// A small device with layer, buffer and clock, served whatever the clock allows.
fn document(layer: &str, buffer: &str, clock: &str) -> Value {
    json!({
        "device": {
            "preset": "micron-lb", "clock": clock, "channels": 2, "pages_per_block": 8, "blocks_per_plane": 40,
            "over_provisioning": 0.6, "controller_ns": 700, "command_ns": 300,
        },
        "buffer": buffer_of(buffer),
        "ftl": small_ftl(layer),
        "workload": {
            "kind": "hotcold", "request_pages": 2, "write_ratio": 0.8, "requests": 2_500, "inter_arrival_ms": { "mean": 1.5 },
        },
        "run": { "initial_state": "full_seq" },
    })
}

/// Busy time of each channel and each plane, by the operations.
fn busy_ns(log: &Log, machine: &Machine, device: &Value) -> [Vec<u64>; 2] {
    let geometry = &machine.core.nand.geometry;
    let [command_ns, transfer_ns] = ["command_ns", "transfer_ns"].map(|name| device[name].as_u64().unwrap());
    assert_eq!(device["copyback"], false);
    let mut planes_ns = vec![0; geometry.planes() as usize];
    let mut channels_ns = vec![0; geometry.channels as usize];
    for operation in log.of(&FLASH) {
        let block = operation.to.or(operation.from).map(|page| geometry.block_of(page)).or(operation.block).unwrap();
        let plane = geometry.plane_of(block);
        planes_ns[plane as usize] += operation.end_ns - operation.start_ns;
        channels_ns[(plane % geometry.channels) as usize] += match operation.kind {
            Kind::Erase => command_ns,
            Kind::Copy => 2 * (command_ns + transfer_ns),
            _ => command_ns + transfer_ns,
        };
    }
    [channels_ns, planes_ns]
}

/// What a report says and what the log does, by name, where they differ.
fn differences(document: &Value) -> Vec<String> {
    let (machine, log) = log(document);
    let (erases, now_ns) = (log.erases(machine.core.nand.blocks.len()), machine.core.clock.now_ns());
    let told: Value = serde_json::from_str(&report(document.clone()).to_json()).unwrap();
    let mut wrong = Vec::new();
    let mut expect = |name: &str, told: &Value, counted: Value| {
        if *told != counted {
            wrong.push(format!("{name} is {told}, counted {counted}"));
        }
    };
    let [reads, writes] = [log.count(&[Kind::HostRead]), log.count(&[Kind::HostWrite])];
    let programs = log.count(&PROGRAMS);
    for (name, counted) in [
        ("requests", reads + writes),
        ("reads", reads),
        ("writes", writes),
        ("host_read_pages", log.pages(Kind::HostRead)),
        ("host_written_pages", log.pages(Kind::HostWrite)),
        ("nand_reads", log.count(&READS)),
        ("nand_programs", programs),
        ("nand_erases", log.count(&[Kind::Erase])),
        ("simulated_ns", now_ns),
        ("erase_max", *erases.iter().max().unwrap()),
        ("erase_min", *erases.iter().min().unwrap()),
    ] {
        expect(name, &told[name], json!(counted));
    }
    expect(
        "write_amplification",
        &told["write_amplification"],
        json!(programs as f64 / log.pages(Kind::HostWrite) as f64),
    );
    expect("erase_mean", &told["erase_mean"], json!(erases.iter().sum::<u64>() as f64 / erases.len() as f64));
    let worn = u128::from(*erases.iter().max().unwrap());
    let lifetime = u128::from(log.pages(Kind::HostWrite))
        * u128::from(told["experiment"]["device"]["endurance"].as_u64().unwrap());
    expect(
        "lifetime_host_pages",
        &told["lifetime_host_pages"],
        json!(lifetime.checked_div(worn).map(|pages| pages as u64)),
    );
    let device = &told["experiment"]["device"];
    let share = |ns: u64| ns as f64 / now_ns as f64;
    let controller_ns =
        (log.pages(Kind::HostRead) + log.pages(Kind::HostWrite)) * device["controller_ns"].as_u64().unwrap();
    let used = &told["utilisation"];
    if device["clock"] == "event" {
        expect("utilisation.controller", &used["controller"], json!(share(controller_ns)));
        let [channels, planes] =
            busy_ns(&log, &machine, device).map(|busy| busy.into_iter().map(share).collect::<Vec<_>>());
        expect("utilisation.channels", &used["channels"], json!(channels));
        expect("utilisation.planes", &used["planes"], json!(planes));
        let done = machine.completions.iter().filter(|done| done.op == HostOp::Read);
        let of_reads = |count: usize| json!(count as f64 / reads as f64);
        let behind_gc = done.clone().filter(|done| done.behind_gc).count();
        let behind_those = done.filter(|done| done.behind_blocked && !done.behind_gc).count();
        expect("blocked.gc_fraction", &told["blocked"]["gc_fraction"], of_reads(behind_gc));
        expect("blocked.queue_fraction", &told["blocked"]["queue_fraction"], of_reads(behind_those));
    } else {
        let busy_ns: u64 = log.of(&FLASH).map(|operation| operation.end_ns - operation.start_ns).sum();
        expect("utilisation.controller", &used["controller"], json!(share(busy_ns + controller_ns)));
    }
    for (group, kinds) in [("reads", &READS[..]), ("programs", &PROGRAMS[..]), ("erases", &[Kind::Erase][..])] {
        let mut counted = log.by_purpose(kinds);
        // Purposes that a layer has are told even where nothing was done for them.
        let told = told["causes"][group].as_object().unwrap();
        told.keys().for_each(|purpose| {
            counted.entry(purpose).or_insert(json!(0));
        });
        let told: Map<String, Value> = counted.keys().map(|name| (name.clone(), told[name].clone())).collect();
        expect(&format!("causes.{group}"), &json!(told), json!(counted));
    }
    if !told["merges"].is_null() {
        let counted = [Kind::SwitchMerge, Kind::PartialMerge, Kind::FullMerge].map(|kind| log.count(&[kind]));
        let [switch, partial, full] = ["switch", "partial", "full"].map(|name| told["merges"][name].as_u64().unwrap());
        expect("merges", &json!([switch, partial, full]), json!(counted));
    }
    let layer = document["ftl"]["kind"].as_str().unwrap();
    if !told["gc"].is_null() && !layer.starts_with("pblk") && layer != "ttflash" {
        expect("gc.runs", &told["gc"]["runs"], json!(log.count(&[Kind::GcStart])));
        let moved = log.served(&[Kind::Copy], "gc") + log.served(&[Kind::Copy], "map_gc");
        expect("gc.moved_pages", &told["gc"]["moved_pages"], json!(moved));
    }
    let buffer = &told["buffer"];
    if !buffer.is_null() {
        let ram = Ram::of(&log, 8);
        let pages = log.pages(Kind::HostRead) + log.pages(Kind::HostWrite);
        let [flushes, plugs] =
            [&[Kind::FlushStart, Kind::PlugStart][..], &[Kind::PlugStart]].map(|kinds| log.count(kinds));
        for (name, counted) in [
            ("hits", ram.hits[0] + ram.hits[1]),
            ("misses", pages - ram.hits[0] - ram.hits[1]),
            ("read_hits", ram.hits[0]),
            ("write_hits", ram.hits[1]),
            ("flushes", flushes),
            ("padding_reads", log.served(&READS, "rewrite")),
        ] {
            expect(&format!("buffer.{name}"), &buffer[name], json!(counted));
        }
        let found_in_slots = log.of(&[Kind::CacheHit]).filter(|operation| operation.slot.is_some()).count();
        let swaps = log.count(&[Kind::Swap]);
        for (name, counted) in
            [("plugs", json!(plugs)), ("block_slot_hits", json!(found_in_slots)), ("swaps", json!(swaps))]
        {
            // Only of buffers that have such.
            expect(name, &buffer[name], if buffer[name].is_null() { Value::Null } else { counted });
        }
        let mean = |sum: u64, of: u64| json!(sum as f64 / of as f64);
        expect("flushed_pages_mean", &buffer["flushed_pages_mean"], mean(ram.flushed_pages, flushes));
        if document["buffer"]["kind"] != "none" && document["buffer"]["kind"] != "clash" {
            expect("groups_mean", &buffer["groups_mean"], mean(ram.groups_sum, writes));
            expect("victim_age_mean", &buffer["victim_age_mean"], mean(ram.ages, flushes));
        }
    }
    let mapping = &told["mapping"];
    if !mapping["lookups"].is_null() {
        let [hits, misses] = [log.count(&[Kind::MapHit]), log.count(&[Kind::MapMiss])];
        expect("mapping.lookups", &mapping["lookups"], json!(hits + misses));
        expect("mapping.hits", &mapping["hits"], json!(hits));
        let traffic = &mapping["traffic"];
        for (name, counted) in [
            ("evictions", log.count(&[Kind::MapEvict])),
            ("reads", log.served(&READS, "map")),
            ("writes", log.served(&PROGRAMS, "map")),
            ("update_reads", log.served(&READS, "map_update")),
            ("update_writes", log.served(&PROGRAMS, "map_update")),
            ("gc_copies", log.served(&PROGRAMS, "map_gc")),
        ] {
            expect(name, &traffic[name], json!(counted));
        }
    }
    for check in told["checks"].as_array().unwrap() {
        expect(&format!("“{}” holds", check["statement"]), &check["holds"], json!(true));
    }
    wrong
}

const LAYERS: [&str; 13] = [
    "page",
    "block",
    "nftl",
    "bast",
    "sast",
    "fast",
    "kast",
    "last",
    "superblock",
    "dftl",
    "cftl",
    "pblk",
    "pblk-selective",
];

#[test]
fn a_report_counts_what_its_log_says_for_every_layer() {
    for layer in LAYERS {
        for clock in ["serial", "event"] {
            let wrong = differences(&document(layer, "none", clock));
            assert!(wrong.is_empty(), "{layer}, {clock} clock: {wrong:#?}");
        }
    }
}

#[test]
fn a_report_counts_what_its_log_says_behind_every_buffer() {
    for buffer in ["lru", "cflru", "fab", "bplru", "clc", "ref", "bpac", "capbacked", "lbuffer", "clash"] {
        for layer in ["fast", "dftl"] {
            let wrong = differences(&document(layer, buffer, "serial"));
            assert!(wrong.is_empty(), "{layer} behind {buffer}: {wrong:#?}");
        }
    }
}

#[test]
fn a_report_counts_what_its_log_says_where_programs_of_every_sort_fail() {
    let mut failed_copies = 0;
    for layer in LAYERS {
        for clock in ["serial", "event"] {
            let mut document = document(layer, "none", clock);
            document["device"]["program_failures"] = json!(60);
            document["device"]["reserve_blocks"] = json!(60);
            let wrong = differences(&document);
            assert!(wrong.is_empty(), "{layer}, {clock} clock: {wrong:#?}");
            let (machine, log) = log(&document);
            assert_eq!(machine.core.nand.replaced_blocks(), 60, "{layer}, {clock} clock");
            let after = log.0.windows(2).filter(|two| two[0].kind == Kind::BlockReplaced).map(|two| two[1]);
            failed_copies += after.filter(|again| again.kind == Kind::Copy).count();
        }
    }
    assert!(failed_copies > 20, "{failed_copies} copies failed");
}

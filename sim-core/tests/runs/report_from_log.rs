//! A report, counted once more from nothing but the operations of its run.

#![allow(clippy::unwrap_used)]

use crate::support::common::{experiment, report};
use serde_json::{Map, Value, json};
use sim_core::assembly::{initial, source};
use sim_core::flash::observer::Recorder;
use sim_core::flash::operation::{Kind, Operation};

/// A small device with layer, buffer and clock, served whatever the clock allows.
fn document(layer: &str, buffer: &str, clock: &str) -> Value {
    let mut ftl = json!({ "kind": layer });
    if layer.starts_with("pblk") {
        ftl["ring_entries"] = json!(16);
    }
    if layer == "pblk-selective" {
        ftl["cache_block_bytes"] = json!(4096);
    }
    json!({
        "device": {
            "preset": "micron-lb", "clock": clock, "channels": 2, "pages_per_block": 8, "blocks_per_plane": 40,
            "over_provisioning": 0.6, "controller_ns": 700, "command_ns": 300,
        },
        "buffer": if buffer == "none" { json!({ "kind": buffer }) } else { json!({ "kind": buffer, "bytes": 24 << 11 }) },
        "ftl": ftl,
        "workload": {
            "kind": "hotcold", "request_pages": 2, "write_ratio": 0.8, "requests": 2_500, "inter_arrival_ms": { "mean": 1.5 },
        },
        "run": { "initial_state": "full_seq" },
    })
}

/// The operations of the run, the erases of each block, and how far its clock came.
fn log(document: &Value) -> (Vec<Operation>, Vec<u64>, u64) {
    let experiment = experiment(document.clone());
    let mut machine = initial::machine(&experiment, source::of(&experiment, None).unwrap(), true).unwrap();
    let mut recorder = Recorder::default();
    while machine.step(&mut recorder).unwrap() {}
    assert_eq!(machine.end.as_ref().unwrap().text, "all requests are served");
    let mut erases = vec![0; machine.core.nand.blocks.len()];
    for operation in recorder.operations.iter().filter(|operation| operation.kind == Kind::Erase) {
        erases[operation.block.unwrap() as usize] += 1;
    }
    (recorder.operations, erases, machine.core.clock.now_ns())
}

struct Log(Vec<Operation>);

impl Log {
    fn of(&self, kinds: &[Kind]) -> impl Iterator<Item = &Operation> {
        self.0.iter().filter(move |operation| kinds.contains(&operation.kind))
    }

    fn count(&self, kinds: &[Kind]) -> u64 {
        self.of(kinds).count() as u64
    }

    fn pages(&self, kind: Kind) -> u64 {
        self.of(&[kind]).map(|operation| u64::from(operation.pages)).sum()
    }

    fn by_purpose(&self, kinds: &[Kind]) -> Map<String, Value> {
        let mut counts = Map::new();
        for operation in self.of(kinds) {
            let count = counts.entry(operation.purpose.name()).or_insert(json!(0));
            *count = json!(count.as_u64().unwrap() + 1);
        }
        counts
    }

    /// Operations of such a purpose.
    fn served(&self, kinds: &[Kind], purpose: &str) -> u64 {
        self.of(kinds).filter(|operation| operation.purpose.name() == purpose).count() as u64
    }
}

const READS: [Kind; 2] = [Kind::Read, Kind::Copy];
const PROGRAMS: [Kind; 2] = [Kind::Program, Kind::Copy];

/// What a report says and what the log does, by name, where they differ.
fn differences(document: &Value) -> Vec<String> {
    let (operations, erases, now_ns) = log(document);
    let log = Log(operations);
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

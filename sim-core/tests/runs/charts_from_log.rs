//! Charts of layers and buffers, counted once more from the operations of the run up to the position shown.

#![allow(clippy::unwrap_used)]

use crate::support::common::experiment;
use crate::support::from_log::{Log, PROGRAMS, READS, Ram, buffer_of, log};
use serde_json::{Value, json};
use sim_core::assembly::{initial, source};
use sim_core::base::request::HostOp;
use sim_core::flash::operation::Kind;
use sim_core::replay::lane::Lane;
use sim_core::view::frame::frame;
use sim_core::view::request::View;
use sim_core::view::series::Series;
use std::collections::BTreeSet;

const REQUESTS: u64 = 1_500;

/// A small device of 2 KiB pages in blocks of 8, with layer and buffer.
fn document(layer: &str, buffer: &str) -> Value {
    json!({
        "device": {
            "preset": "micron-lb", "pages_per_block": 8, "blocks_per_plane": 40, "over_provisioning": 0.6,
        },
        "buffer": buffer_of(buffer),
        "ftl": { "kind": layer },
        "workload": { "kind": "hotcold", "request_pages": 2, "write_ratio": 0.8, "requests": REQUESTS },
        "run": { "initial_state": "full_seq" },
    })
}

/// The charts of a run at the beginning of some requests and at its end, gone to forward and back, with what went before.
fn at_positions(document: &Value, mut look: impl FnMut(&str, &Value, &Log)) {
    let (_, Log(operations)) = log(document);
    let experiment = experiment(document.clone());
    let mut lane = Lane::new(initial::machine(&experiment, source::of(&experiment, None).unwrap(), true).unwrap());
    let mut series = Series::default();
    for request in [900, REQUESTS, 300, 1_200, 0, REQUESTS] {
        lane.seek_request(request, &mut || false);
        let before = Log(operations[..lane.position() as usize].to_vec());
        let begun = before.count(&[Kind::HostRead, Kind::HostWrite]);
        assert_eq!(begun, request);
        let wanted = View { charts: true, ..View::default() };
        let told = serde_json::to_value(frame(&mut lane, &mut series, &wanted, None, 0, None)).unwrap();
        look(&format!("{} of {document} at {request}", document["ftl"]["kind"]), &told["charts"], &before);
    }
}

#[test]
fn the_charts_of_a_buffer_count_what_went_in_and_out() {
    for buffer in ["lru", "cflru", "fab", "bplru", "clc", "ref", "bpac", "capbacked", "lbuffer"] {
        at_positions(&document("page", buffer), |place, charts, log| {
            let ram = Ram::of(log, 8);
            let asked = [Kind::HostRead, Kind::HostWrite].map(|kind| log.pages(kind));
            let held: usize = ram.groups.values().map(|(pages, _)| pages.len()).sum();
            let told = json!({
                "read": [ram.hits[0], asked[0] - ram.hits[0]],
                "write": [ram.hits[1], asked[1] - ram.hits[1]],
                "flushes": log.count(&[Kind::FlushStart, Kind::PlugStart]),
                "plugs": log.count(&[Kind::PlugStart]),
                "flushed_pages": ram.flushed_pages,
                "padding_reads": log.served(&READS, "rewrite"),
                "fill_reads": log.served(&READS, "fill"),
                "victim_age_sum": ram.ages,
                "groups": ram.groups.len(),
                // 512-byte sectors of 2 KiB pages.
                "used": 4 * held,
                "capacity": 4 * 24,
            });
            assert_eq!(charts["buffer"], told, "{place}");
        });
    }
}

#[test]
fn the_charts_of_a_map_on_flash_count_its_look_ups_and_its_traffic() {
    for layer in ["dftl", "cftl"] {
        let device = experiment(document(layer, "none")).device;
        at_positions(&document(layer, "none"), |place, charts, log| {
            let told = &charts["map_cache"];
            let by_purpose =
                |kinds: &[Kind]| json!(["map", "map_update", "map_gc"].map(|name| log.served(kinds, name)));
            let hits = log.count(&[Kind::MapHit]);
            let written_for: BTreeSet<u64> = log
                .of(&[Kind::Program])
                .filter(|operation| operation.purpose.name() == "map")
                .filter_map(|operation| operation.cause)
                .collect();
            let written_back = log.of(&[Kind::MapEvict]).filter(|evicted| written_for.contains(&evicted.index)).count();
            for (name, counted) in [
                ("lookups", json!(hits + log.count(&[Kind::MapMiss]))),
                ("hits", json!(hits)),
                ("evictions", json!(log.count(&[Kind::MapEvict]))),
                ("write_backs", json!(written_back)),
                ("reads", by_purpose(&READS)),
                ("programs", by_purpose(&PROGRAMS)),
            ] {
                assert_eq!(told[name], counted, "{name}: {place}");
            }
            let moved = log.served(&PROGRAMS, "gc") + log.served(&PROGRAMS, "map_gc");
            assert_eq!(charts["collections"]["moved_pages"], moved, "{place}");
            // On the serial clock they are what it spends on collections.
            let [read_ns, program_ns, erase_ns] =
                ["read_ns", "program_ns", "erase_ns"].map(|name| device.integer(name));
            let erases = log.served(&[Kind::Erase], "gc") + log.served(&[Kind::Erase], "map_gc");
            let ns = moved * (read_ns + program_ns) + erases * erase_ns;
            assert_eq!(charts["collections"]["ns"], ns, "{place}");
        });
    }
}

#[test]
fn the_charts_of_merges_count_each_sort_and_the_blocks_behind_every_log_block() {
    for layer in ["bast", "fast"] {
        at_positions(&document(layer, "none"), |place, charts, log| {
            let told = &charts["merges"];
            for (name, kind) in [
                ("switch", Kind::SwitchMerge),
                ("partial", Kind::PartialMerge),
                ("full", Kind::FullMerge),
                ("reclaims", Kind::ReclaimStart),
            ] {
                assert_eq!(told[name], log.count(&[kind]), "{name}: {place}");
            }
            // Each logical block with valid pages in a log block is rebuilt for it.
            let each: Vec<u64> = log
                .of(&[Kind::ReclaimStart])
                .map(|reclaim| {
                    log.of(&[Kind::SwitchMerge, Kind::PartialMerge, Kind::FullMerge])
                        .filter(|merge| merge.cause == Some(reclaim.index))
                        .count() as u64
                })
                .collect();
            if layer == "fast" {
                assert_eq!(told["associativity_sum"], each.iter().sum::<u64>(), "{place}");
                assert_eq!(told["associativity_max"], each.iter().max().copied().unwrap_or(0), "{place}");
            }
        });
    }
}

#[test]
fn the_charts_of_c_lash_count_both_kinds_of_slot() {
    let mut document = document("clash", "none");
    document["ftl"] = json!({ "kind": "clash", "p_pages": 12, "b_blocks": 2 });
    at_positions(&document, |place, charts, log| {
        let mut found = [[0; 2]; 2];
        let mut by_write = 0;
        for operation in log.of(&[Kind::HostRead, Kind::HostWrite, Kind::CacheHit]) {
            match operation.kind {
                Kind::HostRead => by_write = 0,
                Kind::HostWrite => by_write = 1,
                _ => found[by_write][usize::from(operation.slot.is_some())] += 1,
            }
        }
        let of = |[pages, blocks]: [u64; 2], asked: Kind| json!([pages, blocks, log.pages(asked) - pages - blocks]);
        let told = json!({
            "read": of(found[0], Kind::HostRead),
            "write": of(found[1], Kind::HostWrite),
            "set_evictions": log.count(&[Kind::SetEvict]),
            "swaps": log.count(&[Kind::Swap]),
            "flushes": log.count(&[Kind::FlushStart]),
            "flushed_pages": log.pages(Kind::FlushStart),
            "read_up": log.served(&READS, "rewrite"),
        });
        assert_eq!(charts["page_cache"], told, "{place}");
    });
}

/// Eight planes on four channels, with stripes across the channels.
fn striped(series: &str) -> Value {
    json!({
        "device": {
            "preset": "ttflash", "channels": 4, "chips_per_channel": 2, "blocks_per_plane": 12, "pages_per_block": 8,
            "over_provisioning": 0.8,
        },
        "ftl": { "kind": "ttflash", "series": series, "ram_bytes": 131_072 },
        "workload": {
            "kind": "hotcold", "requests": REQUESTS, "write_ratio": 0.6, "request_pages": 3, "inter_arrival_ms": { "mean": 0.3 },
        },
    })
}

#[test]
fn the_charts_of_stripes_count_the_reads_that_each_bin_held_up() {
    let mut held_up = [0; 2];
    for series in ["base", "rgc"] {
        let (machine, log) = log(&striped(series));
        let experiment = experiment(striped(series));
        let mut lane = Lane::new(initial::machine(&experiment, source::of(&experiment, None).unwrap(), true).unwrap());
        lane.seek(u64::MAX, &mut || false);
        let wanted = View { charts: true, ..View::default() };
        let told = serde_json::to_value(frame(&mut lane, &mut Series::default(), &wanted, None, 0, None)).unwrap();
        let told = &told["charts"]["ttflash"];
        // Bins of four requests: of 1 500 there are more than 512.
        let mut bins = vec![[0; 3]; REQUESTS.div_ceil(4) as usize];
        for done in machine.completions.iter().filter(|done| done.op == HostOp::Read) {
            let bin = &mut bins[done.request as usize / 4];
            bin[0] += u64::from(done.behind_gc);
            bin[1] += u64::from(done.behind_blocked && !done.behind_gc);
            bin[2] += 1;
        }
        let sum = |of: usize| bins.iter().map(|bin| bin[of]).sum::<u64>();
        assert_eq!(told["per_bin"], json!(bins), "{series}");
        assert_eq!((&told["gc_blocked"], &told["queue_blocked"]), (&json!(sum(0)), &json!(sum(1))), "{series}");
        assert_eq!(told["reads"], sum(2), "{series}");
        assert_eq!(told["rebuilt_pages"], log.count(&[Kind::Rebuild]), "{series}");
        let waits = told["waits_chosen"].as_u64().unwrap() + told["waits_forced"].as_u64().unwrap();
        assert_eq!(waits, log.count(&[Kind::Wait]), "{series}");
        held_up = [held_up[0] + sum(0), held_up[1] + sum(1)];
    }
    assert!(held_up.iter().all(|&reads| reads > 10), "{held_up:?}");
}

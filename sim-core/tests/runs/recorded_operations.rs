//! Operation logs carried out again: what comes of it is the log; and where a log breaks a rule of flash, its line is told.

#![allow(clippy::unwrap_used)]

use crate::support::common::{cases, experiment, small_ftl};
use serde_json::{Map, Value, json};
use sim_core::assembly::{initial, source};
use sim_core::base::rng::{Component, Rng};
use sim_core::base::state_hash::state_hash;
use sim_core::experiment::document::Experiment;
use sim_core::flash::observer::NoObserver;
use sim_core::ftl::LAYERS;
use sim_core::log::Format;
use sim_core::log::run::LogRun;
use sim_core::machine::{EndKind, Machine};
use sim_core::replay::lane::Lane;
use sim_core::replay::places::Unit;
use sim_core::trace::import::{ImportOptions, Importer};
use sim_core::trace::replay::SharedRecords;

/// The log of a run, and how it ended.
fn log_of(experiment: &Experiment, recorded: Option<&SharedRecords>) -> (String, String) {
    let mut run = LogRun::new(experiment, recorded, Format::Csv, 0..u64::MAX).unwrap();
    let mut text = Vec::new();
    while run.go_on(1_000) {
        text.extend(run.take());
    }
    text.extend(run.take());
    (String::from_utf8(text).unwrap(), run.end().map(|end| end.text.clone()).unwrap_or_default())
}

/// The experiment that carries `log` out, with `set` besides, and its operations.
fn carrying_out(log: &str, set: &Value) -> Result<(Experiment, SharedRecords), String> {
    let mut importer = Importer::new(ImportOptions::new("a.csv"));
    importer.push(log.as_bytes()).map_err(|error| error.to_string())?;
    let imported = importer.finish().map_err(|error| error.to_string())?;
    let mut document = imported.operations.as_ref().ok_or("no log of operations")?.document();
    document["workload"] = json!({ "kind": "trace", "file": "a.csv", "address": "exact" });
    for (section, values) in set.as_object().unwrap() {
        let into = document.as_object_mut().unwrap().entry(section).or_insert(Value::Object(Map::new()));
        into.as_object_mut().unwrap().extend(values.as_object().unwrap().clone());
    }
    let experiment = Experiment::new(&document, &[]).map_err(|error| error.to_string())?;
    Ok((experiment, imported.into_records(None).unwrap()))
}

fn machine(log: &str, set: &Value) -> Result<Machine, String> {
    let (experiment, records) = carrying_out(log, set)?;
    let source = source::of(&experiment, Some(&records)).map_err(|error| error.to_string())?;
    initial::machine(&experiment, source, true).map_err(|error| error.to_string())
}

/// How the run ends that carries `log` out, with every invariant checked after each request.
fn end_of(log: &str, set: &Value) -> String {
    let mut machine = match machine(log, set) {
        Ok(machine) => machine,
        Err(error) => return error,
    };
    while machine.step(&mut NoObserver).unwrap() {
        machine.ftl.check(&machine.core).unwrap();
    }
    machine.end.as_ref().unwrap().text.clone()
}

/// The columns of a log that are the same whatever the device's times are: all but those.
fn without_times(log: &str) -> Vec<String> {
    let keep = |(place, _): &(usize, &str)| !(5..=7).contains(place);
    let row = |line: &str| line.split(',').enumerate().filter(keep).map(|(_, text)| text).collect::<Vec<_>>().join(",");
    log.lines().map(row).collect()
}

fn original(layer: &str, buffer: &str, clock: &str) -> Value {
    json!({
        "device": {
            "clock": clock, "channels": 2, "pages_per_block": 8, "blocks_per_plane": 40, "over_provisioning": 0.6,
            "page_bytes": 4096,
        },
        "buffer": if buffer == "none" { json!({ "kind": buffer }) } else { json!({ "kind": buffer, "bytes": 24 << 12 }) },
        "ftl": small_ftl(layer),
        "workload": { "kind": "zipf", "write_ratio": 0.8, "requests": 400 },
    })
}

#[test]
fn every_layers_log_is_carried_out_to_the_same_log_whatever_flash_held_before() {
    let clock_of = |layer: &str| if layer == "ttflash" { "event" } else { "serial" };
    let layers = LAYERS.iter().map(|layer| (layer.info.kind, "none", clock_of(layer.info.kind)));
    let others = [("fast", "lbuffer", "serial"), ("page", "lru", "serial"), ("dftl", "none", "event")];
    for (layer, buffer, clock) in layers.chain(others) {
        for (initial_state, failing) in [("full_seq", 0), ("clean", 0), ("clean", 3)] {
            let mut document = original(layer, buffer, clock);
            document["run"] = json!({ "initial_state": initial_state });
            document["device"]["program_failures"] = json!(failing);
            document["device"]["reserve_blocks"] = json!(failing);
            let (log, end) = log_of(&experiment(document), None);
            // What ttFlash keeps in its RAM to the end is never programmed.
            let replaced = if log.contains(",program,") { failing } else { 0 };
            assert_eq!(
                log.lines().filter(|row| row.contains(",block-replaced,")).count(),
                replaced,
                "{layer} {buffer}"
            );
            assert_eq!(end, "all requests are served", "{layer} {buffer} {initial_state}");
            let clock = json!({ "device": { "clock": clock } });
            let (experiment, records) =
                carrying_out(&log, &clock).unwrap_or_else(|why| panic!("{layer} {buffer}: {why}"));
            let (again, end) = log_of(&experiment, Some(&records));
            assert_eq!(end, "all requests are served", "{layer} {buffer} {initial_state}");
            assert!(without_times(&again) == without_times(&log), "{layer} {buffer} {initial_state}");
            assert_eq!(end_of(&log, &clock), "all requests are served");
        }
    }
}

/// A log of six pages: LPN 0 is written twice, the second time beside LPN 1, and its block is erased once both have moved.
const FOREIGN: &str = "\
kind,purpose,lpn,from_ppn,to_ppn,block
program,host,0,,0,0
program,host,1,,1,0
program,host,0,,2,1
gc-start,gc,,,,0
copy,gc,1,1,3,1
erase,gc,,,,0
gc-end,gc,,,,0
read,host,1,3,,1
program,host,1,,0,0
";

#[test]
fn a_log_without_requests_and_stale_pages_is_carried_out() {
    let machine = machine(FOREIGN, &json!({ "ftl": { "before": "clean" } })).unwrap();
    assert_eq!((machine.core.nand.geometry.pages_per_block, machine.core.nand.geometry.logical_pages), (2, 2));
    assert_eq!(end_of(FOREIGN, &json!({ "ftl": { "before": "clean" } })), "all requests are served");
    let (log, _) = {
        let (experiment, records) = carrying_out(FOREIGN, &json!({})).unwrap();
        log_of(&experiment, Some(&records))
    };
    let kinds =
        |log: &str| log.lines().skip(1).map(|row| row.split(',').nth(1).unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(
        kinds(&log),
        [
            "host-write",
            "program",
            "host-write",
            "program",
            "host-write",
            "program",
            "gc-start",
            "copy",
            "erase",
            "gc-end",
            "host-read",
            "read",
            "host-write",
            "program",
        ]
    );
}

#[test]
fn the_first_rule_that_a_log_breaks_is_told_with_its_line() {
    let clean = json!({ "ftl": { "before": "clean" } });
    let told = |from: &str, to: &str| {
        assert!(FOREIGN.contains(from), "{from}");
        end_of(&FOREIGN.replacen(from, to, 1), &clean)
    };
    let cases = [
        // Programmed twice, without an erase between.
        ("program,host,0,,2,1", "program,host,0,,1,0", "a.csv, line 4: program in block 0, which is not open"),
        // Out of order.
        (
            "program,host,0,,0,0\n",
            "program,host,0,,1,0\n",
            "a.csv, line 3: program of page 1 of block 0 out of order: the next one is page 2",
        ),
        // What is current is erased.
        ("copy,gc,1,1,3,1\n", "", "a.csv, line 6: erase of block 0 with 1 valid page"),
        // Another page is moved.
        ("copy,gc,1,1,3,1", "copy,gc,0,1,3,1", "a.csv, line 6: copy of LPN 0 from page 1, which holds LPN 1"),
        // A page that was outdated is read.
        (
            "read,host,1,3,,1",
            "read,host,0,0,,0",
            "a.csv, line 9: read of page 0, which holds nothing; if flash held data before the log begins, ftl.before=as-used takes it as given",
        ),
        // Another page's data come back.
        (
            "read,host,1,3,,1",
            "read,host,1,2,,1",
            "a.csv, line 9: read of logical page 1 returned a page of 0, the newest is its own page",
        ),
    ];
    for (from, to, expected) in cases {
        let told = told(from, to);
        assert!(told.contains(expected), "{to}: {told}");
    }
}

#[test]
fn a_page_has_one_current_copy_and_a_read_returns_the_newest() {
    let log = |rows: &str| format!("kind,purpose,lpn,from_ppn,to_ppn,stale_ppn,block\n{rows}");
    let end = |rows: &str| end_of(&log(rows), &json!({}));
    let two = "program,host,0,,0,,0\nprogram,host,0,,1,,0\n";
    assert!(
        end(two).contains("a.csv, line 3: LPN 0 is written or given up, and its copy in page 0 stays valid"),
        "{}",
        end(two)
    );
    let other = "program,host,0,,0,,0\nprogram,host,1,,1,0,0\n";
    assert!(end(other).contains("a.csv, line 3: LPN 1 outdates page 0, which does not hold it"), "{}", end(other));
    let old = "program,host,0,,0,,0\nprogram,host,0,,1,0,0\nread,host,0,0,,,0\n";
    assert!(
        end(old).contains("a.csv, line 4: read of logical page 0 returned version 1, the newest is version 2"),
        "{}",
        end(old)
    );
}

#[test]
fn what_is_moved_is_the_current_copy() {
    let rows = "program,host,0,,0\nread,gc,0,0,\nprogram,host,0,,1\nprogram,gc,0,,2\n";
    let end = end_of(&format!("kind,purpose,lpn,from_ppn,to_ppn\n{rows}"), &json!({}));
    assert!(
        end.contains("a.csv, line 5: LPN 0 is moved as it was read from page 0, but its current copy is page 1"),
        "{end}"
    );
}

/// What `traces/simplessd-to-operations.py` made of a run of SimpleSSD: 12 collections on 4 planes.
#[test]
fn the_log_of_another_simulator_breaks_no_rule() {
    let packed =
        std::fs::File::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../traces/foreign/simplessd-operations.csv.gz"));
    let mut log = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(packed.unwrap()), &mut log).unwrap();
    let set = json!({ "ftl": { "before": "clean" } });
    assert_eq!(end_of(&log, &set), "all requests are served");
    let mut machine = machine(&log, &set).unwrap();
    while machine.step(&mut NoObserver).unwrap() {}
    let counters = &machine.core.counters;
    let counted = (counters.nand_reads(), counters.nand_programs(), counters.nand_erases(), counters.gc_runs);
    assert_eq!(counted, (150, 492, 12, 12));
    assert_eq!((counters.gc_moved_pages, machine.core.nand.geometry.logical_pages), (122, 256));
}

/// A rule is broken by an operation that is not carried out: the end is where the one before it left the device, and yet it has ended there.
#[test]
fn a_run_that_a_rule_ends_has_ended_from_wherever_one_goes_there() {
    let log = std::fs::read_to_string("tests/fixtures/traces/operations.txt").unwrap();
    let erase = log.lines().find(|row| row.contains(",erase,")).unwrap();
    let mut columns: Vec<&str> = erase.split(',').collect();
    columns[13] = "3"; // a block that still holds data
    let mut lane = Lane::new(machine(&log.replace(erase, &columns.join(",")), &json!({})).unwrap());
    lane.run(&mut || false);
    let place = |lane: &Lane| (lane.position(), lane.machine().end.clone(), state_hash(lane.machine()));
    let end = place(&lane);
    let (operations, requests) = (end.0, lane.machine().requests());
    assert_eq!(end.1.as_ref().unwrap().kind, EndKind::Rule);
    for back in [1, 2, 3, 10, operations] {
        let mut from = |name: &str, go: &mut dyn FnMut(&mut Lane) -> bool| {
            lane.seek(operations - back, &mut || false);
            assert_eq!((lane.position(), &lane.machine().end), (operations - back, &None));
            assert!(go(&mut lane));
            assert_eq!(place(&lane), end, "{name}, from {back} before the end");
        };
        from("run", &mut |lane| lane.run(&mut || false));
        from("seek", &mut |lane| lane.seek(operations, &mut || false));
        from("seek beyond", &mut |lane| lane.seek(operations + 7, &mut || false));
        from("seek a request", &mut |lane| lane.seek_request(requests + 1, &mut || false));
        // The step behind the last operation is the one that finds the rule broken.
        from("steps", &mut |lane| (0..=back).all(|_| lane.step(Unit::Operation, true, &mut || false)));
    }
}

#[test]
fn a_log_that_no_device_can_have_done_is_refused_with_its_line() {
    let refused = |log: &str, set: Value| end_of(log, &set);
    let too_small = json!({ "device": { "pages_per_block": 1, "over_provisioning": 0.5 } });
    assert_eq!(
        refused(FOREIGN, too_small),
        "a.csv, line 6: physical page 3 is beyond the device, which has 3 (device.pages_per_block, device.blocks_per_plane)"
    );
    let at = |row: &str| {
        refused(&format!("kind,purpose,lpn,from_ppn,to_ppn,block\nprogram,host,0,,0,0\n{row}\n"), json!({}))
    };
    assert!(at("erase,gc,,,,").starts_with("a.csv, line 3: block: missing"), "{}", at("erase,gc,,,,"));
    assert!(at("juggle,host,,,,0").starts_with("a.csv: kind: \"juggle\" is no kind"), "{}", at("juggle,host,,,,0"));
    assert!(at("erase,fun,,,,0").starts_with("a.csv: purpose: \"fun\" is no purpose"), "{}", at("erase,fun,,,,0"));
    assert!(at("power-cut,host,,,,").starts_with("a.csv, line 3: a power cut cannot be carried out"));
    let other_requests = end_of(FOREIGN, &json!({ "device": { "page_bytes": 2048, "logical_bytes": 1 << 14 } }));
    assert!(other_requests.contains("request 0 is for 2 pages from LPN 0 on, not that of a.csv"), "{other_requests}");
}

/// What may stand in a cell of a damaged log.
const CELLS: &[&str] = &[
    "",
    "0",
    "1",
    "2",
    "5",
    "17",
    "39",
    "40",
    "4294967294",
    "host-write",
    "host-read",
    "host-trim",
    "host-flush",
    "read",
    "read-unmapped",
    "program",
    "copy",
    "erase",
    "trim",
    "gc-start",
    "gc-end",
    "map-hit",
    "map-evict",
    "cache-insert",
    "block-bad",
    "program-failed",
    "block-replaced",
    "replace",
    "rebuild",
    "reclaim-end",
    "full-merge",
    "host",
    "gc",
    "rewrite",
    "flush",
    "parity",
];

#[test]
fn a_damaged_log_is_refused_or_carried_out_by_the_rules() {
    let log = include_str!("../fixtures/traces/operations.txt");
    let rows: Vec<Vec<&str>> = log.lines().map(|line| line.split(',').collect()).collect();
    let mut rng = Rng::new(7, Component::Policy);
    let mut ends = std::collections::BTreeSet::new();
    for _ in 0..cases(4_000).cases {
        let mut rows = rows.clone();
        for _ in 0..=rng.below(3) {
            let row = 1 + rng.below(rows.len() as u64 - 1) as usize;
            let cell = rng.below(rows[row].len() as u64) as usize;
            rows[row][cell] = CELLS[rng.below(CELLS.len() as u64) as usize];
        }
        let text = rows.iter().map(|row| row.join(",") + "\n").collect::<String>();
        let before = if rng.below(2) == 0 { "clean" } else { "as-used" };
        ends.insert(end_of(&text, &json!({ "ftl": { "before": before } })).contains("requests are served"));
    }
    assert_eq!(ends.len(), 2, "some are carried out, some are not");
}

#[test]
fn without_a_log_the_layer_is_refused() {
    let document = json!({ "ftl": { "kind": "recorded" }, "workload": { "requests": 5 } });
    let experiment = experiment(document);
    let refused = initial::machine(&experiment, source::of(&experiment, None).unwrap(), true).unwrap_err().to_string();
    assert!(refused.starts_with("ftl.kind: recorded is not a translation layer"), "{refused}");
}

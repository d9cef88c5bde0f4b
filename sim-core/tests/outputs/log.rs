//! The operation log tells what the run did: all of it, in order, with the times that the clock found.
#![cfg(feature = "layers")]
#![allow(clippy::unwrap_used)]

use crate::support::common::{experiment, report};
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::flash::observer::Recorder;
use sim_core::flash::operation::{Kind, Operation, PENDING_NS};
use sim_core::log::Format;
use sim_core::log::run::LogRun;
use sim_core::machine::Completion;
use std::collections::BTreeMap;
use std::ops::Range;

const ALL: Range<u64> = 0..u64::MAX;

/// Runs with merges, with a map on flash, with collections beside requests, and with requests that wait.
fn runs() -> Vec<(&'static str, Value)> {
    let small = json!({ "logical_bytes": 4_194_304, "over_provisioning": 0.4 });
    let event = json!({
        "logical_bytes": 8_388_608, "over_provisioning": 0.5, "channels": 2, "chips_per_channel": 2, "clock": "event",
        "transfer_ns": 50_000
    });
    let striped = json!({
        "preset": "ttflash", "channels": 4, "chips_per_channel": 2, "blocks_per_plane": 12, "pages_per_block": 8,
        "over_provisioning": 0.8
    });
    let uniform = json!({ "kind": "uniform", "requests": 3000, "write_ratio": 0.8, "request_pages": 2 });
    let deep = json!({ "kind": "uniform", "requests": 3000, "write_ratio": 0.8, "request_pages": 2, "queue_depth": 8 });
    vec![
        ("page", json!({ "device": small, "workload": uniform })),
        ("fast", json!({ "device": small, "ftl": { "kind": "fast", "log_blocks": 4 }, "workload": uniform })),
        ("dftl", json!({ "device": small, "ftl": { "kind": "dftl", "cmt_bytes": 512 }, "workload": uniform })),
        ("bplru", json!({ "device": small, "buffer": { "kind": "bplru", "bytes": 65_536 }, "workload": uniform })),
        ("event", json!({ "device": event, "workload": deep })),
        (
            "saturated",
            json!({ "device": event, "workload": { "kind": "uniform", "requests": 1500, "write_ratio": 1,
            "inter_arrival_ms": { "mean": 0.05 } } }),
        ),
        ("ttflash", json!({ "device": striped, "ftl": { "kind": "ttflash", "ram_bytes": 131_072 }, "workload": deep })),
        (
            "cut",
            json!({ "device": event, "workload": deep, "run": { "power_cut": 5000, "continue_after_power_cut": true } }),
        ),
        (
            "unbuffered",
            json!({ "device": small, "buffer": { "kind": "lru", "bytes": 65_536 }, "workload": uniform,
            "run": { "changes": [{ "request": 800, "set": { "buffer.kind": "none" } }] } }),
        ),
        (
            "slower",
            json!({ "device": event, "workload": deep, "run": { "changes": [
                { "request": 800, "set": { "device.program_ns": 900_000 } },
                { "request": 850, "set": { "device.copyback": true } },
                { "request": 1600, "set": { "device.program_ns": 100_000, "device.copyback": false } }
            ] } }),
        ),
    ]
}

fn log(document: &Value, format: Format, requests: Range<u64>) -> String {
    let mut run = LogRun::new(&experiment(document.clone()), None, format, requests).unwrap();
    let mut text = Vec::new();
    // Piece by piece, as it is written to a file.
    while run.go_on(7) {
        text.extend(run.take());
    }
    text.extend(run.take());
    String::from_utf8(text).unwrap()
}

/// The operations of the run, and its answers by request.
fn recorded(document: &Value) -> (Recorder, BTreeMap<u64, Completion>) {
    let experiment = experiment(document.clone());
    let mut machine = initial::machine(&experiment, source::of(&experiment, None).unwrap(), false).unwrap();
    let mut recorder = Recorder::default();
    while machine.step(&mut recorder).unwrap() {}
    let answers = machine.completions.iter().map(|done| (done.request, *done));
    (recorder, answers.collect())
}

fn rows(csv: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &'_ str| -> Vec<(usize, usize)> {
        let starts: Vec<usize> = std::iter::once(0).chain(line.match_indices(',').map(|(at, _)| at + 1)).collect();
        let ends = starts.iter().skip(1).map(|at| at - 1).chain([line.len()]);
        starts.iter().copied().zip(ends).collect()
    };
    lines
        .map(|line| {
            let cells = row(line);
            assert_eq!(cells.len(), names.len(), "{line}");
            names.iter().copied().zip(cells.into_iter().map(|(from, to)| &line[from..to])).collect()
        })
        .collect()
}

fn number(row: &BTreeMap<&str, &str>, column: &str) -> Option<u64> {
    Some(row[column]).filter(|cell| !cell.is_empty()).map(|cell| cell.parse().unwrap())
}

fn is_hosts(operation: &Operation) -> bool {
    matches!(operation.kind, Kind::HostRead | Kind::HostWrite | Kind::HostTrim | Kind::HostFlush)
}

#[test]
fn every_operation_is_a_row_with_its_times() {
    for (name, document) in runs() {
        let csv = log(&document, Format::Csv, ALL);
        let (rows, (recorded, answers)) = (rows(&csv), recorded(&document));
        assert_eq!(rows.len(), recorded.operations.len(), "{name}");
        for (row, operation) in rows.iter().zip(&recorded.operations) {
            let known = |time_ns: u64| Some(time_ns).filter(|&time_ns| time_ns != PENDING_NS);
            let kind = serde_json::to_value(operation.kind).unwrap();
            assert_eq!((number(row, "op"), json!(row["kind"])), (Some(operation.index), kind), "{name}");
            assert_eq!(row["purpose"], operation.purpose.name());
            assert_eq!(number(row, "start_ns"), known(operation.start_ns), "{name} {row:?}");
            for (column, value) in [
                ("request", Some(operation.request)),
                ("cause", operation.cause),
                ("lpn", operation.lpn.map(u64::from)),
                ("pages", operation.lpn.map(|_| u64::from(operation.pages))),
                ("from_ppn", operation.from.map(u64::from)),
                ("to_ppn", operation.to.map(u64::from)),
                ("stale_ppn", operation.stale.map(u64::from)),
                ("slot", operation.slot.map(u64::from)),
            ] {
                assert_eq!(number(row, column), value, "{name} {column} {row:?}");
            }
            let answer = answers.get(&operation.request).filter(|_| is_hosts(operation));
            assert_eq!(number(row, "arrival_ns"), answer.map(|done| done.arrival_ns), "{name} {row:?}");
            let end_ns = if is_hosts(operation) { answer.map(|done| done.finish_ns) } else { known(operation.end_ns) };
            assert_eq!(number(row, "end_ns"), end_ns, "{name} {row:?}");
            assert!(!is_hosts(operation) || answer.is_some() || name == "cut", "{name} {row:?}");
        }
        assert!(recorded.operations.iter().any(|operation| operation.pages > 1), "{name}");
    }
}

#[test]
fn what_it_tells_adds_up_to_the_report() {
    for (name, document) in runs().into_iter().filter(|(name, _)| *name != "cut") {
        let csv = log(&document, Format::Csv, ALL);
        let (rows, report) = (rows(&csv), report(document));
        let count = |kinds: &[&str]| rows.iter().filter(|row| kinds.contains(&row["kind"])).count() as u64;
        assert_eq!(count(&["program", "copy"]), report.nand_programs, "{name}");
        assert_eq!(count(&["read", "copy"]), report.nand_reads, "{name}");
        assert_eq!(count(&["erase"]), report.nand_erases, "{name}");
        let responses = rows.iter().filter(|row| row["kind"].starts_with("host-"));
        let total: u64 = responses.map(|row| number(row, "end_ns").unwrap() - number(row, "arrival_ns").unwrap()).sum();
        let mean_ns = total as f64 / count(&["host-read", "host-write"]) as f64;
        assert_eq!(Some(mean_ns), report.mean_response_ns, "{name}");
    }
}

#[test]
fn cells_are_digits_or_empty_and_nothing_needs_quotes() {
    for (name, document) in runs() {
        for row in rows(&log(&document, Format::Csv, ALL)) {
            for (column, cell) in row {
                let is_word = matches!(column, "kind" | "purpose");
                let fits =
                    |byte: u8| byte.is_ascii_digit() || is_word && (byte.is_ascii_lowercase() || b"-_".contains(&byte));
                assert!(cell.bytes().all(fits), "{name}: {column} is {cell}");
            }
        }
    }
}

#[test]
fn the_log_of_a_part_is_that_part_of_the_log() {
    for (name, document) in runs() {
        let whole = log(&document, Format::Csv, ALL);
        let part = log(&document, Format::Csv, 700..900);
        let lines: Vec<&str> = whole.lines().collect();
        let is_in = |line: &&&str| {
            line.split(',').nth(4).unwrap().parse().is_ok_and(|request: u64| (700..900).contains(&request))
        };
        let expected: Vec<&str> = lines.iter().filter(is_in).copied().collect();
        assert!(expected.len() > 200, "{name}");
        assert_eq!(part.lines().skip(1).collect::<Vec<_>>(), expected, "{name}");
    }
    let beyond = log(&runs()[0].1, Format::Csv, 5000..6000);
    assert_eq!(beyond.lines().count(), 1, "a header, and nothing below it");
}

#[test]
fn what_a_change_writes_out_holds_nothing_back() {
    let (_, document) = runs().into_iter().find(|(name, _)| *name == "unbuffered").unwrap();
    let experiment = experiment(document);
    let mut run = LogRun::new(&experiment, None, Format::Csv, 0..900).unwrap();
    while run.go_on(1) {
        assert!(run.progress().0 - run.written_before() < 3, "{:?}, {}", run.progress(), run.written_before());
    }
    assert_eq!(run.progress().0, 900, "it ends where it was to end");
    let text = String::from_utf8(run.take()).unwrap();
    let written_out = rows(&text).into_iter().take_while(|row| row["request"] != "800" || row["kind"] != "host-write");
    assert!(written_out.filter(|row| row["request"] == "800" && row["kind"] == "program").count() > 10);
}

#[test]
fn places_are_told_in_the_words_of_the_geometry() {
    let (_, document) = runs().swap_remove(4);
    let csv = log(&document, Format::Csv, ALL);
    let mut planes = BTreeMap::new();
    for row in rows(&csv).iter().filter(|row| row["kind"] == "program") {
        let [block, plane, channel, chip] =
            ["block", "plane", "channel", "chip"].map(|name| number(row, name).unwrap());
        assert_eq!((channel, chip), (plane % 2, plane / 2));
        planes.entry(plane).or_insert_with(Vec::new).push(block);
    }
    assert_eq!(planes.len(), 4);
    let blocks: Vec<u64> = planes
        .into_values()
        .flat_map(|blocks| [*blocks.iter().min().unwrap(), *blocks.iter().max().unwrap()])
        .collect();
    assert!(blocks.is_sorted(), "planes have blocks of their own, one after another");
}

/// Nanoseconds of a time in microseconds, from its digits.
fn ns(event: &str, field: &str) -> Option<u64> {
    let text = event.split_once(&format!("\"{field}\":"))?.1;
    let text: String = text.chars().take_while(|&digit| digit.is_ascii_digit() || digit == '.').collect();
    let (whole, rest) = text.split_once('.').unwrap();
    assert_eq!(rest.len(), 3, "{event}");
    Some(whole.parse::<u64>().unwrap() * 1000 + rest.parse::<u64>().unwrap())
}

#[test]
fn a_trace_is_well_formed() {
    for (name, document) in runs() {
        let text = log(&document, Format::Chrome, ALL);
        let trace: Value = serde_json::from_str(&text).unwrap();
        let keys: Vec<&String> = trace.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["displayTimeUnit", "otherData", "traceEvents"], "others than these end a trace for Perfetto");
        assert_eq!(trace["displayTimeUnit"], "ns");
        assert_eq!(trace["otherData"]["experiment"], experiment(document).to_document());
        let lines: Vec<&str> = text.lines().skip(1).filter(|line| line.starts_with("{\"ph\"")).collect();
        let events = trace["traceEvents"].as_array().unwrap();
        assert_eq!(lines.len(), events.len(), "an event a line");

        let mut named = Vec::new();
        let mut tracks: BTreeMap<(u64, u64), Vec<Range<u64>>> = BTreeMap::new();
        let mut open: BTreeMap<String, u64> = BTreeMap::new();
        for (event, line) in events.iter().zip(lines) {
            let track = (event["pid"].as_u64().unwrap(), event["tid"].as_u64().unwrap());
            let what = format!("{} {} {} {}", event["pid"], event["cat"], event["name"], event["id"]);
            match event["ph"].as_str().unwrap() {
                "M" => named.push((track, event["name"].clone())),
                "X" => {
                    let start_ns = ns(line, "ts").unwrap();
                    tracks.entry(track).or_default().push(start_ns..start_ns + ns(line, "dur").unwrap());
                }
                "b" => assert_eq!(open.insert(what, ns(line, "ts").unwrap()), None, "{name} {line}"),
                "e" => assert!(open.remove(&what).unwrap() <= ns(line, "ts").unwrap(), "{name} {line}"),
                "i" => assert_eq!((&event["s"], track), (&json!("t"), (2, 1))),
                "n" => assert_eq!((name, &event["cat"]), ("cut", &json!("unanswered"))),
                other => unreachable!("{other}"),
            }
        }
        assert!(open.is_empty(), "{name}: {open:?}");
        for (track, mut spans) in tracks {
            assert!(named.contains(&(track, json!("thread_name"))), "{name}: {track:?} has no name");
            spans.sort_by_key(|span| (span.start, span.end));
            let overlap = spans.windows(2).find(|pair| pair[0].end > pair[1].start);
            assert_eq!(overlap, None, "{name}: a plane or a channel does one thing at a time");
        }
    }
}

#[test]
fn transfers_last_as_long_as_a_page_takes_whatever_else_changes() {
    for (name, mut document) in runs().into_iter().filter(|(name, _)| ["event", "slower"].contains(name)) {
        document["device"]["command_ns"] = json!(0);
        let text = log(&document, Format::Chrome, ALL);
        let transfers: Vec<&str> = text.lines().filter(|line| line.starts_with("{\"ph\":\"X\",\"pid\":4")).collect();
        assert!(transfers.len() > 5000, "{name}: {}", transfers.len());
        let copies: Vec<u64> = transfers
            .iter()
            .filter(|line| line.contains("\"cat\":\"gc\""))
            .map(|line| {
                let event: Value = serde_json::from_str(line.trim_end_matches(',')).unwrap();
                event["args"]["request"].as_u64().unwrap()
            })
            .collect();
        let off_the_bus = !copies.iter().any(|request| (850..1500).contains(request));
        assert_eq!((copies.len() > 100, off_the_bus), (true, name == "slower"), "{name}: {}", copies.len());
        for line in transfers {
            assert_eq!(ns(line, "dur"), Some(50_000), "{name}: {line}");
        }
    }
}

#[test]
fn a_trace_has_what_the_rows_have() {
    for (name, document) in runs() {
        let csv = log(&document, Format::Csv, ALL);
        let text = log(&document, Format::Chrome, ALL);
        let mut told: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
        for line in text.lines().filter(|line| line.starts_with("{\"ph\":\"X\",\"pid\":3")) {
            let event: Value = serde_json::from_str(line.trim_end_matches(',')).unwrap();
            let start_ns = ns(line, "ts").unwrap();
            told.insert(event["args"]["op"].as_u64().unwrap(), (start_ns, start_ns + ns(line, "dur").unwrap()));
        }
        let is_flash = |row: &&BTreeMap<&str, &str>| matches!(row["kind"], "read" | "program" | "copy" | "erase");
        let rows = rows(&csv);
        let carried_out = rows
            .iter()
            .filter(is_flash)
            .filter_map(|row| Some((number(row, "op")?, (number(row, "start_ns")?, number(row, "end_ns")?))));
        assert_eq!(carried_out.collect::<BTreeMap<_, _>>(), told, "{name}");
    }
}

#[test]
fn collections_last_until_the_last_of_what_they_caused_is_over() {
    for (name, document) in runs().into_iter().filter(|(name, _)| ["page", "event", "ttflash"].contains(name)) {
        let csv = log(&document, Format::Csv, ALL);
        let text = log(&document, Format::Chrome, ALL);
        let mut ends: BTreeMap<u64, u64> = BTreeMap::new();
        for row in rows(&csv).iter().filter(|row| matches!(row["kind"], "copy" | "erase")) {
            if let (Some(cause), Some(end_ns)) = (number(row, "cause"), number(row, "end_ns")) {
                let latest = ends.entry(cause).or_default();
                *latest = end_ns.max(*latest);
            }
        }
        let mut collections = 0;
        for line in text.lines().filter(|line| line.starts_with("{\"ph\":\"e\"") && line.contains("\"cat\":\"gc\"")) {
            let event: Value = serde_json::from_str(line.trim_end_matches(',')).unwrap();
            assert_eq!(event["name"], "gc-start");
            let op = event["args"]["op"].as_u64().unwrap();
            assert_eq!(Some(&ns(line, "ts").unwrap()), ends.get(&op), "{name} {line}");
            collections += 1;
        }
        assert!(collections > 20, "{name}: {collections}");
    }
}

//! What a frame tells of a run, held against its operations: sentence, choice and charts.

#![allow(clippy::unwrap_used)]

use crate::support::common::experiment;
use serde_json::{Value, json};
use sim_core::assembly::{initial, source};
use sim_core::replay::lane::Lane;
use sim_core::replay::places::Unit;
use sim_core::view::frame::frame;
use sim_core::view::request::View;
use sim_core::view::series::Series;
use std::collections::BTreeSet;

fn lane(document: &Value) -> Lane {
    let experiment = experiment(document.clone());
    Lane::new(initial::machine(&experiment, source::of(&experiment, None).unwrap(), true).unwrap())
}

fn told(lane: &mut Lane, charts: bool) -> Value {
    let wanted = View { operations_max: 4, charts, ..View::default() };
    serde_json::to_value(frame(lane, &mut Series::default(), &wanted, None, 0, None)).unwrap()
}

/// Pages written one at a time, each when the one before is answered.
fn document(blocks: u64, policy: &str, requests: u64) -> Value {
    let over_provisioning = if blocks < 16 { 0.6 } else { 0.3 };
    json!({
        "device": { "preset": "toy", "blocks_per_plane": blocks, "pages_per_block": 4, "over_provisioning": over_provisioning },
        "ftl": { "gc": { "policy": policy } },
        "workload": { "kind": "uniform", "write_ratio": 1, "request_pages": 1, "queue_depth": 1, "requests": requests },
    })
}

/// What the operations of one request came to.
#[derive(Clone, Copy, Default)]
struct Request {
    began_ns: u64,
    ended_ns: u64,
    collections: u64,
    /// Of the run up to its end.
    written: [u64; 2],
}

impl Request {
    fn response_ns(&self) -> u64 {
        self.ended_ns - self.began_ns
    }
}

/// What the operations of a run say.
#[derive(Default)]
struct Log {
    requests: Vec<Request>,
    erases: Vec<u32>,
}

impl Log {
    fn note(&mut self, operation: &Value) {
        let number = |name: &str| operation[name].as_u64().unwrap();
        let kind = operation["kind"].as_str().unwrap();
        if kind == "host-write" {
            let written = self.requests.last().map_or([0, 0], |last| last.written);
            self.requests.push(Request { began_ns: number("start_ns"), written, ..Request::default() });
        }
        let now = self.requests.last_mut().unwrap();
        now.ended_ns = number("end_ns");
        match kind {
            "host-write" => now.written[0] += 1,
            "program" | "copy" => now.written[1] += 1,
            "gc-start" => now.collections += 1,
            "erase" => self.erases[number("block") as usize] += 1,
            _ => {}
        }
    }
}

/// The whole run, operation by operation; `look` sees each frame with its last operation.
fn walk(document: &Value, mut look: impl FnMut(&Lane, &Value, &Value)) -> (Lane, Log) {
    let mut lane = lane(document);
    let blocks = lane.machine().core.nand.blocks.len();
    let mut log = Log { erases: vec![0; blocks], ..Log::default() };
    while lane.machine().end.is_none() {
        lane.step(Unit::Operation, true, &mut || false);
        let frame = told(&mut lane, false);
        let Some(last) = frame["operations"].as_array().unwrap().last() else { break };
        log.note(last);
        // At the end of the run the sentence is of the run.
        if lane.machine().end.is_none() {
            look(&lane, &frame, last);
        }
    }
    (lane, log)
}

fn block(number: u64) -> String {
    format!("**block {number}**")
}

#[test]
fn the_sentence_of_a_collection_names_its_block_and_counts_its_pages() {
    let mut seen = [0; 4];
    walk(&document(16, "greedy", 300), |lane, frame, operation| {
        let nand = &lane.machine().core.nand;
        let text = frame["headline"]["text"].as_str().unwrap();
        let page = |name: &str| operation[name].as_u64().unwrap();
        match operation["kind"].as_str().unwrap() {
            "gc-start" => {
                let victim = page("block");
                let valid = nand.block(victim as u32).valid;
                let rest = match valid {
                    0 => "**none of its 4 pages** is valid, so it is erased without copying.".into(),
                    1 => "**1 of its 4 pages** is still valid, so moving it frees 3.".to_string(),
                    _ => format!("**{valid} of its 4 pages** are still valid, so moving them frees {}.", 4 - valid),
                };
                assert_eq!(text, format!("GC picks {}: {rest}", block(victim)));
                seen[0] += 1;
            }
            "copy" => {
                let (victim, to) = (page("from") / 4, page("to") / 4);
                let left = nand.block(victim as u32).valid;
                let names = format!("{} to block {to}; {left} page", block(victim));
                let last = format!("the last live page in {}. It is in block {to} now", block(victim));
                assert!(text.contains(if left == 0 { &last } else { &names }), "{text}");
                seen[if left == 0 { 1 } else { 2 }] += 1;
            }
            "erase" => {
                assert!(text.to_lowercase().contains(&block(page("block"))), "{text}");
                seen[3] += 1;
            }
            _ => {}
        }
    });
    assert!(seen.iter().all(|&times| times > 20), "{seen:?}");
}

#[test]
fn the_figures_of_a_choice_are_those_of_its_blocks() {
    for policy in ["greedy", "fifo", "cost-benefit", "windowed"] {
        let (mut choices, mut others) = (0, 0);
        // A block is closed with its last page: how many have been since the run began, and the number of each.
        let (mut closings, mut closed_at) = (0, [0; 40]);
        walk(&document(40, policy, 900), |lane, frame, operation| {
            if let Some(to) = operation["to"].as_u64().filter(|to| to % 4 == 3) {
                closings += 1;
                closed_at[to as usize / 4] = closings;
            }
            if operation["kind"] != "gc-start" {
                return;
            }
            let nand = &lane.machine().core.nand;
            let decision = &frame["decision"];
            assert_eq!((&decision["op"], &decision["columns"][0]), (&operation["index"], &json!("valid")));
            // Closed so many blocks ago: counted from each, that is the same moment.
            let mut now = BTreeSet::new();
            for (rank, row) in decision["rows"].as_array().unwrap().iter().enumerate() {
                let number = row["block"].as_u64().unwrap();
                let state = nand.block(number as u32);
                assert_eq!(row["label"], format!("block {number}"));
                assert_eq!(row["cells"][0], state.valid.to_string(), "{policy}: valid pages of {}", row["label"]);
                let ago: u64 = row["cells"][1].as_str().unwrap().split(' ').next().unwrap().parse().unwrap();
                if closed_at[number as usize] > 0 {
                    now.insert(closed_at[number as usize] + ago);
                }
                assert_eq!(row["share"], f64::from(state.valid) / 4.0);
                assert_eq!(row["chosen"], rank == 0);
                others += usize::from(rank > 0);
            }
            assert!(now.len() <= 1, "{policy}: {decision}");
            assert_eq!(decision["rows"][0]["block"], operation["block"], "{policy}");
            choices += 1;
        });
        assert!(choices > 50 && others > 2 * choices, "{policy}: {choices}, {others}");
    }
}

/// Of ascending times, the one that `percent` of 100 do not exceed.
fn rank(times: &[u64], percent: usize) -> u64 {
    times[(times.len() * percent).div_ceil(100) - 1]
}

fn sorted(requests: &[Request]) -> Vec<u64> {
    let mut times: Vec<u64> = requests.iter().map(Request::response_ns).collect();
    times.sort_unstable();
    times
}

/// Devices of a bar for each request and of bins of four.
fn runs() -> [(Value, usize); 2] {
    [(document(8, "greedy", 400), 1), (document(40, "greedy", 1_300), 4)]
}

#[test]
fn charts_over_the_run_tell_each_bin_what_happened_in_it() {
    for (document, size) in runs() {
        let (mut lane, log) = walk(&document, |_, _, _| ());
        let charts = told(&mut lane, true)["charts"].take();
        let bins: Vec<&[Request]> = log.requests.chunks(size).collect();
        let latency = &charts["latency"];
        let of = |percent: usize| json!(bins.iter().map(|bin| rank(&sorted(bin), percent)).collect::<Vec<_>>());
        assert_eq!(latency["bin_requests"], size);
        assert_eq!((&latency["p50_ns"], &latency["p99_ns"], &latency["max_ns"]), (&of(50), &of(99), &of(100)));
        let collections = bins.iter().map(|bin| bin.iter().map(|request| request.collections).sum::<u64>());
        assert_eq!(latency["gc_runs"], json!(collections.collect::<Vec<_>>()));
        let share = |[host, programs]: [u64; 2]| programs as f64 / host as f64;
        let so_far = bins.iter().map(|bin| share(bin[bin.len() - 1].written));
        let amplification = &charts["write_amplification"];
        assert_eq!(amplification["values"], json!(so_far.collect::<Vec<_>>()));
        let [host, programs] = log.requests[log.requests.len() - 1].written;
        assert_eq!((&amplification["host_pages"], &amplification["programs"]), (&json!(host), &json!(programs)));
        assert_eq!(amplification["now"], share([host, programs]));
    }
}

#[test]
fn the_tail_and_what_a_run_came_to_are_those_of_its_answers() {
    for (document, _) in runs() {
        let (mut lane, log) = walk(&document, |_, _, _| ());
        let charts = told(&mut lane, true)["charts"].take();
        let times = sorted(&log.requests);
        let mut each = times.clone();
        each.dedup();
        // No two are so close here that they would be told as one.
        assert!(each.len() > 4 && each.windows(2).all(|pair| (pair[1] - pair[0]) * 32 > pair[0]), "{each:?}");
        let slower = |ns: &u64| times.iter().filter(|&time| time > ns).count() as f64 / times.len() as f64;
        assert_eq!(charts["tail"]["ns"], json!(each));
        assert_eq!(charts["tail"]["share"], json!(each.iter().map(slower).collect::<Vec<_>>()));
        assert_eq!(charts["tail"]["count"], times.len());
        let so_far = &charts["so_far"];
        assert_eq!(so_far["p99_ns"], rank(&times, 99));
        assert_eq!(so_far["mean_response_ns"], times.iter().sum::<u64>() as f64 / times.len() as f64);
        assert_eq!(so_far["last_response_ns"], log.requests[log.requests.len() - 1].response_ns());
        assert_eq!(so_far["erases"], log.erases.iter().sum::<u32>());
    }
}

#[test]
fn p99_so_far_is_that_of_the_answers_after_every_request() {
    let document = document(8, "greedy", 400);
    let (_, log) = walk(&document, |_, _, _| ());
    let mut lane = lane(&document);
    let (mut series, wanted) = (Series::default(), View { charts: true, ..View::default() });
    let mut different = BTreeSet::new();
    for answered in 1..=log.requests.len() {
        lane.seek_request(answered as u64, &mut || false);
        let told = serde_json::to_value(frame(&mut lane, &mut series, &wanted, None, 0, None)).unwrap();
        let p99_ns = rank(&sorted(&log.requests[..answered]), 99);
        assert_eq!(told["charts"]["so_far"]["p99_ns"], p99_ns, "of {answered} answers");
        different.insert(p99_ns);
    }
    assert!(different.len() > 3, "{different:?}");
}

#[test]
fn erases_are_told_of_each_block_and_in_place() {
    for (document, _) in runs() {
        let (mut lane, log) = walk(&document, |_, _, _| ());
        let erases = told(&mut lane, true)["charts"]["erases"].take();
        let (least, most) = (log.erases.iter().min().unwrap(), log.erases.iter().max().unwrap());
        assert!(most - least > 2 && most - least < 24, "{:?}", log.erases);
        let so_often = |times: u32| log.erases.iter().filter(|&&erases| erases == times).count();
        assert_eq!((&erases["first"], &erases["step"], &erases["max"]), (&json!(least), &json!(1), &json!(most)));
        assert_eq!(erases["blocks"], json!((*least..=*most).map(so_often).collect::<Vec<_>>()));
        let blocks = log.erases.len();
        assert_eq!(erases["mean"], f64::from(log.erases.iter().sum::<u32>()) / blocks as f64);
        // The device from left to right in 128 stretches: each the mean of the blocks that it touches.
        for (at, mean) in erases["strip"].as_array().unwrap().iter().enumerate() {
            let touched: Vec<u32> = (0..blocks)
                .filter(|block| block * 128 < (at + 1) * blocks && (block + 1) * 128 > at * blocks)
                .map(|block| log.erases[block])
                .collect();
            let expected = f64::from(touched.iter().sum::<u32>()) / touched.len() as f64;
            assert_eq!(mean.as_f64().unwrap(), expected, "stretch {at} of {blocks} blocks");
        }
    }
}

/// Pages written one at a time on a map that is on flash, four entries to a page of it, where a request collects several blocks.
fn with_map_on_flash() -> Value {
    json!({
        "device": { "preset": "toy", "blocks_per_plane": 40, "pages_per_block": 4, "over_provisioning": 1.0 },
        "ftl": {
            "kind": "dftl", "map_page_entries": 4, "cmt_protected": 2, "cmt_probationary": 2, "gc": { "low": 2, "high": 5 },
        },
        "workload": { "kind": "uniform", "write_ratio": 1, "request_pages": 1, "queue_depth": 1, "requests": 400 },
    })
}

#[test]
fn the_updates_of_a_map_are_those_of_the_latest_collection() {
    let (mut served, mut seen) = (Vec::<Value>::new(), [0; 3]);
    walk(&with_map_on_flash(), |lane, frame, operation| {
        if operation["kind"] == "host-write" {
            served.clear();
        }
        served.push(operation.clone());
        let Some(at) = served.iter().rposition(|operation| operation["kind"] == "gc-start") else {
            assert_eq!(frame["updates"], Value::Null);
            return;
        };
        let logical_pages = u64::from(lane.machine().core.nand.geometry.logical_pages);
        let since = &served[at..];
        let lpn = |operation: &Value| operation["lpn"].as_u64().unwrap();
        let copies = since.iter().filter(|operation| operation["kind"] == "copy").map(lpn);
        let moved: Vec<u64> = copies.filter(|&lpn| lpn < logical_pages).collect();
        // A page of the map is read, where it has entries of others, and programmed.
        let mut pages = Vec::<Value>::new();
        for operation in since.iter().filter(|operation| operation["purpose"] == "map-update") {
            let (id, programmed) = (lpn(operation), operation["kind"] == "program");
            match pages.iter_mut().find(|page| page["id"] == id) {
                Some(page) => page["programmed"] = json!(programmed),
                None => {
                    let entries = moved.iter().filter(|&&lpn| lpn / 4 == id - logical_pages).count();
                    pages.push(json!({ "id": id, "moved": entries, "programmed": programmed }));
                }
            }
        }
        let told = &frame["updates"];
        assert_eq!((&told["victim"], &told["moved"]), (&since[0]["block"], &json!(moved.len())));
        assert_eq!((&told["lpns"], &told["pages"]), (&json!(moved), &json!(pages)));
        seen[0] += usize::from(pages.len() > 1);
        seen[1] += usize::from(pages.iter().any(|page| page["moved"].as_u64() > Some(1)));
        seen[2] += usize::from(served[..at].iter().any(|operation| operation["kind"] == "gc-start"));
    });
    assert!(seen.iter().all(|&times| times > 20), "{seen:?}");
}

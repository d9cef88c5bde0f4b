//! What the page is told of pages that leave a write buffer one by one is the order in which they leave, and what is told of each
//! step is what the line did.

#![allow(clippy::unwrap_used)] // a test may stop at once

use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::buffer::store::Victim;
use sim_core::experiment::document::Experiment;
use sim_core::replay::lane::Lane;
use sim_core::replay::places::Unit;
use sim_core::view::buffer::buffer;

const PAGES_PER_BLOCK: u64 = 4;

fn lane(kind: &str, clock: &str, seed: u64, more: Value) -> Lane {
    let mut document = json!({
        "device": {
            "preset": "toy", "blocks_per_plane": 16, "clock": clock,
            "transfer_ns": if clock == "event" { 500 } else { 0 }
        },
        "buffer": { "kind": kind, "bytes": 10 * 2048 },
        "ftl": { "kind": "page" },
        "workload": { "kind": "hotcold", "requests": 300, "write_ratio": 0.6, "request_pages": 2 },
        "run": { "seed": seed, "initial_state": "full_seq" }
    });
    for (field, value) in more.as_object().unwrap() {
        document["buffer"][field] = value.clone();
    }
    let experiment = Experiment::new(&document, &[]).unwrap();
    let source = source::of(&experiment, None).unwrap();
    Lane::new(initial::machine(&experiment, source, true).unwrap())
}

fn told(lane: &Lane) -> Value {
    serde_json::to_value(buffer(lane).unwrap()).unwrap()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

/// The line from the front: pages, each with whether flash holds the same.
fn line(told: &Value) -> Vec<(u64, bool)> {
    let line = &told["line"];
    let ends = ["front", "back"].map(|end| line[end].as_array().unwrap().clone());
    ends.concat().iter().map(|page| (number(&page["lpn"]), page["clean"] == true)).collect()
}

/// What the policy itself says: pages by number, groups by logical block, in order of leaving.
fn order(lane: &Lane) -> (Vec<u64>, Vec<u64>) {
    let buffer = lane.machine().buffer.pages().unwrap();
    let (mut pages, mut groups) = (Vec::new(), Vec::new());
    for ranked in buffer.policy.order(&buffer.store, usize::MAX) {
        match ranked.victim {
            Victim::Page(slot, offset) => {
                pages.push(u64::from(buffer.store.group(slot).lbn) * PAGES_PER_BLOCK + u64::from(offset));
            }
            Victim::Group(slot) => groups.push(u64::from(buffer.store.group(slot).lbn)),
        }
    }
    (pages, groups)
}

/// Calls `look` after each operation of a run.
fn at_each_operation(lane: &mut Lane, mut look: impl FnMut(&Lane)) {
    while lane.machine().end.is_none() {
        lane.step(Unit::Operation, true, &mut || false);
        look(lane);
    }
}

fn each(kind: &str, more: &Value, mut look: impl FnMut(&Lane, &Value)) {
    for (clock, seed) in [("serial", 1), ("serial", 2), ("event", 3)] {
        at_each_operation(&mut lane(kind, clock, seed, more.clone()), |lane| look(lane, &told(lane)));
    }
}

#[test]
fn the_tail_is_what_leaves_next_and_the_line_is_the_policys_order() {
    for kind in ["lru", "capbacked"] {
        each(kind, &json!({}), |lane, told| {
            let pages: Vec<u64> = line(told).iter().rev().map(|page| page.0).collect();
            assert_eq!(pages, order(lane).0);
            let next: Vec<u64> = told["next"].as_array().unwrap().iter().map(|next| number(&next["lpn"])).collect();
            assert_eq!(next, pages[..pages.len().min(6)]);
            assert_eq!(number(&told["line"]["total"]), pages.len() as u64);
            assert_eq!(told["line"]["keeps"], kind == "capbacked");
            assert_eq!(told["line"]["by_arrival"], kind == "capbacked");
        });
    }
}

#[test]
fn clean_pages_of_the_window_leave_first_and_all_others_from_the_tail() {
    let mut clean_first = 0;
    each("cflru", &json!({ "window": 0.5 }), |lane, told| {
        let pages = line(told);
        let window = number(&told["line"]["window"]) as usize;
        assert_eq!(window, pages.len().min(5));
        let (inside, oldest) = (pages[pages.len() - window..].iter().rev(), pages.iter().rev());
        let first: Vec<u64> = inside.filter(|page| page.1).map(|page| page.0).collect();
        clean_first += usize::from(!first.is_empty() && first[0] != pages[pages.len() - 1].0);
        let others = oldest.map(|page| page.0).filter(|page| !first.contains(page));
        assert_eq!(first.iter().copied().chain(others).collect::<Vec<_>>(), order(lane).0);
        let changed = pages.iter().filter(|page| !page.1).count();
        assert_eq!(number(&told["line"]["changed"]), changed as u64);
    });
    assert!(clean_first > 20, "the tail is changed and a clean page stands before it");
}

#[test]
fn steps_lead_from_each_line_to_the_next() {
    for (kind, more) in [("lru", json!({})), ("cflru", json!({ "window": 0.5 })), ("capbacked", json!({}))] {
        let (mut before, mut done, mut last) = (Vec::<u64>::new(), 0, 0);
        let mut hows = std::collections::BTreeSet::new();
        each(kind, &more, |lane, told| {
            let position = lane.position();
            if position < last {
                (before, done) = (Vec::new(), 0);
            }
            last = position;
            // Steps since the last look: those after the operations that it had seen, in order.
            let steps = told["line"]["steps"].as_array().unwrap();
            for step in steps.iter().filter(|step| number(&step["op"]) > done || step["op"] == 0) {
                hows.insert(step["how"].as_str().unwrap().to_string());
                if let Some(from) = step["from"].as_u64() {
                    assert_eq!(before.remove(from as usize), number(&step["lpn"]));
                }
                if let Some(to) = step["to"].as_u64() {
                    before.insert(to as usize, number(&step["lpn"]));
                }
            }
            done = position;
            assert_eq!(before, line(told).iter().map(|page| page.0).collect::<Vec<_>>(), "{kind} at {position}");
        });
        assert!(hows.contains("arrived") && hows.contains("overwritten") && hows.contains("written"), "{hows:?}");
        assert_eq!(hows.contains("dropped"), kind == "cflru");
    }
}

#[test]
fn single_pages_and_groups_are_told_apart_and_each_move_of_the_edge_with_what_came_back() {
    let (mut moves, mut groups_seen) = (0, 0);
    each("bpac", &json!({ "migrate_pages": 3, "page_share": 0.4 }), |lane, told| {
        let (pages, groups) = order(lane);
        assert_eq!(line(told).iter().rev().map(|page| page.0).collect::<Vec<_>>(), pages);
        let shown = told["groups"].as_array().unwrap();
        assert_eq!(shown.iter().map(|group| number(&group["lbn"])).collect::<Vec<_>>(), groups);
        assert!(shown.iter().all(|group| !group["pages"].as_array().unwrap().is_empty()));
        groups_seen += groups.len();
        let share = &told["line"]["share"];
        assert!(number(&share["now"]) <= number(&share["most"]));
        for step in told["line"]["steps"].as_array().unwrap() {
            let Some([before, after]) = step["share"].as_array().map(|share| [0, 1].map(|at| number(&share[at])))
            else {
                continue;
            };
            moves += u64::from(before != after);
            assert!(before.abs_diff(after) <= 1);
        }
    });
    assert!(moves > 0 && groups_seen > 0);
}

#[test]
fn a_capacitor_keeps_what_is_in_ram_and_what_is_on_its_way() {
    let (mut on_way, mut before, mut done) = (0, 0, 0);
    let mut lane = lane("capbacked", "event", 5, json!({ "high_water": 0.5 }));
    at_each_operation(&mut lane, |lane| {
        let told = told(lane);
        let (used, capacity) = (number(&told["used"]), number(&told["capacity"]));
        assert_eq!(number(&told["line"]["high_water"]), capacity / 2);
        assert!(used <= capacity);
        on_way = on_way.max(number(&told["line"]["on_way"]));
        // Only what arrives takes more room: a page that is handed out is told once.
        let steps = told["line"]["steps"].as_array().unwrap().iter();
        let arrived = steps.filter(|step| step["how"] == "arrived" && number(&step["op"]) > done).count() as u64;
        let taken = used + number(&told["line"]["on_way"]);
        assert!(taken <= before + arrived * number(&told["sectors_per_page"]));
        (before, done) = (taken, lane.position());
    });
    assert!(on_way > 0);
}

#[test]
fn where_sectors_are_told_apart_window_and_share_are_counted_in_pages_all_the_same() {
    // Room for 10 pages of 4 sectors.
    each("cflru", &json!({ "window": 0.5, "grain": "sector" }), |_, told| {
        assert_eq!(number(&told["line"]["window"]), number(&told["line"]["total"]).min(5));
    });
    each("bpac", &json!({ "grain": "sector" }), |_, told| assert_eq!(told["line"]["share"]["most"], 10));
}

//! Every operation of a short run on the toy device, held against `golden/toy_greedy.txt`.
//!
//! The head of that file says how its lines were checked by hand, and how to write it anew.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::device::{record, request};
use serde_json::json;
use sim_core::assembly::initial;
use sim_core::base::request::{HostOp, Request};
use sim_core::experiment::document::Experiment;
use sim_core::flash::operation::Operation;
use sim_core::workload::source::Source;
use std::fmt::Write;

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/toy_greedy.txt");

fn requests() -> Vec<Request> {
    let one = |at: u64, op, page: u64, pages: u32| request(at * 1_000, op, page * 4, pages * 4);
    let mut list = vec![one(0, HostOp::Read, 3, 2), one(0, HostOp::Write, 0, 1), one(10, HostOp::Write, 4, 3)];
    list.extend((0..4).map(|page| one(100, HostOp::Write, 8 + page, 1)));
    list.extend([one(200, HostOp::Trim, 12, 2), one(210, HostOp::Read, 12, 1), one(220, HostOp::Flush, 0, 0)]);
    list.extend([0, 1, 2, 5].map(|page| one(300, HostOp::Write, page, 1)));
    list.extend([12, 13, 19].map(|page| one(400, HostOp::Write, page, 1)));
    list
}

fn line(step: &Operation) -> String {
    let field = |value: Option<u64>| value.map_or("-".into(), |value| value.to_string());
    let page = |value: Option<u32>| field(value.map(u64::from));
    format!(
        "{:>3} {:<13} {:<5} {:>3} {:>4} {:>3} {:>5} {:>5} {:>5} {:>6} {:>6}",
        step.index,
        serde_json::to_value(step.kind).unwrap().as_str().unwrap(),
        serde_json::to_value(step.purpose).unwrap().as_str().unwrap(),
        page(step.lpn),
        page(step.from),
        page(step.to),
        page(step.stale),
        page(step.block),
        field(step.cause),
        step.start_ns / 1_000,
        step.end_ns / 1_000,
    )
}

#[test]
fn the_toy_device_does_what_was_worked_out_by_hand() {
    let document = json!({ "device": { "preset": "toy" } });
    let experiment = Experiment::new(&document, &[]).unwrap();
    let mut machine = initial::machine(&experiment, Source::listed(requests()), true).unwrap();
    let mut found = String::new();
    for step in &record(&mut machine).operations {
        writeln!(found, "{}", line(step)).unwrap();
    }
    let golden = std::fs::read_to_string(GOLDEN).unwrap_or_default();
    let head: String =
        golden.lines().take_while(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    if std::env::var_os("FLASHLAB_WRITE_GOLDEN").is_some() {
        std::fs::write(GOLDEN, format!("{head}{found}")).unwrap();
    }
    let expected: Vec<&str> = golden.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(found.lines().collect::<Vec<_>>(), expected);
}

//! The core against plain Python programs that were written from the layers' descriptions alone: on drawn devices and streams, every count is equal.
//!
//! - `draw.rs`     devices and streams out of a number
//! - `layers.rs`   what of a device varies with its layer, and which of its counts are compared
//! - `program.rs`  a program, started once for all cases
//! - `*.py`        the programs; README.md says how to add one

#![allow(clippy::unwrap_used, clippy::panic)]

mod draw;
mod layers;
mod program;

use crate::support::common::cases;
use crate::support::device::{machine, record};
use draw::{Case, Draw};
use layers::Layer;
use serde_json::Value;
use sim_core::machine::EndKind;

/// Streams of each layer where nobody has more time.
const STREAMS: u32 = 100;

/// What the core counts.
fn counted(layer: &Layer, case: &Case) -> Value {
    let mut device = machine(&case.fields, case.requests.clone());
    let seen = record(&mut device);
    let end = device.end.as_ref().unwrap();
    assert_eq!(end.kind, EndKind::Done, "{}\n{}", end.text, case.document());
    (layer.counts)(&device.core.counters, &seen.operations)
}

/// The shortest beginning of a stream on which the two differ.
fn shortest(layer: &Layer, case: &Case) -> String {
    let beginnings: Vec<Case> = (1..=case.requests.len()).map(|length| case.beginning(length)).collect();
    let told = program::counts(layer.program, &beginnings).unwrap();
    let differs = |(case, told): &(&Case, Value)| counted(layer, case) != *told;
    let (case, told) = beginnings.iter().zip(told).find(differs).unwrap();
    format!("core    {}\nprogram {told}\non {}", counted(layer, case), case.document())
}

fn agrees(layer: &Layer) {
    let drawn: Vec<Case> = (1..=u64::from(cases(STREAMS).cases)).map(|seed| (layer.draw)(&mut Draw(seed))).collect();
    let Some(told) = program::counts(layer.program, &drawn) else {
        println!("{}: skipped, there is no Python 3", layer.program);
        return;
    };
    assert_eq!(told.len(), drawn.len());
    for (number, (case, told)) in (1..).zip(drawn.iter().zip(&told)) {
        if counted(layer, case) != *told {
            panic!("{}, stream {number}:\n{}", layer.program, shortest(layer, case));
        }
    }
    layer.is_busy(&told);
}

#[test]
fn page_mapping_agrees() {
    agrees(&layers::PAGE);
}

#[test]
fn fast_agrees() {
    agrees(&layers::FAST);
}

#[test]
fn dftl_agrees() {
    agrees(&layers::DFTL);
}

#[test]
fn c_lash_agrees() {
    agrees(&layers::CLASH);
}

#[test]
fn l_buffer_agrees() {
    agrees(&layers::LBUFFER);
}

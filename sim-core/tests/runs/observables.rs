//! What can be observed in a device: every layer under every buffer offers its stages, moments and breakpoints, and what it offers
//! comes.

#![allow(clippy::unwrap_used)]

use crate::support::changing::{Set, changes, set, small, with};
use serde_json::{Value, json};
use sim_core::assembly::{initial, source};
use sim_core::base::request::{HostOp, Request};
use sim_core::buffer::BUFFERS;
use sim_core::experiment::document::Experiment;
use sim_core::flash::observables::{BreakpointKind, Moment};
use sim_core::ftl::LAYERS;
use sim_core::replay::breakpoint::Breakpoint;
use sim_core::replay::lane::Lane;
use sim_core::replay::places::Unit;
use sim_core::view::observables::{DeviceObservables, observables};
use sim_core::workload::source::Source;

/// Stage, moments, the one waited for, breakpoints.
type Row = (Option<&'static str>, &'static str, &'static str, &'static str);

const MERGES: Row = (Some("logs"), "merge", "merge", "full-merge");
const SHARES: Row = (Some("logs"), "merge", "merge", "full-merge reclaim");
const MAPS: Row = (Some("map"), "gc map-miss", "gc", "gc map-miss");
const CACHES: Row = (Some("cache"), "swap flush", "swap", "swap buffer-flush");
const FLUSHES: Row = (Some("buffer"), "flush", "flush", "buffer-flush");

/// What each layer offers: a row a layer.
const OF_LAYERS: &[(&str, Row)] = &[
    ("page", (None, "gc", "gc", "gc")),
    ("block", MERGES),
    ("nftl", MERGES),
    ("bast", MERGES),
    ("sast", SHARES),
    ("kast", SHARES),
    ("fast", SHARES),
    ("last", SHARES),
    ("superblock", (Some("logs"), "gc", "gc", "gc")),
    ("dftl", MAPS),
    ("cftl", MAPS),
    ("clash", CACHES),
    ("ttflash", (Some("stripes"), "rebuild wait flush gc", "rebuild", "gc buffer-flush rebuild wait")),
    ("pblk", (Some("host-map"), "gc", "gc", "gc")),
    ("pblk-selective", (Some("host-map"), "map-step map-miss gc", "gc", "gc map-miss")),
];

/// What each buffer offers: a row a buffer.
const OF_BUFFERS: &[(&str, Option<Row>)] = &[
    ("none", None),
    ("lru", Some(FLUSHES)),
    ("cflru", Some(FLUSHES)),
    ("fab", Some(FLUSHES)),
    ("bplru", Some(FLUSHES)),
    ("clc", Some(FLUSHES)),
    ("ref", Some(FLUSHES)),
    ("bpac", Some(FLUSHES)),
    ("lbuffer", Some((Some("buffer"), "flush session", "flush", "buffer-flush session"))),
    ("capbacked", Some(FLUSHES)),
    ("formula", Some(FLUSHES)),
    ("clash", Some(CACHES)),
];

const ALWAYS: &str = "erase wear write-amplification block-chosen block-erases response free-blocks page-written";

/// The device of `fields`; none where its layer takes no buffer.
fn lane(fields: &Set) -> Option<(DeviceObservables, Lane)> {
    let experiment = Experiment::new(&json!({}), fields).unwrap();
    let requests = source::of(&experiment, None).unwrap();
    serving(&experiment, requests)
}

/// The same, which serves these requests in the place of its generator's.
fn asked(fields: &Set, requests: Vec<Request>) -> Option<(DeviceObservables, Lane)> {
    serving(&Experiment::new(&json!({}), fields).unwrap(), Source::listed(requests))
}

fn serving(experiment: &Experiment, requests: Source) -> Option<(DeviceObservables, Lane)> {
    let machine = initial::machine(experiment, requests, true).ok()?;
    Some((observables(experiment, &machine), Lane::new(machine)))
}

/// What a host may ask, each a few times: generators ask for no trims and no flushes.
fn of_every_kind() -> Vec<Request> {
    let kinds = [HostOp::Write, HostOp::Read, HostOp::Trim, HostOp::Flush];
    let ask =
        |at: u64| Request { arrival_ns: at * 1_000_000, op: kinds[at as usize % 4], sector: at % 64 * 4, sectors: 4 };
    (0..400).map(ask).map(|one| if one.op == HostOp::Flush { Request { sectors: 0, ..one } } else { one }).collect()
}

fn of(fields: &Set) -> Value {
    serde_json::to_value(lane(fields).unwrap().0).unwrap()
}

fn expected(layer: Row, buffer: Option<Row>) -> Value {
    let rows = || buffer.into_iter().chain([layer]);
    let words = |lists: Vec<&'static str>| -> Vec<&str> { lists.iter().flat_map(|list| list.split(' ')).collect() };
    json!({
        "stages": { "buffer": buffer.and_then(|row| row.0), "layer": layer.0 },
        "moments": words(rows().map(|row| row.1).collect()),
        "awaited": buffer.unwrap_or(layer).2,
        "breakpoints": words([ALWAYS].into_iter().chain(rows().map(|row| row.3)).collect()),
    })
}

/// Rows are of all that can be chosen, each of one, and of nothing else.
fn are_complete<R>(list: &str, rows: &[(&str, R)], kinds: Vec<&str>) {
    for kind in &kinds {
        assert_eq!(
            rows.iter().filter(|row| row.0 == *kind).count(),
            1,
            "{list} takes one row that says what {kind} offers"
        );
    }
    assert_eq!(rows.len(), kinds.len(), "{list} has a row of something that there is not");
}

#[test]
fn every_layer_and_every_buffer_has_its_row() {
    are_complete("OF_LAYERS", OF_LAYERS, LAYERS.iter().map(|entry| entry.info.kind).collect());
    are_complete("OF_BUFFERS", OF_BUFFERS, BUFFERS.iter().map(|entry| entry.info.kind).collect());
}

/// By that the stage of log blocks draws and tells the layer.
#[test]
fn a_layer_on_the_stage_of_log_blocks_says_what_becomes_of_updates() {
    for &(layer, (stage, ..)) in OF_LAYERS {
        let (_, lane) = lane(&small(layer, "none", "serial")).unwrap();
        let machine = lane.machine();
        let updates = machine.ftl.picture(None, &machine.core.nand).updates;
        assert_eq!(updates.is_some(), stage == Some("logs"), "Picture::updates of {layer}");
    }
}

#[test]
fn every_layer_under_every_buffer_offers_what_is_theirs() {
    for &(layer, of_layer) in OF_LAYERS {
        for &(buffer, of_buffer) in OF_BUFFERS {
            let fields = small(layer, buffer, "serial");
            let takes_none = LAYERS.iter().any(|entry| entry.info.kind == layer && entry.traits.caches_pages);
            if takes_none && buffer != "none" {
                assert!(lane(&fields).is_none(), "{layer} takes no {buffer}");
                continue;
            }
            assert_eq!(of(&fields), expected(of_layer, of_buffer), "{layer} under {buffer}");
        }
    }
}

#[test]
fn a_buffer_without_room_offers_nothing() {
    let fields = with(&small("page", "lru", "serial"), ("buffer.bytes".into(), json!(0)));
    assert_eq!(of(&fields), expected(OF_LAYERS[0].1, None));
}

#[test]
fn moments_have_a_sentence_each_and_the_one_waited_for_is_among_them() {
    let layers = LAYERS.iter().map(|entry| (entry.info.kind, entry.traits.observables));
    let buffers =
        BUFFERS.iter().filter_map(|entry| entry.observables.map(|observables| (entry.info.kind, observables)));
    for (kind, observables) in layers.chain(buffers) {
        assert!(observables.moments.contains(&observables.awaited), "{kind}");
        assert!(observables.breakpoints.iter().all(|kind| !BreakpointKind::ALWAYS.contains(kind)), "{kind}");
    }
}

#[test]
fn every_breakpoint_that_is_offered_can_be_set() {
    for kind in BreakpointKind::ALL {
        let breakpoint =
            json!({ "kind": kind, "above": 2.0, "count": 1, "above_ns": 5, "below": 3, "lpn": 0, "block": 0 });
        assert!(Breakpoint::from_json(&breakpoint).is_ok() && kind.sentence().ends_with('.'), "{breakpoint}");
    }
}

/// The device with stripes that collects, as this series.
fn striped(series: &str) -> Set {
    let more =
        [("ftl.series", json!(series)), ("run.initial_state", json!("aged")), ("workload.requests", json!(2000))];
    [small("ttflash", "none", "event"), set(&more)].concat()
}

#[test]
fn the_moment_that_people_wait_for_comes_in_every_series() {
    for (series, awaited) in [
        ("rgc", "rebuild"),
        ("gtr", "rebuild"),
        ("base", "wait"),
        ("pb", "wait"),
        ("base-parity", "wait"),
        ("preemptive", "wait"),
        ("nogc", "gc"),
    ] {
        let (observables, mut lane) = lane(&striped(series)).unwrap();
        assert_eq!(observables.awaited.word(), awaited, "{series}");
        lane.step(Unit::Moment(observables.awaited), true, &mut || false);
        assert!(!lane.history.moments(observables.awaited).is_empty(), "{series}: {awaited} never comes");
    }
}

/// One whose operations no device carries out would be offered in vain.
#[test]
fn every_moment_comes_in_some_device_that_offers_it() {
    let layers = LAYERS.iter().map(|entry| small(entry.info.kind, "none", "serial"));
    let buffers = BUFFERS.iter().map(|entry| small("page", entry.info.kind, "serial"));
    let tunes = with(&small("fast", "lbuffer", "serial"), ("buffer.session".into(), json!(100)));
    let fails = with(&small("page", "none", "serial"), ("device.erase_failures".into(), json!(1)));
    let mut to_come = Moment::ALL.to_vec();
    let asks = asked(&small("page", "none", "serial"), of_every_kind());
    let devices = layers.chain(buffers).chain([tunes, fails, striped("rgc"), striped("base")]);
    for (device, mut lane) in devices.map(|fields| lane(&fields)).chain([asks]).flatten() {
        for moment in device.moments {
            lane.step(Unit::Moment(moment), true, &mut || false);
            to_come.retain(|&other| other != moment || lane.history.moments(moment).is_empty());
        }
    }
    assert!(to_come.is_empty(), "never come: {to_come:?}");
}

#[test]
fn what_a_change_may_bring_is_offered_from_the_beginning() {
    let changed = with(&striped("base"), changes(&[(500, json!({ "ftl.blocking": "plane" }))]));
    assert_eq!(of(&changed)["awaited"], "rebuild");
    let killed = with(&striped("base-parity"), ("ftl.kill_plane".into(), json!(1)));
    assert_eq!(of(&killed)["awaited"], "rebuild");
}

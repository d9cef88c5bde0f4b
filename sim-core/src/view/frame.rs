//! What the page is told about a lane with each frame, in words and figures; bulk arrays travel apart.

#[cfg(feature = "layers")]
use super::charts::charts;
use super::charts::{Charts, Theory, by_bin};
#[cfg(feature = "layers")]
use super::gantt::{GanttView, gantt};
use super::identity::{Identities, identities};
use super::layer::{LayerView, layer};
use super::merges::{MergeStory, story};
use super::page::look;
use super::series::Series;
use super::terms::terms;
use super::walk::{Conversion, Updates, Walk, conversion, updates, walk};
use crate::base::text::{capitalised, count, grouped};
use crate::flash::decision::Decision;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::ftl::picture::Role;
use crate::machine::{End, Machine};
use crate::nand::array::Nand;
use crate::nand::block::BlockState;
use crate::nand::geometry::Geometry;
use crate::replay::describe::{label, sentence};
use crate::replay::history::Mark;
use crate::replay::lane::Lane;
use serde::Serialize;
use serde_json::Value;

/// What is wanted with a frame, the stage apart.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Whether figures for the charts are.
    pub charts: bool,
    /// Bins of the timeline; 0 for no marks.
    pub timeline_bins: usize,
    /// Most operations listed.
    pub operations_max: usize,
    /// Whether a hash of the whole state is.
    pub state_hash: bool,
    /// Whether every rule is to be checked.
    pub check: bool,
    /// Whether what planes did side by side is.
    #[cfg(feature = "layers")]
    pub gantt: bool,
}

impl Wanted {
    /// What the page asks for. What is missing is not wanted.
    pub fn from_json(value: &Value) -> Self {
        let count = |field: &str| value[field].as_u64().unwrap_or(0).min(1 << 16) as usize;
        let flag = |field: &str| value[field] == true;
        Self {
            charts: flag("charts"),
            timeline_bins: count("timeline_bins"),
            operations_max: count("operations_max"),
            state_hash: flag("state_hash"),
            check: flag("check"),
            #[cfg(feature = "layers")]
            gantt: flag("gantt"),
        }
    }
}

/// A frame.
#[derive(Debug, Serialize)]
pub struct Frame {
    position: Position,
    operations: Vec<Shown>,
    skipped: u64,
    headline: Headline,
    decision: Option<Decision>,
    bench: Vec<Bench>,
    identities: Identities,
    layer: LayerView,
    merges: Option<MergeStory>,
    walk: Option<Walk>,
    updates: Option<Updates>,
    conversion: Option<Conversion>,
    free_blocks: FreeBlocks,
    charts: Option<Charts>,
    #[cfg(feature = "layers")]
    gantt: Option<GanttView>,
    marks: Option<Marks>,
    stopped_by: Option<String>,
    invariants: Invariants,
    checkpoints: Kept,
    state_hash: Option<String>,
}

#[derive(Debug, Serialize)]
struct Position {
    op: u64,
    request: u64,
    requests: u64,
    simulated_ns: u64,
    gc_runs: u64,
    known_ops: u64,
    ended: Option<End>,
}

/// An operation as the page is told it.
#[derive(Debug, Serialize)]
pub struct Shown {
    index: u64,
    kind: Kind,
    cause: Option<u64>,
    request: u64,
    start_ns: Option<u64>,
    end_ns: Option<u64>,
    lpn: Option<u32>,
    pages: u32,
    from: Option<u32>,
    to: Option<u32>,
    stale: Option<u32>,
    block: Option<u32>,
    slot: Option<u16>,
    purpose: Purpose,
}

#[derive(Debug, Serialize)]
struct Headline {
    text: String,
    causes: Vec<Cause>,
}

#[derive(Debug, Serialize)]
struct Cause {
    op: u64,
    label: String,
    /// Why it began when it did, in words.
    trigger: Option<String>,
}

#[derive(Debug, Serialize)]
struct Bench {
    role: &'static str,
    block: u32,
    page_state: Vec<u8>,
    page_owner: Vec<u32>,
}

#[derive(Debug, Serialize)]
struct FreeBlocks {
    now: u32,
    low: Option<u32>,
    high: Option<u32>,
}

#[derive(Debug, Serialize)]
struct Marks {
    gc: Vec<u64>,
    erase: Vec<u64>,
    wear: Vec<u64>,
    merges: Vec<u64>,
    map_misses: Vec<u64>,
    swaps: Vec<u64>,
    flushes: Vec<u64>,
    plugs: Vec<u64>,
    sessions: Vec<u64>,
    rebuilds: Vec<u64>,
    waits: Vec<u64>,
    flags: Vec<Flag>,
}

#[derive(Debug, Serialize)]
struct Flag {
    request: u64,
    label: String,
}

#[derive(Debug, Serialize)]
struct Invariants {
    checked: u64,
    broken: Option<Broken>,
}

#[derive(Debug, Serialize)]
struct Broken {
    rule: String,
    op: u64,
    text: String,
}

#[derive(Debug, Serialize)]
struct Kept {
    count: usize,
    bytes: usize,
}

impl Shown {
    /// The first logical page, and how many.
    pub(super) fn logical_pages(&self) -> Option<(u32, u32)> {
        self.lpn.map(|lpn| (lpn, self.pages))
    }
}

impl From<&Operation> for Shown {
    fn from(operation: &Operation) -> Self {
        let known = |ns: u64| (ns != crate::flash::operation::PENDING_NS).then_some(ns);
        Self {
            index: operation.index,
            kind: operation.kind,
            cause: operation.cause,
            request: operation.request,
            start_ns: known(operation.start_ns),
            end_ns: known(operation.end_ns),
            lpn: operation.lpn,
            pages: operation.pages,
            from: operation.from,
            to: operation.to,
            stale: operation.stale,
            block: operation.block,
            slot: operation.slot,
            purpose: operation.purpose,
        }
    }
}

/// The frame of `lane` at its position. What was seen since the last frame is taken from it.
pub fn frame(lane: &mut Lane, series: &mut Series, wanted: &Wanted, theory: Option<Theory>, checked: u64) -> Frame {
    let skipped_here = lane.seen.operations.len().saturating_sub(wanted.operations_max);
    let operations: Vec<Shown> = lane.seen.operations.drain(..).skip(skipped_here).map(|op| Shown::from(&op)).collect();
    let skipped = std::mem::take(&mut lane.seen.skipped) + skipped_here as u64;
    let lane = &*lane;
    let machine = lane.machine();
    let free = machine.ftl.free_blocks();
    let (count, bytes) = lane.checkpoint_size();
    let broken = if wanted.check { check(machine) } else { None };
    let (layer, merges) = (layer(lane), story(lane));
    Frame {
        position: position(lane),
        operations,
        skipped,
        headline: headline(lane),
        decision: lane.seen.choice().cloned(),
        bench: bench(lane),
        identities: identities(lane, &layer, merges.as_ref(), lane.seen.choice()),
        layer,
        merges,
        walk: walk(lane),
        updates: updates(lane),
        conversion: conversion(lane),
        free_blocks: FreeBlocks { now: free.now, low: free.low, high: free.high },
        charts: if wanted.charts { charted(lane, series, theory) } else { None },
        #[cfg(feature = "layers")]
        gantt: if wanted.gantt { gantt(lane) } else { None },
        marks: (wanted.timeline_bins > 0).then(|| marks(lane, wanted.timeline_bins)),
        stopped_by: lane.stopped_by.clone(),
        invariants: Invariants { checked: checked + u64::from(wanted.check), broken },
        checkpoints: Kept { count, bytes },
        state_hash: wanted.state_hash.then(|| format!("{:016x}", crate::base::state_hash::state_hash(machine))),
    }
}

#[cfg(feature = "layers")]
fn charted(lane: &Lane, series: &mut Series, theory: Option<Theory>) -> Option<Charts> {
    Some(charts(lane, series, theory))
}

/// The start page has no charts.
#[cfg(not(feature = "layers"))]
fn charted(_: &Lane, _: &mut Series, _: Option<Theory>) -> Option<Charts> {
    None
}

fn position(lane: &Lane) -> Position {
    let machine = lane.machine();
    Position {
        op: machine.core.operations,
        request: machine.requests_begun,
        requests: machine.requests(),
        simulated_ns: machine.core.clock.now_ns(),
        gc_runs: machine.core.counters.gc_runs,
        known_ops: lane.history.known_operations,
        ended: machine.end.clone(),
    }
}

fn check(machine: &Machine) -> Option<Broken> {
    let rule = machine.check().err()?;
    Some(Broken {
        rule: rule.to_string(),
        op: machine.core.operations,
        text: format!("broken at this operation: {rule}"),
    })
}

fn headline(lane: &Lane) -> Headline {
    let machine = lane.machine();
    let terms = terms(machine);
    let causes = lane.seen.causes();
    let text = match (&machine.end, causes.last()) {
        (Some(end), _) => ended(end, machine),
        (None, None) => beginning(machine),
        (None, Some(last)) => match (lane.seen.choice(), last.kind) {
            (Some(decision), _) if decision.op == last.index => decision.headline.clone(),
            (_, Kind::Copy) if last.purpose == Purpose::Gc => copying(last, machine),
            _ => sentence(last, &terms),
        },
    };
    let link = |cause: &Operation| Cause {
        op: cause.index,
        label: label(cause, &terms),
        trigger: cause.trigger.map(|trigger| trigger.words()),
    };
    let causes = causes.iter().map(link).collect();
    Headline { text, causes }
}

fn ended(end: &End, machine: &Machine) -> String {
    let counters = &machine.core.counters;
    let mut text = end.text.clone();
    text[..1].make_ascii_uppercase();
    let host = counters.host_written_pages();
    match counters.write_amplification() {
        Some(amplification) => format!(
            "{text}: {} written, {} programmed, so write amplification is **{amplification:.3}**.",
            count(host, "page"),
            grouped(counters.nand_programs())
        ),
        None => format!("{text}."),
    }
}

fn beginning(machine: &Machine) -> String {
    let nand = &machine.core.nand;
    let valid: u64 = nand.blocks.iter().map(|block| u64::from(block.valid)).sum();
    let geometry: &Geometry = &nand.geometry;
    match valid {
        0 => "Nothing is written yet: every page is free.".into(),
        _ => format!(
            "The device holds {} of data; {} of its {} are spare.",
            count(valid, "page"),
            count(u64::from(geometry.physical_pages()) - valid, "page"),
            count(u64::from(geometry.blocks()), "block")
        ),
    }
}

/// A copy, with what it is for: how many valid pages the victim still has.
fn copying(copy: &Operation, machine: &Machine) -> String {
    let (geometry, terms) = (&machine.core.nand.geometry, terms(machine));
    let (Some(from), Some(lpn)) = (copy.from, copy.lpn) else { return sentence(copy, &terms) };
    let victim = geometry.block_of(from);
    let name = format!("**block {}**", grouped(u64::from(victim)));
    let left = u64::from(machine.core.nand.block(victim).valid);
    let to = copy.to.map(|to| grouped(u64::from(geometry.block_of(to)))).unwrap_or_default();
    let page = capitalised(&terms.page(lpn));
    match left {
        0 => format!("{page} was the last live page in {name}. It is in block {to} now, so {name} can be erased."),
        _ => format!("{page} moves from {name} to block {to}; {} still to move before the erase.", count(left, "page")),
    }
}

/// The blocks in action: the last victim, and where pages go.
fn bench(lane: &Lane) -> Vec<Bench> {
    let machine = lane.machine();
    // What is decided and not yet carried out is a block like any other, too.
    let taken = |decision: &&Decision| lane.seen.last.is_some_and(|last| decision.op <= last.index);
    let victim = lane.seen.choice().filter(taken).and_then(|decision| decision.rows.first()).and_then(|row| row.block);
    let frontiers = open_blocks(machine);
    let last = lane.seen.last.and_then(|last| last.to).map(|to| machine.core.nand.geometry.block_of(to));
    let frontier = last.filter(|block| frontiers.contains(block)).or(frontiers.first().copied());
    // Once its erase is over, a victim is a block like any other.
    let collected = |block: &u32| machine.core.nand.block(*block).state == BlockState::Closed;
    let roles = [("victim", victim.filter(collected)), ("frontier", frontier)];
    roles.into_iter().filter_map(|(role, block)| block.map(|block| bench_block(role, block, machine))).collect()
}

fn open_blocks(machine: &Machine) -> Vec<u32> {
    let picture = machine.ftl.picture(None, &machine.core.nand);
    picture.parked.iter().filter(|parked| parked.role == Role::Frontier).map(|parked| parked.block).collect()
}

fn bench_block(role: &'static str, block: u32, machine: &Machine) -> Bench {
    let (page_state, page_owner) = block_pages(block, &machine.core.nand);
    Bench { role, block, page_state, page_owner }
}

/// The looks and owners of a block's pages.
pub fn block_pages(block: u32, nand: &Nand) -> (Vec<u8>, Vec<u32>) {
    let (state, pages) = (nand.block(block), nand.geometry.pages_of(block));
    let looks = nand.page_state[pages.clone()].iter().map(|&page| look(page, state.state, state.kind) as u8).collect();
    (looks, nand.owner[pages].to_vec())
}

fn marks(lane: &Lane, bins: usize) -> Marks {
    let requests = lane.machine().requests();
    let bin = |marks: &[Mark]| by_bin(marks, requests.div_ceil(bins as u64).max(1), bins);
    let history = &lane.history;
    let begun = lane.machine().requests_begun;
    let stop = lane.stopped_by.iter().map(|label| Flag { request: begun, label: label.clone() });
    Marks {
        gc: bin(&history.collections),
        erase: bin(&history.erases),
        wear: bin(&history.levelings),
        merges: bin(&history.merges),
        map_misses: bin(&history.map_misses),
        swaps: bin(&history.swaps),
        flushes: bin(&history.flushes),
        plugs: bin(&history.plugs),
        sessions: bin(&history.sessions),
        rebuilds: bin(&history.rebuilds),
        waits: bin(&history.waits),
        flags: stop.collect(),
    }
}

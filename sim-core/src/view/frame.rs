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
use super::power::{Power, power, told};
use super::raster::Layout;
use super::request::View;
use super::series::Series;
use super::terms::terms;
use super::walk::{Conversion, MapUpdates, MapWalk, conversion, updates, walk};
use crate::base::text::{capitalised, count, grouped};
use crate::flash::decision::Decision;
use crate::flash::observables::Moment;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::ftl::picture::Role;
use crate::machine::{End, EndKind, Machine};
use crate::nand::array::Nand;
use crate::nand::block::BlockState;
use crate::nand::geometry::Geometry;
use crate::replay::describe::{label, sentence};
use crate::replay::history::Mark;
use crate::replay::lane::Lane;
use serde::Serialize;

/// A frame.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CoreFrame"))]
pub struct Frame {
    position: Position,
    /// Operations carried out since the previous frame of this epoch, the newest `operations_max` of them.
    operations: Vec<Shown>,
    /// Those that were left out.
    skipped: u64,
    headline: Headline,
    decision: Option<Decision>,
    bench: Vec<BenchBlock>,
    identities: Identities,
    layer: LayerView,
    merges: Option<MergeStory>,
    walk: Option<MapWalk>,
    updates: Option<MapUpdates>,
    conversion: Option<Conversion>,
    /// Of the plane that has fewest; marks where the layer knows such.
    free_blocks: FreeBlocks,
    /// Blocks gone bad so far.
    bad_blocks: u32,
    /// Blocks in which a program failed, replaced from the reserve.
    replaced_blocks: u32,
    power: Power,
    /// The flash, where it was asked for.
    stage: Option<Stage>,
    charts: Option<Charts>,
    /// What channels and planes did side by side; null on the serial clock, and where it was not asked for.
    #[cfg(feature = "layers")]
    gantt: Option<GanttView>,
    marks: Option<TimelineMarks>,
    /// Breakpoint that stopped the last run, in words.
    stopped_by: Option<String>,
    invariants: Invariants,
    checkpoints: Checkpoints,
    /// A hash of the lane's whole state, in hex. Sent when asked for.
    state_hash: Option<String>,
}

/// The flash in a frame; its arrays travel apart.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Stage {
    /// A small device in full: every page by state and owner.
    Cells,
    /// A large device as a picture, of which only what changed is told.
    Map {
        /// How blocks are laid out.
        layout: Layout,
        /// The shelves whose pixels are told, in order.
        shelves: Vec<u32>,
    },
}

/// Where a lane stands.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Position {
    /// Operations carried out.
    op: u64,
    /// Requests begun.
    request: u64,
    /// Requests the whole run has.
    requests: u64,
    /// Simulated time.
    simulated_ns: u64,
    /// GC runs begun.
    gc_runs: u64,
    /// Operations known so far: the farthest point this lane has ever reached.
    known_ops: u64,
    /// Why the run cannot go on from here, if so.
    ended: Option<End>,
}

/// An operation as the page is told it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Operation"))]
pub(super) struct Shown {
    index: u64,
    kind: Kind,
    /// The operation that made this one necessary.
    cause: Option<u64>,
    request: u64,
    start_ns: Option<u64>,
    end_ns: Option<u64>,
    /// Logical page; from the number of logical pages on, a page of the layer's own: translation page `lpn − logical_pages`.
    lpn: Option<u32>,
    /// Pages a host request covers, from `lpn` on; 1 for page operations.
    pages: u32,
    /// Page read or moved from.
    from: Option<u32>,
    /// Page programmed.
    to: Option<u32>,
    /// Page that became invalid by this operation.
    stale: Option<u32>,
    /// Block erased, collected or gone bad.
    block: Option<u32>,
    /// Block slot in RAM.
    slot: Option<u16>,
    /// What it served: `host`, `gc`, `wear`, `full`, `map` … (`flash/operation.rs`).
    purpose: Purpose,
}

/// What is happening and why.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Headline {
    text: String,
    /// The chain of causes, oldest first, ending with the present operation; `trigger`: the condition that began it when it did.
    causes: Vec<Cause>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Cause {
    op: u64,
    label: String,
    /// Why it began when it did, in words.
    trigger: Option<String>,
}

/// The pages of a block in action, for the bench below the map.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BenchBlock {
    role: BenchRole,
    block: u32,
    page_state: Vec<u8>,
    page_owner: Vec<u32>,
}

/// Why a block is on the bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
enum BenchRole {
    /// Its pages are moved and it is erased.
    Victim,
    /// New pages go there.
    Frontier,
}

/// Free blocks of the plane that has fewest, and the marks between which GC keeps them.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct FreeBlocks {
    now: u32,
    low: Option<u32>,
    high: Option<u32>,
}

/// A mark on the timeline.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TimelineMarks {
    /// One entry a bin of the timeline (`bins` in the request): how many of each happened in it.
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
    /// Breakpoints hit and other single events, by request.
    flags: Vec<TimelineFlag>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TimelineFlag {
    request: u64,
    label: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Invariants {
    checked: u64,
    broken: Option<BrokenRule>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BrokenRule {
    rule: String,
    op: u64,
    text: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Checkpoints {
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
pub fn frame(
    lane: &mut Lane,
    series: &mut Series,
    wanted: &View,
    theory: Option<Theory>,
    checked: u64,
    stage: Option<Stage>,
) -> Frame {
    let skipped_here = lane.seen.operations.len().saturating_sub(wanted.operations_max.into());
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
        bad_blocks: machine.core.nand.bad_blocks,
        replaced_blocks: machine.core.nand.replaced_blocks(),
        power: power(machine),
        stage,
        charts: if wanted.charts { charted(lane, series, theory) } else { None },
        #[cfg(feature = "layers")]
        gantt: if wanted.gantt { gantt(lane) } else { None },
        marks: (wanted.timeline_bins > 0).then(|| marks(lane, wanted.timeline_bins.into())),
        stopped_by: lane.stopped_by.clone(),
        invariants: Invariants { checked: checked + u64::from(wanted.check), broken },
        checkpoints: Checkpoints { count, bytes },
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

fn check(machine: &Machine) -> Option<BrokenRule> {
    let rule = machine.check().err()?;
    Some(BrokenRule {
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
    if end.kind == EndKind::Rule {
        return format!("A rule of flash is broken: {}.", end.text);
    }
    if let (EndKind::PowerCut, Some(loss)) = (end.kind, &machine.power_loss) {
        return format!("Power was cut, and the device has recovered: {}.", told(loss));
    }
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
fn bench(lane: &Lane) -> Vec<BenchBlock> {
    let machine = lane.machine();
    // What is decided and not yet carried out is a block like any other, too.
    let taken = |decision: &&Decision| lane.seen.last.is_some_and(|last| decision.op <= last.index);
    let victim = lane.seen.choice().filter(taken).and_then(|decision| decision.rows.first()).and_then(|row| row.block);
    let frontiers = open_blocks(machine);
    let last = lane.seen.last.and_then(|last| last.to).map(|to| machine.core.nand.geometry.block_of(to));
    let frontier = last.filter(|block| frontiers.contains(block)).or(frontiers.first().copied());
    // Once its erase is over, a victim is a block like any other.
    let collected = |block: &u32| machine.core.nand.block(*block).state == BlockState::Closed;
    let roles = [(BenchRole::Victim, victim.filter(collected)), (BenchRole::Frontier, frontier)];
    roles.into_iter().filter_map(|(role, block)| block.map(|block| bench_block(role, block, machine))).collect()
}

fn open_blocks(machine: &Machine) -> Vec<u32> {
    let picture = machine.ftl.picture(None, &machine.core.nand);
    picture.parked.iter().filter(|parked| parked.role == Role::Frontier).map(|parked| parked.block).collect()
}

fn bench_block(role: BenchRole, block: u32, machine: &Machine) -> BenchBlock {
    let (page_state, page_owner) = block_pages(block, &machine.core.nand);
    BenchBlock { role, block, page_state, page_owner }
}

/// The looks and owners of a block's pages.
pub(crate) fn block_pages(block: u32, nand: &Nand) -> (Vec<u8>, Vec<u32>) {
    let (state, pages) = (nand.block(block), nand.geometry.pages_of(block));
    let looks = nand.page_state[pages.clone()].iter().map(|&page| look(page, state.state, state.kind) as u8).collect();
    (looks, nand.owner[pages].to_vec())
}

fn marks(lane: &Lane, bins: usize) -> TimelineMarks {
    let requests = lane.machine().requests();
    let bin = |marks: &[Mark]| by_bin(marks, requests.div_ceil(bins as u64).max(1), bins);
    let history = &lane.history;
    let of = |moment: Moment| bin(history.moments(moment));
    let begun = lane.machine().requests_begun;
    let stop = lane.stopped_by.iter().map(|label| TimelineFlag { request: begun, label: label.clone() });
    TimelineMarks {
        gc: of(Moment::Gc),
        erase: bin(&history.erases),
        wear: bin(&history.levelings),
        merges: bin(&history.merges),
        map_misses: of(Moment::MapMiss),
        swaps: of(Moment::Swap),
        flushes: of(Moment::Flush),
        plugs: bin(&history.plugs),
        sessions: of(Moment::Session),
        rebuilds: of(Moment::Rebuild),
        waits: of(Moment::Wait),
        flags: stop.collect(),
    }
}

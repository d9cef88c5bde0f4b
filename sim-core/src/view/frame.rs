//! What the page is told about a lane with each frame, in words and figures; bulk arrays travel apart.

use super::blocks_in_action::{BenchBlock, bench};
#[cfg(feature = "layers")]
use super::charts::charts;
use super::charts::{Charts, Theory};
#[cfg(feature = "layers")]
use super::gantt::{GanttView, gantt};
use super::headline::{Headline, headline};
use super::identity::{Identities, identities};
use super::layer::{LayerView, layer};
use super::merges::{MergeStory, story};
use super::power::{Power, power};
use super::raster::Layout;
use super::request::View;
use super::series::Series;
use super::shown::Shown;
use super::timeline::{TimelineMarks, marks};
use super::walk::{Conversion, MapUpdates, MapWalk, conversion, updates, walk};
use crate::flash::decision::Decision;
use crate::machine::{End, Machine};
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

/// Free blocks of the plane that has fewest, and the marks between which GC keeps them.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct FreeBlocks {
    now: u32,
    low: Option<u32>,
    high: Option<u32>,
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

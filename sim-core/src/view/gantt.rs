//! What channels and planes did in the latest stretch of simulated time, and what planes have been given to do. Event clock.
//!
//! When a command was taken up, had the bus and ended is as the clock told it when it was over; of a copy over the bus, only the way
//! back is told. What is not over yet has no times: it is expected in the order in which it was given, as if nothing came between.

use crate::base::order::sorted_by;
use crate::flash::clock::Clock;
use crate::flash::clock::event::Event;
use crate::flash::operation::{Kind, Purpose};
use crate::nand::geometry::Geometry;
use crate::nand::timing::Timing;
use crate::nand::{Lpn, PlaneId};
use crate::replay::gantt::{Job, Place};
use crate::replay::lane::Lane;
use serde::Serialize;
use std::ops::Range;

/// Devices with more planes are told by the group that is being worked for.
const PLANES_MAX: u32 = 32;
/// The widest stretch that is proposed, in nanoseconds, and the farthest that is told back.
const BACK_NS: u64 = 200_000_000;
/// Farther back than the stretch that is proposed is told as much as it takes to look around.
const AROUND: u64 = 2;
/// The narrowest stretch that is proposed, in nanoseconds.
const LEAST_NS: u64 = 1_000_000;
/// Most bars told.
const BARS_MAX: usize = 1000;

/// Lanes, and what was done on them.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GanttView {
    /// The stretch that shows the latest collection and what waits for it.
    from_ns: u64,
    to_ns: u64,
    now_ns: u64,
    /// What was given to planes before is not known.
    seen_from_ns: u64,
    /// The request that was begun last, and the group of planes that served it.
    request: u64,
    group: u32,
    /// Logical pages from this number on are the layer's own.
    logical_pages: u32,
    lanes: Vec<GanttLane>,
    /// By their beginning.
    bars: Vec<GanttBar>,
    collections: Vec<GanttCollection>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct GanttLane {
    kind: GanttLaneKind,
    index: u32,
    /// Of a plane: the channel that it is on.
    channel: u32,
}

/// What a lane stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
enum GanttLaneKind {
    Channel,
    Plane,
}

/// What a bar stands for: a command, or a page on its way over a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
enum GanttBarKind {
    Read,
    Program,
    Copy,
    Erase,
    Transfer,
}

/// A command on its plane, or a page on its way over a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct GanttBar {
    lane: usize,
    /// When it was given to its plane.
    issued_ns: u64,
    start_ns: u64,
    end_ns: u64,
    /// Whether it is over; otherwise its start and end are what is expected.
    over: bool,
    what: GanttBarKind,
    purpose: Purpose,
    request: u64,
    op: u64,
    lpn: Option<Lpn>,
    /// Copies of one collection that followed each other at once are one bar.
    pages: u32,
}

/// All that one collection has a plane do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct GanttCollection {
    /// None where its plane is not shown.
    lane: Option<usize>,
    plane: PlaneId,
    op: u64,
    start_ns: u64,
    end_ns: u64,
    over: bool,
    copies: u32,
}

/// The chart of `lane`, if its clock has planes that work side by side.
pub fn gantt(lane: &Lane) -> Option<GanttView> {
    let machine = lane.machine();
    let Clock::Event(event) = &machine.core.clock else { return None };
    let (now_ns, geometry, timing) = (event.now_ns, &machine.core.nand.geometry, machine.core.clock.timing());
    let request = machine.requests_begun.saturating_sub(1);
    let jobs = told(lane, event, geometry, timing);
    let group = group(&jobs, request, geometry.channels);
    let lanes = lanes(geometry, group);
    let mut collections = collections(&jobs, &lanes);
    collections.retain(|one| one.end_ns + BACK_NS >= now_ns);
    let longest_ns = collections.iter().map(|one| one.end_ns - one.start_ns).max();
    let width_ns = rounded(2 * longest_ns.unwrap_or_else(|| 4 * timing.program_cost())).clamp(LEAST_NS, BACK_NS);
    let back_ns = now_ns.saturating_sub(BACK_NS.min(AROUND * width_ns));
    let bars = bars(&jobs, &lanes, back_ns);
    let ahead_ns = bars.iter().filter(|bar| !bar.over).map(|bar| bar.end_ns).max().unwrap_or(0);
    let to_ns = ahead_ns.clamp(now_ns + width_ns / 20, now_ns + width_ns / 2);
    let left_out_ns = if bars.len() == BARS_MAX { bars[0].start_ns } else { back_ns };
    Some(GanttView {
        from_ns: to_ns.saturating_sub(width_ns),
        to_ns,
        now_ns,
        seen_from_ns: jobs.first().map_or(now_ns, |first| first.job.issued_ns).max(left_out_ns),
        request,
        group,
        logical_pages: geometry.logical_pages,
        lanes,
        bars,
        collections,
    })
}

/// A command with its plane and its times, known or expected.
#[derive(Clone, Copy)]
struct Told {
    job: Job,
    plane: PlaneId,
    over: bool,
}

/// The commands seen by the present moment. It may lie before what has been seen: time that was gone through again.
fn told(lane: &Lane, event: &Event, geometry: &Geometry, timing: &Timing) -> Vec<Told> {
    let mut free_ns = vec![0; geometry.planes() as usize];
    let seen = lane.seen.gantt.up_to(lane.position());
    let mut jobs: Vec<Told> = seen
        .map(|job| {
            let block = match job.place {
                Place::Page(page) => geometry.block_of(page),
                Place::Block(block) => block,
            };
            Told { job: *job, plane: geometry.plane_of(block), over: job.end_ns <= event.now_ns }
        })
        .collect();
    for told in jobs.iter().filter(|told| told.over) {
        let free_ns = &mut free_ns[told.plane as usize];
        *free_ns = told.job.end_ns.max(*free_ns);
    }
    for told in jobs.iter_mut().filter(|told| !told.over) {
        expect(told, event, timing, &mut free_ns[told.plane as usize]);
    }
    jobs
}

/// The times of a command that is not over, whose plane is done with those before it at `free_ns`.
fn expect(Told { job, plane, .. }: &mut Told, event: &Event, timing: &Timing, free_ns: &mut u64) {
    let takes_ns = match job.kind {
        Kind::Read => timing.read_cost(),
        Kind::Program | Kind::ProgramFailed => timing.program_cost(),
        Kind::Copy => timing.copy_cost(),
        _ => timing.erase_cost(),
    };
    // A plane stands still as long as another one keeps its channel. What should be over by now was kept waiting by something
    // else: it ends now at the earliest.
    let kept_by = event.stands_for(*plane).filter(|by| by != plane);
    let stands_ns = event.now_ns + kept_by.map_or(0, |by| event.collection_ns(by));
    let begins_ns = if event.load(*plane).running.is_none() && kept_by.is_some() { stands_ns } else { 0 };
    job.start_ns = job.issued_ns.max(*free_ns).max(begins_ns);
    job.end_ns = (job.start_ns + takes_ns).max(stands_ns);
    *free_ns = job.end_ns;
}

/// The group of planes, one on each channel, that the latest request was served by.
fn group(jobs: &[Told], request: u64, channels: u32) -> u32 {
    let serves = |told: &&Told| told.job.request == request && told.job.purpose.is_waited_for();
    jobs.iter().rev().find(serves).or(jobs.last()).map_or(0, |told| told.plane / channels)
}

/// Channels, and planes: all of them, or one group's.
fn lanes(geometry: &Geometry, group: u32) -> Vec<GanttLane> {
    let channels = geometry.channels;
    let planes =
        if geometry.planes() <= PLANES_MAX { 0..geometry.planes() } else { group * channels..(group + 1) * channels };
    let channel = |index| GanttLane { kind: GanttLaneKind::Channel, index, channel: index };
    let plane = |index| GanttLane { kind: GanttLaneKind::Plane, index, channel: index % channels };
    (0..channels).map(channel).chain(planes.map(plane)).collect()
}

fn lane_of(lanes: &[GanttLane], kind: GanttLaneKind, index: u32) -> Option<usize> {
    lanes.iter().position(|lane| lane.kind == kind && lane.index == index)
}

/// The collections, of planes that are shown or not, in the order in which they were begun.
fn collections(jobs: &[Told], lanes: &[GanttLane]) -> Vec<GanttCollection> {
    let mut found: Vec<GanttCollection> = Vec::new();
    for Told { job, plane, over } in jobs.iter().filter(|told| told.job.purpose.is_housekeeping()) {
        let Some(op) = job.cause else { continue };
        let copies = u32::from(job.kind == Kind::Copy);
        match found.iter_mut().rev().find(|one| one.op == op && one.plane == *plane) {
            Some(one) => {
                one.start_ns = one.start_ns.min(job.start_ns);
                one.end_ns = one.end_ns.max(job.end_ns);
                one.over &= over;
                one.copies += copies;
            }
            None => found.push(GanttCollection {
                lane: lane_of(lanes, GanttLaneKind::Plane, *plane),
                plane: *plane,
                op,
                start_ns: job.start_ns,
                end_ns: job.end_ns,
                over: *over,
                copies,
            }),
        }
    }
    found
}

/// The bars by their beginning, of commands not over before `from_ns`.
fn bars(jobs: &[Told], lanes: &[GanttLane], from_ns: u64) -> Vec<GanttBar> {
    let mut bars: Vec<GanttBar> = Vec::new();
    let mut latest: Vec<Option<usize>> = vec![None; lanes.len()];
    for told in jobs.iter().filter(|told| told.job.end_ns >= from_ns) {
        if let Some(lane) = lane_of(lanes, GanttLaneKind::Plane, told.plane) {
            let before = latest[lane].map(|at: usize| &mut bars[at]);
            match before.filter(|before| goes_on(before, told)) {
                Some(before) => (before.end_ns, before.pages) = (told.job.end_ns, before.pages + 1),
                None => {
                    latest[lane] = Some(bars.len());
                    bars.push(bar(told, lane, what(told.job.kind), told.job.start_ns..told.job.end_ns));
                }
            }
        }
        let channel =
            told.plane % lanes.iter().filter(|lane| lane.kind == GanttLaneKind::Channel).count().max(1) as u32;
        if let Some(lane) = lane_of(lanes, GanttLaneKind::Channel, channel) {
            // What is not over has none yet.
            let transfer = told.job.transfer.map(|transfer| transfer.start_ns..transfer.end_ns);
            bars.extend(transfer.map(|times| bar(told, lane, GanttBarKind::Transfer, times)));
        }
    }
    let mut bars = sorted_by(&bars, |bar| bar.start_ns);
    bars.drain(..bars.len().saturating_sub(BARS_MAX));
    bars
}

/// Whether a command continues a bar: the next copy of the same collection, with nothing between.
fn goes_on(bar: &GanttBar, told: &Told) -> bool {
    let same = bar.what == GanttBarKind::Copy && told.job.kind == Kind::Copy && bar.purpose == told.job.purpose;
    same && bar.issued_ns == told.job.issued_ns && bar.over == told.over && bar.end_ns == told.job.start_ns
}

fn bar(told: &Told, lane: usize, what: GanttBarKind, times: Range<u64>) -> GanttBar {
    let Told { job, over, .. } = *told;
    GanttBar {
        lane,
        issued_ns: job.issued_ns,
        start_ns: times.start,
        end_ns: times.end,
        over,
        what,
        purpose: job.purpose,
        request: job.request,
        op: job.operation,
        lpn: job.lpn,
        pages: 1,
    }
}

fn what(kind: Kind) -> GanttBarKind {
    match kind {
        Kind::Read => GanttBarKind::Read,
        Kind::Program | Kind::ProgramFailed => GanttBarKind::Program,
        Kind::Copy => GanttBarKind::Copy,
        _ => GanttBarKind::Erase,
    }
}

/// The next of 1, 2, 5, 10 … that is not less.
fn rounded(ns: u64) -> u64 {
    let mut decade = 1;
    loop {
        if let Some(round) = [1, 2, 5].map(|step| step * decade).into_iter().find(|&round| round >= ns) {
            return round;
        }
        decade *= 10;
    }
}

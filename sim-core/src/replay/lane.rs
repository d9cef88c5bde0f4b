//! A run that can be watched and gone through in both directions.
//!
//! The lane keeps one whole machine, `base`, standing before a request, and, while the position is inside that request,
//! a second one, `view`, that was halted in the middle. Going back is a checkpoint and a replay; nothing is undone. A
//! position is the number of operations carried out, and the state at a position does not depend on the way to it.

use super::breakpoint::{Breakpoint, Watch};
use super::checkpoint::Checkpoints;
use super::history::History;
use super::places::SyncPoint;
use super::recent_operations::{LaneObserver, RecentOperations};
use crate::flash::clock::Clock;
use crate::flash::counters::Counters;
use crate::flash::observer::Observer;
use crate::machine::Machine;

/// Bytes of checkpoints a lane may keep.
const CHECKPOINT_BYTES: usize = 256 << 20;
/// Decisions are put together for this many operations before a stop; explaining all of them would cost more than the
/// run itself.
pub(super) const EXPLAINED: u64 = 512;

/// As many requests before a stop that lanes make together.
const EXPLAINED_REQUESTS: u64 = 8;

/// A run being watched.
pub struct Lane {
    pub(super) base: Machine,
    pub(super) view: Option<Machine>,
    pub(super) spare: Option<Machine>,
    pub(super) checkpoints: Checkpoints,
    /// What is known of the run.
    pub history: History,
    /// What stops it.
    pub(crate) watch: Watch,
    /// What has been seen lately.
    pub seen: RecentOperations,
    /// The breakpoint that stopped the last run, in words.
    pub stopped_by: Option<String>,
}

impl Lane {
    /// A lane at the start of `machine`'s run.
    pub fn new(mut machine: Machine) -> Self {
        let checkpoints = Checkpoints::new(&mut machine, CHECKPOINT_BYTES);
        let mut history = History::new(&machine.core.nand.geometry);
        history.begins(&machine);
        Self {
            base: machine,
            view: None,
            spare: None,
            checkpoints,
            history,
            watch: Watch::default(),
            seen: RecentOperations::default(),
            stopped_by: None,
        }
    }

    /// The machine at the present position.
    pub fn machine(&self) -> &Machine {
        self.view.as_ref().unwrap_or(&self.base)
    }

    /// Requests that are over at the present position. Those that the event clock still works on are not.
    pub(crate) fn requests_over(&self) -> u64 {
        let under_way = match &self.machine().core.clock {
            Clock::Serial(_) => u64::from(self.view.is_some()),
            Clock::Event(event) => event.tickets.len() as u64,
        };
        self.machine().requests_begun.saturating_sub(under_way)
    }

    /// Requests that were begun and are not over at the present position, in no order.
    pub(crate) fn requests_under_way(&self) -> Vec<u64> {
        match &self.machine().core.clock {
            Clock::Serial(_) => (self.base.requests_begun..self.machine().requests_begun).collect(),
            Clock::Event(event) => event.tickets.requests().collect(),
        }
    }

    /// Counters as they were when the last request had been served whole.
    pub(crate) fn counters_of_requests_over(&self) -> &Counters {
        &self.base.core.counters
    }

    /// Operations carried out.
    pub fn position(&self) -> u64 {
        self.machine().core.operations
    }

    /// Checkpoints kept, and their bytes.
    pub fn checkpoint_size(&self) -> (usize, usize) {
        self.checkpoints.size()
    }

    /// Forgets what was seen: it belongs to a place that was left.
    pub(super) fn look_away(&mut self) {
        self.seen.look_away();
        self.stopped_by = None;
    }

    /// Runs `base` to the beginning of its next request, or to the end. `false` if it is at the end already.
    pub(super) fn next_request(&mut self, new_from: u64, explain: bool) -> bool {
        let Self { base, history, watch, seen, .. } = self;
        let mut eyes = LaneObserver { history, watch, seen, new_from, halt_at: u64::MAX, explain };
        let moved = whole_request(base, &mut eyes);
        self.settle();
        moved
    }

    /// Takes in what ended with the last request that `base` ran.
    pub(super) fn settle(&mut self) {
        self.watch.request_over(&self.base, &self.base.completions);
        for completion in self.base.completions.drain(..) {
            self.history.ended(&completion);
        }
        if self.base.end.is_some() {
            self.history.end_at = Some(self.base.core.operations);
        } else {
            self.history.begins(&self.base);
            self.checkpoints.offer(&mut self.base);
        }
    }

    /// Leaves the middle of a request for its beginning. What lies ahead of `base` counts as seen up to the present.
    pub(super) fn leave_view(&mut self) -> u64 {
        let position = self.position();
        self.spare = self.view.take().or(self.spare.take());
        position
    }

    /// Goes on by at least `operations`, to the beginning of a request, unless told to stop. `true` when done.
    pub fn advance(&mut self, operations: u64, stop: &mut dyn FnMut() -> bool) -> bool {
        self.stopped_by = None;
        self.arm();
        let target = self.position() + operations;
        if operations <= EXPLAINED {
            let done = self.go_forward(target, stop);
            return match self.watch.hit.take() {
                Some(hit) if hit.0 + 1 < self.position() => {
                    self.stop_at(hit);
                    true
                }
                hit => {
                    self.stopped_by = hit.map(|(_, text)| text);
                    done
                }
            };
        }
        let new_from = self.leave_view();
        while self.base.core.operations < target {
            let explain = self.base.core.operations + EXPLAINED >= target;
            if !self.next_request(new_from, explain) {
                return true;
            }
            if let Some(hit) = self.watch.hit.take() {
                self.stop_at(hit);
                return true;
            }
            if stop() {
                self.explain_next(new_from);
                let Some(hit) = self.watch.hit.take() else { return false };
                self.stop_at(hit);
                return true;
            }
        }
        true
    }

    /// Goes on to `sync_point`, unless told to stop or stopped by a breakpoint. `true` when done.
    pub fn follow(&mut self, sync_point: SyncPoint, stop: &mut dyn FnMut() -> bool) -> bool {
        self.stopped_by = None;
        self.arm();
        let new_from = self.leave_view();
        while !sync_point.is_reached(&self.base) {
            let is_near = match sync_point {
                SyncPoint::Request(request) => request - self.base.requests_begun <= EXPLAINED_REQUESTS,
                SyncPoint::Time(_) => true,
            };
            if !self.next_request(new_from, is_near) {
                return true;
            }
            if let Some(hit) = self.watch.hit.take() {
                self.stop_at(hit);
                return true;
            }
            if stop() {
                return false;
            }
        }
        true
    }

    /// Runs on a little, to the next decision if it comes soon, so that there is one to be shown.
    fn explain_next(&mut self, new_from: u64) {
        self.seen.decision = None;
        let end = self.base.core.operations + EXPLAINED;
        while self.seen.decision.is_none() && self.base.core.operations < end && self.watch.hit.is_none() {
            if !self.next_request(new_from, true) {
                return;
            }
        }
    }

    /// From here on, breakpoints count what happens, and states that come about. Those are looked at where requests end: inside one,
    /// a state counts that came about since it began, so that a run stops there however often it is taken up inside.
    fn arm(&mut self) {
        self.watch.arm(&self.base);
    }

    /// Goes to the moment after the operation that met a breakpoint.
    fn stop_at(&mut self, (operation, text): (u64, String)) {
        self.seek_known(operation + 1);
        self.stopped_by = Some(text);
    }

    /// Runs on until a breakpoint or the end. `false` if told to stop before.
    pub fn run(&mut self, stop: &mut dyn FnMut() -> bool) -> bool {
        self.arm();
        self.stopped_by = None;
        let new_from = self.leave_view();
        loop {
            if let Some(hit) = self.watch.hit.take() {
                self.stop_at(hit);
                break true;
            }
            if !self.next_request(new_from, false) {
                self.seek_known(self.base.core.operations);
                break true;
            }
            if stop() && self.watch.hit.is_none() {
                break false;
            }
        }
    }

    /// Waits for `list` from here on.
    pub fn set_breakpoints(&mut self, list: Vec<Breakpoint>) {
        self.watch.set(list);
    }
}

/// Runs a machine from the beginning of a request to the beginning of the next, or to the end.
pub(super) fn whole_request<O: Observer>(machine: &mut Machine, eyes: &mut O) -> bool {
    let mut moved = false;
    while let Ok(true) = machine.step(eyes) {
        moved = true;
        if machine.begins_request() {
            break;
        }
    }
    moved
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::assembly::{initial, source};
    use crate::experiment::document::Experiment;
    use crate::replay::places::Unit;
    use serde_json::json;

    #[test]
    fn requests_are_over_or_under_way_at_every_operation_and_those_over_have_an_outcome() {
        for (clock, most) in [("serial", 1), ("event", 4)] {
            let document = json!({
                "device": {
                    "channels": 2, "chips_per_channel": 2, "blocks_per_plane": 10, "pages_per_block": 8,
                    "over_provisioning": 0.8, "transfer_ns": 50_000, "clock": clock
                },
                // Planes that have nothing to do collect, while requests are under way elsewhere.
                "ftl": { "gc": { "low": 1, "high": 2, "idle_below": 4 } },
                "workload": {
                    "kind": "hotcold", "requests": 400, "write_ratio": 0.7, "request_pages": 3,
                    "inter_arrival_ms": { "mean": 0.4 }
                }
            });
            let experiment = Experiment::new(&document, &[]).unwrap();
            let source = source::of(&experiment, None).unwrap();
            let mut lane = Lane::new(initial::machine(&experiment, source, true).unwrap());
            let mut most_under_way = 0;
            while lane.machine().end.is_none() {
                lane.step(Unit::Operation, true, &mut || false);
                let (begun, under_way) = (lane.machine().requests_begun, lane.requests_under_way());
                let outcomes = (0..begun).filter(|request| {
                    lane.history.outcomes(*request, request + 1).iter().any(|outcome| outcome.ns().is_some())
                });
                let over: Vec<u64> = outcomes.collect();
                assert_eq!(lane.requests_over(), over.len() as u64);
                assert_eq!(over.len() + under_way.len(), begun as usize);
                assert!(under_way.iter().all(|request| *request < begun && !over.contains(request)));
                most_under_way = most_under_way.max(under_way.len());
            }
            assert!(most_under_way >= most, "{most_under_way} on the {clock} clock");
        }
    }
}

//! A run that can be watched and gone through in both directions.
//!
//! The lane keeps one whole machine, `base`, standing before a request, and, while the position is inside that request,
//! a second one, `view`, that was halted in the middle. Going back is a checkpoint and a replay; nothing is undone. A
//! position is the number of operations carried out, and the state at a position does not depend on the way to it.

use super::breakpoint::{Breakpoint, Watch};
use super::checkpoint::{self, Checkpoints};
use super::history::History;
use super::recent_operations::{LaneObserver, RecentOperations};
use crate::base::error::Error;
use crate::base::word::meaning;
use crate::flash::clock::Clock;
use crate::flash::counters::Counters;
use crate::flash::observables::Moment;
use crate::flash::observer::{NoObserver, Observer};
use crate::machine::Machine;

/// Bytes of checkpoints a lane may keep.
const CHECKPOINT_BYTES: usize = 256 << 20;
/// Decisions are put together for this many operations before a stop; explaining all of them would cost more than the
/// run itself.
const EXPLAINED: u64 = 512;

/// As many requests before a stop that lanes make together.
const EXPLAINED_REQUESTS: u64 = 8;

/// How far back planes may have been given what they are still at, in time and in requests.
const UNDER_WAY_NS: u64 = 250_000_000;
const UNDER_WAY_REQUESTS: u64 = 256;

/// When somebody goes back, a checkpoint is kept this many requests before, so that the next step back is quick.
const NEAR_REQUESTS: u64 = 512;

/// What a step goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "StepUnit", rename_all = "kebab-case"))]
pub enum Unit {
    /// One operation.
    Operation,
    /// To the beginning of a request.
    Request,
    /// To the next moment of this sort.
    #[cfg_attr(test, ts(untagged))]
    Moment(Moment),
}

impl Unit {
    /// The unit that `word` stands for.
    ///
    /// # Errors
    /// It stands for none.
    pub fn named(word: &str) -> Result<Self, Error> {
        let moments = Moment::ALL.iter().map(|&moment| (moment.word(), Self::Moment(moment)));
        let units = [("operation", Self::Operation), ("request", Self::Request)].into_iter().chain(moments);
        meaning("unit", &word.into(), &units.collect::<Vec<_>>())
    }
}

/// Where lanes that stand side by side go to: always the beginning of a request, so that they can stand at the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "kebab-case"))]
pub enum SyncPoint {
    /// The beginning of a request.
    Request(u64),
    /// The beginning of the first request before which the device's clock has come to so many nanoseconds.
    #[cfg_attr(test, ts(rename = "time_ns"))]
    Time(u64),
}

impl SyncPoint {
    /// Whether `machine`, which stands before a request, has come there.
    fn is_reached(self, machine: &Machine) -> bool {
        match self {
            Self::Request(request) => machine.requests_begun >= request,
            Self::Time(time_ns) => machine.core.clock.now_ns() >= time_ns,
        }
    }
}

/// A run being watched.
pub struct Lane {
    base: Machine,
    view: Option<Machine>,
    spare: Option<Machine>,
    checkpoints: Checkpoints,
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
    fn look_away(&mut self) {
        self.seen.look_away();
        self.stopped_by = None;
    }

    /// Runs `base` to the beginning of its next request, or to the end. `false` if it is at the end already.
    fn next_request(&mut self, new_from: u64, explain: bool) -> bool {
        self.history.begins(&self.base);
        let Self { base, history, watch, seen, .. } = self;
        let mut eyes = LaneObserver { history, watch, seen, new_from, halt_at: u64::MAX, explain };
        let moved = whole_request(base, &mut eyes);
        self.settle();
        moved
    }

    /// Takes in what ended with the last request that `base` ran.
    fn settle(&mut self) {
        self.watch.request_over(&self.base, &self.base.completions);
        for completion in self.base.completions.drain(..) {
            self.history.ended(&completion);
        }
        if self.base.end.is_none() {
            self.history.begins(&self.base);
            self.checkpoints.offer(&mut self.base);
        }
    }

    /// Leaves the middle of a request for its beginning. What lies ahead of `base` counts as seen up to the present.
    fn leave_view(&mut self) -> u64 {
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
                Some(hit) if hit.0 + 1 < self.position() => self.stop_at(hit, stop),
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
                return self.stop_at(hit, stop);
            }
            if stop() {
                self.explain_next(new_from);
                return self.watch.hit.take().is_some_and(|hit| self.stop_at(hit, stop));
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
                return self.stop_at(hit, stop);
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

    /// From here on, breakpoints count what happens, and states that come about.
    fn arm(&mut self) {
        self.watch.arm(self.view.as_ref().unwrap_or(&self.base));
    }

    /// Goes to the moment after the operation that met a breakpoint.
    fn stop_at(&mut self, (operation, text): (u64, String), stop: &mut dyn FnMut() -> bool) -> bool {
        let done = self.seek(operation + 1, stop);
        self.stopped_by = Some(text);
        done
    }

    /// Goes forward to exactly `target` operations, or the end.
    fn go_forward(&mut self, target: u64, stop: &mut dyn FnMut() -> bool) -> bool {
        let new_from = self.leave_view();
        while self.base.core.operations < target && self.base.end.is_none() {
            let next = self.history.begun_at(self.base.requests_begun + 1);
            if next.is_some_and(|begun| begun <= target) {
                let explain = next.is_some_and(|begun| begun + EXPLAINED >= target);
                self.next_request(new_from, explain);
            } else if self.enter_request(target, new_from) {
                return true;
            }
            if stop() {
                return false;
            }
        }
        true
    }

    /// Runs a copy of `base` into its next request until `target` operations. `true` if it halted inside.
    fn enter_request(&mut self, target: u64, new_from: u64) -> bool {
        self.history.begins(&self.base);
        let mut view = self.spare.take().unwrap_or_else(|| self.base.clone());
        checkpoint::copy(&mut self.base, &mut view);
        let Self { history, watch, seen, .. } = self;
        let mut eyes = LaneObserver { history, watch, seen, new_from, halt_at: target, explain: true };
        let mut halted = false;
        loop {
            match view.step(&mut eyes) {
                Err(_) => halted = true,
                // On the event clock, all that happens without an operation belongs to the position before it.
                Ok(true) if !view.begins_request() && view.end.is_none() => continue,
                Ok(_) => {}
            }
            break;
        }
        if halted {
            // On the event clock others may have ended meanwhile.
            view.completions.drain(..).for_each(|completion| self.history.ended(&completion));
            self.view = Some(view);
            return true;
        }
        self.spare = Some(std::mem::replace(&mut self.base, view));
        self.settle();
        false
    }

    /// Goes to exactly `target` operations, forward or back; beyond the end, to the end. `false` if told to stop before.
    pub fn seek(&mut self, target: u64, stop: &mut dyn FnMut() -> bool) -> bool {
        if target > self.history.known_operations {
            return self.explore(&mut |lane| lane.base.core.operations >= target, stop) && self.seek_known(target);
        }
        self.seek_known(target)
    }

    /// Goes to the beginning of `request`.
    pub fn seek_request(&mut self, request: u64, stop: &mut dyn FnMut() -> bool) -> bool {
        if self.history.begun_at(request).is_none() {
            self.look_away();
            let done = self.explore(&mut |lane| lane.base.requests_begun >= request, stop);
            if !done || self.history.begun_at(request).is_none() {
                return done;
            }
        }
        let target = self.history.begun_at(request).unwrap_or(self.history.known_operations);
        self.seek_known(target)
    }

    /// Goes to `sync_point`, forward or back; beyond the end, to the end. `false` if told to stop before.
    pub fn seek_sync_point(&mut self, sync_point: SyncPoint, stop: &mut dyn FnMut() -> bool) -> bool {
        let time_ns = match sync_point {
            SyncPoint::Request(request) => return self.seek_request(request, stop),
            SyncPoint::Time(time_ns) => time_ns,
        };
        if self.history.first_begun_from(time_ns).is_none() {
            self.look_away();
            if !self.explore(&mut |lane| sync_point.is_reached(&lane.base), stop) {
                return false;
            }
        }
        match self.history.first_begun_from(time_ns) {
            Some(request) => self.seek_request(request, stop),
            None => self.seek_known(self.history.known_operations),
        }
    }

    /// Runs on until `there`, over ground not known yet.
    fn explore(&mut self, there: &mut dyn FnMut(&Self) -> bool, stop: &mut dyn FnMut() -> bool) -> bool {
        let new_from = self.leave_view();
        while !there(self) {
            if !self.next_request(new_from, false) {
                return true;
            }
            if stop() {
                return false;
            }
        }
        true
    }

    /// Goes to a position that is known, which is never farther than a checkpoint away; so it is not interrupted.
    fn seek_known(&mut self, target: u64) -> bool {
        let target = target.min(self.history.known_operations);
        self.look_away();
        self.leave_view();
        // From the last decision on, so that it is there to be shown; but not from farther than a checkpoint away.
        let request = self.history.request_at(target);
        // The last operation before a request is one of an earlier request: there is something to be told.
        let seen_from = self.history.request_at(target.saturating_sub(1));
        // What is decided more often than history notes it is explained as far back as a step explains it.
        let near = self.history.request_at(target.saturating_sub(EXPLAINED)).min(seen_from);
        let decided = self.history.last_decision_before(target);
        let from = if request - decided.min(request) <= 4096 { decided.min(near) } else { near };
        self.go_to_request(from.min(self.under_way_from(seen_from)));
        while self.base.requests_begun < request && self.base.end.is_none() {
            let explain = self.base.requests_begun >= from;
            self.next_request(u64::MAX, explain);
        }
        while self.base.core.operations < target && self.base.end.is_none() {
            if self.enter_request(target, u64::MAX) {
                break;
            }
        }
        self.seen.operations.clear();
        self.seen.operations.extend(self.seen.last);
        self.seen.skipped = 0;
        true
    }

    /// On the event clock, where to begin so that what planes are still at when `request` begins has been seen.
    fn under_way_from(&self, request: u64) -> u64 {
        match &self.base.core.clock {
            Clock::Serial(_) => request,
            Clock::Event(_) => {
                self.history.first_begun_within(UNDER_WAY_NS, request).max(request.saturating_sub(UNDER_WAY_REQUESTS))
            }
        }
    }

    /// Places `base` before `request`, which is known, from the nearest checkpoint or from where it stands.
    fn go_to_request(&mut self, request: u64) {
        let here = self.base.requests_begun;
        let nearest = self.checkpoints.nearest(request);
        let went_back = here > request || self.base.end.is_some();
        if went_back || nearest > here {
            self.checkpoints.restore(request, &mut self.base);
        }
        if went_back && request > self.base.requests_begun + 2 * NEAR_REQUESTS {
            self.replay_to(request - NEAR_REQUESTS);
            self.checkpoints.keep_near(&mut self.base);
        }
        self.replay_to(request);
    }

    /// Runs `base` over known ground with closed eyes.
    fn replay_to(&mut self, request: u64) {
        while self.base.requests_begun < request && whole_request(&mut self.base, &mut NoObserver) {
            self.base.completions.clear();
        }
    }

    /// One step of `unit`, forward or back. `false` if told to stop before it was done.
    pub fn step(&mut self, unit: Unit, forward: bool, stop: &mut dyn FnMut() -> bool) -> bool {
        self.stopped_by = None;
        let position = self.position();
        match (unit, forward) {
            (Unit::Operation, true) => self.go_forward(position + 1, stop),
            (Unit::Operation, false) => self.seek(position.saturating_sub(1), stop),
            (Unit::Request, true) => {
                let new_from = self.leave_view();
                self.next_request(new_from, true);
                true
            }
            (Unit::Request, false) => {
                let begun = self.history.request_at(position.saturating_sub(1));
                self.seek_request(begun, stop)
            }
            (Unit::Moment(moment), true) => {
                let known = self.history.moments_before(moment, position).len();
                let count = self.history.moments(moment).len();
                let found = |lane: &Self| lane.history.moments(moment).len() > count.max(known);
                if known == count && !self.explore(&mut |lane| found(lane), stop) {
                    return false;
                }
                let Some(target) = self.history.moments(moment).get(known).map(|mark| mark.operation + 1) else {
                    return true;
                };
                // What leads to a moment close by is told operation by operation: that is how it is seen to happen.
                if target - position > EXPLAINED || !self.seek(position, stop) {
                    return self.seek(target, stop);
                }
                self.seen.operations.clear();
                self.go_forward(target, stop)
            }
            (Unit::Moment(moment), false) => {
                let before = self.history.moments_before(moment, position.saturating_sub(1));
                self.seek(before.last().map_or(0, |mark| mark.operation + 1), stop)
            }
        }
    }

    /// Runs on until a breakpoint or the end. `false` if told to stop before.
    pub fn run(&mut self, stop: &mut dyn FnMut() -> bool) -> bool {
        self.arm();
        self.stopped_by = None;
        let new_from = self.leave_view();
        loop {
            if let Some(hit) = self.watch.hit.take() {
                return self.stop_at(hit, stop);
            }
            if !self.next_request(new_from, false) {
                let end = self.base.core.operations;
                return self.seek(end, stop);
            }
            if stop() {
                return false;
            }
        }
    }

    /// Waits for `list` from here on.
    pub fn set_breakpoints(&mut self, list: Vec<Breakpoint>) {
        self.watch.set(list);
    }
}

/// Runs a machine from the beginning of a request to the beginning of the next, or to the end.
fn whole_request<O: Observer>(machine: &mut Machine, eyes: &mut O) -> bool {
    let mut moved = false;
    while machine.end.is_none() {
        match machine.step(eyes) {
            Ok(true) => moved = true,
            _ => break,
        }
        if machine.begins_request() {
            break;
        }
    }
    moved
}

//! Going to a position, a request or a moment, forwards or back: onwards over ground not known yet, or a checkpoint and a replay.

use super::lane::{EXPLAINED, Lane, whole_request};
use super::places::{SyncPoint, Unit};
use super::recent_operations::LaneObserver;
use crate::flash::clock::Clock;
use crate::flash::observer::NoObserver;

/// How far back planes may have been given what they are still at, in time and in requests.
const UNDER_WAY_NS: u64 = 250_000_000;
const UNDER_WAY_REQUESTS: u64 = 256;

/// Farther back than this, a decision is not gone through again to be shown.
const DECIDED_REQUESTS: u64 = 4096;

/// When somebody goes back, a checkpoint is kept this many requests before, so that the next step back is quick.
const NEAR_REQUESTS: u64 = 512;

impl Lane {
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
                let found = |lane: &Self| lane.history.moments(moment).len() > count;
                if known == count {
                    if let Some(end) = self.history.end_at {
                        self.seek_known(end);
                        return true;
                    }
                    if !self.explore(&mut |lane| found(lane), stop) {
                        return false;
                    }
                }
                let Some(target) = self.history.moments(moment).get(known).map(|mark| mark.operation + 1) else {
                    return true;
                };
                // What leads to a moment close by is told operation by operation: that is how it is seen to happen.
                if target - position > EXPLAINED {
                    self.seek_known(target);
                    return true;
                }
                self.seek_known(position);
                self.seen.operations.clear();
                self.go_forward(target, stop)
            }
            (Unit::Moment(moment), false) => {
                let before = self.history.moments_before(moment, position.saturating_sub(1));
                self.seek(before.last().map_or(0, |mark| mark.operation + 1), stop)
            }
        }
    }

    /// Goes forward to exactly `target` operations, [`EXPLAINED`] at most, or the end.
    pub(super) fn go_forward(&mut self, target: u64, stop: &mut dyn FnMut() -> bool) -> bool {
        let new_from = self.leave_view();
        while self.base.core.operations < target && self.base.end.is_none() {
            let next = self.history.begun_at(self.base.requests_begun + 1);
            if next.is_some_and(|begun| begun <= target) {
                self.next_request(new_from, true);
            } else if self.enter_request(target, new_from) {
                return true;
            }
            // Whoever is told to stop on arrival has arrived: said to be under way still, a step would be made twice.
            if stop() {
                return self.base.core.operations >= target || self.base.end.is_some();
            }
        }
        true
    }

    /// Runs a copy of `base` into its next request until `target` operations. `true` if it halted inside.
    fn enter_request(&mut self, target: u64, new_from: u64) -> bool {
        let mut view = self.spare.take().unwrap_or_else(|| self.base.clone());
        self.checkpoints.copy(&mut self.base, &mut view);
        let Self { history, watch, seen, .. } = self;
        let mut eyes = LaneObserver { history, watch, seen, new_from, halt_at: target, explain: true };
        let mut halted = false;
        loop {
            match view.step(&mut eyes) {
                Err(_) => halted = true,
                // On the event clock, all that happens without an operation belongs to the position before it.
                Ok(true) if !view.begins_request() => continue,
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
        let is_known = target <= self.history.known_operations || self.history.end_at.is_some();
        if !is_known {
            self.look_away();
            if !self.explore(&mut |lane| lane.base.core.operations >= target, stop) {
                return false;
            }
        }
        self.seek_known(target);
        true
    }

    /// Goes to the beginning of `request`; beyond the end, to the end. `false` if told to stop before.
    pub fn seek_request(&mut self, request: u64, stop: &mut dyn FnMut() -> bool) -> bool {
        let is_known = self.history.begun_at(request).or(self.history.end_at).is_some();
        if !is_known {
            self.look_away();
            if !self.explore(&mut |lane| lane.base.requests_begun >= request, stop) {
                return false;
            }
        }
        self.seek_known(self.history.begun_at(request).unwrap_or(self.history.known_operations));
        true
    }

    /// Goes to `sync_point`, forward or back; beyond the end, to the end. `false` if told to stop before.
    pub fn seek_sync_point(&mut self, sync_point: SyncPoint, stop: &mut dyn FnMut() -> bool) -> bool {
        let time_ns = match sync_point {
            SyncPoint::Request(request) => return self.seek_request(request, stop),
            SyncPoint::Time(time_ns) => time_ns,
        };
        if self.history.first_begun_from(time_ns).or(self.history.end_at).is_none() {
            self.look_away();
            if !self.explore(&mut |lane| sync_point.is_reached(&lane.base), stop) {
                return false;
            }
        }
        let request = self.history.first_begun_from(time_ns);
        let target = request.and_then(|request| self.history.begun_at(request));
        self.seek_known(target.unwrap_or(self.history.known_operations));
        true
    }

    /// Runs on until `there`, over ground not known yet.
    fn explore(&mut self, there: &mut dyn FnMut(&Self) -> bool, stop: &mut dyn FnMut() -> bool) -> bool {
        let new_from = self.leave_view();
        while !there(self) {
            if !self.next_request(new_from, false) {
                return true;
            }
            if stop() {
                return there(self);
            }
        }
        true
    }

    /// Goes to a position that is known, which is never farther than a checkpoint away; so it is not interrupted.
    pub(super) fn seek_known(&mut self, target: u64) {
        let target = target.min(self.history.known_operations);
        self.look_away();
        self.leave_view();
        // From the last decision on, so that it is there to be shown; but not from farther than a checkpoint away.
        let request = self.history.request_at(target);
        // What is decided more often than history notes it is explained as far back as a step explains it. That is the last operation
        // at least, which before a request is one of an earlier request: there is something to be told.
        let near = self.history.request_at(target.saturating_sub(EXPLAINED));
        let decided = self.history.last_decision_before(target);
        let from = if request - decided <= DECIDED_REQUESTS { decided.min(near) } else { near };
        self.go_to_request(from.min(self.under_way_from(request)));
        while self.base.requests_begun < request {
            let explain = self.base.requests_begun >= from;
            self.next_request(u64::MAX, explain);
        }
        let ends = self.history.end_at == Some(target);
        if ends || self.base.core.operations < target {
            self.enter_request(if ends { u64::MAX } else { target }, u64::MAX);
        }
        self.seen.operations.extend(self.seen.last);
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
        while self.base.requests_begun < request {
            whole_request(&mut self.base, &mut NoObserver);
            self.base.completions.clear();
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::assembly::{initial, source};
    use crate::base::request::{HostOp, Request};
    use crate::experiment::document::Experiment;
    use crate::flash::observables::Moment;
    use crate::workload::source::Source;
    use serde_json::json;

    /// A lane of which the first `requests` requests are known, so few that no checkpoint is kept but the first.
    fn known(requests: u64) -> Lane {
        let document = json!({
            "device": { "preset": "toy" },
            "workload": { "kind": "uniform", "requests": 2400, "write_ratio": 0.1 },
        });
        let experiment = Experiment::new(&document, &[]).unwrap();
        let source = source::of(&experiment, None).unwrap();
        let mut lane = Lane::new(initial::machine(&experiment, source, true).unwrap());
        lane.follow(SyncPoint::Request(requests), &mut || false);
        assert_eq!((lane.base.requests_begun, lane.checkpoint_size().0), (requests, 1));
        lane
    }

    #[test]
    fn who_goes_back_finds_a_checkpoint_close_by_the_next_time() {
        let mut lane = known(2200);
        let mut go = |request, nearest| {
            lane.go_to_request(request);
            assert_eq!(lane.base.requests_begun, request);
            assert_eq!(lane.checkpoints.nearest(request), nearest, "from {request}");
            assert!(lane.base.completions.is_empty());
        };
        go(2000, 2000 - NEAR_REQUESTS);
        // From there it is not far.
        go(1900, 2000 - NEAR_REQUESTS);
        // Twice as far from the start as it is kept before is not far either, and one request more is.
        go(2 * NEAR_REQUESTS, 0);
        go(2 * NEAR_REQUESTS - 1, 0);
        go(2 * NEAR_REQUESTS + 10, 0);
        go(2 * NEAR_REQUESTS + 1, NEAR_REQUESTS + 1);
    }

    #[test]
    fn a_run_that_has_ended_is_gone_back_into_from_a_checkpoint() {
        let document = json!({ "device": { "preset": "toy" }, "run": { "power_cut_request": 200 } });
        let experiment = Experiment::new(&document, &[]).unwrap();
        let source = source::of(&experiment, None).unwrap();
        let mut lane = Lane::new(initial::machine(&experiment, source, true).unwrap());
        lane.run(&mut || false);
        assert_eq!((lane.base.requests_begun, lane.base.end.is_some()), (200, true));
        lane.go_to_request(200);
        assert_eq!((lane.base.requests_begun, lane.base.end.is_some()), (200, false));
        assert_eq!(Some(lane.position()), lane.history.begun_at(200));
    }

    /// A request beyond the device ends the run before its first operation.
    #[test]
    fn an_end_without_an_operation_is_gone_to() {
        let experiment = Experiment::new(&json!({ "device": { "preset": "toy" } }), &[]).unwrap();
        let request = |sector| Request { arrival_ns: 0, op: HostOp::Write, sector, sectors: 1 };
        let source = Source::listed(vec![request(0), request(1 << 30)]);
        let mut lane = Lane::new(initial::machine(&experiment, source, true).unwrap());
        lane.run(&mut || false);
        let end = lane.position();
        assert_eq!(lane.history.begun_at(1), Some(end));
        for from in [0, 1, end] {
            lane.seek_known(from);
            lane.seek_known(end);
            assert!(lane.position() == end && lane.machine().end.is_some(), "from {from}");
        }
    }

    /// Nothing is carried out to find out that there is no more: nobody is asked whether to stop.
    #[test]
    fn where_no_moment_is_left_in_a_run_that_is_known_whole_its_end_is_gone_to_at_once() {
        let mut lane = known(100);
        lane.run(&mut || false);
        let end = lane.position();
        lane.seek_known(end / 2);
        assert!(lane.step(Unit::Moment(Moment::Swap), true, &mut || unreachable!("the end is known")));
        assert!(lane.position() == end && lane.machine().end.is_some());
        assert_eq!(lane.seen.last.map(|last| last.index + 1), Some(end));
    }

    #[test]
    fn who_goes_on_leaves_no_checkpoint_behind() {
        let mut lane = known(2200);
        lane.go_to_request(100);
        for request in [1900, 1900, 2100] {
            lane.go_to_request(request);
            assert_eq!((lane.base.requests_begun, lane.checkpoints.nearest(request)), (request, 0));
        }
    }
}

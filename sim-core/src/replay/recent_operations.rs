//! What a lane sees while a machine moves: the latest operations and decision, with their causes.

use super::breakpoint::Watch;
#[cfg(feature = "layers")]
use super::gantt::Gantt;
use super::history::History;
use crate::flash::clock::event::Timed;
use crate::flash::decision::Decision;
#[cfg(feature = "layers")]
use crate::flash::line_step::LineStep;
use crate::flash::observer::Observer;
use crate::flash::operation::{Kind, Operation};
use std::collections::VecDeque;

/// Operations a lane keeps for whoever draws next.
const RECENT: usize = 512;

/// Operations of one request that are kept; a merge of 64 blocks of 64 pages has 4,200.
const SERVED: usize = 1 << 14;

/// Steps in a write buffer's line that are kept.
#[cfg(feature = "layers")]
const IN_LINE: usize = 64;

/// What has been seen lately.
#[derive(Clone, Debug, Default)]
pub struct RecentOperations {
    /// Operations since they were last taken, oldest first, the newest [`RECENT`] of them.
    pub operations: VecDeque<Operation>,
    /// How many more there were.
    pub skipped: u64,
    /// The latest decision. The device may have made up its mind while the operation that carries it out is still to come.
    pub decision: Option<Decision>,
    /// The one that led to the last operation, where the next has been made since.
    carried_out: Option<Decision>,
    /// Operations of the present request that caused others, oldest first.
    roots: Vec<Operation>,
    /// All operations of the present request, oldest first, [`SERVED`] at most: what stages tell a merge or a look-up by.
    pub served: Vec<Operation>,
    /// The last operation.
    pub last: Option<Operation>,
    /// Steps of the present request in a write buffer's line, oldest first, [`IN_LINE`] at most.
    #[cfg(feature = "layers")]
    pub(crate) in_line: VecDeque<LineStep>,
    /// What planes have been given to do, and when they did it. Event clock.
    #[cfg(feature = "layers")]
    pub gantt: Gantt,
}

impl RecentOperations {
    #[inline]
    fn operation(&mut self, operation: &Operation) {
        if self.operations.len() == RECENT {
            self.operations.pop_front();
            self.skipped += 1;
        }
        self.operations.push_back(*operation);
    }

    #[inline]
    fn root(&mut self, operation: &Operation) {
        self.last = Some(*operation);
        // What stood in RAM is gone.
        #[cfg(feature = "layers")]
        if operation.kind == Kind::PowerCut {
            self.in_line.clear();
        }
        match operation.kind {
            Kind::HostRead | Kind::HostWrite | Kind::HostTrim | Kind::HostFlush => {
                self.roots.clear();
                self.served.clear();
                #[cfg(feature = "layers")]
                self.in_line.clear();
                self.roots.push(*operation);
            }
            kind if kind.is_cause() => self.roots.push(*operation),
            _ => {}
        }
        if self.served.len() < SERVED {
            self.served.push(*operation);
        }
    }

    /// Forgets all that belongs to a place that was left. What planes did is as true from elsewhere.
    #[cfg(feature = "layers")]
    pub(super) fn look_away(&mut self) {
        *self = Self { gantt: std::mem::take(&mut self.gantt), ..Self::default() };
    }

    /// Forgets all: it belongs to a place that was left.
    #[cfg(not(feature = "layers"))]
    pub(super) fn look_away(&mut self) {
        *self = Self::default();
    }

    /// The decision to be told: the one that led to the last operation, else the latest.
    pub fn choice(&self) -> Option<&Decision> {
        let here = self.last.map(|last| last.index);
        self.carried_out.as_ref().filter(|decision| Some(decision.op) == here).or(self.decision.as_ref())
    }

    /// The causes of the last operation, oldest first, itself last.
    pub fn causes(&self) -> Vec<Operation> {
        let Some(last) = self.last else { return Vec::new() };
        let mut chain = vec![last];
        while let Some(cause) = chain[chain.len() - 1].cause {
            let Some(root) = self.roots.iter().find(|root| root.index == cause) else { break };
            chain.push(*root);
        }
        chain.reverse();
        chain
    }
}

/// The lane's eyes while a machine moves.
pub(super) struct LaneObserver<'a> {
    pub(super) history: &'a mut History,
    pub(super) watch: &'a mut Watch,
    pub(super) seen: &'a mut RecentOperations,
    /// Operations before this were seen already.
    pub(super) new_from: u64,
    pub(super) halt_at: u64,
    pub(super) explain: bool,
}

impl Observer for LaneObserver<'_> {
    const ENABLED: bool = true;
    fn wants_decisions(&self) -> bool {
        self.explain
    }
    #[inline]
    fn halt_at(&self) -> u64 {
        self.halt_at
    }
    #[inline]
    fn operation(&mut self, operation: &Operation) {
        self.history.operation(operation);
        let is_new = operation.index >= self.new_from;
        self.watch.operation(operation, is_new);
        if is_new {
            self.seen.operation(operation);
        }
        self.seen.root(operation);
        #[cfg(feature = "layers")]
        self.seen.gantt.operation(operation);
    }
    fn timed(&mut self, timed: &Timed) {
        #[cfg(feature = "layers")]
        self.seen.gantt.timed(timed);
        let is_it = |operation: &&mut Operation| operation.index == timed.operation;
        let listed = self.seen.operations.iter_mut().rev().find(is_it);
        for operation in listed.into_iter().chain(self.seen.last.as_mut().filter(is_it)) {
            (operation.start_ns, operation.end_ns) = (timed.start_ns, timed.end_ns);
        }
    }
    fn decision(&mut self, decision: Decision) {
        self.seen.carried_out = self.seen.decision.replace(decision);
    }
    #[cfg(feature = "layers")]
    fn in_line(&mut self, step: LineStep) {
        if self.seen.in_line.len() == IN_LINE {
            self.seen.in_line.pop_front();
        }
        self.seen.in_line.push_back(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flash::operation::Purpose;

    fn operation(index: u64, kind: Kind, cause: Option<u64>) -> Operation {
        Operation { index, cause, ..Operation::new(kind, Purpose::Gc) }
    }

    fn causes(seen: &RecentOperations) -> Vec<u64> {
        seen.causes().iter().map(|operation| operation.index).collect()
    }

    #[test]
    fn the_causes_of_an_operation_lead_back_to_its_request() {
        let mut seen = RecentOperations::default();
        let request = [
            operation(0, Kind::HostWrite, None),
            operation(1, Kind::GcStart, Some(0)),
            operation(2, Kind::Copy, Some(1)),
            operation(3, Kind::WearStart, Some(0)),
            operation(4, Kind::Copy, Some(3)),
        ];
        let chains = request.map(|operation| {
            seen.root(&operation);
            causes(&seen)
        });
        assert_eq!(chains, [vec![0], vec![0, 1], vec![0, 1, 2], vec![0, 3], vec![0, 3, 4]]);
        assert_eq!(seen.served, request);
    }

    #[test]
    fn what_belongs_to_an_earlier_request_is_told_no_more() {
        let mut seen = RecentOperations::default();
        seen.root(&operation(0, Kind::HostWrite, None));
        seen.root(&operation(1, Kind::GcStart, Some(0)));
        seen.root(&operation(2, Kind::HostRead, None));
        seen.root(&operation(3, Kind::Copy, Some(1)));
        assert_eq!(causes(&seen), [3]);
        assert_eq!(seen.served.iter().map(|operation| operation.index).collect::<Vec<_>>(), [2, 3]);
    }

    #[test]
    fn a_long_request_is_kept_up_to_a_bound() {
        let mut seen = RecentOperations::default();
        seen.root(&operation(0, Kind::HostWrite, None));
        (1..SERVED as u64 + 10).for_each(|index| seen.root(&operation(index, Kind::Copy, Some(0))));
        assert_eq!(seen.served.len(), SERVED);
        assert_eq!(seen.served[SERVED - 1].index, SERVED as u64 - 1);
    }

    #[cfg(feature = "layers")]
    #[test]
    fn steps_in_the_line_of_a_buffer_are_told_until_the_next_request_or_a_power_cut() {
        use crate::flash::line_step::How;
        let step = LineStep { op: 1, lpn: 7, how: How::Arrived, from: None, to: Some(0), share: None };
        for (kind, is_told) in
            [(Kind::CacheInsert, true), (Kind::GcStart, true), (Kind::HostWrite, false), (Kind::PowerCut, false)]
        {
            let mut seen = RecentOperations::default();
            seen.in_line.push_back(step);
            seen.root(&operation(2, kind, None));
            assert_eq!(!seen.in_line.is_empty(), is_told, "{kind:?}");
        }
    }
}

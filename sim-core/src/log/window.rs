//! Operations that are not over yet, in the order of the stream. Each leaves when it is over and all before it have left.

use super::row::{Row, is_hosts};
use crate::flash::clock::event::Timed;
use crate::flash::decision::Decision;
use crate::flash::observer::Observer;
use crate::flash::operation::{Kind, Operation, PENDING_NS};
use crate::machine::Completion;
use std::collections::VecDeque;
use std::ops::Range;

/// Sees a run, and keeps of it what is not over.
#[derive(Debug)]
pub(super) struct Window {
    /// The requests that are wanted.
    requests: Range<u64>,
    /// One after another in the stream.
    rows: VecDeque<Row>,
}

impl Window {
    /// A window on what is done for `requests`.
    pub(crate) fn new(requests: Range<u64>) -> Self {
        Self { requests, rows: VecDeque::new() }
    }

    /// Whether everything seen has left.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A request is over.
    pub(crate) fn request_over(&mut self, completion: &Completion) {
        let at = self.rows.partition_point(|row| row.operation.request < completion.request);
        // What was done for a change comes before the request that it was made for.
        let mut rows = self.rows.range_mut(at..).take_while(|row| row.operation.request == completion.request);
        if let Some(row) = rows.find(|row| is_hosts(row.operation.kind)) {
            row.operation.end_ns = completion.finish_ns;
            row.arrival_ns = Some(completion.arrival_ns);
            row.is_open = false;
        }
    }

    /// Nothing of what is under way will be heard of again.
    pub(super) fn close_all(&mut self) {
        self.rows.iter_mut().for_each(|row| row.is_open = false);
    }

    /// The next that leaves.
    pub(crate) fn take(&mut self) -> Option<Row> {
        if self.rows.front()?.is_open { None } else { self.rows.pop_front() }
    }
}

impl Observer for Window {
    const ENABLED: bool = true;
    fn wants_decisions(&self) -> bool {
        false
    }
    fn halt_at(&self) -> u64 {
        u64::MAX
    }
    fn operation(&mut self, operation: &Operation) {
        if !self.requests.contains(&operation.request) {
            return;
        }
        if operation.kind == Kind::PowerCut {
            self.close_all();
        }
        let is_request = is_hosts(operation.kind);
        let is_open = is_request || operation.end_ns == PENDING_NS;
        let mut operation = *operation;
        if is_request {
            operation.end_ns = PENDING_NS;
        }
        self.rows.push_back(Row { operation, arrival_ns: None, transfer: None, is_open });
    }
    fn timed(&mut self, timed: &Timed) {
        let first = self.rows.front().map_or(u64::MAX, |row| row.operation.index);
        let at = timed.operation.checked_sub(first).map(|at| at as usize);
        if let Some(row) = at.and_then(|at| self.rows.get_mut(at)) {
            (row.operation.start_ns, row.operation.end_ns) = (timed.start_ns, timed.end_ns);
            row.transfer = timed.transfer;
            row.is_open = false;
        }
    }
    fn decision(&mut self, _: Decision) {}
}

//! Who watches a run. Observation costs nothing when nobody looks: the engine is generic over its observer, and the
//! headless build compiles the blind one away.

use super::decision::Decision;
use super::operation::Operation;

/// Sees operations as they are carried out.
pub trait Observer {
    /// Whether anything is seen at all. Operations and decisions are only put together where it is true.
    const ENABLED: bool;

    /// Whether decisions are to be put together: explaining a choice costs more than making it.
    fn wants_decisions(&self) -> bool {
        Self::ENABLED
    }
    /// The number of operations after which the run is to be halted.
    fn halt_at(&self) -> u64;
    /// An operation was carried out. On the event clock its times may still be pending.
    fn operation(&mut self, operation: &Operation);
    /// Operation `index` of the event clock has run from `start_ns` to `end_ns`.
    fn timed(&mut self, index: u64, start_ns: u64, end_ns: u64);
    /// A policy chose; the operation that follows is its consequence.
    fn decision(&mut self, decision: Decision);
}

/// Sees nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl Observer for Blind {
    const ENABLED: bool = false;
    #[inline]
    fn halt_at(&self) -> u64 {
        u64::MAX
    }
    #[inline]
    fn operation(&mut self, _: &Operation) {}
    #[inline]
    fn timed(&mut self, _: u64, _: u64, _: u64) {}
    #[inline]
    fn decision(&mut self, _: Decision) {}
}

/// Keeps everything: for tests and small runs.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    /// Operations in order, with their times filled in as they become known.
    pub operations: Vec<Operation>,
    /// Decisions in order.
    pub decisions: Vec<Decision>,
}

impl Observer for Recorder {
    const ENABLED: bool = true;
    fn halt_at(&self) -> u64 {
        u64::MAX
    }
    fn operation(&mut self, operation: &Operation) {
        self.operations.push(*operation);
    }
    fn timed(&mut self, index: u64, start_ns: u64, end_ns: u64) {
        let first = self.operations.first().map_or(0, |operation| operation.index);
        let at = index.checked_sub(first).and_then(|at| self.operations.get_mut(at as usize));
        if let Some(operation) = at {
            operation.start_ns = start_ns;
            operation.end_ns = end_ns;
        }
    }
    fn decision(&mut self, decision: Decision) {
        self.decisions.push(decision);
    }
}

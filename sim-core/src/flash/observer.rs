//! Who watches a run. Observation costs nothing when nobody looks: the engine is generic over its observer, and the
//! headless build compiles the blind one away.
//!
//! That is for the engine and page mapping, the baseline of every speed: they take a `Flash<'_, O>`. Other layers and all buffers
//! take a `Flash<'_>`, of which the observer is a [`DynObserver`]: it asks at run time whether somebody looks, a branch an
//! operation instead of a copy of every layer for every observer.

use super::clock::event::Timed;
use super::decision::Decision;
#[cfg(feature = "layers")]
use super::line_step::LineStep;
use super::operation::Operation;

/// Sees operations as they are carried out.
pub trait Observer {
    /// Whether anything is seen at all. Operations and decisions are only put together where it is true.
    const ENABLED: bool;

    /// Whether flash operations are calls, rather than compiled into each place that makes one: smaller, and a little slower.
    const OUTLINED: bool = false;

    /// Whether it sees anything at this moment.
    #[inline(always)]
    fn is_watching(&self) -> bool {
        Self::ENABLED
    }
    /// Whether decisions are to be put together: explaining a choice costs more than making it.
    fn wants_decisions(&self) -> bool {
        Self::ENABLED
    }
    /// The number of operations after which the run is to be halted.
    fn halt_at(&self) -> u64;
    /// An operation was carried out. On the event clock its times may still be pending.
    fn operation(&mut self, operation: &Operation);
    /// The times of an operation of the event clock have become known.
    fn timed(&mut self, timed: &Timed);
    /// A policy chose; the operation that follows is its consequence.
    fn decision(&mut self, decision: Decision);
    /// A page of a write buffer changed its place in the line. Told to those who want decisions.
    #[cfg(feature = "layers")]
    fn in_line(&mut self, _step: LineStep) {}

    /// This observer behind a pointer. One that is behind a pointer already is passed on as it is: a layer below a buffer pays for no
    /// second pointer, and not for building what nobody sees.
    #[inline]
    fn behind_pointer(&mut self) -> DynObserver<'_>
    where
        Self: Sized,
    {
        let halt_at = self.halt_at();
        DynObserver { observer: if Self::ENABLED { Some(self) } else { None }, halt_at }
    }
}

/// Any observer behind a pointer.
trait ErasedObserver {
    fn wants_decisions(&self) -> bool;
    fn operation(&mut self, operation: &Operation);
    fn timed(&mut self, timed: &Timed);
    fn decision(&mut self, decision: Decision);
    #[cfg(feature = "layers")]
    fn in_line(&mut self, step: LineStep);
}

impl<O: Observer> ErasedObserver for O {
    fn wants_decisions(&self) -> bool {
        Observer::wants_decisions(self)
    }
    fn operation(&mut self, operation: &Operation) {
        Observer::operation(self, operation);
    }
    fn timed(&mut self, timed: &Timed) {
        Observer::timed(self, timed);
    }
    fn decision(&mut self, decision: Decision) {
        Observer::decision(self, decision);
    }
    #[cfg(feature = "layers")]
    fn in_line(&mut self, step: LineStep) {
        Observer::in_line(self, step);
    }
}

/// Passes on to another observer what it sees, if that one sees anything.
pub struct DynObserver<'a> {
    observer: Option<&'a mut dyn ErasedObserver>,
    halt_at: u64,
}

impl Observer for DynObserver<'_> {
    const ENABLED: bool = true;
    const OUTLINED: bool = true;
    #[inline(always)]
    fn is_watching(&self) -> bool {
        self.observer.is_some()
    }
    fn wants_decisions(&self) -> bool {
        self.observer.as_ref().is_some_and(|observer| observer.wants_decisions())
    }
    #[inline(always)]
    fn halt_at(&self) -> u64 {
        self.halt_at
    }
    #[inline]
    fn behind_pointer(&mut self) -> DynObserver<'_> {
        let observer = self.observer.as_mut().map(|observer| &mut **observer as &mut dyn ErasedObserver);
        DynObserver { observer, halt_at: self.halt_at }
    }
    fn operation(&mut self, operation: &Operation) {
        if let Some(observer) = &mut self.observer {
            observer.operation(operation);
        }
    }
    fn timed(&mut self, timed: &Timed) {
        if let Some(observer) = &mut self.observer {
            observer.timed(timed);
        }
    }
    fn decision(&mut self, decision: Decision) {
        if let Some(observer) = &mut self.observer {
            observer.decision(decision);
        }
    }
    #[cfg(feature = "layers")]
    fn in_line(&mut self, step: LineStep) {
        if let Some(observer) = &mut self.observer {
            observer.in_line(step);
        }
    }
}

/// Sees nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    const ENABLED: bool = false;
    #[inline]
    fn halt_at(&self) -> u64 {
        u64::MAX
    }
    #[inline]
    fn operation(&mut self, _: &Operation) {}
    #[inline]
    fn timed(&mut self, _: &Timed) {}
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
    fn timed(&mut self, timed: &Timed) {
        let first = self.operations.first().map_or(0, |operation| operation.index);
        let at = timed.operation.checked_sub(first).and_then(|at| self.operations.get_mut(at as usize));
        if let Some(operation) = at {
            operation.start_ns = timed.start_ns;
            operation.end_ns = timed.end_ns;
        }
    }
    fn decision(&mut self, decision: Decision) {
        self.decisions.push(decision);
    }
}

//! What can be observed in the device as it is set: not every series reconstructs pages, and where collections take no time, no
//! read waits for one.

use super::Ttflash;
use super::settings::Blocking;
use crate::flash::observables::{BreakpointKind, Moment, Observables, Stage};

/// All of it.
pub(super) const RECONSTRUCTS: Observables = Observables {
    stage: Some(Stage::Stripes),
    moments: &[Moment::Rebuild, Moment::Wait, Moment::Flush, Moment::Gc],
    awaited: Moment::Rebuild,
    breakpoints: &[BreakpointKind::Gc, BreakpointKind::BufferFlush, BreakpointKind::Rebuild, BreakpointKind::Wait],
};

/// Reads wait for the collection of their plane, always.
const WAITS: Observables = Observables {
    moments: &[Moment::Wait, Moment::Flush, Moment::Gc],
    awaited: Moment::Wait,
    breakpoints: &[BreakpointKind::Gc, BreakpointKind::BufferFlush, BreakpointKind::Wait],
    ..RECONSTRUCTS
};

/// No read ever meets a collection.
const COLLECTS: Observables = Observables {
    moments: &[Moment::Flush, Moment::Gc],
    awaited: Moment::Gc,
    breakpoints: &[BreakpointKind::Gc, BreakpointKind::BufferFlush],
    ..RECONSTRUCTS
};

impl Ttflash {
    /// What can be observed in it, as long as no setting changes.
    pub(super) fn observables(&self) -> Observables {
        let meets_collections = self.rules.blocking != Blocking::None;
        let loses_planes = self.rules.parity && !self.faults.is_none();
        match meets_collections {
            _ if loses_planes => RECONSTRUCTS,
            true if self.rules.reads.rebuild => RECONSTRUCTS,
            true => WAITS,
            false => COLLECTS,
        }
    }
}

//! What can be observed in layers that merge log and data blocks.

use crate::flash::observables::{BreakpointKind, Moment, Observables, Stage};

/// Where a log block has pages of one logical block.
pub(crate) const MERGES: Observables = Observables {
    stage: Some(Stage::Logs),
    moments: &[Moment::Merge],
    awaited: Moment::Merge,
    breakpoints: &[BreakpointKind::FullMerge],
};

/// Where several logical blocks share a log block, so that emptying one takes several merges.
pub(crate) const MERGES_SHARED_LOGS: Observables =
    Observables { breakpoints: &[BreakpointKind::FullMerge, BreakpointKind::Reclaim], ..MERGES };

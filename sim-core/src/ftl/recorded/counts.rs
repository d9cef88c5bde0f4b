//! What the operations of a log count that touch no flash, as policies count them.

use super::RecordedOperations;
use crate::flash::counters::{Counters, Merge};
use crate::flash::operation::Kind;

impl RecordedOperations {
    pub(super) fn count(&mut self, kind: Kind, counters: &mut Counters) {
        let full = |counters: &Counters| counters.merges[Merge::Full as usize];
        match kind {
            Kind::GcStart => counters.gc_runs += 1,
            Kind::WearStart => counters.wear_runs += 1,
            Kind::SwitchMerge => counters.merges[Merge::Switch as usize] += 1,
            Kind::PartialMerge => counters.merges[Merge::Partial as usize] += 1,
            Kind::FullMerge => counters.merges[Merge::Full as usize] += 1,
            Kind::ReclaimStart => self.merges_before = full(counters),
            // Emptying it took one full merge for each logical block in it.
            Kind::ReclaimEnd => counters.reclaim((full(counters) - self.merges_before) as usize),
            _ => {}
        }
    }
}

//! What a device with stripes across its channels counts beside what all do.

use std::ops::Sub;

/// Counts since the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stripes {
    /// Pages read from the rest of their stripe, since their plane collected or is dead.
    pub rebuilt_pages: u64,
    /// Pages read for that beside those that were asked for.
    pub rebuild_reads: u64,
    /// Pages that waited for a collection since rebuilding them would have taken longer.
    pub waits_chosen: u64,
    /// Pages that waited for a collection since they could not be rebuilt.
    pub waits_forced: u64,
    /// Stripes that went to flash with all their pages.
    pub(crate) stripes_full: u64,
    /// Stripes of which some pages went to flash.
    pub(crate) stripes_partial: u64,
    /// Pages that stayed in RAM for a while, since their plane collected.
    pub(crate) held_back: u64,
    /// Pages that stayed in RAM, since their plane had no room and might not collect yet.
    pub(crate) rgc_stalls: u64,
    /// Collections begun out of turn, since there was no room.
    pub(crate) forced_collections: u64,
    /// Page moves of collections that gave way to nobody, since there was little room.
    pub(crate) steps_hard: u64,
    /// Page moves of collections.
    pub steps: u64,
    /// Pages asked for that nothing can bring back.
    pub unreadable_pages: u64,
}

impl Sub for Stripes {
    type Output = Self;
    fn sub(self, earlier: Self) -> Self {
        Self {
            rebuilt_pages: self.rebuilt_pages - earlier.rebuilt_pages,
            rebuild_reads: self.rebuild_reads - earlier.rebuild_reads,
            waits_chosen: self.waits_chosen - earlier.waits_chosen,
            waits_forced: self.waits_forced - earlier.waits_forced,
            stripes_full: self.stripes_full - earlier.stripes_full,
            stripes_partial: self.stripes_partial - earlier.stripes_partial,
            held_back: self.held_back - earlier.held_back,
            rgc_stalls: self.rgc_stalls - earlier.rgc_stalls,
            forced_collections: self.forced_collections - earlier.forced_collections,
            steps_hard: self.steps_hard - earlier.steps_hard,
            steps: self.steps - earlier.steps,
            unreadable_pages: self.unreadable_pages - earlier.unreadable_pages,
        }
    }
}

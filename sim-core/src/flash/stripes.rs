//! What a device with stripes across its channels counts beside what all do.

use super::count::counts;

counts! {
    /// Counts since the start of the run.
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
}

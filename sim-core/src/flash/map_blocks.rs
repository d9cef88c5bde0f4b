//! Counts of a host FTL whose map is fetched in blocks.

use super::count::counts;

counts! {
    /// Counts since the start of the run.
    pub struct MapBlocks {
        /// Map blocks brought into memory.
        pub(crate) loads: u64,
        /// Of those, by garbage collection.
        pub(crate) gc_misses: u64,
        /// Look-ups in map blocks of the journal.
        pub(crate) journal_lookups: u64,
        /// Of those, look-ups that found it in memory.
        pub(crate) journal_hits: u64,
        /// Lines of the map that were collected.
        pub gc_runs: u64,
        /// Map blocks moved by that.
        pub(crate) gc_moved: u64,
        /// Pages of the host that waited to enter the ring of writes.
        pub user_stalls: u64,
    }
}

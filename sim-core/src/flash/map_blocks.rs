//! Counts of a host FTL whose map is fetched in blocks.

use std::ops::Sub;

/// Counts since the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

impl Sub for MapBlocks {
    type Output = Self;
    fn sub(self, earlier: Self) -> Self {
        Self {
            loads: self.loads - earlier.loads,
            gc_misses: self.gc_misses - earlier.gc_misses,
            journal_lookups: self.journal_lookups - earlier.journal_lookups,
            journal_hits: self.journal_hits - earlier.journal_hits,
            gc_runs: self.gc_runs - earlier.gc_runs,
            gc_moved: self.gc_moved - earlier.gc_moved,
            user_stalls: self.user_stalls - earlier.user_stalls,
        }
    }
}

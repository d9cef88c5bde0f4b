//! What happened, in whole numbers.

use super::count::counts;
use super::map_blocks::MapBlocks;
use super::stripes::Stripes;
use crate::flash::operation::Purpose;

/// Log blocks with up to this many logical blocks in them are counted by their number, those with more together.
const ASSOCIATIVITY_MAX: usize = 128;

counts! {
    /// Counts since the start of the run. All fields are plain sums, so that a part of a run is a difference of two.
    pub struct Counters {
        /// Requests begun, by [`crate::base::request::HostOp`].
        pub requests: [u64; 4],
        /// Pages that requests asked for, by [`crate::base::request::HostOp`].
        pub host_pages: [u64; 4],
        /// Flash page reads, by [`Purpose`].
        pub reads: [u64; Purpose::COUNT],
        /// Flash page programs, by [`Purpose`].
        pub programs: [u64; Purpose::COUNT],
        /// Block erases, by [`Purpose`].
        pub erases: [u64; Purpose::COUNT],
        /// Host reads of pages that hold nothing.
        pub unmapped_reads: u64,
        /// Victims collected.
        pub gc_runs: u64,
        /// Valid pages moved out of victims.
        pub gc_moved_pages: u64,
        /// Blocks that wear levelling moved.
        pub wear_runs: u64,
        /// Pages moved by a read and a program in one.
        pub copies: u64,
        /// Page reads that belong to the command of the one before. Serial clock.
        pub(crate) joined_reads: u64,
        /// Page programs likewise.
        pub(crate) joined_programs: u64,
        /// Merges, by [`Merge`].
        pub merges: [u64; 3],
        /// Log blocks emptied, by the logical blocks that had valid pages in them.
        pub associativity: [u64; ASSOCIATIVITY_MAX + 1],
        /// Of the logical blocks that had valid pages in them, those of which that log block was the first to take pages since
        /// they were last rebuilt. FAST alone counts it.
        pub first_log_block: u64,
        /// Lookups in a cache of the mapping table, one a page.
        pub map_lookups: u64,
        /// Lookups that it answered.
        pub map_hits: u64,
        /// Entries that left it.
        pub map_evictions: u64,
        /// Of those, entries that had to be written back.
        pub map_write_backs: u64,
        /// Entries brought up to date in the cache when their page moved, without a flash operation.
        pub map_lazy_updates: u64,
        /// Logical blocks copied in order, so that one entry maps them.
        pub conversions: u64,
        /// Pages that the host read and that were in RAM: in page slots, in block slots.
        pub cache_read_hits: [u64; 2],
        /// Pages that the host wrote over in RAM: in page slots, in block slots.
        pub(crate) cache_write_hits: [u64; 2],
        /// Pages that the host wrote and that took a slot.
        pub(crate) cache_inserts: u64,
        /// Sets that went from page slots to a block slot without a swap.
        pub(crate) set_evictions: u64,
        /// Sets that swapped places with a block.
        pub(crate) swaps: u64,
        /// Logical blocks that went from RAM to flash.
        pub flushes: u64,
        /// Pages of theirs that were in RAM.
        pub flushed_pages: u64,
        /// Of the flushes, those that filled the holes of their block.
        pub plugs: u64,
        /// Write requests for which victims had not been touched, all together.
        pub(crate) victim_age: u64,
        /// Logical blocks with pages in a write buffer, summed over write requests.
        pub(crate) buffered_groups: u64,
        /// Of a device with stripes.
        pub stripes: Stripes,
        /// Of a host FTL.
        pub map_blocks: MapBlocks,
        /// Sum of the own service times on the serial clock.
        pub service_ns: u64,
    }
}

/// The sorts of merge, by cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Merge {
    /// One erase.
    Switch = 0,
    /// The missing pages are copied; one erase.
    Partial = 1,
    /// Every page is copied; an erase of the old data block.
    Full = 2,
}

impl Counters {
    /// Log blocks emptied.
    pub fn reclaims(&self) -> u64 {
        self.associativity.iter().sum()
    }
    /// A log block with pages of so many logical blocks is emptied.
    pub fn reclaim(&mut self, associativity: usize) {
        self.associativity[associativity.min(ASSOCIATIVITY_MAX)] += 1;
    }
    /// Flash page reads of all purposes.
    pub fn nand_reads(&self) -> u64 {
        self.reads.iter().sum()
    }
    /// Flash page programs of all purposes.
    pub fn nand_programs(&self) -> u64 {
        self.programs.iter().sum()
    }
    /// Block erases of all purposes.
    pub fn nand_erases(&self) -> u64 {
        self.erases.iter().sum()
    }
    /// Flash operations of all kinds.
    pub fn nand_operations(&self) -> u64 {
        self.nand_reads() + self.nand_programs() + self.nand_erases()
    }
    /// Pages that the host wrote.
    pub fn host_written_pages(&self) -> u64 {
        self.host_pages[crate::base::request::HostOp::Write as usize]
    }
    /// Pages that the host read.
    pub fn host_read_pages(&self) -> u64 {
        self.host_pages[crate::base::request::HostOp::Read as usize]
    }
    /// Flash pages programmed for each page the host wrote; `None` before the first.
    pub fn write_amplification(&self) -> Option<f64> {
        let host = self.host_written_pages();
        (host > 0).then(|| self.nand_programs() as f64 / host as f64)
    }
}

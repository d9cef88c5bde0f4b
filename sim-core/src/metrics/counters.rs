//! What happened, in whole numbers.

use crate::engine::operation::Purpose;
use std::ops::Sub;

/// Counts since the start of the run. All fields are plain sums, so that a part of a run is a difference of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counters {
    /// Requests begun, by [`crate::engine::request::HostOp`].
    pub requests: [u64; 4],
    /// Pages that requests asked for, by [`crate::engine::request::HostOp`].
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
    /// Sum of the own service times on the serial clock.
    pub service_ns: u64,
}

impl Counters {
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
        self.host_pages[crate::engine::request::HostOp::Write as usize]
    }
    /// Pages that the host read.
    pub fn host_read_pages(&self) -> u64 {
        self.host_pages[crate::engine::request::HostOp::Read as usize]
    }
    /// Flash pages programmed for each page the host wrote; `None` before the first.
    pub fn write_amplification(&self) -> Option<f64> {
        let host = self.host_written_pages();
        (host > 0).then(|| self.nand_programs() as f64 / host as f64)
    }
}

impl Sub for Counters {
    type Output = Self;
    fn sub(self, earlier: Self) -> Self {
        fn minus<const N: usize>(a: [u64; N], b: [u64; N]) -> [u64; N] {
            std::array::from_fn(|i| a[i] - b[i])
        }
        Self {
            requests: minus(self.requests, earlier.requests),
            host_pages: minus(self.host_pages, earlier.host_pages),
            reads: minus(self.reads, earlier.reads),
            programs: minus(self.programs, earlier.programs),
            erases: minus(self.erases, earlier.erases),
            unmapped_reads: self.unmapped_reads - earlier.unmapped_reads,
            gc_runs: self.gc_runs - earlier.gc_runs,
            gc_moved_pages: self.gc_moved_pages - earlier.gc_moved_pages,
            wear_runs: self.wear_runs - earlier.wear_runs,
            service_ns: self.service_ns - earlier.service_ns,
        }
    }
}

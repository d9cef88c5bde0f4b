//! The log below, rehearsed: pages are logged one after another, and before a log block is used again it is
//! emptied, for which every logical block with pages in it is rebuilt. What differs is what is remembered of the pages.

use super::committed::{Committed, Limits};
use super::every_page::EveryPage;
use crate::nand::timing::Timing;

/// A log without data.
#[derive(Clone, Debug, Hash)]
pub(super) struct LogModel {
    log_blocks: u32,
    pages_per_block: u32,
    /// The log block being written, and pages written in it.
    current: u32,
    filled: u32,
    /// Whether every log block has been used once.
    wrapped: bool,
    memory: Memory,
}

#[derive(Clone, Debug, Hash)]
enum Memory {
    Committed(Committed),
    EveryPage(EveryPage),
}

impl LogModel {
    /// An empty log, of which the first pages of each logical block are remembered.
    pub(crate) fn committed(log_blocks: u32, pages_per_block: u32, nodes: u32, limits: Limits) -> Self {
        let memory = Memory::Committed(Committed::new(log_blocks, pages_per_block, nodes, limits));
        Self { log_blocks, pages_per_block, current: 0, filled: 0, wrapped: false, memory }
    }

    /// An empty log, of which every page is remembered.
    pub(super) fn every_page(log_blocks: u32, pages_per_block: u32, logical_blocks: u32) -> Self {
        let memory = Memory::EveryPage(EveryPage::new(log_blocks, pages_per_block, logical_blocks));
        Self { log_blocks, pages_per_block, current: 0, filled: 0, wrapped: false, memory }
    }

    /// Logs pages of a logical block. Returns the logical blocks rebuilt in each log block that had to be emptied for it.
    pub(crate) fn commit(&mut self, lbn: u32, pages: &[u32]) -> Vec<u32> {
        let mut emptied = Vec::new();
        let mut rest = pages;
        let mut is_first = true;
        while !rest.is_empty() {
            if self.filled == self.pages_per_block {
                self.filled = 0;
                self.current = (self.current + 1) % self.log_blocks;
                self.wrapped |= self.current == 0;
                if self.wrapped {
                    emptied.push(match &mut self.memory {
                        Memory::Committed(memory) => memory.empty(self.current),
                        Memory::EveryPage(memory) => memory.empty(self.current),
                    });
                }
            }
            let fit = ((self.pages_per_block - self.filled) as usize).min(rest.len());
            let (now, later) = rest.split_at(fit);
            match &mut self.memory {
                // A commit counts for the log block that it begins in.
                Memory::Committed(memory) if is_first => memory.commit(self.current, lbn, pages),
                Memory::Committed(_) => {}
                Memory::EveryPage(memory) => memory.commit(self.current, self.filled, lbn, now),
            }
            self.filled += fit as u32;
            is_first = false;
            rest = later;
        }
        emptied
    }

    /// A logical block was written whole: none of its pages in the log counts any more.
    pub(crate) fn rebuilt(&mut self, lbn: u32) {
        match &mut self.memory {
            Memory::Committed(memory) => memory.forget(lbn),
            Memory::EveryPage(memory) => memory.forget(lbn),
        }
    }

    /// Bytes that keeping it takes.
    pub(crate) fn bytes(&self) -> u64 {
        match &self.memory {
            Memory::Committed(memory) => memory.bytes(),
            Memory::EveryPage(_) => self.full_bytes(),
        }
    }

    /// Bytes that it takes here.
    pub(crate) fn heap_bytes(&self) -> usize {
        match &self.memory {
            Memory::Committed(memory) => 80 * memory.node_count() as usize + 16 * self.log_blocks as usize,
            Memory::EveryPage(_) => 16 * (self.log_blocks * self.pages_per_block) as usize,
        }
    }

    /// Bytes that keeping every page takes: 16 a page, 256 KiB for a log of 64 MiB in pages of 4 KiB.
    pub(crate) fn full_bytes(&self) -> u64 {
        16 * u64::from(self.log_blocks) * u64::from(self.pages_per_block)
    }
}

/// What emptying a log block costs in which so many logical blocks have pages: each is rebuilt, then the block is erased.
pub(super) fn reclaim_ns(associativity: u32, pages_per_block: u32, timing: &Timing) -> u64 {
    let rebuild = u64::from(pages_per_block) * (timing.read_cost() + timing.program_cost()) + timing.erase_cost();
    u64::from(associativity) * rebuild + timing.erase_cost()
}

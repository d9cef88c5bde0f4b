//! The rules of flash, and what is said when a policy breaks one.

use super::{BlockId, Ppn};
use crate::base::text::count;
use thiserror::Error;

/// A rule that was about to be broken. The run stops; the operation was not carried out.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Rule {
    /// Erase before program.
    #[error("program of page {ppn}, which is not free")]
    ProgramNotFree {
        /// The page.
        ppn: Ppn,
    },
    /// Ascending programs within a block.
    #[error("program of page {offset} of block {block} out of order: the next one is page {write_ptr}")]
    ProgramOrder {
        /// The block.
        block: BlockId,
        /// Offset asked for.
        offset: u32,
        /// Offset that may be programmed next.
        write_ptr: u32,
    },
    /// Only open blocks are written.
    #[error("program in block {block}, which is not open")]
    BlockNotOpen {
        /// The block.
        block: BlockId,
    },
    /// Only written pages can be read.
    #[error("read of page {ppn}, which holds nothing")]
    ReadNothing {
        /// The page.
        ppn: Ppn,
    },
    /// Only current pages can become outdated.
    #[error("page {ppn} invalidated, but it is not valid")]
    InvalidateNotValid {
        /// The page.
        ppn: Ppn,
    },
    /// Nothing current is erased.
    #[error("erase of block {block} with {}", count(u64::from(*.valid), "valid page"))]
    EraseValid {
        /// The block.
        block: BlockId,
        /// Its valid pages.
        valid: u32,
    },
    /// Bad blocks are left alone.
    #[error("block {block} is bad")]
    Bad {
        /// The block.
        block: BlockId,
    },
    /// Every read returns the newest version written.
    #[error("read of logical page {lpn} returned {found}, the newest is {newest}")]
    Stale {
        /// The logical page.
        lpn: u32,
        /// What came back, in words.
        found: String,
        /// What should have come back, in words.
        newest: String,
    },
    /// A count or a mapping that no longer adds up.
    #[error("{0}")]
    Invariant(String),
}

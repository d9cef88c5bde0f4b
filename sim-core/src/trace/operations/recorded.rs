//! An operation of a log as it was recorded.

use crate::base::state_hash::state_hash;
use std::hash::{Hash, Hasher};

/// Stands for a number that does not apply.
pub const NONE: u32 = u32::MAX;

/// An operation of a log. [`NONE`] where a number does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Its line in the file, from 1.
    pub line: u32,
    /// What it does: a place in [`super::OperationLog::kinds`].
    pub kind: u8,
    /// What it served: a place in [`super::OperationLog::purposes`].
    pub purpose: u8,
    /// Block slot in RAM.
    pub slot: u16,
    /// The operation that made it necessary, by its place in the log.
    pub cause: u32,
    /// Logical page.
    pub lpn: u32,
    /// Logical pages covered.
    pub pages: u32,
    /// Physical page read or moved from.
    pub from: u32,
    /// Physical page programmed.
    pub to: u32,
    /// Physical page that became invalid.
    pub stale: u32,
    /// Flash block, or block of the map.
    pub block: u32,
}

impl Hash for Recorded {
    // A log has millions of them: fields go in pairs, and none waits for the hash of the one before.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { line, kind, purpose, slot, cause, lpn, pages, from, to, stale, block } = *self;
        let words = u32::from_le_bytes([kind, purpose, slot as u8, (slot >> 8) as u8]);
        let pair = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
        let pairs = (pair(line, words), pair(cause, lpn), pair(pages, from), pair(to, stale), block);
        state.write_u64(state_hash(&pairs));
    }
}

//! Operation logs: what another simulator, or an earlier run, did to the flash, operation by operation, to be carried out again without a
//! policy of ours (`ftl/recorded/`). The columns are those of our own log (`log/mod.rs`), found by name, in any order.
//!
//! - `columns.rs` which column stands where, and a row's numbers
//! - `reader.rs`  rows, gathered as they come, each with the request that it belongs to
//! - `shape.rs`   the device that they were done on, as far as they tell it

mod columns;
mod reader;
mod shape;

pub(super) use columns::is_header;
pub(super) use reader::OperationsReader;
pub use shape::Shape;

use crate::base::state_hash::state_hash;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::hash::{Hash, Hasher};

/// Stands for a number that does not apply.
pub const NONE: u32 = u32::MAX;
/// Bytes of a page: a log does not say, and counts in pages.
pub const PAGE_BYTES: u64 = 4096;
/// Most operations of a log, 40 bytes each.
pub const MAX_OPERATIONS: usize = 1 << 24;

/// An operation of a log. [`NONE`] where a number does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Its line in the file, from 1.
    pub line: u32,
    /// What it does: a place in [`OperationLog::kinds`].
    pub kind: u8,
    /// What it served: a place in [`OperationLog::purposes`].
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

/// A log that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct OperationLog {
    /// The file's name, for messages.
    pub name: String,
    /// The words that its column `kind` has.
    pub kinds: Vec<String>,
    /// The words that its column `purpose` has.
    pub purposes: Vec<String>,
    /// Its operations, those that begin a request of the host too.
    pub operations: Vec<Recorded>,
    /// The first operation of each request.
    pub requests: Vec<u32>,
    /// Whether a request begins with an operation of its own, such as `host-write`; else each read and program for the host is a request.
    pub has_requests: bool,
    /// Whether it says which pages become invalid; else the copy before is the one.
    pub says_stale: bool,
    /// The device, as far as it is told.
    pub shape: Shape,
    hash: u64,
}

impl OperationLog {
    /// The operations of the request with this running number; none beyond the last.
    pub fn of_request(&self, request: u64) -> std::ops::Range<usize> {
        let start_of = |request: u64| {
            let at = usize::try_from(request).unwrap_or(usize::MAX);
            self.requests.get(at).map_or(self.operations.len(), |&first| first as usize)
        };
        start_of(request)..start_of(request.saturating_add(1))
    }

    /// The experiment that carries it out, all but the file: the device that it tells, at the times of the default one.
    pub fn document(&self) -> Value {
        json!({
            "device": self.shape.document(),
            "ftl": { "kind": KIND },
            "run": { "initial_state": "clean" },
        })
    }
}

/// The layer that carries a log out.
pub const KIND: &str = "recorded";

impl Hash for OperationLog {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.operations.len().hash(state);
        self.hash.hash(state);
    }
}

/// What is told of a log beside the requests: how much there is, and how it is carried out.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RecordedOperations"))]
pub(super) struct Told {
    /// Operations, without those that begin a request.
    operations: usize,
    /// The experiment that carries it out, all but the file.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    document: Value,
    /// How the device was told, in sentences.
    notes: Vec<String>,
}

impl Serialize for OperationLog {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let beginnings = if self.has_requests { self.requests.len() } else { 0 };
        let operations = self.operations.len() - beginnings;
        Told { operations, document: self.document(), notes: self.shape.notes.clone() }.serialize(serializer)
    }
}

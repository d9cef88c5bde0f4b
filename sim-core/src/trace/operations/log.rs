//! A log that was read, and what is told of it.

use super::recorded::Recorded;
use super::shape::Shape;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::hash::{Hash, Hasher};

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
    /// Of its words, operations and requests, taken once.
    pub(super) hash: u64,
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
pub(in crate::trace) struct Told {
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

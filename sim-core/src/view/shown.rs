//! An operation as the page is told it.

use crate::flash::operation::{Kind, Operation, PENDING_NS, Purpose};
use serde::Serialize;

/// An operation.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Operation"))]
pub(super) struct Shown {
    index: u64,
    kind: Kind,
    /// The operation that made this one necessary.
    cause: Option<u64>,
    request: u64,
    start_ns: Option<u64>,
    end_ns: Option<u64>,
    /// Logical page; from the number of logical pages on, a page of the layer's own: translation page `lpn − logical_pages`.
    lpn: Option<u32>,
    /// Pages a host request covers, from `lpn` on; 1 for page operations.
    pages: u32,
    /// Page read or moved from.
    from: Option<u32>,
    /// Page programmed.
    to: Option<u32>,
    /// Page that became invalid by this operation.
    stale: Option<u32>,
    /// Block erased, collected or gone bad.
    block: Option<u32>,
    /// Block slot in RAM.
    slot: Option<u16>,
    /// What it served: `host`, `gc`, `wear`, `full`, `map` … (`flash/operation.rs`).
    purpose: Purpose,
}

impl Shown {
    /// The first logical page, and how many.
    pub(super) fn logical_pages(&self) -> Option<(u32, u32)> {
        self.lpn.map(|lpn| (lpn, self.pages))
    }
}

impl From<&Operation> for Shown {
    fn from(operation: &Operation) -> Self {
        let known = |ns: u64| (ns != PENDING_NS).then_some(ns);
        Self {
            index: operation.index,
            kind: operation.kind,
            cause: operation.cause,
            request: operation.request,
            start_ns: known(operation.start_ns),
            end_ns: known(operation.end_ns),
            lpn: operation.lpn,
            pages: operation.pages,
            from: operation.from,
            to: operation.to,
            stale: operation.stale,
            block: operation.block,
            slot: operation.slot,
            purpose: operation.purpose,
        }
    }
}

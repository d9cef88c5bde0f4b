//! What is asked of an import.

use crate::trace::Format;
#[cfg(feature = "layers")]
use crate::trace::columns::Columns;

/// What to import, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportOptions {
    /// The trace's name, for messages.
    pub name: String,
    /// Its format; none to tell it from the content.
    pub format: Option<Format>,
    /// What its columns are, of a trace that is a table of them without a header that says so; none to tell it from the content.
    #[cfg(feature = "layers")]
    pub columns: Option<Columns>,
    /// The one device to keep; none to keep all.
    pub device: Option<u32>,
    /// Most requests to keep; none for as many as the limits allow.
    pub max_requests: Option<u64>,
    /// How much is read at most.
    pub limits: Limits,
}

impl ImportOptions {
    /// All devices of the trace `name`, in whatever format it has.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            format: None,
            #[cfg(feature = "layers")]
            columns: None,
            device: None,
            max_requests: None,
            limits: Limits::default(),
        }
    }
}

/// How much of a trace is read at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest line, in bytes without its end. A longer one is an error.
    pub line_bytes: usize,
    /// Most text, in bytes after decompression. Reading stops there.
    pub text_bytes: u64,
    /// Most requests. Reading stops there.
    pub requests: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { line_bytes: 64 << 10, text_bytes: 2 << 30, requests: 32_000_000 }
    }
}

//! A trace that was read, as the page is told of it.

use crate::trace::report::Imported;
use serde::Serialize;

/// What the trace is, and the digest by which a sweep knows it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ImportedTrace<'a> {
    /// All but its records.
    #[serde(flatten)]
    pub trace: &'a Imported,
    /// The columns that were given, as `workload.columns` has them; null where the content tells how it is read.
    pub columns: Option<&'a str>,
    /// SHA-256 of the file as stored.
    pub sha256: String,
}

//! The trace that a sweep replays, as far as it decides results: its content, and where the file beside it says that the journal is.

use crate::base::error::Error;
use crate::trace::sidecar::Journal;
use serde_json::{Value, json};

/// A trace, whatever its name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "SweepTrace"))]
pub(crate) struct Trace {
    /// SHA-256 of the file as stored, in lower-case hexadecimal digits.
    pub sha256: String,
    /// Where the recorded file system kept its journal, if the file beside the trace says so.
    pub journal: Option<Journal>,
}

impl Trace {
    /// The trace with this content.
    pub(crate) fn new(sha256: &str, journal: Option<Journal>) -> Self {
        Self { sha256: sha256.to_ascii_lowercase(), journal }
    }

    /// Reads both of `name`; none without a content.
    ///
    /// # Errors
    /// A journal that is not `{ "first_byte", "bytes" }` nor null; it is called `field`.
    pub(crate) fn from_json(name: &str, sha256: &Value, field: &str, journal: &Value) -> Result<Option<Self>, Error> {
        let Value::String(sha256) = sha256 else { return Ok(None) };
        let journal = match journal {
            Value::Null => None,
            journal => Some(Journal::from_json(name, field, journal)?),
        };
        Ok(Some(Self::new(sha256, journal)))
    }

    /// Its journal's range; null without one.
    pub(super) fn journal_json(&self) -> Value {
        self.journal
            .map_or(Value::Null, |Journal { first_byte, bytes }| json!({ "first_byte": first_byte, "bytes": bytes }))
    }
}

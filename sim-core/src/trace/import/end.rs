//! The end of reading before that of the trace.

use std::ops::ControlFlow::{self, Break};

/// Why reading ends before the trace does.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum End {
    /// A limit is reached; what was read is kept. Says which.
    Full(String),
    /// The trace cannot be used. Says why.
    Refused(String),
}

/// Ends reading: the trace cannot be used, and `why`.
pub(super) fn refuse(why: String) -> ControlFlow<End> {
    Break(End::Refused(why))
}

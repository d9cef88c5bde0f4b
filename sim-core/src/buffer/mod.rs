//! Write buffers: what stands between the host and the translation layer. One file a buffer.

use crate::experiment::parameter::Info;

/// A buffer that can be chosen.
pub struct Entry {
    /// What it is and what may be set.
    pub info: Info,
}

/// Every buffer that can be chosen.
pub const BUFFERS: &[Entry] = &[Entry {
    info: Info {
        kind: "none",
        title: "no buffer",
        help: "Requests go straight to the translation layer.",
        source: "",
        parameters: &[],
    },
}];

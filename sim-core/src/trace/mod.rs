//! Recorded block traces: one file a format, and detection by content.

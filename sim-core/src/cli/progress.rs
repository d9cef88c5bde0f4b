//! How far a command has come: one line on stderr, written over and over, where stderr is a terminal.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

const INTERVAL: Duration = Duration::from_millis(100);

/// A line that is taken away when this is dropped.
pub(super) struct Progress {
    terminal: bool,
    written: Option<Instant>,
}

impl Progress {
    /// Nothing shown yet.
    pub(crate) fn new() -> Self {
        Self { terminal: stderr().is_terminal(), written: None }
    }

    /// Shows what `line` says, at most every tenth of a second.
    pub(crate) fn show(&mut self, line: impl FnOnce() -> String) {
        if !self.terminal || self.written.is_some_and(|at| at.elapsed() < INTERVAL) {
            return;
        }
        // Nothing depends on whether it could be shown.
        let _ = write!(stderr(), "\r\u{1b}[K{}", line());
        self.written = Some(Instant::now());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.written.is_some() {
            let _ = write!(stderr(), "\r\u{1b}[K");
        }
    }
}

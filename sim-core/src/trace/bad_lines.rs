//! Lines that are not requests: counted all, told of the first few.

use super::quote::{QUOTED_LINE, quote};
use serde::Serialize;
use std::fmt;

/// How many are kept with their text.
const KEPT: usize = 3;

/// A line that is not a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BadLine {
    /// Its number in the file, from 1.
    pub line: u64,
    /// Its text between quotation marks, shortened, unprintable bytes escaped.
    pub text: String,
    /// The column at fault.
    pub column: &'static str,
    /// What is wrong: the column, its text and what was expected.
    pub reason: String,
}

/// The bad lines of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BadLines {
    /// How many there are.
    pub count: u64,
    /// The first three.
    pub first: Vec<BadLine>,
}

impl BadLines {
    /// Counts a line; `reason` is asked for only if the line is kept.
    pub(super) fn add(&mut self, line: u64, text: &[u8], column: &'static str, reason: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < KEPT {
            self.first.push(BadLine { line, text: quote(text, QUOTED_LINE), column, reason: reason() });
        }
    }

    /// What a person should know of them among `all` lines; none if there are none.
    pub(super) fn note(&self, all: u64) -> Option<String> {
        let first = self.first.first()?;
        Some(format!("{} of {all} lines could not be read and are left out; the first is {first}", self.count))
    }
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {} ({})", self.line, self.reason, self.text)
    }
}

//! A column of a table of no known format: its name, what it may be, and what its words may mean.

use super::guess::{Guess, MOST_WORDS};
use crate::base::request::HostOp;
use crate::trace::ops;
use serde::Serialize;

/// A column of a sheet.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceSheetColumn"))]
pub struct ColumnTold {
    /// Its name in the header; empty without one.
    pub name: String,
    /// What it probably is.
    pub guess: Option<Guess>,
    /// What stands in it, each text once, if that is so little that it may be operations; else nothing.
    pub words: Vec<WordTold>,
}

/// A text in a column that may be operations.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceWord"))]
pub struct WordTold {
    /// The text.
    pub word: String,
    /// What it commonly means.
    pub known: Option<&'static str>,
    /// What it probably means.
    pub guess: Option<&'static str>,
}

/// The different texts in a column; none if they are too many.
pub(super) fn words(values: &[&[u8]]) -> Vec<WordTold> {
    let mut found: Vec<&[u8]> = Vec::new();
    for value in values {
        if !found.contains(value) {
            found.push(value);
        }
        if found.len() > MOST_WORDS {
            return Vec::new();
        }
    }
    let told = |word: &&[u8]| {
        let known = ops::zero_reads(word);
        let [known, guess] = [known, known.or_else(|| probable(word))].map(|op| op.map(HostOp::word));
        WordTold { word: text_of(word), known, guess }
    };
    found.iter().map(told).collect()
}

/// What a word may mean by how it begins: get, fetch, load; put, store, update.
fn probable(word: &[u8]) -> Option<HostOp> {
    match word.first()?.to_ascii_lowercase() {
        b'r' | b'g' | b'l' | b'f' => Some(HostOp::Read),
        b'w' | b'p' | b's' | b'u' | b'i' => Some(HostOp::Write),
        _ => None,
    }
}

/// Text as a person may read it.
pub(super) fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

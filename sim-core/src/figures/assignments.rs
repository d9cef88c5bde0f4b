//! Settings of a figure's runs, as its file writes them.

use crate::experiment::document::insert;
use serde_json::{Map, Value};

/// Fields of an experiment by dotted path, each with its value as JSON text.
pub type Assignments = &'static [(&'static str, &'static str)];

/// Puts `settings` into a document.
pub fn assign(document: &mut Map<String, Value>, settings: &[Assignments]) {
    for (path, text) in settings.iter().copied().flatten() {
        insert(document, path, serde_json::from_str(text).expect("a figure's settings are JSON"));
    }
}

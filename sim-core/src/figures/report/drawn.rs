//! Results as they are told, each with its figure, and how they are read.

use crate::figures::figure::Figure;
use serde_json::Value;

/// A result with its figure.
pub(super) struct Drawn<'a> {
    pub figure: &'static Figure,
    pub result: &'a Value,
}

impl Drawn<'_> {
    /// What is told of its claims.
    pub(super) fn claims(&self) -> impl Iterator<Item = &Value> {
        self.result["claims"].as_array().into_iter().flatten()
    }
}

/// What came of a claim or of a part of it: a sign, or words where a sign would mislead.
pub(super) fn sign(one: &Value) -> &'static str {
    match (one["no_effect"] == true, text(one, "judgement")) {
        (true, _) => "no effect",
        (_, "holds") => "\u{2713}",
        (_, "fails") => "\u{2715}",
        (_, "nothing-to-judge") => "nothing to judge",
        _ => "\u{2013}",
    }
}

/// What stands at `key`; nothing where no text does.
pub(super) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

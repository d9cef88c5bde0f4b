//! What is wrong with the text of a formula.

use serde::Serialize;
use std::fmt;

/// A place in a text at which it stops being a formula.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FormulaProblem"))]
pub struct Problem {
    /// The place, in characters from 1.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What could stand there.
    pub expected: String,
    /// A known name that is much like the one there.
    pub near: Option<String>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { column, found, expected, near } = self;
        write!(f, "column {column}: found {found}, expected {expected}")?;
        near.iter().try_for_each(|name| write!(f, "; did you mean {name}?"))
    }
}

/// The text, and below it a mark at the place of the problem. A text of several lines is shown as one.
pub(crate) fn with_caret(text: &str, problem: &Problem) -> String {
    let line: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    format!("  {line}\n  {}^", " ".repeat(problem.column - 1))
}

//! What can go wrong with what a user gives, and what a device refuses.

#[cfg(feature = "layers")]
use super::formula::problem::Problem;
use super::text::told_up_to;
use thiserror::Error;

/// Most characters of a path that are told: more than any field has.
const PATH_MAX: usize = 100;
/// Most characters of a value: more than any that is meant well.
const VALUE_MAX: usize = 400;

/// The path of a field as a sentence begins with it, whatever stands in its place.
fn path(field: &str) -> String {
    if field.is_empty() { "\"\"".into() } else { told_up_to(PATH_MAX, field) }
}

/// An experiment, trace or argument that cannot be used. Its text names the place, the value and what was expected.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Error {
    /// A field with a value it does not accept.
    #[error("{}: {} is not {expected}", path(.field), told_up_to(VALUE_MAX, .value))]
    Value {
        /// Dotted path of the field.
        field: String,
        /// The value, as JSON text.
        value: String,
        /// What is accepted, in words.
        expected: String,
        /// A value that would be accepted, as JSON text, where one is plainly nearest.
        nearest: Option<String>,
    },
    /// A text that is no formula.
    #[cfg(feature = "layers")]
    #[error("{}: {problem}", path(.field))]
    Formula {
        /// Dotted path of the field.
        field: String,
        /// The text.
        text: String,
        /// What is wrong with it, and where.
        problem: Box<Problem>,
    },
    /// A field that no component has.
    #[error("{}: no such field{}", path(.field), .hint.as_ref().map(Hint::text).unwrap_or_default())]
    UnknownField {
        /// Dotted path of the field.
        field: String,
        /// What was probably meant, if that can be told.
        hint: Option<Hint>,
    },
    /// Fields that contradict one another.
    #[error("{0}")]
    Conflict(String),
    /// A device that can be run, but has too many pages for each of its operations to be watched.
    #[error("device.logical_bytes: the device has {pages} pages; up to {most} can be watched in the page")]
    TooLarge {
        /// Its pages.
        pages: u32,
        /// Pages of the largest device that can be watched.
        most: u32,
    },
    /// A document that is not JSON, or not an object.
    #[error("{0}")]
    Document(String),
    /// A trace that cannot be read.
    #[error("{0}")]
    Trace(String),
    /// A run that cannot go on.
    #[error("{0}")]
    Run(String),
}

/// What was probably meant by a field that there is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The most similar field.
    Similar(String),
    /// The same field, which other components of its section have.
    OfOthers {
        /// The section: `ftl`.
        section: String,
        /// Their words.
        kinds: Vec<&'static str>,
    },
}

impl Hint {
    fn text(&self) -> String {
        match self {
            Self::Similar(name) => format!("; did you mean {name}?"),
            Self::OfOthers { section, kinds } => format!("; it belongs to {section}.kind {}", kinds.join(", ")),
        }
    }
}

//! What can go wrong with what a user gives, and what a device refuses.

use thiserror::Error;

/// An experiment, trace or argument that cannot be used. Its text names the place, the value and what was expected.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Error {
    /// A field with a value it does not accept.
    #[error("{field}: {value} is not {expected}")]
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
    /// A field that no component has.
    #[error("{field}: no such field{}", hint(.near))]
    UnknownField {
        /// Dotted path of the field.
        field: String,
        /// The most similar known field, if any is similar.
        near: Option<String>,
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

fn hint(near: &Option<String>) -> String {
    near.as_ref().map(|name| format!("; did you mean {name}?")).unwrap_or_default()
}

//! Errors as the page takes them.

use crate::base::error::Error;
use serde::Serialize;

/// Something refused; text for people, with the field where there is one.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Refusal"))]
pub struct Failure {
    /// What sort it is of.
    pub kind: FailureKind,
    /// Which place, which value, what was expected.
    pub text: String,
    /// Dotted path of the field.
    pub field: Option<String>,
    /// JSON text of the nearest value that would do.
    pub nearest: Option<String>,
}

/// What was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RefusalKind"))]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// A value.
    Value,
    /// A field that is not known.
    UnknownField,
    /// Fields that contradict one another.
    Conflict,
    /// A device with too many pages to be watched.
    TooLarge,
    /// What is no document, or asks for what there is not.
    Document,
    /// A trace.
    Trace,
    /// A run that cannot go on.
    Run,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        use FailureKind::{Conflict, Document, Run, TooLarge, Trace, UnknownField, Value};
        let text = error.to_string();
        let (kind, field, nearest) = match error {
            Error::Value { field, nearest, .. } => (Value, Some(field), nearest),
            #[cfg(feature = "layers")]
            Error::Formula { field, .. } => (Value, Some(field), None),
            Error::UnknownField { field, .. } => (UnknownField, Some(field), None),
            Error::Conflict(_) => (Conflict, None, None),
            Error::TooLarge { .. } => (TooLarge, None, None),
            Error::Document(_) => (Document, None, None),
            Error::Trace(_) => (Trace, None, None),
            Error::Run(_) => (Run, None, None),
        };
        Self { kind, text, field, nearest }
    }
}

//! What came of a point of a sweep.

use crate::base::error::Error;
use crate::metrics::report::Report;
use serde_json::Value;

/// A point that is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    /// Its place among the points of its sweep, from 0 on.
    pub index: u64,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a point. Kept as text: a sweep may have very many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Its report as JSON in one line, without `engine`, which differs from run to run.
    Report(String),
    /// Why its settings cannot be run.
    Refused(String),
}

impl Outcome {
    /// `report`, of a run that came to its end.
    pub(crate) fn of(report: &Report) -> Self {
        Self::of_json(serde_json::to_value(report).expect("a report has only plain values"))
    }

    /// Reads a report from its JSON text.
    ///
    /// # Errors
    /// The text is not a JSON object.
    pub(crate) fn from_text(text: &str) -> Result<Self, Error> {
        match serde_json::from_str(text) {
            Ok(report @ Value::Object(_)) => Ok(Self::of_json(report)),
            _ => Err(Error::Document("the text is not that of a report".into())),
        }
    }

    fn of_json(mut report: Value) -> Self {
        if let Value::Object(fields) = &mut report {
            fields.shift_remove("engine");
        }
        Self::Report(report.to_string())
    }

    /// The report again; null where there is none.
    pub(crate) fn report(&self) -> Value {
        match self {
            Self::Report(text) => serde_json::from_str(text).unwrap_or_default(),
            Self::Refused(_) => Value::Null,
        }
    }

    /// Why there is no report.
    pub(crate) fn refused(&self) -> Option<&str> {
        match self {
            Self::Report(_) => None,
            Self::Refused(why) => Some(why),
        }
    }
}

//! What came of one run, as far as a challenge looks at it.

use super::metric::METRICS;
use crate::base::error::Error;
use crate::experiment::document::{Experiment, refused};
use crate::machine::EndKind;
use crate::metrics::report::Report;
use crate::metrics::run::Run;
use crate::trace::sidecar::FileDigest;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Digits by which reports are told apart.
pub(super) const DIGITS: usize = 16;

/// What came of a run.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(
    test,
    ts(
        rename = "ChallengeMeasure",
        type = "{ readonly values: Readonly<Record<string, number>>, readonly report: string } | { readonly refused: string }"
    )
)]
pub(crate) enum Measure {
    /// It came to its end.
    Run {
        /// By the metric's word; what does not apply is not there.
        values: BTreeMap<String, f64>,
        /// The first digits of the SHA-256 of its report, without its experiment and the speed of the simulator, in hexadecimal.
        report: String,
    },
    /// It could not be begun, or not ended; why.
    Refused(String),
}

impl Measure {
    /// That of `document`, run to its end. A run that cannot be is one that was refused.
    pub(crate) fn run(document: &Value) -> Self {
        match Experiment::new(document, &[]).and_then(|experiment| Run::new(&experiment, None)) {
            Ok(mut run) => {
                run.finish();
                Self::of(&run.report())
            }
            Err(error) => Self::Refused(error.to_string()),
        }
    }

    /// That of a report.
    pub(crate) fn of(report: &Report) -> Self {
        if let Some(end) = report.end.as_ref().filter(|end| end.kind != EndKind::Done) {
            return Self::Refused(format!("the run ended early: {}", end.text));
        }
        let mut report = serde_json::to_value(report).expect("a report has only plain values");
        if let Value::Object(fields) = &mut report {
            fields.shift_remove("engine");
            fields.shift_remove("experiment");
        }
        let values = METRICS.iter().filter_map(|metric| Some((metric.word.to_owned(), metric.value(&report)?)));
        Self::Run { values: values.collect(), report: digest(&report.to_string()) }
    }

    /// Its value of a metric.
    pub(crate) fn value(&self, word: &str) -> Option<f64> {
        match self {
            Self::Run { values, .. } => values.get(word).copied(),
            Self::Refused(_) => None,
        }
    }

    /// For the page, and from it again by [`Measure::from_json`].
    pub(crate) fn to_json(&self) -> Value {
        match self {
            Self::Run { values, report } => json!({ "values": values, "report": report }),
            Self::Refused(why) => json!({ "refused": why }),
        }
    }

    /// Reads what [`Measure::to_json`] wrote; null is a run that is still to come.
    ///
    /// # Errors
    /// It is neither.
    pub(crate) fn from_json(value: &Value) -> Result<Option<Self>, Error> {
        let read = |values: &Map<String, Value>| {
            values.iter().map(|(word, value)| Some((word.clone(), value.as_f64()?))).collect::<Option<_>>()
        };
        match (&value["refused"], value["values"].as_object().and_then(read), &value["report"]) {
            _ if value.is_null() => Ok(None),
            (Value::String(why), ..) => Ok(Some(Self::Refused(why.clone()))),
            (_, Some(values), Value::String(report)) => Ok(Some(Self::Run { values, report: report.clone() })),
            _ => Err(refused("measure", value, "what came of a run, or null", None)),
        }
    }
}

/// By which a text is told from others.
pub(super) fn digest(text: &str) -> String {
    let mut digest = FileDigest::default();
    digest.push(text.as_bytes());
    digest.hexadecimal().chars().take(DIGITS).collect()
}

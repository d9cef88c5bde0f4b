//! What a challenge counts, each in the unit that its name says; less is better.

use crate::base::error::Error;
use crate::base::text::{duration, grouped};
use crate::experiment::document::refused;
use serde::Serialize;
use serde_json::{Value, json};

/// A figure of a report.
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChallengeMetric"))]
pub(crate) struct Metric {
    /// Its name in a challenge.
    pub word: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// Where it stands in a report.
    #[serde(skip)]
    path: &'static str,
    /// How a value is told.
    #[serde(skip)]
    form: Form,
}

#[derive(Debug, PartialEq)]
enum Form {
    Ratio,
    Count,
    Time,
}

const fn metric(word: &'static str, title: &'static str, path: &'static str, form: Form) -> Metric {
    Metric { word, title, path, form }
}

/// Every metric, in the order of a choice.
pub(crate) static METRICS: [Metric; 9] = [
    metric("write_amplification", "write amplification", "write_amplification", Form::Ratio),
    metric("erases", "erases", "nand_erases", Form::Count),
    metric("most_erases", "erases of the most worn block", "erase_max", Form::Count),
    metric("erase_std_dev", "standard deviation of erases over blocks", "erase_std_dev", Form::Ratio),
    metric("page_programs", "page programs", "nand_programs", Form::Count),
    metric("mean_response_ns", "mean response", "mean_response_ns", Form::Time),
    metric("p99_response_ns", "99th percentile of responses", "p99_ns", Form::Time),
    metric("p999_response_ns", "99.9th percentile of responses", "p999_ns", Form::Time),
    metric("longest_response_ns", "longest response", "max_ns", Form::Time),
];

impl Metric {
    /// The metric that `value`, which stands at `field`, names.
    ///
    /// # Errors
    /// It names none.
    pub(crate) fn of(field: &str, value: &Value) -> Result<&'static Self, Error> {
        let named = METRICS.iter().find(|metric| *value == json!(metric.word));
        named.ok_or_else(|| {
            let words: Vec<&str> = METRICS.iter().map(|metric| metric.word).collect();
            refused(field, value, &format!("one of {}", words.join(", ")), None)
        })
    }

    /// Its value in a report; none where it does not apply.
    pub(crate) fn value(&self, report: &Value) -> Option<f64> {
        report[self.path].as_f64()
    }

    /// `value` as people read it.
    pub(crate) fn shown(&self, value: f64) -> String {
        match self.form {
            Form::Ratio => format!("{value:.3}"),
            // A mean of few things.
            Form::Count if value.fract() != 0.0 && value < 1000.0 => format!("{value:.1}"),
            Form::Count => grouped(value.round() as u64),
            Form::Time => duration(value.round() as u64),
        }
    }
}

//! What a figure keeps of one run.

use crate::engine::machine::EndKind;
use crate::error::Error;
use crate::metrics::report::Report;
use serde_json::{Value, json};

/// What fractions are rounded to, of one.
pub const BILLION: f64 = 1e9;

/// One run, or the median of several.
///
/// Fractions are rounded to billionths, responses to nanoseconds: JSON then carries them unchanged from one side to the
/// other, and a figure comes out the same to the last byte wherever its runs were carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measure {
    /// Mean response.
    pub mean_response_ns: u64,
    /// Block erases.
    pub erases: u64,
    /// Population standard deviation of erases over blocks.
    pub erase_std_dev: f64,
    /// The same divided by the mean; none without an erase.
    pub erase_cv: Option<f64>,
    /// Whether requests came faster than they could be served, so that responses tell the length of the run.
    pub saturated: bool,
}

impl Measure {
    /// What the run of `report` came to.
    ///
    /// # Errors
    /// A run that did not serve all its requests, or does not add up.
    pub fn of(report: &Report) -> Result<Self, Error> {
        let end = report.end.as_ref().ok_or_else(|| Error::Run("the run is not over".into()))?;
        if end.kind != EndKind::Done {
            return Err(Error::Run(format!("the run ended early: {}", end.text)));
        }
        if let Some(check) = report.checks.iter().find(|check| !check.holds) {
            return Err(Error::Run(format!("the run does not add up: {}", check.statement)));
        }
        let mean = report.mean_response_ns.ok_or_else(|| Error::Run("the run counted no request".into()))?;
        Ok(Self {
            mean_response_ns: mean.round() as u64,
            erases: report.nand_erases,
            erase_std_dev: billionths(report.erase_std_dev),
            erase_cv: report.erase_cv.map(billionths),
            saturated: report.saturated == Some(true),
        })
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "mean_response_ns": self.mean_response_ns, "erases": self.erases, "erase_std_dev": self.erase_std_dev,
            "erase_cv": self.erase_cv, "saturated": self.saturated,
        })
    }

    /// From JSON; none for what is not a measure.
    pub fn from_json(value: &Value) -> Option<Self> {
        Some(Self {
            mean_response_ns: value["mean_response_ns"].as_u64()?,
            erases: value["erases"].as_u64()?,
            erase_std_dev: value["erase_std_dev"].as_f64()?,
            erase_cv: value["erase_cv"].as_f64(),
            saturated: value["saturated"].as_bool()?,
        })
    }
}

fn billionths(value: f64) -> f64 {
    (value * BILLION).round() / BILLION
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::document::Experiment;
    use crate::metrics::run;

    fn report(run: Value) -> Report {
        let document = json!({ "device": { "preset": "toy", "endurance": 100_000 }, "run": run });
        run::report(&Experiment::new(&document, &[]).unwrap(), None).unwrap()
    }

    #[test]
    fn json_carries_a_measure_unchanged() {
        for seed in 1..40 {
            let measure = Measure::of(&report(json!({ "seed": seed }))).unwrap();
            assert!(measure.erases > 0 && measure.erase_cv.is_some());
            let text = measure.to_json().to_string();
            assert_eq!(Measure::from_json(&serde_json::from_str(&text).unwrap()), Some(measure), "{text}");
        }
        assert_eq!(Measure::from_json(&json!({})), None);
        let idle = Measure { mean_response_ns: 5, ..Measure::default() };
        assert_eq!(Measure::from_json(&idle.to_json()), Some(idle));
    }

    #[test]
    fn a_run_that_did_not_come_to_its_end_is_refused() {
        let cut = Measure::of(&report(json!({ "power_cut": 50 }))).unwrap_err();
        assert!(cut.to_string().starts_with("the run ended early: "), "{cut}");
        let warmup = Measure::of(&report(json!({ "warmup_requests": 1_000_000 }))).unwrap_err();
        assert_eq!(warmup.to_string(), "the run counted no request");
    }
}

//! The runs that show what moves a claim.

use super::choice::SEEDS;
use super::part::Part;
use super::plan::SensitivityPlan;
use super::trial::{Trial, Tried};
use crate::base::error::Error;
use crate::experiment::document::Experiment;
use crate::figures::by::By;
use crate::figures::plan::Run;
use serde_json::{Map, Value, json};

/// One experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct SensitivityRun {
    /// With which settings.
    pub trial: Trial,
    run: Run,
}

impl SensitivityPlan {
    /// All runs known so far: our own settings, a choice at a time, and once `tried` has what came of those, by run, two choices together.
    pub fn runs(&self, tried: &[Option<Tried>]) -> Vec<SensitivityRun> {
        let mut runs = runs_with(&Trial::own(SEEDS[0]), &self.whole);
        let Some(part) = self.part(tried) else { return runs };
        let later = self.strongest(tried).map(|pair| self.pairs(pair)).unwrap_or_default();
        let others = self.singles().into_iter().skip(1).chain(later);
        runs.extend(others.flat_map(|trial| runs_with(&trial, &part)));
        runs
    }

    /// What carries a run out.
    pub fn by(&self, run: &SensitivityRun) -> By {
        self.plan.by(&run.run)
    }

    /// The experiment that a run carries out.
    ///
    /// # Errors
    /// A figure whose settings are no experiment.
    pub fn document(&self, SensitivityRun { trial, run }: &SensitivityRun) -> Result<Value, Error> {
        let document = self.plan.document(&Run { seed: trial.seed, reading: self.reading_place(), ..*run });
        if trial.changes.is_empty() {
            return Ok(document);
        }
        let filled = Experiment::new(&document, &[])?.to_document();
        let mut changed = object(document);
        for &(choice, factor) in &trial.changes {
            self.varied[choice].choice.assign(&mut changed, &filled, self.plan.by(run), factor);
        }
        Ok(Value::Object(changed))
    }
}

fn runs_with(trial: &Trial, part: &Part) -> Vec<SensitivityRun> {
    part.runs.iter().map(|run| SensitivityRun { trial: trial.clone(), run: *run }).collect()
}

fn object(value: Value) -> Map<String, Value> {
    if let Value::Object(object) = value { object } else { json!({}).as_object().cloned().unwrap_or_default() }
}

//! A result that somebody says they had, held against the run.

use super::document::{Challenge, SEEDS_MAX};
use super::measure::{DIGITS, Measure, digest};
use crate::base::error::Error;
use crate::experiment::document::refused;
use serde::Serialize;
use serde_json::json;

/// What somebody says came of an entry.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChallengeClaim"))]
pub(crate) struct Claim {
    /// What is to be low, a seed each.
    pub(crate) values: Vec<f64>,
    /// By which all its reports together are told from others.
    pub(crate) reports: String,
}

/// What a claim came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChallengeChecked"))]
pub(crate) struct Checked {
    /// Whether everything is as it was claimed, to the last bit.
    pub(crate) equal: bool,
    /// The same in words.
    pub(crate) text: String,
}

impl Claim {
    /// What may be claimed of `measures`; none before all are there.
    pub(crate) fn of(challenge: &Challenge, measures: &[Option<Measure>]) -> Option<Self> {
        let mut claim = Self { values: Vec::new(), reports: String::new() };
        for measure in measures {
            let Some(Measure::Run { report, .. }) = measure else { return None };
            claim.values.push(measure.as_ref()?.value(challenge.minimise.word)?);
            claim.reports += report;
        }
        claim.reports = digest(&claim.reports);
        Some(claim)
    }

    /// Reads what [`Claim::words`] wrote.
    ///
    /// # Errors
    /// What is no list of numbers, or no digest.
    pub(crate) fn from_words(values: &str, reports: &str) -> Result<Self, Error> {
        let numbers: Option<Vec<f64>> =
            values.split(',').map(|word| word.parse().ok().filter(|value: &f64| value.is_finite())).collect();
        let numbers = numbers.filter(|numbers| numbers.len() <= SEEDS_MAX);
        let numbers = numbers.ok_or_else(|| refused("values", &json!(values), "a number for each seed", None))?;
        let is_digest = reports.len() == DIGITS && reports.bytes().all(|letter| letter.is_ascii_hexdigit());
        match is_digest {
            true => Ok(Self { values: numbers, reports: reports.into() }),
            false => Err(refused("reports", &json!(reports), &format!("{DIGITS} hexadecimal digits"), None)),
        }
    }

    /// As words of an address: values and reports.
    pub(crate) fn words(&self) -> [String; 2] {
        let values: Vec<String> = self.values.iter().map(|value| json!(value).to_string()).collect();
        [values.join(","), self.reports.clone()]
    }

    /// Held against what came of the runs; none before all are there.
    pub(super) fn check(&self, challenge: &Challenge, measures: &[Option<Measure>]) -> Option<Checked> {
        if measures.iter().any(Option::is_none) {
            return None;
        }
        let Some(found) = Self::of(challenge, measures) else {
            return Some(Checked { equal: false, text: "a result was claimed where there is none".into() });
        };
        let seeds = challenge.seeds.len();
        if self.values.len() != seeds {
            let text = format!("{} values were claimed; expected one for each of {seeds} seeds", self.values.len());
            return Some(Checked { equal: false, text });
        }
        let differs = |at: &usize| self.values[*at].to_bits() != found.values[*at].to_bits();
        Some(match (0..seeds).find(differs) {
            Some(at) => Checked {
                equal: false,
                text: format!(
                    "seed {}: {} was claimed, {} came of it",
                    challenge.seeds[at],
                    json!(self.values[at]),
                    json!(found.values[at])
                ),
            },
            None if self.reports == found.reports => {
                Checked { equal: true, text: format!("equal to the bit on {seeds} seeds") }
            }
            None => Checked { equal: false, text: "the values are equal, the reports behind them are not".into() },
        })
    }
}

//! The entries of a challenge in their order: those that keep to its limits by the mean of what is to be low, then those that break
//! one, then those that could not be run or still run.

use super::claim::{Checked, Claim};
use super::document::{Challenge, Limit};
use super::entry::{Entry, Policy};
use super::measure::Measure;
use super::verdict::verdict;
use serde::Serialize;
use std::cmp::Ordering;

/// An entry and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    pub(crate) entry: Entry,
    /// A seed each; none where it is still to come.
    pub(crate) measures: Vec<Option<Measure>>,
    /// What its owner says came of it.
    pub(crate) claim: Option<Claim>,
}

/// The entries of a challenge in their order.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChallengeBoard"))]
pub(crate) struct Board {
    pub(crate) rows: Vec<Row>,
    /// Runs that are done, and all.
    pub(crate) done: usize,
    pub(crate) all: usize,
}

/// Where an entry stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChallengeStanding"))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Standing {
    /// It has a place.
    Ranked,
    /// It breaks a limit.
    OverLimit,
    /// Runs are to come, of it or of the policy that a limit names.
    Waiting,
    /// It could not be run.
    Refused,
}

/// An entry on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChallengeRow"))]
pub(crate) struct Row {
    /// Where it stood among those that were given.
    pub(crate) at: usize,
    pub(crate) entry: Entry,
    pub(crate) standing: Standing,
    /// From 1; equal ones share theirs.
    pub(crate) place: Option<usize>,
    /// What is to be low, over the seeds.
    pub(crate) spread: Option<Spread>,
    /// A seed each; null where there is no such figure.
    pub(crate) values: Vec<Option<f64>>,
    pub(crate) limits: Vec<LimitRow>,
    /// Whether the target is undercut on every seed; null without one.
    pub(crate) reaches: Option<bool>,
    /// What is to be said of it; empty for nothing.
    pub(crate) verdict: String,
    /// What its claim came to; null where nothing was claimed, or runs are to come.
    pub(crate) checked: Option<Checked>,
}

/// Values over the seeds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChallengeSpread"))]
pub(crate) struct Spread {
    pub(crate) least: f64,
    pub(crate) mean: f64,
    pub(crate) most: f64,
    /// The three as people read them.
    pub(crate) shown: [String; 3],
}

/// How an entry stands to a limit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChallengeLimit"))]
pub(crate) struct LimitRow {
    /// What is limited.
    pub(crate) title: &'static str,
    /// Whether it keeps to it on every seed; null while that cannot be told.
    pub(crate) holds: Option<bool>,
    /// Its worst seed: a figure, or so many times that of the policy that the limit names.
    pub(crate) shown: String,
}

impl Board {
    /// That of `runs`.
    pub(crate) fn new(challenge: &Challenge, runs: &[Run]) -> Self {
        let mut rows: Vec<Row> = runs.iter().enumerate().map(|(at, run)| row(challenge, runs, at, run)).collect();
        rows.sort_by(in_order);
        for at in 0..rows.len() {
            let mean = |row: &Row| row.spread.as_ref().map(|spread| spread.mean);
            let before = at.checked_sub(1).map(|before| &rows[before]);
            let shared = before.filter(|before| mean(before) == mean(&rows[at])).and_then(|before| before.place);
            rows[at].place = (rows[at].standing == Standing::Ranked).then(|| shared.unwrap_or(at + 1));
        }
        let verdicts: Vec<String> = rows.iter().map(|row| verdict(challenge, &rows, row, &runs[row.at])).collect();
        rows.iter_mut().zip(verdicts).for_each(|(row, verdict)| row.verdict = verdict);
        let measures = || runs.iter().flat_map(|run| &run.measures);
        Self { rows, done: measures().flatten().count(), all: measures().count() }
    }
}

fn row(challenge: &Challenge, runs: &[Run], at: usize, run: &Run) -> Row {
    let values: Vec<Option<f64>> = run.measures.iter().map(|measure| value(measure, challenge.minimise.word)).collect();
    let limits: Vec<LimitRow> = challenge.limits.iter().map(|limit| limit_row(limit, runs, run)).collect();
    let whole: Option<Vec<f64>> = values.iter().copied().collect();
    let waits = run.measures.iter().any(Option::is_none) || limits.iter().any(|limit| limit.holds.is_none());
    let standing = match &whole {
        _ if refusal(run).is_some() => Standing::Refused,
        _ if waits => Standing::Waiting,
        None => Standing::Refused,
        Some(_) if limits.iter().any(|limit| limit.holds == Some(false)) => Standing::OverLimit,
        Some(_) => Standing::Ranked,
    };
    Row {
        at,
        entry: run.entry.clone(),
        standing,
        place: None,
        reaches: challenge.target.zip(whole.as_ref()).map(|(target, whole)| whole.iter().all(|value| *value < target)),
        spread: whole.map(|whole| Spread::new(challenge, &whole)),
        checked: run.claim.as_ref().and_then(|claim| claim.check(challenge, &run.measures)),
        values,
        limits,
        verdict: String::new(),
    }
}

/// Why a run of it could not be carried out.
pub(super) fn refusal(run: &Run) -> Option<&str> {
    run.measures.iter().flatten().find_map(|measure| match measure {
        Measure::Refused(why) => Some(why.as_str()),
        Measure::Run { .. } => None,
    })
}

fn value(measure: &Option<Measure>, word: &str) -> Option<f64> {
    measure.as_ref().and_then(|measure| measure.value(word))
}

impl Spread {
    fn new(challenge: &Challenge, values: &[f64]) -> Self {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Equal values have that mean, whatever adding them up rounds to.
        let mean = if least == most { least } else { values.iter().sum::<f64>() / values.len() as f64 };
        Self { least, mean, most, shown: [least, mean, most].map(|value| challenge.minimise.shown(value)) }
    }
}

fn limit_row(limit: &Limit, runs: &[Run], run: &Run) -> LimitRow {
    let own = run.measures.iter().map(|measure| value(measure, limit.metric.word));
    let rival = limit.of.map(|word| runs.iter().find(|run| run.entry.policy == Policy::Known(word)));
    let compared: Option<Vec<f64>> = match rival {
        None => own.collect(),
        Some(rival) => rival.and_then(|rival| {
            let theirs = rival.measures.iter().map(|measure| value(measure, limit.metric.word));
            own.zip(theirs).map(|(own, theirs)| Some(own? / theirs?)).collect()
        }),
    };
    let worst = compared.map(|values| values.into_iter().fold(f64::NEG_INFINITY, f64::max));
    let shown = worst.map(|worst| if limit.of.is_some() { format!("{worst:.3} ×") } else { limit.metric.shown(worst) });
    LimitRow {
        title: limit.metric.title,
        holds: worst.map(|worst| worst <= limit.at_most),
        shown: shown.unwrap_or_default(),
    }
}

fn in_order(one: &Row, other: &Row) -> Ordering {
    let mean = |row: &Row| row.spread.as_ref().map_or(f64::INFINITY, |spread| spread.mean);
    one.standing.cmp(&other.standing).then(mean(one).total_cmp(&mean(other))).then(one.at.cmp(&other.at))
}

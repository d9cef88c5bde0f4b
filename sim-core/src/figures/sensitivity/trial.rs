//! What came of a claim with one set of settings.

use crate::figures::judging::condition::Finding;
use crate::figures::measure::Measure;

/// Settings: a seed, and what is chosen otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The seed.
    pub seed: u64,
    /// By place of the choice, what its value is multiplied by.
    pub changes: Vec<(usize, f64)>,
}

/// What came of a run: its measure, or why it cannot be made.
pub type Tried = Result<Measure, String>;

/// What came of a trial.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Came {
    /// Runs are missing.
    Open,
    /// One of its runs cannot be made, or nothing of it can be judged, for this reason.
    Refused(String),
    /// The claim was judged.
    Judged(Judged),
}

/// A claim, judged.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judged {
    pub held: bool,
    /// Of the inequality that comes nearest to failing, or fails by most; none where one fails that has no such number.
    pub margin: Option<f64>,
    /// What was measured of that one.
    pub measured: String,
    /// Its place among the conditions judged.
    pub nearest: usize,
}

impl Trial {
    /// Our own settings.
    pub(super) fn own(seed: u64) -> Self {
        Self { seed, changes: Vec::new() }
    }

    /// With another choice.
    pub(super) fn with(mut self, choice: usize, factor: f64) -> Self {
        self.changes.push((choice, factor));
        self
    }
}

impl Came {
    pub(super) fn judged(&self) -> Option<&Judged> {
        if let Self::Judged(judged) = self { Some(judged) } else { None }
    }
}

impl Judged {
    pub(super) fn of(findings: &[Finding]) -> Self {
        // What fails comes before what holds, and what has no margin fails by more than can be told.
        let key = |finding: &Finding| match (finding.judgement.is_held(), finding.margin) {
            (false, None) => f64::NEG_INFINITY,
            (true, None) => f64::INFINITY,
            (_, Some(margin)) => margin,
        };
        let order = |a: &Finding, b: &Finding| a.judgement.cmp(&b.judgement).then(key(a).total_cmp(&key(b)));
        let (place, nearest) = findings.iter().enumerate().min_by(|(_, a), (_, b)| order(a, b)).unzip();
        Self {
            held: findings.iter().all(|finding| finding.judgement.is_held()),
            margin: nearest.and_then(|finding: &Finding| finding.margin),
            measured: nearest.map(|finding| finding.measured.clone()).unwrap_or_default(),
            nearest: place.unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::verdict::Judgement;

    #[test]
    fn the_inequality_nearest_to_failing_speaks_for_the_claim() {
        let finding = |held, margin, measured: &str| {
            let judgement = Judgement::of(held);
            Finding { judgement, measured: measured.into(), crossings: Vec::new(), margin }
        };
        let of = |findings: &[Finding]| {
            let judged = Judged::of(findings);
            (judged.held, judged.margin, judged.measured)
        };
        let [wide, near] = [finding(true, Some(0.5), "wide"), finding(true, Some(0.1), "near")];
        assert_eq!(of(&[wide.clone(), near.clone()]), (true, Some(0.1), "near".into()));
        assert_eq!(of(&[near.clone(), finding(false, Some(-0.2), "out")]), (false, Some(-0.2), "out".into()));
        assert_eq!(of(&[finding(false, None, "never"), near, wide]), (false, None, "never".into()));
    }
}

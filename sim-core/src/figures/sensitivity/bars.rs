//! What came of the values of each choice, and which choices move the claim most.

use super::choice::SEEDS;
use super::json::SensitivityTip;
use super::plan::SensitivityPlan;
use super::trial::{Came, Trial, Tried};
use super::varied::Varied;

/// A choice with what came of its values.
pub(super) struct Bar<'a> {
    /// None for the seeds.
    pub varied: Option<&'a Varied>,
    pub labels: Vec<String>,
    pub came: Vec<Came>,
    pub own: usize,
}

/// The word for the seeds among the choices.
const SEED: (&str, &str) = ("seed", "seed");

impl SensitivityPlan {
    /// The two choices that move the claim most, once all are tried.
    pub(super) fn strongest(&self, tried: &[Option<Tried>]) -> Option<[usize; 2]> {
        let bars: Vec<Bar<'_>> = self.bars(tried).into_iter().filter(|bar| bar.varied.is_some()).collect();
        if bars.len() < 2 || !self.bars(tried).iter().all(Bar::is_done) {
            return None;
        }
        let mut order: Vec<usize> = (0..bars.len()).collect();
        order.sort_by(|&a, &b| bars[b].swing().total_cmp(&bars[a].swing()));
        Some([order[0], order[1]])
    }

    /// Every choice, the seeds last.
    pub(super) fn bars(&self, tried: &[Option<Tried>]) -> Vec<Bar<'_>> {
        let trials = self.singles();
        let seeds = Bar {
            varied: None,
            labels: self.seeds().iter().map(|seed| format!("seed {seed}")).collect(),
            came: self.seeds().iter().map(|&seed| self.came(&trials, tried, &Trial::own(seed))).collect(),
            own: 0,
        };
        let choices = self.varied.iter().enumerate();
        choices.map(|(choice, varied)| self.bar(choice, varied, &trials, tried)).chain([seeds]).collect()
    }

    fn bar<'a>(&'a self, choice: usize, varied: &'a Varied, trials: &[Trial], tried: &[Option<Tried>]) -> Bar<'a> {
        let came = varied.factors.iter().map(|&factor| {
            let own = Trial::own(SEEDS[0]);
            let trial = if factor == 1.0 { own } else { own.with(choice, factor) };
            self.came(trials, tried, &trial)
        });
        Bar {
            varied: Some(varied),
            labels: varied.labels.clone(),
            came: came.collect(),
            own: varied.factors.iter().position(|&factor| factor == 1.0).unwrap_or_default(),
        }
    }

    /// What came of `trial`, one of `trials`, which stand first among the runs.
    pub(super) fn came(&self, trials: &[Trial], tried: &[Option<Tried>], trial: &Trial) -> Came {
        let Some(at) = trials.iter().position(|known| known == trial) else { return Came::Open };
        let first = self.whole.runs.len();
        if at == 0 {
            return tried.get(..first).map_or(Came::Open, |own| self.whole.came(own));
        }
        let Some(part) = self.part(tried) else { return Came::Open };
        let from = first + (at - 1) * part.runs.len();
        tried.get(from..from + part.runs.len()).map_or(Came::Open, |own| part.came(own))
    }
}

impl Bar<'_> {
    pub(super) fn is_done(&self) -> bool {
        self.came.iter().all(|came| *came != Came::Open)
    }

    pub(super) fn id(&self) -> &'static str {
        self.varied.map_or(SEED.0, |varied| varied.choice.id)
    }

    pub(super) fn title(&self) -> &'static str {
        self.varied.map_or(SEED.1, |varied| varied.choice.title)
    }

    /// Where it tips between neighbours: the margin drawn as a straight line over the factor's logarithm.
    pub(super) fn tips(&self) -> Vec<SensitivityTip> {
        let Some(varied) = self.varied else { return Vec::new() };
        let between = |at: usize| {
            let [left, right] = [self.came[at].judged()?, self.came[at + 1].judged()?];
            if left.held == right.held {
                return None;
            }
            let share =
                left.margin.zip(right.margin).map(|(from, to)| from / (from - to)).filter(|share| share.is_finite());
            let share = share.unwrap_or(0.5);
            let logs = [varied.factors[at], varied.factors[at + 1]].map(libm::log2);
            let factor = libm::exp2(logs[0] + share * (logs[1] - logs[0]));
            Some(SensitivityTip { at: at as f64 + share, label: varied.label_about(factor) })
        };
        (0..self.came.len().saturating_sub(1)).filter_map(between).collect()
    }

    /// How far a choice moves the claim: from the least to the largest of its margins; without end where it makes the claim fail or hold by what
    /// is no number.
    pub(super) fn swing(&self) -> f64 {
        let judged = || self.came.iter().filter_map(Came::judged);
        if judged().any(|one| one.margin.is_none()) && judged().any(|one| one.margin.is_some()) {
            return f64::INFINITY;
        }
        let margins = || judged().filter_map(|one| one.margin);
        let (low, high) = (margins().fold(f64::INFINITY, f64::min), margins().fold(f64::NEG_INFINITY, f64::max));
        if low > high { 0.0 } else { high - low }
    }
}

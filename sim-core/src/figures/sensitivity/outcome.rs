//! What moves a claim, put together from its runs.

use super::choice::SEEDS;
use super::json::{Sensitivity, SensitivityChoice, SensitivityPair, SensitivityTip, SensitivityValue};
use super::plan::{SensitivityPlan, Varied};
use super::trial::{Came, Trial, Tried};
use super::words;
use crate::base::text::listed;
use crate::figures::condition::Condition;
use crate::figures::figure::Quick;
use crate::figures::points::Points;

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
    /// What came of it so far, `tried` by run.
    pub fn judge(&self, tried: &[Option<Tried>]) -> Sensitivity {
        let bars = self.bars(tried);
        let own = self.came(&self.singles(), tried, &Trial::own(SEEDS[0]));
        let pair = self.strongest(tried);
        let mut choices: Vec<(f64, SensitivityChoice)> = bars.iter().map(|bar| (swing(bar), bar.told())).collect();
        if bars.iter().all(Bar::is_done) {
            choices.sort_by(|a, b| b.0.total_cmp(&a.0));
        }
        Sensitivity {
            claim: self.claim.id,
            figure: self.plan.figure.id,
            statement: self.claim.statement,
            version: env!("CARGO_PKG_VERSION"),
            quick: self.quick,
            reading: self.reading.map(|reading| reading.id),
            held: own.judged().map(|judged| judged.held),
            margin: own.judged().and_then(|judged| judged.margin),
            measured: own.judged().map(|judged| judged.measured.clone()),
            words: bars
                .iter()
                .all(Bar::is_done)
                .then(|| format!("{}{}", words::all(&own, &bars), self.narrowed(tried))),
            choices: choices.into_iter().map(|(_, told)| told).collect(),
            pair: pair.map(|pair| self.pair(pair, tried)),
            command: self.command(),
        }
    }

    /// What was left out: points of the figure, and with other settings than ours all but what comes nearest to its bound.
    fn narrowed(&self, tried: &[Option<Tried>]) -> String {
        let points = match self.plan.figure.quick {
            Quick::Small { firm_xs: Some(xs), .. } if self.quick => {
                format!(
                    " It is tried at {} only, at full size at all points.",
                    Points::At(xs).words(&self.plan.figure.x)
                )
            }
            _ => String::new(),
        };
        let part = self.part(tried).filter(|part| part.runs.len() < self.whole.runs.len());
        let on = part.and_then(|part| part.conditions.first().map(|nearest| self.tried_on(nearest, &part.plan.xs)));
        let nearest = on.map_or_else(String::new, |on| {
            format!(
                " Other settings are tried on what comes nearest to its bound here alone, at full size on all: {on}."
            )
        });
        format!("{points}{nearest}")
    }

    /// The inequality `nearest`, and of the points that it names those that are tried, if not all of them are.
    fn tried_on(&self, nearest: &Condition, tried: &[f64]) -> String {
        let is_all = self.plan.xs.iter().filter(|&&x| nearest.points.has(x)).all(|x| tried.contains(x));
        let at: Vec<String> = tried.iter().map(|&x| self.plan.figure.x.words(x)).collect();
        let at = if is_all { String::new() } else { format!(", tried at {}", listed(&at)) };
        format!("{}{at}", nearest.claimed(&self.plan))
    }

    /// What repeats it.
    fn command(&self) -> String {
        let quick = if self.quick { " --quick" } else { "" };
        let reading = self.reading.map(|reading| format!(" --reading {}", reading.id)).unwrap_or_default();
        format!("flashlab figures {} --sensitivity{quick}{reading}", self.claim.id)
    }

    /// The two choices that move the claim most, once all are tried.
    pub(super) fn strongest(&self, tried: &[Option<Tried>]) -> Option<[usize; 2]> {
        let bars: Vec<Bar<'_>> = self.bars(tried).into_iter().filter(|bar| bar.varied.is_some()).collect();
        if bars.len() < 2 || !self.bars(tried).iter().all(Bar::is_done) {
            return None;
        }
        let mut order: Vec<usize> = (0..bars.len()).collect();
        order.sort_by(|&a, &b| swing(&bars[b]).total_cmp(&swing(&bars[a])));
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
    fn came(&self, trials: &[Trial], tried: &[Option<Tried>], trial: &Trial) -> Came {
        let Some(at) = trials.iter().position(|known| known == trial) else { return Came::Open };
        let first = self.whole.runs.len();
        if at == 0 {
            return tried.get(..first).map_or(Came::Open, |own| Came::of(&self.whole, own));
        }
        let Some(part) = self.part(tried) else { return Came::Open };
        let from = first + (at - 1) * part.runs.len();
        tried.get(from..from + part.runs.len()).map_or(Came::Open, |own| Came::of(&part, own))
    }

    fn pair(&self, [x, y]: [usize; 2], tried: &[Option<Tried>]) -> SensitivityPair {
        let trials: Vec<Trial> = self.singles().into_iter().chain(self.pairs([x, y])).collect();
        let [of_x, of_y] = [&self.varied[x], &self.varied[y]];
        let trial = |a: f64, b: f64| {
            let with = |trial: Trial, choice, factor| if factor == 1.0 { trial } else { trial.with(choice, factor) };
            with(with(Trial::own(SEEDS[0]), x, a), y, b)
        };
        let came: Vec<Vec<Came>> = of_y
            .factors
            .iter()
            .map(|&b| of_x.factors.iter().map(|&a| self.came(&trials, tried, &trial(a, b))).collect())
            .collect();
        let label = |a: usize, b: usize| format!("{}, {}", of_x.labels[a], of_y.labels[b]);
        let is_done = came.iter().flatten().all(|came| *came != Came::Open);
        SensitivityPair {
            x: of_x.choice.id,
            y: of_y.choice.id,
            words: is_done.then(|| words::pair(of_x, of_y, &came)),
            rows: came
                .iter()
                .enumerate()
                .map(|(b, row)| row.iter().enumerate().map(|(a, came)| value(came, label(a, b))).collect())
                .collect(),
        }
    }
}

/// How far a choice moves the claim: from the least to the largest of its margins; without end where it makes the claim fail or hold by what
/// is no number.
fn swing(bar: &Bar<'_>) -> f64 {
    let judged = || bar.came.iter().filter_map(Came::judged);
    if judged().any(|one| one.margin.is_none()) && judged().any(|one| one.margin.is_some()) {
        return f64::INFINITY;
    }
    let margins = || judged().filter_map(|one| one.margin);
    let (low, high) = (margins().fold(f64::INFINITY, f64::min), margins().fold(f64::NEG_INFINITY, f64::max));
    if low > high { 0.0 } else { high - low }
}

fn value(came: &Came, label: String) -> SensitivityValue {
    let judged = came.judged();
    SensitivityValue {
        label,
        held: judged.map(|judged| judged.held),
        margin: judged.and_then(|judged| judged.margin),
        measured: judged.map(|judged| judged.measured.clone()),
        refused: if let Came::Refused(reason) = came { Some(reason.clone()) } else { None },
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

    fn told(&self) -> SensitivityChoice {
        SensitivityChoice {
            id: self.id(),
            title: self.title(),
            values: self.came.iter().zip(&self.labels).map(|(came, label)| value(came, label.clone())).collect(),
            own: self.own,
            tips: self.tips(),
            words: self.is_done().then(|| words::bar(self)),
        }
    }
}

//! What moves a claim, put together from its runs.

use super::bars::Bar;
use super::choice::SEEDS;
use super::json::{Sensitivity, SensitivityChoice, SensitivityPair, SensitivityValue};
use super::plan::SensitivityPlan;
use super::trial::{Came, Trial, Tried};
use super::words;
use crate::base::text::listed;
use crate::figures::condition::Condition;
use crate::figures::figure::Quick;
use crate::figures::points::Points;

impl SensitivityPlan {
    /// What came of it so far, `tried` by run.
    pub fn judge(&self, tried: &[Option<Tried>]) -> Sensitivity {
        let bars = self.bars(tried);
        let own = self.came(&self.singles(), tried, &Trial::own(SEEDS[0]));
        let pair = self.strongest(tried);
        let mut choices: Vec<(f64, SensitivityChoice)> = bars.iter().map(|bar| (bar.swing(), choice(bar))).collect();
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

/// What is told of a choice.
fn choice(bar: &Bar<'_>) -> SensitivityChoice {
    SensitivityChoice {
        id: bar.id(),
        title: bar.title(),
        values: bar.came.iter().zip(&bar.labels).map(|(came, label)| value(came, label.clone())).collect(),
        own: bar.own,
        tips: bar.tips(),
        words: bar.is_done().then(|| words::bar(bar)),
    }
}

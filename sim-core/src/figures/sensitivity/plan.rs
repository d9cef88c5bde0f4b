//! The runs that show what moves a claim.

use super::choice::{CHOICES, Choice, SEEDS, SEEDS_QUICK};
use super::decisive;
use super::part::Part;
use super::trial::{Trial, Tried};
use crate::base::error::Error;
use crate::experiment::document::Experiment;
use crate::figures::FIGURES;
use crate::figures::by::By;
use crate::figures::claim::Claim;
use crate::figures::figure::{Figure, Quick};
use crate::figures::plan::{Plan, Run, next_to_bounds};
use crate::figures::readings;
use crate::figures::readings::reading::Reading;
use serde_json::{Map, Value, json};

/// What moves a claim, as runs.
#[derive(Debug)]
pub struct SensitivityPlan {
    /// The claim.
    pub claim: &'static Claim,
    /// Whether with as few runs as possible: few values, small experiments where the figure has such.
    pub quick: bool,
    /// By which other reading than ours.
    pub reading: Option<&'static Reading>,
    /// The figure at the points and with the one seed that the claim is judged by.
    pub plan: Plan,
    /// What is varied.
    pub(super) varied: Vec<Varied>,
    /// All of the claim.
    pub(super) whole: Part,
}

/// A choice that the figure leaves to be made.
#[derive(Debug)]
pub(super) struct Varied {
    pub choice: &'static Choice,
    /// In ascending order, 1 among them.
    pub factors: Vec<f64>,
    /// By factor, in words.
    pub labels: Vec<String>,
    /// An experiment in which it is made, with every field, and what carries that out; none where they differ in its value.
    of: Option<(Value, By)>,
}

/// More runs than these with our own settings alone take long, however short each is.
const RUNS_MANY: usize = 24;

/// One experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct SensitivityRun {
    /// With which settings.
    pub trial: Trial,
    run: Run,
}

impl SensitivityPlan {
    /// Of the claim called `id`, by the reading of that word, ours if none is named.
    ///
    /// # Errors
    /// There is no such claim, nothing is measured for it, or its paper has no such reading.
    pub fn new(id: &str, quick: bool, reading: Option<&str>) -> Result<Self, Error> {
        let (figure, claim) = find(id)?;
        let reading = reading.map(|word| reading_of(figure, word)).transpose()?;
        if claim.conditions.is_empty() || figure.panels.is_empty() {
            return Err(Error::Document(format!("{id}: nothing is measured for this claim, so that nothing moves it")));
        }
        let whole = Plan::new(figure, quick);
        let xs = match figure.quick {
            Quick::Edges => next_to_bounds(claim.conditions, &figure.x.values()),
            Quick::Small { firm_xs: Some(xs), .. } if quick => Vec::from(xs),
            Quick::Small { .. } if quick => decisive::asked(figure, claim, &whole.xs),
            Quick::All | Quick::Small { .. } => whole.xs,
        };
        let plan = Plan { xs, seeds: &SEEDS[..1], readings: readings::of(figure.paper), ..whole };
        let whole = Part::whole(&plan, claim, reading);
        let mut made = Self { claim, quick, reading, plan, varied: Vec::new(), whole };
        made.varied = made.varied()?;
        Ok(made)
    }

    /// The seeds that it is tried with.
    pub(super) fn seeds(&self) -> &'static [u64] {
        &SEEDS[..if self.quick { SEEDS_QUICK } else { SEEDS.len() }]
    }

    /// All runs known so far: our own settings, a choice at a time, and once `tried` has what came of those, by run, two choices together.
    pub fn runs(&self, tried: &[Option<Tried>]) -> Vec<SensitivityRun> {
        let mut runs = runs_with(&Trial::own(SEEDS[0]), &self.whole);
        let Some(part) = self.part(tried) else { return runs };
        let later = self.strongest(tried).map(|pair| self.pairs(pair)).unwrap_or_default();
        let others = self.singles().into_iter().skip(1).chain(later);
        runs.extend(others.flat_map(|trial| runs_with(&trial, &part)));
        runs
    }

    /// What other settings than ours are tried on; none as long as what came of ours decides that, and is not known.
    pub(super) fn part(&self, tried: &[Option<Tried>]) -> Option<Part> {
        if !self.is_narrowed() {
            return Some(self.whole.clone());
        }
        let own = tried.get(..self.whole.runs.len()).filter(|own| own.iter().all(Option::is_some))?;
        Some(self.whole.nearest(own))
    }

    /// Whether other settings are tried only on what comes nearest to its bound: where little work is to be done and experiments are long.
    pub(super) fn is_narrowed(&self) -> bool {
        let is_long = matches!(self.plan.figure.quick, Quick::Small { .. }) || self.whole.runs.len() > RUNS_MANY;
        self.quick && is_long
    }

    /// Our own settings, then a choice at a time, then other seeds.
    pub(super) fn singles(&self) -> Vec<Trial> {
        let choices = self.varied.iter().enumerate().flat_map(|(choice, varied)| {
            let factors = varied.factors.iter().filter(|&&factor| factor != 1.0);
            factors.map(move |&factor| Trial::own(SEEDS[0]).with(choice, factor))
        });
        let seeds = self.seeds().iter().skip(1).map(|&seed| Trial::own(seed));
        std::iter::once(Trial::own(SEEDS[0])).chain(choices).chain(seeds).collect()
    }

    /// Two choices both made otherwise.
    pub(super) fn pairs(&self, [x, y]: [usize; 2]) -> Vec<Trial> {
        let others = |choice: usize| self.varied[choice].factors.iter().copied().filter(|factor| *factor != 1.0);
        others(y).flat_map(|b| others(x).map(move |a| Trial::own(SEEDS[0]).with(x, a).with(y, b))).collect()
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

    fn reading_place(&self) -> Option<usize> {
        self.reading.and_then(|reading| self.plan.readings.iter().position(|known| known.id == reading.id))
    }

    /// The choices that the figure leaves to be made, with their values.
    fn varied(&self) -> Result<Vec<Varied>, Error> {
        let mut filled = Vec::with_capacity(self.whole.runs.len());
        for run in &self.whole.runs {
            let document = self.plan.document(&Run { reading: self.reading_place(), ..*run });
            filled.push((Experiment::new(&document, &[])?.to_document(), self.plan.by(run)));
        }
        let varied = CHOICES.iter().filter(|choice| choice.is_open_in(self.plan.figure)).filter_map(|choice| {
            let value = |(filled, by): &(Value, By)| choice.value(filled, *by);
            let first = filled.iter().find(|one| value(one).is_some())?;
            let is_one = filled.iter().filter_map(value).all(|other| Some(other) == value(first));
            Some(Varied::new(choice, self.quick, is_one.then(|| first.clone())))
        });
        Ok(varied.collect())
    }
}

impl Varied {
    fn new(choice: &'static Choice, quick: bool, of: Option<(Value, By)>) -> Self {
        let made = Self { choice, factors: choice.factors(quick), labels: Vec::new(), of };
        Self { labels: made.factors.iter().map(|&factor| made.label(factor)).collect(), ..made }
    }

    /// Its value times `factor`, in words; where runs differ in it, the factor.
    pub(super) fn label(&self, factor: f64) -> String {
        let words = self.of.as_ref().and_then(|(filled, by)| self.choice.words(filled, *by, factor));
        words.unwrap_or_else(|| format!("\u{d7} {factor:.2}"))
    }

    /// The same of a factor between those that are tried.
    pub(super) fn label_about(&self, factor: f64) -> String {
        let words = self.of.as_ref().and_then(|(filled, by)| self.choice.words_about(filled, *by, factor));
        words.unwrap_or_else(|| format!("\u{d7} {factor:.2}"))
    }
}

fn runs_with(trial: &Trial, part: &Part) -> Vec<SensitivityRun> {
    part.runs.iter().map(|run| SensitivityRun { trial: trial.clone(), run: *run }).collect()
}

fn object(value: Value) -> Map<String, Value> {
    if let Value::Object(object) = value { object } else { json!({}).as_object().cloned().unwrap_or_default() }
}

fn find(id: &str) -> Result<(&'static Figure, &'static Claim), Error> {
    let all = FIGURES.iter().flat_map(|figure| figure.claims.iter().map(move |claim| (*figure, claim)));
    let found = all.into_iter().find(|(_, claim)| claim.id == id);
    found.ok_or_else(|| Error::Document(format!("{id}: no such claim")))
}

fn reading_of(figure: &'static Figure, word: &str) -> Result<&'static Reading, Error> {
    let all = readings::of(figure.paper);
    let known: Vec<&str> = all.iter().map(|reading| reading.id).collect();
    all.iter().find(|reading| reading.id == word).ok_or_else(|| {
        let there = if known.is_empty() { "none but our own".into() } else { known.join(", ") };
        Error::Document(format!("{word}: no reading of the paper of {}; there is {there}", figure.id))
    })
}

//! What is tried to see what moves a claim: which settings, and on which of its runs.

use super::choice::{CHOICES, SEEDS, SEEDS_QUICK};
use super::decisive;
use super::part::Part;
use super::trial::{Trial, Tried};
use super::varied::Varied;
use crate::base::error::Error;
use crate::experiment::document::Experiment;
use crate::figures::FIGURES;
use crate::figures::by::By;
use crate::figures::claim::Claim;
use crate::figures::figure::{Figure, Quick};
use crate::figures::plan::{Plan, Run, next_to_bounds};
use crate::figures::readings;
use crate::figures::readings::reading::Reading;
use serde_json::Value;

/// What is tried of a claim.
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

/// More runs than these with our own settings alone take long, however short each is.
const RUNS_MANY: usize = 24;

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

    /// Place of the reading among those of the plan; none for ours.
    pub(super) fn reading_place(&self) -> Option<usize> {
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

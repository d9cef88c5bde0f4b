//! The runs that a figure takes.

use super::assignments::assign;
use super::axis::number;
use super::by::By;
use super::condition::Condition;
use super::figure::{Figure, Quick};
use super::json;
use super::readings;
use super::readings::reading::Reading;
use crate::experiment::document::insert;
use serde_json::{Map, Value, json};

/// A figure at one of its sizes.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The figure.
    pub figure: &'static Figure,
    /// Whether it is to be judged with as few runs as possible.
    pub quick: bool,
    /// The values of its axis.
    pub xs: Vec<f64>,
    /// The seeds of each point.
    pub seeds: &'static [u64],
    /// Other readings of the paper than ours: at full size all that claims speak of is carried out by each of them too. Quick
    /// leaves that to the full size: two readings more would take three times as long.
    pub readings: &'static [Reading],
}

/// One experiment of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Place of the reading; none for ours.
    pub reading: Option<usize>,
    /// Place of its panel.
    pub panel: usize,
    /// Place of its system.
    pub system: usize,
    /// Place of its value of the axis.
    pub x_index: usize,
    /// Its seed.
    pub seed: u64,
}

impl Plan {
    /// `figure` at full size: its whole grid, all its seeds. Quick: one seed and fewer points, but so that every claim is
    /// judged all the same.
    pub fn new(figure: &'static Figure, quick: bool) -> Self {
        let all = figure.x.values();
        let readings = readings::of(figure.paper);
        if !quick {
            return Self { figure, quick, xs: all, seeds: figure.seeds, readings };
        }
        let xs = match figure.quick {
            Quick::Edges => {
                let conditions: Vec<Condition> =
                    figure.claims.iter().flat_map(|claim| claim.conditions).copied().collect();
                next_to_bounds(&conditions, &all)
            }
            Quick::All => all,
            Quick::Small { xs, .. } => xs.map_or(all, Vec::from),
        };
        Self { figure, quick, xs, seeds: figure.seeds.get(..1).unwrap_or_default(), readings }
    }

    /// All runs: those of our own reading, then those by each other. Those of a point stand side by side, so that points are
    /// complete one after another.
    pub fn runs(&self) -> Vec<Run> {
        let readings = std::iter::once(None).chain((0..self.readings.len()).map(Some));
        readings.flat_map(|reading| self.runs_by(reading)).collect()
    }

    /// Those by one reading; none for one that changes no run, which takes ours. What is not ours is judged and not drawn, so that it takes the systems that claims speak of.
    pub(super) fn runs_by(&self, reading: Option<usize>) -> Vec<Run> {
        if reading.is_some_and(|reading| self.quick || !self.readings[reading].changes_runs()) {
            return Vec::new();
        }
        // Where the axis is a part of a run, one run has all points.
        let xs = if self.figure.x.sets.is_within_a_run() { 1 } else { self.xs.len() };
        let runs_at = |system: &usize, x_index| {
            let source = &self.figure.systems[*system].source;
            let is_wanted = reading.is_none() || self.figure.is_judged(self.figure.systems[*system].id);
            is_wanted && source.settings().is_some() && (x_index == 0 || !source.is_level())
        };
        let mut runs = Vec::new();
        for panel in 0..self.figure.panels.len() {
            for x_index in 0..xs {
                for system in (0..self.figure.systems.len()).filter(|system| runs_at(system, x_index)) {
                    let seeds = self.seeds_by(reading).iter();
                    runs.extend(seeds.map(|&seed| Run { reading, panel, system, x_index, seed }));
                }
            }
        }
        runs
    }

    /// The seeds of each point by one reading.
    pub(super) fn seeds_by(&self, reading: Option<usize>) -> &[u64] {
        let most = reading.map_or(self.seeds.len(), |reading| self.readings[reading].seeds);
        self.seeds.get(..most).unwrap_or(self.seeds)
    }

    /// The experiment that a run carries out.
    pub fn document(&self, run: &Run) -> Value {
        let figure = self.figure;
        let mut document = Map::new();
        assign(&mut document, figure.settings);
        let source = &figure.systems[run.system].source;
        assign(&mut document, source.settings().unwrap_or_default());
        if let Some(reading) = run.reading {
            self.readings[reading].assign(figure.systems[run.system].id, &mut document);
        }
        assign(&mut document, figure.panels[run.panel].settings);
        if !source.is_level() {
            figure.x.assign(self.xs[run.x_index], &mut document);
        }
        insert(&mut document, "run.seed", json!(run.seed));
        let mut document = Value::Object(document);
        if let Some(reading) = run.reading {
            self.readings[reading].multiply(&mut document);
        }
        if let Some((by, fields)) = self.scaled() {
            fields.iter().for_each(|path| divide(&mut document, path, by));
        }
        document
    }

    /// What carries a run out.
    pub fn by(&self, run: &Run) -> By {
        self.figure.systems[run.system].source.by()
    }

    /// What the sizes in an experiment are divided by, and the fields that are; none where they are left alone.
    pub fn scaled(&self) -> Option<(u32, &'static [&'static str])> {
        match self.figure.quick {
            Quick::Small { by, fields, .. } if self.quick => Some((by, fields)),
            _ => None,
        }
    }

    /// What the sizes in its experiments are divided by.
    pub fn scale(&self) -> f64 {
        self.scaled().map_or(1.0, |(by, _)| f64::from(by))
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        let run = |run: &Run| json::plan::Run {
            reading: run.reading.map(|reading| self.readings[reading].id),
            panel: self.figure.panels[run.panel].id,
            system: self.figure.systems[run.system].id,
            x_index: run.x_index,
            seed: run.seed,
            by: self.by(run).name(),
            document: self.document(run),
        };
        json::value(json::plan::Plan {
            id: self.figure.id,
            quick: self.quick,
            x: self.xs.iter().map(|&x| number(x)).collect(),
            runs: self.runs().iter().map(run).collect(),
        })
    }
}

/// Divides the whole number at the dotted path, if there is one, rounded to the next whole number.
fn divide(document: &mut Value, path: &str, by: u32) {
    if let Some(number) = document.pointer_mut(&format!("/{}", path.replace('.', "/")))
        && let Some(whole) = number.as_u64()
    {
        *number = json!((whole + u64::from(by) / 2) / u64::from(by));
    }
}

/// The ends of the axis `all` and the points next to every bound of `conditions`, inside and outside.
pub(super) fn next_to_bounds(conditions: &[Condition], all: &[f64]) -> Vec<f64> {
    let points = || conditions.iter().map(|condition| condition.points);
    let is_wanted = |at: usize| at == 0 || at + 1 == all.len() || points().any(|points| points.is_edge(at, all));
    (0..all.len()).filter(|&at| is_wanted(at)).map(|at| all[at]).collect()
}

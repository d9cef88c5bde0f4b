//! The runs that a figure takes.

use super::axis::number;
use super::condition::Points;
use super::figure::{Figure, assign};
use crate::experiment::document::insert;
use serde_json::{Map, Value, json};

/// Seeds at full size; quick takes the first.
const SEEDS: [u64; 5] = [1, 2, 3, 4, 5];

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
}

/// One experiment of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
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
    /// `figure` at full size: its whole grid, five seeds. Quick: one seed, and of the grid its ends and the points next to
    /// every bound of a claim, inside and outside, so that every claim is judged all the same.
    pub fn new(figure: &'static Figure, quick: bool) -> Self {
        let all = figure.x.values();
        match quick {
            false => Self { figure, quick, xs: all, seeds: &SEEDS },
            true => Self { figure, quick, xs: next_to_bounds(figure, &all), seeds: &SEEDS[..1] },
        }
    }

    /// All runs. Those of a point stand side by side, so that points are complete one after another.
    pub fn runs(&self) -> Vec<Run> {
        let mut runs = Vec::new();
        for panel in 0..self.figure.panels.len() {
            for x_index in 0..self.xs.len() {
                for system in 0..self.figure.systems.len() {
                    runs.extend(self.seeds.iter().map(|&seed| Run { panel, system, x_index, seed }));
                }
            }
        }
        runs
    }

    /// The experiment that a run carries out.
    pub fn document(&self, run: &Run) -> Value {
        let figure = self.figure;
        let mut document = Map::new();
        assign(&mut document, figure.settings);
        assign(&mut document, &figure.systems[run.system].settings);
        assign(&mut document, &[figure.panels[run.panel].settings]);
        insert(&mut document, figure.x.path, figure.x.setting(self.xs[run.x_index]));
        insert(&mut document, "run.seed", json!(run.seed));
        Value::Object(document)
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        let run = |run: &Run| {
            json!({
                "panel": self.figure.panels[run.panel].id, "system": self.figure.systems[run.system].id,
                "x_index": run.x_index, "seed": run.seed, "document": self.document(run),
            })
        };
        json!({
            "id": self.figure.id, "quick": self.quick, "x": self.xs.iter().map(|&x| number(x)).collect::<Vec<_>>(),
            "runs": self.runs().iter().map(run).collect::<Vec<_>>(),
        })
    }
}

fn next_to_bounds(figure: &Figure, all: &[f64]) -> Vec<f64> {
    let points: Vec<Points> =
        figure.claims.iter().flat_map(|claim| claim.conditions).map(|condition| condition.points).collect();
    let is_wanted = |at: usize| at == 0 || at + 1 == all.len() || points.iter().any(|points| points.is_edge(at, all));
    (0..all.len()).filter(|&at| is_wanted(at)).map(|at| all[at]).collect()
}

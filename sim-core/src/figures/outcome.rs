//! A figure, computed: its curves and its claims. As JSON it is the same to the last byte from the command line and the
//! page.

use super::assignments::{Assignments, assign};
use super::axis::{Case, Sets, number};
use super::figure::Source;
use super::json;
use super::json::outcome::AxisSettings;
use super::judging::claim::Judged;
use super::measure::Measure;
use super::metric::Metric;
use super::plan::Plan;
use super::readings::reading::Reading;
use super::table::{Place, Table};
use crate::base::error::Error;
use serde_json::{Map, Value, json};

/// A figure with the points it has so far.
#[derive(Debug)]
pub struct Outcome<'a> {
    /// The points, by our own reading.
    pub table: Table<'a>,
    /// The claims, in the figure's order.
    pub claims: Vec<Judged<'a>>,
}

impl<'a> Outcome<'a> {
    /// From the measures of the plan's runs, in their order; none for a run that is still to come.
    ///
    /// # Errors
    /// More or fewer measures than runs.
    pub fn new(plan: &'a Plan, measures: &[Option<Measure>]) -> Result<Self, Error> {
        let runs = plan.runs().len();
        if measures.len() != runs {
            let id = plan.figure.id;
            return Err(Error::Document(format!("{id} takes {runs} measures, but {} are given", measures.len())));
        }
        let mut left = measures;
        let mut table_by = |reading| {
            let (of_reading, later) = left.split_at(plan.runs_by(reading).len());
            left = later;
            Table::new(plan, reading, of_reading)
        };
        let table = table_by(None);
        let ours = &measures[..plan.runs_by(None).len()];
        let others = plan.readings.iter().enumerate().map(|(at, reading)| match reading.changes_runs() {
            true => table_by(Some(at)),
            false => Table::new(plan, None, ours),
        });
        let others: Vec<Table<'a>> = others.collect();
        Ok(Self::judged(table, &others))
    }

    /// From the `series` that were told of our own reading, and the measures of the runs by the others, in the plan's order.
    ///
    /// # Errors
    /// More or fewer measures than such runs.
    pub(super) fn of_told(plan: &'a Plan, series: &'a Value, others: &[Measure]) -> Result<Self, Error> {
        let runs = plan.runs().len() - plan.runs_by(None).len();
        if others.len() != runs {
            let id = plan.figure.id;
            return Err(Error::Document(format!("{id} takes {runs} runs by other readings, not {}", others.len())));
        }
        let measures: Vec<Option<Measure>> = others.iter().cloned().map(Some).collect();
        let mut left = &measures[..];
        let others = plan.readings.iter().enumerate().map(|(at, reading)| {
            let (of_reading, later) = left.split_at(plan.runs_by(Some(at)).len());
            left = later;
            match reading.changes_runs() {
                true => Table::new(plan, Some(at), of_reading),
                false => Table::told(plan, series),
            }
        });
        let others: Vec<Table<'a>> = others.collect();
        Ok(Self::judged(Table::told(plan, series), &others))
    }

    fn judged(table: Table<'a>, others: &[Table<'a>]) -> Self {
        let claims = table.plan.figure.claims.iter().map(|claim| claim.judge(&table, others)).collect();
        Self { table, claims }
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        let figure = self.table.plan.figure;
        let series = self.series();
        let drawn = json::value(&series);
        json::value(json::outcome::Outcome {
            id: figure.id,
            paper: figure.source(),
            title: figure.title,
            settings: settings(self.table.plan),
            series,
            claims: self.claims.iter().map(|claim| claim.told(&drawn)).collect(),
        })
    }

    /// Its curves, as they are told.
    pub(crate) fn series(&self) -> Vec<json::outcome::Series> {
        let figure = self.table.plan.figure;
        let places = |panel| (0..figure.systems.len()).map(move |system| (panel, system));
        (0..figure.panels.len()).flat_map(places).map(|(panel, system)| self.curve(panel, system)).collect()
    }

    fn curve(&self, panel: usize, system: usize) -> json::outcome::Series {
        let Plan { figure, xs, .. } = self.table.plan;
        let places = || (0..xs.len()).map(|x_index| Place { panel, system, x_index });
        let drawn = |&metric: &Metric| {
            let value = |place| self.table.value(place, metric).map(|value| number(value / metric.per_unit()));
            (metric.id().into(), places().map(value).map(Value::from).collect())
        };
        json::outcome::Series {
            panel: figure.panels[panel].id,
            system: figure.systems[system].id,
            x: xs.iter().map(|&x| number(x)).collect(),
            metrics: figure.metrics.iter().map(drawn).collect(),
            saturated: places().map(|place| self.table.saturated(place)).collect(),
        }
    }
}

/// What its runs are: what they have in common, and what they differ in; and which version carried them out.
fn settings(plan: &Plan) -> json::outcome::Settings {
    let figure = plan.figure;
    let document = |settings: &[Assignments]| {
        let mut document = Map::new();
        assign(&mut document, settings);
        Value::Object(document)
    };
    let source = |source: &Source| match source {
        Source::Runs(settings) | Source::Level(settings) => document(settings),
        Source::Without(by, settings) => {
            let mut document = document(settings);
            document["by"] = json!(by.name());
            document
        }
        Source::Least { .. } => json!({ "least": source.least() }),
    };
    let case = |case: &Case| {
        let mut document = Map::new();
        case.assign(&mut document);
        json::outcome::Case { title: case.title, settings: document }
    };
    let x = match figure.x.sets {
        Sets::Field(path, factor) => AxisSettings { path: Some(path), factor: Some(factor), ..AxisSettings::default() },
        Sets::Sessions | Sets::Tail | Sets::FreeChunks => {
            AxisSettings { over: figure.x.over(), ..AxisSettings::default() }
        }
        Sets::Cases(cases) => AxisSettings { cases: Some(cases.iter().map(case).collect()), ..AxisSettings::default() },
    };
    let panels = figure.panels.iter().map(|panel| (panel.id.into(), document(panel.settings)));
    let systems = figure.systems.iter().map(|system| (system.id.into(), source(&system.source)));
    json::outcome::Settings {
        version: env!("CARGO_PKG_VERSION"),
        quick: plan.quick,
        divided: plan.scaled().map(|(by, fields)| json::outcome::Divided { by, fields }),
        seeds: plan.seeds,
        x,
        common: document(figure.settings),
        panels: panels.collect(),
        systems: systems.collect(),
        readings: plan.readings.iter().map(Reading::told).collect(),
    }
}

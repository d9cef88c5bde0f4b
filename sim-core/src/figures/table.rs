//! The points of a figure: medians over the seeds.

use super::figure::Source;
use super::measure::Measure;
use super::metric::Metric;
use super::plan::Plan;
use super::points::Point;
use crate::base::order::sorted_by;
use serde_json::Value;

/// What the runs of a plan came to.
#[derive(Debug)]
pub struct Table<'a> {
    /// The plan.
    pub plan: &'a Plan,
    points: Points<'a>,
}

#[derive(Debug)]
enum Points<'a> {
    /// By panel, value of the axis, system: its seeds, once all are there. Empty where a system has no runs.
    Measured(Vec<Vec<Measure>>),
    /// The medians that were told of them, series by series.
    Told(&'a Value),
}

/// A place in a figure.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Place of the panel.
    pub panel: usize,
    /// Place of the system.
    pub system: usize,
    /// Place of the value of the axis.
    pub x_index: usize,
}

impl<'a> Table<'a> {
    /// From the measures of the plan's runs by one reading, in their order; none for a run that is still to come.
    pub fn new(plan: &'a Plan, reading: Option<usize>, measures: &[Option<Measure>]) -> Self {
        let figure = plan.figure;
        let mut points = vec![Vec::new(); figure.panels.len() * plan.xs.len() * figure.systems.len()];
        let seeds = plan.seeds_by(reading).len().max(1);
        for (run, seeds) in plan.runs_by(reading).iter().step_by(seeds).zip(measures.chunks(seeds)) {
            let place = Place { panel: run.panel, system: run.system, x_index: run.x_index };
            points[at(plan, place)] = seeds.iter().cloned().collect::<Option<_>>().unwrap_or_default();
        }
        Self { plan, points: Points::Measured(points) }
    }

    /// From `series` that were told of the plan's runs by our own reading: medians, without the seeds.
    pub fn told(plan: &'a Plan, series: &'a Value) -> Self {
        Self { plan, points: Points::Told(series) }
    }

    /// The runs of a point, by seed; none as long as one is missing, or where only medians are known.
    pub fn seeds(&self, place: Place) -> Option<&[Measure]> {
        let Points::Measured(points) = &self.points else { return None };
        let system = match self.plan.figure.systems.get(place.system)?.source {
            Source::Least { of, by } => self.least(place, of, by)?,
            _ => place.system,
        };
        let is_one_run = self.is_within_a_run() || self.plan.figure.systems[system].source.is_level();
        let x_index = if is_one_run { 0 } else { place.x_index };
        let seeds = points.get(at(self.plan, Place { x_index, system, ..place }))?;
        (!seeds.is_empty()).then_some(&seeds[..])
    }

    /// The median of `metric` at a point; none if it does not apply there, or a seed is missing.
    pub fn value(&self, place: Place, metric: Metric) -> Option<f64> {
        if let Points::Told(series) = self.points {
            // Exact: what is told is a whole number of the metric's smallest parts, divided.
            let told = of_series(self.plan, series, place, metric.id()).as_f64()?;
            return Some((told * metric.per_unit()).round());
        }
        let part = self.is_within_a_run().then_some(place.x_index);
        median(self.seeds(place)?.iter().map(|measure| metric.of(measure, part)))
    }

    /// Whether most runs of a point were saturated.
    pub fn saturated(&self, place: Place) -> Option<bool> {
        if let Points::Told(series) = self.points {
            return of_series(self.plan, series, place, "saturated").as_bool();
        }
        let seeds = self.seeds(place)?;
        median(seeds.iter().map(|measure| Some(f64::from(u8::from(measure.saturated))))).map(|most| most > 0.0)
    }

    /// The curve of a system, once all of it is there. Points where the metric does not apply are left out.
    pub fn curve(&self, panel: Option<&str>, system: &str, metric: Metric) -> Option<Vec<Point>> {
        let figure = self.plan.figure;
        let (panel, system) = (figure.panel(panel)?, figure.system(system)?);
        let mut curve = Vec::new();
        for (x_index, &x) in self.plan.xs.iter().enumerate() {
            let place = Place { panel, system, x_index };
            self.saturated(place)?;
            curve.extend(self.value(place, metric).map(|value| Point { x, value }));
        }
        Some(curve)
    }

    fn is_within_a_run(&self) -> bool {
        self.plan.figure.x.sets.is_within_a_run()
    }

    /// Which of the systems `of` comes to least at a point, the first if several do.
    fn least(&self, place: Place, of: &[&str], by: Metric) -> Option<usize> {
        let mut least: Option<(f64, usize)> = None;
        for id in of {
            let system = self.plan.figure.system(id)?;
            let value = self.value(Place { system, ..place }, by)?;
            if least.is_none_or(|(lowest, _)| value < lowest) {
                least = Some((value, system));
            }
        }
        least.map(|(_, system)| system)
    }
}

fn of_series<'a>(plan: &Plan, series: &'a Value, place: Place, key: &str) -> &'a Value {
    &series[place.panel * plan.figure.systems.len() + place.system][key][place.x_index]
}

fn at(plan: &Plan, place: Place) -> usize {
    (place.panel * plan.xs.len() + place.x_index) * plan.figure.systems.len() + place.system
}

/// The median of whole numbers; a missing one is below all others.
pub fn median(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let values: Vec<Option<f64>> = values.collect();
    // Signed numbers in the order of unsigned ones.
    let key = |value: &Option<f64>| value.map_or(0, |value| (value as i64 as u64) ^ (1 << 63));
    sorted_by(&values, key).get(values.len() / 2).copied().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_one_in_the_middle() {
        let of = |values: &[Option<f64>]| median(values.iter().copied());
        assert_eq!(of(&[Some(5.0), Some(-9.0), Some(1.0)]), Some(1.0));
        assert_eq!(of(&[Some(0.5e9), None, Some(0.25e9)]), Some(0.25e9));
        assert_eq!(of(&[None, None, Some(1.0)]), None);
        assert_eq!(of(&[]), None);
    }
}

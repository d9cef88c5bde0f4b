//! The points of a figure: medians over the seeds.

use super::measure::Measure;
use super::metric::Metric;
use super::plan::Plan;
use crate::order::sorted_by;

/// What the runs of a plan came to.
#[derive(Debug)]
pub struct Table<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// By panel, value of the axis, system; none where a seed is missing still.
    points: Vec<Option<Measure>>,
}

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where it stands.
    pub x: f64,
    /// How high.
    pub value: f64,
}

impl<'a> Table<'a> {
    /// From the measures of the plan's runs, in their order; none for a run that is still to come.
    pub fn new(plan: &'a Plan, measures: &[Option<Measure>]) -> Self {
        Self { plan, points: measures.chunks(plan.seeds.len()).map(median).collect() }
    }

    /// The point of a system, if it is complete.
    pub fn point(&self, panel: usize, system: usize, x_index: usize) -> Option<&Measure> {
        let at = (panel * self.plan.xs.len() + x_index) * self.plan.figure.systems.len() + system;
        self.points.get(at)?.as_ref()
    }

    /// The curve of a system, once all of it is there. Points where the metric does not apply are left out.
    pub fn curve(&self, panel: Option<&str>, system: &str, metric: Metric) -> Option<Vec<Point>> {
        let panel = self.plan.figure.panel(panel)?;
        let system = self.plan.figure.systems.iter().position(|known| known.id == system)?;
        let mut curve = Vec::new();
        for (x_index, &x) in self.plan.xs.iter().enumerate() {
            let value = metric.of(self.point(panel, system, x_index)?);
            curve.extend(value.map(|value| Point { x, value }));
        }
        Some(curve)
    }
}

/// The median of each number on its own.
fn median(seeds: &[Option<Measure>]) -> Option<Measure> {
    let seeds: Vec<Measure> = seeds.iter().copied().collect::<Option<_>>()?;
    let middle = |key: &dyn Fn(&Measure) -> u64| sorted_by(&seeds, key).get(seeds.len() / 2).copied();
    // Floats that are not negative are in the order of their bits.
    Some(Measure {
        mean_response_ns: middle(&|measure| measure.mean_response_ns)?.mean_response_ns,
        erases: middle(&|measure| measure.erases)?.erases,
        erase_std_dev: middle(&|measure| measure.erase_std_dev.to_bits())?.erase_std_dev,
        erase_cv: middle(&|measure| measure.erase_cv.map_or(0, f64::to_bits))?.erase_cv,
        saturated: middle(&|measure| measure.saturated.into())?.saturated,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_has_a_median_of_its_own() {
        let seed = |mean_response_ns, erases, erase_cv| {
            Some(Measure { mean_response_ns, erases, erase_std_dev: 1.0, erase_cv, saturated: erases > 1 })
        };
        let seeds = [seed(5, 1, Some(0.5)), seed(9, 3, None), seed(1, 2, Some(0.25))];
        let expected =
            Measure { mean_response_ns: 5, erases: 2, erase_std_dev: 1.0, erase_cv: Some(0.25), saturated: true };
        assert_eq!(median(&seeds), Some(expected));
        assert_eq!(median(&[seeds[0], None, seeds[2]]), None);
    }
}

//! How far inside its bound what an inequality is about lies, and outside if negative: what shows how firm a claim is.
//!
//! A margin is a share of the bound where that is a factor or a level, the difference where shares are compared, and a part of the axis where
//! a place on it is asked. There is none where nothing is measured by degrees: what must be exact, curves that never cross.

use crate::figures::axis::Axis;
use crate::figures::comparison::{Comparison, median_ratio};
use crate::figures::condition::Condition;
use crate::figures::crossing::{Pair, pairs};
use crate::figures::points::{Point, Points};
use crate::figures::precondition::{Provided, Which};
use crate::figures::single_curve::Shape;
use crate::figures::table::Table;
use crate::figures::tolerance::{Bound, Mostly};

/// Inside an upper bound, as a share of it; of a bound of 0 as it is.
fn below(value: f64, bound: f64) -> f64 {
    if bound == 0.0 { -value } else { 1.0 - value / bound }
}

/// Inside a lower bound, likewise.
fn above(value: f64, bound: f64) -> f64 {
    -below(value, bound)
}

fn hundredths(bound: u32) -> f64 {
    f64::from(bound) / 100.0
}

fn least(margins: impl Iterator<Item = f64>) -> f64 {
    margins.fold(f64::INFINITY, f64::min)
}

fn most(margins: impl Iterator<Item = f64>) -> f64 {
    margins.fold(f64::NEG_INFINITY, f64::max)
}

/// None for what is no number: a margin over nothing.
fn number(margin: f64) -> Option<f64> {
    Some(margin).filter(|margin| margin.is_finite())
}

impl Comparison {
    /// Its margin at `points` of two curves.
    pub(super) fn margin(self, all: &[Pair], points: &Points) -> Option<f64> {
        let named: Vec<Pair> = all.iter().copied().filter(|pair| points.has(pair.x)).collect();
        let (first, last) = (named.first()?, named.last()?);
        let ratios = || named.iter().map(Pair::ratio);
        let at_most = |bound: f64| least(ratios().map(|ratio| below(ratio, bound)));
        let at_least = |bound: f64| least(ratios().map(|ratio| above(ratio, bound)));
        let growth = (last.of / first.of) / (last.than / first.than);
        let steps = |of: fn(&Pair) -> f64| least(named.windows(2).map(|two| of(&two[1]) - of(&two[0])));
        let apart = |pair: &Pair| (pair.of - pair.than).abs();
        number(match self {
            Self::AtMost(bound) => at_most(hundredths(bound)),
            Self::SomewhereAtMost(bound) => most(ratios().map(|ratio| below(ratio, hundredths(bound)))),
            Self::AtLeast(bound) => at_least(hundredths(bound)),
            Self::AtMostPerMille(bound) => at_most(f64::from(bound) / 1000.0),
            Self::ShareRises(step) => steps(Pair::ratio) - f64::from(step) / 1000.0,
            Self::Between(low, high) => at_least(hundredths(low)).min(at_most(hundredths(high))),
            Self::GrowthAtMost(bound) => below(growth, hundredths(bound)),
            Self::GrowthAtLeast(bound) => above(growth, hundredths(bound)),
            Self::GapAtMost(bound) => below(apart(last) / apart(first), hundredths(bound)),
            Self::GainRises(step) => steps(|pair| 1.0 - pair.ratio()) - hundredths(step),
            Self::MedianBetween(low, high) => {
                let median = median_ratio(&named);
                above(median, hundredths(low)).min(below(median, hundredths(high)))
            }
            Self::FirstExceeded | Self::Told => return None,
        })
    }
}

impl Shape {
    /// Its margin over the points `named`; `one` and `scale` as where it is judged.
    pub(super) fn margin(self, named: &[Point], one: f64, scale: f64) -> Option<f64> {
        let (first, last) = (named.first()?, named.last()?);
        let values = || named.iter().map(|point| point.value / one);
        let (lowest, highest) = (least(values()), most(values()));
        let growth = last.value / first.value;
        let steps = || named.windows(2).map(|two| (two[0].value, two[1].value));
        number(match self {
            Self::Below(bound) => below(highest * scale, f64::from(bound)),
            Self::Above(bound) => above(lowest * scale, f64::from(bound)),
            Self::Flat(bound) => below(highest / lowest, hundredths(bound)),
            Self::Grows(bound) => above(growth, hundredths(bound)),
            Self::GrowsBetween(low, high) => above(growth, hundredths(low)).min(below(growth, hundredths(high))),
            Self::AtLeast(bound) => above(lowest, hundredths(bound)),
            Self::AtMost(bound) => below(highest, hundredths(bound)),
            Self::SeveralAtMost(several, bound) => {
                let mut sorted: Vec<f64> = values().collect();
                sorted.sort_unstable_by(f64::total_cmp);
                below(*sorted.get((several as usize).checked_sub(1)?)?, hundredths(bound))
            }
            Self::Rises(bound) => least(steps().map(|(from, to)| above(to / from, hundredths(bound)))),
            Self::FallsAtMost(bound) => hundredths(bound) - most(steps().map(|(from, to)| (from - to) / one)).max(0.0),
            Self::Doubles | Self::Told => return None,
        })
    }
}

impl Provided {
    /// Its margin: of the point that decides.
    pub(super) fn margin(&self, table: &Table<'_>, condition: &Condition) -> Option<f64> {
        let tells = table.curve(condition.panel, condition.of, self.metric)?;
        let reached = hundredths(self.at_least) * self.metric.per_unit();
        let asked = tells.iter().filter(|point| condition.points.has(point.x) && point.value >= reached);
        let all = pairs(&condition.curve(table, condition.of)?, &condition.curve(table, self.than)?);
        let mut margins = asked.filter_map(|at| self.comparison.margin(&all, &Points::Over(at.x, at.x)));
        match self.at {
            Which::First => margins.next(),
            Which::Some => number(most(margins)),
        }
    }
}

impl Mostly {
    /// Its margin: of the pair that as many keep as must.
    pub(super) fn margin(&self, table: &Table<'_>, condition: &Condition) -> Option<f64> {
        let mut margins = Vec::new();
        for panel in table.plan.figure.panels {
            let of = table.curve(Some(panel.id), condition.of, condition.metric)?;
            for &id in self.than {
                let mut all = pairs(&of, &table.curve(Some(panel.id), id, condition.metric)?);
                all.retain(|pair| condition.points.has(pair.x));
                margins.extend(all.iter().map(|pair| match self.bound {
                    Bound::AtMost(bound) => below(pair.ratio(), hundredths(bound)),
                    Bound::AtLeast(bound) => above(pair.ratio(), hundredths(bound)),
                }));
            }
        }
        margins.sort_unstable_by(|a, b| b.total_cmp(a));
        let must = (margins.len() * self.pairs as usize).div_ceil(self.of as usize);
        margins.get(must.checked_sub(1)?).copied().and_then(number)
    }
}

/// The margin of the nearest of `crossings` that may be `within` of `at`, as a part of the axis.
pub(super) fn of_crossing(crossings: &[f64], axis: &Axis, at: f64, within: f64) -> Option<f64> {
    let values = axis.values();
    let span = axis.scale.place(*values.last()?) - axis.scale.place(*values.first()?);
    let apart = least(crossings.iter().map(|x| (axis.scale.place(*x) - axis.scale.place(at)).abs()));
    number((within - apart) / span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::axis::{Grid, Sets};
    use crate::figures::scale::Scale;

    const AXIS: Axis = Axis {
        name: "place",
        unit: "",
        scale: Scale::Linear,
        grid: Grid::These(&[0.0, 1.0, 2.0]),
        sets: Sets::Field("", 1),
    };
    const ALL: Points = Points::Over(0.0, 2.0);

    fn pairs(of: [f64; 3], than: f64) -> Vec<Pair> {
        (0..).zip(of).map(|(x, of)| Pair { x: f64::from(x), of, than }).collect()
    }

    fn points(values: [f64; 3]) -> Vec<Point> {
        (0..).zip(values).map(|(x, value)| Point { x: f64::from(x), value }).collect()
    }

    fn near(margin: Option<f64>, expected: f64) -> bool {
        margin.is_some_and(|margin| (margin - expected).abs() < 1e-12)
    }

    #[test]
    fn a_margin_is_that_of_the_worst_point_as_a_share_of_the_bound() {
        let margin = |comparison: Comparison, of| comparison.margin(&pairs(of, 100.0), &ALL);
        assert!(near(margin(Comparison::AtMost(200), [50.0, 150.0, 100.0]), 0.25));
        assert!(near(margin(Comparison::AtLeast(50), [50.0, 40.0, 100.0]), -0.2));
        assert!(near(margin(Comparison::SomewhereAtMost(80), [90.0, 40.0, 100.0]), 0.5));
        assert!(near(margin(Comparison::Between(50, 200), [60.0, 100.0, 100.0]), 0.2));
        assert!(near(margin(Comparison::GrowthAtMost(400), [50.0, 1.0, 100.0]), 0.5));
        assert!(near(margin(Comparison::GainRises(2), [90.0, 85.0, 60.0]), 0.03));
        assert!(near(margin(Comparison::MedianBetween(50, 200), [9.0, 100.0, 900.0]), 0.5));
        assert_eq!(margin(Comparison::Told, [1.0; 3]), None);
    }

    #[test]
    fn of_one_curve_likewise() {
        let margin = |shape: Shape, values| shape.margin(&points(values), 1.0, 1.0);
        assert!(near(margin(Shape::Below(10), [1.0, 9.0, 2.0]), 0.1));
        assert!(near(margin(Shape::Above(10), [15.0, 12.0, 20.0]), 0.2));
        assert!(near(margin(Shape::Flat(200), [100.0, 150.0, 120.0]), 0.25));
        assert!(near(margin(Shape::Grows(200), [1.0, 1.0, 3.0]), 0.5));
        assert!(near(margin(Shape::SeveralAtMost(2, 200), [1.0, 9.0, 1.5]), 0.25));
        assert!(near(margin(Shape::FallsAtMost(50), [3.0, 2.8, 5.0]), 0.3));
        assert!(near(margin(Shape::AtMost(0), [0.0, 0.25, 0.0]), -0.25), "of 0 as it is");
        assert_eq!(margin(Shape::Doubles, [1.0, 2.0, 4.0]), None);
    }

    #[test]
    fn the_sign_of_a_margin_is_the_verdict() {
        for of in 1..40_u32 {
            let curve = pairs([f64::from(of), 20.0, 10.0 + f64::from(of % 7)], 20.0);
            for bound in [50, 100, 102, 150] {
                for comparison in [
                    Comparison::AtMost(bound),
                    Comparison::AtLeast(bound),
                    Comparison::Between(bound, 160),
                    Comparison::GrowthAtMost(bound),
                    Comparison::GrowthAtLeast(bound),
                    Comparison::GainRises(bound / 25),
                    Comparison::SomewhereAtMost(bound),
                    Comparison::MedianBetween(bound, 170),
                ] {
                    let (held, _) = comparison.judge(&curve, &ALL, &AXIS, 1.0, "").unwrap();
                    let margin = comparison.margin(&curve, &ALL).unwrap();
                    assert!(if held { margin > -1e-9 } else { margin < 1e-9 }, "{comparison:?} of {curve:?}: {margin}");
                }
            }
        }
    }

    #[test]
    fn a_crossing_has_its_margin_in_parts_of_the_axis() {
        assert!(near(of_crossing(&[0.4, 1.25], &AXIS, 1.0, 0.5), 0.125));
        assert!(near(of_crossing(&[2.0], &AXIS, 1.0, 0.5), -0.25));
        assert_eq!(of_crossing(&[], &AXIS, 1.0, 0.5), None);
    }
}

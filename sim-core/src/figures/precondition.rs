//! Inequalities that are asked only where something else is so.

use super::condition::Condition;
use super::crossing::pairs;
use super::figure::Figure;
use super::metric::Metric;
use super::points::Point;
use super::points::Points;
use super::table::Table;
use super::verdict::Judgement;
use crate::base::text::count;
use crate::figures::comparison::Comparison;
use crate::figures::single_curve::{Shape, bare, value};

/// Another system, and where the two are compared.
#[derive(Clone, Copy, Debug)]
pub struct Provided {
    /// What tells where.
    pub metric: Metric,
    /// Where it comes to at least these hundredths of one of its unit.
    pub at_least: u32,
    /// At which of those points.
    pub at: Which,
    /// The system that the one it is about is compared with.
    pub than: &'static str,
    /// How.
    pub comparison: Comparison,
}

/// A shape that is asked only of the points at which something occurs at all. Where it occurs at none, there is nothing to judge: what
/// holds of nothing is no evidence.
#[derive(Clone, Copy, Debug)]
pub struct Where {
    /// What has to occur.
    pub metric: Metric,
    /// What must hold there.
    pub shape: Shape,
}

/// Which of several points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The first.
    First,
    /// Any: the first at which it holds is told.
    Some,
}

impl Provided {
    /// What must hold, in words, at the points `at`.
    pub fn claimed(&self, figure: &Figure, at: &str) -> String {
        let which = match self.at {
            Which::First => "the first",
            Which::Some => "some",
        };
        let place = format!(
            "{which} of {at} at which {} are at least {}{}",
            self.metric.title(),
            bare(self.at_least),
            self.unit()
        );
        self.comparison.claimed(figure.system_title(self.than), &place)
    }

    /// Whether it holds of `condition`'s system.
    pub fn judge(&self, table: &Table<'_>, condition: &Condition) -> Option<(bool, String)> {
        let figure = table.plan.figure;
        let one = self.metric.per_unit();
        let reaches = |point: &Point| point.value * 100.0 >= f64::from(self.at_least) * one;
        let tells = table.curve(condition.panel, condition.of, self.metric)?;
        let tells: Vec<Point> =
            tells.into_iter().filter(|point| condition.points.has(point.x) && reaches(point)).collect();
        let all = pairs(&condition.curve(table, condition.of)?, &condition.curve(table, self.than)?);
        let mut judged = Vec::new();
        for point in &tells {
            let only = Points::Over(point.x, point.x);
            let found =
                self.comparison.judge(&all, &only, &figure.x, condition.metric.per_unit(), condition.metric.unit())?;
            judged.push((found, point));
        }
        let chosen = match self.at {
            Which::First => judged.first(),
            Which::Some => judged.iter().find(|((held, _), _)| *held).or(judged.last()),
        };
        let (of, than) = (figure.system_title(condition.of), figure.system_title(self.than));
        Some(match chosen {
            None => (false, format!("of {of} against {than}: {} nowhere so high", self.metric.title())),
            Some(((held, measured), point)) => (
                *held,
                format!(
                    "of {of} against {than}: {measured}, where {} are {}{}",
                    self.metric.title(),
                    value(point.value / one),
                    self.unit()
                ),
            ),
        })
    }

    fn unit(&self) -> String {
        if self.metric.unit().is_empty() { String::new() } else { format!(" {}", self.metric.unit()) }
    }
}

impl Where {
    /// What must hold, in words, at the points `at`, in this `unit`, where all sizes are divided by `scale`.
    pub fn claimed(&self, at: &str, unit: &str, scale: f64) -> String {
        format!("{}, wherever there are {}", self.shape.claimed(at, unit, scale), self.metric.title())
    }

    /// Whether it holds of `condition`'s system.
    pub fn judge(&self, table: &Table<'_>, condition: &Condition) -> Option<(Judgement, String)> {
        let figure = table.plan.figure;
        let of = figure.system_title(condition.of);
        let occurs = self.occurs(table, condition)?;
        let Some(most) = occurs.iter().max_by(|a, b| a.value.total_cmp(&b.value)) else {
            return Some((Judgement::NothingToJudge, format!("of {of}: nothing to judge, no {}", self.metric.title())));
        };
        let named = self.named(table, condition)?;
        let (held, measured) = condition.shaped(table, &named, self.shape)?;
        let unit = if self.metric.unit().is_empty() { String::new() } else { format!(" {}", self.metric.unit()) };
        let beside = format!(
            "{} at {}, up to {:.3}{unit} ({})",
            self.metric.title(),
            count(occurs.len() as u64, "point"),
            most.value / self.metric.per_unit(),
            figure.x.label(most.x)
        );
        Some((Judgement::of(held), format!("of {of}: {measured}, with {beside}")))
    }

    /// The points that `condition` names of its curve and at which it is asked.
    pub fn named(&self, table: &Table<'_>, condition: &Condition) -> Option<Vec<Point>> {
        let occurs = self.occurs(table, condition)?;
        let mut named = condition.curve(table, condition.of)?;
        named.retain(|point| occurs.iter().any(|there| there.x == point.x));
        Some(named)
    }

    /// Where it occurs, of the points that `condition` names.
    fn occurs(&self, table: &Table<'_>, condition: &Condition) -> Option<Vec<Point>> {
        let mut tells = table.curve(condition.panel, condition.of, self.metric)?;
        tells.retain(|point| condition.points.has(point.x) && point.value > 0.0);
        Some(tells)
    }
}

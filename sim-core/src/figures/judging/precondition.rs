//! Whether inequalities hold that are asked only where something else is so.

use crate::base::text::count;
use crate::figures::condition::Condition;
use crate::figures::crossing::pairs;
use crate::figures::points::{Point, Points};
use crate::figures::precondition::{Provided, Where, Which};
use crate::figures::single_curve::{spaced, value};
use crate::figures::table::Table;
use crate::figures::verdict::Judgement;

impl Provided {
    /// Whether it holds of `condition`'s system.
    pub(super) fn judge(&self, table: &Table<'_>, condition: &Condition) -> Option<(bool, String)> {
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
                    spaced(self.metric.unit())
                ),
            ),
        })
    }
}

impl Where {
    /// Whether it holds of `condition`'s system.
    pub(super) fn judge(&self, table: &Table<'_>, condition: &Condition) -> Option<(Judgement, String)> {
        let figure = table.plan.figure;
        let of = figure.system_title(condition.of);
        let occurs = self.occurs(table, condition)?;
        let Some(most) = occurs.iter().max_by(|a, b| a.value.total_cmp(&b.value)) else {
            return Some((Judgement::NothingToJudge, format!("of {of}: nothing to judge, no {}", self.metric.title())));
        };
        let named = self.named(table, condition)?;
        let (held, measured) = condition.shaped(table, &named, self.shape)?;
        let unit = spaced(self.metric.unit());
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
    pub(super) fn named(&self, table: &Table<'_>, condition: &Condition) -> Option<Vec<Point>> {
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

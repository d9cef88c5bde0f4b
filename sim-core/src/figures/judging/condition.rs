//! Whether one inequality of a claim holds, and by how much.

use super::crossing::crosses;
use super::margin;
use super::sessions::{differs, least_share};
use crate::figures::axis::{Axis, Sets, number};
use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::crossing::{crossings, pairs};
use crate::figures::figure::Figure;
use crate::figures::json;
use crate::figures::plan::Plan;
use crate::figures::precondition::Provided;
use crate::figures::scale::Scale;
use crate::figures::table::Table;
use crate::figures::verdict::Judgement;

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Whether it holds, or had nothing to judge.
    pub judgement: Judgement,
    /// By how much.
    pub measured: String,
    /// Where the two curves cross; empty where they are not compared point by point.
    pub crossings: Vec<f64>,
    /// How far inside its bound it holds; none where that is no number.
    pub margin: Option<f64>,
}

impl Condition {
    /// What must hold, in words.
    pub fn claimed(&self, plan: &Plan) -> String {
        let figure = plan.figure;
        let at = self.points.words(&figure.x);
        let (scale, unit) = (plan.scale(), self.metric.unit());
        let title = |system| figure.system_title(system);
        let test = match self.test {
            Test::Beside(than, comparison) => comparison.claimed(title(than), &at),
            Test::Provided(provided) => provided.claimed(title(provided.than), &at),
            Test::Alone(shape) => shape.claimed(&at, unit, scale),
            Test::Where(only) => only.claimed(&at, unit, scale),
            Test::Each(others, shape) => {
                let others: Vec<&str> = others.iter().map(|other| title(other)).collect();
                format!("{}, as are those of {}", shape.claimed(&at, unit, scale), others.join(", "))
            }
            Test::Mostly(mostly) => {
                let others: Vec<&str> = mostly.than.iter().map(|other| title(other)).collect();
                mostly.claimed(&others, &at)
            }
            Test::Crosses { than, at, within } => {
                let within = match figure.x.scale {
                    Scale::Linear => format!("\u{b1} {}", figure.x.apart(within)),
                    Scale::Log => format!("\u{d7} {} either way", figure.x.label(figure.x.scale.value(within))),
                };
                format!("crosses {}'s at {} {} {within}", title(than), figure.x.name, figure.x.words(at))
            }
            Test::Differs(than, bound) => {
                format!("not that of {} in at least {bound} % of the sessions at {at}", title(than))
            }
        };
        let metric = self.metric;
        format!("{}{}'s {} {}", self.place(figure), title(self.of), metric.title(), metric.agreeing(&test))
    }

    /// Whether it holds; none as long as a point of its curves is missing.
    pub fn judge(&self, table: &Table<'_>) -> Option<Finding> {
        let figure = table.plan.figure;
        let title = |system| figure.system_title(system);
        let alone = |(held, measured)| (Judgement::of(held), measured, Vec::new());
        let (judgement, measured, crossings) = match self.test {
            Test::Beside(than, comparison) if self.is_of_nothing(table, than, comparison)? => {
                let measured = format!("against {}: nothing to judge, {}", title(than), self.metric.both_nothing());
                (Judgement::NothingToJudge, measured, Vec::new())
            }
            Test::Beside(than, comparison) => {
                let all = pairs(&self.curve(table, self.of)?, &self.curve(table, than)?);
                let (one, unit) = (self.metric.per_unit(), self.metric.unit());
                let (held, measured) = comparison.judge(&all, &self.points, &figure.x, one, unit)?;
                let is_drawn = comparison.is_of_points() && !matches!(figure.x.sets, Sets::Cases(_));
                let crossings = match is_drawn {
                    true => crossings(&all, figure.x.scale, figure.scale(self.metric)),
                    false => Vec::new(),
                };
                let measured = format!("against {}: {measured}{}", title(than), told(&crossings, &figure.x));
                (Judgement::of(held), measured, crossings)
            }
            Test::Provided(provided) => alone(provided.judge(table, self)?),
            Test::Crosses { than, at, within } => {
                let all = pairs(&self.curve(table, self.of)?, &self.curve(table, than)?);
                let crossings = crossings(&all, figure.x.scale, figure.scale(self.metric));
                let (held, measured) = crosses(&crossings, &figure.x, at, within);
                (Judgement::of(held), format!("against {}: {measured}", title(than)), crossings)
            }
            Test::Alone(shape) => {
                let (held, measured) = self.shaped(table, &self.named(table, self.of)?, shape)?;
                alone((held, format!("of {}: {measured}", title(self.of))))
            }
            Test::Where(only) => {
                let (judgement, measured) = only.judge(table, self)?;
                (judgement, measured, Vec::new())
            }
            Test::Each(others, shape) => alone(self.each(table, others, shape)?),
            Test::Mostly(mostly) => alone(mostly.judge(table, self)?),
            Test::Differs(than, bound) => alone(differs(table, self, than, bound)?),
        };
        let measured = format!("{}{} {}", self.place(figure), self.metric.title(), self.metric.agreeing(&measured));
        let margin = self.margin(table, &crossings);
        Some(Finding { judgement, measured, crossings, margin })
    }

    /// Whether points are compared and both systems come to nothing at all of them: whatever is asked, that is no evidence.
    fn is_of_nothing(&self, table: &Table<'_>, than: &str, comparison: Comparison) -> Option<bool> {
        let mut all = pairs(&self.curve(table, self.of)?, &self.curve(table, than)?);
        all.retain(|pair| self.points.has(pair.x));
        let is_nothing = !all.is_empty() && all.iter().all(|pair| (pair.of, pair.than) == (0.0, 0.0));
        Some(is_nothing && self.is_asked() && comparison.is_of_points())
    }

    /// How far inside its bound it holds, given where its curves cross.
    fn margin(&self, table: &Table<'_>, crossings: &[f64]) -> Option<f64> {
        let axis = &table.plan.figure.x;
        let one = self.metric.per_unit();
        match self.test {
            Test::Beside(than, comparison) => {
                let all = pairs(&self.curve(table, self.of)?, &self.curve(table, than)?);
                comparison.margin(&all, &self.points)
            }
            Test::Provided(provided) => provided.margin(table, self),
            Test::Crosses { at, within, .. } => margin::of_crossing(crossings, axis, at, within),
            Test::Alone(shape) => shape.margin(&self.named(table, self.of)?, one, table.plan.scale()),
            Test::Where(only) => only.shape.margin(&only.named(table, self)?, one, table.plan.scale()),
            Test::Each(others, shape) => {
                let of_each = |system| shape.margin(&self.named(table, system)?, one, table.plan.scale());
                let margins = std::iter::once(self.of).chain(others.iter().copied()).filter_map(of_each);
                margins.min_by(f64::total_cmp)
            }
            Test::Mostly(mostly) => mostly.margin(table, self),
            Test::Differs(than, bound) => {
                let share = least_share(table, self, than)?;
                Some(share / (f64::from(bound) / 100.0) - 1.0)
            }
        }
    }

    /// Where on the axis it speaks and what was found there: for marking it in a chart.
    pub fn mark(&self, figure: &Figure, finding: Option<&Finding>) -> json::claim::Mark {
        let than = match self.test {
            Test::Beside(than, _)
            | Test::Crosses { than, .. }
            | Test::Differs(than, _)
            | Test::Provided(Provided { than, .. }) => Some(than),
            _ => None,
        };
        let panel = figure.panel(self.panel).and_then(|at| figure.panels.get(at)).map(|panel| panel.id);
        json::claim::Mark {
            panel: panel.filter(|_| !matches!(self.test, Test::Mostly(_))),
            metric: self.metric.id(),
            system: self.of,
            than,
            claimed: self.points.span().map(number),
            held: finding.map(|finding| finding.judgement.is_held()),
            judgement: finding.map(|finding| finding.judgement),
            crossings: finding.map(|finding| finding.crossings.clone()).unwrap_or_default(),
        }
    }

    fn place(&self, figure: &Figure) -> String {
        let panel = self.panel.and_then(|id| figure.panels.iter().find(|panel| panel.id == id));
        panel.map(|panel| format!("{}: ", panel.title)).unwrap_or_default()
    }
}

fn told(crossings: &[f64], axis: &Axis) -> String {
    if crossings.is_empty() { String::new() } else { format!(", crossing at {}", axis.between_all(crossings)) }
}

//! One inequality of a claim: which curve, at which points, against what.

use super::axis::{Axis, Sets, number};
use super::crossing::{crossings, pairs};
use super::figure::Figure;
use super::json;
use super::margin;
use super::metric::Metric;
use super::plan::Plan;
use super::points::{Point, Points};
use super::scale::Scale;
use super::sessions::{differs, least_share};
use super::table::Table;
use super::verdict::Judgement;
use crate::figures::comparison::Comparison;
use crate::figures::precondition::{Provided, Where};
use crate::figures::single_curve::Shape;
use crate::figures::tolerance::Mostly;

/// What is asked of a curve.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// Against the same curve of this system.
    Beside(&'static str, Comparison),
    /// The same, only where something else is so.
    Provided(Provided),
    /// Of itself.
    Alone(Shape),
    /// Of itself, only where something else occurs.
    Where(Where),
    /// Of itself and of these systems: a shape that speaks of each point by itself.
    Each(&'static [&'static str], Shape),
    /// Against several systems in all panels, nearly always.
    Mostly(Mostly),
    /// The curve of this system crosses it at `at`, or at most `within` steps of the axis away: so much, or so many doublings.
    Crosses {
        /// The system.
        than: &'static str,
        /// Where the paper puts it.
        at: f64,
        /// How far away it may be.
        within: f64,
    },
    /// Against this system, seed by seed: it differs in at least these hundredths of the sessions.
    Differs(&'static str, u32),
}

/// An inequality that must hold.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// The panel; none for the first.
    pub panel: Option<&'static str>,
    /// The system that it is about.
    pub of: &'static str,
    /// What is looked at.
    pub metric: Metric,
    /// Where.
    pub points: Points,
    /// What must hold there.
    pub test: Test,
}

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
    /// The same in another panel.
    pub const fn on(self, panel: &'static str) -> Self {
        Self { panel: Some(panel), ..self }
    }

    /// The systems whose curves it takes.
    pub fn systems(&self) -> Vec<&'static str> {
        let others = match self.test {
            Test::Beside(than, _) | Test::Crosses { than, .. } | Test::Differs(than, _) => vec![than],
            Test::Provided(provided) => vec![provided.than],
            Test::Each(others, _) => others.to_vec(),
            Test::Mostly(mostly) => mostly.than.to_vec(),
            Test::Alone(_) | Test::Where(_) => Vec::new(),
        };
        [vec![self.of], others].concat()
    }

    /// Whether anything must hold, or something is only told beside.
    pub fn is_asked(&self) -> bool {
        !matches!(self.test, Test::Beside(_, Comparison::Told) | Test::Alone(Shape::Told))
    }

    /// What must hold, in words.
    pub fn claimed(&self, plan: &Plan) -> String {
        let figure = plan.figure;
        let at = self.points.words(&figure.x);
        let (scale, unit) = (plan.scale(), self.metric.unit());
        let title = |system| figure.system_title(system);
        let test = match self.test {
            Test::Beside(than, comparison) => comparison.claimed(title(than), &at),
            Test::Provided(provided) => provided.claimed(figure, &at),
            Test::Alone(shape) => shape.claimed(&at, unit, scale),
            Test::Where(only) => only.claimed(&at, unit, scale),
            Test::Each(others, shape) => {
                let others: Vec<&str> = others.iter().map(|other| title(other)).collect();
                format!("{}, as are those of {}", shape.claimed(&at, unit, scale), others.join(", "))
            }
            Test::Mostly(mostly) => mostly.claimed(figure, &at),
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

    /// The curve of a system in its panel.
    pub(super) fn curve(&self, table: &Table<'_>, system: &str) -> Option<Vec<Point>> {
        table.curve(self.panel, system, self.metric)
    }

    /// The points that it names of a system's curve.
    fn named(&self, table: &Table<'_>, system: &str) -> Option<Vec<Point>> {
        let mut named = self.curve(table, system)?;
        named.retain(|point| self.points.has(point.x));
        Some(named)
    }

    pub(super) fn shaped(&self, table: &Table<'_>, named: &[Point], shape: Shape) -> Option<(bool, String)> {
        shape.judge(named, &table.plan.figure.x, self.metric.unit(), self.metric.per_unit(), table.plan.scale())
    }

    /// Of all curves together, or of those that do not keep it.
    fn each(&self, table: &Table<'_>, others: &[&'static str], shape: Shape) -> Option<(bool, String)> {
        let (mut all, mut failing) = (Vec::new(), Vec::new());
        for system in std::iter::once(self.of).chain(others.iter().copied()) {
            let named = self.named(table, system)?;
            let (held, measured) = self.shaped(table, &named, shape)?;
            if !held {
                failing.push(format!("of {}: {measured}", table.plan.figure.system_title(system)));
            }
            all.extend(named);
        }
        let (held, measured) = self.shaped(table, &all, shape)?;
        let systems = others.len() + 1;
        Some((held, if held { format!("of all {systems}: {measured}") } else { failing.join(", ") }))
    }

    /// Where on the axis it speaks and what was found there: for marking it in a chart.
    pub fn mark(&self, figure: &Figure, finding: Option<&Finding>) -> json::Mark {
        let than = match self.test {
            Test::Beside(than, _)
            | Test::Crosses { than, .. }
            | Test::Differs(than, _)
            | Test::Provided(Provided { than, .. }) => Some(than),
            _ => None,
        };
        let panel = figure.panel(self.panel).and_then(|at| figure.panels.get(at)).map(|panel| panel.id);
        json::Mark {
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

/// Whether the nearest of `crossings` is as near to `at` as it has to be, and how near it is.
fn crosses(crossings: &[f64], axis: &Axis, at: f64, within: f64) -> (bool, String) {
    let apart = |x: &f64| (axis.scale.place(*x) - axis.scale.place(at)).abs();
    let Some(nearest) = crossings.iter().min_by(|a, b| apart(a).total_cmp(&apart(b))) else {
        return (false, format!("they never cross, where the paper says {}", axis.named(at)));
    };
    let distance = match axis.scale {
        Scale::Linear => format!("{} from the paper's {}", axis.apart(apart(nearest)), axis.named(at)),
        Scale::Log => format!("\u{d7} {:.2} of the paper's {}", nearest / at, axis.named(at)),
    };
    // Places on an axis are no exact decimals.
    (apart(nearest) <= within + 1e-9, format!("crosses at {}, {distance}", axis.between(*nearest)))
}

fn told(crossings: &[f64], axis: &Axis) -> String {
    if crossings.is_empty() { String::new() } else { format!(", crossing at {}", axis.between_all(crossings)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::axis::Grid;

    fn axis(scale: Scale) -> Axis {
        Axis { name: "size", unit: "pages", scale, grid: Grid::Unknown, sets: Sets::Field("", 1) }
    }

    #[test]
    fn a_crossing_is_told_with_its_distance_from_where_the_paper_puts_it() {
        let linear = |crossings: &[f64]| crosses(crossings, &axis(Scale::Linear), 0.5, 0.05);
        assert_eq!(linear(&[0.1, 0.523]), (true, "crosses at 0.523 pages, 0.023 from the paper's 0.5 pages".into()));
        assert!(linear(&[0.55]).0 && !linear(&[0.5501]).0 && !linear(&[0.4499]).0);
        assert_eq!(linear(&[]), (false, "they never cross, where the paper says 0.5 pages".into()));
        let ratio = Axis { name: "sequential ratio", unit: "", ..axis(Scale::Linear) };
        assert_eq!(crosses(&[0.3951], &ratio, 0.4, 0.05).1, "crosses at 39.5 %, 0.5 points from the paper's 40 %");
        let log = |crossing: f64| crosses(&[crossing], &axis(Scale::Log), 16.0, 1.0);
        assert_eq!(log(18.0), (true, "crosses at 18 pages, \u{d7} 1.12 of the paper's 16 pages".into()));
        assert!(log(8.0).0 && log(32.0).0 && !log(7.9).0 && !log(32.1).0);
    }
}

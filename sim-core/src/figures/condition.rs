//! One inequality of a claim: which curve, at which points, against what.

use super::alone::Shape;
use super::axis::{Axis, label, number};
use super::beside::Comparison;
use super::crossing::{crossings, pairs};
use super::figure::Figure;
use super::metric::Metric;
use super::table::{Point, Table};
use serde_json::{Value, json};

/// Points of an axis.
#[derive(Clone, Copy, Debug)]
pub enum Points {
    /// Every point from the first to the second, both included.
    Over(f64, f64),
    /// These.
    At(&'static [f64]),
}

impl Points {
    /// Whether `x` is one of them.
    pub fn has(&self, x: f64) -> bool {
        match *self {
            Self::Over(first, last) => (first..=last).contains(&x),
            Self::At(list) => list.contains(&x),
        }
    }

    /// Whether `all[at]` stands next to a bound of theirs, or is named.
    pub fn is_edge(&self, at: usize, all: &[f64]) -> bool {
        let differs = |other: Option<&f64>| other.is_some_and(|&x| self.has(x) != self.has(all[at]));
        match self {
            Self::At(list) => list.contains(&all[at]),
            Self::Over(..) => differs(all.get(at + 1)) || at > 0 && differs(all.get(at - 1)),
        }
    }

    /// The first and the last.
    pub fn span(&self) -> [f64; 2] {
        match *self {
            Self::Over(first, last) => [first, last],
            Self::At(list) => [list.first(), list.last()].map(|x| x.copied().unwrap_or_default()),
        }
    }

    fn words(&self, axis: &Axis) -> String {
        let places = match *self {
            Self::Over(first, last) => format!("{} to {}", label(first), label(last)),
            Self::At(list) => listed(list),
        };
        format!("{} {places} {}", axis.name, axis.unit).trim_end().to_string()
    }
}

/// What is asked of a curve.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// Against the same curve of this system.
    Beside(&'static str, Comparison),
    /// Of itself.
    Alone(Shape),
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
    /// Whether it holds.
    pub held: bool,
    /// By how much.
    pub measured: String,
    /// Where the two curves cross; empty where they are not compared point by point.
    pub crossings: Vec<f64>,
}

impl Condition {
    /// The same in another panel.
    pub const fn on(self, panel: &'static str) -> Self {
        Self { panel: Some(panel), ..self }
    }

    /// Whether anything must hold, or something is only told beside.
    pub fn is_asked(&self) -> bool {
        !matches!(self.test, Test::Beside(_, Comparison::Told))
    }

    /// What must hold, in words.
    pub fn claimed(&self, figure: &Figure) -> String {
        let at = self.points.words(&figure.x);
        let test = match self.test {
            Test::Beside(than, comparison) => comparison.claimed(figure.system_title(than), &at),
            Test::Alone(shape) => shape.claimed(&at),
        };
        format!("{}{}'s {} {test}", self.place(figure), figure.system_title(self.of), self.metric.title())
    }

    /// Whether it holds; none as long as a point of its curves is missing.
    pub fn judge(&self, table: &Table<'_>) -> Option<Finding> {
        let figure = table.plan.figure;
        let curve = table.curve(self.panel, self.of, self.metric)?;
        let (held, measured, crossings) = match self.test {
            Test::Beside(than, comparison) => {
                let all = pairs(&curve, &table.curve(self.panel, than, self.metric)?);
                let (held, measured) = comparison.judge(&all, &self.points)?;
                let crossings = match comparison.is_of_points() {
                    true => crossings(&all, figure.x.scale, figure.scale(self.metric)),
                    false => Vec::new(),
                };
                let against = format!("against {}: {measured}{}", figure.system_title(than), told(&crossings));
                (held, against, crossings)
            }
            Test::Alone(shape) => {
                let named: Vec<Point> = curve.into_iter().filter(|point| self.points.has(point.x)).collect();
                let (held, measured) = shape.judge(&named)?;
                (held, format!("of {}: {measured}", figure.system_title(self.of)), Vec::new())
            }
        };
        let measured = format!("{}{} {measured}", self.place(figure), self.metric.title());
        Some(Finding { held, measured, crossings })
    }

    /// Where on the axis it speaks and what was found there, as JSON: for marking it in a chart.
    pub fn mark(&self, figure: &Figure, finding: Option<&Finding>) -> Value {
        let than = match self.test {
            Test::Beside(than, _) => Some(than),
            Test::Alone(_) => None,
        };
        json!({
            "panel": figure.panel(self.panel).and_then(|at| figure.panels.get(at)).map(|panel| panel.id),
            "metric": self.metric.id(), "system": self.of, "than": than, "claimed": self.points.span().map(number),
            "held": finding.map(|finding| finding.held),
            "crossings": finding.map(|finding| &finding.crossings[..]).unwrap_or_default(),
        })
    }

    fn place(&self, figure: &Figure) -> String {
        let panel = self.panel.and_then(|id| figure.panels.iter().find(|panel| panel.id == id));
        panel.map(|panel| format!("{}: ", panel.title)).unwrap_or_default()
    }
}

/// "0.2, 0.5 and 0.8".
fn listed(xs: &[f64]) -> String {
    let labels: Vec<String> = xs.iter().map(|&x| label(x)).collect();
    match &labels[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => labels.concat(),
    }
}

fn told(crossings: &[f64]) -> String {
    if crossings.is_empty() { String::new() } else { format!(", crossing at {}", listed(crossings)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_the_points_on_both_sides_of_a_bound() {
        let all: Vec<f64> = (0..=10).map(|n| f64::from(n) * 10.0).collect();
        let edges = |points: Points| -> Vec<f64> {
            (0..all.len()).filter(|&at| points.is_edge(at, &all)).map(|at| all[at]).collect()
        };
        assert_eq!(edges(Points::Over(30.0, 100.0)), [20.0, 30.0]);
        assert_eq!(edges(Points::Over(25.0, 65.0)), [20.0, 30.0, 60.0, 70.0]);
        assert!(edges(Points::Over(0.0, 100.0)).is_empty());
        assert_eq!(edges(Points::At(&[40.0, 100.0])), [40.0, 100.0]);
    }
}

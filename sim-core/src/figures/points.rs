//! A point of a curve, and the points of an axis that a claim is about.

use super::axis::Axis;
use crate::base::text;

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where it stands.
    pub x: f64,
    /// How high.
    pub value: f64,
}

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

    /// In words: "request size 4 to 64 KiB".
    pub fn words(&self, axis: &Axis) -> String {
        let places = match *self {
            Self::Over(first, last) => format!("{} to {}", axis.label(first), axis.label(last)),
            Self::At(list) => listed(list, axis),
        };
        format!("{} {places} {}", axis.name, axis.unit).trim_end().to_string()
    }
}

/// "20 %, 50 % and 80 %".
fn listed(xs: &[f64], axis: &Axis) -> String {
    let labels: Vec<String> = xs.iter().map(|&x| axis.label(x)).collect();
    text::listed(&labels)
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

//! What a figure is drawn over: a setting, and the values it takes.

use crate::engine::narrator::grouped;
use serde_json::{Value, json};

/// How an axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps are equal distances.
    Linear,
    /// Equal factors are.
    Log,
}

impl Scale {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Log => "log",
        }
    }

    /// Where `value` stands on the axis.
    pub fn place(self, value: f64) -> f64 {
        match self {
            Self::Linear => value,
            Self::Log => libm::log2(value),
        }
    }

    /// What stands at `place`.
    pub fn value(self, place: f64) -> f64 {
        match self {
            Self::Linear => place,
            Self::Log => libm::exp2(place),
        }
    }
}

/// The values of an axis, in ascending order.
#[derive(Clone, Copy, Debug)]
pub enum Grid {
    /// From `first` to `last` by `step`, all three in parts of `per`: exact decimals.
    Steps {
        /// The smallest value × `per`.
        first: u32,
        /// The largest value × `per`.
        last: u32,
        /// The distance × `per`.
        step: u32,
        /// What one is divided into.
        per: u32,
    },
    /// From `first` to `last`, each twice the one before.
    Doublings {
        /// The smallest value.
        first: u32,
        /// The largest value.
        last: u32,
    },
    /// No value: what they are is not known.
    Unknown,
}

impl Grid {
    /// Shares from `first` to `last` by `step`, given in hundredths.
    pub const fn hundredths(first: u32, last: u32, step: u32) -> Self {
        Self::Steps { first, last, step, per: 100 }
    }

    fn values(self) -> Vec<f64> {
        match self {
            Self::Steps { first, last, step, per } => {
                (first..=last).step_by(step as usize).map(|n| f64::from(n) / f64::from(per)).collect()
            }
            Self::Doublings { first, last } => std::iter::successors(Some(first), |n| n.checked_mul(2))
                .take_while(|n| *n <= last)
                .map(f64::from)
                .collect(),
            Self::Unknown => Vec::new(),
        }
    }
}

/// The setting that the runs of a curve differ in.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// What it is called: "sequential ratio".
    pub name: &'static str,
    /// Its unit; empty where it has none.
    pub unit: &'static str,
    /// How it is divided.
    pub scale: Scale,
    /// Its values.
    pub grid: Grid,
    /// The field of an experiment that it sets.
    pub path: &'static str,
    /// What a value is multiplied by for that field.
    pub factor: u32,
}

impl Axis {
    /// All its values.
    pub fn values(&self) -> Vec<f64> {
        self.grid.values()
    }

    /// The value of the field at `x`.
    pub fn setting(&self, x: f64) -> Value {
        number(x * f64::from(self.factor))
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        json!({ "name": self.name, "unit": self.unit, "scale": self.scale.name() })
    }
}

/// `value` as JSON, a whole number as one.
pub fn number(value: f64) -> Value {
    if value.fract() == 0.0 { json!(value as u64) } else { json!(value) }
}

/// A place on an axis, for people: "0.45", "60 000".
pub fn label(x: f64) -> String {
    if x.fract() == 0.0 || x >= 100.0 {
        return grouped(x.round() as u64);
    }
    format!("{x:.2}").trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_decimals_they_stand_for() {
        let shares = Grid::hundredths(0, 100, 5).values();
        assert_eq!(shares.len(), 21);
        assert_eq!((shares[9], shares[13], shares[20]), (0.45, 0.65, 1.0));
        assert_eq!(Grid::Doublings { first: 1, last: 128 }.values(), [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0]);
    }

    #[test]
    fn numbers_are_written_as_people_write_them() {
        assert_eq!((number(128.0).to_string(), number(0.05).to_string()), ("128".into(), "0.05".into()));
        assert_eq!([0.45, 0.5, 1.0, 433.21].map(label), ["0.45", "0.5", "1", "433"]);
        assert_eq!(label(60_000.0), "60\u{2009}000");
    }
}

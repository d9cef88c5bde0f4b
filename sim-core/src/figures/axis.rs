//! What a figure is drawn over: a setting or the parts of a run, and the values it takes.

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
    /// These.
    These(&'static [f64]),
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
            Self::These(values) => values.to_vec(),
            Self::Unknown => Vec::new(),
        }
    }
}

/// What the values of an axis are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sets {
    /// The runs of a curve differ in this field of an experiment: a value, times so much.
    Field(&'static str, u32),
    /// Parts of a run, from 1 on: a run is a whole curve. They are the sessions of a buffer that tunes itself.
    Sessions,
}

/// What a figure is drawn over.
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
    /// What they are.
    pub sets: Sets,
}

impl Axis {
    /// All its values.
    pub fn values(&self) -> Vec<f64> {
        self.grid.values()
    }

    /// The field that `x` sets, and its value; none where runs do not differ in it.
    pub fn setting(&self, x: f64) -> Option<(&'static str, Value)> {
        match self.sets {
            Sets::Field(path, factor) => Some((path, number(x * f64::from(factor)))),
            Sets::Sessions => None,
        }
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        let mut axis = json!({ "name": self.name, "unit": self.unit, "scale": self.scale.name() });
        if self.sets == Sets::Sessions {
            axis["over"] = json!("sessions");
        }
        axis
    }
}

/// `value` as JSON, a whole number as one.
pub fn number(value: f64) -> Value {
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

/// A place on an axis, for people: "0.45", "60 000", "−1".
pub fn label(x: f64) -> String {
    if x < 0.0 {
        return format!("\u{2212}{}", label(-x));
    }
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
        assert_eq!([128.0, 0.05, -1.0, -0.25].map(|x| number(x).to_string()), ["128", "0.05", "-1", "-0.25"]);
        assert_eq!([-1.0, -0.25].map(label), ["\u{2212}1", "\u{2212}0.25"]);
        assert_eq!([0.45, 0.5, 1.0, 433.21].map(label), ["0.45", "0.5", "1", "433"]);
        assert_eq!(label(60_000.0), "60\u{2009}000");
    }
}

//! What a figure is drawn over: a setting, cases side by side or the parts of a run, and the values it takes.

use super::assignments::{Assignments, assign};
use super::json;
use super::json::entry::Over;
use super::scale::Scale;
use crate::base::text::{grouped, listed};
use crate::experiment::document::insert;
use crate::metrics::samples::TAIL;
use serde_json::{Map, Value, json};

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
    /// Its reads in the order of how long they took: a run is a whole curve. Each value says of how many one takes longer.
    Tail,
    /// States of a device, by how many chunks are free: a run is a whole curve.
    FreeChunks,
    /// These, from 1 on.
    Cases(&'static [Case]),
}

/// One of several experiments side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// What it is called.
    pub title: &'static str,
    /// What makes an experiment one of it, later ones on top.
    pub settings: &'static [Assignments],
    /// A field besides, with a whole number, on top of them.
    pub number: Option<(&'static str, u32)>,
}

impl Case {
    /// Puts it into an experiment.
    pub fn assign(&self, document: &mut Map<String, Value>) {
        assign(document, self.settings);
        self.number.into_iter().for_each(|(path, number)| insert(document, path, json!(number)));
    }
}

impl Sets {
    /// Whether one run has all points of a curve.
    pub fn is_within_a_run(self) -> bool {
        matches!(self, Self::Sessions | Self::Tail | Self::FreeChunks)
    }
}

/// The slowest of so many reads, for each share of [`TAIL`] but the last, which has none that are slower.
const ONE_IN: [f64; TAIL.len() - 1] = {
    let mut one_in = [0.0; TAIL.len() - 1];
    let mut i = 0;
    while i < one_in.len() {
        one_in[i] = 10_000.0 / (10_000 - TAIL[i]) as f64;
        i += 1;
    }
    one_in
};

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
    /// How long reads take, from the faster half on: each value is how many there are to one that takes longer.
    pub const TAIL: Self =
        Self { name: "percentile of reads", unit: "", scale: Scale::Log, grid: Grid::These(&ONE_IN), sets: Sets::Tail };

    /// Over `cases`, each a `name`.
    pub const fn cases(name: &'static str, cases: &'static [Case]) -> Self {
        let grid = Grid::Steps { first: 1, last: cases.len() as u32, step: 1, per: 1 };
        Self { name, unit: "", scale: Scale::Linear, grid, sets: Sets::Cases(cases) }
    }

    /// All its values.
    pub fn values(&self) -> Vec<f64> {
        self.grid.values()
    }

    /// Puts into an experiment what `x` sets; nothing where runs do not differ in it.
    pub fn assign(&self, x: f64, document: &mut Map<String, Value>) {
        match self.sets {
            Sets::Field(path, factor) => insert(document, path, number(x * f64::from(factor))),
            Sets::Cases(_) => self.case(x).into_iter().for_each(|case| case.assign(document)),
            Sets::Sessions | Sets::Tail | Sets::FreeChunks => {}
        }
    }

    /// A place on it, for people: "45 %", "60 000", "DTRS", "P99.9".
    pub fn label(&self, x: f64) -> String {
        match self.sets {
            Sets::Cases(_) => self.case(x).map_or_else(String::new, |case| case.title.into()),
            Sets::Tail => format!("P{}", number(((1.0 - 1.0 / x) * 10_000.0).round() / 100.0)),
            Sets::Field(..) if self.is_share() => format!("{} %", label(100.0 * x)),
            Sets::Field(..) | Sets::Sessions | Sets::FreeChunks => label(x),
        }
    }

    /// A place between its values, with its unit: "39.5 %", "13.49 pages", "36 291 requests".
    pub fn between(&self, x: f64) -> String {
        self.between_all(&[x])
    }

    /// Several of them: "37 % and 45 %", "1.43 and 8.04 pages".
    pub fn between_all(&self, places: &[f64]) -> String {
        let numbers: Vec<String> = places.iter().map(|&x| self.between_values(x)).collect();
        if self.is_share() { listed(&numbers) } else { self.with_unit(&listed(&numbers)) }
    }

    fn between_values(&self, x: f64) -> String {
        match self.is_share() {
            true => format!("{} %", label((1000.0 * x).round() / 10.0)),
            false if x < 1.0 => format!("{x:.3}"),
            false => self.label(x),
        }
    }

    /// How far apart two of its places are: "0.5 points", "0.023".
    pub fn apart(&self, distance: f64) -> String {
        match self.is_share() {
            true => match label((1000.0 * distance).round() / 10.0) {
                one if one == "1" => "1 point".into(),
                points => format!("{points} points"),
            },
            false => self.between_values(distance),
        }
    }

    /// Whether its values are shares of the requests, which papers give in percent.
    pub(super) fn is_share(&self) -> bool {
        matches!(self.name, "sequential ratio" | "write ratio" | "spatial locality")
            && matches!(self.sets, Sets::Field(..))
    }

    /// The same as a condition: "45 %", "all sequential", "8 MiB", "P99.9".
    pub fn words(&self, x: f64) -> String {
        match (self.sets, self.name, self.unit) {
            (Sets::Field(..), "sequential ratio", _) if x == 0.0 => "all random".into(),
            (Sets::Field(..), "sequential ratio", _) if x == 1.0 => "all sequential".into(),
            (Sets::Field(..), "write ratio", _) if x == 0.0 => "all reads".into(),
            (Sets::Field(..), "write ratio", _) if x == 1.0 => "all writes".into(),
            (Sets::Field(..), _, unit) if !unit.is_empty() => format!("{} {unit}", self.label(x)),
            _ => self.label(x),
        }
    }

    /// The same where nothing else says what it is a place of: `60 000 requests`, `α = 1`.
    pub fn named(&self, x: f64) -> String {
        if self.is_share() { self.words(x) } else { self.with_unit(&self.label(x)) }
    }

    /// What a number of a setting is one of: "8 MiB", "60 000 requests", "α = 1". What is no setting has names of its own.
    fn with_unit(&self, number: &str) -> String {
        match (self.sets, self.name, self.unit) {
            (Sets::Field(..), "α", _) => format!("α = {number}"),
            (Sets::Field(..), name, "") => format!("{number} {name}"),
            (Sets::Field(..), _, unit) => format!("{number} {unit}"),
            _ => number.into(),
        }
    }

    /// What is told of it. Where its values are not numbers that say something, each has a name.
    pub fn told(&self) -> json::entry::Axis {
        let names = || self.values().iter().map(|&x| (number(x), self.label(x))).collect();
        json::entry::Axis {
            name: self.name,
            unit: self.unit,
            scale: self.scale,
            over: self.over(),
            names: matches!(self.sets, Sets::Tail | Sets::Cases(_)).then(names),
        }
    }

    /// What parts of a run it is over, if it is.
    pub fn over(&self) -> Option<Over> {
        match self.sets {
            Sets::Sessions => Some(Over::Sessions),
            Sets::Tail => Some(Over::Reads),
            Sets::FreeChunks => Some(Over::Chunks),
            Sets::Field(..) | Sets::Cases(_) => None,
        }
    }

    fn case(&self, x: f64) -> Option<&'static Case> {
        let Sets::Cases(cases) = self.sets else { return None };
        cases.get((x as usize).checked_sub(1)?)
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
    fn the_tail_is_named_by_percentiles_and_cases_by_their_titles() {
        let labels: Vec<String> = Axis::TAIL.values().iter().map(|&x| Axis::TAIL.label(x)).collect();
        assert_eq!(labels[..4], ["P50", "P75", "P85", "P90"]);
        assert_eq!(labels[8..], ["P99", "P99.5", "P99.9", "P99.95", "P99.99"]);
        assert_eq!(Axis::TAIL.values()[8..], [100.0, 200.0, 1000.0, 2000.0, 10_000.0]);
        const CASES: &[Case] = &[
            Case { title: "A", settings: &[], number: None },
            Case { title: "B", settings: &[&[("run.seed", "7")]], number: Some(("run.x", 8)) },
        ];
        let axis = Axis::cases("case", CASES);
        let mut document = Map::new();
        axis.assign(2.0, &mut document);
        assert_eq!(Value::Object(document), json!({ "run": { "seed": 7, "x": 8 } }));
        assert_eq!((axis.values(), axis.label(1.0)), (vec![1.0, 2.0], "A".into()));
        assert_eq!(json::value(axis.told())["names"], json!([[1, "A"], [2, "B"]]));
    }

    #[test]
    fn several_places_have_their_unit_once() {
        let axis = |name, unit| Axis {
            name,
            unit,
            scale: Scale::Linear,
            grid: Grid::hundredths(0, 100, 5),
            sets: Sets::Field("workload.x", 1),
        };
        assert_eq!(axis("request size", "pages").between_all(&[3.451, 16.0]), "3.45 and 16 pages");
        assert_eq!(axis("requests", "").between(36_291.4), "36\u{202f}291 requests");
        assert_eq!(axis("write ratio", "").between_all(&[0.372, 0.45]), "37.2 % and 45 %");
        assert_eq!(Axis::TAIL.between(1000.0), "P99.9", "a name of its own");
    }

    #[test]
    fn a_place_is_told_as_a_condition_with_its_unit() {
        let axis = |name, unit| Axis {
            name,
            unit,
            scale: Scale::Linear,
            grid: Grid::hundredths(0, 100, 5),
            sets: Sets::Field("workload.x", 1),
        };
        let sequential = axis("sequential ratio", "");
        assert_eq!([0.0, 0.45, 1.0].map(|x| sequential.words(x)), ["all random", "45 %", "all sequential"]);
        assert_eq!([0.0, 1.0].map(|x| axis("write ratio", "").words(x)), ["all reads", "all writes"]);
        assert_eq!(axis("write buffer", "MiB").words(8.0), "8 MiB");
        assert_eq!(axis("α", "").words(-0.5), "\u{2212}0.5");
        let named = [axis("α", ""), axis("requests", ""), axis("write buffer", "MiB"), sequential];
        assert_eq!(named.map(|axis| axis.named(0.5)), ["α = 0.5", "0.5 requests", "0.5 MiB", "50 %"]);
        assert_eq!(Axis::TAIL.words(1000.0), "P99.9");
    }

    #[test]
    fn numbers_are_written_as_people_write_them() {
        assert_eq!([128.0, 0.05, -1.0, -0.25].map(|x| number(x).to_string()), ["128", "0.05", "-1", "-0.25"]);
        assert_eq!([-1.0, -0.25].map(label), ["\u{2212}1", "\u{2212}0.25"]);
        assert_eq!([0.45, 0.5, 1.0, 433.21].map(label), ["0.45", "0.5", "1", "433"]);
        assert_eq!(label(60_000.0), "60\u{202f}000");
    }
}

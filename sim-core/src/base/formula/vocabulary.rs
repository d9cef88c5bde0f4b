//! What a formula may speak of.

use serde::Serialize;

/// A quantity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FormulaQuantity"))]
pub struct Quantity {
    /// Its name in a formula.
    pub name: &'static str,
    /// What it is counted in; empty for a plain number.
    pub unit: &'static str,
    /// What it is, in one sentence.
    pub help: &'static str,
}

/// A formula to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FormulaExample"))]
pub struct Example {
    /// What it is called.
    pub title: &'static str,
    /// Its text.
    pub formula: &'static str,
    /// What must be set with it, by dotted path, as JSON text; nothing else matters.
    #[cfg_attr(test, ts(type = "Array<[string, string]>"))]
    pub with: &'static [(&'static str, &'static str)],
    /// The policy that chooses the same, as a kind; none if it is no other's.
    pub equals: Option<&'static str>,
    /// Where the two can differ; empty if nowhere.
    pub differs: &'static str,
}

/// The quantities of one kind of formula, and examples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FormulaVocabulary"))]
pub struct Vocabulary {
    /// What such a formula is of: `victim`.
    #[serde(skip)]
    pub of: &'static str,
    /// What it may name.
    pub quantities: &'static [Quantity],
    /// Formulas to begin with.
    pub examples: &'static [Example],
}

impl Vocabulary {
    /// The place of a quantity among all.
    pub(super) fn place(&self, name: &str) -> Option<u8> {
        self.quantities.iter().position(|quantity| quantity.name == name).map(|place| place as u8)
    }
}

//! A choice of a figure with the values that are tried of it, and their words.

use super::choice::Choice;
use crate::figures::by::By;
use serde_json::Value;

/// A choice that the figure leaves to be made.
#[derive(Debug)]
pub(super) struct Varied {
    pub choice: &'static Choice,
    /// In ascending order, 1 among them.
    pub factors: Vec<f64>,
    /// By factor, in words.
    pub labels: Vec<String>,
    /// An experiment in which it is made, with every field, and what carries that out; none where they differ in its value.
    of: Option<(Value, By)>,
}

impl Varied {
    /// With its values and their words; `of` is an experiment in which it is made.
    pub(super) fn new(choice: &'static Choice, quick: bool, of: Option<(Value, By)>) -> Self {
        let made = Self { choice, factors: choice.factors(quick), labels: Vec::new(), of };
        Self { labels: made.factors.iter().map(|&factor| made.label(factor)).collect(), ..made }
    }

    /// Its value times `factor`, in words; where runs differ in it, the factor.
    fn label(&self, factor: f64) -> String {
        let words = self.of.as_ref().and_then(|(filled, by)| self.choice.words(filled, *by, factor));
        words.unwrap_or_else(|| format!("\u{d7} {factor:.2}"))
    }

    /// The same of a factor between those that are tried.
    pub(super) fn label_about(&self, factor: f64) -> String {
        let words = self.of.as_ref().and_then(|(filled, by)| self.choice.words_about(filled, *by, factor));
        words.unwrap_or_else(|| format!("\u{d7} {factor:.2}"))
    }
}

//! A reading: one way to fill in what a paper leaves open, and what it changes.

use super::basis::Basis;
use crate::figures::assignments::{Assignments, assign};
use crate::figures::condition::Condition;
use crate::figures::json;
use crate::figures::metric::Metric;
use serde_json::{Map, Value, json};

/// A way to fill in what a paper leaves open.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Its word: "F".
    pub id: &'static str,
    /// What it is, in a few words.
    pub name: &'static str,
    /// Why one may read the paper so.
    pub reason: &'static str,
    /// What it rests on.
    pub basis: Basis,
    /// Where it comes from, in a sentence.
    pub source: &'static str,
    /// Claims by whose numbers one of its settings was chosen: that they come out by it is no prediction.
    pub chosen_for: &'static [&'static str],
    /// What changes in all runs.
    pub settings: Assignments,
    /// What changes in those of a system besides.
    pub systems: &'static [(&'static str, Assignments)],
    /// Numbers that a figure's runs set, each multiplied by so much: `("workload.burst", 4.0)`.
    pub factors: &'static [(&'static str, f64)],
    /// What is judged by another measure: this, by that. Empty where what is measured stays what it is.
    pub measures: &'static [(Metric, Metric)],
    /// How many of a figure's seeds it is carried out with: fewer than all where runs are many and long.
    pub seeds: usize,
}

impl Reading {
    /// Puts its changes into an experiment of `system`.
    pub fn assign(&self, system: &str, document: &mut Map<String, Value>) {
        assign(document, &[self.settings]);
        self.systems.iter().filter(|(id, _)| *id == system).for_each(|(_, settings)| assign(document, &[settings]));
    }

    /// Multiplies the numbers that it has factors for, where an experiment sets them. Whole ones stay whole.
    pub fn multiply(&self, document: &mut Value) {
        for (path, factor) in self.factors {
            if let Some(number) = document.pointer_mut(&format!("/{}", path.replace('.', "/")))
                && let Some(set) = number.as_f64()
            {
                let product = set * factor;
                let is_whole = number.is_u64() && product.fract() == 0.0;
                *number = if is_whole { json!(product as u64) } else { json!(product) };
            }
        }
    }

    /// Whether it changes any run, rather than only what is judged of them.
    pub fn changes_runs(&self) -> bool {
        !(self.settings.is_empty() && self.systems.is_empty() && self.factors.is_empty())
    }

    /// `condition`, as it is judged by it.
    pub fn read(&self, condition: &Condition) -> Condition {
        let other = self.measures.iter().find(|(metric, _)| *metric == condition.metric);
        Condition { metric: other.map_or(condition.metric, |(_, by)| *by), ..*condition }
    }

    /// Its changes, as one sets them: `device.preset=flashsim-raw; dftl: device.over_provisioning=0.064; workload.rate × 1.5`.
    pub fn changes(&self) -> String {
        let of_systems = self.systems.iter().map(|(system, settings)| format!("{system}: {}", listed(settings)));
        let of_all = Some(listed(self.settings)).filter(|changes| !changes.is_empty());
        let multiplied = self.factors.iter().map(|(path, factor)| format!("{path} × {factor}")).collect::<Vec<_>>();
        let of_numbers = Some(multiplied.join(", ")).filter(|changes| !changes.is_empty());
        // One stands for the other, and where both are told the other way round too: said once.
        let of_measures =
            self.measures.first().map(|(of, by)| format!("{} in the place of {}", by.title(), of.title()));
        of_all.into_iter().chain(of_systems).chain(of_numbers).chain(of_measures).collect::<Vec<_>>().join("; ")
    }

    /// What is told of it.
    pub fn told(&self) -> json::entry::Reading {
        let Self { id, name, reason, basis, source, .. } = *self;
        json::entry::Reading { id, name, reason, basis, source, settings: self.changes() }
    }
}

fn listed(settings: Assignments) -> String {
    let words = settings.iter().map(|(path, value)| format!("{path}={}", value.trim_matches('"')));
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Reading = Reading {
        id: "",
        name: "",
        reason: "",
        basis: Basis::Assumed,
        source: "",
        chosen_for: &[],
        settings: &[],
        systems: &[],
        factors: &[],
        measures: &[],
        seeds: 1,
    };

    #[test]
    fn another_measure_is_judged_in_the_same_runs() {
        let measures = &[(Metric::EraseCv, Metric::EraseStdDev), (Metric::EraseStdDev, Metric::EraseCv)];
        let reading = Reading { measures, ..NOTHING };
        assert!(!reading.changes_runs() && Reading { factors: &[("workload.rate", 2.0)], ..NOTHING }.changes_runs());
        assert_eq!(
            reading.changes(),
            "standard deviation of erases in the place of coefficient of variation of erases"
        );
        let spread =
            crate::figures::clash::seq::FIGURE.claims.iter().find(|claim| claim.id == "C9").unwrap().conditions;
        assert_eq!((spread[0].metric, reading.read(&spread[0]).metric), (Metric::EraseCv, Metric::EraseStdDev));
        assert_eq!(reading.read(&spread[4]).metric, Metric::EraseCv, "told beside");
    }

    #[test]
    fn factors_multiply_what_is_set_and_nothing_else() {
        let factors = &[("workload.rate", 1.5), ("workload.burst", 2.0)];
        let reading = Reading { factors, ..NOTHING };
        let mut document = json!({ "workload": { "rate": 30, "kind": "mix" } });
        reading.multiply(&mut document);
        assert_eq!(document, json!({ "workload": { "rate": 45, "kind": "mix" } }));
        reading.multiply(&mut document);
        assert_eq!(document["workload"]["rate"], json!(67.5));
        assert_eq!(reading.changes(), "workload.rate × 1.5, workload.burst × 2");
    }
}

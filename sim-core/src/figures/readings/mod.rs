//! Readings of the papers: what a paper leaves open can be filled in more than one way, and a claim can depend on which. A reading is
//! stated for a paper as a whole and all of its figures are carried out by it; where a claim's numbers led to a setting of it, that is told.
//!
//! Our own reading is what the figures' files say. The others are here, a file a paper: each a few changes to it, with the reason and
//! where it comes from. What a paper says that does not go together is stated with them.

use super::assignments::{Assignments, assign};
use super::condition::Condition;
use super::json;
use super::metric::Metric;
use crate::base::text::listed as listed_words;
use serde::{Deserialize, Serialize};
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

/// What a reading rests on: a reader is not to take for the paper's what was assumed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ReadingBasis"))]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// What was published: the paper, or the source of a simulator.
    Published,
    /// That in part; the rest is assumed.
    Partly,
    /// Nothing that was published: it is assumed.
    Assumed,
}

impl Basis {
    /// What leads to where a reading comes from.
    pub fn lead(self) -> &'static str {
        if self == Self::Assumed { "" } else { "Source: " }
    }

    /// What follows its name; empty where it was published.
    pub fn words(self) -> &'static str {
        match self {
            Self::Published => "",
            Self::Partly => "in part assumed here",
            Self::Assumed => "assumed here",
        }
    }
}

/// Two statements of a paper about one setting that exclude each other if something is so that the paper leaves open.
#[derive(Debug)]
pub struct Contradiction {
    /// What it says,
    pub says: &'static str,
    /// and what it says elsewhere.
    pub but: &'static str,
    /// The setting that both are about.
    pub setting: &'static str,
    /// The claims that it concerns, each with what is measured there in its figure.
    pub measured: &'static [(&'static str, Condition)],
}

impl Contradiction {
    /// What leads to the two statements.
    pub const LEAD: &'static str = "Two statements that may not go together.";
}

/// What is to be known about the reading of a paper.
#[derive(Debug)]
pub struct Paper {
    /// The paper, as its figures name it.
    pub paper: &'static str,
    /// Other readings than ours.
    pub readings: &'static [Reading],
    /// Claims by whose numbers a setting of our own reading was chosen.
    pub ours_chosen_for: &'static [&'static str],
    /// Where it may contradict itself.
    pub contradictions: &'static [Contradiction],
}

/// `file,` for each paper: such a line declares the file's module and puts its `PAPER` in [`PAPERS`].
macro_rules! papers {
    ($($file:ident,)*) => {
        $(mod $file;)*

        /// The papers of which there is more than one reading.
        pub const PAPERS: &[Paper] = &[$($file::PAPER),*];
    };
}

papers! {
    spects,  // C-lash, SPECTS 2011
    sympa,   // C-lash, SympA 2011
    nctu,    // l-buffer, thesis of 2011
    ttflash, // ttFlash, FAST 2017
}

/// Other readings of `paper` than ours.
pub fn of(paper: &str) -> &'static [Reading] {
    find(paper).map_or(&[], |found| found.readings)
}

/// The contradictions of `paper` that concern `claim`, each with what is measured in its figure.
pub fn contradictions(paper: &str, claim: &str) -> Vec<(&'static Contradiction, &'static Condition)> {
    let all = find(paper).map_or(&[][..], |found| found.contradictions).iter();
    let concerns = |contradiction: &'static Contradiction| {
        let of_claim = contradiction.measured.iter().filter(|(id, _)| *id == claim);
        of_claim.map(move |(_, condition)| (contradiction, condition))
    };
    all.flat_map(concerns).collect()
}

/// Which readings of `papers` have a setting that was chosen by the numbers of one of `claims`: `Chosen by experiment for a claim's numbers,
/// which are then no prediction: our own reading for C1; F for C1 and C3.` None where none has.
pub fn chosen(papers: &[&str], claims: &[&str]) -> Option<String> {
    let of_papers = || papers.iter().filter_map(|paper| find(paper));
    let ours = of_papers().map(|paper| ("our own reading", paper.ours_chosen_for));
    let others = of_papers().flat_map(|paper| paper.readings).map(|reading| (reading.id, reading.chosen_for));
    let mut told: Vec<String> = Vec::new();
    for (reading, chosen_for) in ours.chain(others) {
        let meant: Vec<String> = chosen_for.iter().filter(|id| claims.contains(id)).map(|id| (*id).into()).collect();
        let words = format!("{reading} for {}", listed_words(&meant));
        if !meant.is_empty() && !told.contains(&words) {
            told.push(words);
        }
    }
    let lead = "Chosen by experiment for a claim's numbers, which are then no prediction";
    (!told.is_empty()).then(|| format!("{lead}: {}.", told.join("; ")))
}

fn find(paper: &str) -> Option<&'static Paper> {
    PAPERS.iter().find(|known| known.paper == paper)
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
    pub fn told(&self) -> json::Reading {
        let Self { id, name, reason, basis, source, .. } = *self;
        json::Reading { id, name, reason, basis, source, settings: self.changes() }
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
        let spread = super::super::clash::seq::FIGURE.claims.iter().find(|claim| claim.id == "C9").unwrap().conditions;
        assert_eq!((spread[0].metric, reading.read(&spread[0]).metric), (Metric::EraseCv, Metric::EraseStdDev));
        assert_eq!(reading.read(&spread[4]).metric, Metric::EraseCv, "told beside");
    }

    #[test]
    fn a_reading_chosen_for_a_claim_is_named_where_that_claim_is() {
        let [spects, sympa] = [super::super::clash::SPECTS, super::super::clash::SYMPA];
        let told = chosen(&[spects], &["C1", "C2", "C3"]);
        let lead = "Chosen by experiment for a claim's numbers, which are then no prediction: ";
        assert_eq!(told, Some(format!("{lead}our own reading for C1; F for C1 and C3.")));
        assert_eq!(chosen(&[sympa], &["C10"]), None);
        assert_eq!(chosen(&[], &["C1"]), None);
    }

    #[test]
    fn whom_a_reading_was_chosen_for_is_a_claim_of_a_paper_that_has_it() {
        for paper in PAPERS {
            let readings = paper.readings.iter().flat_map(|reading| reading.chosen_for);
            for id in readings.chain(paper.ours_chosen_for) {
                let is_of_claim =
                    |figure: &&crate::figures::figure::Figure| figure.claims.iter().any(|claim| claim.id == *id);
                assert!(crate::figures::FIGURES.iter().copied().any(|figure| is_of_claim(&figure)), "{id}");
            }
        }
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

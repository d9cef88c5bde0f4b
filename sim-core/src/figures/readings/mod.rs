//! Readings of the papers: what a paper leaves open can be filled in more than one way, and a claim can depend on which. A reading is
//! stated for a paper as a whole and all of its figures are carried out by it; where a claim's numbers led to a setting of it, that is told.
//!
//! Our own reading is what the figures' files say. The others are here, a file a paper: each a few changes to it, with the reason and
//! where it comes from. What a paper says that does not go together is stated with them.
//!
//! - `basis.rs` what a reading rests on · `reading.rs` a reading · `paper.rs` those of a paper, and its contradictions
//!
//! Here: the list of papers, and what is asked of it.

pub mod basis;
pub mod paper;
pub mod reading;

use crate::base::text::listed;
use crate::figures::condition::Condition;
use paper::{Contradiction, Paper};
use reading::Reading;

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
        let words = format!("{reading} for {}", listed(&meant));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::clash::setup::{SPECTS, SYMPA};

    #[test]
    fn a_reading_chosen_for_a_claim_is_named_where_that_claim_is() {
        let [spects, sympa] = [SPECTS, SYMPA];
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
}

//! The choice of the entry that leaves the cache, in words.

use crate::flash::decision::{Decision, LISTED, Row};

/// An entry that may leave.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// What it maps: "LPN 17".
    pub name: String,
    /// Whether the flash has it otherwise.
    pub dirty: bool,
}

/// How many candidates are told: the first that would leave, and the last.
pub(crate) const TOLD: usize = LISTED - 1;

/// Why the first of `leaving` leaves; the last is listed too if there are more than [`TOLD`], of `candidates` in all.
pub(crate) fn decision(op: u64, rule: &str, leaving: &[Candidate], candidates: usize) -> Decision {
    let rows: Vec<Row> = leaving.iter().enumerate().map(|(place, candidate)| row(candidate, place == 0)).collect();
    let chosen = rows.first().map(|row| row.label.clone()).unwrap_or_default();
    let news = match leaving.first().is_some_and(|candidate| candidate.dirty) {
        true => "it is dirty, so its translation page is read and rewritten",
        false => "it is clean, so it is simply dropped",
    };
    Decision {
        op,
        question: "Why this entry?".into(),
        rule: rule.into(),
        columns: vec!["state".into(), "costs".into()],
        headline: ["The entry of **", &chosen, "** leaves the cache: ", news, "."].concat(),
        rows,
        candidates,
        tie: None,
        ..Decision::default()
    }
}

fn row(candidate: &Candidate, chosen: bool) -> Row {
    let (state, costs) = if candidate.dirty { ("dirty", "a read and a program") } else { ("clean", "nothing") };
    Row { label: candidate.name.clone(), block: None, chosen, cells: vec![state.into(), costs.into()], share: None }
}

//! What a paper says of its figure.

use super::claimed_place::ClaimedPlace;
use super::condition::Condition;

/// A statement of a paper, with what must hold for it.
#[derive(Debug)]
pub struct Claim {
    /// Its number.
    pub id: &'static str,
    /// The statement.
    pub statement: &'static str,
    /// What must hold, all of it. Nothing: it cannot be tested here, and the note says why.
    pub conditions: &'static [Condition],
    /// Whether it is known not to come out at the paper's position: judged all the same, and no failure of the model.
    pub report_only: bool,
    /// Whether it is ours: no statement of the paper, but one that helps to understand its claims. Told apart, and not counted among them.
    pub is_ours: bool,
    /// Whose bounds its conditions have.
    pub bounds: Bounds,
    /// Why it cannot hold whatever a paper leaves open, in two lines: what follows from what; none where nothing says so.
    pub proof: Option<[&'static str; 2]>,
    /// Where on the charts the paper puts it, what it says first in front.
    pub places: &'static [ClaimedPlace],
    /// What to know about the verdict, whichever it is: choices that the paper leaves open. May be empty.
    pub note: &'static str,
}

/// Whose bounds a claim is judged by.
#[derive(Clone, Copy, Debug)]
pub enum Bounds {
    /// The paper's, as they are.
    Paper,
    /// The paper's numbers, with a tolerance of ours.
    Widened(&'static str),
    /// Ours: what is judged is said without a number.
    Ours(&'static str),
    /// Nothing is judged.
    Nothing,
}

impl Bounds {
    /// The same as a sentence; none where nothing is judged. Where curves have to cross, [`Claim::bounds_words`] says.
    pub(super) fn words(self) -> Option<String> {
        match self {
            Self::Paper => Some("The bounds are the paper's own.".into()),
            Self::Widened(by) => Some(format!(
                "The bounds are the paper's numbers with a tolerance of ours, as the runs are not the paper's: {by}."
            )),
            Self::Ours(chosen) => {
                Some(format!("The bounds are ours, as what is judged is said without a number: {chosen}."))
            }
            Self::Nothing => None,
        }
    }
}

//! What is to be said of a claim in the end: by our own reading of its paper, by other readings of it, and by arithmetic.

use serde::{Deserialize, Serialize};

/// What came of a claim by one reading of its paper, or of one of its inequalities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClaimJudgement"))]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// It does not hold.
    Fails,
    /// What it speaks of does not occur.
    NothingToJudge,
    /// It holds.
    Holds,
}

impl Judgement {
    /// Of what is judged.
    pub fn of(held: bool) -> Self {
        if held { Self::Holds } else { Self::Fails }
    }

    /// Whether it is shown to hold.
    pub fn is_held(self) -> bool {
        self == Self::Holds
    }

    /// Of several inequalities that must all hold: none where there is none.
    pub fn of_all(judged: impl Iterator<Item = Self>) -> Option<Self> {
        // One that fails decides, and then one that shows nothing.
        judged.min()
    }
}

/// What came of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClaimVerdict"))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It holds by our own reading.
    Reproduced,
    /// It does not, but by another reading of the same paper.
    ReproducedUnder,
    /// It holds by none that was tried.
    NotReproduced,
    /// It holds by none, and it is proved that it cannot.
    Impossible,
    /// Nothing can be measured here.
    NotTested,
}

/// What a verdict is made from.
#[derive(Clone, Copy, Debug)]
pub struct Grounds<'a> {
    /// Whether anything is measured for it.
    pub is_tested: bool,
    /// Whether there is a proof that it cannot hold.
    pub is_refuted: bool,
    /// What came of it by our own reading; none as long as runs are missing.
    pub ours: Option<Judgement>,
    /// The same by each other reading.
    pub others: &'a [Option<Judgement>],
}

impl Verdict {
    /// The verdict; none as long as a run that could decide it is missing. A measurement comes before a proof: what was seen is possible.
    pub fn of(grounds: Grounds<'_>) -> Option<Self> {
        let Grounds { is_tested, is_refuted, ours, others } = grounds;
        let is_missing = || ours.is_none() || others.contains(&None);
        let holds = Some(Judgement::Holds);
        let shows_nothing = |judged: &Option<Judgement>| *judged == Some(Judgement::NothingToJudge);
        match () {
            () if !is_tested && is_refuted => Some(Self::Impossible),
            () if !is_tested => Some(Self::NotTested),
            () if ours == holds => Some(Self::Reproduced),
            // Ours comes first: it could still hold.
            () if ours.is_some() && others.contains(&holds) => Some(Self::ReproducedUnder),
            () if is_missing() => None,
            () if is_refuted => Some(Self::Impossible),
            () if shows_nothing(&ours) && others.iter().all(shows_nothing) => Some(Self::NotTested),
            () => Some(Self::NotReproduced),
        }
    }

    /// The word for it, in a sentence.
    pub fn word(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::ReproducedUnder => "reproduced under another reading",
            Self::NotReproduced => "not reproduced",
            Self::Impossible => "impossible",
            Self::NotTested => "not tested",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const YES: Option<Judgement> = Some(Judgement::Holds);
    const NO: Option<Judgement> = Some(Judgement::Fails);
    const NOTHING: Option<Judgement> = Some(Judgement::NothingToJudge);

    fn verdict(ours: Option<Judgement>, others: &[Option<Judgement>], is_refuted: bool) -> Option<Verdict> {
        Verdict::of(Grounds { is_tested: true, is_refuted, ours, others })
    }

    #[test]
    fn our_own_reading_comes_first_then_any_other() {
        assert_eq!(verdict(YES, &[], false), Some(Verdict::Reproduced));
        assert_eq!(verdict(YES, &[NO, YES], false), Some(Verdict::Reproduced));
        assert_eq!(verdict(NO, &[NO, YES], false), Some(Verdict::ReproducedUnder));
        assert_eq!(verdict(NO, &[NO, NO], false), Some(Verdict::NotReproduced));
        assert_eq!(verdict(NO, &[], false), Some(Verdict::NotReproduced));
    }

    #[test]
    fn where_there_is_nothing_to_judge_nothing_is_reproduced() {
        assert_eq!(verdict(NOTHING, &[NOTHING, YES], false), Some(Verdict::ReproducedUnder));
        assert_eq!(verdict(NOTHING, &[NOTHING, NO], false), Some(Verdict::NotReproduced));
        assert_eq!(verdict(NO, &[NOTHING], false), Some(Verdict::NotReproduced));
        assert_eq!(verdict(NOTHING, &[NOTHING], false), Some(Verdict::NotTested));
        assert_eq!(verdict(NOTHING, &[None], false), None);
        let of_all = |judged: &[Judgement]| Judgement::of_all(judged.iter().copied());
        assert_eq!(of_all(&[Judgement::Holds, Judgement::NothingToJudge]), NOTHING);
        assert_eq!(of_all(&[Judgement::NothingToJudge, Judgement::Fails]), NO);
        assert_eq!((of_all(&[Judgement::Holds; 2]), of_all(&[])), (YES, None));
    }

    #[test]
    fn a_proof_decides_only_where_nothing_was_seen() {
        assert_eq!(verdict(NO, &[NO], true), Some(Verdict::Impossible));
        assert_eq!(verdict(NO, &[YES], true), Some(Verdict::ReproducedUnder));
        assert_eq!(verdict(YES, &[], true), Some(Verdict::Reproduced));
    }

    #[test]
    fn there_is_none_before_the_runs_that_decide_it_are_there() {
        assert_eq!(verdict(YES, &[None], false), Some(Verdict::Reproduced));
        assert_eq!(verdict(NO, &[YES, None], false), Some(Verdict::ReproducedUnder));
        assert_eq!(verdict(NO, &[NO, None], false), None);
        assert_eq!(verdict(NO, &[None], true), None);
        assert_eq!(verdict(None, &[YES], false), None);
    }

    #[test]
    fn what_nothing_is_measured_for_is_impossible_or_not_tested() {
        let untested = |is_refuted| Verdict::of(Grounds { is_tested: false, is_refuted, ours: None, others: &[None] });
        assert_eq!((untested(false), untested(true)), (Some(Verdict::NotTested), Some(Verdict::Impossible)));
    }
}

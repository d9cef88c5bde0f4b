//! What a paper says of its figure, and whether it is so here.

use super::claimed_place::ClaimedPlace;
use super::condition::{Condition, Finding};
use super::crossing_bounds;
use super::figure::Figure;
use super::json;
use super::numbers;
use super::plan::Plan;
use super::readings::contradictions;
use super::readings::paper::Contradiction;
use super::readings::reading::Reading;
use super::table::Table;
use super::verdict::{Grounds, Judgement, Verdict};
use serde_json::Value;

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
    fn words(self) -> Option<String> {
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

/// What came of a claim.
#[derive(Clone, Debug)]
pub struct Judged<'a> {
    /// The claim.
    pub claim: &'static Claim,
    plan: &'a Plan,
    ours: Findings,
    /// By other reading of the plan.
    others: Vec<Findings>,
    contradicted: Vec<(&'static Contradiction, Option<Finding>)>,
}

/// What came of a claim by one reading: by condition, none as long as points are missing.
#[derive(Clone, Debug)]
pub struct Findings(Vec<Option<Finding>>);

impl Claim {
    /// Whose bounds judge it as a claim of `figure`, in sentences, and between which places curves have to cross; none where nothing is judged.
    pub fn bounds_words(&self, figure: &Figure) -> Option<String> {
        let crossings = crossing_bounds::words(figure, self.conditions);
        self.bounds.words().map(|words| [words].into_iter().chain(crossings).collect::<Vec<_>>().join(" "))
    }

    /// Judges it by the table of our own reading and by those of the `others`, as far as the points that it needs are there.
    pub fn judge<'a>(&'static self, ours: &Table<'a>, others: &[Table<'a>]) -> Judged<'a> {
        let by = |table: &Table<'a>| Findings(self.conditions.iter().map(|condition| condition.judge(table)).collect());
        let read = |(reading, table): (&Reading, &Table<'a>)| {
            Findings(self.conditions.iter().map(|condition| reading.read(condition).judge(table)).collect())
        };
        let stated = contradictions(ours.plan.figure.paper, self.id);
        Judged {
            claim: self,
            plan: ours.plan,
            ours: by(ours),
            others: ours.plan.readings.iter().zip(others).map(read).collect(),
            contradicted: stated.into_iter().map(|(stated, there)| (stated, there.judge(ours))).collect(),
        }
    }
}

impl Findings {
    /// What came of the claim; none where it is not tested.
    pub fn judgement(&self) -> Option<Judgement> {
        Judgement::of_all(self.found()?.iter().map(|finding| finding.judgement))
    }

    /// Whether the claim holds, likewise.
    pub fn held(&self) -> Option<bool> {
        self.judgement().map(Judgement::is_held)
    }

    /// Whether the same is measured as by `ours`, to the digits told: a reading that changes nothing here is no second witness.
    pub fn is_as(&self, ours: &Self) -> bool {
        self.judgement().is_some() && self.judgement() == ours.judgement() && self.measured() == ours.measured()
    }

    /// What was found, by condition and what is told beside; none as long as points are missing.
    pub fn found(&self) -> Option<Vec<&Finding>> {
        self.0.iter().map(Option::as_ref).collect()
    }

    fn measured(&self) -> Option<String> {
        joined(self.found().unwrap_or_default().iter().map(|finding| finding.measured.clone()).collect())
    }
}

impl Judged<'_> {
    /// The figure that it is a claim of.
    pub fn figure(&self) -> &'static Figure {
        self.plan.figure
    }

    /// Whether it holds by our own reading; none where it is not tested.
    pub fn held(&self) -> Option<bool> {
        self.ours.held()
    }

    /// What is to be said of it in the end; none as long as runs are missing.
    pub fn verdict(&self) -> Option<Verdict> {
        let others: Vec<Option<Judgement>> = self.others.iter().map(Findings::judgement).collect();
        Verdict::of(Grounds {
            is_tested: !self.claim.conditions.is_empty(),
            is_refuted: self.claim.proof.is_some(),
            ours: self.ours.judgement(),
            others: &others,
        })
    }

    /// The same in words: "reproduced under K, F", "ours, not the paper's: reproduced".
    pub fn verdict_words(&self) -> String {
        let whose = if self.claim.is_ours { "ours, not the paper's: " } else { "" };
        format!("{whose}{}", self.came_words())
    }

    fn came_words(&self) -> String {
        let Some(verdict) = self.verdict() else {
            let open = match self.ours.judgement() {
                Some(Judgement::NothingToJudge) => "nothing to judge by our own reading, the others not computed",
                Some(_) => "not by our own reading, the others not computed",
                None => "not computed yet",
            };
            return open.into();
        };
        let holding: Vec<&str> =
            self.read().filter(|(_, findings)| findings.held() == Some(true)).map(|(reading, _)| reading.id).collect();
        let only = if self.claim.report_only { ", reported only" } else { "" };
        match verdict {
            Verdict::ReproducedUnder => format!("reproduced under {}", holding.join(", ")),
            Verdict::NotReproduced => format!("{}{only}", verdict.word()),
            _ => verdict.word().into(),
        }
    }

    /// What must hold, one sentence per condition.
    pub fn claimed(&self) -> Vec<String> {
        let asked = self.claim.conditions.iter().filter(|condition| condition.is_asked());
        asked.map(|condition| condition.claimed(self.plan)).collect()
    }

    /// What was found by our own reading.
    pub fn found(&self) -> Option<Vec<&Finding>> {
        self.ours.found()
    }

    /// The findings by our own reading.
    pub fn ours(&self) -> &Findings {
        &self.ours
    }

    /// The other readings, each with what was found by it; empty where nothing is asked.
    pub fn read(&self) -> impl Iterator<Item = (&'static Reading, &Findings)> {
        self.plan.readings.iter().zip(&self.others).filter(|_| !self.claim.conditions.is_empty())
    }

    /// Statements that exclude each other, of which it is one, each with what is measured there.
    pub fn contradicted(&self) -> &[(&'static Contradiction, Option<Finding>)] {
        &self.contradicted
    }

    /// What to know about it.
    pub fn note(&self) -> Option<&'static str> {
        match self.found() {
            None => Some("not computed yet"),
            Some(_) => Some(self.claim.note).filter(|note| !note.is_empty()),
        }
    }

    /// What is told of it, beside the `series` of its figure as they are told.
    pub fn told(&self, series: &Value) -> json::Claim {
        let asked = self.claim.conditions.iter().zip(&self.ours.0).filter(|(condition, _)| condition.is_asked());
        let marks = asked.map(|(condition, finding)| condition.mark(self.plan.figure, finding.as_ref()));
        let read = |(reading, findings): (&'static Reading, &Findings)| json::ReadClaim {
            id: reading.id,
            name: reading.name,
            basis: reading.basis,
            settings: reading.changes(),
            held: findings.held(),
            judgement: findings.judgement(),
            no_effect: findings.is_as(&self.ours),
            measured: findings.measured(),
        };
        let contradicted = |(stated, found): &(&'static Contradiction, Option<Finding>)| json::Contradiction {
            says: stated.says,
            but: stated.but,
            lead: Contradiction::LEAD,
            setting: stated.setting,
            measured: found.as_ref().map(|found| found.measured.clone()),
        };
        json::Claim {
            id: self.claim.id,
            statement: self.claim.statement,
            claimed: joined(self.claimed()),
            measured: self.ours.measured(),
            held: self.held(),
            judgement: self.ours.judgement(),
            verdict: self.verdict(),
            readings: self.read().map(read).collect(),
            proof: self.claim.proof,
            contradictions: self.contradicted.iter().map(contradicted).collect(),
            numbers: numbers::of(self.plan.figure, self.claim.id, series),
            report_only: self.claim.report_only,
            is_ours: self.claim.is_ours,
            bounds: self.claim.bounds_words(self.plan.figure),
            note: self.note(),
            marks: marks.collect(),
        }
    }
}

fn joined(sentences: Vec<String>) -> Option<String> {
    (!sentences.is_empty()).then(|| sentences.join("; "))
}

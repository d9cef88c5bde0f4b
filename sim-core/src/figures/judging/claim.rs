//! Whether a claim holds, by our own reading of its paper and by the others.

use super::condition::Finding;
use super::crossing_bounds;
use crate::figures::claim::Claim;
use crate::figures::figure::Figure;
use crate::figures::json;
use crate::figures::numbers;
use crate::figures::plan::Plan;
use crate::figures::readings::contradictions;
use crate::figures::readings::paper::Contradiction;
use crate::figures::readings::reading::Reading;
use crate::figures::table::Table;
use crate::figures::verdict::{Grounds, Judgement, Verdict};
use serde_json::Value;

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
    pub fn told(&self, series: &Value) -> json::claim::Claim {
        let asked = self.claim.conditions.iter().zip(&self.ours.0).filter(|(condition, _)| condition.is_asked());
        let marks = asked.map(|(condition, finding)| condition.mark(self.plan.figure, finding.as_ref()));
        let read = |(reading, findings): (&'static Reading, &Findings)| json::claim::ReadClaim {
            id: reading.id,
            name: reading.name,
            basis: reading.basis,
            settings: reading.changes(),
            held: findings.held(),
            judgement: findings.judgement(),
            no_effect: findings.is_as(&self.ours),
            measured: findings.measured(),
        };
        let contradicted = |(stated, found): &(&'static Contradiction, Option<Finding>)| json::claim::Contradiction {
            says: stated.says,
            but: stated.but,
            lead: Contradiction::LEAD,
            setting: stated.setting,
            measured: found.as_ref().map(|found| found.measured.clone()),
        };
        json::claim::Claim {
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

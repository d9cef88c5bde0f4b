//! What a paper says of its figure, and whether it is so here.

use super::claimed_place::ClaimedPlace;
use super::condition::{Condition, Finding};
use super::json;
use super::plan::Plan;
use super::table::Table;

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
    /// Where on the charts the paper puts it, what it says first in front.
    pub places: &'static [ClaimedPlace],
    /// What to know about the verdict, whichever it is: choices that the paper leaves open. May be empty.
    pub note: &'static str,
}

/// What came of a claim.
#[derive(Clone, Debug)]
pub struct Judged<'a> {
    /// The claim.
    pub claim: &'static Claim,
    plan: &'a Plan,
    /// By condition; none as long as points are missing.
    findings: Vec<Option<Finding>>,
}

impl Claim {
    /// Judges it by `table`, as far as the points that it needs are there.
    pub fn judge<'a>(&'static self, table: &Table<'a>) -> Judged<'a> {
        let findings = self.conditions.iter().map(|condition| condition.judge(table)).collect();
        Judged { claim: self, plan: table.plan, findings }
    }
}

impl Judged<'_> {
    /// Whether it holds; none where it is not tested.
    pub fn held(&self) -> Option<bool> {
        let findings = self.found()?;
        (!findings.is_empty()).then(|| findings.iter().all(|finding| finding.held))
    }

    /// The verdict in words, without whether it is only reported.
    fn verdict_alone(&self) -> &'static str {
        match self.held() {
            Some(true) => "reproduced",
            Some(false) => "not reproduced",
            None => "not tested",
        }
    }

    /// The verdict in words.
    pub fn verdict(&self) -> String {
        let only = if self.claim.report_only { ", reported only" } else { "" };
        format!("{}{only}", self.verdict_alone())
    }

    /// What must hold, one sentence per condition.
    pub fn claimed(&self) -> Vec<String> {
        let asked = self.claim.conditions.iter().filter(|condition| condition.is_asked());
        asked.map(|condition| condition.claimed(self.plan)).collect()
    }

    /// What was found, by condition and what is told beside; none as long as points are missing.
    pub fn found(&self) -> Option<Vec<&Finding>> {
        self.findings.iter().map(Option::as_ref).collect()
    }

    /// What to know about it.
    pub fn note(&self) -> Option<&'static str> {
        match self.found() {
            None => Some("not computed yet"),
            Some(_) => Some(self.claim.note).filter(|note| !note.is_empty()),
        }
    }

    /// What is told of it.
    pub fn told(&self) -> json::Claim {
        let joined = |sentences: Vec<String>| (!sentences.is_empty()).then(|| sentences.join("; "));
        let measured = self.found().unwrap_or_default().iter().map(|finding| finding.measured.clone()).collect();
        let asked = self.claim.conditions.iter().zip(&self.findings).filter(|(condition, _)| condition.is_asked());
        let marks = asked.map(|(condition, finding)| condition.mark(self.plan.figure, finding.as_ref()));
        json::Claim {
            id: self.claim.id,
            statement: self.claim.statement,
            claimed: joined(self.claimed()),
            measured: joined(measured),
            held: self.held(),
            report_only: self.claim.report_only,
            note: self.note(),
            marks: marks.collect(),
        }
    }
}

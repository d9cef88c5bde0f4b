//! What of a claim is tried: all of it with our own settings, and where little work is to be done, with others only what comes nearest to
//! its bound.

use super::decisive;
use super::trial::{Came, Judged, Tried};
use crate::figures::claim::Claim;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::Source;
use crate::figures::judging::condition::Finding;
use crate::figures::measure::Measure;
use crate::figures::plan::{Plan, Run};
use crate::figures::readings::reading::Reading;
use crate::figures::table::Table;
use crate::figures::verdict::Judgement;

/// Some of a claim's conditions, and the runs that they speak of.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// As they are judged.
    pub conditions: Vec<Condition>,
    /// The figure at the values of the axis that they take.
    pub plan: Plan,
    /// By run of that plan, whether they speak of it.
    pub taken: Vec<bool>,
    /// Those, each as the plan of the whole claim has it.
    pub runs: Vec<Run>,
}

impl Part {
    /// All of `claim`, as `reading` judges it.
    pub(super) fn whole(plan: &Plan, claim: &Claim, reading: Option<&Reading>) -> Self {
        let asked = claim.conditions.iter().filter(|condition| condition.is_asked());
        let read = |condition: &Condition| reading.map_or(*condition, |reading| reading.read(condition));
        Self::of(plan, plan.clone(), asked.map(read).collect())
    }

    /// Of this one's conditions the one that comes nearest to failing in what was `tried`, at the points that decide it; all where that is
    /// not to be said.
    pub(super) fn nearest(&self, tried: &[Option<Tried>]) -> Self {
        let Came::Judged(judged) = self.came(tried) else { return self.clone() };
        let measures: Vec<Measure> = tried.iter().flatten().flatten().cloned().collect();
        let nearest = self.conditions[judged.nearest];
        let xs = decisive::points(&nearest, &self.table(measures));
        Self::of(&self.plan, Plan { xs, ..self.plan.clone() }, vec![nearest])
    }

    /// What came of the runs of one trial.
    pub(super) fn came(&self, tried: &[Option<Tried>]) -> Came {
        let mut measures = Vec::with_capacity(tried.len());
        for one in tried {
            match one {
                None => return Came::Open,
                Some(Err(reason)) => return Came::Refused(reason.clone()),
                Some(Ok(measure)) => measures.push(measure.clone()),
            }
        }
        if measures.len() < self.runs.len() {
            return Came::Open;
        }
        let table = self.table(measures);
        let findings =
            self.conditions.iter().map(|condition| condition.judge(&table)).collect::<Option<Vec<Finding>>>();
        let Some(findings) = findings else { return Came::Refused("nothing was measured that it speaks of".into()) };
        match findings.iter().find(|finding| finding.judgement == Judgement::NothingToJudge) {
            Some(nothing) => Came::Refused(nothing.measured.clone()),
            None => Came::Judged(Judged::of(&findings)),
        }
    }

    /// What its runs came to, as a table of all runs of the figure: those that it does not speak of stay empty.
    pub(super) fn table(&self, measures: Vec<Measure>) -> Table<'_> {
        let mut left = measures.into_iter();
        let all: Vec<Option<Measure>> =
            self.taken.iter().map(|&taken| if taken { left.next() } else { None }).collect();
        Table::new(&self.plan, None, &all)
    }

    fn of(whole: &Plan, plan: Plan, conditions: Vec<Condition>) -> Self {
        let all = plan.runs_by(None);
        let taken: Vec<bool> = all.iter().map(|run| speak_of(&plan, &conditions, run)).collect();
        let in_whole = |run: &Run| {
            let x = plan.xs[run.x_index];
            Run { x_index: whole.xs.iter().position(|&known| known == x).unwrap_or_default(), ..*run }
        };
        let runs = all.iter().zip(&taken).filter(|(_, taken)| **taken).map(|(run, _)| in_whole(run)).collect();
        Self { conditions, plan, taken, runs }
    }
}

fn speak_of(plan: &Plan, conditions: &[Condition], run: &Run) -> bool {
    let figure = plan.figure;
    let id = figure.systems[run.system].id;
    let chooses = |name: &str| {
        let system = figure.systems.iter().find(|system| system.id == name);
        matches!(system.map(|system| system.source), Some(Source::Least { of, .. }) if of.contains(&id))
    };
    conditions.iter().any(|condition| {
        let everywhere = matches!(condition.test, Test::Mostly(_));
        (everywhere || figure.panel(condition.panel) == Some(run.panel))
            && condition.systems().iter().any(|name| *name == id || chooses(name))
    })
}

//! What of a claim is tried: all of it with our own settings, and where little work is to be done, with others only what comes nearest to
//! its bound.

use super::trial::{Came, Tried};
use crate::figures::claim::Claim;
use crate::figures::comparison::Comparison;
use crate::figures::condition::{Condition, Test};
use crate::figures::figure::Source;
use crate::figures::plan::{Plan, Run};
use crate::figures::readings::Reading;

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

    /// Of this one's conditions the one that comes nearest to failing in what was `tried`; all where that is not to be said.
    pub(super) fn nearest(&self, tried: &[Option<Tried>]) -> Self {
        let Came::Judged(judged) = Came::of(self, tried) else { return self.clone() };
        let nearest = self.conditions[judged.nearest];
        let takes_all = self.plan.figure.x.sets.is_within_a_run() || takes_all_points(&nearest.test);
        let xs = self.plan.xs.iter().copied().filter(|&x| takes_all || nearest.points.has(x)).collect();
        Self::of(&self.plan, Plan { xs, ..self.plan.clone() }, vec![nearest])
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

/// Whether it looks beyond the points named, as where curves cross.
fn takes_all_points(test: &Test) -> bool {
    match test {
        Test::Beside(_, comparison) => matches!(comparison, Comparison::FirstExceeded),
        Test::Alone(_) | Test::Across(..) | Test::Each(..) | Test::Differs(..) | Test::Provided(_) => false,
        Test::Mostly(_) | Test::Crosses { .. } => true,
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

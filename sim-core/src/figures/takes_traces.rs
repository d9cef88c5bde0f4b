//! Whether a trace of one's own can take the place of what a figure is carried out on, and which of its runs are carried out on it.

use super::figure::Figure;
use super::plan::{Plan, Run};
use serde_json::Value;

/// Whether a trace can take the place of what `figure` is carried out on.
pub(crate) fn takes_traces(figure: &'static Figure) -> bool {
    !runs_on_a_trace(&Plan::new(figure, false)).is_empty()
}

/// What is carried out on a trace: of the panels the first, of seeds the first, since a trace has none; of systems that differ in what stands in
/// for a trace the first. Nothing where a trace takes the place of nothing, or a place of the axis differs from another in that alone.
pub(super) fn runs_on_a_trace(plan: &Plan) -> Vec<Run> {
    let figure = plan.figure;
    if figure.panels.is_empty() {
        let systems = 0..figure.systems.len();
        let own = systems.filter(|&system| figure.systems[system].source.settings().is_some());
        return own.map(|system| Run { reading: None, panel: 0, system, x_index: 0, seed: 1 }).collect();
    }
    let runs = plan.runs_by(None);
    let Some(first) = runs.first() else { return Vec::new() };
    let standin = |run: &Run| plan.document(run)["workload"]["standin"].clone();
    let without_workload = |run: &Run| {
        let mut document = plan.document(run);
        document["workload"] = Value::Null;
        document
    };
    let own: Vec<Run> = runs.iter().copied().filter(|run| run.panel == first.panel && run.seed == first.seed).collect();
    let is_only_elsewhere = |run: &Run| {
        let beside = own.iter().find(|other| other.system == run.system);
        beside.is_some_and(|other| other.x_index != run.x_index && without_workload(other) == without_workload(run))
    };
    if own.iter().any(|run| standin(run).is_null() || is_only_elsewhere(run)) {
        return Vec::new();
    }
    let of_first = standin(first);
    let is_one = own.iter().all(|run| standin(run) == of_first);
    own.into_iter().filter(|run| is_one || run.system == first.system).collect()
}

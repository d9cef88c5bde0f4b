//! What decisions of layers with log blocks say that they will cost, against what they did cost.

use super::{Fields, machine, model, record, request};
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::decision::Decision;
use sim_core::flash::observer::Recorder;
use sim_core::flash::operation::{Kind, Operation};

/// What decisions lead to.
const MERGES: [Kind; 4] = [Kind::ReclaimStart, Kind::SwitchMerge, Kind::PartialMerge, Kind::FullMerge];

/// Runs of pages in order, now and then broken, between single pages.
pub fn requests(count: usize) -> Vec<Request> {
    let mut rng = Rng::new(3, Component::Workload);
    let one = |_| {
        let (page, run) = (rng.below(model::PAGES), 1 + rng.below(5));
        let page = if run > 2 { page / 4 * 4 } else { page };
        request(0, HostOp::Write, page, run.min(model::PAGES - page) as u32)
    };
    (0..count).map(one).collect()
}

/// The decisions that led to an operation of `kind`, with that operation.
pub fn decided(seen: &Recorder, kind: Kind) -> Vec<(Decision, Operation)> {
    let led_to = |decision: &Decision| seen.operations.iter().find(|operation| operation.index == decision.op);
    let pairs = seen.decisions.iter().filter_map(|decision| Some((decision.clone(), *led_to(decision)?)));
    pairs.filter(|(_, operation)| operation.kind == kind).collect()
}

/// Every decision of a run costs what it says. Returns how often each of switch, partial, full merge and reclaim was
/// decided upon.
pub fn are_kept(fields: &Fields, list: Vec<Request>) -> [usize; 4] {
    let mut device = machine(fields, list);
    let seen = record(&mut device);
    let decisions = MERGES.map(|kind| decided(&seen, kind));
    assert_eq!(decisions.iter().map(Vec::len).sum::<usize>(), seen.decisions.len());
    for (decision, start) in decisions.iter().flatten() {
        assert_eq!(promise(decision), cost(&seen, start), "{}", decision.headline);
        assert!(decision.headline.chars().count() <= 150, "{}", decision.headline);
        assert!(decision.rows[0].chosen && decision.rows.iter().filter(|row| row.chosen).count() == 1);
    }
    let [reclaims, switches, partials, fulls] = decisions.map(|of_kind| of_kind.len());
    [switches, partials, fulls, reclaims]
}

fn promise(decision: &Decision) -> String {
    decision.rows[0].cells.iter().find(|cell| cell.contains("cop")).unwrap().clone()
}

/// Pages programmed and blocks erased until what `start` began is over. With a full merge goes the erase of the log block
/// that it leaves empty.
fn cost(seen: &Recorder, start: &Operation) -> String {
    let end = if start.kind == Kind::ReclaimStart { Kind::ReclaimEnd } else { Kind::MergeEnd };
    let after = seen.operations.iter().filter(|operation| operation.index > start.index);
    let parts: Vec<Kind> = after.map(|operation| operation.kind).take_while(|kind| *kind != end).collect();
    let of_kind = |wanted: Kind| parts.iter().filter(|kind| **kind == wanted).count();
    let programs = of_kind(Kind::Copy) + of_kind(Kind::Program);
    let erases = of_kind(Kind::Erase) + usize::from(start.kind == Kind::FullMerge);
    let plural = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    format!("{}, {}", plural(programs, "copy", "copies"), plural(erases, "erase", "erases"))
}

//! What must hold of a case.

use super::cut;
use super::draw::Case;
use super::flash::Flash;
use super::sums;
use crate::support::device::check;
use crate::support::device::model::Model;
use sim_core::base::rng::{Component, Rng};
use sim_core::base::state_hash::state_hash;
use sim_core::flash::observer::{NoObserver, Recorder};
use sim_core::flash::operation::{Kind, Operation, Purpose};
use sim_core::machine::{EndKind, Machine};
use sim_core::replay::lane::Lane;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What became of a case.
#[derive(Debug)]
pub(super) struct Came {
    pub end: EndKind,
    pub operations: u64,
    /// How often power was cut before the run was over.
    pub cuts: u64,
    /// What else happened, and how often.
    pub happened: [(&'static str, u64); 5],
}

thread_local! {
    /// Whether what panics here is told by whoever catches it.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
    /// Where the last of it happened.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// From now on panics of cases are not printed where they happen: looking for a smaller case causes hundreds of them.
pub(super) fn quiet() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| match IS_CAUGHT.get() {
        true => PLACE.set(panic.location().map(ToString::to_string).unwrap_or_default()),
        false => usual(panic),
    }));
}

/// All of it, or what is broken.
pub(super) fn all(case: &Case) -> Result<Came, String> {
    IS_CAUGHT.set(true);
    let held = catch_unwind(AssertUnwindSafe(|| {
        let (device, log) = serves(case);
        sums::add_up(&device, &log);
        loses_what_two_planes_hold(&log);
        is_the_same_unwatched(case, &device);
        is_the_same_from_anywhere(case, &device);
        let (end, operations) = (ended(&device), device.core.operations);
        Came { end, operations, cuts: cut::survives(case), happened: happened(&device, &log) }
    }));
    IS_CAUGHT.set(false);
    held.map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).into())).unwrap_or_default();
        format!("{text} ({})", PLACE.take())
    })
}

pub(super) fn ended(device: &Machine) -> EndKind {
    let end = device.end.clone().unwrap();
    assert!(
        matches!(end.kind, EndKind::Done | EndKind::DeviceFull | EndKind::ReadOnly),
        "it ended otherwise: {}",
        end.text
    );
    end.kind
}

/// After every step the device agrees with a plain map of versions, until a plane fails, and its log with a plain flash.
fn serves(case: &Case) -> (Machine, Vec<Operation>) {
    let mut device = case.device(&[]).unwrap();
    let (mut model, mut flash) = (Model::of(&device), Flash::of(&device));
    let (mut recorder, mut begun, mut seen) = (Recorder::default(), 0, 0);
    check(&device);
    while device.step(&mut recorder).unwrap() {
        case.requests[begun..device.requests_begun as usize].iter().for_each(|request| model.serve(request));
        begun = device.requests_begun as usize;
        recorder.operations[seen..].iter().for_each(|operation| flash.apply(operation));
        seen = recorder.operations.len();
        check(&device);
        // What is written for a failed plane parity alone knows, and no map; each read is checked by the device.
        if device.ftl.ttflash().and_then(|layer| layer.losses()).is_none() {
            model.compare(&device);
        }
    }
    recorder.operations[seen..].iter().for_each(|operation| flash.apply(operation));
    flash.compare(&device);
    if ended(&device) == EndKind::Done {
        assert_eq!(device.completions.len(), case.requests.len(), "requests that were answered");
    }
    (device, recorder.operations)
}

/// A page is unreadable only where a plane failed; where parity is kept, only where two did.
fn loses_what_two_planes_hold(log: &[Operation]) {
    let failed_before_loss = if log.iter().any(|operation| operation.purpose == Purpose::Parity) { 2 } else { 1 };
    let mut failed = 0;
    for operation in log {
        failed += u64::from(operation.kind == Kind::PlaneDead);
        let is_lost = operation.kind == Kind::Unreadable;
        assert!(!is_lost || failed >= failed_before_loss, "{operation:?} after {failed} failed planes");
    }
}

fn happened(device: &Machine, log: &[Operation]) -> [(&'static str, u64); 5] {
    let count = |kind: Kind| log.iter().filter(|operation| operation.kind == kind).count() as u64;
    [
        ("changes", device.changes_made() as u64),
        ("bad blocks", count(Kind::BlockBad)),
        ("replaced blocks", count(Kind::BlockReplaced)),
        ("failed planes", count(Kind::PlaneDead)),
        ("unreadable pages", count(Kind::Unreadable)),
    ]
}

fn is_the_same_unwatched(case: &Case, watched: &Machine) {
    let mut device = case.device(&[]).unwrap();
    while device.step(&mut NoObserver).unwrap() {}
    assert_eq!(state_hash(&device), state_hash(watched), "the state of a run that nobody watches");
}

/// A moment in the middle is the same gone back to as gone straight to.
fn is_the_same_from_anywhere(case: &Case, whole: &Machine) {
    let lane = || Lane::new(case.device(&[]).unwrap());
    let mut rng = Rng::new(case.cut, Component::Workload);
    let (last, never) = (whole.core.operations, &mut || false);
    let mut there_and_back = lane();
    there_and_back.seek(last, never);
    for _ in 0..2 {
        let target = rng.below(last + 1);
        there_and_back.seek(target, never);
        let mut straight = lane();
        straight.seek(target, never);
        let [back, forth] = [&there_and_back, &straight].map(|lane| state_hash(lane.machine()));
        assert_eq!(back, forth, "the state at operation {target} of {last}, gone back to");
    }
}

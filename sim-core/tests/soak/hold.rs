//! What must hold of a case.

use super::draw::Case;
use super::flash::Flash;
use crate::support::device::model::Model;
use crate::support::device::{check, cuts};
use serde_json::json;
use sim_core::base::rng::{Component, Rng};
use sim_core::base::state_hash::state_hash;
use sim_core::flash::observer::{NoObserver, Recorder};
use sim_core::flash::operation::{Kind, Operation};
use sim_core::ftl::LAYERS;
use sim_core::machine::{EndKind, Machine};
use sim_core::replay::lane::Lane;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What became of a case.
#[derive(Debug)]
pub(super) struct Came {
    pub end: EndKind,
    pub operations: u64,
    /// Whether power was cut before the run was over.
    pub was_cut: bool,
}

thread_local! {
    /// Whether what panics here is told by whoever catches it.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// From now on panics of cases are not printed where they happen: looking for a smaller case causes hundreds of them.
pub(super) fn quiet() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !IS_CAUGHT.get() {
            usual(panic);
        }
    }));
}

/// All of it, or what is broken.
pub(super) fn all(case: &Case) -> Result<Came, String> {
    IS_CAUGHT.set(true);
    let held = catch_unwind(AssertUnwindSafe(|| {
        let (device, log) = serves(case);
        counts_what_it_did(&device, &log);
        is_the_same_unwatched(case, &device);
        is_the_same_from_anywhere(case, &device);
        Came { end: ended(&device), operations: device.core.operations, was_cut: survives_a_cut(case) }
    }));
    IS_CAUGHT.set(false);
    held.map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).into())).unwrap_or_default()
    })
}

fn ended(device: &Machine) -> EndKind {
    let end = device.end.clone().unwrap();
    assert!(
        matches!(end.kind, EndKind::Done | EndKind::DeviceFull | EndKind::ReadOnly),
        "it ended otherwise: {}",
        end.text
    );
    end.kind
}

/// After every step the device agrees with a plain map of versions, and its log with a plain flash.
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
        model.compare(&device);
    }
    recorder.operations[seen..].iter().for_each(|operation| flash.apply(operation));
    flash.compare(&device);
    if ended(&device) == EndKind::Done {
        assert_eq!(device.completions.len(), case.requests.len(), "requests that were answered");
    }
    (device, recorder.operations)
}

/// Counters are the sums of the log.
fn counts_what_it_did(device: &Machine, log: &[Operation]) {
    let counters = &device.core.counters;
    let count = |kinds: &[Kind]| log.iter().filter(|operation| kinds.contains(&operation.kind)).count() as u64;
    assert_eq!(counters.nand_reads(), count(&[Kind::Read, Kind::Copy]), "page reads");
    assert_eq!(counters.nand_programs(), count(&[Kind::Program, Kind::Copy]), "page programs");
    assert_eq!(counters.nand_erases(), count(&[Kind::Erase]), "erases");
    assert_eq!(counters.copies, count(&[Kind::Copy]), "copies");
    assert_eq!(counters.gc_runs, count(&[Kind::GcStart]), "collections");
    let requests = count(&[Kind::HostRead, Kind::HostWrite, Kind::HostTrim, Kind::HostFlush]);
    assert_eq!(counters.requests.iter().sum::<u64>(), requests, "requests");
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

/// What was acknowledged is there after a power cut, unless it was in RAM that forgets; then the rest is served. Whether there was one.
fn survives_a_cut(case: &Case) -> bool {
    let settings = [("run.power_cut", json!(case.cut)), ("run.continue_after_power_cut", json!(true))];
    // Some devices cannot be cut.
    let Ok(mut device) = case.device(&settings) else { return false };
    let keeps_nothing_in_ram =
        case.buffer == "none" && LAYERS.iter().any(|layer| layer.info.kind == case.layer && !layer.traits.caches_pages);
    let mut was_cut = false;
    while device.step(&mut NoObserver).unwrap() {
        if device.power_loss.is_some() && !was_cut {
            was_cut = true;
            if keeps_nothing_in_ram {
                cuts::after_the_cut(&device, case.cut);
            }
        }
        check(&device);
    }
    ended(&device);
    was_cut
}

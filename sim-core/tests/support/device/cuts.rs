//! Power cuts at any operation of a run, on any layer. The devices lose nothing: no volatile buffer.

use super::model::PAGES;
use super::{Fields, check, finish, machine, request, with};
use serde_json::json;
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::flash::access::Flash;
use sim_core::flash::clock::Clock;
use sim_core::flash::halt::Reason;
use sim_core::flash::observer::{NoObserver, Observer};
use sim_core::machine::{EndKind, Machine};
use sim_core::nand::NONE;

/// Mostly writes, half of them to six pages; times rise by up to 1.5 ms.
pub fn requests(seed: u64, count: usize, trims: bool) -> Vec<Request> {
    let mut rng = Rng::new(seed, Component::Workload);
    let mut now = 0;
    let mut one = || {
        now += rng.below(1_500_000);
        let page = if rng.below(2) == 0 { rng.below(6) } else { rng.below(PAGES) };
        let pages = (1 + rng.below(3)).min(PAGES - page) as u32;
        match rng.below(16) {
            0 => request(now, HostOp::Flush, 0, 0),
            1 if trims => request(now, HostOp::Trim, page, pages),
            2 => request(now, HostOp::Read, page, pages),
            _ => request(now, HostOp::Write, page, pages),
        }
    };
    (0..count).map(|_| one()).collect()
}

/// Cuts power at `cut` and serves the rest. Everything acknowledged must still be there.
pub fn survives(fields: &Fields, list: &[Request], cut: u64) -> Machine {
    let mut device = machine(&with(fields.clone(), &[("run.power_cut", json!(cut))]), list.to_vec());
    let mut lost = false;
    while device.step(&mut NoObserver).unwrap() {
        if device.power_loss.is_some() && !lost {
            lost = true;
            after_the_cut(&device, cut);
        }
    }
    let end = device.end.clone().unwrap();
    if end.text.contains("more victims than blocks") && fields.contains(&("ftl.gc.policy", json!("random"))) {
        return device;
    }
    assert_eq!(end.kind, EndKind::Done, "cut at {cut}: {}\n{fields:?}", end.text);
    check(&device);
    device
}

/// The device has just recovered: all it believes is true, nothing is lost, recovering again changes nothing.
pub fn after_the_cut(device: &Machine, cut: u64) {
    device.check().unwrap_or_else(|broken| panic!("cut at {cut}: {broken}"));
    let loss = device.power_loss.unwrap();
    assert_eq!((loss.lost_pages, loss.older_pages, loss.empty_pages), (0, 0, 0), "cut at {cut}");
    recovering_again_changes_nothing(device);
}

/// A second cut during recovery changes nothing: what recovery finds is the same when it is done again.
fn recovering_again_changes_nothing(device: &Machine) {
    let mut again = device.clone();
    if let Clock::Event(event) = &mut again.core.clock {
        // What recovery itself moved is on its way to the flash: let it arrive.
        while event.step() {}
    }
    let mapped = |machine: &Machine| -> Vec<u32> {
        let oob = machine.core.nand.oob.as_ref().unwrap();
        let version = |ppn: u32| if ppn == NONE { 0 } else { oob.version[ppn as usize] };
        let newest = |lpn| machine.ftl.version_in_ram(lpn).unwrap_or_else(|| version(machine.ftl.lookup(lpn)));
        (0..machine.core.nand.geometry.logical_pages).map(newest).collect()
    };
    let before = mapped(&again);
    if let Err(halt) = again.ftl.recover(&mut Flash::new(&mut again.core, &mut NoObserver.behind_pointer())) {
        // A device that is worn out may have no block left for what has to be written once more.
        assert!(matches!(*halt, Reason::ReadOnly(_)) && again.core.nand.bad_blocks > 0, "{halt:?}");
        return;
    }
    check(&again);
    assert_eq!(mapped(&again), before);
}

/// Flash operations of the whole run.
pub fn operations(fields: &Fields, list: &[Request]) -> u64 {
    let mut whole = machine(fields, list.to_vec());
    finish(&mut whole);
    whole.core.flash_operations
}

/// Cuts at every `stride`-th operation of one run.
pub fn sweep(fields: &Fields, list: &[Request], stride: usize) {
    let last = operations(fields, list);
    assert!(last > 100);
    (0..last).step_by(stride).for_each(|cut| {
        survives(fields, list, cut);
    });
}

/// Cuts power `apart` operations after the start and after each recovery. Returns how often.
pub fn survives_cut_after_cut(fields: &Fields, list: &[Request], apart: u64) -> u64 {
    let mut device = machine(&with(fields.clone(), &[("run.power_cut", json!(apart))]), list.to_vec());
    let mut cuts = 0;
    while device.step(&mut NoObserver).unwrap() {
        if device.power_loss.is_some() {
            after_the_cut(&device, cuts);
            device.power_loss = None;
            device.core.power_cut_at = device.core.flash_operations + apart;
            cuts += 1;
        }
    }
    let end = device.end.clone().unwrap();
    assert_eq!(end.kind, EndKind::Done, "{} operations apart: {}\n{fields:?}", apart, end.text);
    cuts
}

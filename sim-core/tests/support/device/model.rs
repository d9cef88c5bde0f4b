//! A plain map of newest versions, against which every layer is held.

use super::{Fields, check, experiment, finish, machine, record, request, step_by_operation};
use proptest::prelude::*;
use sim_core::base::request::{HostOp, Request};
use sim_core::base::span::Span;
use sim_core::base::state_hash::state_hash;
use sim_core::flash::observer::NoObserver;
use sim_core::machine::Machine;
use sim_core::nand::NONE;

/// Logical pages that [`requests`] touches; the devices have no more.
pub const PAGES: u64 = 40;

/// What the host knows: of each page, how often it changed, and the version it should read.
#[derive(Clone)]
pub struct Model {
    pages: Vec<(u32, u32)>,
    sectors_per_page: u32,
}

impl Model {
    /// What `machine` holds before its first request.
    pub fn of(machine: &Machine) -> Self {
        let shadow = machine.core.shadow.as_ref().unwrap();
        let pages = (0..machine.core.nand.geometry.logical_pages).map(|lpn| (shadow.newest(lpn), shadow.newest(lpn)));
        Self { pages: pages.collect(), sectors_per_page: machine.core.nand.geometry.sectors_per_page() }
    }

    /// A request begins.
    pub fn serve(&mut self, request: &Request) {
        let Span { first, count } = Span::new(request, self.sectors_per_page);
        for (changes, version) in &mut self.pages[first as usize..(first + count) as usize] {
            match request.op {
                HostOp::Write => {
                    *changes += 1;
                    *version = *changes;
                }
                HostOp::Trim => {
                    *changes += 1;
                    *version = 0;
                }
                HostOp::Read | HostOp::Flush => {}
            }
        }
    }

    /// Every page shows the version that it should.
    pub fn compare(&self, machine: &Machine) {
        let oob = machine.core.nand.oob.as_ref().unwrap();
        for (lpn, &(_, version)) in (0..).zip(&self.pages) {
            let ppn = machine.ftl.lookup(lpn);
            let on_flash = if ppn == NONE { 0 } else { oob.version[ppn as usize] };
            let found = machine.version_in_ram(lpn).unwrap_or(on_flash);
            assert_eq!(found, version, "page {lpn}");
        }
    }
}

/// Mostly writes, to a small part of the space more often than to the rest; times rise by up to 3 ms.
pub fn requests(count: usize) -> impl Strategy<Value = Vec<Request>> {
    let one = (0..20u8, 0..3_000_000u64, 0..PAGES, any::<bool>(), 1..4u32).prop_map(|(what, gap, page, hot, pages)| {
        let page = if hot { page / 8 } else { page };
        let pages = pages.min((PAGES - page) as u32);
        match what {
            0 => request(gap, HostOp::Flush, 0, 0),
            1 | 2 => request(gap, HostOp::Trim, page, pages),
            3..=6 => request(gap, HostOp::Read, page, pages),
            _ => request(gap, HostOp::Write, page, pages),
        }
    });
    prop::collection::vec(one, count).prop_map(|mut list| {
        let mut now = 0;
        for request in &mut list {
            now += request.arrival_ns;
            request.arrival_ns = now;
        }
        list
    })
}

/// Serves `list`; the device agrees with the model after every step.
pub fn agrees_with_the_model(fields: &Fields, list: Vec<Request>) {
    let mut device = machine(fields, list.clone());
    assert_eq!(u64::from(device.core.nand.geometry.logical_pages), PAGES);
    let mut model = Model::of(&device);
    check(&device);
    let mut begun = 0;
    while device.step(&mut NoObserver).unwrap() {
        for request in &list[begun..device.requests_begun as usize] {
            model.serve(request);
        }
        begun = device.requests_begun as usize;
        check(&device);
        model.compare(&device);
    }
    let end = device.end.clone().unwrap();
    assert_eq!(end.text, "all requests are served");
    assert_eq!(device.completions.len(), list.len());
    for done in &device.completions {
        assert!(done.finish_ns >= done.arrival_ns);
    }
}

/// Halts before every single operation of the run: what the device believes is true at each of them.
pub fn is_in_step_between_operations(fields: &Fields, list: Vec<Request>) {
    let (mut device, requests) = (machine(fields, list.clone()), list.len());
    let mut halts = 0;
    while step_by_operation(&mut device, |halted| {
        check(halted);
        halts += 1;
    })
    .unwrap()
    {
        check(&device);
    }
    assert!(halts > requests);
}

/// A run that is watched ends in the same state as one that is not.
pub fn is_not_changed_by_looking(fields: &Fields, list: Vec<Request>) {
    let (mut blind, mut seen) = (machine(fields, list.clone()), machine(fields, list));
    finish(&mut blind);
    record(&mut seen);
    assert_eq!(state_hash(&blind), state_hash(&seen));
}

/// On the serial clock, service is the sum of all flash operations' times, to the nanosecond.
pub fn conserves_time(fields: &Fields, list: Vec<Request>) -> Machine {
    let mut device = machine(fields, list);
    finish(&mut device);
    let experiment = experiment(fields);
    let ns = |name: &str| experiment.device.integer(name);
    let counters = device.core.counters;
    let bus = if experiment.device.flag("copyback") { 0 } else { 2 * counters.copies };
    let transfers = counters.nand_reads() + counters.nand_programs() - 2 * counters.copies + bus;
    let expected = counters.nand_reads() * ns("read_ns")
        + counters.nand_programs() * ns("program_ns")
        + counters.nand_erases() * ns("erase_ns")
        + transfers * ns("transfer_ns")
        + counters.nand_operations() * ns("command_ns")
        + counters.host_pages.iter().sum::<u64>() * ns("controller_ns");
    assert_eq!(counters.service_ns, expected);
    device
}

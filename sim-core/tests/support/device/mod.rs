//! Small devices and fixed requests. A page is one sector.

#![allow(clippy::unwrap_used)]
#![allow(dead_code)]

pub mod cuts;
pub mod hybrids;
pub mod model;
pub mod promises;
pub mod times;
pub mod ttflash;

use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::base::request::{HostOp, Request};
use sim_core::experiment::document::Experiment;
use sim_core::flash::decision::Decision;
use sim_core::flash::halt::{Halt, Reason};
use sim_core::flash::observer::{NoObserver, Observer, Recorder};
use sim_core::flash::operation::Operation;
use sim_core::machine::{EndKind, Machine};
use sim_core::workload::source::Source;

/// A request for `pages` pages from `page` on.
pub fn request(arrival_ns: u64, op: HostOp, page: u64, pages: u32) -> Request {
    Request { arrival_ns, op, sector: page, sectors: pages }
}

/// A write at time 0.
pub fn write(page: u64) -> Request {
    request(0, HostOp::Write, page, 1)
}

/// A read at time 0.
pub fn read(page: u64) -> Request {
    request(0, HostOp::Read, page, 1)
}

/// What an experiment sets: dotted path, value.
pub type Fields = Vec<(&'static str, Value)>;

/// `fields`, and `more`.
pub fn with(mut fields: Fields, more: &[(&'static str, Value)]) -> Fields {
    fields.extend(more.iter().cloned());
    fields
}

/// A device as `fields` (dotted path, value) describe it, with pages of one sector.
pub fn experiment(fields: &[(&str, Value)]) -> Experiment {
    let page = [("device.page_bytes".to_string(), json!(512))];
    let set: Vec<(String, Value)> =
        page.into_iter().chain(fields.iter().map(|(path, value)| (path.to_string(), value.clone()))).collect();
    Experiment::new(&json!({}), &set).unwrap()
}

/// That device, watched, with requests to serve.
pub fn machine(fields: &[(&str, Value)], requests: Vec<Request>) -> Machine {
    initial::machine(&experiment(fields), Source::listed(requests), true).unwrap()
}

/// Runs to the end; everything that happened.
pub fn record(machine: &mut Machine) -> Recorder {
    let mut recorder = Recorder::default();
    while machine.step(&mut recorder).unwrap() {}
    recorder
}

/// Runs to the end unseen, which must be that all requests are served.
pub fn finish(machine: &mut Machine) {
    while machine.step(&mut NoObserver).unwrap() {}
    let end = machine.end.clone().unwrap();
    assert_eq!(end.kind, EndKind::Done, "{}", end.text);
}

/// Checks all that the device believes.
pub fn check(machine: &Machine) {
    machine.check().unwrap();
}

/// Halts a run before an operation.
pub struct HaltBefore(pub u64);

impl Observer for HaltBefore {
    const ENABLED: bool = true;
    fn halt_at(&self) -> u64 {
        self.0
    }
    fn operation(&mut self, _: &Operation) {}
    fn timed(&mut self, _: &sim_core::flash::clock::event::Timed) {}
    fn decision(&mut self, decision: Decision) {
        assert!(decision.rows[0].chosen && !decision.headline.is_empty());
    }
}

/// Takes one step of `machine` again and again, halted one operation later each time, and looks at each halt.
pub fn step_by_operation(machine: &mut Machine, mut look: impl FnMut(&Machine)) -> Result<bool, Halt> {
    let mut allowed = machine.core.operations;
    loop {
        allowed += 1;
        let mut trial = machine.clone();
        match trial.step(&mut HaltBefore(allowed)) {
            Err(halt) if *halt == Reason::Paused => {
                assert_eq!(trial.core.operations, allowed);
                look(&trial);
            }
            Err(halt) => return Err(halt),
            Ok(more) => {
                *machine = trial;
                return Ok(more);
            }
        }
    }
}

//! Runs an experiment to its end with nobody watching, and reports.

use super::mark::Mark;
use super::report::Report;
use super::samples::Samples;
use crate::assembly::initial;
use crate::assembly::source;
use crate::base::error::Error;
use crate::experiment::document::Experiment;
use crate::flash::observer::NoObserver;
use crate::machine::Machine;
use crate::trace::coverage::Coverage;
use crate::trace::replay::SharedRecords;

/// Requests that end before they are taken from the machine, all at once.
const BATCH: usize = 4096;
/// Operations that a request may be taken to be: a caller who wants to look in between is not to wait for long ones.
const OPERATIONS: u64 = 64;

/// An experiment under way, unobserved. Goes as far as it is told to at a time, so that a caller can show progress or
/// stop in between; dropping it cancels it.
#[derive(Clone, Debug)]
pub struct Run {
    experiment: Experiment,
    machine: Machine,
    samples: Samples,
    /// The device when its first counted request began; none before.
    begin: Option<Mark>,
    trace: Option<Coverage>,
}

impl Run {
    /// `experiment` before its first request. `recorded` is the stream to replay, if its workload is a trace.
    ///
    /// # Errors
    /// A device, layer, workload or initial state that cannot be built.
    pub fn new(experiment: &Experiment, recorded: Option<&SharedRecords>) -> Result<Self, Error> {
        let source = source::of(experiment, recorded)?;
        let machine = initial::replaying(experiment, source, recorded, false)?;
        let samples = Samples::new(machine.warmup_requests, machine.requests());
        let trace = recorded.and_then(SharedRecords::coverage).cloned();
        Ok(Self { experiment: experiment.clone(), machine, samples, begin: None, trace })
    }

    /// Goes on until `requests` more are begun, sooner where they are long, or the run has ended. Whether it goes on still.
    pub fn go_on(&mut self, requests: u64) -> bool {
        let until = self.machine.requests_begun.saturating_add(requests);
        let most_operations = self.machine.core.operations.saturating_add(requests.saturating_mul(OPERATIONS));
        let mut goes_on = true;
        while goes_on && self.machine.requests_begun < until && self.machine.core.operations < most_operations {
            goes_on = self.step();
            if self.machine.completions.len() >= BATCH {
                self.take_completions();
            }
        }
        self.take_completions();
        goes_on
    }

    /// Goes on to the end.
    pub fn finish(&mut self) {
        while self.go_on(u64::MAX) {}
    }

    /// Requests begun so far, and requests of the whole run.
    pub fn progress(&self) -> (u64, u64) {
        (self.machine.requests_begun, self.machine.requests())
    }

    /// The device.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The responses so far.
    pub fn samples(&self) -> &Samples {
        &self.samples
    }

    /// The report so far.
    pub fn report(&self) -> Report {
        let report = match &self.begin {
            Some(begin) => Report::new(&self.experiment, &self.machine, begin, &self.samples),
            None => Report::new(&self.experiment, &self.machine, &Mark::of(&self.machine), &self.samples),
        };
        Report { trace: self.trace.clone(), ..report }
    }

    fn step(&mut self) -> bool {
        let machine = &mut self.machine;
        if self.begin.is_none() && machine.requests_begun == machine.warmup_requests && machine.begins_request() {
            self.begin = Some(Mark::of(machine));
        }
        // The only error is a pause that the observer asked for; this one asks for none.
        machine.step(&mut NoObserver).unwrap_or(false)
    }

    fn take_completions(&mut self) {
        for completion in self.machine.completions.drain(..) {
            self.samples.add(&completion);
        }
    }
}

/// The report of `experiment`, run to its end.
///
/// # Errors
/// As [`Run::new`].
pub fn report(experiment: &Experiment, recorded: Option<&SharedRecords>) -> Result<Report, Error> {
    let mut run = Run::new(experiment, recorded)?;
    run.finish();
    Ok(run.report())
}

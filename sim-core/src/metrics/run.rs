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

#[cfg(all(test, feature = "layers"))]
mod tests {
    use super::*;
    use crate::base::request::HostOp;
    use crate::flash::counters::Counters;
    use crate::flash::operation::Purpose;
    use serde_json::{Value, json};

    fn run(document: &Value) -> Run {
        Run::new(&Experiment::new(document, &[]).expect("an experiment"), None).expect("a run")
    }

    #[test]
    fn a_run_goes_as_far_as_it_is_told_to() {
        let mut run = run(&json!({ "device": { "preset": "toy" }, "workload": { "requests": 20 } }));
        for (more, begun) in [(3, 3), (0, 3), (1, 4), (10, 14)] {
            assert!(run.go_on(more));
            assert_eq!(run.progress(), (begun, 20));
            assert_eq!(run.samples().requests(), begun, "on the serial clock each is over");
        }
        run.finish();
        assert_eq!(run.progress(), (20, 20));
        assert!(!run.go_on(1));
    }

    #[test]
    fn a_run_stops_sooner_where_requests_are_long() {
        // A request of 127 pages is 128 operations with its own: 64 are reckoned for one.
        let mut run = run(&json!({
            "device": { "blocks_per_plane": 64, "over_provisioning": 0.4 },
            "workload": { "kind": "seq", "request_pages": 127, "requests": 10, "write_ratio": 1.0 },
        }));
        run.go_on(2);
        assert_eq!((run.machine.core.operations, run.progress().0), (128, 1));
        run.go_on(5);
        assert_eq!((run.machine.core.operations, run.progress().0), (128 + 3 * 128, 4));
    }

    #[test]
    fn counting_begins_when_all_that_comes_before_the_first_counted_request_is_over() {
        let mut run = run(&json!({
            "device": { "preset": "toy", "clock": "event" },
            "workload": { "requests": 2, "write_ratio": 1.0, "inter_arrival_ms": { "mean": 1000.0 } },
            "run": { "warmup_requests": 1 },
        }));
        run.finish();
        let begin = run.begin.clone().expect("the second is counted");
        let end = Mark::of(&run.machine);
        assert_eq!((begin.planes_ns.as_slice(), end.planes_ns.as_slice()), ([4_000].as_slice(), [8_000].as_slice()));
        assert_eq!(begin.counters.host_written_pages(), 1);
    }

    /// A change that takes pages out of a buffer, or a power cut and what is read after it, comes with the first counted request.
    #[test]
    fn counting_begins_once_whatever_comes_with_the_first_counted_request() {
        let changes = json!({ "warmup_requests": 3, "changes": [{ "request": 3, "set": { "buffer.kind": "none" } }] });
        let cut = json!({ "warmup_requests": 3, "power_cut_request": 3, "continue_after_power_cut": true });
        for (of_run, buffer) in [(changes, "lru"), (cut, "none")] {
            let mut run = run(&json!({
                "device": { "preset": "toy", "clock": "event" },
                "buffer": { "kind": buffer },
                "workload": { "requests": 6, "write_ratio": 1.0, "inter_arrival_ms": { "mean": 1000.0 } },
                "run": of_run,
            }));
            while run.begin.is_none() {
                assert!(run.step());
            }
            let first = run.begin.clone();
            run.finish();
            assert_eq!(run.begin, first);
            let Counters { reads, programs, host_pages, .. } =
                Mark::of(&run.machine).since(&first.expect("counting has begun")).counters;
            let besides =
                reads[Purpose::Recovery as usize] + programs.iter().sum::<u64>() - host_pages[HostOp::Write as usize];
            assert!(besides > 0, "what comes with the request counts");
        }
    }
}

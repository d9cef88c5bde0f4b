//! The best α in hindsight: the whole run is tried with each value of the grid before it begins. No device can do that; it is
//! what tuning is measured against (`offline`).

use crate::assembly::initial;
use crate::base::error::Error;
use crate::base::request::HostOp;
use crate::buffer::lbuffer::tuner::GRID;
use crate::experiment::document::Experiment;
use crate::flash::observer::NoObserver;
use crate::workload::source::Source;
use serde_json::json;

/// `experiment` with the best α filled in, if it asks for that; none if it does not.
///
/// # Errors
/// A machine that cannot be built.
pub(super) fn filled_in(experiment: &Experiment, source: &Source) -> Result<Option<Experiment>, Error> {
    if experiment.buffer_kind != "lbuffer" || experiment.buffer.word("tuner") != "offline" {
        return Ok(None);
    }
    let mut best: Option<(u64, f64)> = None;
    for alpha in GRID {
        let cost = write_ns(&with(experiment, "fixed", alpha), source.clone())?;
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, alpha));
        }
    }
    Ok(best.map(|(_, alpha)| with(experiment, "tried", alpha)))
}

fn with(experiment: &Experiment, tuner: &str, alpha: f64) -> Experiment {
    let mut experiment = experiment.clone();
    experiment.buffer.0.insert("tuner".into(), json!(tuner));
    experiment.buffer.0.insert("alpha".into(), json!(alpha));
    experiment
}

/// Time that the writes of a whole run take.
fn write_ns(experiment: &Experiment, source: Source) -> Result<u64, Error> {
    let mut machine = initial::machine(experiment, source, false)?;
    let mut ns = 0;
    loop {
        let goes_on = machine.step(&mut NoObserver).map_err(|halt| Error::Run(halt.to_string()))?;
        for done in machine.completions.drain(..) {
            let counts = done.op == HostOp::Write && done.request >= machine.warmup_requests;
            ns += if counts { done.finish_ns - done.arrival_ns } else { 0 };
        }
        if !goes_on {
            return Ok(ns);
        }
    }
}

//! What is built of an experiment that was accepted.

use sim_core::base::error::Error;
use sim_core::experiment::device;
use sim_core::experiment::document::Experiment;
use sim_core::metrics::run::Run;

/// Pages of the largest device that is built, and most writes before the first request.
const PAGES_MAX: u32 = 4_000;
const WRITES_MAX: f64 = 20_000.0;
/// Most requests of its run.
const REQUESTS_MAX: u64 = 1_000;
/// Requests that are carried out.
const REQUESTS: u64 = 40;

/// Builds the machine of `experiment` where it is small, and carries out its first requests.
///
/// # Errors
/// Why it cannot be built.
pub(super) fn built(experiment: &Experiment) -> Result<(), Error> {
    let geometry = device::geometry(&experiment.device)?;
    let written = match experiment.run.word("initial_state") {
        "full_rand" => f64::from(geometry.logical_pages) * (1.0 + experiment.run.number("overwrites")),
        _ => 0.0,
    };
    if geometry.physical_pages() > PAGES_MAX || written > WRITES_MAX {
        return Ok(());
    }
    // A tuner may look at all requests before the first one.
    let mut shorter = experiment.clone();
    if let Some(requests) =
        shorter.workload.0.get_mut("requests").filter(|requests| requests.as_u64() > Some(REQUESTS_MAX))
    {
        *requests = REQUESTS_MAX.into();
    }
    let mut run = Run::new(&shorter, None)?;
    run.go_on(REQUESTS);
    let _ = serde_json::to_value(run.report());
    Ok(())
}

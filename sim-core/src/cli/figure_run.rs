//! A run of a figure.

use super::failure::Failure;
use super::interrupt::{Interrupt, REQUESTS_BETWEEN_LOOKS};
use crate::experiment::document::Experiment;
use crate::figures::by::By;
use crate::figures::measure::Measure;
use crate::metrics::run;
use crate::trace::replay::SharedRecords;

/// What `experiment` measures, carried out as `by` says.
pub(super) fn measure(by: By, experiment: &Experiment, interrupt: &Interrupt) -> Result<Measure, Failure> {
    measure_on(by, experiment, None, interrupt)
}

/// The same; `recorded` is the stream to replay, if its workload is a trace.
pub(super) fn measure_on(
    by: By,
    experiment: &Experiment,
    recorded: Option<&SharedRecords>,
    interrupt: &Interrupt,
) -> Result<Measure, Failure> {
    if by != By::Device {
        interrupt.check()?;
        return Ok(by.measure(experiment, recorded)?);
    }
    let mut run = run::Run::new(experiment, recorded)?;
    while run.go_on(REQUESTS_BETWEEN_LOOKS) {
        interrupt.check()?;
    }
    Ok(Measure::of(&run.report())?)
}

//! The run of an experiment: how the device is found, what counts, and chance.

use crate::parameters::parameter::Parameter;
use crate::parameters::settings::Settings;

const POWER_CUT: &str = "power_cut";
const POWER_CUT_REQUEST: &str = "power_cut_request";

/// When power is cut: in a flash operation, or before a request, whichever comes first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PowerCut {
    /// The number of the flash operation.
    pub operation: Option<u64>,
    /// Requests that have begun.
    pub request: Option<u64>,
}

impl PowerCut {
    /// When power is cut in a run that is set so; none where it never is.
    pub(crate) fn of(run: &Settings) -> Option<Self> {
        let cut = Self { operation: run.optional(POWER_CUT), request: run.said_integer(POWER_CUT_REQUEST) };
        (cut.operation.is_some() || cut.request.is_some()).then_some(cut)
    }

    /// The field that says so, and its value.
    pub(crate) fn field(&self) -> (&'static str, u64) {
        let request = (POWER_CUT_REQUEST, self.request.unwrap_or_default());
        self.operation.map_or(request, |operation| (POWER_CUT, operation))
    }
}

/// What may be set about a run, below `run.`.
pub const PARAMETERS: &[Parameter] = &[
    Parameter::choice(
        "initial_state",
        "\"full_seq\"",
        &["clean", "full_seq", "full_rand", "dirty_alloc", "partial", "aged"],
        "What the device holds when the run begins.",
    ),
    Parameter::number(
        "overwrites",
        "1",
        0.0,
        100.0,
        "For full_rand: random overwrites, as a multiple of the capacity.",
    ),
    Parameter::number("fill", "0.5", 0.0, 1.0, "For partial: the share of logical pages that is written."),
    Parameter::number(
        "aged_used",
        "0.66",
        0.0,
        1.0,
        "For aged: the share of pages that is written, invalid ones included. ttFlash.",
    ),
    Parameter::optional(
        "aged_pages",
        "null",
        0,
        1 << 32,
        "For aged: the number of valid host pages, from page 0; null: half of the written pages.",
    ),
    Parameter::integer("warmup_requests", "0", 0, 1 << 50, "Requests at the start of the run that count in no metric."),
    Parameter::integer("seed", "1", 0, (1 << 53) - 1, "Seed of all random numbers."),
    Parameter::optional(POWER_CUT, "null", 0, 1 << 50, "Flash operation during which power is cut; null for never."),
    Parameter::optional(
        POWER_CUT_REQUEST,
        "null",
        0,
        1 << 50,
        "Requests that have begun when power is cut before the next, if it was not cut in an operation before; null for never.",
    )
    .unsaid(),
    Parameter::boolean("continue_after_power_cut", "false", "Whether the run goes on after the recovery."),
];

//! The run of an experiment: how the device is found, what counts, and chance.

use crate::parameters::parameter::Parameter;

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
    Parameter::optional("power_cut", "null", 0, 1 << 50, "Flash operation during which power is cut; null for never."),
    Parameter::boolean("continue_after_power_cut", "false", "Whether the run goes on after the recovery."),
];

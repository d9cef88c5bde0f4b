//! Victim policies: which closed block is collected next (SPEC 5.1). One file a policy.
//!
//! A policy sees blocks close, lose pages and leave, so that it can keep an order of its own; one that needs none looks
//! through the closed blocks when it is asked. `policy.rs` is what a policy offers; a new one is a file here and a line in
//! `registry.rs`.

mod age_lists;
mod cost_age_time;
mod cost_benefit;
mod d_choices;
pub(super) mod explain;
mod fifo;
mod greedy;
pub(super) mod min_tree;
pub mod policy;
mod pool;
mod random;
mod ratio;
pub mod registry;
mod windowed;

use crate::parameters::parameter::{Group, Parameter};
use registry::KINDS;

/// What may be set about collecting garbage.
pub const PARAMETERS: &Group = &Group {
    title: "garbage collection",
    parameters: &[
        Parameter::choice("gc.policy", "\"greedy\"", &KINDS, "Victim selection policy.").changing(),
        Parameter::integer(
            "gc.low",
            "3",
            1,
            1_000_000,
            "Low watermark: GC starts when a plane has at most this many free blocks.",
        )
        .changing(),
        Parameter::integer(
            "gc.high",
            "4",
            2,
            1_000_000,
            "High watermark: GC stops when a plane has this many free blocks.",
        )
        .changing(),
        Parameter::integer("gc.d", "10", 1, 1_000_000, "Number of blocks drawn by d-choices.").changing(),
        Parameter::boolean("gc.replacement", "true", "Whether d-choices may draw a block twice.").changing(),
        Parameter::integer(
            "gc.window",
            "1000",
            1,
            100_000_000,
            "Window of windowed greedy: number of oldest blocks considered.",
        )
        .changing(),
        Parameter::boolean("gc.separate_frontier", "false", "Whether copied pages go to an open block of their own.")
            .changing(),
        Parameter::choice(
            "gc.blocking",
            "\"plane\"",
            &["plane", "channel", "controller"],
            "What is blocked while a plane collects. Event clock.",
        )
        .changing(),
        Parameter::optional(
            "gc.idle_below",
            "null",
            1,
            1_000_000,
            "An idle plane with fewer free blocks collects in the background; null for never. Event clock.",
        )
        .changing(),
    ],
};

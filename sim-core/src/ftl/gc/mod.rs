//! Victim policies: which closed block is collected next. One file a policy.
//!
//! A policy sees blocks close, lose pages and leave, so that it can keep an order of its own; one that needs none looks
//! through the closed blocks when it is asked. `policy.rs` is what a policy offers; a new one is a file here and a line of the list
//! below.

mod age_lists;
mod closed_blocks;
pub(super) mod explain;
#[cfg(feature = "layers")]
mod list_spans;
pub mod policy;
mod ratio;
#[cfg(all(test, feature = "layers"))]
mod tests;
#[cfg(feature = "layers")]
pub(crate) mod victim_quantities;
#[cfg(feature = "layers")]
mod wear_sets;

use super::policy_macro::policies;
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::Block;
use crate::parameters::parameter::{Group, Parameter};
use policy::{Entry, VictimPolicy};

policies! { $
    greedy::Greedy,
    fifo::Fifo,
    random::Random,
    d_choices::DChoices,
    windowed::Windowed,
    cost_benefit::CostBenefit,
    cost_age_time::CostAgeTime,
    #[cfg(feature = "layers")]
    formula::Formula,
}

impl VictimPolicy for AnyPolicy {
    fn closed(&mut self, block: BlockId, state: &Block) {
        each!(self, policy => policy.closed(block, state))
    }
    #[inline]
    fn invalidated(&mut self, block: BlockId, state: &Block) {
        each!(self, policy => policy.invalidated(block, state))
    }
    fn removed(&mut self, block: BlockId) {
        each!(self, policy => policy.removed(block))
    }
    fn clear(&mut self) {
        each!(self, policy => policy.clear())
    }
    fn select(&mut self, nand: &Nand) -> Option<BlockId> {
        each!(self, policy => policy.select(nand))
    }
    fn rank(&self, block: BlockId, nand: &Nand) -> f64 {
        each!(self, policy => policy.rank(block, nand))
    }
    fn score_text(&self, block: BlockId, nand: &Nand) -> String {
        each!(self, policy => policy.score_text(block, nand))
    }
    fn looks_at(&self, block: BlockId) -> bool {
        each!(self, policy => policy.looks_at(block))
    }
}

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
        #[cfg(feature = "layers")]
        Parameter::formula(
            "gc.formula",
            "\"invalid\"",
            victim_quantities::VOCABULARY,
            "Formula of policy formula: the closed block with the highest value is collected first.",
        )
        .changing(),
        #[cfg(feature = "layers")]
        Parameter::number("gc.k", "1", -1e9, 1e9, "Number that the formula calls k, so that a sweep can vary it.")
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

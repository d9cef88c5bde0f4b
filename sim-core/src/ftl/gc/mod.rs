//! Victim policies: which closed block is collected next (SPEC 5.1). One file a policy.
//!
//! A policy sees blocks close, lose pages and leave, so that it can keep an order of its own; one that needs none looks
//! through the closed blocks when it is asked. A new policy is a file here, a line in [`POLICIES`] and [`Policy`], and
//! its test.

pub mod age_lists;
pub mod cost_age_time;
pub mod cost_benefit;
pub mod d_choices;
pub mod explain;
pub mod fifo;
pub mod greedy;
pub mod min_tree;
pub mod pool;
pub mod random;
pub mod ratio;
pub mod windowed;

use crate::base::rng::Rng;
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::Block;
use crate::parameters::parameter::{Group, Parameter};
use crate::parameters::settings::Settings;
use std::ops::Range;

/// What a policy is built from.
pub struct Build<'a> {
    /// The layer's parameters, below `gc.`.
    pub settings: &'a Settings,
    /// The blocks of the plane it serves.
    pub blocks: Range<BlockId>,
    /// Pages a block.
    pub pages_per_block: u32,
    /// Chance of its own.
    pub rng: Rng,
}

/// A policy's way of choosing.
pub trait Victims {
    /// A block was closed and may be chosen from now on.
    fn closed(&mut self, _block: BlockId, _state: &Block) {}
    /// A closed block lost a page, or after a power cut regained one; `state` is after it.
    fn invalidated(&mut self, _block: BlockId, _state: &Block) {}
    /// A closed block was taken, by this policy's choice or another's.
    fn removed(&mut self, _block: BlockId) {}
    /// Every block left at once: power was cut.
    fn clear(&mut self);
    /// The next victim among the closed blocks; `None` if there is none that this policy would take.
    fn select(&mut self, nand: &Nand) -> Option<BlockId>;
    /// How good a candidate is: smaller is taken first. For explaining only; ties go to the block closed first.
    fn rank(&self, block: BlockId, nand: &Nand) -> f64;
    /// The figure to show for it, under the head that the policy's [`Entry`] gives; empty if valid pages and age say all.
    fn figure(&self, _block: BlockId, _nand: &Nand) -> String {
        String::new()
    }
}

/// A policy that can be chosen.
pub struct Entry {
    /// The word for it in an experiment.
    pub kind: &'static str,
    /// Its rule in a few words: "fewest valid pages".
    pub rule: &'static str,
    /// Head of the column that shows its figure, besides valid pages and age.
    pub score_head: &'static str,
    /// Makes one.
    pub build: fn(Build<'_>) -> Policy,
}

/// Every policy that can be chosen.
pub const POLICIES: &[Entry] = &[
    greedy::ENTRY,
    fifo::ENTRY,
    random::ENTRY,
    d_choices::ENTRY,
    windowed::ENTRY,
    cost_benefit::ENTRY,
    cost_age_time::ENTRY,
];

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

/// The words of [`POLICIES`], for the parameter table.
pub const KINDS: [&str; POLICIES.len()] = {
    let mut kinds = [""; POLICIES.len()];
    let mut i = 0;
    while i < kinds.len() {
        kinds[i] = POLICIES[i].kind;
        i += 1;
    }
    kinds
};

/// A policy at work.
#[derive(Clone, Debug, Hash)]
pub enum Policy {
    /// Fewest valid pages.
    Greedy(greedy::Greedy),
    /// Closed first.
    Fifo(fifo::Fifo),
    /// Any.
    Random(random::Random),
    /// Fewest valid pages of d drawn.
    DChoices(d_choices::DChoices),
    /// Fewest valid pages of the w closed first.
    Windowed(windowed::Windowed),
    /// Benefit over cost.
    CostBenefit(cost_benefit::CostBenefit),
    /// Benefit over cost and wear.
    CostAgeTime(cost_age_time::CostAgeTime),
}

macro_rules! each {
    ($self:ident, $policy:ident => $call:expr) => {
        match $self {
            Policy::Greedy($policy) => $call,
            Policy::Fifo($policy) => $call,
            Policy::Random($policy) => $call,
            Policy::DChoices($policy) => $call,
            Policy::Windowed($policy) => $call,
            Policy::CostBenefit($policy) => $call,
            Policy::CostAgeTime($policy) => $call,
        }
    };
}

impl Victims for Policy {
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
    fn figure(&self, block: BlockId, nand: &Nand) -> String {
        each!(self, policy => policy.figure(block, nand))
    }
}

/// The entry of the policy called `kind`; the words are validated with the experiment.
pub fn entry(kind: &str) -> &'static Entry {
    POLICIES.iter().find(|entry| entry.kind == kind).unwrap_or(&POLICIES[0])
}

//! Wear levelling: which block's data should move because the block is too young. One file a policy.
//!
//! Dynamic levelling is the free list's order; the policies here act after erases.

mod ban;
mod bet;
pub(super) mod explain;
#[cfg(test)]
mod tests;
mod threshold;

use super::free_list::FreeList;
use super::layer::Change;
use crate::base::rng::{Component, Rng};
use crate::flash::trigger::Condition;
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::parameters::parameter::{Group, Parameter};
use crate::parameters::settings::Settings;
use std::ops::Range;

/// The policies' words in an experiment.
pub const KINDS: [&str; 5] = ["none", "dynamic", "static", "swl-bet", "ban"];

/// Those of them that move data, and so need an open block of their own.
pub(super) const MOVING: [&str; 3] = ["static", "swl-bet", "ban"];

/// What may be set about wear levelling.
pub const PARAMETERS: &Group = &Group {
    title: "wear levelling",
    parameters: &[
        Parameter::choice(
            "wear_leveling.kind",
            "\"dynamic\"",
            &KINDS,
            "dynamic: the least worn free block is used first; static policies also move cold data.",
        )
        .changing(),
        Parameter::integer(
            "wear_leveling.delta",
            "35",
            1,
            1_000_000,
            "Erase count difference at which static wear levelling acts.",
        )
        .changing(),
        Parameter::integer("wear_leveling.set_shift", "0", 0, 20, "Blocks per flag of swl-bet, as a power of two.")
            .changing(),
        Parameter::integer("wear_leveling.threshold", "100", 1, 1_000_000, "Erases per flag at which swl-bet acts.")
            .changing(),
        Parameter::integer("wear_leveling.interval", "100", 1, 1_000_000_000, "Erases after which ban acts.")
            .changing(),
    ],
};

/// Takes over what changes about the wear levelling of `blocks`. What a policy counts begins anew, erases of blocks excepted;
/// free blocks keep their order where they go on without one.
pub fn change(change: &Change<'_>, blocks: Range<BlockId>, free: &mut FreeList, leveling: &mut Leveling, nand: &Nand) {
    if !change.touches("wear_leveling.") {
        return;
    }
    let listed = free.blocks();
    *free = FreeList::new(change.settings.word("wear_leveling.kind") != "none");
    listed.into_iter().for_each(|block| free.add(block, nand.block(block).erase_count));
    *leveling = Leveling::new(change.settings, blocks, Rng::new(change.seed, Component::WearLeveling));
    leveling.restart(nand);
}

/// Data that should move.
#[derive(Clone, Debug)]
pub struct Due {
    /// The block that it is in.
    pub block: BlockId,
    /// Why that one, in words.
    pub reason: String,
    /// Why now.
    pub trigger: Condition,
}

/// A policy at work in one plane.
#[derive(Clone, Debug, Hash)]
pub enum Leveling {
    /// Only the order of the free list, or nothing at all.
    Passive,
    /// Moves the data of the youngest block when ages are too far apart.
    Threshold(threshold::Threshold),
    /// Collects blocks that a table says were left out.
    Bet(bet::Bet),
    /// Collects a random block now and then.
    Ban(ban::Ban),
}

impl Leveling {
    /// The policy that `settings` name, for the plane of `blocks`.
    pub fn new(settings: &Settings, blocks: Range<BlockId>, rng: Rng) -> Self {
        match settings.word("wear_leveling.kind") {
            "static" => Self::Threshold(threshold::Threshold::new(settings, blocks)),
            "swl-bet" => Self::Bet(bet::Bet::new(settings, blocks)),
            "ban" => Self::Ban(ban::Ban::new(settings, blocks, rng)),
            _ => Self::Passive,
        }
    }

    /// A block was erased.
    pub fn erased(&mut self, block: BlockId, nand: &Nand) {
        match self {
            Self::Passive => {}
            Self::Threshold(policy) => policy.erased(block, nand),
            Self::Bet(policy) => policy.erased(block),
            Self::Ban(policy) => policy.erased(),
        }
    }

    /// Power came back: what was in RAM is forgotten, what blocks tell is taken from them.
    pub(super) fn restart(&mut self, nand: &Nand) {
        match self {
            Self::Passive => {}
            Self::Threshold(policy) => policy.restart(nand),
            Self::Bet(policy) => policy.restart(),
            Self::Ban(policy) => policy.restart(),
        }
    }

    /// The closed block whose data should move now.
    pub fn choose(&mut self, nand: &Nand) -> Option<Due> {
        match self {
            Self::Passive => None,
            Self::Threshold(policy) => policy.choose(nand),
            Self::Bet(policy) => policy.choose(nand),
            Self::Ban(policy) => policy.choose(nand),
        }
    }
}

//! Every victim policy, in one list: a new one is its file and a line of it.

use super::policy::{Entry, VictimPolicy};
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::Block;

/// `file::Type,` for each policy; the file's `ENTRY` says how it is chosen. The first token is the dollar sign of the macro that this
/// one makes.
macro_rules! policies {
    ($d:tt $($file:ident::$name:ident,)*) => {
        /// A policy at work.
        #[derive(Clone, Debug, Hash)]
        pub enum AnyPolicy {
            $(
                #[doc = concat!("See `", stringify!($file), ".rs`.")]
                $name(super::$file::$name),
            )*
        }

        /// Every policy that can be chosen.
        pub const POLICIES: &[Entry<AnyPolicy>] = &[$(Entry {
            kind: super::$file::ENTRY.kind,
            rule: super::$file::ENTRY.rule,
            score_head: super::$file::ENTRY.score_head,
            build: |from| AnyPolicy::$name((super::$file::ENTRY.build)(from)),
        }),*];

        /// Calls the same method on whichever policy it is.
        macro_rules! each {
            ($d any:ident, $d policy:ident => $d call:expr) => {
                match $d any {
                    $(AnyPolicy::$name($d policy) => $d call,)*
                }
            };
        }
    };
}

policies! { $
    greedy::Greedy,
    fifo::Fifo,
    random::Random,
    d_choices::DChoices,
    windowed::Windowed,
    cost_benefit::CostBenefit,
    cost_age_time::CostAgeTime,
}

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
}

/// The entry of the policy called `kind`; the words are validated with the experiment.
pub fn entry(kind: &str) -> &'static Entry<AnyPolicy> {
    POLICIES.iter().find(|entry| entry.kind == kind).unwrap_or(&POLICIES[0])
}

//! What every victim policy offers, and how it is chosen.

use crate::base::rng::Rng;
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::Block;
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
    /// A generator of its own.
    pub rng: Rng,
}

/// A policy's way of choosing.
pub trait VictimPolicy {
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
    /// How good a candidate is, in the order of the choices: smaller is taken first; ties go to the block closed first. Asked once for each
    /// candidate whenever a choice is explained.
    fn rank(&self, block: BlockId, nand: &Nand) -> f64;
    /// Whether the last choice looked at this closed block; most policies look at all.
    fn looks_at(&self, _block: BlockId) -> bool {
        true
    }
    /// The figure to show for it, under the head that the policy's [`Entry`] gives; empty if valid pages and age say all.
    fn score_text(&self, _block: BlockId, _nand: &Nand) -> String {
        String::new()
    }
}

/// A policy that can be chosen.
pub struct Entry<P> {
    /// The word for it in an experiment.
    pub kind: &'static str,
    /// Its rule in a few words: "fewest valid pages".
    pub(crate) rule: &'static str,
    /// Head of the column that shows its figure, besides valid pages and age.
    pub(super) score_head: &'static str,
    /// Makes one.
    pub build: fn(Build<'_>) -> P,
}

impl<P> Entry<P> {
    /// The same policy, built as one of many.
    pub(super) const fn built_as<Q>(&self, build: fn(Build<'_>) -> Q) -> Entry<Q> {
        Entry { kind: self.kind, rule: self.rule, score_head: self.score_head, build }
    }
}

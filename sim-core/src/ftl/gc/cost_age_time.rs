//! Cost-age-times: the block with the largest age × (1 − u) / (u × (1 + erases)): cost-benefit that spares worn blocks.

use super::age_lists::AgeLists;
use super::cost_benefit::{gainful_rank, gainful_text};
use super::policy::{Build, Entry, VictimPolicy};
use super::ratio::Ratio;
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::Block;
use std::cmp::Ordering;
use std::ops::Range;

/// How cost-age-times is chosen.
pub(crate) const ENTRY: Entry<CostAgeTime> = Entry {
    kind: "cat",
    rule: "largest age × free share / (valid share × wear)",
    score_head: "benefit / cost",
    build: |build| CostAgeTime::new(&build),
};

/// Closed blocks by valid pages and age. A list is left as soon as its next block, were it worn least of the plane,
/// could not beat the best: all behind it are younger.
#[derive(Clone, Debug, Hash)]
pub struct CostAgeTime {
    lists: AgeLists,
    blocks: Range<BlockId>,
    /// No block of the plane has fewer erases. Looked up now and then: erases only grow, so it stays true until power is cut,
    /// which undoes some.
    least_erases: u32,
    choices_until_lookup: u32,
}

impl CostAgeTime {
    fn new(build: &Build<'_>) -> Self {
        Self { lists: AgeLists::new(build), blocks: build.blocks.clone(), least_erases: 0, choices_until_lookup: 0 }
    }

    fn look_up_least_erases(&mut self, nand: &Nand) {
        if self.choices_until_lookup == 0 {
            self.choices_until_lookup = self.blocks.len() as u32;
            self.least_erases = self.blocks.clone().map(|block| nand.block(block).erase_count).min().unwrap_or(0);
        }
        self.choices_until_lookup -= 1;
    }
}

/// The best block of those looked at: its ratio and when it was closed.
type Best = (Ratio, u64, BlockId);

/// Age × pages that are not valid, over valid ones × (1 + erases).
fn benefit(state: &Block, nand: &Nand, erases: u32) -> Ratio {
    let age = u128::from(nand.host_pages - state.last_invalidate);
    let gain = u128::from(nand.geometry.pages_per_block - state.valid);
    Ratio { benefit: age * gain, cost: u128::from(state.valid) * (1 + u128::from(erases)) }
}

fn own_benefit(state: &Block, nand: &Nand) -> Ratio {
    benefit(state, nand, state.erase_count)
}

impl VictimPolicy for CostAgeTime {
    fn closed(&mut self, block: BlockId, state: &Block) {
        self.lists.put(block, state);
    }
    fn invalidated(&mut self, block: BlockId, state: &Block) {
        self.lists.put(block, state);
    }
    fn removed(&mut self, block: BlockId) {
        self.lists.remove(block);
    }
    fn clear(&mut self) {
        self.choices_until_lookup = 0;
        self.lists.clear();
    }
    fn select(&mut self, nand: &Nand) -> Option<BlockId> {
        self.look_up_least_erases(nand);
        let mut best: Option<Best> = None;
        for list in self.lists.gainful() {
            for block in list {
                let state = nand.block(block);
                // Of blocks without a valid page the one closed first leads its list, and nothing beats it.
                let may_win = |(ratio, ..): &Best| {
                    ratio.cost > 0 && benefit(state, nand, self.least_erases).compare(*ratio).is_ge()
                };
                if !best.as_ref().is_none_or(may_win) {
                    break;
                }
                let ratio = own_benefit(state, nand);
                let wins = |(other, closed, _): &Best| {
                    ratio.compare(*other).then(closed.cmp(&state.close_time)) == Ordering::Greater
                };
                if best.as_ref().is_none_or(wins) {
                    best = Some((ratio, state.close_time, block));
                }
            }
        }
        best.map(|(.., block)| block)
    }
    fn rank(&self, block: BlockId, nand: &Nand) -> f64 {
        gainful_rank(nand.block(block), nand, own_benefit(nand.block(block), nand))
    }
    fn score_text(&self, block: BlockId, nand: &Nand) -> String {
        gainful_text(nand.block(block), nand, own_benefit(nand.block(block), nand), 1)
    }
}

//! Cost-benefit: the block with the largest age × (1 − u) / 2u, where u is its valid share and age the host page
//! writes since it last lost a page. Blocks full of valid pages are never taken.

use super::age_lists::AgeLists;
use super::policy::{Entry, VictimPolicy};
use super::ratio::Ratio;
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::Block;

/// How cost-benefit is chosen.
pub(crate) const ENTRY: Entry<CostBenefit> = Entry {
    kind: "cost-benefit",
    rule: "largest age × pages gained / (2 × valid pages)",
    score_head: "age × gain/cost",
    build: |build| CostBenefit { lists: AgeLists::new(&build) },
};

/// Closed blocks by valid pages and age: only the heads of the lists need comparing.
#[derive(Clone, Debug, Hash)]
pub struct CostBenefit {
    lists: AgeLists,
}

/// Age × pages that are not valid, over 2 × valid ones.
fn benefit(state: &Block, nand: &Nand) -> Ratio {
    let age = u128::from(nand.host_pages - state.last_invalidate);
    let gain = u128::from(nand.geometry.pages_per_block - state.valid);
    Ratio { benefit: age * gain, cost: 2 * u128::from(state.valid) }
}

impl VictimPolicy for CostBenefit {
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
        self.lists.clear();
    }
    fn select(&mut self, nand: &Nand) -> Option<BlockId> {
        self.lists.gainful().filter_map(|mut list| list.next()).max_by(|&a, &b| {
            let (a, b) = (nand.block(a), nand.block(b));
            benefit(a, nand).compare(benefit(b, nand)).then(b.close_time.cmp(&a.close_time))
        })
    }
    fn rank(&self, block: BlockId, nand: &Nand) -> f64 {
        gainful_rank(nand.block(block), nand, benefit(nand.block(block), nand))
    }
    fn score_text(&self, block: BlockId, nand: &Nand) -> String {
        let state = nand.block(block);
        let ratio = benefit(state, nand);
        let is_whole = ratio.benefit.checked_rem(ratio.cost).is_none_or(|rest| rest == 0);
        let score = gainful_text(state, nand, ratio, usize::from(!is_whole));
        let age = nand.host_pages - state.last_invalidate;
        let gain = nand.geometry.pages_per_block - state.valid;
        if gain == 0 || age > AGE_SPELT_OUT_MAX {
            return score;
        }
        format!("{age}×{gain}/{} = {score}", 2 * state.valid)
    }
}

/// Up to this age a score is shown as a sum: beyond, the table has no room for it.
const AGE_SPELT_OUT_MAX: u64 = 999;

/// The rank of a block of which `ratio` decides, unless there is nothing to gain.
pub(super) fn gainful_rank(state: &Block, nand: &Nand, ratio: Ratio) -> f64 {
    if state.valid == nand.geometry.pages_per_block { f64::MAX } else { (-ratio.value()).max(f64::MIN) }
}

/// The same to show, with so many decimals.
pub(super) fn gainful_text(state: &Block, nand: &Nand, ratio: Ratio, decimals: usize) -> String {
    match ratio.cost {
        _ if state.valid == nand.geometry.pages_per_block => "no gain".into(),
        0 => "∞".into(),
        _ => format!("{:.decimals$}", ratio.value()),
    }
}

//! Cost-age-times: the block with the largest age × (1 − u) / (u × (1 + erases)): cost-benefit that spares worn blocks.

use super::cost_benefit::compare;
use super::pool::Pool;
use super::{Build, Entry, Policy, Score, Victims};
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::Block;

/// How cost-age-times is chosen.
pub const ENTRY: Entry = Entry {
    kind: "cat",
    rule: "largest age × free share / (valid share × wear)",
    score_head: "benefit / cost",
    build: |build| Policy::CostAgeTime(CostAgeTime::new(&build)),
};

/// Closed blocks, looked through at each choice.
#[derive(Clone, Debug, Hash)]
pub struct CostAgeTime {
    closed: Pool,
}

impl CostAgeTime {
    fn new(build: &Build<'_>) -> Self {
        Self { closed: Pool::new(build.blocks.start, build.blocks.len()) }
    }
}

fn benefit(state: &Block, nand: &Nand) -> (u128, u128) {
    let age = u128::from(nand.host_pages - state.last_invalidate);
    let gain = u128::from(nand.geometry.pages_per_block - state.valid);
    (age * gain, u128::from(state.valid) * u128::from(1 + state.erase_count))
}

impl Victims for CostAgeTime {
    fn closed(&mut self, block: BlockId, _: &Block) {
        self.closed.add(block);
    }
    fn removed(&mut self, block: BlockId) {
        self.closed.remove(block);
    }
    fn clear(&mut self) {
        self.closed.clear();
    }
    fn select(&mut self, nand: &Nand) -> Option<BlockId> {
        let gainful = self
            .closed
            .members()
            .iter()
            .copied()
            .filter(|&block| nand.block(block).valid < nand.geometry.pages_per_block);
        gainful.max_by(|&a, &b| {
            let (a, b) = (nand.block(a), nand.block(b));
            compare(benefit(a, nand), benefit(b, nand)).then(b.close_time.cmp(&a.close_time))
        })
    }
    fn score(&self, block: BlockId, nand: &Nand) -> Score {
        let (numerator, denominator) = benefit(nand.block(block), nand);
        match (nand.geometry.pages_per_block - nand.block(block).valid, denominator) {
            (0, _) => Score { rank: f64::MAX, text: "nothing to gain".into() },
            (_, 0) => Score { rank: f64::MIN, text: "∞".into() },
            _ => {
                let value = numerator as f64 / denominator as f64;
                Score { rank: -value, text: format!("{value:.1}") }
            }
        }
    }
}

//! Cost-benefit: the block with the largest age × (1 − u) / 2u, where u is its valid share and age the host page
//! writes since it last lost a page. Blocks full of valid pages are never taken.

use super::{Build, Entry, Policy, Score, Victims};
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::{Block, BlockState};
use std::cmp::Ordering;

/// How cost-benefit is chosen.
pub const ENTRY: Entry = Entry {
    kind: "cost-benefit",
    rule: "largest age × free share / (2 × valid share)",
    score_head: "benefit / cost",
    build: |build| Policy::CostBenefit(CostBenefit::new(&build)),
};

const NOBODY: u32 = u32::MAX;

/// Closed blocks in one list for each number of valid pages, the one that lost a page longest ago at the head. Within
/// a list age alone decides, so that only the heads need comparing.
#[derive(Clone, Debug, Hash)]
pub struct CostBenefit {
    first: BlockId,
    heads: Vec<u32>,
    tails: Vec<u32>,
    links: Vec<Link>,
}

#[derive(Clone, Debug, Hash)]
struct Link {
    list: u32,
    previous: u32,
    next: u32,
    /// When it last lost a page, then when it was closed.
    since: (u64, u64),
}

impl CostBenefit {
    fn new(build: &Build<'_>) -> Self {
        let lists = build.pages_per_block as usize + 1;
        let link = Link { list: NOBODY, previous: NOBODY, next: NOBODY, since: (0, 0) };
        Self {
            first: build.blocks.start,
            heads: vec![NOBODY; lists],
            tails: vec![NOBODY; lists],
            links: vec![link; build.blocks.len()],
        }
    }

    fn unlink(&mut self, at: u32) {
        let Link { list, previous, next, .. } = self.links[at as usize];
        if list == NOBODY {
            return;
        }
        match previous {
            NOBODY => self.heads[list as usize] = next,
            _ => self.links[previous as usize].next = next,
        }
        match next {
            NOBODY => self.tails[list as usize] = previous,
            _ => self.links[next as usize].previous = previous,
        }
        self.links[at as usize].list = NOBODY;
    }

    /// Puts a block where its age belongs. It nearly always is the youngest, so the search begins at the tail.
    fn link(&mut self, at: u32, state: &Block) {
        let list = state.valid;
        // Without a valid page every age is as good: infinitely.
        let lost = if list == 0 { 0 } else { state.last_invalidate };
        let since = (lost, state.close_time);
        let mut previous = self.tails[list as usize];
        while previous != NOBODY && self.links[previous as usize].since > since {
            previous = self.links[previous as usize].previous;
        }
        let next = match previous {
            NOBODY => std::mem::replace(&mut self.heads[list as usize], at),
            _ => std::mem::replace(&mut self.links[previous as usize].next, at),
        };
        match next {
            NOBODY => self.tails[list as usize] = at,
            _ => self.links[next as usize].previous = at,
        }
        self.links[at as usize] = Link { list, previous, next, since };
    }
}

/// Benefit over cost as a fraction: age × pages that are not valid over 2 × valid ones. A denominator of 0 stands for infinity.
pub fn benefit(state: &Block, nand: &Nand) -> (u128, u128) {
    let age = u128::from(nand.host_pages - state.last_invalidate);
    (age * u128::from(nand.geometry.pages_per_block - state.valid), 2 * u128::from(state.valid))
}

/// Compares two fractions; a denominator of 0 is infinity.
pub fn compare(a: (u128, u128), b: (u128, u128)) -> Ordering {
    match (a.1, b.1) {
        (0, 0) => Ordering::Equal,
        (0, _) => Ordering::Greater,
        (_, 0) => Ordering::Less,
        _ => (a.0 * b.1).cmp(&(b.0 * a.1)),
    }
}

impl Victims for CostBenefit {
    fn closed(&mut self, block: BlockId, state: &Block) {
        self.link(block - self.first, state);
    }
    fn invalidated(&mut self, block: BlockId, state: &Block) {
        self.unlink(block - self.first);
        self.link(block - self.first, state);
    }
    fn removed(&mut self, block: BlockId) {
        self.unlink(block - self.first);
    }
    fn clear(&mut self) {
        self.heads.fill(NOBODY);
        self.tails.fill(NOBODY);
        self.links.iter_mut().for_each(|link| link.list = NOBODY);
    }
    fn select(&mut self, nand: &Nand) -> Option<BlockId> {
        let heads = self.heads.iter().filter(|&&head| head != NOBODY).map(|head| head + self.first);
        heads.filter(|&block| nand.block(block).valid < nand.geometry.pages_per_block).max_by(|&a, &b| {
            let (a, b) = (nand.block(a), nand.block(b));
            compare(benefit(a, nand), benefit(b, nand)).then(b.close_time.cmp(&a.close_time))
        })
    }
    fn score(&self, block: BlockId, nand: &Nand) -> Score {
        let state = nand.block(block);
        if state.valid == nand.geometry.pages_per_block || state.state != BlockState::Closed {
            return Score { rank: f64::MAX, text: "nothing to gain".into() };
        }
        let (numerator, denominator) = benefit(state, nand);
        if denominator == 0 {
            return Score { rank: f64::MIN, text: "∞".into() };
        }
        let value = numerator as f64 / denominator as f64;
        Score { rank: -value, text: format!("{value:.0}") }
    }
}

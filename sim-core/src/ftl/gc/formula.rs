//! Formula: the block for which a formula of the user has the highest value; of equals, the one closed first. Blocks full of valid
//! pages are never taken.

use super::policy::{Build, Entry, VictimPolicy};
use super::pool::Pool;
use super::value_tree::ValueTree;
use super::victim_quantities::{MOVING, OF_PLANE, VOCABULARY, mean_erases, of};
use crate::base::formula::program::{Program, compare, shown};
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::Block;
use crate::workload::real::Real;
use std::ops::Range;
use std::sync::Arc;

/// How a formula is chosen.
pub(crate) const ENTRY: Entry<Formula> = Entry {
    kind: "formula",
    rule: "highest value of the formula",
    score_head: "value",
    build: |build| Formula::new(&build),
};

/// The formula, and the closed blocks with something to gain.
#[derive(Clone, Debug, Hash)]
pub struct Formula {
    program: Arc<Program>,
    k: Real,
    pages_per_block: u32,
    blocks: Range<BlockId>,
    /// Mean erases of the plane at the last choice.
    mean_erases: Real,
    order: Order,
}

/// How the highest value is found.
#[derive(Clone, Debug, Hash)]
enum Order {
    /// Values that change only with their block are kept in order.
    Kept(ValueTree),
    /// Values that change with time are computed for every closed block at each choice.
    Computed(Pool),
}

impl Formula {
    fn new(build: &Build<'_>) -> Self {
        let text = build.settings.word("gc.formula");
        let program = Program::new(text, VOCABULARY).expect("validated as a formula");
        let order = match program.names_any(MOVING) {
            false => Order::Kept(ValueTree::new(build.blocks.start, build.blocks.len())),
            true => Order::Computed(Pool::new(build.blocks.start, build.blocks.len())),
        };
        Self {
            program: Arc::new(program),
            k: Real(build.settings.number("gc.k")),
            pages_per_block: build.pages_per_block,
            blocks: build.blocks.clone(),
            mean_erases: Real(0.0),
            order,
        }
    }

    /// The value of a block, where time has no part in it.
    #[inline]
    fn lasting_value(&self, state: &Block) -> f64 {
        let [valid, pages] = [state.valid, self.pages_per_block].map(f64::from);
        self.program.value(&[valid, pages - valid, pages, f64::from(state.erase_count), self.k.0, 0.0, 0.0, 0.0])
    }

    fn value(&self, block: BlockId, nand: &Nand) -> f64 {
        self.program.value(&of(block, self.k.0, self.mean_erases.0, nand))
    }

    fn has_gain(&self, state: &Block) -> bool {
        state.valid < self.pages_per_block
    }
}

impl VictimPolicy for Formula {
    fn closed(&mut self, block: BlockId, state: &Block) {
        match &mut self.order {
            Order::Kept(_) => self.invalidated(block, state),
            Order::Computed(closed) => closed.add(block),
        }
    }
    fn invalidated(&mut self, block: BlockId, state: &Block) {
        let (value, has_gain) = (self.lasting_value(state), self.has_gain(state));
        if let Order::Kept(tree) = &mut self.order {
            match has_gain {
                true => tree.put(block, value, state.close_time),
                false => tree.take(block),
            }
        }
    }
    fn removed(&mut self, block: BlockId) {
        match &mut self.order {
            Order::Kept(tree) => tree.take(block),
            Order::Computed(closed) => closed.remove(block),
        }
    }
    fn clear(&mut self) {
        match &mut self.order {
            Order::Kept(tree) => tree.clear(),
            Order::Computed(closed) => closed.clear(),
        }
    }
    fn select(&mut self, nand: &Nand) -> Option<BlockId> {
        if self.program.names_any(OF_PLANE) {
            self.mean_erases = Real(mean_erases(&self.blocks, nand));
        }
        let closed = match &self.order {
            Order::Kept(tree) => return tree.best(),
            Order::Computed(closed) => closed.members(),
        };
        let gainful = closed.iter().filter(|&&block| self.has_gain(nand.block(block)));
        let valued = gainful.map(|&block| (self.value(block, nand), nand.block(block).close_time, block));
        let best = valued.reduce(|best, next| if is_before(&next, &best) { next } else { best });
        best.map(|(.., block)| block)
    }
    fn rank(&self, block: BlockId, nand: &Nand) -> f64 {
        match (self.has_gain(nand.block(block)), self.value(block, nand)) {
            // In the order of ranks a NaN is behind infinity.
            (false, _) => f64::NAN,
            (true, value) if value.is_nan() => f64::INFINITY,
            (true, value) => (0.0 - value).min(f64::MAX),
        }
    }
    fn score_text(&self, block: BlockId, nand: &Nand) -> String {
        match self.has_gain(nand.block(block)) {
            true => shown(self.value(block, nand)),
            false => "nothing to gain".into(),
        }
    }
}

/// Whether a block, with its value and when it was closed, goes before another.
fn is_before(one: &(f64, u64, BlockId), other: &(f64, u64, BlockId)) -> bool {
    compare(one.0, other.0).then(other.1.cmp(&one.1)).is_gt()
}

//! Formula: the block for which a formula of the user has the highest value; of equals, the one closed first. Blocks full of valid
//! pages are never taken.

use super::age_lists::AgeLists;
use super::list_spans::{ListSpans, Span};
use super::policy::{Build, Entry, VictimPolicy};
use super::victim_quantities::{OF_PLANE, OF_TIME, VOCABULARY, mean_erases, of};
use super::wear_sets::WearSets;
use crate::base::formula::best::{Best, best};
use crate::base::formula::bounds::Bounds;
use crate::base::formula::program::{Program, descending, shown};
use crate::base::real::Real;
use crate::base::tournament::Tournament;
use crate::nand::BlockId;
use crate::nand::array::Nand;
use crate::nand::block::Block;
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
    Kept(Tournament<(u64, u64)>),
    /// Values that change with the plane are equal where valid pages and erases are.
    OfPlane(WearSets),
    /// Values that change with time are computed at each choice, for the blocks with so many valid pages as may have the highest: in
    /// which lists those are is told by what each spans.
    Computed(AgeLists, ListSpans),
}

impl Formula {
    fn new(build: &Build<'_>) -> Self {
        let text = build.settings.word("gc.formula");
        let program = Program::new(text, VOCABULARY).expect("validated as a formula");
        let order = match (program.names_any(OF_TIME), program.names_any(OF_PLANE)) {
            (true, _) => Order::Computed(AgeLists::new(build), ListSpans::new(build.pages_per_block)),
            (false, true) => Order::OfPlane(WearSets::new(build)),
            (false, false) => Order::Kept(Tournament::new(build.blocks.len())),
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

    /// The value of a block with something to gain, where values change only with their block.
    #[inline]
    fn lasting_value(&self, state: &Block) -> Option<f64> {
        let lasts = self.has_gain(state) && matches!(self.order, Order::Kept(_));
        let [valid, pages] = [state.valid, self.pages_per_block].map(f64::from);
        let quantities = [valid, pages - valid, pages, f64::from(state.erase_count), self.k.0, 0.0, 0.0, 0.0];
        lasts.then(|| self.program.value(&quantities))
    }

    fn value(&self, block: BlockId, nand: &Nand) -> f64 {
        self.program.value(&of(block, self.k.0, self.mean_erases.0, nand))
    }

    #[inline]
    fn offer(&self, block: BlockId, best: &mut Best, nand: &Nand) {
        best.offer(block, self.value(block, nand), nand.block(block).close_time);
    }

    fn of_plane(&self, sets: &WearSets, nand: &Nand) -> Option<BlockId> {
        // No value names an age.
        let never = Bounds::of(0.0);
        let highest = sets.spans().map(|(valid, erases)| (valid, self.highest(valid, erases, never, never)));
        let highest: Vec<(u32, f64)> = highest.collect();
        best(&highest, |valid, best| sets.heads(valid).for_each(|block| self.offer(block, best, nand)))
    }

    /// The block with the highest value, and the lists that were looked through for it, each with what it spans.
    fn computed(&self, lists: &AgeLists, spans: &ListSpans, nand: &Nand) -> (Option<BlockId>, Vec<(u32, Span)>) {
        let now = nand.host_pages;
        let idle = |block: BlockId| (now - nand.block(block).last_invalidate) as f64;
        let highest = lists.ends().map(|(valid, oldest, youngest)| {
            // Blocks without a valid page are in the order of their closing.
            let (least, most) = if valid == 0 { (0.0, now as f64) } else { (idle(youngest), idle(oldest)) };
            let span = spans.of_valid(valid);
            (valid, self.highest(valid, span.erases(), span.ages(now), Bounds::between(least, most)))
        });
        let highest: Vec<(u32, f64)> = highest.collect();
        let mut found = Vec::new();
        let look_through = |valid: u32, best: &mut Best| {
            let mut span = Span::EMPTY;
            for block in lists.of_valid(valid) {
                span = span.with(nand.block(block));
                self.offer(block, best, nand);
            }
            found.push((valid, span));
        };
        (best(&highest, look_through), found)
    }

    /// No block with so many valid pages has a higher value, where the other quantities lie between these bounds.
    fn highest(&self, valid: u32, erases: Bounds, age: Bounds, idle: Bounds) -> f64 {
        let [held, pages] = [valid, self.pages_per_block].map(f64::from);
        let [valid, invalid, pages] = [held, pages - held, pages].map(Bounds::of);
        let [k, mean_erases] = [self.k.0, self.mean_erases.0].map(Bounds::of);
        self.program.bounds(&[valid, invalid, pages, erases, k, age, idle, mean_erases]).highest()
    }

    fn has_gain(&self, state: &Block) -> bool {
        state.valid < self.pages_per_block
    }
}

impl VictimPolicy for Formula {
    fn closed(&mut self, block: BlockId, state: &Block) {
        self.invalidated(block, state);
    }
    fn invalidated(&mut self, block: BlockId, state: &Block) {
        let (value, at) = (self.lasting_value(state), block - self.blocks.start);
        match &mut self.order {
            Order::Kept(tree) => match value {
                Some(value) => tree.set(at as usize, (descending(value), state.close_time)),
                None => tree.take(at as usize),
            },
            Order::OfPlane(sets) => sets.put(block, state),
            Order::Computed(lists, spans) => {
                spans.put(state);
                lists.put(block, state);
            }
        }
    }
    fn removed(&mut self, block: BlockId) {
        match &mut self.order {
            Order::Kept(tree) => tree.take((block - self.blocks.start) as usize),
            Order::OfPlane(sets) => sets.take(block),
            Order::Computed(lists, _) => lists.remove(block),
        }
    }
    fn clear(&mut self) {
        match &mut self.order {
            Order::Kept(tree) => tree.clear(),
            Order::OfPlane(sets) => sets.clear(),
            Order::Computed(lists, spans) => {
                spans.clear();
                lists.clear();
            }
        }
    }
    fn select(&mut self, nand: &Nand) -> Option<BlockId> {
        if self.program.names_any(OF_PLANE) {
            self.mean_erases = Real(mean_erases(&self.blocks, nand));
        }
        let (chosen, found) = match &self.order {
            Order::Kept(tree) => return tree.min_slot().map(|at| self.blocks.start + at as BlockId),
            Order::OfPlane(sets) => return self.of_plane(sets, nand),
            Order::Computed(lists, spans) => self.computed(lists, spans, nand),
        };
        if let Order::Computed(_, spans) = &mut self.order {
            found.into_iter().for_each(|(valid, span)| spans.found(valid, span));
        }
        chosen
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

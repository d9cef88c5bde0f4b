//! Formula: the block for which a formula of the user has the highest value; of equals, the one closed first. Blocks full of valid
//! pages are never taken.

use super::age_lists::AgeLists;
use super::list_spans::{ListSpans, Span};
use super::policy::{Build, Entry, VictimPolicy};
use super::value_tree::ValueTree;
use super::victim_quantities::{MOVING, OF_PLANE, VOCABULARY, mean_erases, of};
use crate::base::formula::bounds::Bounds;
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
    /// Values that change with time are computed at each choice, for the blocks with so many valid pages as may have the highest: in
    /// which lists those are is told by what each spans.
    Computed(AgeLists, ListSpans),
}

impl Formula {
    fn new(build: &Build<'_>) -> Self {
        let text = build.settings.word("gc.formula");
        let program = Program::new(text, VOCABULARY).expect("validated as a formula");
        let order = match program.names_any(MOVING) {
            false => Order::Kept(ValueTree::new(build.blocks.start, build.blocks.len())),
            true => Order::Computed(AgeLists::new(build), ListSpans::new(build.pages_per_block)),
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

    /// The block with the highest value: in the list that may have it, then in each other that may have one as high. With it the lists
    /// that were looked through, each with what it spans.
    fn computed(&self, lists: &AgeLists, spans: &ListSpans, nand: &Nand) -> (Option<BlockId>, Vec<(u32, Span)>) {
        let highest: Vec<(u32, f64)> = lists
            .ends()
            .map(|(valid, oldest, youngest)| {
                (valid, self.highest(valid, oldest, youngest, spans.of_valid(valid), nand))
            })
            .collect();
        let higher = |best: (u32, f64), next: (u32, f64)| if compare(next.1, best.1).is_gt() { next } else { best };
        let Some((promising, _)) = highest.iter().copied().reduce(higher) else { return (None, Vec::new()) };
        let mut best: Option<Valued> = None;
        let mut found = Vec::new();
        let mut look_through = |valid: u32, best: &mut Option<Valued>| {
            let mut span = Span::EMPTY;
            for block in lists.of_valid(valid) {
                let state = nand.block(block);
                span = span.with(state);
                let valued = (self.value(block, nand), state.close_time, block);
                if best.as_ref().is_none_or(|best| is_before(&valued, best)) {
                    *best = Some(valued);
                }
            }
            found.push((valid, span));
        };
        look_through(promising, &mut best);
        for &(valid, highest) in highest.iter().filter(|(valid, _)| *valid != promising) {
            if best.is_none_or(|(value, ..)| compare(highest, value).is_ge()) {
                look_through(valid, &mut best);
            }
        }
        (best.map(|(.., block)| block), found)
    }

    /// No block with so many valid pages has a higher value; `oldest` lost a page first of them, and `youngest` last.
    fn highest(&self, valid: u32, oldest: BlockId, youngest: BlockId, span: Span, nand: &Nand) -> f64 {
        let [held, pages] = [valid, self.pages_per_block].map(f64::from);
        let ever = Bounds::between(0.0, nand.host_pages as f64);
        let idle = |block: BlockId| (nand.host_pages - nand.block(block).last_invalidate) as f64;
        self.program
            .bounds(&[
                Bounds::of(held),
                Bounds::of(pages - held),
                Bounds::of(pages),
                span.erases(),
                Bounds::of(self.k.0),
                span.ages(nand.host_pages),
                // Blocks without a valid page are in the order of their closing.
                if valid == 0 { ever } else { Bounds::between(idle(youngest), idle(oldest)) },
                Bounds::of(self.mean_erases.0),
            ])
            .highest()
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
        if let Order::Computed(lists, spans) = &mut self.order {
            spans.put(state);
            return lists.put(block, state);
        }
        let value = self.has_gain(state).then(|| self.lasting_value(state));
        if let Order::Kept(tree) = &mut self.order {
            match value {
                Some(value) => tree.put(block, value, state.close_time),
                None => tree.take(block),
            }
        }
    }
    fn removed(&mut self, block: BlockId) {
        match &mut self.order {
            Order::Kept(tree) => tree.take(block),
            Order::Computed(lists, _) => lists.remove(block),
        }
    }
    fn clear(&mut self) {
        match &mut self.order {
            Order::Kept(tree) => tree.clear(),
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
            Order::Kept(tree) => return tree.best(),
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

/// A block, its value, and when it was closed.
type Valued = (f64, u64, BlockId);

/// Whether a block, with its value and when it was closed, goes before another.
fn is_before(one: &Valued, other: &Valued) -> bool {
    compare(one.0, other.0).then(other.1.cmp(&one.1)).is_gt()
}

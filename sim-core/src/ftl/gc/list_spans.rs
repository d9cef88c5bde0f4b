//! What the blocks of a list span: when they were closed, and how often they were erased. Bounds, exact from the last time on that
//! somebody looked through the list.

use crate::base::formula::bounds::Bounds;
use crate::nand::block::Block;

/// The earliest and the latest closing, in host page writes before it; the fewest and the most erases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Span {
    earliest: u64,
    latest: u64,
    fewest: u32,
    most: u32,
}

impl Span {
    /// Of no block.
    pub(super) const EMPTY: Self = Self { earliest: u64::MAX, latest: 0, fewest: u32::MAX, most: 0 };

    /// With one more.
    pub(super) fn with(self, state: &Block) -> Self {
        Self {
            earliest: self.earliest.min(state.closed_at),
            latest: self.latest.max(state.closed_at),
            fewest: self.fewest.min(state.erase_count),
            most: self.most.max(state.erase_count),
        }
    }

    /// Between which ages the blocks lie, after so many host page writes. There must be one.
    pub(super) fn ages(self, host_pages: u64) -> Bounds {
        Bounds::between((host_pages - self.latest) as f64, (host_pages - self.earliest) as f64)
    }

    /// Between which numbers of erases the blocks lie. There must be one.
    pub(super) fn erases(self) -> Bounds {
        Bounds::between(f64::from(self.fewest), f64::from(self.most))
    }
}

/// The lists of one plane, by their number of valid pages. Blocks that have left a list go on to count in it until it is looked through:
/// bounds are too wide then, never too narrow.
#[derive(Clone, Debug, Hash)]
pub(super) struct ListSpans(Vec<Span>);

impl ListSpans {
    /// None is closed yet.
    pub(super) fn new(pages_per_block: u32) -> Self {
        Self(vec![Span::EMPTY; pages_per_block as usize + 1])
    }

    /// Notes a block in the list of its valid pages.
    pub(super) fn put(&mut self, state: &Block) {
        let span = &mut self.0[state.valid as usize];
        *span = span.with(state);
    }

    /// Notes what was found in a list.
    pub(super) fn found(&mut self, valid: u32, span: Span) {
        self.0[valid as usize] = span;
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.0.fill(Span::EMPTY);
    }

    /// What those with so many valid pages span.
    pub(super) fn of_valid(&self, valid: u32) -> Span {
        self.0[valid as usize]
    }
}

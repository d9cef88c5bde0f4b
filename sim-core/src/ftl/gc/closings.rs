//! When the blocks of a list were closed: bounds, exact from the last time on that somebody looked through the list.

use crate::base::formula::bounds::Bounds;

/// The earliest and the latest closing, in host page writes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Span {
    earliest: u64,
    latest: u64,
}

impl Span {
    /// Of no block.
    pub(super) const EMPTY: Self = Self { earliest: u64::MAX, latest: 0 };

    /// With one more.
    pub(super) fn with(self, closed_at: u64) -> Self {
        Self { earliest: self.earliest.min(closed_at), latest: self.latest.max(closed_at) }
    }
}

/// The blocks of one plane by their number of valid pages. Blocks that have left a list go on to count in it until it is looked through:
/// bounds are too wide then, never too narrow.
#[derive(Clone, Debug, Hash)]
pub(super) struct Closings(Vec<Span>);

impl Closings {
    /// None is closed yet.
    pub(super) fn new(pages_per_block: u32) -> Self {
        Self(vec![Span::EMPTY; pages_per_block as usize + 1])
    }

    /// Notes a block with so many valid pages.
    pub(super) fn put(&mut self, valid: u32, closed_at: u64) {
        let span = &mut self.0[valid as usize];
        *span = span.with(closed_at);
    }

    /// Notes what was found in a list.
    pub(super) fn found(&mut self, valid: u32, span: Span) {
        self.0[valid as usize] = span;
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.0.fill(Span::EMPTY);
    }

    /// Between which ages those with so many valid pages lie, after so many host page writes. There must be one.
    pub(super) fn ages(&self, valid: u32, host_pages: u64) -> Bounds {
        let Span { earliest, latest } = self.0[valid as usize];
        Bounds::between((host_pages - latest) as f64, (host_pages - earliest) as f64)
    }
}

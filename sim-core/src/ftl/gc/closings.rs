//! When the closed blocks of a plane were closed: between which ages all of them lie.

use super::policy::Build;
use crate::base::formula::bounds::Bounds;
use crate::nand::BlockId;
use crate::nand::block::Block;
use std::collections::BTreeSet;

/// The closed blocks of one plane by their closing.
#[derive(Clone, Debug, Hash)]
pub(super) struct Closings {
    first: BlockId,
    /// Host page writes before each was closed, and which it is.
    in_order: BTreeSet<(u64, BlockId)>,
    /// The same by block; none for one that is not closed.
    closed_at: Vec<Option<u64>>,
}

impl Closings {
    /// None is closed yet.
    pub(super) fn new(build: &Build<'_>) -> Self {
        let closed_at = vec![None; build.blocks.len()];
        Self { first: build.blocks.start, in_order: BTreeSet::new(), closed_at }
    }

    /// Notes a block that is closed, if it is not noted already.
    pub(super) fn put(&mut self, block: BlockId, state: &Block) {
        let place = &mut self.closed_at[(block - self.first) as usize];
        if place.is_none() {
            *place = Some(state.closed_at);
            self.in_order.insert((state.closed_at, block));
        }
    }

    /// Forgets a block, if it is noted.
    pub(super) fn remove(&mut self, block: BlockId) {
        if let Some(closed_at) = self.closed_at[(block - self.first) as usize].take() {
            self.in_order.remove(&(closed_at, block));
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.in_order.clear();
        self.closed_at.fill(None);
    }

    /// Between which ages all of them lie, after so many host page writes.
    pub(super) fn ages(&self, host_pages: u64) -> Bounds {
        let age = |end: Option<&(u64, BlockId)>| end.map_or(0.0, |(closed_at, _)| (host_pages - closed_at) as f64);
        Bounds::between(age(self.in_order.last()), age(self.in_order.first()))
    }
}

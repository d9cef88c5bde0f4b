//! Blocks that no address leads to, until one of them takes the place of a block in which a program fails.

use super::PlaneId;
use std::collections::BTreeMap;

/// The reserve of each plane.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Reserve {
    /// Blocks of each plane's reserve when the device was made.
    each: u32,
    /// By plane, those that it has no more.
    gone: BTreeMap<PlaneId, u32>,
    /// Blocks replaced so far.
    replaced: u32,
}

impl Reserve {
    /// So many blocks in each plane's.
    pub(crate) fn new(each: u32) -> Self {
        Self { each, ..Self::default() }
    }

    /// Blocks that a plane has left.
    pub(crate) fn left(&self, plane: PlaneId) -> u32 {
        self.each.saturating_sub(self.gone.get(&plane).copied().unwrap_or(0))
    }

    /// A block of the plane was bad when the device was made.
    pub(crate) fn begins_without(&mut self, plane: PlaneId) {
        *self.gone.entry(plane).or_default() += 1;
    }

    /// A block of the plane is replaced.
    pub(crate) fn replace(&mut self, plane: PlaneId) {
        self.begins_without(plane);
        self.replaced += 1;
    }

    /// The latest one to be replaced there never was.
    pub(crate) fn give_back(&mut self, plane: PlaneId) {
        if let Some(gone) = self.gone.get_mut(&plane) {
            *gone -= 1;
            self.replaced -= 1;
        }
    }

    /// Blocks replaced so far.
    pub(crate) fn replaced(&self) -> u32 {
        self.replaced
    }
}

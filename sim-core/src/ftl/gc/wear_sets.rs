//! Closed blocks by valid pages and erases, the one closed first at the head of each class: where nothing else tells blocks apart,
//! heads alone need comparing.

use super::policy::Build;
use crate::base::formula::bounds::Bounds;
use crate::nand::BlockId;
use crate::nand::block::Block;
use std::collections::BTreeSet;

/// Erases, when it was closed, and the block.
type Place = (u32, u64, BlockId);

/// The blocks of one plane.
#[derive(Clone, Debug, Hash)]
pub(super) struct WearSets {
    first: BlockId,
    /// By valid pages.
    sets: Box<[BTreeSet<Place>]>,
    /// By block: the set it is in, and its place there.
    places: Box<[Option<(u32, Place)>]>,
}

impl WearSets {
    /// No block is closed yet.
    pub(super) fn new(build: &Build<'_>) -> Self {
        Self {
            first: build.blocks.start,
            sets: vec![BTreeSet::new(); build.pages_per_block as usize + 1].into(),
            places: vec![None; build.blocks.len()].into(),
        }
    }

    /// Puts a block where its valid pages and erases belong, or moves it there.
    pub(super) fn put(&mut self, block: BlockId, state: &Block) {
        self.take(block);
        let place = (state.erase_count, state.close_time, block);
        self.sets[state.valid as usize].insert(place);
        self.places[(block - self.first) as usize] = Some((state.valid, place));
    }

    /// Takes a block out, if it is in.
    pub(super) fn take(&mut self, block: BlockId) {
        if let Some((valid, place)) = self.places[(block - self.first) as usize].take() {
            self.sets[valid as usize].remove(&place);
        }
    }

    /// Takes all blocks out.
    pub(super) fn clear(&mut self) {
        self.sets.iter_mut().for_each(BTreeSet::clear);
        self.places.fill(None);
    }

    /// How many valid pages blocks with something to gain have, and between which numbers of erases those lie.
    pub(super) fn spans(&self) -> impl Iterator<Item = (u32, Bounds)> {
        let gainful = (0..).zip(&self.sets[..self.sets.len() - 1]);
        gainful.filter_map(|(valid, set)| {
            let [fewest, most] = [set.first()?, set.last()?].map(|&(erases, ..)| f64::from(erases));
            Some((valid, Bounds::between(fewest, most)))
        })
    }

    /// Of the blocks with so many valid pages, for each number of erases the one closed first.
    pub(super) fn heads(&self, valid: u32) -> impl Iterator<Item = BlockId> {
        let set = &self.sets[valid as usize];
        let next_class = move |&(erases, ..): &Place| set.range((erases + 1, 0, 0)..).next().copied();
        std::iter::successors(set.first().copied(), next_class).map(|(.., block)| block)
    }
}

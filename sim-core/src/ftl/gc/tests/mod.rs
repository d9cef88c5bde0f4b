//! Victim policies on a plane of a few blocks, each closed as a test wants it.

#![allow(clippy::unwrap_used)]

mod choosing;
mod explaining;
mod figures;

use super::policy::{Build, Entry, VictimPolicy};
use super::{AnyPolicy, entry};
use crate::base::rng::{Component, Rng};
use crate::nand::BlockId;
use crate::nand::array::{Erased, Nand, ProgramOrder};
use crate::nand::block::BlockKind;
use crate::nand::geometry::Geometry;
use crate::parameters::settings::Settings;
use serde_json::json;

/// Pages of a block.
const PAGES: u32 = 8;
/// Blocks of the plane.
const BLOCKS: u32 = 16;

/// A plane and the policy that is told what happens there.
struct Plane {
    nand: Nand,
    entry: &'static Entry<AnyPolicy>,
    policy: AnyPolicy,
}

impl Plane {
    /// Every block free; windows are of two blocks, and two are drawn.
    fn new(kind: &str) -> Self {
        Self::with(kind, "")
    }

    /// Under a formula.
    fn under(formula: &str) -> Self {
        Self::with("formula", formula)
    }

    fn with(kind: &str, formula: &str) -> Self {
        let mut nand = Nand::new(Geometry::of_one_plane(BLOCKS, PAGES, PAGES), ProgramOrder::Strict, u32::MAX, false);
        nand.keep_erased = true;
        let values = json!({ "gc.d": 2, "gc.replacement": false, "gc.window": 2, "gc.formula": formula, "gc.k": 1 });
        let settings = Settings(values.as_object().unwrap().clone());
        let entry = entry(kind);
        let rng = Rng::new(1, Component::Gc);
        let build = Build { settings: &settings, blocks: 0..BLOCKS, pages_per_block: PAGES, rng };
        Self { nand, entry, policy: (entry.build)(build) }
    }

    /// Takes a block into use.
    fn open(&mut self, block: BlockId) {
        self.nand.open(block, BlockKind::Data).unwrap();
    }

    /// Fills a free block with so many valid pages and closes it.
    fn close(&mut self, block: BlockId, valid: u32) {
        self.open(block);
        for (page, ppn) in self.nand.geometry.pages_of(block).enumerate() {
            self.nand.program(ppn as u32, 0, 1, 0).unwrap();
            if page as u32 >= valid {
                self.nand.invalidate(ppn as u32).unwrap();
            }
        }
        self.nand.close(block).unwrap();
        self.policy.closed(block, self.nand.block(block));
    }

    /// The host writes a page of this block somewhere else.
    fn outdate(&mut self, block: BlockId) {
        self.nand.host_pages += 1;
        let mut pages = self.nand.geometry.pages_of(block).map(|ppn| ppn as u32);
        let valid = pages.find(|&ppn| self.nand.is_valid(ppn)).unwrap();
        self.nand.invalidate(valid).unwrap();
        self.policy.invalidated(block, self.nand.block(block));
    }

    /// Moves what is valid in a block elsewhere, and erases it.
    fn empty(&mut self, block: BlockId) {
        self.policy.removed(block);
        for ppn in self.nand.geometry.pages_of(block).map(|ppn| ppn as u32) {
            if self.nand.is_valid(ppn) {
                self.nand.invalidate(ppn).unwrap();
            }
        }
        self.nand.erase(block).unwrap();
    }

    /// A block that was erased so often before.
    fn wear(&mut self, block: BlockId, erases: u32) {
        (0..erases).for_each(|_| assert_eq!(self.nand.erase(block), Ok(Erased::Ready)));
    }

    fn select(&mut self) -> Option<BlockId> {
        self.policy.select(&self.nand)
    }
}

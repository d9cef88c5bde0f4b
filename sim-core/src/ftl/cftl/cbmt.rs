//! The cached block map: one entry says where all pages of a logical block are. Entries are never dirty: a
//! page that went elsewhere is marked in its block's entry, here by comparing with the truth.

use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::hashed::Hashed;
use crate::base::rings::Rings;
use crate::nand::{BlockId, NONE};

/// The cached block map.
#[derive(Clone, Debug, Hash)]
pub(super) struct Cbmt {
    lbns: Bulk<u32>,
    blocks: Bulk<BlockId>,
    index: Hashed,
    rings: Rings,
    entries: u32,
}

impl Cbmt {
    /// An empty map with room for so many entries.
    pub(crate) fn new(capacity: u32) -> Self {
        Self {
            lbns: vec![NONE; capacity as usize].into(),
            blocks: vec![NONE; capacity as usize].into(),
            index: Hashed::new(capacity),
            rings: Rings::new(capacity, 1),
            entries: 0,
        }
    }

    /// Room for entries.
    pub(crate) fn capacity(&self) -> u32 {
        self.lbns.len() as u32
    }

    /// The block of a logical block.
    pub(crate) fn find(&self, lbn: u32) -> Option<BlockId> {
        self.index.find(lbn, &self.lbns).map(|slot| self.blocks[slot as usize])
    }

    /// An entry is used.
    pub(crate) fn touch(&mut self, lbn: u32) {
        if let Some(slot) = self.index.find(lbn, &self.lbns) {
            self.rings.unlink(slot);
            self.rings.link(slot, 0);
        }
    }

    /// Takes an entry in, in place of the logical block's old one or of the one used longest ago.
    pub(crate) fn insert(&mut self, lbn: u32, block: BlockId) {
        let known = self.index.find(lbn, &self.lbns);
        let slot = match known {
            Some(slot) => slot,
            None if self.entries < self.capacity() => {
                self.entries += 1;
                self.entries - 1
            }
            None => self.rings.oldest(0).next().unwrap_or(0),
        };
        if self.lbns[slot as usize] != NONE {
            self.index.remove(slot, &self.lbns);
            self.rings.unlink(slot);
        }
        self.lbns[slot as usize] = lbn;
        self.blocks[slot as usize] = block;
        self.index.add(slot, &self.lbns);
        self.rings.link(slot, 0);
    }

    /// Entries, most recently used first.
    pub(crate) fn recent(&self) -> impl Iterator<Item = (u32, BlockId)> {
        self.rings.recent(0).map(|slot| (self.lbns[slot as usize], self.blocks[slot as usize]))
    }

    /// Power came back: everything is forgotten.
    pub(crate) fn clear(&mut self) {
        *self = Self::new(self.capacity());
    }

    /// The large arrays, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(&mut self.lbns));
        visit(AnyBulk::U32(&mut self.blocks));
        self.index.bulk(visit);
        self.rings.bulk(visit);
    }
}

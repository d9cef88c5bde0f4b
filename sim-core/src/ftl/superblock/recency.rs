//! Superblocks with a block to spare, in the order in which they were last written: one chain a plane.

use crate::engine::checkpoint::Bulk;
use crate::nand::rule::Rule;
use crate::nand::{NONE, PlaneId};

/// Stands for a superblock that is in no chain.
const ABSENT: u32 = NONE - 1;

/// The chains. A superblock's plane is its number modulo the planes.
#[derive(Clone, Debug, Hash)]
pub struct Recency {
    older: Box<[u32]>,
    newer: Box<[u32]>,
    oldest: Box<[u32]>,
    newest: Box<[u32]>,
}

impl Recency {
    /// Empty chains.
    pub fn new(superblocks: u32, planes: u32) -> Self {
        Self {
            older: vec![ABSENT; superblocks as usize].into(),
            newer: vec![ABSENT; superblocks as usize].into(),
            oldest: vec![NONE; planes as usize].into(),
            newest: vec![NONE; planes as usize].into(),
        }
    }

    /// The superblock of a plane that was written longest ago.
    pub fn oldest(&self, plane: PlaneId) -> Option<u32> {
        Some(self.oldest[plane as usize]).filter(|&oldest| oldest != NONE)
    }

    #[inline(always)]
    fn contains(&self, superblock: u32) -> bool {
        self.older[superblock as usize] != ABSENT
    }

    /// A superblock was written.
    #[inline(always)]
    pub fn written(&mut self, superblock: u32) {
        if self.contains(superblock) && self.newer[superblock as usize] != NONE {
            self.remove(superblock);
            self.add(superblock);
        }
    }

    /// A superblock has a block to spare. One that is new here counts as just written.
    pub fn add(&mut self, superblock: u32) {
        if self.contains(superblock) {
            return;
        }
        let plane = superblock as usize % self.newest.len();
        let before = std::mem::replace(&mut self.newest[plane], superblock);
        self.older[superblock as usize] = before;
        self.newer[superblock as usize] = NONE;
        match before {
            NONE => self.oldest[plane] = superblock,
            before => self.newer[before as usize] = superblock,
        }
    }

    /// A superblock has no block to spare.
    pub fn remove(&mut self, superblock: u32) {
        if !self.contains(superblock) {
            return;
        }
        let plane = superblock as usize % self.newest.len();
        let older = std::mem::replace(&mut self.older[superblock as usize], ABSENT);
        let newer = std::mem::replace(&mut self.newer[superblock as usize], ABSENT);
        match older {
            NONE => self.oldest[plane] = newer,
            older => self.newer[older as usize] = newer,
        }
        match newer {
            NONE => self.newest[plane] = older,
            newer => self.older[newer as usize] = older,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.older.fill(ABSENT);
        self.newer.fill(ABSENT);
        self.oldest.fill(NONE);
        self.newest.fill(NONE);
    }

    pub fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        visit(Bulk::U32(&mut self.older));
        visit(Bulk::U32(&mut self.newer));
    }

    /// Whether a superblock is in its chain as it should.
    pub fn check(&self, superblock: u32, expected: bool) -> Result<(), Rule> {
        let (older, newer) = (self.older[superblock as usize], self.newer[superblock as usize]);
        let linked = !self.contains(superblock)
            || (older == NONE || self.newer[older as usize] == superblock)
                && (newer == NONE || self.older[newer as usize] == superblock);
        if self.contains(superblock) == expected && linked {
            return Ok(());
        }
        Err(Rule::Invariant(format!(
            "superblock {superblock} has a block to spare: {expected}, but is listed otherwise"
        )))
    }
}

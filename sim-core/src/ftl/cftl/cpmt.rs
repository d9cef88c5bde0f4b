//! The cached page map: entries that each say where a run of pages is that lie one behind the other.
//!
//! A run longer than one page comes from the flash and is as the flash has it; a page that is written gets an entry of its
//! own, and the run ends before it.

use super::super::flash_map::Cache;
use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::rings::Rings;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE};
use std::collections::BTreeMap;
use std::ops::Range;

/// Place of an entry.
pub(crate) type Slot = u32;

/// The cached page map.
#[derive(Clone, Debug, Hash)]
pub(super) struct Cpmt {
    /// Entries by their first page.
    starts: BTreeMap<Lpn, Slot>,
    firsts: Bulk<u32>,
    runs: Bulk<u32>,
    dirty: Bulk<u8>,
    dirty_entries: u32,
    rings: Rings,
    unused: Vec<Slot>,
}

impl Cpmt {
    /// An empty map with room for so many entries.
    pub(crate) fn new(capacity: u32) -> Self {
        Self {
            starts: BTreeMap::new(),
            firsts: vec![NONE; capacity as usize].into(),
            runs: vec![0; capacity as usize].into(),
            dirty: vec![0; capacity as usize].into(),
            dirty_entries: 0,
            rings: Rings::new(capacity, 1),
            unused: (0..capacity).rev().collect(),
        }
    }

    /// Room for entries.
    pub(crate) fn capacity(&self) -> u32 {
        self.firsts.len() as u32
    }

    /// Entries.
    pub(crate) fn entries(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Entries that differ from the flash.
    pub(crate) fn dirty(&self) -> u32 {
        self.dirty_entries
    }

    /// Whether there is no room for another entry.
    pub(crate) fn is_full(&self) -> bool {
        self.unused.is_empty()
    }

    /// The entry that says where a page is.
    pub(crate) fn find(&self, lpn: Lpn) -> Option<Slot> {
        let (_, &slot) = self.starts.range(..=lpn).next_back()?;
        self.covered(slot).contains(&lpn).then_some(slot)
    }

    /// The pages of an entry.
    pub(crate) fn covered(&self, slot: Slot) -> Range<Lpn> {
        let first = self.firsts[slot as usize];
        first..first + self.runs[slot as usize]
    }

    /// The part of `wanted` around `lpn` that no entry covers yet. None covers `lpn`.
    pub(crate) fn gap(&self, lpn: Lpn, wanted: Range<Lpn>) -> Range<Lpn> {
        let before = self.starts.range(..lpn).next_back().map_or(0, |(_, &slot)| self.covered(slot).end);
        let after = self.starts.range(lpn..).next().map_or(Lpn::MAX, |(&first, _)| first);
        before.max(wanted.start)..after.min(wanted.end)
    }

    /// Whether an entry differs from the flash, or may.
    pub(crate) fn is_marked(&self, slot: Slot) -> bool {
        self.dirty[slot as usize] != 0
    }

    /// Watermarks an entry as differing from the flash.
    pub(crate) fn mark(&mut self, slot: Slot) {
        self.dirty_entries += u32::from(std::mem::replace(&mut self.dirty[slot as usize], 1) == 0);
    }

    /// An entry is used.
    pub(crate) fn touch(&mut self, slot: Slot) {
        self.rings.unlink(slot);
        self.rings.link(slot, 0);
    }

    /// Takes in an entry for pages that no other covers. There must be room.
    pub(crate) fn insert(&mut self, pages: Range<Lpn>) -> Slot {
        let slot = self.unused.pop().unwrap_or_else(|| unreachable!("no room for another entry"));
        self.starts.insert(pages.start, slot);
        self.firsts[slot as usize] = pages.start;
        self.runs[slot as usize] = pages.end - pages.start;
        self.rings.link(slot, 0);
        slot
    }

    /// Ends a run before `lpn`. Whether an entry of its own is left to the page.
    pub(crate) fn cut(&mut self, lpn: Lpn) -> Option<Slot> {
        let slot = self.find(lpn)?;
        let first = self.firsts[slot as usize];
        self.runs[slot as usize] = (lpn - first).max(1);
        (lpn == first).then_some(slot)
    }

    /// Takes an entry out.
    pub(crate) fn remove(&mut self, slot: Slot) {
        self.dirty_entries -= u32::from(std::mem::take(&mut self.dirty[slot as usize]));
        self.starts.remove(&self.firsts[slot as usize]);
        self.rings.unlink(slot);
        self.firsts[slot as usize] = NONE;
        self.runs[slot as usize] = 0;
        self.unused.push(slot);
    }

    /// Takes out every entry that begins within `pages`.
    pub(super) fn remove_within(&mut self, pages: Range<Lpn>) {
        while let Some(slot) = self.starts.range(pages.clone()).next().map(|(_, &slot)| slot) {
            self.remove(slot);
        }
    }

    /// Entries, the one used longest ago first.
    pub(crate) fn leaving(&self) -> impl Iterator<Item = Slot> {
        self.rings.oldest(0)
    }

    /// Entries, most recently used first.
    pub(crate) fn recent(&self) -> impl Iterator<Item = Slot> {
        self.rings.recent(0)
    }

    /// The large arrays, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(&mut self.firsts));
        visit(AnyBulk::U32(&mut self.runs));
        visit(AnyBulk::U8(&mut self.dirty));
        self.rings.bulk(visit);
    }

    /// No two entries cover a page, dirty ones cover one page, and counts add up.
    pub(crate) fn check(&self) -> Result<(), Rule> {
        let wrong = |text: &str| Err(Rule::Invariant(format!("the cached page map {text}")));
        let (mut end, mut dirty) = (0, 0);
        for (&first, &slot) in &self.starts {
            let covered = self.covered(slot);
            if covered.start != first || covered.is_empty() || first < end {
                return wrong("has entries that overlap or are empty");
            }
            if self.is_marked(slot) && covered.len() != 1 {
                return wrong("has a dirty run");
            }
            end = covered.end;
            dirty += u32::from(self.is_marked(slot));
        }
        let entries = self.recent().count();
        if dirty != self.dirty_entries
            || entries != self.starts.len()
            || entries + self.unused.len() != self.firsts.len()
        {
            return wrong("counts its entries wrongly");
        }
        Ok(())
    }
}

impl Cache for Cpmt {
    fn page_moved(&mut self, lpn: Lpn) -> bool {
        let Some(slot) = self.find(lpn) else { return false };
        if self.covered(slot).len() == 1 {
            self.mark(slot);
            return true;
        }
        if let Some(slot) = self.cut(lpn) {
            self.mark(slot);
            return true;
        }
        false
    }

    fn is_dirty(&self, lpn: Lpn) -> bool {
        self.find(lpn).is_some_and(|slot| self.is_marked(slot))
    }

    fn clear(&mut self) {
        *self = Self::new(self.capacity());
    }

    fn restore(&mut self, lpn: Lpn) -> bool {
        if self.is_full() {
            return false;
        }
        let slot = self.insert(lpn..lpn + 1);
        self.mark(slot);
        true
    }
}

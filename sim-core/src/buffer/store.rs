//! The pages in a write buffer, by logical block. Which of them leaves is a policy's business (`policy.rs`).

use super::extent::Cells;
use crate::base::hashed::Hashed;
use crate::base::request::SECTOR_BYTES;
use crate::nand::geometry::Geometry;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE};

/// What leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victim {
    /// All pages of a group.
    Group(u32),
    /// One page: its group, and its place in the logical block.
    Page(u32, u32),
}

/// Most sectors that a page may have for its sectors to be told apart.
pub(crate) const CELLS_MAX: u32 = Cells::BITS;

/// A page in RAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Page {
    /// Its place in the logical block.
    pub offset: u32,
    /// Which version it is, where versions are kept; else 0.
    pub version: u32,
    /// The cells that are in RAM.
    pub held: Cells,
    /// Of those, cells that the flash does not hold like that.
    pub dirty: Cells,
    /// A number of its own among all pages in RAM.
    pub slot: u32,
}

impl Page {
    /// Whether the flash holds the same.
    #[inline]
    pub(crate) fn is_clean(&self) -> bool {
        self.dirty == 0
    }
}

/// Pages of one logical block in RAM.
#[derive(Clone, Debug, Default, Hash)]
pub struct Group {
    /// The logical block.
    pub lbn: u32,
    /// Its pages in RAM, ascending.
    pub pages: Vec<Page>,
    /// Their cells in RAM: its size.
    pub cells: u32,
    /// When it was last touched, in write requests begun before.
    pub touched: u64,
}

impl Group {
    /// The page at `offset`.
    #[inline]
    pub fn page(&self, offset: u32) -> Option<&Page> {
        self.at(offset).ok().map(|at| &self.pages[at])
    }

    /// Pages that the flash does not hold like that.
    pub fn dirty(&self) -> impl Iterator<Item = &Page> {
        self.pages.iter().filter(|page| !page.is_clean())
    }

    #[inline]
    fn at(&self, offset: u32) -> Result<usize, usize> {
        self.pages.binary_search_by_key(&offset, |page| page.offset)
    }
}

/// Everything in RAM.
#[derive(Clone, Debug, Hash)]
pub struct Store {
    /// Cells that there is room for.
    pub capacity: u32,
    /// Cells of a page.
    pub(crate) cells_per_page: u32,
    /// Pages of a logical block.
    pub pages_per_block: u32,
    /// Most pages, and most groups, that there can be.
    pub(crate) page_slots: u32,
    /// Most groups.
    pub(super) group_slots: u32,
    used: u32,
    pages: u32,
    groups: Vec<Group>,
    /// The logical block of each group, for the index.
    lbns: Vec<u32>,
    index: Hashed,
    free_groups: Vec<u32>,
    in_use: u32,
    free_pages: Vec<u32>,
    /// The page that each page number stands for.
    lpns: Vec<Lpn>,
}

/// What putting a page in did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    /// Where its logical block stands.
    pub group: u32,
    /// The page's own number.
    pub slot: u32,
    /// Whether it was not in RAM before.
    pub(super) is_new: bool,
    /// Cells that it takes more than before.
    pub(super) added: u32,
}

impl Store {
    /// Room for `bytes`, in which sectors, or else pages, are told apart.
    pub fn new(bytes: u64, by_sector: bool, geometry: &Geometry) -> Self {
        let (cells_per_page, cell_bytes) =
            if by_sector { (geometry.sectors_per_page(), SECTOR_BYTES) } else { (1, u64::from(geometry.page_bytes)) };
        let capacity = (bytes / cell_bytes).min(u64::from(u32::MAX / 2)) as u32;
        let pages_per_block = geometry.pages_per_logical_block();
        let page_slots = capacity.min(geometry.logical_pages);
        let group_slots = page_slots.min(geometry.logical_pages.div_ceil(pages_per_block));
        Self {
            capacity,
            cells_per_page,
            pages_per_block,
            page_slots,
            group_slots,
            used: 0,
            pages: 0,
            groups: Vec::new(),
            lbns: Vec::new(),
            index: Hashed::new(group_slots),
            free_groups: Vec::new(),
            in_use: 0,
            free_pages: Vec::new(),
            lpns: Vec::new(),
        }
    }

    /// All cells of a page.
    #[inline]
    pub fn whole(&self) -> Cells {
        Cells::MAX >> (Cells::BITS - self.cells_per_page)
    }

    /// Cells held.
    pub fn used(&self) -> u32 {
        self.used
    }

    /// Pages of which any cell is held.
    pub fn pages(&self) -> u32 {
        self.pages
    }

    /// Logical blocks with pages in RAM.
    pub(crate) fn group_count(&self) -> u32 {
        self.in_use
    }

    /// Cells of a whole logical block.
    pub(super) fn cells_per_block(&self) -> u32 {
        self.pages_per_block * self.cells_per_page
    }

    /// The first page of a logical block.
    #[inline]
    pub fn first_page(&self, lbn: u32) -> Lpn {
        lbn * self.pages_per_block
    }

    /// Where a logical block stands.
    #[inline]
    pub fn find(&self, lbn: u32) -> Option<u32> {
        self.index.find(lbn, &self.lbns)
    }

    /// The group at `slot`.
    #[inline]
    pub fn group(&self, slot: u32) -> &Group {
        &self.groups[slot as usize]
    }

    /// A page, if any of it is in RAM.
    #[inline]
    pub fn page(&self, lpn: Lpn) -> Option<&Page> {
        self.group(self.find(lpn / self.pages_per_block)?).page(lpn % self.pages_per_block)
    }

    /// A page by its own number.
    pub(super) fn by_number(&self, page: u32) -> Option<&Page> {
        self.page(self.lpns[page as usize])
    }

    /// A page by its own number, where it stands.
    pub(crate) fn as_victim(&self, page: u32) -> Option<Victim> {
        let lpn = self.lpns[page as usize];
        let group = self.find(lpn / self.pages_per_block)?;
        Some(Victim::Page(group, lpn % self.pages_per_block))
    }

    /// Groups with their slots, in no meaningful order.
    pub fn groups(&self) -> impl Iterator<Item = (u32, &Group)> {
        (0..).zip(&self.groups).filter(|(_, group)| !group.pages.is_empty())
    }

    /// Cells that putting `cells` of a page in would take.
    #[inline]
    pub(crate) fn wants(&self, lpn: Lpn, cells: Cells) -> u32 {
        let held = self.page(lpn).map_or(0, |page| page.held);
        (cells & !held).count_ones()
    }

    /// Whether so many cells more fit.
    #[inline]
    pub fn fits(&self, cells: u32) -> bool {
        self.used + cells <= self.capacity
    }

    /// Takes `cells` of a page in, over an older version of them; `dirty`: the flash does not hold them like that.
    pub fn put(&mut self, lpn: Lpn, cells: Cells, version: u32, dirty: bool, now: u64) -> Put {
        let (lbn, offset) = (lpn / self.pages_per_block, lpn % self.pages_per_block);
        let slot = self.find(lbn).unwrap_or_else(|| self.open(lbn));
        let group = &mut self.groups[slot as usize];
        group.touched = now;
        let (at, is_new) = match group.at(offset) {
            Ok(at) => (at, false),
            Err(at) => {
                let own = self.free_pages.pop().unwrap_or_else(|| {
                    self.lpns.push(lpn);
                    self.pages
                });
                self.lpns[own as usize] = lpn;
                group.pages.insert(at, Page { offset, version, held: 0, dirty: 0, slot: own });
                self.pages += 1;
                (at, true)
            }
        };
        let page = &mut group.pages[at];
        let added = (cells & !page.held).count_ones();
        page.held |= cells;
        page.dirty |= if dirty { cells } else { 0 };
        page.version = version;
        group.cells += added;
        self.used += added;
        Put { group: slot, slot: page.slot, is_new, added }
    }

    /// Takes a page out, and its group with the last one.
    pub fn remove(&mut self, group: u32, offset: u32) {
        let entry = &mut self.groups[group as usize];
        if let Ok(at) = entry.at(offset) {
            let page = entry.pages.remove(at);
            let cells = page.held.count_ones();
            entry.cells -= cells;
            self.used -= cells;
            self.pages -= 1;
            self.free_pages.push(page.slot);
        }
        if entry.pages.is_empty() {
            self.close(group);
        }
    }

    /// Takes a whole group out.
    pub(super) fn remove_group(&mut self, group: u32) {
        let entry = &mut self.groups[group as usize];
        self.used -= entry.cells;
        self.pages -= entry.pages.len() as u32;
        entry.cells = 0;
        self.free_pages.extend(entry.pages.drain(..).map(|page| page.slot));
        self.close(group);
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        let slots: Vec<u32> = self.groups().map(|(slot, _)| slot).collect();
        slots.into_iter().for_each(|slot| self.remove_group(slot));
    }

    /// What must hold of it: it is not over-full, and its counts are those of its pages.
    pub fn check(&self) -> Result<(), Rule> {
        let wrong = |what: &str| Err(Rule::Invariant(["a write buffer's ", what].concat()));
        let (mut cells, mut pages, mut groups) = (0, 0, 0);
        for (slot, group) in self.groups() {
            let held: u32 = group.pages.iter().map(|page| page.held.count_ones()).sum();
            if held != group.cells || group.pages.iter().any(|page| page.held == 0 || page.dirty & !page.held != 0) {
                return wrong("group counts other cells than it holds");
            }
            if self.find(group.lbn) != Some(slot) || !group.pages.is_sorted_by(|a, b| a.offset < b.offset) {
                return wrong("group is not found, or not in order");
            }
            (cells, pages, groups) = (cells + held, pages + group.pages.len() as u32, groups + 1);
        }
        if (cells, pages, groups) != (self.used, self.pages, self.in_use) || self.used > self.capacity {
            return wrong("counts do not add up");
        }
        Ok(())
    }

    fn open(&mut self, lbn: u32) -> u32 {
        let slot = self.free_groups.pop().unwrap_or(self.groups.len() as u32);
        if slot as usize == self.groups.len() {
            self.groups.push(Group::default());
            self.lbns.push(NONE);
        }
        self.groups[slot as usize].lbn = lbn;
        self.lbns[slot as usize] = lbn;
        self.index.add(slot, &self.lbns);
        self.in_use += 1;
        slot
    }

    fn close(&mut self, slot: u32) {
        self.index.remove(slot, &self.lbns);
        self.lbns[slot as usize] = NONE;
        self.free_groups.push(slot);
        self.in_use -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two pages of two sectors of block 0 and one of block 1, in room for eight sectors.
    fn filled() -> Store {
        let geometry = Geometry { page_bytes: 1024, ..Geometry::of_one_plane(8, 4, 16) };
        let mut store = Store::new(8 * SECTOR_BYTES, true, &geometry);
        for (lpn, cells) in [(0, 0b11), (2, 0b01), (5, 0b10)] {
            store.put(lpn, cells, 1, true, 0);
        }
        store.check().unwrap();
        store
    }

    #[test]
    fn each_count_that_is_wrong_is_found() {
        let found = |change: fn(&mut Store)| {
            let mut store = filled();
            change(&mut store);
            match store.check() {
                Err(Rule::Invariant(text)) => text,
                other => format!("{other:?}"),
            }
        };
        let group = "a write buffer's group counts other cells than it holds";
        assert_eq!(found(|store| (store.groups[0].cells, store.used) = (4, 5)), group);
        assert_eq!(found(|store| store.groups[0].pages[1].dirty = 0b10), group);
        let none_held: fn(&mut Store) = |store| {
            (store.groups[0].pages[1].held, store.groups[0].pages[1].dirty) = (0, 0);
            (store.groups[0].cells, store.used) = (2, 3);
        };
        assert_eq!(found(none_held), group);
        let place = "a write buffer's group is not found, or not in order";
        assert_eq!(found(|store| store.groups[0].lbn = 3), place);
        assert_eq!(found(|store| store.groups[0].pages.reverse()), place);
        assert_eq!(found(|store| store.groups[0].pages[1].offset = 0), place);
        let counts = "a write buffer's counts do not add up";
        assert_eq!(found(|store| store.used += 1), counts);
        assert_eq!(found(|store| store.pages += 1), counts);
        assert_eq!(found(|store| store.in_use += 1), counts);
        assert_eq!(found(|store| store.capacity = 3), counts);
    }

    #[test]
    fn there_are_no_more_pages_than_of_the_device_and_no_more_groups_than_pages() {
        let slots = |pages: u64| {
            let store = Store::new(pages * 4096, false, &Geometry::of_one_plane(8, 4, 16));
            (store.page_slots, store.group_slots)
        };
        assert_eq!([2, 8, 100].map(slots), [(2, 2), (8, 4), (16, 4)]);
    }
}

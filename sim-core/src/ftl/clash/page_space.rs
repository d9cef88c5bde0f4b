//! Page slots (p-space): pages of any logical block, seen as sets by logical block.

use super::page_set::{CachedPage, PageSet};
use std::cmp::Ordering;

/// Page slots.
#[derive(Clone, Debug, Hash)]
pub(crate) struct PageSpace {
    /// Slots there are.
    pub capacity: u32,
    used: u32,
    /// By number of the logical block.
    sets: Vec<Standing>,
    columns: Columns,
}

/// A set, and where it stands among the others for whoever looks.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Standing {
    /// The pages.
    pub set: PageSet,
    /// Its column, from its first page to its last.
    pub column: u32,
}

/// Which of equal sets, or blocks, goes first; the paper leaves it open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tie {
    /// The one used least recently, then the smallest number.
    LeastRecent,
    /// The smallest number.
    Lowest,
}

impl Tie {
    /// The rule in words.
    pub(crate) const fn rule(self) -> &'static str {
        match self {
            Self::LeastRecent => "the block used least recently",
            Self::Lowest => "the block with the lowest number",
        }
    }

    /// What to compare by.
    pub(crate) fn key(self, set: &PageSet) -> (u64, u32) {
        match self {
            Self::LeastRecent => (set.last_used, set.lbn),
            Self::Lowest => (0, set.lbn),
        }
    }
}

impl PageSpace {
    /// `capacity` free slots.
    pub(crate) fn new(capacity: u32) -> Self {
        Self { capacity, used: 0, sets: Vec::new(), columns: Columns::default() }
    }

    /// Slots in use.
    pub(crate) fn used(&self) -> u32 {
        self.used
    }

    /// The sets, by number of the logical block.
    pub(crate) fn sets(&self) -> &[Standing] {
        &self.sets
    }

    /// The pages of a logical block.
    #[inline]
    pub(crate) fn find(&self, lbn: u32) -> Option<&PageSet> {
        self.at(lbn).ok().map(|at| &self.sets[at].set)
    }

    /// Where the pages of a logical block stand.
    pub(crate) fn column(&self, lbn: u32) -> Option<u32> {
        self.at(lbn).ok().map(|at| self.sets[at].column)
    }

    /// A page of a logical block.
    #[inline]
    pub(crate) fn get(&self, lbn: u32, offset: u32) -> Option<&CachedPage> {
        self.find(lbn)?.get(offset)
    }

    /// Writes a page, over its older version or into a free slot.
    pub(crate) fn write(&mut self, lbn: u32, page: CachedPage, now: u64) {
        let at = self.at(lbn).unwrap_or_else(|at| self.stand(at, PageSet::new(lbn, now)));
        let set = &mut self.sets[at].set;
        set.last_used = now;
        if !set.put(page) {
            self.used += 1;
        }
    }

    /// The set with most pages.
    pub(crate) fn largest(&self, tie: Tie) -> Option<&PageSet> {
        let sets = self.sets.iter().map(|standing| &standing.set);
        // Most are smaller than the largest seen so far, and are passed over by that alone.
        sets.reduce(|largest, set| match set.len().cmp(&largest.len()) {
            Ordering::Less => largest,
            Ordering::Equal if tie.key(largest) <= tie.key(set) => largest,
            _ => set,
        })
    }

    /// Takes all pages of a logical block out.
    pub(crate) fn take(&mut self, lbn: u32) -> Option<PageSet> {
        let at = self.at(lbn).ok()?;
        let Standing { set, column } = self.sets.remove(at);
        self.columns.give_back(column);
        self.used -= set.len();
        Some(set)
    }

    /// Puts pages of a logical block into free slots.
    pub(crate) fn put(&mut self, set: PageSet) {
        self.used += set.len();
        match self.at(set.lbn) {
            Ok(at) => self.sets[at].set.join(set),
            Err(at) => {
                self.stand(at, set);
            }
        }
    }

    /// Takes one page out.
    pub(crate) fn remove(&mut self, lbn: u32, offset: u32) -> Option<CachedPage> {
        let at = self.at(lbn).ok()?;
        let page = self.sets[at].set.remove(offset)?;
        self.used -= 1;
        if self.sets[at].set.is_empty() {
            self.columns.give_back(self.sets.remove(at).column);
        }
        Some(page)
    }

    /// Takes everything out.
    pub(crate) fn drain(&mut self) -> Vec<PageSet> {
        let sets = std::mem::take(&mut self.sets);
        (self.used, self.columns) = (0, Columns::default());
        sets.into_iter().map(|standing| standing.set).collect()
    }

    fn stand(&mut self, at: usize, set: PageSet) -> usize {
        let column = self.columns.take();
        self.sets.insert(at, Standing { set, column });
        at
    }

    #[inline]
    fn at(&self, lbn: u32) -> Result<usize, usize> {
        self.sets.binary_search_by_key(&lbn, |standing| standing.set.lbn)
    }
}

/// Columns in use, a bit each: a set keeps its column while it stands, so that nothing jumps in a picture.
#[derive(Clone, Debug, Default, Hash)]
struct Columns(Vec<u64>);

impl Columns {
    /// The first free column.
    fn take(&mut self) -> u32 {
        let word = self.0.iter().position(|&word| word != u64::MAX).unwrap_or_else(|| {
            self.0.push(0);
            self.0.len() - 1
        });
        let bit = self.0[word].trailing_ones();
        self.0[word] |= 1 << bit;
        64 * word as u32 + bit
    }

    fn give_back(&mut self, column: u32) {
        self.0[column as usize / 64] &= !(1 << (column % 64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(offset: u32) -> CachedPage {
        CachedPage { offset, version: 1, clean: false }
    }

    #[test]
    fn the_largest_set_is_the_least_recent_of_equals() {
        let mut space = PageSpace::new(8);
        for (now, (lbn, offset)) in (1..).zip([(7, 0), (4, 1), (4, 2), (7, 2), (9, 0)]) {
            space.write(lbn, page(offset), now);
        }
        assert_eq!(space.largest(Tie::LeastRecent).map(|set| set.lbn), Some(4));
        space.write(4, page(1), 6);
        assert_eq!(space.largest(Tie::LeastRecent).map(|set| set.lbn), Some(7));
        assert_eq!(space.largest(Tie::Lowest).map(|set| set.lbn), Some(4));
        assert_eq!(space.used(), 5);
    }

    #[test]
    fn a_set_keeps_its_column_and_gives_it_back() {
        let mut space = PageSpace::new(8);
        [3, 1, 2].into_iter().for_each(|lbn| space.write(lbn, page(0), 1));
        let columns = |space: &PageSpace| -> Vec<(u32, u32)> {
            space.sets().iter().map(|standing| (standing.set.lbn, standing.column)).collect()
        };
        assert_eq!(columns(&space), [(1, 1), (2, 2), (3, 0)]);
        space.take(3);
        space.write(9, page(0), 2);
        assert_eq!(columns(&space), [(1, 1), (2, 2), (9, 0)]);
        assert_eq!(space.remove(1, 0).map(|page| page.offset), Some(0));
        assert_eq!((space.find(1), space.used()), (None, 2));
    }
}

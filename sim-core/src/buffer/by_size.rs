//! Groups by size, those of one size in order of use: what policies that prefer large groups choose from.

use super::lists::Lists;
use crate::nand::NONE;

/// Groups by size.
#[derive(Clone, Debug, Hash)]
pub(super) struct BySize {
    /// One list a size.
    lists: Lists,
    /// When each group was last used.
    used: Vec<u64>,
    /// Bit s: there are groups of size s.
    present: Vec<u64>,
}

impl BySize {
    /// No group yet, the largest of `size_max`.
    pub(crate) fn new(size_max: u32) -> Self {
        Self { lists: Lists::new(size_max + 1), used: Vec::new(), present: vec![0; size_max as usize / 64 + 1] }
    }

    /// A group is used at `now`, and has `size` by that.
    #[inline]
    pub(crate) fn touch(&mut self, slot: u32, size: u32, now: u64) {
        self.take(slot);
        if slot as usize >= self.used.len() {
            self.used.resize(slot as usize + 1, 0);
        }
        self.used[slot as usize] = now;
        self.lists.link(slot, size);
        self.present[size as usize / 64] |= 1 << (size % 64);
    }

    /// A group changes its size without being used.
    pub(crate) fn resize(&mut self, slot: u32, size: u32) {
        self.take(slot);
        let since = self.used[slot as usize];
        let older = self.lists.newest(size).find(|&other| self.used[other as usize] <= since);
        self.lists.link_after(slot, size, older.unwrap_or(NONE));
        self.present[size as usize / 64] |= 1 << (size % 64);
    }

    /// A group is gone.
    #[inline]
    pub(crate) fn take(&mut self, slot: u32) {
        if let Some(size) = self.lists.unlink(slot).filter(|&size| self.lists.is_empty(size)) {
            self.present[size as usize / 64] &= !(1 << (size % 64));
        }
    }

    /// The size of a group, 0 if it is not here.
    pub(crate) fn size(&self, slot: u32) -> u32 {
        self.lists.list_of(slot).unwrap_or(0)
    }

    /// When a group was last used.
    #[inline]
    pub(crate) fn used(&self, slot: u32) -> u64 {
        self.used[slot as usize]
    }

    /// Sizes of which there are groups, the largest first.
    #[inline]
    pub(crate) fn sizes(&self) -> impl Iterator<Item = u32> {
        let words = (0..self.present.len() as u32).zip(&self.present).rev();
        words.flat_map(|(at, &word): (u32, _)| {
            let clear = |rest: &u64| Some(rest & !(1 << rest.checked_ilog2()?));
            let left = std::iter::successors(Some(word), clear).take_while(|&rest| rest != 0);
            left.map(move |rest| at * 64 + rest.ilog2())
        })
    }

    /// Groups of a size, the one used longest ago first.
    #[inline]
    pub(crate) fn oldest(&self, size: u32) -> impl Iterator<Item = u32> {
        self.lists.oldest(size)
    }

    /// Groups of a size, the one used last first.
    pub(crate) fn recent(&self, size: u32) -> impl Iterator<Item = u32> {
        self.lists.newest(size)
    }

    /// Bytes that it takes.
    pub(super) fn heap_bytes(&self) -> usize {
        self.lists.heap_bytes() + 8 * self.used.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(groups: &BySize) -> Vec<(u32, Vec<u32>)> {
        groups.sizes().map(|size| (size, groups.oldest(size).collect())).collect()
    }

    #[test]
    fn groups_stand_by_size_and_within_one_size_by_use() {
        let mut groups = BySize::new(130);
        for (slot, size, now) in [(0, 3, 1), (1, 130, 2), (2, 3, 3), (3, 64, 4), (4, 3, 5)] {
            groups.touch(slot, size, now);
        }
        assert_eq!(all(&groups), [(130, vec![1]), (64, vec![3]), (3, vec![0, 2, 4])]);
        groups.touch(0, 3, 6);
        groups.take(3);
        assert_eq!(all(&groups), [(130, vec![1]), (3, vec![2, 4, 0])]);
    }

    #[test]
    fn a_group_that_shrinks_keeps_its_age() {
        let mut groups = BySize::new(8);
        for (slot, size, now) in [(0, 2, 1), (1, 5, 2), (2, 2, 3), (3, 5, 0)] {
            groups.touch(slot, size, now);
        }
        groups.resize(1, 2);
        groups.resize(3, 2);
        assert_eq!(all(&groups), [(2, vec![3, 0, 1, 2])]);
    }

    #[test]
    fn of_equally_old_groups_the_one_that_shrinks_comes_last() {
        let mut groups = BySize::new(8);
        for (slot, size, now) in [(0, 2, 1), (1, 2, 3), (2, 5, 1)] {
            groups.touch(slot, size, now);
        }
        groups.resize(2, 2);
        assert_eq!(all(&groups), [(2, vec![0, 2, 1])]);
    }
}

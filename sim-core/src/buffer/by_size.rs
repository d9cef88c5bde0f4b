//! Groups by size, those of one size in order of use: what policies that prefer large groups choose from.

use crate::ftl::rings::Rings;

/// Groups by size.
#[derive(Clone, Debug, Hash)]
pub struct BySize {
    /// One ring a size.
    rings: Rings,
    /// The size of each group, 0 for none.
    sizes: Vec<u32>,
    /// When each group was last used.
    used: Vec<u64>,
    /// Bit s: there are groups of size s.
    present: Vec<u64>,
}

impl BySize {
    /// No group yet, of at most `slots`, the largest of `size_max`.
    pub fn new(slots: u32, size_max: u32) -> Self {
        Self {
            rings: Rings::new(slots, size_max + 1),
            sizes: vec![0; slots as usize],
            used: vec![0; slots as usize],
            present: vec![0; size_max as usize / 64 + 1],
        }
    }

    /// A group is used at `now`, and has `size` by that.
    #[inline]
    pub fn touch(&mut self, slot: u32, size: u32, now: u64) {
        self.take(slot);
        self.used[slot as usize] = now;
        self.rings.link(slot, size as usize);
        self.enter(slot, size);
    }

    /// A group changes its size without being used.
    pub fn resize(&mut self, slot: u32, size: u32) {
        self.take(slot);
        let since = self.used[slot as usize];
        let older = self.rings.recent(size as usize).find(|&other| self.used[other as usize] <= since);
        match older {
            Some(older) => self.rings.link_before(slot, older),
            None => self.rings.link_oldest(slot, size as usize),
        }
        self.enter(slot, size);
    }

    /// A group is gone.
    #[inline]
    pub fn take(&mut self, slot: u32) {
        let size = std::mem::take(&mut self.sizes[slot as usize]) as usize;
        if size > 0 {
            self.rings.unlink(slot);
            if self.rings.is_empty(size) {
                self.present[size / 64] &= !(1 << (size % 64));
            }
        }
    }

    /// The size of a group, 0 if it is not here.
    pub fn size(&self, slot: u32) -> u32 {
        self.sizes[slot as usize]
    }

    /// When a group was last used.
    #[inline]
    pub fn used(&self, slot: u32) -> u64 {
        self.used[slot as usize]
    }

    /// Sizes of which there are groups, the largest first.
    #[inline]
    pub fn sizes(&self) -> impl Iterator<Item = usize> {
        let words = self.present.iter().enumerate().rev();
        words.flat_map(|(at, &word)| {
            let clear = |rest: &u64| Some(rest & !(1 << rest.checked_ilog2()?));
            let left = std::iter::successors(Some(word), clear).take_while(|&rest| rest != 0);
            left.map(move |rest| at * 64 + rest.ilog2() as usize)
        })
    }

    /// Groups of a size, the one used longest ago first.
    #[inline]
    pub fn oldest(&self, size: usize) -> impl Iterator<Item = u32> {
        self.rings.oldest(size)
    }

    /// Groups of a size, the one used last first.
    pub fn recent(&self, size: usize) -> impl Iterator<Item = u32> {
        self.rings.recent(size)
    }

    fn enter(&mut self, slot: u32, size: u32) {
        self.sizes[slot as usize] = size;
        self.present[size as usize / 64] |= 1 << (size % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(groups: &BySize) -> Vec<(usize, Vec<u32>)> {
        groups.sizes().map(|size| (size, groups.oldest(size).collect())).collect()
    }

    #[test]
    fn groups_stand_by_size_and_within_one_size_by_use() {
        let mut groups = BySize::new(8, 130);
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
        let mut groups = BySize::new(8, 8);
        for (slot, size, now) in [(0, 2, 1), (1, 5, 2), (2, 2, 3), (3, 5, 0)] {
            groups.touch(slot, size, now);
        }
        groups.resize(1, 2);
        groups.resize(3, 2);
        assert_eq!(all(&groups), [(2, vec![3, 0, 1, 2])]);
    }
}

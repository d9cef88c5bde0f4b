//! Numbered things in order of last use, in one list a plane: found, moved and taken out in constant time.

use crate::base::bulk::AnyBulk;
use crate::base::scattered::Scattered;
use crate::nand::{NONE, PlaneId};

/// Lists of things in order of last use. A thing is always in the list of the same plane, or in none.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Recency {
    /// The least and the most recently used of each list; [`NONE`] for both if it is empty.
    ends: Box<[[u32; 2]]>,
    /// By thing, its neighbours towards less and more recent use.
    less: Scattered<u32>,
    more: Scattered<u32>,
}

impl Recency {
    /// Empty lists, for things numbered below `things`.
    pub(crate) fn new(planes: u32, things: u32) -> Self {
        let nobody = || vec![NONE; things as usize].into();
        Self { ends: vec![[NONE; 2]; planes as usize].into(), less: nobody(), more: nobody() }
    }

    /// Puts a thing that is in no list at the recent end.
    pub(crate) fn insert(&mut self, plane: PlaneId, thing: u32) {
        let [oldest, latest] = &mut self.ends[plane as usize];
        match *latest {
            NONE => *oldest = thing,
            before => self.more[before as usize] = thing,
        }
        (self.less[thing as usize], self.more[thing as usize]) = (*latest, NONE);
        *latest = thing;
    }

    /// Takes a thing out of its list.
    pub(crate) fn remove(&mut self, plane: PlaneId, thing: u32) {
        let (less, more) = (self.less[thing as usize], self.more[thing as usize]);
        let [oldest, latest] = &mut self.ends[plane as usize];
        match less {
            NONE => *oldest = more,
            _ => self.more[less as usize] = more,
        }
        match more {
            NONE => *latest = less,
            _ => self.less[more as usize] = less,
        }
    }

    /// A thing in a list is used.
    #[inline]
    pub(crate) fn touch(&mut self, plane: PlaneId, thing: u32) {
        if self.ends[plane as usize][1] != thing {
            self.remove(plane, thing);
            self.insert(plane, thing);
        }
    }

    /// Things of a list, the least recently used first.
    pub(crate) fn iter(&self, plane: PlaneId) -> impl Iterator<Item = u32> {
        let known = |thing: u32| (thing != NONE).then_some(thing);
        std::iter::successors(known(self.ends[plane as usize][0]), move |&thing| known(self.more[thing as usize]))
    }

    /// Takes everything out.
    pub(crate) fn clear(&mut self) {
        self.ends.fill([NONE; 2]);
    }

    /// The large arrays.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(self.less.bulk()));
        visit(AnyBulk::U32(self.more.bulk()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_order_of_last_use() {
        let mut recency = Recency::new(2, 6);
        [3, 1, 4].into_iter().for_each(|thing| recency.insert(1, thing));
        recency.insert(0, 5);
        let order = |recency: &Recency| recency.iter(1).collect::<Vec<_>>();
        assert_eq!(order(&recency), [3, 1, 4]);
        recency.touch(1, 3);
        recency.touch(1, 3);
        assert_eq!(order(&recency), [1, 4, 3]);
        recency.remove(1, 4);
        assert_eq!(order(&recency), [1, 3]);
        recency.remove(1, 1);
        recency.remove(1, 3);
        assert_eq!((order(&recency), recency.iter(0).collect()), (vec![], vec![5]));
        recency.insert(1, 4);
        assert_eq!(order(&recency), [4]);
    }
}

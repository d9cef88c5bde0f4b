//! Lists of slots in order of use, over slots that come into being one by one. Unlike [`crate::base::rings::Rings`] they take
//! no more room than there have been slots: buffers could hold many more groups than they ever do.

use crate::nand::NONE;

/// Lists over the same slots. A slot is in one of them or in none.
#[derive(Clone, Debug, Hash)]
pub(super) struct Lists {
    ends: Vec<Ends>,
    links: Vec<Link>,
}

#[derive(Clone, Copy, Debug, Hash)]
struct Ends {
    oldest: u32,
    newest: u32,
}

#[derive(Clone, Copy, Debug, Hash)]
struct Link {
    older: u32,
    newer: u32,
    list: u32,
}

impl Lists {
    /// So many empty lists.
    pub(crate) fn new(lists: u32) -> Self {
        Self { ends: vec![Ends { oldest: NONE, newest: NONE }; lists as usize], links: Vec::new() }
    }

    /// Puts a slot that is in no list at the new end of one.
    #[inline]
    pub(crate) fn link(&mut self, slot: u32, list: u32) {
        self.link_after(slot, list, self.ends[list as usize].newest);
    }

    /// Puts a slot that is in no list behind `older` in one; behind [`NONE`]: at its old end.
    #[inline]
    pub(super) fn link_after(&mut self, slot: u32, list: u32, older: u32) {
        if slot as usize >= self.links.len() {
            self.links.resize(slot as usize + 1, Link { older: NONE, newer: NONE, list: NONE });
        }
        let ends = &mut self.ends[list as usize];
        let newer = match older {
            NONE => std::mem::replace(&mut ends.oldest, slot),
            older => std::mem::replace(&mut self.links[older as usize].newer, slot),
        };
        match newer {
            NONE => ends.newest = slot,
            newer => self.links[newer as usize].older = slot,
        }
        self.links[slot as usize] = Link { older, newer, list };
    }

    /// Takes a slot out of its list, if it is in one. Returns which.
    #[inline]
    pub(crate) fn unlink(&mut self, slot: u32) -> Option<u32> {
        let link = self.links.get_mut(slot as usize).filter(|link| link.list != NONE)?;
        let Link { older, newer, list } = std::mem::replace(link, Link { older: NONE, newer: NONE, list: NONE });
        let ends = &mut self.ends[list as usize];
        match older {
            NONE => ends.oldest = newer,
            older => self.links[older as usize].newer = newer,
        }
        match newer {
            NONE => ends.newest = older,
            newer => self.links[newer as usize].older = older,
        }
        Some(list)
    }

    /// Whether a list has no slot.
    #[inline]
    pub(crate) fn is_empty(&self, list: u32) -> bool {
        self.ends[list as usize].oldest == NONE
    }

    /// The list that a slot is in.
    #[inline]
    pub(crate) fn list_of(&self, slot: u32) -> Option<u32> {
        self.links.get(slot as usize).map(|link| link.list).filter(|&list| list != NONE)
    }

    /// Slots of a list, the one used longest ago first.
    #[inline]
    pub(crate) fn oldest(&self, list: u32) -> impl Iterator<Item = u32> {
        let step = |slot: u32| Some(slot).filter(|&slot| slot != NONE);
        std::iter::successors(step(self.ends[list as usize].oldest), move |&at| step(self.links[at as usize].newer))
    }

    /// Slots of a list, the one used last first.
    #[inline]
    pub(crate) fn newest(&self, list: u32) -> impl Iterator<Item = u32> {
        let step = |slot: u32| Some(slot).filter(|&slot| slot != NONE);
        std::iter::successors(step(self.ends[list as usize].newest), move |&at| step(self.links[at as usize].older))
    }

    /// Bytes that it takes.
    pub(super) fn heap_bytes(&self) -> usize {
        8 * self.ends.len() + 12 * self.links.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_leave_and_enter_anywhere() {
        let mut lists = Lists::new(2);
        (0..5).for_each(|slot| lists.link(slot, 0));
        assert_eq!(
            (lists.unlink(2), lists.unlink(0), lists.unlink(4), lists.unlink(4)),
            (Some(0), Some(0), Some(0), None)
        );
        assert_eq!(lists.oldest(0).collect::<Vec<_>>(), [1, 3]);
        lists.link_after(7, 0, 1);
        lists.link_after(6, 0, NONE);
        lists.link(9, 1);
        assert_eq!(lists.oldest(0).collect::<Vec<_>>(), [6, 1, 7, 3]);
        assert_eq!(lists.newest(0).collect::<Vec<_>>(), [3, 7, 1, 6]);
        assert_eq!(
            (lists.list_of(7), lists.list_of(9), lists.list_of(8), lists.list_of(99)),
            (Some(0), Some(1), None, None)
        );
        [6, 1, 7, 3].into_iter().for_each(|slot| assert_eq!(lists.unlink(slot), Some(0)));
        assert!(lists.is_empty(0) && !lists.is_empty(1));
    }
}

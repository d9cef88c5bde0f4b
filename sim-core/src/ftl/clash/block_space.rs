//! Block slots (b-space): each holds pages of one logical block, every page in its place.

use super::explain::ago;
use super::page_set::PageSet;
use super::page_space::Tie;
use crate::base::text::grouped;

/// Which block leaves for the flash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Order {
    /// The one used least recently.
    Lru,
    /// The one that came first.
    Fifo,
    /// The one used least often.
    Lfu,
}

impl Order {
    /// The words for them, in settings.
    pub(crate) const WORDS: &[&str] = &["lru", "fifo", "lfu"];
    const ALL: [Self; Self::WORDS.len()] = [Self::Lru, Self::Fifo, Self::Lfu];

    /// The order that a word stands for; the first for any other.
    pub(crate) fn of(word: &str) -> Self {
        let at = Self::WORDS.iter().position(|&known| known == word);
        Self::ALL[at.unwrap_or(0)]
    }

    /// What it goes by, as the head of a column.
    pub(crate) const fn head(self) -> &'static str {
        match self {
            Self::Lru => "last used",
            Self::Fifo => "came",
            Self::Lfu => "uses",
        }
    }

    /// The rule in words.
    pub(crate) const fn rule(self) -> &'static str {
        match self {
            Self::Lru => "used least recently",
            Self::Fifo => "first to come",
            Self::Lfu => "used least often",
        }
    }
}

/// A block slot in use.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Slot {
    /// The pages, with the last use of the slot.
    pub set: PageSet,
    /// When it was taken.
    entered: u64,
    /// How often it was used since.
    uses: u64,
}

/// Block slots.
#[derive(Clone, Debug, Hash)]
pub(crate) struct BlockSpace {
    slots: Vec<Option<Slot>>,
    order: Order,
}

impl BlockSpace {
    /// `slots` free slots.
    pub(crate) fn new(slots: usize, order: Order) -> Self {
        Self { slots: vec![None; slots], order }
    }

    /// From here on blocks leave in this order, by what is known of their uses.
    pub(super) fn set_order(&mut self, order: Order) {
        self.order = order;
    }

    /// Adds a free slot.
    pub(crate) fn grow(&mut self) {
        self.slots.push(None);
    }

    /// Takes away the slot `slot`, which is free.
    pub(super) fn shrink(&mut self, slot: usize) {
        self.slots.remove(slot);
    }

    /// All slots, free ones too.
    pub(crate) fn slots(&self) -> &[Option<Slot>] {
        &self.slots
    }

    /// How a block is chosen to leave.
    pub(crate) fn order(&self) -> Order {
        self.order
    }

    /// The slot of a logical block.
    #[inline]
    pub(crate) fn find(&self, lbn: u32) -> Option<usize> {
        self.slots.iter().position(|slot| slot.as_ref().is_some_and(|slot| slot.set.lbn == lbn))
    }

    /// The pages in a slot.
    pub(crate) fn set(&self, slot: usize) -> Option<&PageSet> {
        self.slots[slot].as_ref().map(|slot| &slot.set)
    }

    /// The pages in a slot, to change them.
    pub(super) fn set_mut(&mut self, slot: usize) -> Option<&mut PageSet> {
        self.slots[slot].as_mut().map(|slot| &mut slot.set)
    }

    /// A free slot.
    pub(crate) fn free(&self) -> Option<usize> {
        self.slots.iter().position(Option::is_none)
    }

    /// Pages in all slots.
    pub(crate) fn used(&self) -> u32 {
        self.slots.iter().flatten().map(|slot| slot.set.len()).sum()
    }

    /// The slot with fewest pages that only RAM holds.
    pub(crate) fn emptiest(&self, tie: Tie) -> Option<usize> {
        self.least(|slot| (u64::from(slot.set.dirty()), tie.key(&slot.set)))
    }

    /// The slot whose block is to leave next.
    pub(super) fn next_out(&self) -> Option<usize> {
        self.least(|slot| self.leaving_key(slot))
    }

    /// What the order goes by, in words.
    pub(crate) fn figure(&self, slot: &Slot, now: u64) -> String {
        match self.order {
            Order::Lru => ago(slot.set.last_used, now),
            Order::Fifo => ago(slot.entered, now),
            Order::Lfu => grouped(slot.uses),
        }
    }

    /// How many blocks are to leave before that of `slot`.
    pub(crate) fn rank(&self, slot: &Slot) -> u32 {
        let key = self.leaving_key(slot);
        self.slots.iter().flatten().filter(|other| self.leaving_key(other) < key).count() as u32
    }

    /// A page of the slot was used.
    #[inline]
    pub(crate) fn touch(&mut self, slot: usize, now: u64) {
        if let Some(slot) = &mut self.slots[slot] {
            slot.set.last_used = now;
            slot.uses += 1;
        }
    }

    /// Puts pages into a slot: into a free one, or to those of the same logical block.
    pub(crate) fn put(&mut self, slot: usize, set: PageSet, now: u64) {
        match &mut self.slots[slot] {
            Some(there) => there.set.join(set),
            free => *free = Some(Slot { set, entered: now, uses: 0 }),
        }
        self.touch(slot, now);
    }

    /// Takes everything out of a slot.
    pub(crate) fn take(&mut self, slot: usize) -> Option<PageSet> {
        self.slots[slot].take().map(|slot| slot.set)
    }

    /// Takes everything out of all slots.
    pub(crate) fn drain(&mut self) -> Vec<PageSet> {
        self.slots.iter_mut().filter_map(Option::take).map(|slot| slot.set).collect()
    }

    fn leaving_key(&self, slot: &Slot) -> (u64, u64, u32) {
        let recency = (slot.set.last_used, slot.set.lbn);
        match self.order {
            Order::Lru => (0, recency.0, recency.1),
            Order::Fifo => (slot.entered, recency.0, recency.1),
            Order::Lfu => (slot.uses, recency.0, recency.1),
        }
    }

    fn least<K: Ord>(&self, key: impl Fn(&Slot) -> K) -> Option<usize> {
        let used = self.slots.iter().enumerate().filter_map(|(at, slot)| slot.as_ref().map(|slot| (at, slot)));
        used.min_by_key(|(_, slot)| key(slot)).map(|(at, _)| at)
    }
}

#[cfg(test)]
mod tests {
    use super::super::page_set::CachedPage;
    use super::*;

    fn set(lbn: u32, offsets: &[u32]) -> PageSet {
        let mut set = PageSet::new(lbn, 0);
        for &offset in offsets {
            set.put(CachedPage { offset, version: 1, clean: false });
        }
        set
    }

    #[test]
    fn each_order_sends_another_block_away() {
        let next = |order: Order| {
            let mut space = BlockSpace::new(3, order);
            space.put(0, set(5, &[0]), 1);
            space.put(1, set(6, &[0]), 2);
            space.put(2, set(7, &[0]), 3);
            for (slot, now) in [(0, 4), (0, 5), (2, 6), (2, 7), (1, 8)] {
                space.touch(slot, now);
            }
            space.next_out()
        };
        assert_eq!((next(Order::Lru), next(Order::Fifo), next(Order::Lfu)), (Some(0), Some(0), Some(1)));
    }

    #[test]
    fn the_emptiest_is_the_least_recent_of_equals() {
        let mut space = BlockSpace::new(2, Order::Lru);
        space.put(0, set(4, &[1, 2]), 2);
        space.put(1, set(10, &[0, 1]), 1);
        assert_eq!(space.emptiest(Tie::LeastRecent), Some(1));
        assert_eq!(space.emptiest(Tie::Lowest), Some(0));
        assert_eq!(space.free(), None);
        assert_eq!(space.slots()[0].as_ref().map(|slot| space.rank(slot)), Some(1));
    }
}

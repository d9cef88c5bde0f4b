//! The ring of writes: pages of the host and pages that garbage collection moves, in the order in which they go to flash
//!. A page is read from here until it is on flash. Pages that may not enter yet wait before it.

use crate::base::hashed::Hashed;
use crate::flash::trigger::{Condition, Is, What};
use crate::nand::{Lpn, NONE};
use std::collections::{BTreeMap, VecDeque, btree_map};

/// A page in the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Entry {
    /// The logical page; [`NONE`] once it was given up, and where the command is only filled up.
    pub lpn: Lpn,
    /// Its version, where versions are kept.
    pub version: u32,
    /// Whether garbage collection moves it.
    pub moved: bool,
}

/// A write that may not enter the ring yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Waiting {
    /// The logical page; [`NONE`] once it was given up.
    pub lpn: Lpn,
    /// Its version.
    pub version: u32,
    /// The request that waits for it.
    pub(crate) ticket: Option<u32>,
}

/// A command under way: so many entries, and whether it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Unit {
    entries: u32,
    over: bool,
}

/// The ring.
#[derive(Clone, Debug, Hash)]
pub(super) struct Ring {
    /// Entries it has room for.
    pub capacity: u32,
    entries: VecDeque<Entry>,
    /// Number of the first of them; the n-th ever has number n, and is at place n modulo capacity.
    first: u64,
    /// Of those, entries that were given to the device.
    issued: u32,
    /// By place, the page, for the index of newest entries.
    pages: Box<[u32]>,
    index: Hashed,
    units: VecDeque<Unit>,
    /// Number of the first of them.
    first_unit: u32,
    users: u32,
    waiting: VecDeque<Waiting>,
    /// Of those, by page: the newest version, and how many there are.
    waiting_pages: BTreeMap<Lpn, (u32, u32)>,
    /// Pages of the host that came, and that are on flash.
    came: u64,
    left: u64,
    /// Flush requests, each with the pages that must have left before it is over.
    flushes: VecDeque<(u32, u64)>,
}

impl Ring {
    /// An empty ring.
    pub(crate) fn new(capacity: u32) -> Self {
        Self {
            capacity,
            entries: VecDeque::new(),
            first: 0,
            issued: 0,
            pages: vec![NONE; capacity as usize].into(),
            index: Hashed::new(capacity),
            units: VecDeque::new(),
            first_unit: 0,
            users: 0,
            waiting: VecDeque::new(),
            waiting_pages: BTreeMap::new(),
            came: 0,
            left: 0,
            flushes: VecDeque::new(),
        }
    }

    /// Whether nothing is in it or before it.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.waiting.is_empty()
    }

    /// Entries of the host, and of garbage collection.
    pub(crate) fn used(&self) -> (u32, u32) {
        (self.users, self.entries.len() as u32 - self.users)
    }

    /// Pages that wait to enter.
    pub(crate) fn waiting(&self) -> u32 {
        self.waiting.len() as u32
    }

    /// Entries that were not given to the device yet.
    pub(crate) fn pending(&self) -> u32 {
        self.entries.len() as u32 - self.issued
    }

    /// The newest version of a page here or before it; none if it is not here.
    #[inline]
    pub(crate) fn find(&self, lpn: Lpn) -> Option<u32> {
        if self.is_empty() {
            return None;
        }
        self.waiting_pages
            .get(&lpn)
            .map(|&(version, _)| version)
            .or_else(|| self.find_entry(lpn).map(|entry| entry.version))
    }

    /// The newest entry of a page.
    fn find_entry(&self, lpn: Lpn) -> Option<&Entry> {
        let place = self.index.find(lpn, &self.pages)?;
        self.entries.get(self.at(place))
    }

    /// Whether the newest entry of a page was not given to the device yet.
    pub(super) fn is_pending(&self, lpn: Lpn) -> bool {
        self.index.find(lpn, &self.pages).is_some_and(|place| self.at(place) >= self.issued as usize)
    }

    /// Whether an entry that was not given to the device yet is of one of these pages.
    pub(super) fn has_pending(&self, pages: &std::ops::Range<Lpn>) -> bool {
        self.entries.iter().skip(self.issued as usize).any(|entry| pages.contains(&entry.lpn))
    }

    fn at(&self, place: u32) -> usize {
        let capacity = u64::from(self.capacity);
        ((u64::from(place) + capacity - self.first % capacity) % capacity) as usize
    }

    fn place(&self, at: usize) -> u32 {
        ((self.first + at as u64) % u64::from(self.capacity)) as u32
    }

    /// Whether the host may have one more entry of at most `quota`, while so many are kept for pages on their way.
    pub(super) fn admits_user(&self, quota: u32, kept: u32) -> bool {
        self.users < quota && self.entries.len() as u32 + kept < self.capacity
    }

    /// Why the host's next page waits, if it does: others wait already, or there is no entry for it.
    pub(super) fn why_refused(&self, quota: u32, kept: u32) -> Condition {
        if self.waiting() > 0 {
            return Condition::new(What::PagesAhead, self.waiting(), Is::Above, 0u32);
        }
        if self.users >= quota {
            return Condition::new(What::RingShare, self.users, Is::AtLeast, quota);
        }
        Condition::new(What::RingEntries, self.entries.len() as u32, Is::AtLeast, self.capacity).plus(kept)
    }

    /// How many entries garbage collection may still have of `quota`.
    pub(crate) fn room_for_moved(&self, quota: u32) -> u32 {
        let (_, moved) = self.used();
        quota.saturating_sub(moved).min(self.capacity - self.entries.len() as u32)
    }

    /// A page of the host waits.
    pub(crate) fn wait(&mut self, waiting: Waiting) {
        self.came += 1;
        let (version, waits) = self.waiting_pages.entry(waiting.lpn).or_default();
        (*version, *waits) = (waiting.version, *waits + 1);
        self.waiting.push_back(waiting);
    }

    /// The page that has waited longest leaves the queue.
    pub(super) fn next_waiting(&mut self) -> Option<Waiting> {
        let waiting = self.waiting.pop_front()?;
        if let btree_map::Entry::Occupied(mut page) = self.waiting_pages.entry(waiting.lpn) {
            page.get_mut().1 -= 1;
            if page.get().1 == 0 {
                page.remove();
            }
        }
        Some(waiting)
    }

    /// A page of the host comes straight to the ring.
    pub(super) fn comes(&mut self) {
        self.came += 1;
    }

    /// A page enters. Older entries of it are no longer the newest.
    pub(crate) fn enter(&mut self, entry: Entry) {
        let place = self.place(self.entries.len());
        if entry.lpn != NONE {
            self.forget(entry.lpn);
            self.pages[place as usize] = entry.lpn;
            self.index.add(place, &self.pages);
        }
        self.users += u32::from(!entry.moved);
        self.entries.push_back(entry);
    }

    fn forget(&mut self, lpn: Lpn) {
        if let Some(place) = self.index.find(lpn, &self.pages) {
            self.index.remove(place, &self.pages);
            self.pages[place as usize] = NONE;
        }
    }

    /// A page is given up: what is pending of it need not be written.
    pub(crate) fn give_up(&mut self, lpn: Lpn) {
        if self.is_empty() {
            return;
        }
        self.forget(lpn);
        self.waiting_pages.remove(&lpn);
        let issued = self.issued as usize;
        self.entries.iter_mut().skip(issued).filter(|entry| entry.lpn == lpn).for_each(|entry| entry.lpn = NONE);
        self.waiting.iter_mut().filter(|waiting| waiting.lpn == lpn).for_each(|waiting| waiting.lpn = NONE);
    }

    /// The first entry that was not given to the device.
    pub(super) fn next_pending(&self) -> Option<Entry> {
        self.entries.get(self.issued as usize).copied()
    }

    /// It is given to the device now.
    pub(crate) fn issue(&mut self) {
        self.issued += 1;
    }

    /// The number that the next command has.
    pub(super) fn next_unit(&self) -> u32 {
        self.first_unit.wrapping_add(self.units.len() as u32) & (u32::MAX >> 1)
    }

    /// A command with so many entries is under way.
    pub(super) fn unit_issued(&mut self, entries: u32) {
        self.units.push_back(Unit { entries, over: false });
    }

    /// A command is over. Entries leave in the order in which they came: returns how many pages of the host did.
    pub(super) fn unit_over(&mut self, number: u32) {
        let at = number.wrapping_sub(self.first_unit) & (u32::MAX >> 1);
        if let Some(unit) = self.units.get_mut(at as usize) {
            unit.over = true;
        }
        while let Some(unit) = self.units.front().copied().filter(|unit| unit.over) {
            self.units.pop_front();
            self.first_unit = self.first_unit.wrapping_add(1) & (u32::MAX >> 1);
            (0..unit.entries).for_each(|_| self.release());
        }
    }

    fn release(&mut self) {
        let place = self.place(0);
        let Some(entry) = self.entries.pop_front() else { return };
        if self.pages[place as usize] != NONE {
            self.index.remove(place, &self.pages);
            self.pages[place as usize] = NONE;
        }
        self.first += 1;
        self.issued -= 1;
        self.users -= u32::from(!entry.moved);
        self.left += u64::from(!entry.moved);
    }

    /// Commands under way.
    pub(crate) fn units(&self) -> usize {
        self.units.len()
    }

    /// A flush request waits until all that came so far has left.
    pub(crate) fn flush(&mut self, ticket: u32) {
        self.flushes.push_back((ticket, self.came));
    }

    /// Whether a flush waits.
    pub(super) fn has_flush(&self) -> bool {
        !self.flushes.is_empty()
    }

    /// A flush that all it waited for has left, once.
    pub(super) fn next_flushed(&mut self) -> Option<u32> {
        let &(ticket, pages) = self.flushes.front()?;
        (pages <= self.left).then(|| self.flushes.pop_front()).flatten()?;
        Some(ticket)
    }

    /// Power was cut.
    pub(crate) fn clear(&mut self) {
        *self = Self::new(self.capacity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(lpn: Lpn, version: u32) -> Entry {
        Entry { lpn, version, moved: false }
    }

    #[test]
    fn the_newest_entry_is_found_and_entries_leave_in_order() {
        let mut ring = Ring::new(4);
        for (lpn, version) in [(7, 1), (9, 1), (7, 2)] {
            ring.comes();
            ring.enter(user(lpn, version));
        }
        assert_eq!((ring.find(7), ring.find(9), ring.find(8)), (Some(2), Some(1), None));
        (0..3).for_each(|_| ring.issue());
        let first = ring.next_unit();
        ring.unit_issued(1);
        let second = ring.next_unit();
        ring.unit_issued(2);
        ring.unit_over(second);
        assert_eq!(ring.used(), (3, 0), "the first command is still under way");
        ring.unit_over(first);
        assert!(ring.is_empty() && ring.find(7).is_none());
    }

    #[test]
    fn a_flush_is_over_when_all_before_it_has_left() {
        let mut ring = Ring::new(4);
        ring.comes();
        ring.enter(user(1, 1));
        ring.wait(Waiting { lpn: 2, version: 1, ticket: None });
        ring.flush(5);
        ring.issue();
        let unit = ring.next_unit();
        ring.unit_issued(1);
        ring.unit_over(unit);
        assert_eq!(ring.next_flushed(), None);
        let waiting = ring.next_waiting().unwrap();
        ring.enter(user(waiting.lpn, waiting.version));
        ring.issue();
        let unit = ring.next_unit();
        ring.unit_issued(1);
        ring.unit_over(unit);
        assert_eq!((ring.next_flushed(), ring.next_flushed()), (Some(5), None));
    }

    #[test]
    fn what_was_given_up_is_not_found_and_goes_round_the_ring() {
        let mut ring = Ring::new(2);
        for round in 0..10 {
            ring.comes();
            ring.enter(user(round, 1));
            assert_eq!(ring.find(round), Some(1));
            ring.give_up(round);
            assert_eq!((ring.find(round), ring.next_pending().map(|entry| entry.lpn)), (None, Some(NONE)));
            ring.issue();
            let unit = ring.next_unit();
            ring.unit_issued(1);
            ring.unit_over(unit);
        }
    }
}

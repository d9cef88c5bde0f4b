//! How long a page waits for its next access, in other pages: what a cache has to hold to keep it.

use super::super::record::Record;
use super::page::PAGE_SECTORS;
use super::powers::Powers;
use super::table::{Table, scattered};
use crate::base::request::HostOp;
use serde::Serialize;

/// Most accesses that are followed.
const MOST_ACCESSES: u64 = 1 << 22;
/// Most pages that are followed.
const MOST_PAGES: u64 = 1 << 18;

/// Reuse distances of pages of 4 KiB: at each read or write of a page that was read or written before, the number of distinct other pages that were since.
/// A least recently used cache of more pages than that has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceReuse"))]
pub struct Reuse {
    /// Of so many neighbouring pages one is followed, whatever happens to it: 1 is all of them. What is counted is of those; distances are of all.
    pub one_in: u64,
    /// Accesses of pages.
    pub accesses: u64,
    /// First ones of their page.
    pub first: u64,
    /// The others by their distance: of 0, 1, 2 to 3, 4 to 7 pages and so on.
    pub distances_pages: Vec<u64>,
}

/// The same while it is measured.
#[derive(Debug)]
pub(super) struct Following {
    shift: u32,
    /// Of each page the place of its last access, in `tree`.
    last: Table<u32>,
    /// A Fenwick tree over accesses: 1 where one is the last of its page.
    tree: Vec<u32>,
    next: usize,
    first: u64,
    accesses: u64,
    distances: Powers,
}

impl Following {
    /// Follows as many pages as can be, of a window with so many accesses of pages, to so many pages.
    pub(super) fn new(accesses: u64, pages: u64) -> Self {
        let is_too_much = |shift: &u32| accesses >> shift > MOST_ACCESSES || pages >> shift > MOST_PAGES;
        let shift = (0..).take_while(is_too_much).count() as u32;
        Self::one_in(shift)
    }

    fn one_in(shift: u32) -> Self {
        Self {
            shift,
            last: Table::new(),
            tree: vec![0; 1 << 12],
            next: 0,
            first: 0,
            accesses: 0,
            distances: Powers::default(),
        }
    }

    /// The accesses of pages that `record` is.
    pub(super) fn accesses_of(record: Record) -> u64 {
        match record.op() {
            HostOp::Read | HostOp::Write => record.end().div_ceil(PAGE_SECTORS) - record.sector() / PAGE_SECTORS,
            _ => 0,
        }
    }

    /// Follows `record` if it reads or writes.
    #[inline]
    pub(super) fn add(&mut self, record: Record) {
        if !matches!(record.op(), HostOp::Read | HostOp::Write) {
            return;
        }
        let pages = record.sector() / PAGE_SECTORS..record.end().div_ceil(PAGE_SECTORS);
        let low_bits = (1 << self.shift) - 1;
        for group in pages.start >> self.shift..=(pages.end - 1) >> self.shift {
            let page = group << self.shift | scattered(group) & low_bits;
            if pages.contains(&page) {
                self.access(page);
            }
        }
    }

    #[inline]
    fn access(&mut self, page: u64) {
        if self.next == self.tree.len() {
            self.make_room();
        }
        let place = self.next;
        self.next += 1;
        self.accesses += 1;
        let (last, is_new) = self.last.entry(page);
        let before = std::mem::replace(last, place as u32) as usize;
        if is_new {
            self.first += 1;
        } else {
            let distance = self.last.len() as u64 - u64::from(self.up_to(before));
            self.distances.add(distance << self.shift);
            self.change(before, u32::MAX);
        }
        self.change(place, 1);
    }

    /// How many last accesses there are up to `place`, with that.
    fn up_to(&self, place: usize) -> u32 {
        let (mut sum, mut node) = (0_u32, place + 1);
        while node > 0 {
            sum = sum.wrapping_add(self.tree[node - 1]);
            node &= node - 1;
        }
        sum
    }

    /// Adds `by` at `place`, where 2^32 - 1 takes 1 away.
    fn change(&mut self, place: usize, by: u32) {
        let mut node = place + 1;
        while node <= self.tree.len() {
            self.tree[node - 1] = self.tree[node - 1].wrapping_add(by);
            node += node & node.wrapping_neg();
        }
    }

    /// Keeps of all accesses the last of each page, in their order, and leaves at least as much room again.
    fn make_room(&mut self) {
        let mut pages = vec![None; self.next];
        for (page, place) in self.last.iter() {
            pages[place as usize] = Some(page);
        }
        let room = (2 * self.last.len()).next_power_of_two().max(self.tree.len());
        self.tree.clear();
        self.tree.resize(room, 0);
        self.next = 0;
        for page in pages.into_iter().flatten() {
            *self.last.entry(page).0 = self.next as u32;
            self.change(self.next, 1);
            self.next += 1;
        }
    }

    pub(super) fn finish(self) -> Reuse {
        Reuse {
            one_in: 1 << self.shift,
            accesses: self.accesses,
            first: self.first,
            distances_pages: self.distances.counts(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn write(page: u64) -> Record {
        Record::pack(0, HostOp::Write, page * PAGE_SECTORS, PAGE_SECTORS).unwrap()
    }

    proptest! {
        #[test]
        fn is_the_place_in_a_list_of_pages_by_recency(pages in proptest::collection::vec(0u64..600, 0..9_000)) {
            let (mut following, mut list, mut distances) = (Following::one_in(0), Vec::new(), Powers::default());
            for &page in &pages {
                following.add(write(page));
                if let Some(place) = list.iter().position(|&other| other == page) {
                    distances.add(place as u64);
                    list.remove(place);
                }
                list.insert(0, page);
            }
            let reuse = following.finish();
            prop_assert_eq!(reuse.distances_pages, distances.counts());
            prop_assert_eq!((reuse.first, reuse.accesses), (list.len() as u64, pages.len() as u64));
        }
    }

    #[test]
    fn one_page_in_some_tells_nearly_the_same() {
        let mut rng = 1_u64;
        let pages: Vec<u64> = std::iter::from_fn(|| {
            rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            Some((rng >> 33) % 65_536)
        })
        .take(400_000)
        .collect();
        let followed = |shift: u32| {
            let mut following = Following::one_in(shift);
            pages.iter().for_each(|&page| following.add(write(page)));
            following.finish()
        };
        let (whole, sampled) = (followed(0), followed(4));
        assert_eq!((whole.one_in, sampled.one_in), (1, 16));
        assert!((24_000..26_000).contains(&sampled.accesses), "{}", sampled.accesses);
        let below_half = |reuse: &Reuse| {
            let all: u64 = reuse.distances_pages.iter().sum();
            reuse.distances_pages[..16].iter().sum::<u64>() as f64 / all as f64
        };
        assert!((below_half(&whole) - below_half(&sampled)).abs() < 0.01);
    }
}

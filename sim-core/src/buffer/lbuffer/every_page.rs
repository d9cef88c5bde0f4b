//! The log with every page of it remembered: what a rehearsal with memory to spare knows (`host`).

use crate::base::hashed::Hashed;
use crate::nand::NONE;

/// Where the newest copy of a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Copy {
    offset: u32,
    /// Its place in the log: log block × pages of a block + page.
    place: u32,
}

/// Every page in the log.
#[derive(Clone, Debug, Hash)]
pub(super) struct EveryPage {
    pages_per_block: u32,
    /// The logical block and page that each place of the log holds.
    held: Vec<(u32, u32)>,
    /// The newest copies of each logical block's pages in the log, by page.
    copies: Vec<Vec<Copy>>,
    lbns: Vec<u32>,
    index: Hashed,
    free: Vec<u32>,
}

impl EveryPage {
    /// An empty log of a device of so many logical blocks.
    pub(crate) fn new(log_blocks: u32, pages_per_block: u32, logical_blocks: u32) -> Self {
        let pages = log_blocks * pages_per_block;
        Self {
            pages_per_block,
            held: vec![(NONE, 0); pages as usize],
            copies: Vec::new(),
            lbns: Vec::new(),
            index: Hashed::new(pages.min(logical_blocks)),
            free: Vec::new(),
        }
    }

    /// Pages of a logical block go to `block`, from its page `first` on.
    pub(crate) fn commit(&mut self, block: u32, first: u32, lbn: u32, pages: &[u32]) {
        let slot = self.index.find(lbn, &self.lbns).unwrap_or_else(|| self.open(lbn));
        let copies = &mut self.copies[slot as usize];
        for (at, &offset) in (first..).zip(pages) {
            let place = block * self.pages_per_block + at;
            self.held[place as usize] = (lbn, offset);
            match copies.binary_search_by_key(&offset, |copy| copy.offset) {
                Ok(at) => copies[at].place = place,
                Err(at) => copies.insert(at, Copy { offset, place }),
            }
        }
    }

    /// Empties a log block. Returns the logical blocks that are rebuilt for it.
    pub(crate) fn empty(&mut self, block: u32) -> u32 {
        let mut rebuilt = 0;
        for place in block * self.pages_per_block..(block + 1) * self.pages_per_block {
            let (lbn, offset) = std::mem::replace(&mut self.held[place as usize], (NONE, 0));
            let newest = self.index.find(lbn, &self.lbns).and_then(|slot| {
                let copies = &self.copies[slot as usize];
                copies.binary_search_by_key(&offset, |copy| copy.offset).ok().map(|at| copies[at].place)
            });
            if newest == Some(place) {
                rebuilt += 1;
                self.forget(lbn);
            }
        }
        rebuilt
    }

    /// Forgets a logical block.
    pub(crate) fn forget(&mut self, lbn: u32) {
        if let Some(slot) = self.index.find(lbn, &self.lbns) {
            self.copies[slot as usize].clear();
            self.index.remove(slot, &self.lbns);
            self.lbns[slot as usize] = NONE;
            self.free.push(slot);
        }
    }

    fn open(&mut self, lbn: u32) -> u32 {
        let slot = self.free.pop().unwrap_or(self.lbns.len() as u32);
        if slot as usize == self.lbns.len() {
            self.lbns.push(NONE);
            self.copies.push(Vec::new());
        }
        self.lbns[slot as usize] = lbn;
        self.index.add(slot, &self.lbns);
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logical_block_is_rebuilt_where_it_still_has_a_newest_page() {
        let mut log = EveryPage::new(3, 4, 10);
        log.commit(0, 0, 7, &[0, 1]);
        log.commit(0, 2, 8, &[5]);
        log.commit(1, 0, 7, &[0, 1]);
        log.commit(1, 2, 9, &[2]);
        // 7 has moved on; 8 is rebuilt.
        assert_eq!(log.empty(0), 1);
        assert_eq!(log.empty(1), 2);
        assert_eq!((log.empty(0), log.empty(1)), (0, 0));
    }

    #[test]
    fn rebuilding_takes_all_copies_of_a_logical_block_along() {
        let mut log = EveryPage::new(3, 4, 10);
        log.commit(0, 0, 7, &[0]);
        log.commit(1, 0, 7, &[1]);
        assert_eq!((log.empty(0), log.empty(1)), (1, 0));
        log.commit(2, 0, 7, &[1]);
        log.forget(7);
        assert_eq!(log.empty(2), 0);
    }

    #[test]
    fn emptying_a_log_block_leaves_the_others_as_they_are() {
        let mut log = EveryPage::new(3, 4, 10);
        log.commit(0, 0, 8, &[0]);
        log.commit(1, 0, 9, &[0]);
        log.commit(2, 0, 7, &[0]);
        assert_eq!((log.empty(1), log.empty(0), log.empty(2)), (1, 1, 1));
    }

    #[test]
    fn pages_logged_before_a_logical_block_was_rebuilt_do_not_count_when_it_is_logged_again() {
        let mut log = EveryPage::new(3, 4, 10);
        log.commit(0, 0, 7, &[0]);
        log.forget(7);
        log.commit(1, 0, 7, &[1]);
        assert_eq!((log.empty(0), log.empty(1)), (0, 1));
    }

    #[test]
    fn the_place_of_a_logical_block_that_is_forgotten_is_taken_again() {
        let mut log = EveryPage::new(3, 4, 10);
        for (page, lbn) in [(0, 7), (1, 8), (2, 9)] {
            log.commit(0, page, lbn, &[0]);
            log.commit(1, page, 6, &[page]);
            log.forget(lbn);
        }
        assert_eq!((log.copies.len(), log.lbns.len()), (2, 2));
        assert_eq!((log.empty(0), log.empty(1)), (0, 1));
    }
}

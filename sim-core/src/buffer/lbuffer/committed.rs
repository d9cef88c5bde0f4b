//! Committed-group management: of each logical block only the pages that went to the log first are remembered,
//! at the log block that they went to. When that one is emptied the whole logical block is rebuilt, so that what came
//! later does not matter; unless it has outdated all that came first.

use crate::base::hashed::Hashed;
use crate::buffer::lists::Lists;
use crate::nand::NONE;

/// How much is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Limits {
    /// Most nodes; beyond, those of the blocks logged least recently are deleted early. None: as many as there are.
    pub(crate) nodes: Option<u32>,
    /// Pages that are kept as a list; more are kept as a bitmap.
    pub records: u32,
}

/// First pages of logical blocks in the log.
#[derive(Clone, Debug, Hash)]
pub(super) struct Committed {
    limits: Limits,
    pages_per_block: u32,
    /// The logical block of each node, and the log block it counts for.
    lbns: Vec<u32>,
    at: Vec<u32>,
    index: Hashed,
    free: Vec<u32>,
    /// Nodes by log block, and all of them by the last commit.
    by_block: Lists,
    by_commit: Lists,
    /// A bit a page of each node, in words of 64.
    words: usize,
    pages: Vec<u64>,
    /// Nodes deleted early that still count, and nodes, by log block.
    deleted: Vec<u32>,
    nodes: Vec<u32>,
    /// Bits of the pages of all nodes.
    bits: u64,
}

/// Bytes of a node's logical block number.
const NODE_BYTES: u64 = 4;

impl Committed {
    /// Nothing logged yet, of at most `most` logical blocks.
    pub(crate) fn new(log_blocks: u32, pages_per_block: u32, most: u32, limits: Limits) -> Self {
        let slots = limits.nodes.map_or(most, |nodes| nodes.min(most)) + 1;
        Self {
            limits,
            pages_per_block,
            lbns: Vec::new(),
            at: Vec::new(),
            index: Hashed::new(slots),
            free: Vec::new(),
            by_block: Lists::new(log_blocks),
            by_commit: Lists::new(1),
            words: pages_per_block.div_ceil(64) as usize,
            pages: Vec::new(),
            deleted: vec![0; log_blocks as usize],
            nodes: vec![0; log_blocks as usize],
            bits: 0,
        }
    }

    /// Pages of a logical block go to the log, into `block`.
    pub(crate) fn commit(&mut self, block: u32, lbn: u32, pages: &[u32]) {
        let Some(node) = self.index.find(lbn, &self.lbns) else { return self.enter(block, lbn, pages) };
        self.bits -= self.page_bits(node);
        let words = &mut self.pages[node as usize * self.words..][..self.words];
        pages.iter().for_each(|page| words[*page as usize / 64] &= !(1 << (page % 64)));
        let is_outdated = words.iter().all(|&word| word == 0);
        self.bits += self.page_bits(node);
        if is_outdated {
            // Group shifting: what came last is what is remembered now.
            self.remove(node);
            self.enter(block, lbn, pages);
        } else {
            self.by_commit.unlink(node);
            self.by_commit.link(node, 0);
        }
    }

    /// Empties a log block. Returns the logical blocks that are rebuilt for it.
    pub(crate) fn empty(&mut self, block: u32) -> u32 {
        let count = self.associativity(block);
        let nodes: Vec<u32> = self.by_block.oldest(block).collect();
        nodes.into_iter().for_each(|node| self.remove(node));
        self.deleted[block as usize] = 0;
        count
    }

    /// Forgets a logical block.
    pub(crate) fn forget(&mut self, lbn: u32) {
        if let Some(node) = self.index.find(lbn, &self.lbns) {
            self.remove(node);
        }
    }

    /// Logical blocks that emptying a log block would rebuild.
    pub(crate) fn associativity(&self, block: u32) -> u32 {
        self.nodes[block as usize] + self.deleted[block as usize]
    }

    /// Bytes that it takes: the number of each node's logical block, and its pages.
    pub(crate) fn bytes(&self) -> u64 {
        NODE_BYTES * u64::from(self.node_count()) + self.bits.div_ceil(8)
    }

    /// Nodes.
    pub(super) fn node_count(&self) -> u32 {
        (self.lbns.len() - self.free.len()) as u32
    }

    fn enter(&mut self, block: u32, lbn: u32, pages: &[u32]) {
        let node = self.free.pop().unwrap_or(self.lbns.len() as u32);
        if node as usize == self.lbns.len() {
            self.lbns.push(NONE);
            self.at.push(NONE);
            self.pages.resize(self.pages.len() + self.words, 0);
        }
        (self.lbns[node as usize], self.at[node as usize]) = (lbn, block);
        self.index.add(node, &self.lbns);
        self.by_block.link(node, block);
        self.by_commit.link(node, 0);
        self.nodes[block as usize] += 1;
        let words = &mut self.pages[node as usize * self.words..][..self.words];
        words.fill(0);
        pages.iter().for_each(|page| words[*page as usize / 64] |= 1 << (page % 64));
        self.bits += self.page_bits(node);
        if self.limits.nodes.is_some_and(|most| self.node_count() > most) {
            self.delete_early();
        }
    }

    /// Early deletion: what was not logged for longest is assumed to stay until its log block is emptied.
    fn delete_early(&mut self) {
        let least_recent = self.by_commit.oldest(0).next();
        if let Some(node) = least_recent {
            self.deleted[self.at[node as usize] as usize] += 1;
            self.remove(node);
        }
    }

    fn remove(&mut self, node: u32) {
        self.bits -= self.page_bits(node);
        self.nodes[self.at[node as usize] as usize] -= 1;
        self.by_block.unlink(node);
        self.by_commit.unlink(node);
        self.index.remove(node, &self.lbns);
        self.lbns[node as usize] = NONE;
        self.free.push(node);
    }

    fn page_bits(&self, node: u32) -> u64 {
        let words = &self.pages[node as usize * self.words..][..self.words];
        let pages: u32 = words.iter().map(|word| word.count_ones()).sum();
        let record_bits = self.pages_per_block.next_power_of_two().trailing_zeros().max(1);
        u64::from(if pages <= self.limits.records { pages * record_bits } else { self.pages_per_block })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_LIMITS: Limits = Limits { nodes: None, records: 4 };

    #[test]
    fn a_logical_block_counts_where_it_was_committed_first() {
        let mut log = Committed::new(4, 128, 100, NO_LIMITS);
        log.commit(0, 1001, &[3, 4]);
        log.commit(3, 1001, &[9]);
        log.commit(3, 2002, &[0]);
        assert_eq!((0..4).map(|block| log.associativity(block)).collect::<Vec<_>>(), [1, 0, 0, 1]);
        assert_eq!(log.empty(0), 1);
        assert_eq!(log.node_count(), 1);
    }

    #[test]
    fn a_logical_block_shifts_when_all_its_first_pages_are_outdated() {
        let mut log = Committed::new(4, 128, 100, NO_LIMITS);
        log.commit(0, 1001, &[3, 4]);
        log.commit(3, 2002, &[0]);
        log.commit(3, 1001, &[4, 5]);
        assert_eq!((log.associativity(0), log.associativity(3)), (1, 1));
        log.commit(3, 1001, &[3]);
        assert_eq!((log.associativity(0), log.associativity(3)), (0, 2));
        // What is remembered now is the last commit: page 3 alone.
        log.commit(1, 1001, &[3]);
        assert_eq!((log.associativity(1), log.associativity(3)), (1, 1));
    }

    #[test]
    fn where_a_forgotten_logical_block_stood_another_begins_with_its_own_pages() {
        let mut log = Committed::new(4, 128, 100, NO_LIMITS);
        log.commit(0, 1001, &[3]);
        log.forget(1001);
        log.commit(1, 2002, &[5]);
        log.commit(2, 2002, &[5]);
        assert_eq!((0..4).map(|block| log.associativity(block)).collect::<Vec<_>>(), [0, 0, 1, 0]);
    }

    #[test]
    fn what_was_logged_least_recently_is_deleted_early_and_still_counts() {
        let mut log = Committed::new(4, 128, 100, Limits { nodes: Some(2), records: 4 });
        log.commit(0, 1, &[0]);
        log.commit(0, 2, &[0]);
        log.commit(1, 3, &[0]);
        assert_eq!((log.node_count(), log.associativity(0), log.associativity(1)), (2, 2, 1));
        log.commit(2, 1, &[0]);
        assert_eq!(
            (log.node_count(), log.associativity(0), log.associativity(2)),
            (2, 2, 1),
            "1 counts twice: it is not known any more"
        );
        assert_eq!((log.empty(0), log.associativity(0)), (2, 0));
    }

    /// By creation block 1 would go, which is logged all the time.
    #[test]
    fn what_is_logged_again_stays() {
        let mut log = Committed::new(4, 128, 100, Limits { nodes: Some(2), records: 4 });
        log.commit(0, 1, &[0]);
        log.commit(1, 2, &[0]);
        log.commit(2, 1, &[1]);
        log.commit(2, 3, &[0]);
        assert_eq!((0..3).map(|block| log.deleted[block]).collect::<Vec<_>>(), [0, 1, 0]);
        log.commit(3, 1, &[2]);
        let counts: Vec<u32> = (0..4).map(|block| log.associativity(block)).collect();
        assert_eq!(counts, [1, 1, 1, 0], "1 still counts where it was logged first, and nowhere else");
    }

    #[test]
    fn few_pages_are_kept_as_a_list_and_more_as_a_bitmap() {
        let mut log = Committed::new(4, 128, 100, NO_LIMITS);
        log.commit(0, 1, &[0, 1, 2, 3]);
        assert_eq!(log.bytes(), 4 + 4 * 7 / 8 + 1);
        log.commit(0, 2, &[0, 1, 2, 3, 4]);
        assert_eq!(log.bytes(), 8 + (28u64 + 128).div_ceil(8));
        log.commit(0, 2, &[4]);
        assert_eq!(log.bytes(), 8 + 56 / 8);
        log.forget(1);
        log.forget(2);
        assert_eq!(log.bytes(), 0);
    }

    #[test]
    fn every_node_counts_for_one_log_block() {
        let mut rng = crate::base::rng::Rng::new(8, crate::base::rng::Component::Policy);
        for nodes in [None, Some(10)] {
            let mut log = Committed::new(8, 16, 200, Limits { nodes, records: 2 });
            for step in 0..4000u32 {
                let block = step / 8 % 8;
                if step % 8 == 0 {
                    log.empty(block);
                }
                let page = rng.below(16) as u32;
                log.commit(block, rng.below(60) as u32, &[page, (page + 1) % 16]);
                assert_eq!(log.nodes.iter().sum::<u32>(), log.node_count());
                assert!((0..8).all(|block| log.associativity(block) <= 16));
                assert_eq!(log.by_commit.oldest(0).count() as u32, log.node_count());
            }
        }
    }
}

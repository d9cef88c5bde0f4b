//! Closed blocks in one list for each number of valid pages, the one that lost a page longest ago at the head. Within
//! a list age alone tells benefits apart, so that a search may stop early.

use super::policy::Build;
use crate::nand::BlockId;
use crate::nand::block::Block;

const NOBODY: u32 = u32::MAX;

/// The lists of one plane.
#[derive(Clone, Debug, Hash)]
pub(super) struct AgeLists {
    first: BlockId,
    heads: Vec<u32>,
    tails: Vec<u32>,
    links: Vec<Link>,
}

#[derive(Clone, Debug, Hash)]
struct Link {
    list: u32,
    previous: u32,
    next: u32,
    /// When it last lost a page, then when it was closed.
    since: (u64, u64),
}

impl AgeLists {
    /// Empty lists.
    pub(crate) fn new(build: &Build<'_>) -> Self {
        let lists = build.pages_per_block as usize + 1;
        let link = Link { list: NOBODY, previous: NOBODY, next: NOBODY, since: (0, 0) };
        Self {
            first: build.blocks.start,
            heads: vec![NOBODY; lists],
            tails: vec![NOBODY; lists],
            links: vec![link; build.blocks.len()],
        }
    }

    /// Puts a block where its age belongs, or moves it there.
    pub(crate) fn put(&mut self, block: BlockId, state: &Block) {
        self.remove(block);
        self.link(block - self.first, state);
    }

    /// Takes a block out, if it is in a list.
    pub(crate) fn remove(&mut self, block: BlockId) {
        let at = (block - self.first) as usize;
        let Link { list, previous, next, .. } = self.links[at];
        if list == NOBODY {
            return;
        }
        match previous {
            NOBODY => self.heads[list as usize] = next,
            _ => self.links[previous as usize].next = next,
        }
        match next {
            NOBODY => self.tails[list as usize] = previous,
            _ => self.links[next as usize].previous = previous,
        }
        self.links[at].list = NOBODY;
    }

    /// Takes all blocks out.
    pub(crate) fn clear(&mut self) {
        self.heads.fill(NOBODY);
        self.tails.fill(NOBODY);
        self.links.iter_mut().for_each(|link| link.list = NOBODY);
    }

    /// The lists whose blocks have something to gain, fewest valid pages first, each from its oldest block on.
    pub(super) fn gainful(&self) -> impl Iterator<Item = impl Iterator<Item = BlockId>> {
        let full = self.heads.len() - 1;
        self.heads[..full].iter().map(|&head| self.from(head))
    }

    /// The lists whose blocks have something to gain, fewest valid pages first: how many those are, the oldest block and the youngest.
    #[cfg(feature = "layers")]
    pub(super) fn ends(&self) -> impl Iterator<Item = (u32, BlockId, BlockId)> {
        let gainful = (0..).zip(self.heads.iter().zip(&self.tails)).take(self.heads.len() - 1);
        gainful
            .filter(|(_, (head, _))| **head != NOBODY)
            .map(|(valid, (head, tail))| (valid, head + self.first, tail + self.first))
    }

    /// The blocks with so many valid pages, from the oldest on.
    #[cfg(feature = "layers")]
    pub(super) fn of_valid(&self, valid: u32) -> impl Iterator<Item = BlockId> {
        self.from(self.heads[valid as usize])
    }

    fn from(&self, head: u32) -> impl Iterator<Item = BlockId> {
        let known = |at: u32| (at != NOBODY).then_some(at);
        let next = move |&at: &u32| known(self.links[at as usize].next);
        std::iter::successors(known(head), next).map(|at| at + self.first)
    }

    /// A block nearly always is the youngest of its list, so the search for its place begins at the tail.
    fn link(&mut self, at: u32, state: &Block) {
        let list = state.valid;
        // Without a valid page every age is as good: infinitely.
        let lost = if list == 0 { 0 } else { state.last_invalidate };
        let since = (lost, state.close_time);
        let mut previous = self.tails[list as usize];
        while previous != NOBODY && self.links[previous as usize].since > since {
            previous = self.links[previous as usize].previous;
        }
        let next = match previous {
            NOBODY => std::mem::replace(&mut self.heads[list as usize], at),
            _ => std::mem::replace(&mut self.links[previous as usize].next, at),
        };
        match next {
            NOBODY => self.tails[list as usize] = at,
            _ => self.links[next as usize].previous = at,
        }
        self.links[at as usize] = Link { list, previous, next, since };
    }
}

//! What a power cut does to flash: operations under way are torn, those that had not begun never were.

use super::array::{Nand, PageState};
use super::block::{Block, BlockState};
use super::oob::Oob;
use super::rule::Rule;
use super::{BlockId, NONE, Ppn};
use std::collections::VecDeque;

/// What a block held before its last erase.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Remains {
    block: Block,
    page_state: Vec<u8>,
    owner: Vec<u32>,
    oob: Option<Oob>,
}

impl Nand {
    /// A program that power cut off, or that failed: the page is spent and unreadable.
    pub(crate) fn tear_program(&mut self, ppn: Ppn) -> Result<(), Rule> {
        self.spend(ppn, PageState::Torn)?.invalid += 1;
        Ok(())
    }

    /// Whether a page is spent and unreadable.
    pub(crate) fn is_torn(&self, ppn: Ppn) -> bool {
        self.page_state[ppn as usize] == PageState::Torn as u8
    }

    /// An erase that power cut off: the block holds nothing and must be erased again.
    pub(crate) fn tear_erase(&mut self, block: BlockId) -> Result<(), Rule> {
        self.clear(block)?;
        self.blocks[block as usize].state = BlockState::Stale;
        Ok(())
    }

    pub(super) fn remember(&mut self, block: BlockId) {
        let pages = self.geometry.pages_of(block);
        let remains = Remains {
            block: self.block(block).clone(),
            page_state: self.page_state[pages.clone()].to_vec(),
            owner: self.owner[pages.clone()].to_vec(),
            oob: self.oob.as_ref().map(|oob| oob.slice(pages)),
        };
        self.erased.entry(block).or_default().push_back(remains);
    }

    /// The oldest remembered erase of a block is over: nothing can undo it any more.
    pub(crate) fn erase_over(&mut self, block: BlockId) {
        self.forget_remains(block, VecDeque::pop_front);
    }

    fn forget_remains(
        &mut self,
        block: BlockId,
        which: fn(&mut VecDeque<Remains>) -> Option<Remains>,
    ) -> Option<Remains> {
        let kept = self.erased.get_mut(&block)?;
        let remains = which(kept);
        if kept.is_empty() {
            self.erased.remove(&block);
        }
        remains
    }

    /// A program that was under way when power was cut: the page is spent and unreadable.
    pub(crate) fn tear_programmed(&mut self, ppn: Ppn) {
        let block = &mut self.blocks[self.geometry.block_of(ppn) as usize];
        if self.page_state[ppn as usize] == PageState::Valid as u8 {
            block.valid -= 1;
            block.invalid += 1;
        }
        self.wipe(ppn, PageState::Torn);
    }

    /// A program that had not begun when power was cut: the page is still free, and its block not closed yet. Later programs
    /// of the block come first.
    pub(crate) fn undo_program(&mut self, ppn: Ppn) {
        let block = self.geometry.block_of(ppn);
        let entry = &mut self.blocks[block as usize];
        if self.page_state[ppn as usize] == PageState::Valid as u8 {
            entry.valid -= 1;
        } else {
            entry.invalid -= 1;
        }
        self.wipe(ppn, PageState::Free);
        // Pages need not have been programmed in order: the last one left counts, not the one before this.
        let pages = &self.page_state[self.geometry.pages_of(block)];
        let last = pages.iter().rposition(|&page| page != PageState::Free as u8);
        let entry = &mut self.blocks[block as usize];
        entry.write_ptr = last.map_or(0, |last| last as u32 + 1);
        if entry.state == BlockState::Closed {
            entry.state = BlockState::Open;
            self.owner.mark_all();
        }
    }

    fn wipe(&mut self, ppn: Ppn, state: PageState) {
        self.page_state[ppn as usize] = state as u8;
        self.owner[ppn as usize] = NONE;
        if let Some(oob) = &mut self.oob {
            (oob.sequence[ppn as usize], oob.version[ppn as usize], oob.written_at[ppn as usize]) = (0, 0, 0);
        }
    }

    /// An erase that was under way when power was cut: the block holds nothing and must be erased again.
    pub(crate) fn tear_erased(&mut self, block: BlockId) {
        self.forget_remains(block, VecDeque::pop_back);
        let entry = &mut self.blocks[block as usize];
        if entry.state != BlockState::Bad {
            entry.state = BlockState::Stale;
        }
    }

    /// An erase that had not begun when power was cut: the block still holds what it held.
    pub(crate) fn undo_erase(&mut self, block: BlockId) {
        let Some(remains) = self.forget_remains(block, VecDeque::pop_back) else { return };
        let pages = self.geometry.pages_of(block);
        if self.block(block).state == BlockState::Bad {
            self.bad_blocks -= 1;
            if self.block(block).erase_count < self.endurance {
                self.erase_failures.undo();
            }
        }
        self.blocks[block as usize] = remains.block;
        self.page_state[pages.clone()].copy_from_slice(&remains.page_state);
        self.owner[pages.clone()].copy_from_slice(&remains.owner);
        if let (Some(oob), Some(kept)) = (&mut self.oob, &remains.oob) {
            oob.restore(pages, kept);
        }
    }

    /// Takes the page that `copy` was made from for current again, in place of `copy`.
    pub(crate) fn give_up_copy(&mut self, copy: Ppn, source: Ppn) -> Result<(), Rule> {
        if self.page_state[source as usize] != PageState::Invalid as u8
            || self.owner[source as usize] != self.owner[copy as usize]
        {
            return Err(Rule::Invariant(format!("page {source} is not what page {copy} was copied from")));
        }
        self.invalidate(copy)?;
        self.page_state[source as usize] = PageState::Valid as u8;
        let block = &mut self.blocks[self.geometry.block_of(source) as usize];
        (block.valid, block.invalid) = (block.valid + 1, block.invalid - 1);
        Ok(())
    }

    /// Blocks are found as they are: those without a programmed page are free, those written in part can be written on.
    pub(crate) fn reopen_unfilled(&mut self) {
        self.owner.mark_all();
        for entry in &mut self.blocks {
            match entry.state {
                BlockState::Open | BlockState::Closed if entry.write_ptr == 0 => {
                    *entry = Block { erase_count: entry.erase_count, ..Block::ERASED };
                }
                BlockState::Closed if entry.write_ptr < self.geometry.pages_per_block => {
                    entry.state = BlockState::Open;
                }
                _ => {}
            }
        }
    }
}

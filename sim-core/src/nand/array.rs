//! Every page and block of a device, and the one place where the rules of flash are enforced.

use super::block::{Block, BlockKind, BlockState};
use super::failures::Failures;
use super::geometry::Geometry;
use super::oob::Oob;
use super::reserve::Reserve;
use super::rule::Rule;
use super::torn::Remains;
use super::{BlockId, Lpn, NONE, Ppn};
use crate::base::bulk::Bulk;
use std::collections::{BTreeMap, VecDeque};

/// What a page holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum PageState {
    /// Erased.
    Free = 0,
    /// Current data.
    Valid = 1,
    /// Outdated data.
    Invalid = 2,
    /// A program was cut off, or failed: unreadable, spent until erased.
    Torn = 3,
}

/// How strictly pages of a block are programmed in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProgramOrder {
    /// Page after page.
    Strict,
    /// Ascending, but pages may be left out; they stay unusable until the erase.
    SkipOk,
    /// Any free page.
    Off,
}

/// What became of a block that was erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erased {
    /// Ready to be written again.
    Ready,
    /// It reached its endurance, or its erase failed.
    Bad,
}

/// The flash array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nand {
    /// Shape and sizes.
    pub geometry: Geometry,
    order: ProgramOrder,
    /// Erases after which a block goes bad.
    pub(crate) endurance: u32,
    /// State of each page, as [`PageState`].
    pub(crate) page_state: Box<[u8]>,
    /// LPN (or the layer's own page id) each page holds or held; [`NONE`] if erased.
    pub owner: Box<[u32]>,
    /// Out-of-band bytes, where they are kept.
    pub oob: Option<Oob>,
    /// State of each block.
    pub blocks: Box<[Block]>,
    /// Programs so far; the next one gets this number plus 1.
    pub(crate) sequence: u64,
    /// Blocks closed so far.
    pub(crate) closings: u64,
    /// Page writes of the host so far: the clock of block ages.
    pub host_pages: u64,
    /// Blocks gone bad.
    pub bad_blocks: u32,
    /// Erases that fail though the block is not worn out.
    pub(crate) erase_failures: Failures,
    /// Programs that fail.
    pub(crate) program_failures: Failures,
    /// What takes the place of blocks in which they do.
    pub(crate) reserve: Reserve,
    /// Whether erased blocks are remembered until their erase is over, so that a power cut can undo it.
    pub(crate) keep_erased: bool,
    /// By block, what it held before each erase that is not over yet, oldest first.
    pub(super) erased: BTreeMap<BlockId, VecDeque<Remains>>,
}

impl Nand {
    /// An erased device. `with_oob` keeps out-of-band bytes, 16 B a page.
    pub fn new(geometry: Geometry, order: ProgramOrder, endurance: u32, with_oob: bool) -> Self {
        let pages = geometry.physical_pages() as usize;
        Self {
            geometry,
            order,
            endurance,
            page_state: vec![PageState::Free as u8; pages].into(),
            owner: vec![NONE; pages].into(),
            oob: with_oob.then(|| Oob::erased(pages)),
            blocks: vec![Block::ERASED; geometry.blocks() as usize].into(),
            sequence: 0,
            closings: 0,
            host_pages: 0,
            bad_blocks: 0,
            erase_failures: Failures::default(),
            program_failures: Failures::default(),
            reserve: Reserve::default(),
            keep_erased: false,
            erased: BTreeMap::new(),
        }
    }

    /// The arrays by page, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        visit(Bulk::U8(&mut self.page_state));
        visit(Bulk::U32(&mut self.owner));
        if let Some(oob) = &mut self.oob {
            visit(Bulk::U64(&mut oob.sequence));
            visit(Bulk::U32(&mut oob.version));
            visit(Bulk::U32(&mut oob.written_at));
        }
    }

    /// Blocks in which a program failed, and that were replaced from the reserve.
    pub fn replaced_blocks(&self) -> u32 {
        self.reserve.replaced()
    }

    /// A block's state.
    #[inline(always)]
    pub fn block(&self, block: BlockId) -> &Block {
        &self.blocks[block as usize]
    }

    /// Whether a page holds current data.
    #[inline(always)]
    pub fn is_valid(&self, ppn: Ppn) -> bool {
        self.page_state[ppn as usize] == PageState::Valid as u8
    }

    /// The next page of an open block, if it has one left.
    #[inline(always)]
    pub(crate) fn next_page(&self, block: BlockId) -> Option<Ppn> {
        let write_ptr = self.blocks[block as usize].write_ptr;
        (write_ptr < self.geometry.pages_per_block).then(|| self.geometry.page(block, write_ptr))
    }

    /// Takes a free block into use.
    pub fn open(&mut self, block: BlockId, kind: BlockKind) -> Result<(), Rule> {
        let entry = &mut self.blocks[block as usize];
        match entry.state {
            BlockState::Free => {
                entry.state = BlockState::Open;
                entry.kind = kind;
                Ok(())
            }
            BlockState::Bad => Err(Rule::Bad { block }),
            _ => Err(Rule::Invariant(format!("block {block} opened, but it is not free"))),
        }
    }

    /// Programs a page with data of `owner`, version `version`. A full block stays open until the layer closes it.
    #[inline(always)]
    pub fn program(&mut self, ppn: Ppn, owner: Lpn, version: u32, written_at: u32) -> Result<(), Rule> {
        self.spend(ppn, PageState::Valid)?;
        self.owner[ppn as usize] = owner;
        self.blocks[self.geometry.block_of(ppn) as usize].valid += 1;
        if let Some(oob) = &mut self.oob {
            oob.sequence[ppn as usize] = self.sequence;
            oob.version[ppn as usize] = version;
            oob.written_at[ppn as usize] = written_at;
        }
        Ok(())
    }

    /// Whether a page may be programmed now: its block is open, it is free, and the order allows it.
    #[inline]
    pub(crate) fn may_program(&self, ppn: Ppn) -> bool {
        let entry = self.block(self.geometry.block_of(ppn));
        entry.state == BlockState::Open
            && self.page_state[ppn as usize] == PageState::Free as u8
            && self.is_in_order(self.geometry.offset_of(ppn), entry.write_ptr)
    }

    #[inline(always)]
    fn is_in_order(&self, offset: u32, write_ptr: u32) -> bool {
        match self.order {
            ProgramOrder::Strict => offset == write_ptr,
            ProgramOrder::SkipOk => offset >= write_ptr,
            ProgramOrder::Off => true,
        }
    }

    /// Uses a block for something else from now on.
    pub(crate) fn set_kind(&mut self, block: BlockId, kind: BlockKind) {
        self.blocks[block as usize].kind = kind;
    }

    /// Gives an open block back in which nothing was programmed.
    pub(crate) fn unopen(&mut self, block: BlockId) -> Result<(), Rule> {
        let entry = &mut self.blocks[block as usize];
        if entry.state != BlockState::Open || entry.write_ptr > 0 {
            return Err(Rule::Invariant(format!("block {block} is given back, but it is not open and empty")));
        }
        entry.state = BlockState::Free;
        Ok(())
    }

    #[inline(always)]
    pub(super) fn spend(&mut self, ppn: Ppn, state: PageState) -> Result<(), Rule> {
        let (block, offset) = (self.geometry.block_of(ppn), self.geometry.offset_of(ppn));
        let write_ptr = self.blocks[block as usize].write_ptr;
        let in_order = self.is_in_order(offset, write_ptr);
        let entry = &mut self.blocks[block as usize];
        if entry.state != BlockState::Open {
            return Err(Rule::BlockNotOpen { block });
        }
        if !in_order {
            return Err(Rule::ProgramOrder { block, offset, write_ptr: entry.write_ptr });
        }
        if self.page_state[ppn as usize] != PageState::Free as u8 {
            return Err(Rule::ProgramNotFree { ppn });
        }
        self.page_state[ppn as usize] = state as u8;
        self.sequence += 1;
        entry.write_ptr = entry.write_ptr.max(offset + 1);
        Ok(())
    }

    /// Programs a page with nothing that anybody wants: it is outdated from the start.
    pub(crate) fn program_nothing(&mut self, ppn: Ppn) -> Result<(), Rule> {
        self.spend(ppn, PageState::Invalid)?;
        self.blocks[self.geometry.block_of(ppn) as usize].invalid += 1;
        Ok(())
    }

    /// Leaves out the next page of an open block; it stays unusable until the erase.
    pub(crate) fn leave_out(&mut self, ppn: Ppn) {
        self.blocks[self.geometry.block_of(ppn) as usize].write_ptr = self.geometry.offset_of(ppn) + 1;
    }

    /// Closes an open block, so that it can be collected.
    #[inline(always)]
    pub fn close(&mut self, block: BlockId) -> Result<(), Rule> {
        let entry = &mut self.blocks[block as usize];
        if entry.state != BlockState::Open {
            return Err(Rule::BlockNotOpen { block });
        }
        entry.state = BlockState::Closed;
        entry.close_time = self.closings;
        entry.closed_at = self.host_pages;
        self.closings += 1;
        Ok(())
    }

    /// Reads a page: the LPN it holds.
    #[inline(always)]
    pub fn read(&self, ppn: Ppn) -> Result<Lpn, Rule> {
        match self.page_state[ppn as usize] {
            state if state == PageState::Valid as u8 || state == PageState::Invalid as u8 => {
                Ok(self.owner[ppn as usize])
            }
            _ => Err(Rule::ReadNothing { ppn }),
        }
    }

    /// Marks a page as outdated.
    #[inline(always)]
    pub fn invalidate(&mut self, ppn: Ppn) -> Result<BlockId, Rule> {
        if !self.is_valid(ppn) {
            return Err(Rule::InvalidateNotValid { ppn });
        }
        self.page_state[ppn as usize] = PageState::Invalid as u8;
        let block = self.geometry.block_of(ppn);
        let entry = &mut self.blocks[block as usize];
        entry.valid -= 1;
        entry.invalid += 1;
        entry.last_invalidate = self.host_pages;
        Ok(block)
    }

    /// Erases a block without valid pages; one that reaches its endurance goes bad, and one whose erase is to fail.
    pub fn erase(&mut self, block: BlockId) -> Result<Erased, Rule> {
        if self.keep_erased {
            self.remember(block);
        }
        self.clear(block)?;
        let entry = &mut self.blocks[block as usize];
        entry.erase_count += 1;
        if entry.erase_count >= self.endurance || self.erase_failures.comes() {
            entry.state = BlockState::Bad;
            self.bad_blocks += 1;
            return Ok(Erased::Bad);
        }
        Ok(Erased::Ready)
    }

    pub(super) fn clear(&mut self, block: BlockId) -> Result<(), Rule> {
        let entry = &mut self.blocks[block as usize];
        if entry.state == BlockState::Bad {
            return Err(Rule::Bad { block });
        }
        if entry.valid > 0 {
            return Err(Rule::EraseValid { block, valid: entry.valid });
        }
        *entry = Block { erase_count: entry.erase_count, ..Block::ERASED };
        let pages = self.geometry.pages_of(block);
        self.page_state[pages.clone()].fill(PageState::Free as u8);
        self.owner[pages.clone()].fill(NONE);
        if let Some(oob) = &mut self.oob {
            oob.sequence[pages.clone()].fill(0);
            oob.version[pages.clone()].fill(0);
            oob.written_at[pages].fill(0);
        }
        Ok(())
    }

    /// Decides anew which readable pages are current: those for which `is_newest(ppn, owner)`.
    pub(crate) fn revalidate(&mut self, is_newest: impl Fn(Ppn, Lpn) -> bool) {
        for block in 0..self.geometry.blocks() {
            let (mut valid, mut invalid) = (0, 0);
            for ppn in self.geometry.pages_of(block) {
                let state = &mut self.page_state[ppn];
                if *state == PageState::Valid as u8 || *state == PageState::Invalid as u8 {
                    let newest = is_newest(ppn as Ppn, self.owner[ppn]);
                    *state = if newest { PageState::Valid } else { PageState::Invalid } as u8;
                }
                valid += u32::from(*state == PageState::Valid as u8);
                invalid += u32::from(*state == PageState::Invalid as u8 || *state == PageState::Torn as u8);
            }
            (self.blocks[block as usize].valid, self.blocks[block as usize].invalid) = (valid, invalid);
        }
    }

    /// The sequence number of the youngest readable page of a block; 0 if it has none, or none are kept.
    pub(crate) fn newest_sequence(&self, block: BlockId) -> u64 {
        let pages = self.geometry.pages_of(block);
        self.oob.as_ref().and_then(|oob| oob.sequence[pages].iter().max().copied()).unwrap_or(0)
    }

    /// Checks the accounting of one block.
    pub(crate) fn check_block(&self, block: BlockId) -> Result<(), Rule> {
        let pages = &self.page_state[self.geometry.pages_of(block)];
        let count = |state: PageState| pages.iter().filter(|&&page| page == state as u8).count() as u32;
        let entry = self.block(block);
        let (valid, spent) = (count(PageState::Valid), count(PageState::Invalid) + count(PageState::Torn));
        if (entry.valid, entry.invalid) != (valid, spent) {
            return Err(Rule::Invariant(format!(
                "block {block} counts {} valid and {} invalid pages, but has {valid} and {spent}",
                entry.valid, entry.invalid
            )));
        }
        if pages[entry.write_ptr as usize..].iter().any(|&page| page != PageState::Free as u8) {
            return Err(Rule::Invariant(format!("block {block} is written beyond page {}", entry.write_ptr)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::state_hash::state_hash;
    use crate::nand::geometry::ByBlocks;

    fn device(order: ProgramOrder) -> Nand {
        let geometry = Geometry {
            channels: 1,
            chips_per_channel: 1,
            planes_per_chip: 1,
            blocks_per_plane: 2,
            pages_per_block: 4,
            spare_pages: 0,
            page_bytes: 2048,
            logical_pages: 4,
            by_blocks: ByBlocks(false),
        };
        let mut nand = Nand::new(geometry, order, 2, true);
        nand.open(0, BlockKind::Data).unwrap();
        nand
    }

    #[test]
    fn programs_ascend() {
        let mut nand = device(ProgramOrder::Strict);
        nand.program(0, 7, 1, 0).unwrap();
        assert_eq!(nand.program(2, 8, 1, 0), Err(Rule::ProgramOrder { block: 0, offset: 2, write_ptr: 1 }));
        assert_eq!(nand.program(4, 8, 1, 0), Err(Rule::BlockNotOpen { block: 1 }));
    }

    #[test]
    fn skipped_pages_stay_unusable() {
        let mut nand = device(ProgramOrder::SkipOk);
        nand.program(2, 8, 1, 0).unwrap();
        assert_eq!(nand.program(1, 7, 1, 0), Err(Rule::ProgramOrder { block: 0, offset: 1, write_ptr: 3 }));
    }

    #[test]
    fn a_page_is_written_once_until_erased() {
        let mut nand = device(ProgramOrder::Off);
        nand.program(2, 8, 1, 0).unwrap();
        assert_eq!(nand.program(2, 8, 2, 0), Err(Rule::ProgramNotFree { ppn: 2 }));
        nand.program(1, 7, 1, 0).unwrap();
    }

    #[test]
    fn nothing_valid_is_erased() {
        let mut nand = device(ProgramOrder::Strict);
        nand.program(0, 7, 1, 0).unwrap();
        assert_eq!(nand.erase(0), Err(Rule::EraseValid { block: 0, valid: 1 }));
        nand.invalidate(0).unwrap();
        assert_eq!(nand.invalidate(0), Err(Rule::InvalidateNotValid { ppn: 0 }));
        assert_eq!(nand.erase(0), Ok(Erased::Ready));
        assert_eq!(nand.read(0), Err(Rule::ReadNothing { ppn: 0 }));
    }

    #[test]
    fn a_block_knows_when_it_was_closed_and_outdated_and_an_erase_leaves_nothing() {
        let mut nand = device(ProgramOrder::Strict);
        nand.program(0, 7, 3, 5).unwrap();
        nand.host_pages = 11;
        nand.invalidate(0).unwrap();
        nand.host_pages = 13;
        nand.close(0).unwrap();
        let block = nand.block(0);
        assert_eq!((block.last_invalidate, block.closed_at, block.state), (11, 13, BlockState::Closed));
        let known = |nand: &Nand| {
            let oob = nand.oob.as_ref().unwrap();
            (nand.owner[0], oob.sequence[0], oob.version[0], oob.written_at[0])
        };
        assert_eq!(known(&nand), (7, 1, 3, 5));
        nand.erase(0).unwrap();
        assert_eq!(known(&nand), (NONE, 0, 0, 0));
        assert_eq!(nand.block(0), &Block { erase_count: 1, ..Block::ERASED });
        nand.set_kind(0, BlockKind::Log);
        assert_eq!(nand.block(0).kind, BlockKind::Log);
    }

    #[test]
    fn only_an_open_block_is_closed_and_only_an_empty_one_given_back() {
        let mut nand = device(ProgramOrder::Strict);
        assert_eq!(nand.close(1), Err(Rule::BlockNotOpen { block: 1 }));
        assert!(nand.unopen(1).is_err());
        nand.program(0, 7, 1, 0).unwrap();
        assert!(nand.unopen(0).is_err());
        nand.open(1, BlockKind::Data).unwrap();
        nand.unopen(1).unwrap();
        assert_eq!(nand.block(1).state, BlockState::Free);
    }

    #[test]
    fn a_block_that_counts_wrongly_is_found() {
        let mut nand = device(ProgramOrder::Strict);
        (0..3).for_each(|page| nand.program(page, page, 1, 0).unwrap());
        nand.invalidate(1).unwrap();
        nand.check_block(0).unwrap();
        for wrong in [
            Block { valid: 3, ..*nand.block(0) },
            Block { invalid: 0, ..*nand.block(0) },
            Block { write_ptr: 2, ..*nand.block(0) },
        ] {
            let mut nand = nand.clone();
            nand.blocks[0] = wrong;
            assert!(nand.check_block(0).is_err(), "{:?}", nand.block(0));
        }
    }

    #[test]
    fn endurance_ends() {
        let mut nand = device(ProgramOrder::Strict);
        assert_eq!(nand.erase(0), Ok(Erased::Ready));
        assert_eq!(nand.erase(0), Ok(Erased::Bad));
        assert_eq!(nand.erase(0), Err(Rule::Bad { block: 0 }));
        assert_eq!(nand.open(0, BlockKind::Data), Err(Rule::Bad { block: 0 }));
    }

    #[test]
    fn as_many_erases_fail_as_are_asked_for_and_one_that_never_was_comes_again() {
        let mut nand = Nand { endurance: 100, keep_erased: true, ..device(ProgramOrder::Strict) };
        let before = state_hash(&nand);
        nand.erase_failures.ask(1);
        assert_ne!(state_hash(&nand), before, "a failure to come is part of the state");
        assert_eq!(nand.erase(0), Ok(Erased::Bad));
        assert_eq!((nand.erase(1), nand.bad_blocks), (Ok(Erased::Ready), 1));
        nand.undo_erase(1);
        nand.undo_erase(0);
        assert_eq!((nand.bad_blocks, nand.erase_failures.left()), (0, 1));
        assert_eq!(nand.erase(1), Ok(Erased::Bad));
        nand.erase_failures.ask(3);
        assert_eq!(nand.erase_failures.left(), 2, "of three in all one has come");
        nand.erase_failures.ask(0);
        assert_eq!(nand.erase(0), Ok(Erased::Ready));
    }

    #[test]
    fn an_erase_that_had_not_begun_is_undone_and_the_one_before_it_too() {
        let mut nand = device(ProgramOrder::Strict);
        nand.keep_erased = true;
        nand.program(0, 7, 1, 0).unwrap();
        nand.invalidate(0).unwrap();
        nand.close(0).unwrap();
        let first = nand.clone();
        nand.erase(0).unwrap();
        nand.open(0, BlockKind::Data).unwrap();
        nand.program(0, 8, 1, 0).unwrap();
        nand.invalidate(0).unwrap();
        nand.close(0).unwrap();
        nand.erase(0).unwrap();
        assert_eq!((nand.block(0).state, nand.bad_blocks), (BlockState::Bad, 1));
        nand.undo_erase(0);
        assert_eq!((nand.read(0), nand.bad_blocks), (Ok(8), 0));
        nand.undo_program(0);
        nand.undo_erase(0);
        nand.check_block(0).unwrap();
        assert_eq!((nand.read(0), nand.block(0)), (Ok(7), first.block(0)));
    }

    #[test]
    fn programs_under_way_are_torn_and_waiting_ones_never_were() {
        let mut nand = device(ProgramOrder::Strict);
        nand.program(0, 7, 1, 0).unwrap();
        nand.program(1, 8, 1, 0).unwrap();
        nand.undo_program(1);
        nand.tear_programmed(0);
        nand.check_block(0).unwrap();
        assert_eq!(nand.read(0), Err(Rule::ReadNothing { ppn: 0 }));
        nand.program(1, 8, 1, 0).unwrap();
        nand.close(0).unwrap();
        nand.reopen_unfilled();
        assert_eq!(nand.block(0).state, BlockState::Open);
    }

    #[test]
    fn a_program_that_never_was_leaves_later_pages_of_its_block_written() {
        let mut nand = device(ProgramOrder::Off);
        nand.program(2, 8, 1, 0).unwrap();
        nand.program(0, 7, 1, 0).unwrap();
        nand.undo_program(0);
        nand.reopen_unfilled();
        nand.check_block(0).unwrap();
        assert_eq!((nand.block(0).write_ptr, nand.read(2)), (3, Ok(8)));
    }

    #[test]
    fn torn_operations_spend_what_they_touched() {
        let mut nand = device(ProgramOrder::Strict);
        nand.tear_program(0).unwrap();
        assert_eq!(nand.read(0), Err(Rule::ReadNothing { ppn: 0 }));
        nand.check_block(0).unwrap();
        nand.tear_erase(0).unwrap();
        assert!(nand.open(0, BlockKind::Data).is_err());
    }
}

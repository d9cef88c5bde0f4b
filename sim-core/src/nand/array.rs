//! Every page and block of a device, and the one place where the rules of flash are enforced.

use super::block::{Block, BlockKind, BlockState};
use super::failures::Failures;
use super::geometry::Geometry;
use super::oob::Oob;
use super::reserve::Reserve;
use super::rule::Rule;
use super::torn::Remains;
use super::{BlockId, Lpn, NONE, Ppn};
use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::scattered::Scattered;
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

impl ProgramOrder {
    /// Whether the page at `offset` may follow a block's first `write_ptr` pages.
    #[inline(always)]
    fn allows(self, offset: u32, write_ptr: u32) -> bool {
        match self {
            Self::Strict => offset == write_ptr,
            Self::SkipOk => offset >= write_ptr,
            Self::Off => true,
        }
    }
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
    pub(crate) page_state: Scattered<u8>,
    /// LPN (or the layer's own page id) each page holds or held; [`NONE`] if erased. Programs leave no mark: what an open block has
    /// of it always counts as written.
    pub owner: Bulk<u32>,
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
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U8(self.page_state.bulk()));
        visit(AnyBulk::U32(&mut self.owner));
        let open = (0..).zip(&self.blocks).filter(|(_, entry)| entry.state == BlockState::Open);
        open.for_each(|(block, _)| self.owner.mark(self.geometry.pages_of(block)));
        if let Some(oob) = &mut self.oob {
            visit(AnyBulk::U64(&mut oob.sequence));
            visit(AnyBulk::U32(&mut oob.version));
            visit(AnyBulk::U32(&mut oob.written_at));
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
                self.owner.mark(self.geometry.pages_of(block));
                Ok(())
            }
            BlockState::Bad => Err(Rule::Bad { block }),
            _ => Err(Rule::Invariant(format!("block {block} opened, but it is not free"))),
        }
    }

    /// Programs a page with data of `owner`, version `version`. A full block stays open until the layer closes it.
    #[inline(always)]
    pub fn program(&mut self, ppn: Ppn, owner: Lpn, version: u32, written_at: u32) -> Result<(), Rule> {
        self.spend(ppn, PageState::Valid)?.valid += 1;
        self.owner.unmarked_mut()[ppn as usize] = owner;
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
            && self.order.allows(self.geometry.offset_of(ppn), entry.write_ptr)
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

    /// Takes a free page of an open block; its block, which counts it.
    #[inline(always)]
    pub(super) fn spend(&mut self, ppn: Ppn, state: PageState) -> Result<&mut Block, Rule> {
        let (block, offset) = (self.geometry.block_of(ppn), self.geometry.offset_of(ppn));
        let entry = &mut self.blocks[block as usize];
        if entry.state != BlockState::Open {
            return Err(Rule::BlockNotOpen { block });
        }
        if !self.order.allows(offset, entry.write_ptr) {
            return Err(Rule::ProgramOrder { block, offset, write_ptr: entry.write_ptr });
        }
        if self.page_state[ppn as usize] != PageState::Free as u8 {
            return Err(Rule::ProgramNotFree { ppn });
        }
        self.page_state[ppn as usize] = state as u8;
        self.sequence += 1;
        entry.write_ptr = entry.write_ptr.max(offset + 1);
        Ok(entry)
    }

    /// Programs a page with nothing that anybody wants: it is outdated from the start.
    pub(crate) fn program_nothing(&mut self, ppn: Ppn) -> Result<(), Rule> {
        self.spend(ppn, PageState::Invalid)?.invalid += 1;
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
